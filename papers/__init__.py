"""Papers told from the registry: numbered results with verdicts, tables and figures made again, errata."""

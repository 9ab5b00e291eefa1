"""The registry in the formats of others: LaTeX, BibTeX, DOT, JSON, PNG and PDF."""

"""M. Jazbec, General definition of differential privacy (Splošna definicija diferencirane zasebnosti, 2018)."""

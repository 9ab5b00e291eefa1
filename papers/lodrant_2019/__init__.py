"""L. Lodrant, On the geometry of differential privacy (O geometriji diferencirane zasebnosti, 2019)."""

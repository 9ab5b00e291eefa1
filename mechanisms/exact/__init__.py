"""Exact samplers in integer arithmetic: rational parameters, no float on the way, seeded or cryptographic bits."""

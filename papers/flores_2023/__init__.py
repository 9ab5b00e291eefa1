"""R. Flores López, An introduction to approximate and Rényi differential privacy (2023)."""

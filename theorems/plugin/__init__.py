"""What the pytest fixture `privacy` of `dpsym.pytest_plugin` offers: numbers, curves and samplers held against theorems."""

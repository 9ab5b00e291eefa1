"""The mechanisms that are run for sums of bounded values."""

from mechanisms import Laplace


def noise(epsilon: float, r3: float, x: float) -> Laplace:
    """Return Laplace noise of scale r3/epsilon on a sum that moves by x r3."""
    return Laplace(r3 / epsilon, x * r3)

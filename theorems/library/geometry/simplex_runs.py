"""The numeric leg of the isotropic constant of simplices, in the power that has no roots."""

from mechanisms.geometry import Measured
from theorems.library.geometry.runs import isotropic_simplex

_ROUNDING = 1e-11


def isotropic_simplex_power(d: float) -> Measured:
    """Return the isotropic constant of a simplex to the power 2 d; relative errors add up, over as many factors."""
    found, power = isotropic_simplex(d), 2 * int(d)
    value = found.value**power
    error = power * (found.error / found.value + _ROUNDING) * value
    return Measured(value, error, found.method, found.exact)

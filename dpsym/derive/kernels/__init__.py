"""The table of integrals and sums that close, each with its condition of convergence."""

from __future__ import annotations

from sympy import Expr, S

from dpsym.derive.kernels import integrals, sums
from dpsym.derive.kernels.closed import Closed, Terms, above, exponential, joined

__all__ = ["Closed", "Terms", "above", "combine", "exponential", "integrate", "joined"]


def combine(first: Terms, second: Terms, weight: Expr, other: Expr) -> Terms:
    """Return weight * first + other * second, statistic by statistic; what both share has weight + other."""
    together = weight + other
    result = {}
    for statistic in {**first, **second}:
        left, right = first.get(statistic, S.Zero), second.get(statistic, S.Zero)
        result[statistic] = together * left if left == right else weight * left + other * right
    return {statistic: factor for statistic, factor in result.items() if factor != 0}


def integrate(terms: Terms, point: Expr, lower: Expr, upper: Expr) -> Closed | None:
    """Return the integral of exp(the combination of statistics) over an interval, or its sum over the integers in it.

    The sum is meant where `point` is an integer symbol. None where no kernel knows the statistics.
    """
    constant = terms.get(S.One, S.Zero)
    rest = {statistic: factor for statistic, factor in terms.items() if statistic != 1}
    for kernel in sums.KERNELS if point.is_integer else integrals.KERNELS:
        closed = kernel(rest, point, lower, upper)
        if closed is not None:
            return Closed(closed.name, closed.factor, closed.exponent + constant, closed.conditions)
    return None

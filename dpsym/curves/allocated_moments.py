"""The moments of the mean of independent likelihood ratios of Gaussian noise."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from flint import arb, arb_poly, ctx

from dpsym.curves.loss import ball_of

ORDERS = 96
"""How many moments are known where no more are asked for."""


@lru_cache(64)
def log_moments(spread: Fraction, slots: int, most: int, bits: int) -> list[arb]:
    """Return the logarithms of E R^j for j from 1 to `most`: of the power of a series without a negative term, by squares."""
    with ctx.workprec(bits + 64):
        square, series, factorial = 1 / ball_of(spread * spread), [arb(1)], arb(1)
        for k in range(1, most + 1):
            factorial *= k
            series.append((square * (k * (k - 1)) / 2).exp() / factorial)
        found, factorial, log = [], arb(1), arb(slots).log()
        for k, value in enumerate(_power(series, slots)[1:], 1):
            factorial *= k
            found.append((value * factorial).log() - k * log)
        return found


def _power(series: list[arb], exponent: int) -> list[arb]:
    """Return the first coefficients of a positive power of a series, as many as it has."""
    size, base, total = len(series), arb_poly(series), arb_poly([1])
    while exponent:
        if exponent & 1:
            total = (total * base).truncate(size)
        exponent >>= 1
        base = (base * base).truncate(size) if exponent else base
    found = total.coeffs()
    return found + [arb(0)] * (size - len(found))

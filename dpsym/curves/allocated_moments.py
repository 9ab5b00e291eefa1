"""The moments of the mean of independent likelihood ratios of Gaussian noise."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from dpsym.curves.loss import ball_of


@lru_cache(64)
def log_moments(spread: Fraction, slots: int, most: int, bits: int) -> list[arb]:
    """Return the logarithms of E R^j for j from 1 to `most`: of the power of a series, by the recursion of its coefficients."""
    with ctx.workprec(bits + 64):
        square, series, factorial = 1 / ball_of(spread * spread), [arb(1)], arb(1)
        for k in range(1, most + 1):
            factorial *= k
            series.append((square * (k * (k - 1)) / 2).exp() / factorial)
        power, found, factorial = [arb(1)], [], arb(1)
        for n in range(1, most + 1):
            power.append(sum((series[k] * power[n - k] * (k * slots - n + k) for k in range(1, n + 1)), arb(0)) / n)
            factorial *= n
            found.append((power[n] * factorial).log() - n * arb(slots).log())
        return found

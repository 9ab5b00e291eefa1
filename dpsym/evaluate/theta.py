"""Sums of a Gaussian over the integers in floats, as they stand or by Poisson's formula."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpsym.evaluate.running import FUNCTION_UNIT, Number

_BORDER = 1.2  # below, 41 terms as they stand leave out less than 1e-56; above, 4 of Poisson's less than 1e-100
_DIRECT, _POISSON = 20, 3
_GREATEST_POWER = 6
_GREATEST_WIDTH = 1e60
_LEFT_OUT = 1e-40  # of the width to the power k + 1, and more than either sum leaves out up to the greatest power


def gaussian_sum(center: Number, sigma: Number, power: int) -> Number:
    """Return a `GaussianSum` of a power up to 6; the centre and the width may have small errors."""
    if power > _GREATEST_POWER:
        return Number(np.nan, 0.0, np.inf)
    c, s = (np.asarray(number.mantissa, dtype=float) for number in (center, sigma))
    shift = c - np.round(c)
    value, size = _theta(shift, s, power)
    # the derivatives are Theta_(k+1)/s^2 - k Theta_(k-1) and Theta_(k+2)/s^3: the even powers around bound each of them
    even = power + power % 2
    least, middle, most = (_theta(shift, s, max(k, 0))[0] for k in (even - 2, even, even + 2))
    slopes = (middle + most) / s**2 + power * (least + middle), (middle + most) / s**3
    error = FUNCTION_UNIT * 64 * size + _LEFT_OUT * s ** (power + 1)
    for slope, number in zip(slopes, (center, sigma), strict=True):
        error = error + np.where(number.error == 0, 0.0, 2 * slope * number.error)
    holds = (s > 0) & (s < _GREATEST_WIDTH) & (np.abs(c) < 1e6) & (sigma.error < 1e-6 * s) & (center.error < 1e-6 * s)
    return Number(np.where(holds, value, np.nan), 0.0, np.where(holds, error, np.inf))


def _theta(shift: Any, s: Any, power: int) -> tuple[Any, Any]:
    """Return the sum, and the sum of the sizes of its terms."""
    is_narrow = s < _BORDER
    terms = []
    narrow = np.where(is_narrow, s, 1.0)
    for n in range(-_DIRECT, _DIRECT + 1):
        gap = n - shift
        terms.append(np.where(is_narrow, gap**power * np.exp(-((gap / narrow) ** 2) / 2), 0.0))
    sign, factor = (1 if power % 4 in (0, 3) else -1), s ** (power + 1) * np.sqrt(2 * np.pi)
    for m in range(0 if power % 2 == 0 else 1, _POISSON + 1):
        place, angle = 2 * np.pi * np.where(is_narrow, 1.0, s) * m, 2 * np.pi * m * shift
        turn = np.sin(angle) if power % 2 else np.cos(angle)
        bell = _hermite(power, place) * np.exp(-np.minimum(place * place / 2, 745.0)) * turn
        terms.append(np.where(is_narrow, 0.0, (1 if m == 0 else 2) * sign * factor * bell))
    # the rounding of a term grows with the size of its exponent, at most some 200 where the term counts
    return sum(terms), sum(np.abs(term) for term in terms)


def _hermite(power: int, place: Any) -> Any:
    before, here = np.zeros_like(place), np.ones_like(place)
    for k in range(power):
        before, here = here, place * here - k * before
    return here

"""Integrals of densities, whose own estimate of the error is asked for, and where on the line to look."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import mpmath as mp
from reference import laws as densities

_COUNTS, _ESTIMATE = 1e-3, 1e-11
_CLOSE_DIGITS = 240
_STEPS = 100
_PANELS = (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


def middle(low: Any, high: Any) -> Any:
    if mp.isinf(low) and mp.isinf(high):
        return mp.mpf(0)
    if mp.isinf(low):
        return high - 1
    return low + 1 if mp.isinf(high) else (low + high) / 2


def grid(low: Any, high: Any) -> list[Any]:
    """Return places inside a cell, dense at finite ends and ever further apart towards infinite ones."""
    centre = middle(low, high)
    steps = [mp.mpf(2) ** k for k in range(-24, 41, 2)]
    left = (
        [low + (centre - low) * mp.mpf(k) / 20 for k in range(1, 20)]
        if mp.isfinite(low)
        else [centre - s for s in steps]
    )
    right = (
        [centre + (high - centre) * mp.mpf(k) / 20 for k in range(1, 20)]
        if mp.isfinite(high)
        else [centre + s for s in steps]
    )
    close = [low + (centre - low) * step for step in steps if step < 1] if mp.isfinite(low) else []
    near = [high - (high - centre) * step for step in steps if step < 1] if mp.isfinite(high) else []
    return sorted({*left, centre, *right, *close, *near})


def zero(function: Callable[[Any], Any], low: Any, high: Any, width: float = 1e-20) -> Any:
    """Return the place where a monotone function changes sign, by the Illinois rule."""
    ends, last, place = (function(low), function(high)), 0, low
    for _ in range(_STEPS):
        if ends[0] == ends[1]:
            return (low + high) / 2
        place = (low * ends[1] - high * ends[0]) / (ends[1] - ends[0])
        value = function(place)
        if abs(high - low) <= width * max(1, abs(place)) or value == 0 or place in (low, high):
            return place
        if (value > 0) == (ends[1] > 0):
            high, ends, stayed = place, (ends[0] / (2 if last == 1 else 1), value), 1
        else:
            low, ends, stayed = place, (value, ends[1] / (2 if last == -1 else 1)), -1
        last = stayed
    return place


def quadrature(function: Callable[[Any], Any], low: Any, high: Any, at_low: bool, at_high: bool) -> Any:
    """Integrate between two places, in the logarithm of the distance from a pole, or to infinity."""
    exp = densities.m.exp
    if not (at_low or at_high):
        return _checked(function, [low, high])
    if at_low and at_high:
        centre = middle(low, high)
        return quadrature(function, low, centre, True, False) + quadrature(function, centre, high, False, True)
    end, other, sign = (low, high, 1) if at_low else (high, low, -1)
    if mp.isinf(end):
        inner = _checked(function, sorted([other, other - sign]))
        return inner + _outwards(lambda u: function(other - sign * exp(u)) * exp(u), 0, 1)

    def next_to_the_pole(u: Any) -> Any:
        with mp.workdps(_CLOSE_DIGITS):  # so that the place differs from the pole
            return function(end + sign * exp(u)) * exp(u)

    return _outwards(next_to_the_pole, densities.m.log(abs(other - end)), -1)


def _outwards(function: Callable[[Any], Any], start: Any, sign: int) -> Any:
    """Integrate from a place to infinity by panels that double, until one counts no more."""
    total = mp.mpf(0)
    for near, far in pairwise(_PANELS):
        panel = _checked(function, sorted([start + sign * near, start + sign * far]))
        total += panel
        if near >= 4 and abs(panel) <= abs(total) * 1e-14:
            return total
    raise ArithmeticError("a tail that falls too slowly")


def _checked(function: Callable[[Any], Any], places: list[Any]) -> Any:
    """Integrate over a finite interval, or over eighths of it where the rule's own estimate asks for that."""
    quad = densities.m.quad
    value, error = quad(function, places, error=True, maxdegree=6)
    if error > max(abs(value), _COUNTS) * _ESTIMATE:
        value, error = quad(
            function, mp.linspace(*places, 9) if densities.m is mp.mp else mp.fp.linspace(*places, 9), error=True
        )
        if error > max(abs(value), _COUNTS) * _ESTIMATE:
            raise ArithmeticError(f"a quadrature is known to {mp.nstr(error, 2)} only")
    return value

r"""The trade-off function of two laws from the level sets of their privacy loss.

Rejecting P where the loss is below u has a type I error a(u) and a type II error b(u); tests mix, so that the
curve lies below each chord between such points. It lies above each tangent, and the tangent of slope :math:`-e^{-u}`
is a hockey-stick divergence,

.. math:: 1 - e^{-u} t - \int (q - e^{-u} p)_+ = e^{-u} \Bigl(1 - t - \int (p - e^u q)_+\Bigr) ,

of which the one form is accurate where the curve is near 1 and the other where it is near 0.
"""

from __future__ import annotations

import math
from typing import ClassVar, NamedTuple, Protocol

from mechanisms.numeric.estimate import Estimate

_EPS = 2.0**-52
# A bracket of the threshold is narrow enough where chord and tangents have met.
_MET = 1e-15
_FARTHEST = 2.0**50
_MOST_STEPS = 120


class Testable(Protocol):
    """What the curve needs of a pair of laws: the tests by the level sets of its loss."""

    _resolution: ClassVar[float]

    @property
    def _common_mass(self) -> Estimate:
        """The mass of P where Q has some."""

    def _errors_of_test(self, threshold: float) -> tuple[Estimate, Estimate]:
        """Return the errors of a test that rejects P where the loss is below a threshold."""

    def hockey_stick(self, eps: float) -> Estimate:
        """Return the hockey-stick divergence."""


class _Test(NamedTuple):
    """The threshold of a test, its two errors, and estimates of the errors of these."""

    threshold: float
    first: float
    second: float
    blur_first: float
    blur_second: float


def tradeoff_at(pair: Testable, mirror: Testable, level: float) -> Estimate:
    """Return the least type II error at a type I error.

    Parameters
    ----------
    pair, mirror : Testable
        The pair (P, Q), and (Q, P).
    level : float
        The type I error, in [0, 1].
    """
    nothing, everything = mirror._common_mass, pair._common_mass
    none = _Test(-math.inf, 0.0, nothing.value, 0.0, nothing.error)
    high = _Test(math.inf, everything.value, 0.0, everything.error, 0.0)
    if level >= min(everything.upper, 1.0):
        return Estimate(0.0, 0.0)
    low, high = _bracket(pair, level, none, high)
    low, high = _narrow(pair, level, low, high)
    top = _chord(none, low, high, level)
    thresholds = [test.threshold for test in (low, high) if math.isfinite(test.threshold)]
    bottom = max((_tangent(pair, mirror, u, level) for u in thresholds), default=0.0)
    bottom = min(max(bottom, 0.0), top)
    value = bottom / 2 + top / 2
    return Estimate(value, max(top - value, value - bottom) + math.ulp(value))


def _at(pair: Testable, threshold: float) -> _Test:
    first, second = pair._errors_of_test(threshold)
    return _Test(threshold, first.value, second.value, first.error, second.error)


def _bracket(pair: Testable, level: float, low: _Test, high: _Test) -> tuple[_Test, _Test]:
    """Find finite thresholds below and above the level where there are any."""
    at = _at(pair, 0.0)
    sign = -1.0 if at.first > level else 1.0
    low, high = (low, at) if sign < 0 else (at, high)
    step = 1.0
    while step < _FARTHEST:
        at = _at(pair, sign * step)
        if at.first > level:
            high = at
        else:
            low = at
        if math.isfinite(low.threshold) and math.isfinite(high.threshold):
            break
        step *= 4
    return low, high


def _narrow(pair: Testable, level: float, low: _Test, high: _Test) -> tuple[_Test, _Test]:
    """Narrow the bracket by interpolation, truncation and projection (Oliveira and Takahashi, 2020)."""
    if not (math.isfinite(low.threshold) and math.isfinite(high.threshold)):
        return low, high
    width = high.threshold - low.threshold
    for step in range(_MOST_STEPS):
        u, v = low.threshold, high.threshold
        narrow = pair._resolution * max(1.0, abs(u), abs(v))
        if v - u <= narrow or _have_met(low, high):
            break
        middle = u / 2 + v / 2
        fall, rise = _gap(low.first, level), _gap(high.first, level)
        # Toward the middle, so that both ends close in.
        guess = (u * rise - v * fall) / (rise - fall) if rise > fall else middle
        moved = min(0.2 * (v - u) ** 2 / width, abs(middle - guess))
        guess += math.copysign(max(moved, min(narrow / 2, abs(middle - guess))), middle - guess)
        reach = max(width * 2.0 ** -(step - 1) - (v - u) / 2, 0.0)
        point = middle - math.copysign(min(reach, abs(middle - guess)), middle - guess)
        at = _at(pair, point if u < point < v else middle)
        low, high = (at, high) if at.first <= level else (low, at)
    return low, high


def _gap(first: float, level: float) -> float:
    """Return by how much a type I error is above the level, in logarithms where both are small."""
    if level == 0 or first == 0:
        return first - level
    return math.log(first / level)


def _have_met(low: _Test, high: _Test) -> bool:
    """Tell whether the triangle of the chord and the tangents at its ends is negligible."""
    slope = math.exp(min(-low.threshold, 700.0)) * -math.expm1(low.threshold - high.threshold)
    return (high.first - low.first) * slope <= _MET * max(high.second, 1e-300)


def _chord(none: _Test, low: _Test, high: _Test, level: float) -> float:
    """Return the type II error of a mixture of two tests at the level, rounded up."""
    if level <= low.first + low.blur_first:
        # That test is at the level only within its error: mix it with the one that rejects what P never yields.
        low, high = none, low
    bottom, top = low.first + low.blur_first, high.first + high.blur_first
    share = min((top - level) / (top - bottom), 1.0) if top > bottom else 1.0
    second, third = low.second + low.blur_second, high.second + high.blur_second
    return min((share * second + (1 - share) * third) * (1 + 8 * _EPS), 1.0)


def _tangent(pair: Testable, mirror: Testable, threshold: float, level: float) -> float:
    """Return the value at the level of the tangent at a threshold, rounded down."""
    slope = math.exp(-threshold) if threshold > -700 else math.inf
    steep = pair.hockey_stick(threshold)
    forms = [slope * (1 - level - steep.value - steep.error - 2 * _EPS * (1 - level))] if slope else [0.0]
    if slope < math.inf:
        flat = mirror.hockey_stick(-threshold)
        line = slope * level
        forms.append(1 - line - flat.value - flat.error - 2 * _EPS * (1 + line))
    return max(form for form in forms if math.isfinite(form)) if any(map(math.isfinite, forms)) else 0.0

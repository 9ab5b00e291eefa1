"""The least eps at which a decreasing bound on delta has come down to a target: a certified upper end."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf, isfinite

from flint import arb, ctx
from sympy import Rational

from dpsym.conversion.rounding import fraction, rounded
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.numbers import Upper

Excess = Callable[[Fraction], arb]
"""From an eps to the logarithm of the bound over the target, at the working precision; -oo where the bound is 0."""

_DIGITS = 14
_STEPS = 300
_FARTHEST = Fraction(10) ** 13
_PRECISIONS = (112, 224, 896)


def least_eps(excess: Excess, start: float = 1.0, digits: int = _DIGITS) -> Rational:
    """Return an eps, rounded up and hardly above the least one, at which a bound has certainly come down to its target.

    Only comparisons of balls move the bracket; the secant rule proposes.

    Parameters
    ----------
    excess : callable
        The logarithm of the bound over the target, which does not increase.
    start : float, optional
        About where to begin.
    digits : int, optional
        The wanted number of significant digits.

    Raises
    ------
    NotApplicableError
        If the bound has not come down at 1e13.
    """
    if _height(excess, Fraction(0)) <= 0:
        return Rational(0)
    high = fraction(rounded(Fraction(start), True, 3))
    low, below, above = Fraction(0), inf, _height(excess, high)
    while above > 0:
        if high > _FARTHEST:
            raise NotApplicableError("the bound does not come down to the target delta")
        low, below, high = high, above, 4 * high
        above = _height(excess, high)
    for step in range(_STEPS):
        width = high / 10**digits
        if high - low <= width:
            break
        place = _proposed(low, below, high, above, step)
        value = _height(excess, place)
        if value <= 0:
            high, above = place, value
        else:
            low, below = place, value
    return Upper(rounded(high, True, digits))


def _proposed(low: Fraction, below: float, high: Fraction, above: float, step: int) -> Fraction:
    """Return a place strictly between two: the secant's, a little to either side in turn, or the middle."""
    middle = (low + high) / 2
    if not (isfinite(below) and isfinite(above)) or step % 4 == 3 or below <= above:
        return _short(middle, low, high)
    place = low + (high - low) * Fraction(below / (below - above))
    side = high / 10**_DIGITS * (1 if step % 2 else -1) * Fraction(2, 5)
    return _short(place + side, low, high, middle)


def _short(place: Fraction, low: Fraction, high: Fraction, otherwise: Fraction | None = None) -> Fraction:
    near = fraction(rounded(place, True, _DIGITS + 3))
    if low < near < high:
        return near
    return place if otherwise is None else _short(otherwise, low, high)


def _height(excess: Excess, place: Fraction) -> float:
    """Return the excess as a float of the certain sign; positive where it stays open."""
    for bits in _PRECISIONS:
        with ctx.workprec(bits):
            try:
                ball = excess(place)
            except UndecidedError:
                continue
            if ball.is_nan():
                continue
            if ball <= 0 or ball > 0:
                value = float(ball.mid())
                return min(value, 0.0) if ball <= 0 else max(value, 5e-324)
    return inf

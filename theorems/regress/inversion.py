"""Where a decreasing function crosses zero: floats propose, only certain signs move the bracket."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from dpsym.curves import PrivacyCurve
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError
from theorems.regress.balls import Bracket, compared, ends
from theorems.regress.engines import as_log_float, guarded, log_of
from theorems.regress.profiles import CurveProfile, LaplaceProfile, NormalProfile, Profile

Look = Callable[[Fraction], tuple[bool | None, float]]
"""Whether a point is certainly below the root (None: open), and about by how much, decreasing through 0."""

_FLOAT_DIGITS, _NEWTON_STEPS, _NEWTON_CLOSE = 12, 12, 1e-7
_MOST_STEPS, _MOST_OPEN, _FIRST_REACH, _FARTHEST, _PATIENCE = 160, 4, 0.3, 700.0, 4


def close(look: Look, start: Fraction, digits: int, slope: float = 0.0) -> tuple[Fraction, Fraction]:
    """Return a bracket of a positive root, of so many digits.

    Parameters
    ----------
    look : callable
        At a point.
    start : Fraction
        Where to begin, positive.
    digits : int
        Of the bracket.
    slope : float, optional
        About that of the function in the logarithm of the point, at the start; 0 where it is not known.

    Raises
    ------
    UndecidedError
        If signs stay open, or no bracket closes.
    """
    width = Fraction(1, 10**digits)
    low: Fraction | None = None
    high: Fraction | None = None
    last: tuple[Fraction, float] | None = None
    point, reach, unsure = short(start, digits), _FIRST_REACH, 0
    for step in range(1, _MOST_STEPS):
        below, height = look(point)
        if below is None:
            unsure += 1
            if unsure > _MOST_OPEN:
                raise UndecidedError("signs near the root stay open")
            point = point * (1 + width * (-3) ** unsure)
            continue
        low, high = (point, high) if below else (low, point)
        if low is not None and high is not None and high <= low * (1 + width):
            return low, high
        move = _move(point, height, last) if last or not slope else -height / slope
        last = (point, height) if math.isfinite(height) else None
        if low is None or high is None:
            sign = 1.0 if below else -1.0
            reached = sign * reach if move is None or move * sign <= 0 else sign * min(abs(move), reach)
            reach *= 2
            if reach > _FARTHEST:
                raise UndecidedError("no finite positive value was found")
            point = short(point * _exp(reached + sign * float(width) / 3), digits)
            continue
        if move is not None and step % _PATIENCE:
            push = float(width) / 3 * (1 if below else -1)
            proposed = short(point * _exp(max(-700.0, min(700.0, move + push))), digits)
        else:
            proposed = low
        point = proposed if low < proposed < high else short(low * _exp(_log_ratio(high, low) / 2), digits)
    raise UndecidedError(f"no bracket closed within {_MOST_STEPS} steps")


def _move(point: Fraction, height: float, last: tuple[Fraction, float] | None) -> float | None:
    """Return the secant's step in the logarithm of the point, or None where it has none that serves."""
    if last is None or not math.isfinite(height) or height == last[1] or point == last[0]:
        return None
    slope = (height - last[1]) / _log_ratio(point, last[0])
    return -height / slope if slope < 0 else None


def threshold(profile: Profile, delta: Fraction, digits: int, near: Fraction | None) -> Bracket:
    """Return ends of the least eps >= 0 at which a profile is at most a delta.

    Raises
    ------
    UndecidedError
        If they were not certified.
    """
    if delta >= 1:
        return Fraction(0), Fraction(0)
    if isinstance(profile, LaplaceProfile):
        return ends(profile.threshold(delta, digits))
    if isinstance(profile, CurveProfile):
        return _by_curve(profile, delta, digits)
    if isinstance(profile, NormalProfile) and (found := _by_newton(profile, delta, digits, near)):
        return found
    look = _looking(profile, delta, digits)
    at_zero, _ = look(Fraction(0))
    if at_zero is None:
        raise UndecidedError("delta cannot be told from the total variation distance")
    if not at_zero:
        return Fraction(0), Fraction(0)
    if isinstance(profile, NormalProfile):
        start, slope = profile.start(delta, near)
        return close(look, start, digits, slope)
    return close(look, near if near is not None and near > 0 else Fraction(1), digits)


def _by_newton(profile: NormalProfile, delta: Fraction, digits: int, near: Fraction | None) -> Bracket | None:
    """Return a bracket around the root that floats find, if its ends are certain; None otherwise."""
    if digits > _FLOAT_DIGITS:
        return None
    point, goal = as_log_float(profile.start(delta, near)[0]), log_of(delta)
    for _ in range(_NEWTON_STEPS):
        height, slope = profile.log_delta(point)
        step = (height - goal) / slope if slope else math.nan
        point -= step
        if not 0 < point < math.inf:
            return None
        if abs(step) < _NEWTON_CLOSE * point:
            break
    reach = 10.0**-digits / 3
    low, high = Fraction(point * (1 - reach)), Fraction(point * (1 + reach))
    sides = [compared(profile.delta(end, digits + 3), delta, digits) for end in (low, high)]
    return (low, high) if sides == [True, False] else None


def _by_curve(profile: CurveProfile, delta: Fraction, digits: int) -> Bracket:
    try:
        return ends(guarded(lambda: profile.curve.epsilon(delta, digits).value))
    except UndecidedError:
        return _between(profile.curve, delta)


@lru_cache(maxsize=1 << 6)
def _between(curve: PrivacyCurve, delta: Fraction) -> Bracket:
    """Return the bracket of a curve; what one claim asks several times is worked out once."""
    return guarded(lambda: curve.bracket(delta))


def _looking(profile: Profile, delta: Fraction, digits: int) -> Look:
    def look(point: Fraction) -> tuple[bool | None, float]:
        value = profile.delta(point, digits + 3)
        return compared(value, delta, digits), log_ratio(value, delta, digits)

    return look


def log_ratio(value: arb, goal: Fraction, digits: int) -> float:
    """Return about the logarithm of a ball over a positive number, minus infinity of 0; it certifies nothing."""
    with ctx.workprec(64 + 4 * digits):
        middle = value.mid()
        return float((middle / ball_of(goal)).log().mid()) if middle > 0 else -math.inf


def short(value: Fraction, digits: int) -> Fraction:
    """Return a number near a positive one, much nearer than the digits that are wanted, whose fraction is short."""
    shift = int(digits * 3.33) + 16 - (value.numerator.bit_length() - value.denominator.bit_length())
    scaled = value * 2**shift if shift >= 0 else value / 2**-shift
    return Fraction(round(scaled)) * Fraction(2) ** -shift


def _exp(move: float) -> Fraction:
    return 1 + Fraction(math.expm1(move))


def _log_ratio(first: Fraction, second: Fraction) -> float:
    ratio = first / second
    return math.log1p(float(ratio - 1)) if abs(ratio - 1) < Fraction(1, 2) else log_of(ratio)

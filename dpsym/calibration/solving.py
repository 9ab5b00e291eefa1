"""The least scale, or the greatest count, that meets a target: certified brackets, rounded to the safe side."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb
from sympy import Expr, Rational, Symbol

from dpsym.ball import as_fraction
from dpsym.enclose import enclose
from dpsym.errors import UndecidedError
from dpsym.guarantees.numbers import rounded_up

Gap = Callable[[Fraction], arb]
"""A ball of the loss less the target at a scale; it decreases in the scale, and its sign is certain."""

_MOST_STEPS, _PATIENCE = 400, 3
_FIRST_REACH = 0.5  # of the logarithm of the scale, while there is no bracket; it doubles from step to step
_FIRST_SLOPE = -4.0
_FARTHEST_ODDS = 30.0
_MOST_REFUSALS, _RETREAT = 2, Fraction(3, 2)
_MOST_OPEN = 3
"""How often a sign may stay open between a scale that misses the target and one that meets it."""
_SIGN_DIGITS, _MOST_BITS = 10, 1 << 13


def gap_of(loss: Expr, target: Expr, scale: Symbol) -> Gap:
    """Return the loss less the target, as a function of the scale.

    Parameters
    ----------
    loss : Expr
        It decreases in the scale.
    target : Expr
        A number.
    scale : Symbol
        The scale.
    """

    def gap(point: Fraction) -> arb:
        return enclose(loss - target, {scale: point}, _SIGN_DIGITS, _MOST_BITS).value

    return gap


def log_odds(gap: arb, target: Expr) -> float:
    """Return about the log-odds of a probability above those of its target, which the secant rule finds nearly straight.

    Parameters
    ----------
    gap : arb
        The probability less its target.
    target : Expr
        A number in (0, 1).
    """
    part, rest = (float((gap / enclose(side, {}, 20).value).mid()) for side in (target, 1 - target))
    low = math.log1p(part) if part > -1 else -math.inf
    high = math.log1p(-rest) if rest < 1 else -math.inf
    return min(max(low - high, -_FARTHEST_ODDS), _FARTHEST_ODDS)


def least_scale(gap: Gap, size: Callable[[arb], float], guess: float, digits: int) -> Rational:
    """Return the least scale that meets a target, rounded up to so many significant digits.

    Parameters
    ----------
    gap, size, guess, digits
        As of `bracketed_scale`; the relative excess of the result over the least scale is below ``1.1 * 10**(1 - digits)``.

    Raises
    ------
    UndecidedError
        If a sign stays open, or no bracket closes.
    """
    scale, low = bracketed_scale(gap, size, guess, digits)
    if not is_near(scale, low, digits):
        raise UndecidedError(f"the least scale is only known to lie between {float(low)} and {float(scale)}")
    return scale


def bracketed_scale(gap: Gap, size: Callable[[arb], float], guess: float, digits: int) -> tuple[Rational, Fraction]:
    """Return a scale that meets a target, rounded up to so many significant digits, and one that misses it: the least is between.

    The secant rule proposes; only balls whose sign is certain move the bracket, and the returned scale is itself looked at. Both are
    neighbours in these digits unless signs near the least scale stay open.

    Parameters
    ----------
    gap : callable
        From a scale to the loss less the target.
    size : callable
        From a gap to a float of the same sign in which the secant rule is to work.
    guess : float
        Where to begin, positive.
    digits : int
        The significant digits of the result.

    Raises
    ------
    UndecidedError
        If a sign stays open before there is a bracket, or no bracket closes.
    """
    low, high = _Bracket(gap, size, Fraction(1, 10 ** (digits + 1))).close(Fraction(guess))
    rounded = rounded_up(high, digits)
    if not gap(as_fraction(rounded)) <= 0:
        raise UndecidedError(f"the scale {float(rounded)} is not certain to meet the target")
    return rounded, low


def is_near(scale: Rational, low: Fraction, digits: int) -> bool:
    """Return whether a scale is above one that misses the target by no more than rounding to so many digits, and a closed bracket, make it."""
    return as_fraction(scale) <= low * (1 + Fraction(11, 10**digits))


class _Bracket:
    """Two scales that close in on the least one that meets the target."""

    def __init__(self, gap: Gap, size: Callable[[arb], float], width: Fraction) -> None:
        self.gap, self.size, self.width = gap, size, width
        self.low: Fraction | None = None
        self.high: Fraction | None = None
        self.refusals, self.open, self.reach = 0, 0, _FIRST_REACH

    def close(self, point: Fraction) -> tuple[Fraction, Fraction]:
        """Return both ends, once they are within the relative width, or as near as what stays open between them lets them be."""
        last: tuple[Fraction, float] | None = None
        slope, room = _FIRST_SLOPE, math.inf
        for step in range(_MOST_STEPS):
            point = _dyadic(point, self.width)
            try:
                excess = self._looked_at(point)
            except UndecidedError as refusal:
                if self.low is not None and self.high is not None:
                    self.open += 1
                    if self.open > _MOST_OPEN:
                        return self.low, self.high
                    point = point * _exp(_log_ratio(self.high, point) / 2)
                else:
                    point = self._away_from(point, refusal)
                continue
            if self.low is not None and self.high is not None and self.high <= self.low * (1 + self.width):
                return self.low, self.high
            if last is not None and excess != last[1] and point != last[0]:
                slope = min((excess - last[1]) / _log_ratio(point, last[0]), -1e-300)
            last, point = (point, excess), self._proposal(point, excess / -slope)
            if self.low is not None and self.high is not None and step % _PATIENCE == 0:
                # where the secant has not halved the bracket for a while, the middle does
                before, room = room, _log_ratio(self.high, self.low)
                point = self.low * _exp(room / 2) if room > before / 2 else point
        raise UndecidedError(f"no scale was certified within {_MOST_STEPS} steps")

    def _looked_at(self, point: Fraction) -> float:
        ball = self.gap(point)
        if ball > 0:
            self.low = point
        elif ball <= 0:
            self.high = point
        else:
            raise UndecidedError(f"at the scale {float(point)} it is open whether the target is met")
        return self.size(ball)

    def _away_from(self, point: Fraction, refusal: UndecidedError) -> Fraction:
        """Return another scale where a small one, outside the bracket, could not be looked at; it settles nothing.

        Raises
        ------
        UndecidedError
            The one at hand, if that happened too often, or within the bracket.
        """
        self.refusals += 1
        if self.low is not None or self.refusals > _MOST_REFUSALS:
            raise refusal
        return point * _RETREAT if self.high is None else point * _exp(_log_ratio(self.high, point) / 2)

    def _proposal(self, point: Fraction, step: float) -> Fraction:
        """Return the next scale: the secant's, pushed a little across the root, and inside the bracket."""
        if self.low is None or self.high is None:
            # a bracket is wanted first: go somewhat farther than the root seems to be
            step = math.copysign(min(abs(step), self.reach), step)
            self.reach *= 2
            return point * _exp(1.5 * step + math.copysign(float(self.width) / 3, step))
        step = math.copysign(min(abs(step), _log_ratio(self.high, self.low)), step)
        found = point * _exp(step) * (1 + self.width / 3 if point == self.low else 1 - self.width / 3)
        if self.low < found < self.high:
            return found
        return self.low * _exp(_log_ratio(self.high, self.low) / 2)


def _exp(step: float) -> Fraction:
    """Return about exp(step), with all the digits of a small step."""
    return 1 + Fraction(math.expm1(step))


def _log_ratio(first: Fraction, second: Fraction) -> float:
    ratio = first / second
    return math.log1p(float(ratio - 1)) if abs(ratio - 1) < Fraction(1, 2) else math.log(ratio)


def _dyadic(point: Fraction, width: Fraction) -> Fraction:
    """Return a binary fraction near a point, much nearer than the width, so that numbers stay short."""
    bits = width.denominator.bit_length() + 8
    shift = bits - (point.numerator.bit_length() - point.denominator.bit_length())
    return Fraction(round(point * Fraction(2) ** shift)) / Fraction(2) ** shift


def greatest_count(meets: Callable[[int], bool], guess: float, most: int) -> int:
    """Return the greatest count from 1 on that meets a target, 0 if none does.

    Parameters
    ----------
    meets : callable
        From a count to whether the target is met; false from some count on. It raises where it cannot tell.
    guess : float
        A count near the answer: what is far from it may be dear to look at.
    most : int
        Where to stop.

    Raises
    ------
    UndecidedError
        If so many still meet it.
    """
    count, stride = max(1, min(int(guess), most)), max(1, int(guess / 64))
    low, high = 0, most + 1
    # go away from the guess in growing strides until both sides are seen
    while high - low > 1 and (low == 0 or high > most):
        if meets(count):
            low = count
            if low == most:
                raise UndecidedError(f"the target is met by {most} compositions and maybe more")
            count = min(low + stride, high - 1)
        else:
            high = count
            count = max(high - stride, low + 1, 1)
        stride *= 4
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if meets(middle) else (low, middle)
    return low

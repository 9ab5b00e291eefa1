"""The threshold at a delta: a certified bracket around where the curve comes down to it."""

from __future__ import annotations

import math
from fractions import Fraction

from flint import ctx

from dpsym.curves.evaluation import Evaluator
from dpsym.curves.loss import Parts, ball_of
from dpsym.errors import UndecidedError

_MOST_STEPS = 80
_FIRST_DIGITS = 3
_LOG10 = math.log(10)
_NEAR_ZERO = 1e-9


class Search:
    """The least threshold eps >= 0 with delta(eps) <= delta, for a delta above the mass of an infinite loss.

    A few digits first, so that the line of many digits is laid where it is needed. The secant rule on the
    logarithm of the finite part proposes; only comparisons of balls move the bracket.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    delta : Fraction
        In (0, 1).
    digits : int
        The wanted digits of the threshold.
    """

    def __init__(self, parts: Parts, delta: Fraction, digits: int) -> None:
        self.parts, self.delta, self.digits = parts, delta, digits
        first = Evaluator(parts, 60.0)
        self.bits = first.bits + int(4 * digits)
        with ctx.workprec(self.bits):
            self.floor = first.infinite_mass()
            self.rest = ball_of(delta) - self.floor
            exact, others = first.reference()
            self.share = float((ball_of(delta) / self.rest).log().mid())
            self.log_rest = float(self.rest.log().mid())
            self.c, gap = first.planner.threshold(self.log_rest)
        self.guess = exact + Fraction(float(others.mid())) + Fraction(gap)
        self.low, self.high = Fraction(0), exact if first.pieces is not None else None
        self.checked_zero = False

    def bracket(self) -> tuple[Fraction, Fraction]:
        """Return certified bounds of the threshold, equal only where it is exactly 0.

        Raises
        ------
        UndecidedError
            If the comparisons stay undecided.
        """
        if (self.high is not None and self.high <= 0) or (self.guess <= 0 and self._is_zero()):
            return Fraction(0), Fraction(0)
        slope, point = self.c, self.guess
        for digits in sorted({min(_FIRST_DIGITS, self.digits), self.digits}):
            found = self._narrow(digits, point, slope)
            if found == (0, 0) or digits == self.digits:
                break
            point = (found[0] + found[1]) / 2
        return found

    def _evaluator(self, digits: int, point: Fraction) -> Evaluator:
        size = math.log(max(self.c * abs(float(point)), 1e-300))
        nats = max(8.0, (digits + 1) * _LOG10 - size + self.share + 1)
        evaluator = Evaluator(self.parts, nats, self.log_rest + self.share)
        with ctx.workprec(evaluator.bits):
            gap = evaluator.gap(point)
            self.c = evaluator.planner.saddle(gap) if digits > _FIRST_DIGITS else self.c
        evaluator.start(point, self.c)
        return evaluator

    def _is_zero(self) -> bool:
        """Return whether delta(0) is at most delta."""
        self.checked_zero = True
        value = Evaluator(self.parts, 14.0).delta(Fraction(0))
        with ctx.workprec(self.bits):
            if value <= ball_of(self.delta):
                return True
            if value > ball_of(self.delta):
                return False
        raise UndecidedError(f"delta(0) = {value} cannot be told from {self.delta}")

    def _narrow(self, digits: int, point: Fraction, slope: float) -> tuple[Fraction, Fraction]:
        """Return a certified bracket of so many digits, or (0, 0) where the threshold is 0."""
        evaluator, last = self._evaluator(digits, point), None
        for _ in range(_MOST_STEPS):
            point = self._inside(point, digits)
            if float(point) * self.c < _NEAR_ZERO and not self.checked_zero and self._is_zero():
                return Fraction(0), Fraction(0)
            excess = self._compared(evaluator, point)
            width = point / (4 * Fraction(10) ** digits)
            if self.high is not None and self.low > 0 and self.high - self.low <= 3 * width:
                return self.low, self.high
            if not math.isfinite(excess):
                last, point = None, self._middle(point)
                continue
            if last is not None and (last[1] - excess) * float(point - last[0]) > 0:
                slope = (last[1] - excess) / float(point - last[0])
            last = point, excess
            point += Fraction(excess / slope)
            if abs(excess / slope) <= float(width) and self._encloses(evaluator, point, width):
                return self.low, self.high  # type: ignore[return-value]
        raise UndecidedError(f"no threshold was certified to {digits} digits within {_MOST_STEPS} steps")

    def _compared(self, evaluator: Evaluator, point: Fraction) -> float:
        """Return log(curve/delta) of the finite parts, and move the side of the bracket that this settles."""
        value = evaluator.delta(point)
        with ctx.workprec(self.bits):
            if value >= ball_of(self.delta):
                self.low = max(self.low, point)
            elif value <= ball_of(self.delta):
                self.high = point if self.high is None else min(self.high, point)
            rest = value - self.floor
            return float((rest / self.rest).log().mid()) if rest > 0 else -math.inf

    def _encloses(self, evaluator: Evaluator, point: Fraction, width: Fraction) -> bool:
        """Return whether the bracket has closed after both sides of a point were looked at."""
        for side in (point - width, point + width):
            if self.low < side and (self.high is None or side < self.high):
                self._compared(evaluator, side)
        return self.high is not None and self.low > 0 and self.high - self.low <= 3 * width

    def _inside(self, point: Fraction, digits: int) -> Fraction:
        """Return a dyadic number near a point, strictly inside the bracket."""
        if point <= self.low or (self.high is not None and point >= self.high):
            point = self._middle(point)
        with ctx.workprec(int(digits * 3.4) + 24):
            dyadic = ball_of(point).mid().fmpq()
        near = Fraction(int(dyadic.p), int(dyadic.q))
        inside = self.low < near and (self.high is None or near < self.high)
        return near if inside else point

    def _middle(self, point: Fraction) -> Fraction:
        if self.high is None:
            return 2 * max(self.low, point) + Fraction(1, 1000)
        return (self.low + self.high) / 2

"""The threshold at a delta: a certified bracket around where the curve comes down to it."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import cast

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.alone import likely_threshold
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.jumps import are_few
from dpsym.curves.loss import Parts, PrivacyLoss, ball_of, log_of
from dpsym.curves.near_normal import finer_gap
from dpsym.curves.rare import is_light
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.summit import Summit
from dpsym.errors import UndecidedError

_MOST_STEPS = 160
_PATIENCE = 8  # steps of the secant rule between two bisections
_DOUBT = 1e-3  # by which share the first slope may be off, about
_FIRST_DIGITS = 3
_FEW = 8  # different losses of a kind that stand for more
_MANY_RUNS = 10**6
_SIDE = Fraction(2, 5)  # of what a bracket may be wide, to either side of a point
_SIDE_NATS = 14.0  # of delta(0), which is compared with the wanted one
_BALL = math.log(10 / 3)  # the same over the radius of a ball, in nats
_CHEAP = 500_000  # units of work for which a line is laid where only a guess says
_BELOW = Fraction(1, 1000)  # of a bound, by which a point is below it
_ASIDE = Fraction(1, 256)  # of a point, to where the slope there is looked for, or what is left of it
_FARTHER = 4  # times as far next where that says no more
_OFF = 2.0  # nats of the logarithm of the curve by which a point is not near the threshold
_FARTHEST_MOVE = 2.0  # by which the logarithm of a threshold changes at once
_EVEN = 2  # shares of the finite mass, above and below which a curve is seen from its other end
_SAME = Fraction(1, 10**6)  # of a point: so close to the first guess its saddle point serves
_LOG10 = math.log(10)
_NEAR_ZERO = 1e-9
_FORMULA_BITS = 192
_FIRST_BITS = 64
_FARTHEST = 10**12


@lru_cache(maxsize=64)
def _about(parts: Parts, delta: Fraction, scale: float) -> Fraction:
    """Return what few points of a lattice tell of a threshold; it is asked of again for fewer digits."""
    return Sandwich(parts).about(delta, scale)


class Search:
    """The least threshold eps >= 0 with delta(eps) <= delta, for a delta above the mass of an infinite loss.

    Of few runs a few digits first, so that the line of many digits is laid where it is needed; of many runs the saddle point says well
    enough where that is. The secant rule on the
    logarithm of the finite part proposes; only comparisons of balls move the bracket.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    delta : Fraction
        In (0, 1).
    digits : int
        The wanted digits of the threshold.
    effort : Effort
        The work that is left.
    near : pair of Fraction, optional
        A bracket of the threshold, positive, that is certified already.
    """

    def __init__(
        self, parts: Parts, delta: Fraction, digits: int, effort: Effort, near: tuple[Fraction, Fraction] | None = None
    ) -> None:
        self.parts, self.delta, self.digits, self.effort = parts, delta, digits, effort
        first = Evaluator(parts, 60.0, log_of(delta), effort)
        self.planner = first.planner
        self.bits = first.bits + int(4 * digits)
        with ctx.workprec(self.bits):
            self.floor = first.infinite_mass()
            self.rest, self.left = ball_of(delta) - self.floor, ball_of(1 - delta)
            exact, others = first.reference()
            self.share = float((ball_of(delta) / self.rest).log().mid())
            self.log_rest = float(self.rest.log().mid())
            self.log_left = min(0.0, float((_EVEN * self.left / (1 - self.floor)).log().mid()))
            self.c, gap = first.guide.threshold(self.log_rest)
            if near is None:
                gap, self.slope = finer_gap(first.guide.log_mgf, self.c, gap, self.log_rest)
            top = first.greatest_loss()
            self._is_piecewise = first.pieces is not None
            self.low = Fraction(0)
            self.high = None if top is None else exact if first.pieces is not None else as_fraction(top.upper())
            self._look_at_the_top()
        if not math.isfinite(gap):
            raise UndecidedError("no threshold was found to begin with")
        self.guess = exact + Fraction(float(others.mid())) + Fraction(gap)
        self.is_near = near is not None
        self._is_rough = near is None and first.is_rough
        self._is_sparse = self._is_rough and are_few(parts)
        self._is_doubtful = self._is_rough and not is_light(first.planner, first.guide, gap)
        self.checked_zero = self.is_near
        if near is not None:
            self.low, self.high = near
            self.guess = (self.low + self.high) / 2
            with ctx.workprec(self.bits):
                self.c = self.slope = first.guide.saddle(first.gap(self.guess))

    def bracket(self) -> tuple[Fraction, Fraction]:
        """Return certified bounds of the threshold, equal only where it is exactly 0.

        Raises
        ------
        UndecidedError
            If the comparisons stay undecided.
        """
        if self.is_near:
            return self._narrow(self.guess)
        if (self.high is not None and self.high <= 0) or (self.guess <= 0 and self._is_zero()):
            return Fraction(0), Fraction(0)
        if self._is_at_the_top():
            return self.low, self.high  # type: ignore[return-value]
        point = self.guess
        if len(self.parts) > _FEW and self.digits > _FIRST_DIGITS and not self._is_piecewise:
            point = self._of_fewer()
        return self._narrow(point)

    def _of_fewer(self) -> Fraction:
        """Return about the threshold, of a composition in which neighbours have become alike; it certifies nothing."""
        ranked = sorted(self.parts, key=lambda part: (type(part[0]).__name__, part[0].log_mgf(self.c)))
        fewer: dict[PrivacyLoss, int] = {}
        for _, kind in groupby(ranked, key=lambda part: type(part[0])):
            alike = list(kind)
            size = -(-len(alike) // _FEW)
            for start in range(0, len(alike), size):
                near = alike[start : start + size]
                loss = near[len(near) // 2][0]
                fewer[loss] = fewer.get(loss, 0) + sum(count for _, count in near)
        try:
            low, high = Search(tuple(fewer.items()), self.delta, _FIRST_DIGITS, self.effort).bracket()
        except UndecidedError:
            return self.guess
        return (low + high) / 2 or self.guess

    def _width(self, point: Fraction, digits: int) -> Fraction:
        return _SIDE * point / Fraction(10) ** digits

    def _look_at_the_top(self) -> None:
        """Move the ends of the bracket to where the probability of the greatest loss shows that they are."""
        with suppress(UndecidedError):
            low, high = Summit(self.parts).bracket(self.rest)
            self.low, self.high = max(self.low, low), high if self.high is None else min(self.high, high)

    def _is_at_the_top(self) -> bool:
        """Return whether the threshold is just below the greatest loss, where no line is needed to find it."""
        if self.high is None:
            return False
        width = self._width(self.high, self.digits)
        if not self._is_closed(width) and self.guess >= self.high - 100 * width:
            with suppress(UndecidedError):
                self._compared(self._evaluator(_FIRST_DIGITS, self.high), self.high - 2 * width)
        return self._is_closed(width)

    def _evaluator(self, digits: int, point: Fraction) -> Evaluator:
        size = math.log(max(self.c, 1e-300)) + log_of(point)
        nats = max(8.0, digits * _LOG10 + _BALL - size + self.share - self.log_left)
        return Evaluator(self.parts, nats, self.log_rest + self.share, self.effort, planner=self.planner)

    def _started(self, point: Fraction, at_any_cost: bool = False) -> Evaluator | None:
        """Return what evaluates around a point; None where this is no more than a guess, and no line, or a dear one, goes through it."""
        place = self._inside(point, self.digits)
        evaluator = self._evaluator(self.digits, place)
        if abs(point - self.guess) > _SAME * abs(self.guess):
            with ctx.workprec(evaluator.bits):
                self.c = self.slope = evaluator.guide.saddle(evaluator.gap(point))
            evaluator = self._evaluator(self.digits, place)
        spared = 0 if at_any_cost or self.is_near or not evaluator.is_rough else max(0, self.effort.left - _CHEAP)
        self.effort.left -= spared
        try:
            is_laid = evaluator.start(place, self.c)
        finally:
            self.effort.left += spared
        is_final = at_any_cost or self.is_near or (not spared and len(self.parts) > _FEW)
        return evaluator if is_laid or is_final else None

    def _scouted(self, point: Fraction) -> Fraction:
        """Return a better guess, where a composition on few points of a lattice shows that a point is too high, or where it is none."""
        if sum(count for _, count in self.parts) > _MANY_RUNS:  # of which a lattice of few points sees nothing
            return point
        try:
            self.high = _about(tuple(self.parts), self.delta, float(point))
        except UndecidedError:
            return point
        below = self.high * (1 - _BELOW)
        return min(point, below) if point > 0 else below

    def _is_zero(self) -> bool:
        """Return whether delta(0) is at most delta."""
        self.checked_zero = True
        value = delta_at_zero(self.parts, self.delta, self.effort)
        with ctx.workprec(self.bits):
            if value <= ball_of(self.delta):
                return True
            if value > ball_of(self.delta):
                return False
        raise UndecidedError(f"delta(0) = {value} cannot be told from {self.delta}")

    def _narrow(self, point: Fraction) -> tuple[Fraction, Fraction]:
        """Return a certified bracket of the wanted digits, (0, 0) where the threshold is 0, from a point near it on."""
        likely = likely_threshold(self.parts, self.delta, float(point)) if self._is_doubtful else None
        point = likely or point
        evaluator = None if self._is_sparse and likely is None else self._started(point, likely is not None)
        if evaluator is None:
            point = self._scouted(point)
            if self.high == 0:
                return Fraction(0), Fraction(0)
            evaluator = cast("Evaluator", self._started(point, True))
        digits, slope, is_laid_anew, reach, doubt = self.digits, self.slope, False, _ASIDE, _DOUBT
        last: tuple[Fraction, float] | None = None
        for turn in range(1, _MOST_STEPS):
            point = self._inside(point, digits)
            if float(point) * self.c < _NEAR_ZERO and not self.checked_zero and self._is_zero():
                return Fraction(0), Fraction(0)
            excess = self._compared(evaluator, point)
            width = self._width(point, digits)
            if self._is_closed(width):
                return self.low, self.high  # type: ignore[return-value]
            if not math.isfinite(excess):
                last, point, reach = None, self._away(point, excess, reach), _FARTHER * reach
                continue
            # where the saddle point says little about the slope
            if last is None and (self.log_left or self._is_off(excess)):
                place = point * (1 - _ASIDE)
                last = place, self._compared(evaluator, place)
            if last is not None and (last[1] - excess) * (point - last[0]) > 0:
                slope, doubt = (last[1] - excess) / float(point - last[0]), abs(last[1])
            last = point, excess
            move = self._move(point, excess, slope)
            point += move
            if abs(move) * min(1.0, doubt) <= width:
                if self._encloses(evaluator, point, width):
                    return self.low, self.high  # type: ignore[return-value]
                if abs(move) <= width and not is_laid_anew:  # the curve is flatter here than where the line was laid
                    evaluator, is_laid_anew = cast("Evaluator", self._started(point, True)), True
            if turn % _PATIENCE == 0:
                last, point = None, self._middle(point)
        raise UndecidedError(f"no threshold was certified to {digits} digits within {_MOST_STEPS} steps")

    def _is_off(self, excess: float) -> bool:
        """Return whether a saddle point says little: of rare samples, where a point is not near the threshold."""
        return self._is_sparse or (self._is_rough and abs(excess) > _OFF)

    def _move(self, point: Fraction, excess: float, slope: float) -> Fraction:
        """Return how far to go where the logarithm of the curve were linear; of rare samples it is so rather in that of the threshold."""
        if not self._is_off(excess):
            return Fraction(excess / slope)
        move = excess / (slope * float(point))
        return point * Fraction(math.expm1(max(-_FARTHEST_MOVE, min(_FARTHEST_MOVE, move))))

    def _compared(self, evaluator: Evaluator, point: Fraction) -> float:
        """Return log(curve/delta) of the finite parts, less that of what is left of them, and move the side of the bracket that this settles."""
        value = evaluator.delta(point)
        with ctx.workprec(self.bits):
            if value >= ball_of(self.delta):
                self.low = max(self.low, point)
            elif value <= ball_of(self.delta):
                self.high = point if self.high is None else min(self.high, point)
            rest, left = value - self.floor, 1 - value
            if not (rest > 0 and left > 0):
                return math.inf if rest > 0 else -math.inf
            return float((rest * self.left / (self.rest * left)).log().mid())

    def _is_closed(self, width: Fraction) -> bool:
        return self.high is not None and self.low > 0 and self.high - self.low <= width / _SIDE

    def _encloses(self, evaluator: Evaluator, point: Fraction, width: Fraction) -> bool:
        """Return whether the bracket has closed after both sides of a point were looked at."""
        for side in (point - width, point + width):
            if self.low < side and (self.high is None or side < self.high):
                self._compared(evaluator, side)
        return self._is_closed(width)

    def _inside(self, point: Fraction, digits: int) -> Fraction:
        """Return a dyadic number near a point, strictly inside the bracket."""
        if point <= self.low or (self.high is not None and point >= self.high):
            point = self._middle(point)
        with ctx.workprec(int(digits * 3.4) + 24):
            near = as_fraction(ball_of(point).mid())
        inside = self.low < near and (self.high is None or near < self.high)
        return near if inside else point

    def _away(self, point: Fraction, excess: float, reach: Fraction) -> Fraction:
        """Return where to look next where only the side is known: a share of the point away, not past the middle, as what is far takes long."""
        middle = self._middle(point)
        return max(middle, point * (1 - reach)) if excess < 0 else min(middle, point * (1 + reach))

    def _middle(self, point: Fraction) -> Fraction:
        if self.high is None:
            return 2 * max(self.low, point) + Fraction(1, 1000)
        return (self.low + self.high) / 2


def delta_at_zero(parts: Parts, wanted: Fraction, effort: Effort) -> arb:
    """Return delta(0) to a few digits, to be compared with a wanted one.

    Raises
    ------
    UndecidedError
        If they were not reached.
    """
    return Evaluator(parts, _SIDE_NATS, log_of(wanted), effort).delta(Fraction(0))


def of_one_step(
    delta: Callable[[Fraction], arb], wanted: Fraction, digits: int, first_place: Fraction = Fraction(1)
) -> tuple[Fraction, Fraction]:
    """Return a certified bracket of where a formula for delta comes down to a wanted one, by halving; it is looked for first at a given place.

    Raises
    ------
    UndecidedError
        If the formula cannot be told from the wanted delta where that is needed.
    """
    most = int(4 * digits) + _FORMULA_BITS
    first = min(most, int(4 * digits + max(0.0, -log_of(wanted)) / math.log(2)) + _FIRST_BITS)

    def is_enough(place: Fraction) -> bool | None:
        """Return whether delta is at most the wanted one, by few bits where they tell; None where it cannot be told."""
        for bits in dict.fromkeys((first, most)):
            with ctx.workprec(bits):
                value, goal = delta(place), ball_of(wanted)
                if value <= goal:
                    return True
                if value > goal:
                    return False
        return None

    if is_enough(Fraction(0)):
        return Fraction(0), Fraction(0)
    low, high = Fraction(0), first_place
    while not (told := is_enough(high)):
        # what cannot be told is no bound from below
        low, high = high if told is False else low, (4 if high >= 1 else 2) * high
        if high > _FARTHEST:
            raise UndecidedError(f"delta does not certainly come down to {wanted} below {_FARTHEST}")
    while low == 0 and is_enough(high / 16) and high > Fraction(1, _FARTHEST**4):
        high /= 16
    for _ in range(_MOST_STEPS):
        if high - low <= low / Fraction(10) ** digits:
            return low, high
        middle = (low + high) / 2
        told = is_enough(middle)
        if told is None:
            break
        low, high = (low, middle) if told else (middle, high)
    raise UndecidedError(f"the formula for one step cannot be told from {wanted}")

r"""From a trade-off function to approximate privacy, whatever its form: the greatest height of a line of a slope below it.

.. math:: \delta(\varepsilon) = \sup_t \left( 1 - f(t) - e^\varepsilon t \right)

is what every test of the promise keeps, and for a convex, symmetric f nothing less does. The supremum is bounded over intervals of levels:
the least error T of all tests does not increase, so that on [a, b] the term is at most :math:`1 - f(b) - e^\varepsilon a`; where f has a derivative,
or itself a range there, these bound it more closely.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

from flint import arb, ctx
from sympy import Abs, Expr, Max, Min, S, diff

from dpsym.ball import as_fraction, to_fmpq
from dpsym.conversion.asked import is_number, require_positive, require_target
from dpsym.conversion.inverse import least_eps
from dpsym.conversion.rounding import fraction, lower
from dpsym.divergences.sampled import SampledCurve
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError, NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import Arrow, Request, Source, require
from dpsym.guarantees.binding import BOUND_LEVEL, Curve
from dpsym.guarantees.notions import ApproxDP, TradeOffDP
from dpsym.guarantees.numbers import rounded_up

_BITS = 320
_CLOSE, _NEAR = 1e-14, 1e-4
_LEAST = arb(2) ** -1000
_MOST_INTERVALS = 3000
_KINKS = (Max, Min, Abs)
_DIGITS, _FINE = 12, 18


class _Lines:
    """The heights of lines below a trade-off function, by branch and bound over the levels."""

    def __init__(self, tradeoff: Curve) -> None:
        self.value: Expr = tradeoff.expr.xreplace({tradeoff.variable: BOUND_LEVEL})
        # the greatest of several is above each of them, and those alone have derivatives
        parts = self.value.args if isinstance(self.value, Max) else (self.value,)
        self.parts = [(part, None if part.has(*_KINKS) else diff(part, BOUND_LEVEL)) for part in parts]
        self._start = self.power(arb(0))
        self._all = _Interval(self, Fraction(0), Fraction(1), self.power(arb(1)))

    def height(self, factor: arb, goal: Fraction | None = None) -> tuple[arb, arb]:
        """Return bounds of the supremum of 1 - f(t) - x t over the levels, coarse ones where a goal is not between them."""
        best = self._start.lower()
        count = 0
        heap: list[tuple[float, int, _Interval, arb]] = []

        def push(part: _Interval) -> None:
            nonlocal best, count
            best = best.max((part.power - factor * part.right).lower())
            bound = part.bound(factor)
            count += 1
            heappush(heap, (-float(bound), count, part, bound))

        push(self._all)
        while count < _MOST_INTERVALS:
            _, _, part, bound = heap[0]
            far = goal is not None and not best <= to_fmpq(goal) <= bound
            slack, floor = (_NEAR, arb(to_fmpq(goal)) * _NEAR) if far else (_CLOSE, _LEAST)
            if bound <= best.max(arb(0)) * (1 + slack) + floor:
                break
            heappop(heap)
            for half in part.halves:
                push(half)
        return best.max(arb(0)), max((each[3] for each in heap), key=float).max(arb(0))

    def power(self, level: arb) -> arb:
        """Return a ball of 1 - f, 1 where f is not known: no error is below 0."""
        found = self.over(self.value, level)
        return arb(1) if found is None else 1 - found

    def over(self, expression: Expr, levels: arb, hull: bool = True) -> arb | None:
        """Return a ball of what an expression is at levels, of several cases together where a hull is wanted, None where it is not known."""
        try:
            found = Walker({BOUND_LEVEL: levels}, hull=hull)(expression)
        except (DpsymError, ArithmeticError, ValueError):
            return None
        ball = arb(found) if not isinstance(found, arb) else found
        return ball if ball.is_finite() else None


class _Interval:
    """An interval of levels: what bounds 1 - f there, which is worked out once for lines of all slopes.

    Parameters
    ----------
    power : arb
        A ball of 1 - f at the end.
    """

    def __init__(self, lines: _Lines, low: Fraction, high: Fraction, power: arb) -> None:
        self._lines, self._low, self._high, self.power = lines, low, high, power
        self.left, self.right, self._middle = (arb(to_fmpq(place)) for place in (low, high, (low + high) / 2))
        levels = self.left.union(self.right)
        self._move = levels - self._middle
        powers, self._tangents = [power], []
        for part, slope in lines.parts:
            if (itself := lines.over(part, levels)) is not None:
                powers.append(1 - itself)
            rate = None if slope is None else lines.over(slope, levels, hull=False)  # none where two cases meet
            center = None if rate is None else lines.over(part, self._middle)
            if rate is not None and center is not None:
                self._tangents.append((1 - center, rate))
        self._greatest = min((each.upper() for each in powers), key=float)

    def bound(self, factor: arb) -> arb:
        """Return what 1 - f(t) - x t is not above."""
        bounds = [self._greatest - factor * self.left]
        for center, rate in self._tangents:
            bounds.append(center - factor * self._middle - (rate + factor) * self._move)
        return min((bound.upper() for bound in bounds if bound.is_finite()), key=float)

    @cached_property
    def halves(self) -> tuple[_Interval, _Interval]:
        """Its parts on both sides of a level: levels matter by their size."""
        place = (self._low + self._high) / 2 if self._low else self._high / 4
        power = self._lines.power(arb(to_fmpq(place)))
        below, above = (self._low, place, power), (place, self._high, self.power)
        return _Interval(self._lines, *below), _Interval(self._lines, *above)


def conjugate_delta(tradeoff: Curve, eps: Expr) -> tuple[arb, arb]:
    """Return bounds of the delta at an eps that follows from a trade-off function of numbers.

    Raises
    ------
    UndecidedError
        If eps cannot be enclosed, or is so great that its exponential is not finite.
    """
    with ctx.workprec(_BITS):
        place: Any = Walker({})(eps)
        factor = arb(place).exp()
        if not factor.is_finite():
            raise UndecidedError(f"e^eps is no number that can be written at eps = {eps}")
        return _Lines(tradeoff).height(factor)


def _approx(value: TradeOffDP, request: Request) -> ApproxDP:
    require_target(request)
    require(
        not value.tradeoff.expr.has(SampledCurve),
        "the lines below that of a sample are those of the function before it",
    )
    require(
        is_number(value, request.eps, request.delta), "the lines below a trade-off function are looked for with numbers"
    )
    if request.eps is not None:
        high = conjugate_delta(value.tradeoff, request.eps)[1]
        return ApproxDP(request.eps, min(S.One, rounded_up(as_fraction(high), _DIGITS)))
    delta: Any = request.delta
    require_positive(delta)
    lines, goal = _Lines(value.tradeoff), fraction(lower(delta, _FINE))

    def excess(place: Fraction) -> arb:
        with ctx.workprec(max(ctx.prec, _BITS)):
            low, high = lines.height(arb(to_fmpq(place)).exp(), goal)
            height = low if low > to_fmpq(goal) else high
            return arb("-inf") if height.is_zero() else (height / to_fmpq(goal)).log()

    try:
        return ApproxDP(least_eps(excess), delta)
    except UndecidedError as error:
        raise NotApplicableError(f"the lines below the trade-off function are undecided: {error}") from None


TRADEOFF_CONJUGATE = Arrow(
    name="tradeoff_to_approx.conjugate",
    source=TradeOffDP,
    target=ApproxDP,
    theorems=("tradeoff.to_profile", "tradeoff.profile"),
    says="delta(eps) = max over t of 1 - f(t) - e^eps t, or its inverse, over intervals of levels",
    cites=(Source("dong2022gaussian", "Proposition 2.12"),),
    apply=_approx,
    hypotheses=("numbers",),
    tight="for convex, symmetric f, by the pair that has it as its trade-off function",
)

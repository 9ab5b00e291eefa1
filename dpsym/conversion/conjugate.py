r"""From a trade-off function to approximate privacy, whatever its form: the greatest height of a line of a slope below it.

.. math:: \delta(\varepsilon) = \sup_t \left( 1 - f(t) - e^\varepsilon t \right)

is what every test of the promise keeps, and for a convex, symmetric f nothing less does. The supremum is bounded over intervals of levels:
the least error T of all tests does not increase, so that on [a, b] the term is at most :math:`1 - f(b) - e^\varepsilon a`; where f has a derivative,
or itself a range there, these bound it more closely.
"""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

from flint import arb, ctx
from sympy import Abs, Expr, Max, Min, Piecewise, S, diff

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
_CLOSE = 1e-14
_LEAST = arb(2) ** -1000
_MOST_INTERVALS = 3000
_KINKS = (Max, Min, Piecewise, Abs)
_DIGITS, _FINE = 12, 18


class _Lines:
    """The heights of lines below a trade-off function, by branch and bound over the levels."""

    def __init__(self, tradeoff: Curve) -> None:
        self.value: Expr = tradeoff.expr.xreplace({tradeoff.variable: BOUND_LEVEL})
        # the greatest of several is above each of them, and those alone have derivatives
        parts = self.value.args if isinstance(self.value, Max) else (self.value,)
        self.parts = [(part, None if part.has(*_KINKS) else diff(part, BOUND_LEVEL)) for part in parts]
        self._known: dict[Fraction, arb] = {}

    def height(self, factor: arb) -> tuple[arb, arb]:
        """Return bounds of the supremum of 1 - f(t) - x t over the levels."""
        best = (1 - self.at(Fraction(0))).lower()
        count = 0
        heap: list[tuple[float, int, Fraction, Fraction, arb]] = []

        def push(low: Fraction, high: Fraction) -> None:
            nonlocal best, count
            best = best.max((1 - self.at(high) - factor * to_fmpq(high)).lower())
            bound = self._bound(low, high, factor)
            count += 1
            heappush(heap, (-float(bound), count, low, high, bound))

        push(Fraction(0), Fraction(1))
        while count < _MOST_INTERVALS:
            _, _, low, high, bound = heap[0]
            if bound <= best.max(arb(0)) * (1 + _CLOSE) + _LEAST:
                break
            heappop(heap)
            # levels matter by their size
            middle = (low + high) / 2 if low else high / 4
            push(low, middle)
            push(middle, high)
        return best.max(arb(0)), max((each[4] for each in heap), key=float).max(arb(0))

    def at(self, level: Fraction) -> arb:
        """Return a ball of f, 0 where it is not known: no error is below 0."""
        if level not in self._known:
            found = self._over(self.value, arb(to_fmpq(level)))
            self._known[level] = arb(0) if found is None else found
        return self._known[level]

    def _over(self, expression: Expr, levels: arb) -> arb | None:
        try:
            found = Walker({BOUND_LEVEL: levels}, hull=True)(expression)
        except (DpsymError, ArithmeticError, ValueError):
            return None
        ball = arb(found) if not isinstance(found, arb) else found
        return ball if ball.is_finite() else None

    def _bound(self, low: Fraction, high: Fraction, factor: arb) -> arb:
        left, right = arb(to_fmpq(low)), arb(to_fmpq(high))
        bounds = [1 - self.at(high) - factor * left]
        levels = left.union(right)
        middle = (low + high) / 2
        for part, slope in self.parts:
            if (itself := self._over(part, levels)) is not None:
                bounds.append(1 - itself - factor * left)
            rate = None if slope is None else self._over(slope, levels)
            center = None if rate is None else self._over(part, arb(to_fmpq(middle)))
            if rate is not None and center is not None:
                move = levels - to_fmpq(middle)
                bounds.append(1 - center - factor * to_fmpq(middle) - (rate + factor) * move)
        return min((bound.upper() for bound in bounds if bound.is_finite()), key=float)


def conjugate_delta(tradeoff: Curve, eps: Expr) -> tuple[arb, arb]:
    """Return bounds of the delta at an eps that follows from a trade-off function of numbers.

    Raises
    ------
    UndecidedError
        If eps cannot be enclosed.
    """
    with ctx.workprec(_BITS):
        place: Any = Walker({})(eps)
        return _Lines(tradeoff).height(arb(place).exp())


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
            high = lines.height(arb(to_fmpq(place)).exp())[1]
            return arb("-inf") if high.is_zero() else (high / to_fmpq(goal)).log()

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

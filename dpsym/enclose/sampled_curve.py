"""The trade-off function of a sample as a ball: fixed point and inverse by bisection, with errors that slopes bound."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from dpsym.ball import as_fraction, to_fmpq
from dpsym.enclose.arithmetic import Value
from dpsym.enclose.ranges import Range
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError, NotDerivedError

_CLOSE = 16
_EDGE = Fraction(1, 2**12)


class _Sample:
    """f, f_q and what is made of them, at a rate.

    f does not increase, so that f - Id has slopes of -1 and below, and f_q such of -(1 - q) and below: a place is no further from a zero
    than the value there over that slope.
    """

    def __init__(self, walk: Walker, function: Any, rate: arb) -> None:
        (self.place,) = function.variables
        self.walk, self.body, self.rate = walk, function.expr, rate

    def error(self, level: Fraction) -> arb:
        """Return a ball of f, [0, 1] where it has no enclosure."""
        try:
            found = self.walk.within(self.place, to_fmpq(level), hull=True)(self.body)
        except (DpsymError, ArithmeticError):
            return arb(0).union(arb(1))
        return found.ball() if isinstance(found, Range) else arb(found)

    def sampled(self, level: Fraction) -> arb:
        """Return a ball of f_q."""
        return self.rate * self.error(level) + (1 - self.rate) * (1 - to_fmpq(level))

    def hull(self, levels: arb) -> arb:
        """Return a ball of f_q over levels."""
        low, high = (max(Fraction(0), min(Fraction(1), as_fraction(end))) for end in (levels.lower(), levels.upper()))
        return self.sampled(low).union(self.sampled(high))

    def fixed(self) -> arb:
        """Return a ball of the level at which f has its own level as value."""
        return _zero(lambda level: self.error(level) - to_fmpq(level), arb(1))

    def at(self, level: Fraction) -> arb:
        """Return a ball of the operator at a level; of several where the case is open."""
        here, fixed = arb(to_fmpq(level)), self.fixed()
        reflected = self.hull(fixed)
        cases = []
        if not here > fixed:
            cases.append(self.sampled(level))
        if not (here < fixed or here > reflected):
            cases.append(fixed + reflected - here)
        if not here < reflected:
            # where f_q is below the level from the beginning, the place is 0
            cases.append(_zero(lambda place: self.sampled(place) - here, 1 - self.rate))
        return reduce(lambda left, right: left.union(right), cases)


def _zero(function: Callable[[Fraction], arb], slope: arb) -> arb:
    """Return a ball of where a function on [0, 1], as steep as that at least, changes its sign; 0 or 1 where it does not."""
    low, high = Fraction(0), Fraction(1)
    above = below = None
    for step in range(2 * ctx.prec):
        middle = _between(low, high, above, below) if step % 4 else (low + high) / 2
        value = function(middle)
        near = _around(middle, value, slope)
        undecided = not (value > 0 or value < 0)
        if undecided or near.rad() <= _CLOSE * arb(2) ** -ctx.prec:
            return near.max(arb(to_fmpq(low))).min(arb(to_fmpq(high)))
        if value > 0:
            low, above = middle, value
        else:
            high, below = middle, value
    return arb(to_fmpq(low)).union(arb(to_fmpq(high)))


def _around(place: Fraction, value: arb, slope: arb) -> arb:
    """Return a ball of the zero from a value nearby, on the side on which it is."""
    move = value / slope
    reach = arb(0).union(move.upper()) if value > 0 else arb(0).union(move.lower()) if value < 0 else move.union(arb(0))
    return arb(to_fmpq(place)) + reach


def _between(low: Fraction, high: Fraction, above: arb | None, below: arb | None) -> Fraction:
    """Return the place that the secant proposes, inside of the bracket."""
    if above is None or below is None:
        return (low + high) / 2
    share = as_fraction((above.mid() / (above.mid() - below.mid())).mid())
    place = low + (high - low) * min(max(share, _EDGE), 1 - _EDGE)
    whole = 1 << (ctx.prec + 64)  # no finer than what is asked for
    rounded = Fraction(int(place * whole), whole)
    return rounded if low < rounded < high else (low + high) / 2


def sampled_curve(walk: Walker, node: sp.Basic) -> Value:
    """Return the value of a `SampledCurve`, over levels from its ends, as it does not increase."""
    level, function, rate = node.args
    place, share = walk(level), walk(rate)
    if walk.smooth or any(isinstance(value, (acb, Range)) for value in (share,)) or isinstance(place, acb):
        raise NotDerivedError("the trade-off function of a sample is enclosed over real levels, at one rate")
    sample, levels = _Sample(walk, function, arb(share)), Range.of(place)
    low, high = (max(Fraction(0), min(Fraction(1), as_fraction(end))) for end in (levels.lo, levels.hi))
    top, bottom = sample.at(low), sample.at(high)
    return Range(bottom, top) if isinstance(place, Range) else bottom.union(top)

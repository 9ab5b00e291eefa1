"""The power of tests that a promise allows: a test makes of a pair of laws one on two points, which keeps the promise too.

So the greatest power at a level t is the greatest p of which the pair (p, t) on two points keeps it in both directions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.conversion.renyi_promise import Promise
from dpsym.conversion.tested_pair import polynomial_of
from dpsym.conversion.two_points import TwoPoints
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError
from dpsym.guarantees.notions import BoundedRangeDP, TradeOffDP
from theorems.regress.engines import to_digits
from theorems.regress.truths import Bounded, Known, Truth

_ROAD = "attained by a pair of laws on two points that keeps the promise"
_HALVINGS, _BITS, _GRID = 80, 192, 160
_SLACKS = tuple(Fraction(1, 10**k) for k in range(22, 5, -1))


def renyi_power(promise: Promise, level: Fraction) -> Truth:
    """Return the greatest power at a level that a Rényi promise allows.

    Raises
    ------
    UndecidedError
        If no bound was certified.
    """
    low = _greatest(lambda p: promise.is_kept(TwoPoints(p, level)), level, Fraction(1))
    for slack in _SLACKS:
        high = low + slack * min(low, 1 - low)
        if high < 1 and _is_broken(promise, TwoPoints(high, level)):
            return Bounded(("rdp.to_approx.optimal.attained",), _ROAD, low, high)
    raise UndecidedError("no power that the promise forbids was found")


def _greatest(is_kept: Callable[[Fraction], bool], low: Fraction, high: Fraction) -> Fraction:
    """Return the greatest number that is certainly kept, as closely as halving finds it, of those close to both ends too."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_kept(middle) else (low, middle)
    return low


def _is_broken(promise: Promise, pair: TwoPoints) -> bool:
    """Return whether a pair certainly breaks a promise at some order: the one at which it looks worst."""
    with ctx.workprec(_BITS):
        if promise.orders:
            return any(
                bool(each.log_moment(ball_of(order)) > (ball_of(order) - 1) * budget())
                for order, _, budget in promise.orders
                for each in (pair, pair.swapped)
            )
        return any(_breaks(promise, each) for each in (pair, pair.swapped))


def _breaks(promise: Promise, pair: TwoPoints) -> bool:
    def beyond_one(place: float) -> arb:
        above = Fraction(math.exp(place))
        return ball_of(above if promise.last is None else min(above, promise.last - 1))

    def excess(place: float) -> arb:
        order = 1 + beyond_one(place)
        return pair.log_moment(order) - (ball_of(promise.xi) + ball_of(promise.rho) * order) * (order - 1)

    def size(place: float) -> float:
        return float((excess(place) / beyond_one(place)).mid())

    step = (promise.reach + 30) / _GRID
    places = [min(promise.reach, -30 + step * k) for k in range(_GRID + 1)]
    best = max(places, key=size)
    while step > 1e-9:
        step /= 2
        best = max((best - step, best, min(best + step, promise.reach)), key=size)
    return bool(excess(best) > 0)


def range_power(value: BoundedRangeDP, level: Fraction) -> Truth:
    r"""Return the greatest power that a bounded range allows, :math:`p/(1 - p) = e^\varepsilon t/(1 - t)`."""
    odds = ball_of((1 - level) / level)

    def power() -> arb:
        return 1 / (1 + odds * (-ball_of(as_fraction(value.eps))).exp())

    return Known(("range.profile.any", "range.profile.attained"), _ROAD, [partial(to_digits, power)])


def tests_power(value: TradeOffDP, level: Fraction) -> Truth:
    """Return the greatest power that a polynomial trade-off function f allows: 1 less the greater one of f and its inverse.

    Raises
    ------
    UndecidedError
        If it is no convex polynomial from 1 to 0.
    """
    curve = polynomial_of(value)

    def height(place: Fraction) -> Fraction:
        return as_fraction(curve.eval(place))

    # of the inverse, f(x) = t, the power is 1 - x
    low = _greatest(lambda x: height(x) >= level, Fraction(0), Fraction(1))
    far, near = 1 - height(level), 1 - low
    return Bounded(("tradeoff.profile",), _ROAD, min(far, near - Fraction(1, 2**_HALVINGS)), min(far, near))

"""A good order for a bound that holds at every order of a set: found by search, used exactly.

Every order is sound, so the search certifies nothing: the bound is the exact expression at the rational order found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import exp, inf, isfinite, log, sqrt
from typing import Any

from flint import arb, ctx
from sympy import Expr, FiniteSet, Interval, Set, Union, oo

from dpsym.ball import to_fmpq
from dpsym.conversion.rounding import fraction, lower, rational, rounded, upper
from dpsym.enclose.walker import Walker
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.binding import Curve

BITS = 192
"""The precision of the search: the order may be as near to 1, or as great, as e^60, and the formulas cancel."""
_FARTHEST = 60.0  # of log(alpha - 1)
_STEP = 3.0
CLOSE = 1e-5  # in log(alpha - 1): the bound is flat at the best order, and then right to twice as many digits
FIRST = 0.25
"""The first step from 0 in search of a threshold."""
_DIGITS = 10
_GOLDEN = (sqrt(5) - 1) / 2
_FEW, _TURNS = 24, 80

Objective = Callable[[Any], arb]
"""From an order, rational or a ball, to what is to be least, at the working precision."""
Height = Callable[[float], float]


def best_order(objective: Objective, orders: Set) -> Expr:
    """Return an order of a set at which an objective is about least.

    Parameters
    ----------
    objective : callable
        From an order to a ball; where it raises `UndecidedError`, is infinite or no number, the order is passed over.
    orders : Interval, FiniteSet or Union
        Orders above 1.

    Returns
    -------
    Expr
        A rational of about ten digits, or a member of a finite set as it is.

    Raises
    ------
    NotApplicableError
        If the objective is finite at no order tried.
    """
    pieces = orders.args if isinstance(orders, Union) else (orders,)
    with ctx.workprec(BITS):
        found = [
            _in_list(objective, piece) if isinstance(piece, FiniteSet) else _in_interval(objective, piece)
            for piece in pieces
        ]
    value, order = min(found, key=lambda pair: pair[0])
    if value == inf:
        raise NotApplicableError(f"the bound is finite at no order of {orders} that was tried")
    return order


def budget_at(budget: Curve, order: Any) -> arb:
    """Return a ball of a Rényi budget at an order, at the working precision."""
    return arb(Walker({budget.variable: order})(budget.expr))


def height_of(objective: Objective, order: Any) -> float:
    """Return the objective as a float that only compares; the logarithm keeps what a float cannot hold in order."""
    try:
        value = objective(order)
    except (UndecidedError, OverflowError, ZeroDivisionError):
        return inf
    if not value.is_finite() or value.rad() > abs(value.mid()) + 1:
        return inf
    middle = value.mid()
    if abs(middle) < arb(10) ** 300:
        return float(middle)
    return float(abs(middle).log()) * 1e300 if middle > 0 else -inf


def _in_list(objective: Objective, orders: FiniteSet) -> tuple[float, Expr]:
    members = sorted(orders.args, key=lambda order: fraction(lower(order)))
    step = max(1, len(members) // _FEW)
    place = {k: height_of(objective, order_value(members[k])) for k in range(0, len(members), step)}
    best = min(place, key=place.__getitem__)
    for k in range(max(0, best - step), min(len(members), best + step + 1)):
        if k not in place:
            place[k] = height_of(objective, order_value(members[k]))
    best = min(place, key=place.__getitem__)
    return place[best], members[best]


def order_value(order: Expr) -> Any:
    """Return an order as the walk takes it: a flint rational, or a ball at the working precision."""
    return to_fmpq(fraction(order)) if order.is_Rational else arb(Walker({})(order))


def _ends(orders: Interval) -> tuple[Fraction, Fraction | None]:
    """Return rational orders between which to search, inside the interval; None if it is unbounded."""
    low, high = fraction(upper(orders.start)), None if orders.end == oo else fraction(lower(orders.end))
    width = 1 if high is None else high - low
    tiny = width / Fraction(10) ** 27
    low = low + tiny if low == 1 or orders.left_open else low
    return low, high - tiny if high is not None and orders.right_open else high


def _in_interval(objective: Objective, orders: Interval) -> tuple[float, Expr]:
    low, high = _ends(orders)
    first = max(-_FARTHEST, _log(low - 1))
    last = _FARTHEST if high is None else max(first, _log(high - 1))

    def order_at(place: float) -> Fraction:
        found = 1 + fraction(rounded(_exp(place), True, _DIGITS))
        return max(low, found if high is None else min(high, found))

    def height(place: float) -> float:
        return height_of(objective, to_fmpq(order_at(place)))

    count = max(2, int((last - first) / _STEP) + 1)
    places = [first + (last - first) * k / count for k in range(count + 1)]
    place, value = _refined(height, places, [height(each) for each in places])
    return value, rational(to_fmpq(order_at(place)))


def _refined(height: Height, places: Sequence[float], heights: list[float]) -> tuple[float, float]:
    """Return where a function is about least, near the least of its values on a grid."""
    best = min(range(len(places)), key=heights.__getitem__)
    if heights[best] == inf:
        return places[best], inf
    found = golden(height, places[max(best - 1, 0)], places[min(best + 1, len(places) - 1)])
    return min((places[best], heights[best]), found, key=lambda pair: pair[1])


def golden(height: Height, low: float, high: float, close: float = CLOSE) -> tuple[float, float]:
    """Return where a function of one minimum is about least between two places, and its value there; the ends count."""
    known = {low: height(low), high: height(high)}
    one, two = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    first, second = height(one), height(two)
    while high - low > close:
        known |= {one: first, two: second}
        if first < second or second == inf:
            high, two, second = two, one, first
            one = high - _GOLDEN * (high - low)
            first = height(one)
        else:
            low, one, first = one, two, second
            two = low + _GOLDEN * (high - low)
            second = height(two)
    place = min(known, key=known.__getitem__)
    return place, known[place]


def climbed(height: Callable[[float], Any], farthest: float) -> tuple[float, float]:
    """Return about where a function that rises and then falls is greatest, by doubling steps from 0, and how far to either side of it that is."""
    step, middle, value = FIRST, 0.0, height(0.0)
    direction = 1.0 if height(step) > value else -1.0
    while step < farthest and (following := height(middle + direction * step)) > value:
        middle, value, step = middle + direction * step, following, 2 * step
    return middle, step


def parabolic(height: Height, low: float, middle: float, high: float, close: float = CLOSE) -> tuple[float, float]:
    """Return where a smooth function of one minimum is about least, and its value there: by parabolas, every third step by the golden section.

    Parameters
    ----------
    low, middle, high : float
        Increasing, the function least in the middle; the ends may be best, too.
    """
    left, best, right = ((place, height(place)) for place in (low, middle, high))
    for turn in range(1, _TURNS):
        place = _vertex(left, best, right) if turn % 3 else None
        if place is None or not left[0] < place < right[0]:
            far = left if best[0] - left[0] > right[0] - best[0] else right
            place = best[0] + (1 - _GOLDEN) * (far[0] - best[0])
        found, is_settled = (place, height(place)), abs(place - best[0]) < close
        if found[1] <= best[1]:
            left, best, right = (left, found, best) if place < best[0] else (best, found, right)
        elif place < best[0]:
            left = found
        else:
            right = found
        if is_settled or right[0] - left[0] < close:
            break
    return min((left, best, right), key=lambda pair: pair[1])


def _vertex(one: tuple[float, float], two: tuple[float, float], three: tuple[float, float]) -> float | None:
    """Return where the parabola through three points is least, None where it is not curved upwards."""
    (x, f), (y, g), (z, h) = one, two, three
    left, right = (y - x) * (g - h), (y - z) * (g - f)
    bend = left - right
    if not (isfinite(bend) and bend < 0):
        return None
    return y - ((y - x) * left - (y - z) * right) / (2 * bend)


def _log(value: Fraction) -> float:
    return log(value.numerator) - log(value.denominator) if value > 0 else -inf


def _exp(place: float) -> Fraction:
    return Fraction(exp(place))

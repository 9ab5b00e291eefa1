"""Which of several promises of one notion is the better one: at the numbers, or at sample points where symbols are left."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import cache, lru_cache
from math import inf, isfinite
from types import MappingProxyType
from typing import Any

from sympy import Expr, FiniteSet, Integer, Interval, Rational, Set, Symbol, oo

from dpsym import parameters
from dpsym.ball import as_fraction
from dpsym.divergences import Divergence
from dpsym.divergences.clones import ClonesRenyi
from dpsym.enclose import enclose
from dpsym.errors import DpsymError
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.notions import (
    GDP,
    ZCDP,
    ApproxDP,
    BoundedRangeDP,
    MetricDP,
    Notion,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
)
from dpsym.parameters import Parameter

POINTS = 12
ANY = Request()
_SAME = 9
_ORDERS = (Rational(3, 2), Integer(4), Integer(32))
_DIGITS = 9
_BITS, _BITS_OF_ERRORS = 4096, 256
"""Of trade-off functions what is nothing beside 1 counts as 0; by more bits its digits would be looked for."""
_BASES = (2, 3, 5, 7, 11, 13, 17)


@lru_cache(maxsize=4096)
def quantities(value: Notion, request: Request = ANY) -> tuple[Expr, ...]:
    """Return the expressions by which promises of this notion are compared, smaller being better.

    Of approximate privacy the one that was asked for alone, where one was.
    """
    if isinstance(value, (PureDP, BoundedRangeDP, MetricDP)):
        return (value.eps,)
    if isinstance(value, ApproxDP):
        if request.delta is not None:
            return (value.eps,)
        return (value.delta,) if request.eps is not None else (value.eps, value.delta)
    if isinstance(value, RenyiDP):
        return tuple(value.budget(order) if _is_in(order, value.orders) else oo for order in _orders(value))
    if isinstance(value, ZCDP):
        return value.rho, value.xi
    if isinstance(value, TruncatedCDP):
        return value.rho, -value.omega
    if isinstance(value, GDP):
        return (value.mu,)
    if isinstance(value, ProfileDP):
        return tuple(value.profile(point) for point in (Rational(1, 10), Integer(1)))
    if isinstance(value, TradeOffDP):
        return tuple(-value.tradeoff(point) for point in (Rational(1, 20), Rational(1, 2)))
    return ()


def _is_in(order: Expr, orders: Set) -> bool:
    return order in orders.args if isinstance(orders, FiniteSet) else orders.contains(order) == True  # noqa: E712


def _orders(value: RenyiDP) -> tuple[Expr, ...]:
    """Return three orders at which budgets are compared; of a set that holds none of the usual ones, its own."""
    own = value.orders.args if isinstance(value.orders, FiniteSet) else ()
    return _ORDERS if not own or any(order in own for order in _ORDERS) else (own * len(_ORDERS))[: len(_ORDERS)]


def measured(value: Notion, request: Request = ANY, symbols: Collection[Symbol] = ()) -> tuple[float, ...]:
    """Return the quantities at the numbers, or at the sample points of the symbols; infinite where there is no number."""
    return measured_at(value, request, sample_points(frozenset(value.free_symbols | set(symbols))))


def measured_at(value: Notion, request: Request, points: Sequence[dict[Symbol, Rational]]) -> tuple[float, ...]:
    """Return the quantities at given points; infinite where there is no number."""
    found = quantities(value, request)
    if not is_closed(value):  # an enclosure from the definition takes its time, and comes last anyway
        return (inf,) * len(found) * len(points)
    bits = _BITS_OF_ERRORS if isinstance(value, TradeOffDP) else _BITS
    return tuple(_number(each, point, bits) for point in points for each in found)


def undominated(values: Sequence[Notion], conditional: Mapping[Notion, Any] = MappingProxyType({})) -> list[Notion]:
    """Return the promises that no other is at least as good as everywhere it was compared; the smallest in sum first.

    What holds under conditions only dominates nothing but what holds under the same.
    """
    if len(values) < 2:
        return list(values)
    symbols = set().union(*(value.free_symbols for value in values))
    known = {value: measured(value, symbols=symbols) for value in values}
    kept: list[Notion] = []
    for value in sorted(values, key=lambda each: _size(known[each])):
        rivals = (other for other in kept if conditional.get(other) in (None, conditional.get(value)))
        if not any(_covers(other, value) and _at_least_as_good(known[other], known[value]) for other in rivals):
            kept.append(value)
    return kept


def _covers(first: Notion, second: Notion) -> bool:
    """Return False where the second promise is made at orders at which the first is not."""
    if not isinstance(first, RenyiDP) or not isinstance(second, RenyiDP) or first.orders == second.orders:
        return True
    return isinstance(first.orders, Interval) and first.orders == Interval.open(1, oo)


def rank(value: Notion, request: Request, symbols: Collection[Symbol]) -> tuple[bool, int, float]:
    """Return a key by which the best promise comes first: closed formulas, those with numbers at most points, the least to nine digits."""
    return rank_at(value, request, sample_points(frozenset(value.free_symbols | set(symbols))))


def rank_at(value: Notion, request: Request, points: Sequence[dict[Symbol, Rational]]) -> tuple[bool, int, float]:
    """Return the key of `rank` at given points."""
    missing, total = _size(measured_at(value, request, points))
    return not is_closed(value), missing, float(f"{total:.{_SAME - 1}e}")


def answers(value: Notion, request: Request) -> bool:
    """Return whether a promise is made at the delta, or the eps, that was asked for, or at a smaller one."""
    if not isinstance(value, ApproxDP):
        return True
    for asked, made in ((request.delta, value.delta), (request.eps, value.eps)):
        if asked is None or made == asked or made.is_zero:
            continue
        if made.free_symbols | asked.free_symbols or _number(made - asked, {}) > 0:
            return False
    return True


def is_elsewhere(value: Notion, request: Request) -> bool:
    """Return whether a promise is one of approximate privacy, and made without regard to the delta, or eps, that was asked for."""
    if not isinstance(value, ApproxDP) or request == ANY or not is_closed(value):
        return False
    asked, made = (request.eps, value.eps) if request.delta is None else (request.delta, value.delta)
    return asked != made and not (asked.free_symbols & made.free_symbols)  # type: ignore[union-attr]


def is_closed(value: Notion) -> bool:
    """Return whether a promise is a formula, with no divergence left unevaluated in it."""
    return not any(
        getattr(value, field.name).has(Divergence, ClonesRenyi) for field in fields(value) if field.name != "parts"
    )


@cache
def sample_points(symbols: frozenset[Symbol]) -> tuple[dict[Symbol, Rational], ...]:
    """Return points of the symbols' typical boxes (a low-discrepancy sequence), one empty point if there are no symbols."""
    if not symbols:
        return ({},)
    ordered = sorted(symbols, key=str)
    boxes = _boxes()
    points = []
    for index in range(1, POINTS + 1):
        point = {}
        for place, symbol in enumerate(ordered):
            low, high = boxes.get(symbol, boxes.get(str(symbol), (Rational(1, 2), Rational(4))))  # type: ignore[call-overload]
            value = low + (high - low) * _corput(index, _BASES[place % len(_BASES)])
            whole = symbol.is_integer or str(symbol) in ("k", "n")
            point[symbol] = Integer(max(1, round(value))) if whole else value
        points.append(point)
    return tuple(points)


@cache
def _boxes() -> dict[Symbol | str, tuple[Rational, Rational]]:
    known: dict[Symbol | str, tuple[Rational, Rational]] = {}
    for parameter in vars(parameters).values():
        if isinstance(parameter, Parameter):
            known.setdefault(parameter.symbol, parameter.typical)
            known.setdefault(str(parameter.symbol), parameter.typical)
    # a count stands for compositions more often than for a shape, and a target of delta is small
    return known | {"k": (Rational(1), Rational(1000)), parameters.delta: (Rational(1, 10**9), Rational(1, 10**4))}


def _corput(index: int, base: int) -> Rational:
    value, unit = Rational(0), Rational(1)
    while index:
        unit /= base
        index, digit = divmod(index, base)
        value += digit * unit
    return value


def _number(expression: Expr, point: Mapping[Symbol, Rational], bits: int = _BITS) -> float:
    if isinstance(expression, Rational):
        return _as_float(as_fraction(expression))
    return _enclosed(expression, tuple(point.items()), bits)


@lru_cache(maxsize=4096)
def _enclosed(expression: Expr, point: tuple[tuple[Symbol, Rational], ...], bits: int) -> float:
    try:
        return enclose(expression, dict(point), digits=_DIGITS, max_bits=bits).mid
    except DpsymError:
        return inf


def _as_float(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return inf


def _at_least_as_good(first: Iterable[float], second: Iterable[float]) -> bool:
    return all(left <= right for left, right in zip(first, second, strict=True))


def _size(numbers: Sequence[float]) -> tuple[int, float]:
    """Return how many of the numbers are infinite, and the sum of the others: a point outside of a domain hides none inside."""
    finite = [number for number in numbers if isfinite(number)]
    return len(numbers) - len(finite), sum(finite)

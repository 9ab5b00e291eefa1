"""The sign of a polynomial in quantities of which bounds are known: by the signs of its coefficients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

import sympy as sp
from flint import arb, ctx, fmpq_mpoly

from dpsym.ball import to_fmpq
from dpsym.enclose.ranges import Range
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError

Bound = tuple[Fraction | None, Fraction | None]
_BITS = 64
_MANY_BITS = 256  # for one number
_DENOMINATOR = 1 << 20  # bounds are rounded outwards to this, so that coefficients stay short
_GREATEST = 1 << 40
_MOST_TERMS = 1000  # to which a polynomial may grow when its quantities are written by others


def shifted(poly: fmpq_mpoly, bounds: Sequence[Bound], context: Any) -> fmpq_mpoly | None:
    """Return the numerator of a polynomial with each quantity written by one that is positive.

    A quantity g above `low` is low + s, one below `high` is high - s, one between both (low + high s)/(1 + s).
    None if a quantity has no bound.
    """
    for place, degree in enumerate(poly.degrees()):
        if degree == 0:
            continue
        low, high = bounds[place]
        if low is None and high is None:
            return None
        s = context.gen(place)
        if low is None:
            top, bottom = to_fmpq(high) - s, 1 + 0 * s
        elif high is None:
            top, bottom = to_fmpq(low) + s, 1 + 0 * s
        else:
            top, bottom = to_fmpq(low) + to_fmpq(high) * s, 1 + s
        total = 0 * s
        for exponent, rest in _by_power(poly, place, context):
            total += rest * top**exponent * bottom ** (int(degree) - exponent)
        poly = total
    return poly


def sign_over(poly: fmpq_mpoly, bounds: Sequence[Bound], context: Any) -> int | None:
    """Return 1 or -1 where a polynomial certainly has that sign strictly between the bounds, None where it is open."""
    degrees = [int(degree) for degree in poly.degrees()]
    one_sided = [(low, None) if low is not None else (low, high) for low, high in bounds]
    attempts = [
        [(Fraction(0), None) if low is not None and low >= 0 else (low, high) for low, high in one_sided],
        one_sided,
        bounds,
    ]
    for attempt in attempts:
        plain = shifted(poly, attempt, context) if _size(poly, degrees, attempt) <= _MOST_TERMS else None
        signs = set() if plain is None else {1 if coefficient > 0 else -1 for coefficient in plain.coeffs()}
        if len(signs) == 1:
            return signs.pop()
    return None


def _size(poly: fmpq_mpoly, degrees: Sequence[int], bounds: Sequence[Bound]) -> int:
    """Return about how many terms a polynomial has after its quantities are written by others."""
    return len(poly) * prod(
        degree + 1
        for degree, (low, high) in zip(degrees, bounds, strict=False)
        if degree and not (low == 0 and high is None)
    )


def outward(expression: sp.Expr, domain: Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]]) -> Bound:
    """Return rational bounds of an expression over a box, where interval arithmetic gives any."""
    with ctx.workprec(_BITS):
        try:
            leaves = {
                symbol: Range(_end(domain[symbol][0]), _end(domain[symbol][1])) for symbol in expression.free_symbols
            }
            found = Range.of(Walker(leaves)(expression))
        except (DpsymError, KeyError):
            return None, None
        low = (found.lo * _DENOMINATOR).floor().lower() if abs(found.lo) < _GREATEST else None
        high = (found.hi * _DENOMINATOR).ceil().upper() if abs(found.hi) < _GREATEST else None
        return _rounded(low), _rounded(high)


def sign_of_number(expression: sp.Expr) -> int | None:
    """Return the sign of an expression without symbols, or None where it is not certain."""
    with ctx.workprec(_MANY_BITS):
        try:
            found = Range.of(Walker({})(expression))
        except DpsymError:
            return None
        return 1 if found.lo > 0 else -1 if found.hi < 0 else None


def _rounded(end: arb | None) -> Fraction | None:
    whole = None if end is None else end.unique_fmpz()
    return None if whole is None else Fraction(int(whole), _DENOMINATOR)


def _end(value: sp.Expr) -> arb:
    if value in (sp.oo, -sp.oo):
        return arb("inf") if value is sp.oo else -arb("inf")
    return arb(to_fmpq(value))


def _by_power(poly: fmpq_mpoly, place: int, context: Any) -> list[tuple[int, fmpq_mpoly]]:
    parts: dict[int, dict[tuple[int, ...], Any]] = {}
    for exponents, coefficient in poly.to_dict().items():
        rest = (*exponents[:place], 0, *exponents[place + 1 :])
        parts.setdefault(int(exponents[place]), {})[rest] = coefficient
    return [(power, context.from_dict(part)) for power, part in parts.items()]

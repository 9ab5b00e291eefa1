"""Changes of a variable: what depends on a power of it alone is claimed of that power, over its own interval."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

import sympy as sp

from dpsym.errors import NotDerivedError, ParameterError
from dpsym.prove.statement import Goal, Span, Spans


def powers(goal: Goal, spans: Spans) -> Iterator[tuple[sp.Symbol, sp.Rational]]:
    """Yield the variables that are not negative and of which a claim holds powers of one power alone, each with that one."""
    if goal.symbol is not None:
        return
    for symbol, span in spans.items():
        found = {exponent for side in (goal.left, goal.right) for exponent in _exponents(side, symbol)}
        if not found or span.low < 0:
            continue
        power = abs(reduce(sp.gcd, found)) * (-1 if all(exponent < 0 for exponent in found) else 1)
        if power != 1 and (1 / power).is_Integer | power.is_Integer:
            yield symbol, power


def _exponents(node: sp.Basic, symbol: sp.Symbol) -> Iterator[sp.Rational]:
    """Yield the exponents with which a symbol stands in an expression."""
    if node == symbol:
        yield sp.S.One
    elif isinstance(node, sp.Pow) and node.base == symbol and node.exp.is_Rational:
        yield node.exp
    else:
        for part in node.args:
            yield from _exponents(part, symbol)


def changed(goal: Goal, spans: Spans, symbol: sp.Symbol, power: sp.Rational) -> tuple[Goal, Spans]:
    """Return a claim and its box with a variable x replaced by u^(1/k), where u is its power x^k.

    Raises
    ------
    ParameterError
        If the variable may be negative, or the power is 0.
    NotDerivedError
        If an end of the new interval is no rational number, or what a derived form rests on fails.
    """
    span = spans[symbol]
    if power < 0 and 0 in span.closed:
        raise NotDerivedError(f"{symbol} may be 0")
    if span.low < 0 or not power.is_Rational or power == 0:
        raise ParameterError(
            "power of a variable", "one other than 0 of a variable that is not negative", (symbol, power)
        )
    ends = [(_raised(span.low, power), span.low_open), (_raised(span.high, power), span.high_open)]
    (low, left), (high, right) = ends if power > 0 else ends[::-1]
    limits = Span(low, high, left or not low.is_finite, right or not high.is_finite)
    name = f"{symbol.name}_u"
    while any(other.name == name for other in spans):
        name += "_u"
    inner = sp.Symbol(name, nonnegative=True) if low == 0 and not limits.low_open else sp.Symbol(name, positive=True)
    change = {symbol: inner ** (1 / power)}
    left_side, right_side, *conditions = (part.xreplace(change) for part in (goal.left, goal.right, *goal.conditions))
    if sp.false in conditions:
        raise NotDerivedError(f"the derived form does not hold where {symbol} = {change[symbol]}")
    kept = tuple(part for part in conditions if part is not sp.true)
    box = {inner if other is symbol else other: limits if other is symbol else rest for other, rest in spans.items()}
    return replace(goal, left=left_side, right=right_side, conditions=kept), box


def _raised(end: sp.Expr, power: sp.Rational) -> sp.Expr:
    if end == 0 or end is sp.oo:
        return sp.S.Zero if (end == 0) == (power > 0) else sp.oo
    value = end**power
    if not value.is_Rational:
        raise NotDerivedError(f"{value} is no rational number")
    return value

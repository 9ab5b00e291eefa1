"""The short form of a case distinction: flat, without cases that cannot occur, each condition as a comparison of short sides."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import And, Basic, Expr, Max, Min, Piecewise, S, ceiling

from dpsym.derive.comparisons import Known, Shorten, Sign


def short(expression: Piecewise, shorten: Shorten, sign: Sign) -> Expr:
    """Return a case distinction in its short form; where a condition is not a comparison, it stays."""
    branches: list[tuple[Expr, Basic]] = []
    known = Known(shorten, sign)
    for value, condition in _flat(expression, ()):
        told = known.told(condition)
        if told is S.false:
            continue
        branches.append((shorten(_decided(value, known.given(told))), told))
        if told is S.true:
            break
        known = known.denied(told)
    return Piecewise(*branches) if branches else expression


def _flat(expression: Piecewise, outer: tuple[Basic, ...]) -> Iterator[tuple[Expr, Basic]]:
    """Yield the cases, those of a distinction inside of a case each with both conditions."""
    for value, condition in expression.args:
        when = (*outer, condition)
        if isinstance(value, Piecewise) and value.args[-1][1] is S.true:
            yield from _flat(value, when)
        else:
            yield value, And(*when, evaluate=False) if len(when) > 1 else condition


def _decided(value: Expr, known: Known) -> Expr:
    """Put in what the facts decide: a value rounded up that lies within a unit, the greater of two."""

    def rounded(node: Expr) -> Expr:
        place = node.args[0]
        is_first = known.signs(place) == {1} and known.signs(1 - place) <= {0, 1}
        return S.One if is_first else node

    def greatest(node: Expr) -> Expr:
        if len(node.args) != 2:
            return node
        one, other = node.args
        signs = known.signs(one - other)
        is_greatest = isinstance(node, Max)
        if signs <= {0, 1}:
            return one if is_greatest else other
        if signs <= {0, -1}:
            return other if is_greatest else one
        return node

    if not known.facts:
        return value
    value = value.replace(lambda node: isinstance(node, ceiling), rounded)
    return value.replace(lambda node: isinstance(node, (Max, Min)), greatest)

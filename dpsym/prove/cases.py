"""Case distinctions: a box cut where two arguments of a maximum are equal, each part written as a box again.

The border is solved for one variable x, which lies on it at a place b that the others determine, certainly inside its interval (l, h).
Below it x is l + (b - l) s with s in (0, 1), or b - s with s > 0 where l is infinite; from it on x is b + (h - b) s with s in [0, 1), or b + s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

import sympy as sp

from dpsym.errors import DpsymError, NotDerivedError
from dpsym.prove.chart import Chart
from dpsym.prove.continuity import is_continuous
from dpsym.prove.ratios import Poly, Ratio
from dpsym.prove.statement import Goal, Span, Spans
from dpsym.prove.turns import is_inside, turned, zeros
from dpsym.prove.witness import Point

_DIGITS = 30  # of a witness that is no rational number
_DEEPEST = 3  # borders that have to be cut before a place is certainly inside its interval
_SIDES = (sp.Max, sp.Min, sp.Abs, sp.Piecewise)


@dataclass(frozen=True)
class Border:
    """Where a variable of a box is, as an expression in the others, certainly inside its interval."""

    symbol: sp.Symbol
    place: sp.Expr


def borders(goal: Goal, spans: Spans) -> Iterator[Border]:
    """Yield what the box may be cut along, so that a maximum, an absolute value or a piecewise function is decided on either side."""
    if goal.symbol is not None or not (goal.left.has(*_SIDES) or goal.right.has(*_SIDES)):
        return
    chart = Chart(spans)
    seen: list[Border] = []
    for gap in _gaps(goal):
        try:
            value = chart.read(gap)
        except DpsymError:
            continue
        if chart.tower.sign_of(value) is None:
            for found in _of(chart, value.top, _DEEPEST):
                if found not in seen and _is_continuous(found, spans):
                    seen.append(found)
                    yield found


def _is_continuous(border: Border, spans: Spans) -> bool:
    """Whether a border does not leave its interval where others have the values of closed ends."""
    return is_continuous(border.place, {symbol: span for symbol, span in spans.items() if symbol != border.symbol})


def _gaps(goal: Goal) -> Iterator[sp.Expr]:
    """Yield what changes its sign where another argument becomes the greatest, or another condition true; inner ones first."""
    nodes = {node for side in (goal.left, goal.right) for node in side.atoms(*_SIDES)}
    for node in sorted(nodes, key=lambda node: (node.count_ops(), str(node))):
        if isinstance(node, sp.Abs):
            yield node.args[0]
        elif isinstance(node, sp.Piecewise):
            for _, condition in node.args:
                yield from (one.lhs - one.rhs for one in condition.atoms(sp.core.relational.Relational))
        else:
            yield from (one - other for one, other in combinations(node.args, 2))


def _of(chart: Chart, poly: Poly, depth: int) -> Iterator[Border]:
    """Yield the borders along which a polynomial vanishes; of a place that may be outside its interval, those of being inside."""
    tower = chart.tower
    for factor, _ in poly.factor()[1]:
        if tower.sign(factor) is not None:
            continue
        forms = [factor]
        for place in tower.used(factor):
            try:
                other = turned(tower, factor, place)
            except DpsymError:
                continue
            forms += [] if other is None else [other.top]
        logarithms = tower.apart(factor)
        forms += [] if logarithms is None else [logarithms]
        for form, inner in product(forms, tower.domain):
            for at in zeros(tower, form, inner):
                if is_inside(tower, at, inner):
                    yield Border(*_outer(chart, inner, at))
                elif depth:
                    yield from _inward(chart, inner, at, depth - 1)


def _inward(chart: Chart, inner: sp.Symbol, at: Ratio, depth: int) -> Iterator[Border]:
    if any(chart.tower.depends(part, inner) for part in (at.top, at.bottom)):
        return
    for end in chart.tower.domain[inner]:
        if end.is_finite:
            gap = at - chart.tower.read(end)
            if chart.tower.sign_of(gap) is None:
                yield from _of(chart, gap.top, depth)


def _outer(chart: Chart, inner: sp.Symbol, at: Ratio) -> tuple[sp.Symbol, sp.Expr]:
    """Return a symbol of the box, and a place of its inner variable in the variables of the box."""
    ((symbol, change),) = ((symbol, change) for symbol, change in chart.shift.items() if change.has(inner))
    return symbol, sp.expand(change.subs(inner, chart.write(at)))


def check_inside(border: Border, spans: Spans) -> None:
    """Check that a border is certainly inside the box, and in its closure where others have the values of closed ends.

    Raises
    ------
    NotDerivedError
        If it is not.
    """
    chart = Chart(spans)
    if border.symbol in chart.shift and not border.place.has(border.symbol) and _is_continuous(border, spans):
        (inner,) = chart.shift[border.symbol].free_symbols
        if is_inside(chart.tower, chart.read(chart.inner_place(border.symbol, border.place)), inner):
            return
    raise NotDerivedError(f"{border.symbol} = {border.place} is not certainly inside the box")


def case(goal: Goal, spans: Spans, border: Border, above: bool) -> tuple[Goal, Spans, sp.Expr]:
    """Return a claim below a border, or on it and above, its box, and what the symbol of the border stands for in it.

    Raises
    ------
    NotDerivedError
        If what a derived form rests on fails there.
    """
    span, place = spans[border.symbol], border.place
    end = span.high if above else span.low
    name = f"{border.symbol.name}_s"
    while any(symbol.name == name for symbol in spans):
        name += "_s"
    if not end.is_finite:
        limits = Span(sp.S.Zero, sp.oo, not above, True)
    elif above:
        limits = Span(sp.S.Zero, sp.S.One, False, span.high_open)
    else:
        limits = Span(sp.S.Zero, sp.S.One, span.low_open, True)
    inner = sp.Symbol(name, positive=True) if limits.low_open else sp.Symbol(name, nonnegative=True)
    if not end.is_finite:
        change = place + inner if above else place - inner
    else:
        change = place + (end - place) * inner if above else end + (place - end) * inner
    left, right, *conditions = (
        part.xreplace({border.symbol: change}) for part in (goal.left, goal.right, *goal.conditions)
    )
    if sp.false in conditions:
        raise NotDerivedError(f"the derived form does not hold where {border.symbol} = {change}")
    kept = tuple(part for part in conditions if part is not sp.true)
    box = {
        inner if symbol is border.symbol else symbol: limits if symbol is border.symbol else rest
        for symbol, rest in spans.items()
    }
    return replace(goal, left=left, right=right, conditions=kept), box, change


def outside(point: Point, spans: Spans, border: Border, change: sp.Expr) -> Point:
    """Return a point of a case in the variables of the box, moved to rational numbers near by."""
    value = change.subs(point)
    near = value if value.is_Rational else sp.Rational(str(sp.N(value, _DIGITS)))
    return {border.symbol: near, **{symbol: at for symbol, at in point.items() if symbol in spans}}

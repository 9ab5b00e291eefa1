"""What a proof inside a box leaves open on its closed faces, and the claim there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy as sp

from dpsym.errors import NotDerivedError
from dpsym.prove.continuity import is_continuous
from dpsym.prove.statement import Goal, Span, Spans

Place = tuple[sp.Symbol, sp.Expr]
Part = tuple[Spans, bool]  # a piece of the box, and whether it holds on its closed faces as well
_UNDEFINED = (sp.zoo, sp.nan, sp.oo, -sp.oo, sp.I)


def unsettled(goal: Goal, spans: Spans, parts: Sequence[Part]) -> list[Place]:
    """Return the closed faces of a box on which a claim shown on its parts is still to be shown; of a strict one, the cuts as well.

    A claim that is not strict holds on a face where every part that touches it is a cover of closed boxes, or where both sides are
    continuous up to it, and up to all such faces where they meet. Where parts meet inside the box it holds too: either both sides are
    analytic there, or all parts are covers.
    """
    places = [(symbol, end) for symbol, span in spans.items() for end in span.closed]
    if goal.kind == "<":
        return places + sorted(_cuts(spans, parts), key=str)
    places = [place for place in places if not _covered(parts, place)]
    single = [place for place in places if _continuous(goal, _closed_only(spans, [place]))]
    if len(single) < 2 or _continuous(goal, _closed_only(spans, single)):
        return [place for place in places if place not in single]
    return places  # where two of them meet nothing is known


def _cuts(spans: Spans, parts: Sequence[Part]) -> set[Place]:
    return {
        (symbol, end)
        for part, _ in parts
        for symbol, span in part.items()
        for end in (span.low, span.high)
        if spans[symbol].low < end < spans[symbol].high
    }


def _covered(parts: Sequence[Part], place: Place) -> bool:
    symbol, end = place
    touching = [is_closed for part, is_closed in parts if end in (part[symbol].low, part[symbol].high)]
    return bool(touching) and all(touching)


def _continuous(goal: Goal, spans: Spans) -> bool:
    return is_continuous(goal.left, spans) and is_continuous(goal.right, spans)


def _closed_only(spans: Spans, places: Sequence[Place]) -> Spans:
    """Return the box open but for some of its faces: on the others, corners included, the claim is shown in another way."""
    return {
        symbol: Span(span.low, span.high, (symbol, span.low) not in places, (symbol, span.high) not in places)
        for symbol, span in spans.items()
    }


def opened(spans: Spans, symbol: sp.Symbol, end: sp.Expr) -> Spans:
    """Return the box without one of its faces."""
    span = spans[symbol]
    return {
        **spans,
        symbol: Span(span.low, span.high, span.low_open or end == span.low, span.high_open or end == span.high),
    }


def at_face(goal: Goal, symbol: sp.Symbol, end: sp.Expr) -> Goal | None:
    """Return the claim where a variable has a fixed value, or None where a side is undefined.

    Raises
    ------
    NotDerivedError
        If what a derived form rests on fails there.
    """
    left, right, *conditions = (part.xreplace({symbol: end}) for part in (goal.left, goal.right, *goal.conditions))
    if left.has(*_UNDEFINED) or right.has(*_UNDEFINED):
        return None
    if sp.false in conditions:
        raise NotDerivedError(f"the derived form does not hold where {symbol} = {end}")
    return replace(goal, left=left, right=right, conditions=tuple(part for part in conditions if part is not sp.true))


def lacks(found: Spans, wanted: Spans) -> list[Place]:
    """Return the closed ends of a box that another one, with the same ends, leaves out."""
    return [(symbol, end) for symbol, span in wanted.items() for end in span.closed if end not in found[symbol].closed]

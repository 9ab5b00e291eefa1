"""A part of the box covered by smaller boxes, by interval branch and bound, its ends at infinity moved to 0."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial, reduce

import sympy as sp
from flint import arb, ctx

from dpsym.ball import to_fmpq
from dpsym.enclose.box import checked_box
from dpsym.enclose.cover import Cover, ProvedBox, read_sides, write_sides
from dpsym.enclose.dominate import dominate
from dpsym.enclose.forms import Sides
from dpsym.enclose.problem import BITS
from dpsym.enclose.ranges import Range, between
from dpsym.enclose.rules import suffices
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError, ParameterError
from dpsym.limits import MEGABYTES, SpentError, limited, tie_to_parent
from dpsym.prove.pieces import CoverPiece
from dpsym.prove.statement import Goal, Spans
from dpsym.prove.taylor import ORDER, taylor_bound
from dpsym.prove.witness import Point

_FIRST_LOOK = 100  # boxes before a grid is searched for counterexamples and descents along a side are tried
_NUDGES = (sp.S.Zero, sp.Rational(1, 1000), sp.Rational(1, 10**6))
_WIDE = 4  # the quotient of the ends beyond which a side is cut by size
_ORDERS = tuple(map(str, range(1, 9)))
Stop = Callable[[int, int], bool]


def prepared(goal: Goal, spans: Spans) -> CoverPiece:
    """Return a piece of which nothing is covered yet: a variable with an infinite end becomes 1/t."""
    left, right = goal.sides()
    inner_expression = goal.right if goal.symbol is not None else None
    changes: dict[sp.Symbol, sp.Expr] = {}
    box: dict[sp.Symbol, tuple[sp.Expr, sp.Expr]] = {}
    for symbol, span in spans.items():
        if span.low.is_finite and span.high.is_finite:
            box[symbol] = (span.low, span.high)
            continue
        inner = sp.Symbol(f"{symbol.name}_t", positive=True)
        start, sign = (span.low, 1) if span.low.is_finite else (span.high, -1)
        changes[symbol], box[inner] = start + sign * (1 / inner - 1), (sp.S.Zero, sp.S.One)
    if changes:
        left, right = (sp.powsimp(sp.expand(side.xreplace(changes))) for side in (left, right))
        inner_expression = None if inner_expression is None else inner_expression.xreplace(changes)
    names = tuple(symbol.name for symbol in box)
    cover = Cover("undecided", names, strict=goal.kind == "<")
    return CoverPiece(spans, changes, box, left, right, inner_expression, cover)


def counterexamples(piece: CoverPiece) -> Iterator[Point]:
    """Yield the witness of a cover in the variables of the box, and points moved off the ends that the box may exclude."""
    found = piece.cover.witness or {}
    place = {symbol: found[symbol.name] for symbol in piece.box if symbol.name in found}
    try:
        outer = {symbol: piece.changes.get(symbol, symbol).subs(place) for symbol in piece.spans}
    except ZeroDivisionError:
        return
    if all(value.is_Rational for value in outer.values()):
        for nudge in _NUDGES:
            yield {symbol: value + nudge * (piece.spans[symbol].middle - value) for symbol, value in outer.items()}


def is_analytic(piece: CoverPiece) -> bool:
    """Whether what was differentiated is certainly analytic on each box of the cover."""
    if piece.differentiated is None:
        return True
    with ctx.workprec(BITS):
        try:
            for one in piece.cover.boxes:
                leaves = _ranges(list(piece.box), read_sides(one.sides))
                Walker(leaves, smooth=True)(piece.differentiated)
        except DpsymError:
            return False
    return True


def plainly(piece: CoverPiece, boxes: int, stop: Stop) -> CoverPiece:
    """Return the piece covered by ranges of the sides as they stand, and by Taylor forms in one variable, if few boxes suffice."""
    shown: list[ProvedBox] = []
    margin = math.inf
    with ctx.workprec(BITS):
        waiting = [_looked_at(piece, tuple(checked_box(piece.box).values()))]
        for _ in range(boxes):
            if not waiting or stop(len(shown), len(waiting)):
                break
            sides, rule, least = waiting.pop()
            if suffices(least, piece.cover.strict):
                shown.append(ProvedBox(write_sides(sides), rule))
                margin = min(margin, math.nextafter(float(least), -math.inf) if least > 0 else 0.0)
                continue
            waiting += max((_halved(piece, sides, i) for i in range(len(sides))), key=_promise)
    if waiting:
        return piece
    return replace(piece, cover=replace(piece.cover, verdict="proved", boxes=tuple(shown), margin=margin))


def bound(piece: CoverPiece, sides: Sides, rule: str) -> arb:
    """Return the lower bound of the right less the left side to which a rule brings a box.

    Raises
    ------
    UndecidedError
        If the rule does not apply.
    ParameterError
        If it is neither ``interval`` nor ``taylor n`` in one variable.
    """
    gap = piece.right - piece.left
    ranges = _ranges(list(piece.box), sides)
    walk = Walker(ranges, hull=True)
    if rule == "interval":
        for side in (piece.left, piece.right):  # what cancels between the sides must be defined as well
            walk(side)
        return Range.of(walk(gap)).lo
    name, _, order = rule.partition(" ")
    if name != "taylor" or len(sides) != 1 or order not in _ORDERS:
        raise ParameterError("rule of a plain box", "interval, or taylor 1 to 8 in one variable", rule)
    (symbol,) = piece.box
    return reduce(
        lambda _, function: taylor_bound(function, symbol, sides[0], int(order)), (piece.left, piece.right, gap), arb(0)
    )


def _looked_at(piece: CoverPiece, sides: Sides) -> tuple[Sides, str, arb]:
    """Return the better rule on a box with its bound, minus infinity where no rule applies."""
    best = (sides, "interval", -arb("inf"))
    for rule in ("interval", f"taylor {ORDER}")[: 2 if len(sides) == 1 else 1]:
        try:
            least = bound(piece, sides, rule)
        except DpsymError:
            continue
        if least > best[2]:
            best = (sides, rule, least)
        if suffices(least, piece.cover.strict):
            break
    return best


def _ranges(symbols: list[sp.Symbol], sides: Sides) -> dict[sp.Basic, Range]:
    return {symbol: between(to_fmpq(low), to_fmpq(high)) for symbol, (low, high) in zip(symbols, sides, strict=True)}


def _halved(piece: CoverPiece, sides: Sides, i: int) -> list[tuple[Sides, str, arb]]:
    low, high = sides[i]
    middle = (low + high) / 2
    if low > 0 and high > _WIDE * low:  # in the middle of the logarithms, about
        middle = low * 2 ** (int(high / low).bit_length() // 2)
    return [_looked_at(piece, (*sides[:i], half, *sides[i + 1 :])) for half in ((low, middle), (middle, high))]


def _promise(halves: list[tuple[Sides, str, arb]]) -> tuple[int, float]:
    """Return how many halves have a lower bound that settles them, and how good the bounds are."""
    bounds = [float(least) for _, _, least in halves]
    return sum(one >= 0 for one in bounds), sum(bounds)


@dataclass(frozen=True)
class Team:
    """Processes that share the boxes of a long cover, and their limits."""

    jobs: int = 1
    deadline: float = math.inf
    megabytes: int = MEGABYTES


def extended(piece: CoverPiece, boxes: int, stop: Stop, team: Team = Team()) -> CoverPiece:
    """Return the piece with the search for its cover taken up where it was, within a budget."""
    known = piece.cover
    search = partial(dominate, piece.left, piece.right, piece.box, strict=known.strict, stop=stop)
    first = min(boxes, _FIRST_LOOK)
    if known.leftover:
        cover = search(first if team.jobs > 1 else boxes, resume=known)
    else:
        whole = write_sides(tuple(checked_box(piece.box).values()))
        cover = search(first, resume=replace(known, leftover=(whole,)))
        if cover.verdict == "undecided" and boxes > first and team.jobs == 1:
            cover = search(boxes)
    found = replace(piece, cover=cover)
    if team.jobs > 1 and boxes > first and cover.verdict == "undecided":
        return replace(piece, cover=_shared(found, boxes, stop, team))
    return found


def _shared(piece: CoverPiece, boxes: int, stop: Stop, team: Team) -> Cover:
    """Share the boxes that are left among processes, each of which looks at its part of the budget."""
    from joblib import Parallel, delayed

    known = piece.cover
    parts = [replace(known, boxes=(), leftover=known.leftover[k :: team.jobs]) for k in range(team.jobs)]
    parts = [part for part in parts if part.leftover]
    if stop(len(known.boxes), len(known.leftover)):
        return known
    found: list[Cover] = Parallel(n_jobs=len(parts))(
        delayed(_member)(os.getpid(), piece, part, boxes // len(parts), team) for part in parts
    )
    refuted = [cover for cover in found if cover.verdict == "refuted"]
    if refuted:
        return refuted[0]
    leftover = tuple(side for cover in found for side in cover.leftover)
    proved = known.boxes + tuple(one for cover in found for one in cover.boxes)
    margins = [cover.margin for cover in (known, *found) if cover.margin is not None]
    verdict = "undecided" if leftover else "proved"
    return replace(known, verdict=verdict, boxes=proved, leftover=leftover, margin=min(margins, default=None))


def _member(parent: int, piece: CoverPiece, part: Cover, boxes: int, team: Team) -> Cover:
    """Look at a part of the boxes in a process that ends with its parent and keeps the limits."""
    if os.getppid() == parent:  # not where joblib has been told to share among other machines
        tie_to_parent(parent)

    def late(proved: int, waiting: int) -> bool:
        return time.monotonic() > team.deadline

    try:
        with limited(team.deadline, team.megabytes):
            return dominate(piece.left, piece.right, piece.box, boxes, part.strict, late, part)
    except SpentError:
        return part

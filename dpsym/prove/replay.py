"""Check stored proofs again, from their plain data and without search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, ctx

from dpsym.ball import Ball, as_fraction
from dpsym.enclose.box import checked_box
from dpsym.enclose.cover import Cover, ProvedBox, read_sides
from dpsym.enclose.problem import BITS
from dpsym.enclose.rules import suffices
from dpsym.enclose.verify import check_tiling, verify_cover
from dpsym.errors import DpsymError, NotDerivedError, ParameterError, UndecidedError
from dpsym.parse import parse
from dpsym.prove.cases import Border, case, check_inside
from dpsym.prove.changes import changed
from dpsym.prove.chart import Chart, check_conditions, is_identity
from dpsym.prove.covering import bound, is_analytic, prepared
from dpsym.prove.faces import Part, at_face, lacks, unsettled
from dpsym.prove.outcome import FORMAT
from dpsym.prove.pieces import CoverPiece
from dpsym.prove.statement import Convex, Goal, Monotone, Span, Spans, may_vanish, read_statement
from dpsym.prove.step_replay import StepReplay
from dpsym.prove.witness import certified_gap, holds

Data = Mapping[str, Any]
_RELATIONS = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "==": sp.Eq, "!=": sp.Ne}


def replay(data: Data, names: Mapping[str, sp.Symbol] | None = None) -> None:
    """Check the plain data of a proof.

    Every identity is checked exactly, every sign, limit and box anew, and the pieces are checked to make up the box.

    Parameters
    ----------
    data : mapping
        What `Proved.data` gave, perhaps by way of JSON.
    names : mapping of str to Symbol, optional
        The symbols that names of the box stand for; by default those of `dpsym.parse`, or real ones.

    Raises
    ------
    UndecidedError
        If something is not certain: the data then proves nothing.
    ParameterError
        If the data is damaged.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise ParameterError("data of a proof", f"a mapping with the format {FORMAT}", type(data).__name__)
    try:
        symbols = {name: _symbol(name, names or {}, ends) for name, ends in data["box"].items()}
        spans = _spans(data["box"], symbols)
        goal = read_statement(_statement(data["statement"], symbols))
        _Replay(symbols).settle(_turned(goal, data["derived"], symbols), spans, data)
    except (KeyError, TypeError, AttributeError, IndexError, ZeroDivisionError) as error:
        raise ParameterError("data of a proof", "complete", repr(error)) from error


def _symbol(name: str, names: Mapping[str, sp.Symbol], ends: Sequence[Any]) -> sp.Symbol:
    try:
        found = names[name] if name in names else parse(name)
    except DpsymError:
        found = None
    low, high, *is_open = ends
    has_zero = ("0", False) in ((low, is_open[0]), (high, is_open[1]))
    symbol = found if isinstance(found, sp.Symbol) else sp.Symbol(name, real=True)
    return may_vanish(symbol) if has_zero else symbol


def _statement(data: Data, symbols: Mapping[str, sp.Symbol]) -> Any:
    kind = data["kind"]
    if kind in _RELATIONS:
        left, right = parse(data["left"], symbols), parse(data["right"], symbols)
        return _RELATIONS[kind](left, right, evaluate=False)
    expression, symbol = parse(data["expression"], symbols), symbols[data["symbol"]]
    if kind == "convex":
        return Convex(expression, symbol)
    if kind != "monotone":
        raise ParameterError("kind of a statement", "one that can be proved", kind)
    return Monotone(expression, symbol, data["increasing"])


def _spans(data: Data, symbols: Mapping[str, sp.Symbol]) -> Spans:
    return {
        symbols[name]: Span(_end(low), _end(high), bool(left), bool(right))
        for name, (low, high, left, right) in data.items()
    }


def _end(text: str) -> sp.Expr:
    if text in ("oo", "-oo"):
        return sp.oo if text == "oo" else -sp.oo
    try:
        value = Fraction(text)
    except ValueError as error:
        raise ParameterError("end of an interval", "rational or infinite", text) from error
    return sp.Rational(value.numerator, value.denominator)


def _turned(goal: Goal, derived: Data, symbols: Mapping[str, sp.Symbol]) -> Goal:
    """Return a goal of two sides that differ as the inequality that was proved."""
    if goal.kind != "!=":
        return goal
    left = parse(derived["left"], symbols)
    sides = (goal.left, goal.right) if left == goal.left else (goal.right, goal.left)
    return Goal("<", *sides, conditions=goal.conditions)


class _Replay:
    def __init__(self, names: Mapping[str, sp.Symbol]) -> None:
        self.names = dict(names)

    def settle(self, goal: Goal, spans: Spans, data: Data) -> None:
        """Check a goal over a box."""
        pieces = data["pieces"]
        if any(piece["method"] in ("cases", "change") for piece in pieces):
            self._in_other_variables(goal, spans, pieces)
            return
        if goal.conditions:
            check_conditions(goal, Chart(spans))
        if not pieces:
            self._without_pieces(goal, spans)
            self._faces(goal, spans, [], data["faces"])
            return
        parts = [_spans(piece["box"], self.names) for piece in pieces]
        check_tiling([_compact(part, spans) for part in parts], _compact(spans, spans))
        if len(pieces) > 1 and any(piece["method"] == "descent" for piece in pieces):
            self._read(goal, Chart(spans))  # analytic inside: what holds on the pieces holds where they meet
        for part, piece in zip(parts, pieces, strict=True):
            if piece["method"] == "descent":
                self._descent(goal, part, piece)
            else:
                self._cover(goal, part, piece)
        closed = [(part, piece["method"] == "cover") for part, piece in zip(parts, pieces, strict=True)]
        self._faces(goal, spans, closed, data["faces"])

    def _in_other_variables(self, goal: Goal, spans: Spans, pieces: Sequence[Data]) -> None:
        """Check proofs of the claim in another variable: on both sides of a border, or of a power."""
        piece = pieces[0]
        if len(pieces) > 1 or _spans(piece["box"], self.names) != spans:
            raise ParameterError("pieces in another variable", "one of the whole box", len(pieces))
        try:
            claims = self._claims(goal, spans, piece)
        except NotDerivedError as error:
            raise UndecidedError(f"not to be written in another variable: {error}") from error
        if len(piece["proofs"]) != len(claims):
            raise ParameterError("proofs in another variable", f"{len(claims)}", len(piece["proofs"]))
        for proof, (there, box) in zip(piece["proofs"], claims, strict=True):
            inner = _Replay(self.names | {symbol.name: symbol for symbol in box})
            if _spans(proof["box"], inner.names) != box:
                raise ParameterError("box of a proof in another variable", "the whole of it", proof["box"])
            inner.settle(there, box, proof)

    def _claims(self, goal: Goal, spans: Spans, piece: Data) -> list[tuple[Goal, Spans]]:
        """Return what the proofs of a piece have to show, each over its box."""
        symbol = self.names[piece["symbol"]]
        if piece["method"] == "change":
            return [changed(goal, spans, symbol, _end(piece["power"]))]
        border = Border(symbol, parse(piece["place"], self.names))
        check_inside(border, spans)
        return [case(goal, spans, border, above)[:2] for above in (False, True)]

    def _without_pieces(self, goal: Goal, spans: Spans) -> None:
        if not spans:
            margin = Ball(arb(0)) if is_identity(goal, {}) else certified_gap(goal.left, goal.right, {})
            if margin is None or not holds(goal.kind, margin):
                raise UndecidedError("the comparison of two numbers is not certain")
            return
        if goal.kind != "==" or self._read(goal, Chart(spans)).top != 0:
            raise UndecidedError("nothing is shown without pieces but an identity")

    def _read(self, goal: Goal, chart: Chart) -> Any:
        try:
            return goal.value(chart.tower, chart.shift)
        except NotDerivedError as error:
            raise UndecidedError(f"the sides are not certainly analytic inside the box: {error}") from error

    def _descent(self, goal: Goal, spans: Spans, piece: Data) -> None:
        chart = Chart(spans)
        claim = self._read(goal, chart)
        try:
            strict = StepReplay(chart, piece["steps"], self.names).shows(claim)
        except NotDerivedError as error:
            raise UndecidedError(f"a step is not certainly analytic inside the box: {error}") from error
        if goal.kind == "<" and not strict:
            raise UndecidedError("the descent shows no strict inequality")

    def _cover(self, goal: Goal, spans: Spans, piece: Data) -> None:
        known = prepared(goal, spans)
        boxes = tuple(ProvedBox(tuple(map(tuple, one["sides"])), one["rule"]) for one in piece["boxes"])
        cover = Cover("proved", tuple(symbol.name for symbol in known.box), boxes, strict=known.cover.strict)
        with ctx.workprec(BITS):
            if any(one.rule.startswith("taylor") for one in boxes):
                self._plain_cover(replace(known, cover=cover))
            else:
                verify_cover(known.left, known.right, known.box, cover)
        if not is_analytic(replace(known, cover=cover)):
            raise UndecidedError("what was differentiated is not certainly analytic on the boxes")

    def _plain_cover(self, piece: CoverPiece) -> None:
        parts = [read_sides(one.sides) for one in piece.cover.boxes]
        check_tiling(parts, tuple(checked_box(piece.box).values()))
        for sides, one in zip(parts, piece.cover.boxes, strict=True):
            if not suffices(bound(piece, sides, one.rule), piece.cover.strict):
                raise UndecidedError(f"the rule {one.rule!r} does not prove the inequality on {one.sides}")

    def _faces(self, goal: Goal, spans: Spans, parts: Sequence[Part], faces: Sequence[Data]) -> None:
        """Check what is left open on closed faces of the box, and where pieces of a strict claim meet."""
        stored = {(face["symbol"], face["end"]): face["proof"] for face in faces}
        for symbol, end in unsettled(goal, spans, parts):
            there = at_face(goal, symbol, end)
            if there is None or symbol is goal.symbol:
                raise UndecidedError(f"a side is not certainly continuous where {symbol} = {end}")
            rest = {other: span for other, span in spans.items() if other is not symbol}
            proof = stored[symbol.name, str(end)]
            box = _spans(proof["box"], self.names)
            self._check_box(there, box, rest)
            self.settle(there, box, proof)

    def _check_box(self, goal: Goal, box: Spans, wanted: Spans) -> None:
        """Check that the box of a face is the face of the box, but for ends at which a side is undefined."""
        ends = [{symbol: (span.low, span.high) for symbol, span in one.items()} for one in (box, wanted)]
        if ends[0] != ends[1] or any(at_face(goal, *place) is not None for place in lacks(box, wanted)):
            raise ParameterError("box of a face", "the face of the box", str(box))


def _compact(part: Spans, spans: Spans) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return a box in the order of another one, the line mapped to (-1, 1) by x/(1 + |x|)."""
    return tuple((_mapped(part[symbol].low), _mapped(part[symbol].high)) for symbol in spans)


def _mapped(end: sp.Expr) -> Fraction:
    if not end.is_finite:
        return Fraction(1 if end is sp.oo else -1)
    value = as_fraction(end)
    return value / (1 + abs(value))

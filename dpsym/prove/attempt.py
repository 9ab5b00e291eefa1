"""One inequality over a box: descents and covers of its parts, until all is shown, something fails, or the budget is spent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from dpsym.ball import Ball
from dpsym.errors import DpsymError, NotDerivedError, ParameterError
from dpsym.prove.chart import Chart, check_conditions
from dpsym.prove.covering import Team, counterexamples, extended, is_analytic, plainly, prepared
from dpsym.prove.edges import Edges
from dpsym.prove.pieces import CoverPiece, DescentPiece, Piece
from dpsym.prove.ratios import ONE, Ratio, ratio
from dpsym.prove.samples import Samples
from dpsym.prove.search import Descent
from dpsym.prove.statement import Goal, Span, Spans
from dpsym.prove.witness import Point, witness

_SPLIT = 8  # where a half-line is cut into a compact part and a tail
_DEEPEST = 3
_FEW_BOXES = 150  # in a cover by ranges alone
_MORE_BOXES = 400  # in one by Taylor forms
_FIRST_LOOK = 200  # boxes of a cover before its halves are tried
_PATIENCE = 0.5  # seconds of processor time for a descent where there is another way to try
_MORE_PATIENCE = 4  # where there is none
_CONTACTS = [
    sp.Rational(p, q)
    for p, q in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3), (4, 1), (1, 4), (3, 4), (5, 1))
]
Progress = Callable[[int, int], Any]


@dataclass
class Attempt:
    """One claim ``left <= right`` or ``left < right`` over a box: what is shown, open and left over so far."""

    goal: Goal
    spans: Spans
    boxes: int
    deadline: float
    megabytes: int
    jobs: int
    progress: Progress | None
    pieces: list[Piece] = field(default_factory=list)
    leftover: list[Spans] = field(default_factory=list)
    started: list[CoverPiece] = field(default_factory=list)
    analytic: bool = False
    witness: tuple[Point, Ball] | None = None
    reason: str = ""

    def begin(self) -> bool:
        """Try what is quick: return whether the claim is shown, or fails."""
        chart, value = self._read()
        if self.goal.conditions:
            check_conditions(self.goal, chart)
        if value is None:
            self.witness = witness(*self.goal.sides(), self.spans)
            return self.witness is not None
        if len(self.spans) > 1 and self.covered_plainly():
            return True
        return self._descended(self.spans, chart, value) or self._refuted(chart, value)

    def go_on(self) -> None:
        """Work through the box and the parts that it is cut into."""
        chart, value = self._read()
        if value is None:
            self._unread(self.spans)
            return
        is_line = any(span.low is -sp.oo and span.high is sp.oo for span in self.spans.values())
        if not (is_line or self._is_compact) and self._descended(self.spans, chart, value, _MORE_PATIENCE):
            return
        for part in self._parts(chart, value):
            self._part(part, _DEEPEST)
            if self.witness is not None:
                return

    def resume(self, started: tuple[CoverPiece, ...], leftover: tuple[Spans, ...]) -> None:
        """Go on with covers that were broken off."""
        self._read()
        begun = [piece.spans for piece in started]
        for piece in started:
            self._cover(piece)
        for spans in leftover:
            if spans not in begun and self.witness is None:
                self._part(spans, _DEEPEST)

    def _read(self) -> tuple[Chart, Ratio | None]:
        """Return what is claimed not to be negative, if it is certainly analytic inside the whole box."""
        chart = Chart(self.spans)
        try:
            value = self.goal.value(chart.tower, chart.shift)
        except DpsymError:
            return chart, None
        self.analytic = True
        return chart, value

    def _stop(self, proved: int, waiting: int) -> bool:
        if self.progress is not None:
            self.progress(proved, waiting)
        return time.monotonic() > self.deadline

    def covered_plainly(self) -> bool:
        """Try ranges alone where all variables are bounded: with some slack this is the quickest."""
        return self._is_compact and self._taken(plainly(prepared(self.goal, self.spans), _FEW_BOXES, self._stop))

    def _taken(self, piece: CoverPiece) -> bool:
        """Keep a piece that is covered, if it proves the claim."""
        if piece.cover.verdict != "proved" or not is_analytic(piece):
            return False
        self.pieces.append(piece)
        return True

    @property
    def _is_compact(self) -> bool:
        return all(span.low.is_finite and span.high.is_finite for span in self.spans.values())

    def _descended(self, spans: Spans, chart: Chart, value: Ratio, patience: float = _PATIENCE) -> bool:
        tower = chart.tower
        side = tower.sign(value.bottom)
        if not side:
            return False
        try:
            proof = Descent(tower, self.deadline, patience).show(
                value.top * side, tuple(tower.domain), beside=ratio(ONE * side, value.bottom)
            )
        except DpsymError:
            return False
        if proof is None or (self.goal.kind == "<" and not proof.strict):
            return False
        self.pieces.append(DescentPiece(spans, chart, proof))
        return True

    def _refuted(self, chart: Chart, value: Ratio) -> bool:
        """Look for a counterexample where samples tell that there is one, and at simple points."""
        core = value.top * chart.tower.sign(value.bottom)
        seeds = [
            {
                symbol: change.subs({inner: sp.Rational(int(part.p), int(part.q)) for inner, part in point.items()})
                for symbol, change in chart.shift.items()
            }
            for point, _ in zip(Samples(chart.tower).negative(core), range(8), strict=False)
        ]
        self.witness = witness(*self.goal.sides(), self.spans, seeds)
        return self.witness is not None

    def _parts(self, chart: Chart, value: Ratio) -> Iterator[Spans]:
        """Yield the box cut where the two sides meet inside it, or else as a whole."""
        edges = Edges(chart.tower)
        for symbol, change in chart.shift.items():
            span, (inner,) = self.spans[symbol], change.free_symbols
            for place in _CONTACTS:
                if span.low < place < span.high:
                    limit = edges.limit(value, inner, sp.Abs(place - change.subs(inner, 0)))
                    if isinstance(limit, Ratio) and limit.top == 0:
                        yield from self._cut(self.spans, symbol, place)
                        return
        yield self.spans

    def _cut(self, spans: Spans, symbol: sp.Symbol, place: sp.Expr) -> list[Spans]:
        span = spans[symbol]
        return [
            {**spans, symbol: Span(span.low, place, span.low_open, False)},
            {**spans, symbol: Span(place, span.high, False, span.high_open)},
        ]

    def _part(self, spans: Spans, depth: int) -> None:
        """Show the claim on a part of the box: by a descent only if both sides are analytic where parts meet."""
        if spans is not self.spans and self.analytic:
            chart = Chart(spans)
            try:
                patience = _PATIENCE if depth else _MORE_PATIENCE
                if self._descended(spans, chart, self.goal.value(chart.tower, chart.shift), patience):
                    return
            except DpsymError:
                pass
        self._unread(spans, depth)

    def _unread(self, spans: Spans, depth: int = _DEEPEST) -> None:
        """Cover a compact part; of an unbounded one, cut off what is compact."""
        for symbol, span in spans.items():
            endless = not (span.low.is_finite and span.high.is_finite)
            if endless and depth:
                place = sp.S.Zero if span.low is -sp.oo and span.high is sp.oo else _far(span)
                for part in self._cut(spans, symbol, place):
                    if self.witness is None:
                        self._part(part, depth - 1)
                return
        self._cover(prepared(self.goal, spans), depth)

    def _cover(self, piece: CoverPiece, depth: int = 0) -> None:
        """Cover a compact part, by halves on which there is a descent if few boxes do not suffice."""
        if time.monotonic() > self.deadline:
            self._left(piece, "the time is spent")
            return
        if (
            len(piece.box) == 1
            and not piece.cover.boxes
            and self._taken(plainly(piece, min(self.boxes, _MORE_BOXES), self._stop))
        ):
            return
        try:
            piece = extended(
                piece,
                min(self.boxes, _FIRST_LOOK) if self._may_halve(piece, depth) else self.boxes,
                self._stop,
                Team(self.jobs, self.deadline, self.megabytes),
            )
        except (NotDerivedError, ParameterError) as error:
            self._left(piece, str(error))
            return
        if piece.cover.verdict == "refuted":
            self.witness = witness(*self.goal.sides(), self.spans, list(counterexamples(piece)))
            if self.witness is not None:
                return
        if self._taken(piece):
            return
        if piece.cover.verdict == "undecided" and self._may_halve(piece, depth):
            (symbol,) = piece.spans
            for part in self._cut(piece.spans, symbol, piece.spans[symbol].middle):
                self._part(part, depth - 1)
        else:
            late = time.monotonic() > self.deadline
            self._left(piece, "the time is spent" if late else "the boxes are spent")

    def _may_halve(self, piece: CoverPiece, depth: int) -> bool:
        return self.analytic and depth > 0 and len(piece.box) == 1 and not piece.changes and self.boxes > _FIRST_LOOK

    def _left(self, piece: CoverPiece, reason: str) -> None:
        self.leftover.append(piece.spans)
        self.started += [piece] if piece.cover.verdict == "undecided" and piece.cover.leftover else []
        self.reason = reason


def _far(span: Span) -> sp.Expr:
    return span.low + _SPLIT if span.low.is_finite else span.high - _SPLIT

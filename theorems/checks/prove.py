"""Check: a proof over the whole domain, open or unbounded, by derivative descent or by covers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Interval, Rational, Set, Symbol, oo, true

import dpsym.prove
from dpsym.errors import NotDerivedError, ParameterError
from dpsym.prove import Refuted, Undecided
from dpsym.prove.statement import Span, may_vanish
from theorems.entry import Theorem
from theorems.outcome import DPSYM, Outcome
from theorems.status import Status

_LARGEST = 20_000


@dataclass(frozen=True)
class Proved:
    """Prove the statement, or refute it; divergences in it are replaced by their derived forms first.

    A proof counts as one only over the whole domain of the entry; over a smaller box it counts as agreement. Hypotheses are not used: a
    proof is of the stronger statement without them, and a witness that violates one refutes nothing. An end of the domain counts as
    covered where the proof says so: by continuity that is proved, or by a proof of its own; an end at which a side is undefined is left
    out. Where a domain contains 0 a positive symbol is replaced by one that may be 0.

    Parameters
    ----------
    box : mapping of Symbol to (low, high), optional
        A smaller box, closed, with rational or infinite ends; by default the domain.
    boxes : int
        The greatest number of boxes in the cover of a part.
    seconds : float
        When to break off undecided.
    """

    box: Mapping[Symbol, tuple[Any, Any]] | None = None
    boxes: int = 2000
    seconds: float = 20

    def key(self) -> str:
        box = (
            "domain"
            if self.box is None
            else sorted((str(s), str(low), str(high)) for s, (low, high) in self.box.items())
        )
        return f"proved({box}, {self.boxes}, {self.seconds})"

    def modules(self) -> tuple[str, ...]:
        return ("dpsym.prove", "theorems.checks.prove")

    def road(self) -> tuple[str, ...]:
        return ("dpsym.prove",)

    def run(self, theorem: Theorem) -> Outcome:
        spans = self._spans(theorem)
        zero = {symbol: may_vanish(symbol) for symbol, span in spans.items() if span.contains(0) is true}
        statement = theorem.statement.func(*(side.xreplace(zero) for side in theorem.statement.args), evaluate=False)
        box = {zero.get(symbol, symbol): span for symbol, span in spans.items()}
        try:
            found = dpsym.prove.prove(statement, box, boxes=self.boxes, seconds=self.seconds)
        except (NotDerivedError, ParameterError) as reason:
            return Outcome("proved", DPSYM, Status.CLAIMED, f"not in reach: {reason}")
        if isinstance(found, Undecided):
            return Outcome("proved", DPSYM, Status.CLAIMED, f"undecided: {found.reason}")
        if isinstance(found, Refuted):
            return _refuted(theorem, found)
        proved = {symbol.name: span for symbol, span in found.box.items()}
        whole = not found.omits and all(
            symbol.name in proved and _is_filled(domain, proved[symbol.name])
            for symbol, domain in theorem.domain.items()
        )
        where = (
            "its whole domain"
            if whole
            else "part of its domain: " + ", ".join(f"{s} in {span.interval}" for s, span in found.box.items())
        )
        data = found.data
        rows: tuple[dict[str, Any], ...] = ({"proof": data},)
        detail = f"{found.method} over {where}"
        if len(json.dumps(data)) > _LARGEST:
            rows, detail = (), f"{detail}; the proof is too long to be stored"
        status = Status.PROVED if whole else Status.SAMPLED
        return Outcome("proved", DPSYM, status, detail, _size(data), replay=rows)

    def _spans(self, theorem: Theorem) -> dict[Basic, Set]:
        if self.box is None:
            return dict(theorem.domain)
        return {symbol: _interval(low, high) for symbol, (low, high) in self.box.items()}


def _interval(low: Any, high: Any) -> Interval:
    low, high = (end if end in (oo, -oo) else Rational(end) for end in (low, high))
    return Interval(low, high)


def _is_filled(domain: Set, span: Span) -> bool:
    """Return whether a domain was covered, with its ends."""
    return domain.is_subset(span.interval) is True


def _refuted(theorem: Theorem, found: Refuted) -> Outcome:
    """Return a refutation, if its witness is a point of the entry: in the domain, with every hypothesis true."""
    at = {symbol.name: str(value) for symbol, value in found.witness.items()}
    values = {symbol.name: value for symbol, value in found.witness.items()}
    point = {symbol: values[symbol.name] for symbol in theorem.domain if symbol.name in values}
    admitted = all(theorem.domain[symbol].contains(value) is true for symbol, value in point.items()) and all(
        hypothesis.xreplace(point) is true for hypothesis in theorem.hypotheses
    )
    if not admitted:
        return Outcome("proved", DPSYM, Status.CLAIMED, f"fails at {at}, where a hypothesis may not hold")
    margin = f"{found.margin.mid:.2e}"
    return Outcome("proved", DPSYM, Status.REFUTED, "fails at a point", 1, margin, at, ({"at": at},))


def _size(data: dict[str, Any]) -> int:
    """Return how many steps and boxes a proof has."""
    pieces = sum(len(piece.get("steps", piece.get("boxes", ()))) for piece in data["pieces"])
    return pieces + sum(_size(face["proof"]) for face in data["faces"])

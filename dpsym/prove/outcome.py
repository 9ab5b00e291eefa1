"""What an attempt to prove ends with: proved, refuted or undecided. None of them has a truth value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import sympy as sp

from dpsym.ball import Ball
from dpsym.enclose.cover import Cover
from dpsym.prove.chart import Chart
from dpsym.prove.descent import Proof
from dpsym.prove.faces import lacks
from dpsym.prove.statement import Goal, Span, Spans, Statement
from dpsym.prove.steps import explain_steps, write_quantities, write_steps

FORMAT = 1


@dataclass(frozen=True, eq=False)
class DescentPiece:
    """A part of the box on which a descent shows the claim."""

    spans: Spans
    chart: Chart
    proof: Proof
    is_closed = False  # it holds inside the box only

    def data(self) -> dict[str, Any]:
        """Return the piece as plain data."""
        return {
            "method": "descent",
            "box": write_spans(self.spans),
            "steps": write_steps(self.chart, self.proof),
            "quantities": write_quantities(self.chart),
        }

    def lines(self) -> list[str]:
        """Return the piece as lines for a person."""
        return explain_steps(write_steps(self.chart, self.proof), indent="  ")


@dataclass(frozen=True, eq=False)
class CoverPiece:
    """A part of the box that is covered by smaller boxes; `changes` says what its own variables stand for.

    `differentiated`, in its own variables, is what must be analytic on each of the boxes, lest a jump go unseen.
    """

    spans: Spans
    changes: Mapping[sp.Symbol, sp.Expr]
    box: Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]]
    left: sp.Expr
    right: sp.Expr
    differentiated: sp.Expr | None
    cover: Cover
    is_closed = True  # it holds on the closed faces of its box as well, unless it is strict

    def data(self) -> dict[str, Any]:
        """Return the piece as plain data."""
        return {
            "method": "cover",
            "box": write_spans(self.spans),
            "changes": {symbol.name: str(value) for symbol, value in self.changes.items()},
            "left": str(self.left),
            "right": str(self.right),
            "over": {symbol.name: [str(low), str(high)] for symbol, (low, high) in self.box.items()},
            "strict": self.cover.strict,
            "boxes": [{"sides": [list(side) for side in one.sides], "rule": one.rule} for one in self.cover.boxes],
        }

    def lines(self) -> list[str]:
        """Return the piece as lines for a person."""
        changed = "".join(f", with {symbol} = {value}" for symbol, value in self.changes.items())
        return [f"  {self.left} <= {self.right} on each of {len(self.cover.boxes)} boxes{changed}"]


Piece = DescentPiece | CoverPiece


class _Outcome:
    statement: Statement
    box: Spans

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {write_statement(self.statement)} on {_place(self.box)}>"

    def __bool__(self) -> NoReturn:
        raise TypeError(f"an outcome has no truth value: ask whether it is a {type(self).__name__}")


@dataclass(frozen=True, eq=False, repr=False)
class Proved(_Outcome):
    """A proof, piece by piece of the box.

    Attributes
    ----------
    statement, box
        What was proved, and where: without the closed ends at which a side is undefined.
    goal : Goal
        The statement with divergences in their derived forms.
    pieces : tuple
        Each with its descent or its cover; none for an identity, which the normal forms of both sides show.
    faces : tuple of Face
        The proofs on closed faces to which what is shown inside does not extend by continuity; of a strict inequality, on all of
        them and where pieces meet.
    seconds : float
        How long the search took.
    """

    statement: Statement
    box: Spans
    goal: Goal
    pieces: tuple[Piece, ...]
    seconds: float
    faces: tuple[Face, ...] = ()

    @property
    def omits(self) -> tuple[tuple[sp.Symbol, sp.Expr], ...]:
        """The closed ends that are left out on some face, where a side is undefined."""
        found: list[tuple[sp.Symbol, sp.Expr]] = []
        for face in self.faces:
            rest = {symbol: span for symbol, span in self.box.items() if symbol is not face.symbol}
            found += [*lacks(face.proof.box, rest), *face.proof.omits]
        return tuple(dict.fromkeys(found))

    @property
    def method(self) -> str:
        """How the proof goes: identity, descent, cover, or descent and cover."""
        kinds = {"descent" if isinstance(piece, DescentPiece) else "cover" for piece in self.pieces}
        return " and ".join(sorted(kinds, reverse=True)) or "identity"

    def explain(self) -> str:
        """Return the proof as text for a person."""
        if not self.box:
            return f"{self.goal.left} {self.goal.kind} {self.goal.right}"
        lines = [f"{write_statement(self.statement)} on {_place(self.box)}, by {self.method}"]
        for piece in self.pieces:
            lines += ([f" on {_place(piece.spans)}:"] if len(self.pieces) > 1 else []) + piece.lines()
        for face in self.faces:
            lines.append(f" and where {face.symbol} = {face.end}: {face.proof.explain()}")
        return "\n".join(lines)

    @property
    def data(self) -> dict[str, Any]:
        """The proof as plain data, which `replay` checks."""
        return {
            "format": FORMAT,
            "statement": statement_data(self.statement),
            "derived": {"kind": self.goal.kind, "left": str(self.goal.left), "right": str(self.goal.right)},
            "box": write_spans(self.box),
            "method": self.method,
            "pieces": [piece.data() for piece in self.pieces],
            "faces": [
                {"symbol": face.symbol.name, "end": str(face.end), "proof": face.proof.data} for face in self.faces
            ],
        }


@dataclass(frozen=True, eq=False)
class Face:
    """The proof where one variable has a fixed value."""

    symbol: sp.Symbol
    end: sp.Expr
    proof: Proved


@dataclass(frozen=True, eq=False, repr=False)
class Refuted(_Outcome):
    """A counterexample.

    Attributes
    ----------
    witness : mapping of Symbol to Rational
        The simplest point found at which the statement certainly fails.
    margin : Ball
        The right side less the left side there; of a monotonicity, the signed derivative.
    """

    statement: Statement
    box: Spans
    witness: Mapping[sp.Symbol, sp.Rational]
    margin: Ball
    seconds: float


@dataclass(frozen=True, eq=False, repr=False)
class Undecided(_Outcome):
    """Neither a proof nor a counterexample within the budget.

    Attributes
    ----------
    pieces : tuple
        What was shown so far.
    leftover : tuple of box
        The parts of the box left over.
    reason : str
        Why the search ended.
    """

    statement: Statement
    box: Spans
    pieces: tuple[Piece, ...]
    leftover: tuple[Spans, ...]
    reason: str
    seconds: float
    started: tuple[CoverPiece, ...] = ()


def statement_data(statement: Statement) -> dict[str, Any]:
    """Return a statement as plain data, its formulas as text that `dpsym.parse` reads."""
    if isinstance(statement, sp.core.relational.Relational):
        kind = {sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">", sp.Eq: "==", sp.Ne: "!="}[type(statement)]
        return {"kind": kind, "left": str(statement.lhs), "right": str(statement.rhs)}
    found = {
        "kind": type(statement).__name__.lower(),
        "expression": str(statement.expression),
        "symbol": statement.symbol.name,
    }
    return found | ({"increasing": statement.increasing} if found["kind"] == "monotone" else {})


def write_statement(statement: Statement) -> str:
    """Return a statement as text for a person."""
    if isinstance(statement, sp.core.relational.Relational):
        return str(statement)
    kind = (
        "convex"
        if type(statement).__name__ == "Convex"
        else "nondecreasing"
        if statement.increasing
        else "nonincreasing"
    )
    return f"{statement.expression} is {kind} in {statement.symbol}"


def write_spans(spans: Spans) -> dict[str, list[str | bool]]:
    """Return a box as plain data: name to low, high, whether low is excluded, whether high is."""
    return {
        symbol.name: [str(span.low), str(span.high), span.low_open, span.high_open] for symbol, span in spans.items()
    }


def _place(spans: Spans) -> str:
    return ", ".join(f"{symbol} in {_interval(span)}" for symbol, span in spans.items())


def _interval(span: Span) -> str:
    return f"{'(' if span.low_open else '['}{span.low}, {span.high}{')' if span.high_open else ']'}"

"""What an attempt to prove ends with: proved, refuted or undecided. None of them has a truth value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import sympy as sp

from dpsym.ball import Ball
from dpsym.prove.cases import Border
from dpsym.prove.faces import lacks
from dpsym.prove.latex import Writer
from dpsym.prove.pieces import CoverPiece, DescentPiece, Piece
from dpsym.prove.statement import Goal, Spans, Statement
from dpsym.prove.words import statement_data, write_place, write_spans, write_statement

FORMAT = 1


class _Outcome:
    statement: Statement
    box: Spans

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {write_statement(self.statement)} on {write_place(self.box)}>"

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
    pieces: tuple[Piece | CasesPiece | ChangePiece, ...]
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
        """How the proof goes: identity, cases, change, descent, cover, or descent and cover."""
        kinds = {_METHODS[type(piece)] for piece in self.pieces}
        return " and ".join(sorted(kinds, reverse=True)) or "identity"

    @property
    def _claim(self) -> str:
        """The statement, or the case of it that is proved, in words."""
        whole = isinstance(self.statement, sp.core.relational.Relational) and not self.statement.free_symbols <= set(
            self.box
        )
        return f"{self.goal.left} {self.goal.kind} {self.goal.right}" if whole else write_statement(self.statement)

    def explain(self) -> str:
        """Return the proof as text for a person."""
        if not self.box:
            return f"{self.goal.left} {self.goal.kind} {self.goal.right}"
        lines = [f"{self._claim} on {write_place(self.box)}, by {self.method}"]
        for piece in self.pieces:
            lines += ([f" on {write_place(piece.spans)}:"] if len(self.pieces) > 1 else []) + piece.lines()
        for face in self.faces:
            lines.append(f" and where {face.symbol} = {face.end}: {face.proof.explain()}")
        return "\n".join(lines)

    def latex(self) -> str:
        """Return the proof as a paper has it: a proof environment of LaTeX, each step with its reason."""
        sentences = Writer({symbol.name: symbol for symbol in self.box}).proof(self.data)
        return "\n".join([r"\begin{proof}", *sentences, r"\end{proof}"])

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


@dataclass(frozen=True, eq=False)
class CasesPiece:
    """A box cut along a border: the proofs below it, and on it and above, in variables of their own."""

    spans: Spans
    border: Border
    changes: tuple[sp.Expr, sp.Expr]
    proofs: tuple[Proved, Proved]

    def data(self) -> dict[str, Any]:
        """Return the piece as plain data."""
        return {
            "method": "cases",
            "box": write_spans(self.spans),
            "symbol": self.border.symbol.name,
            "place": str(self.border.place),
            "proofs": [proof.data for proof in self.proofs],
        }

    def lines(self) -> list[str]:
        """Return the piece as lines for a person."""
        symbol, place = self.border.symbol, self.border.place
        found = []
        for relation, change, proof in zip(("<", ">="), self.changes, self.proofs, strict=True):
            found.append(f"  where {symbol} {relation} {place}, with {symbol} = {change}:")
            found += [f"    {line}" for line in proof.explain().splitlines()]
        return found


@dataclass(frozen=True, eq=False)
class ChangePiece:
    """A box with a power of a variable in its place, and the proof there."""

    spans: Spans
    symbol: sp.Symbol
    power: sp.Rational
    proof: Proved

    def data(self) -> dict[str, Any]:
        """Return the piece as plain data."""
        return {
            "method": "change",
            "box": write_spans(self.spans),
            "symbol": self.symbol.name,
            "power": str(self.power),
            "proofs": [self.proof.data],
        }

    def lines(self) -> list[str]:
        """Return the piece as lines for a person."""
        (inner,) = set(self.proof.box) - set(self.spans)
        lines = self.proof.explain().splitlines()
        return [f"  with {inner} = {self.symbol**self.power}:", *(f"    {line}" for line in lines)]


_METHODS: dict[type, str] = {DescentPiece: "descent", CoverPiece: "cover", CasesPiece: "cases", ChangePiece: "change"}


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

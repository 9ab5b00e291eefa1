"""The parts of a box on which a claim is shown, each in one way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from dpsym.enclose.cover import Cover
from dpsym.prove.chart import Chart
from dpsym.prove.descent import Proof
from dpsym.prove.statement import Spans
from dpsym.prove.steps import explain_steps, write_quantities, write_steps
from dpsym.prove.words import write_spans


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

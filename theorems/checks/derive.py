"""Check: work the left side out from its definition and recognise the right side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Eq, Ge, Gt, Le, Lt, Ne

from dpsym.derive import Derivation, derive
from dpsym.derive.rewriting import is_zero
from dpsym.divergences import Divergence
from dpsym.errors import NotDerivedError
from theorems.compare import compare, point_text
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.outcome import DPSYM, Outcome
from theorems.points import holds, points
from theorems.status import Status


@dataclass(frozen=True)
class Derive:
    """Derive the divergence on the left of an equation; the right side must be that closed form, for all symbols."""

    def key(self) -> str:
        return "derive"

    def modules(self) -> tuple[str, ...]:
        return ("dpsym.derive", "theorems.checks.derive", "theorems.compare", "theorems.points")

    def road(self) -> tuple[str, ...]:
        return ("dpsym.derive",)

    def run(self, theorem: Theorem) -> Outcome:
        statement = theorem.statement
        if not (isinstance(statement, Eq) and isinstance(statement.lhs, Divergence)):
            raise EntryError(
                f"statement of {theorem.id} must equate a divergence with a formula to be derived, got {statement}"
            )
        try:
            derivation = derive(statement.lhs)
        except NotDerivedError as error:
            return Outcome("derive", DPSYM, Status.CLAIMED, str(error))
        failing = _failing_condition(theorem, derivation)
        if failing is not None:
            return failing
        rows = _compared(theorem, derivation)
        if isinstance(rows, Outcome):
            return rows
        stated = statement.rhs.replace(
            lambda node: isinstance(node, Divergence), lambda node: derive(node).expression
        )
        if derivation.expression == stated or is_zero(derivation.expression - stated):
            conditions = ", ".join(map(str, derivation.conditions)) or "none"
            return Outcome(
                "derive",
                DPSYM,
                Status.PROVED,
                f"{derivation.strategy}; conditions: {conditions}",
                len(derivation.steps),
                replay=rows,
            )
        return Outcome(
            "derive", DPSYM, Status.CLAIMED, f"derived {derivation.expression}: not recognised as equal"
        )


def _failing_condition(theorem: Theorem, derivation: Derivation) -> Outcome | None:
    """Return a refutation if the statement admits a point where the derivation's hypothesis fails, and the right side is wrong there."""
    for condition in derivation.conditions:
        if isinstance(condition, (Ne, Gt, Ge, Lt, Le)) and condition not in theorem.hypotheses:
            for point in points(theorem, 64):
                if not holds(condition, point) and compare(theorem.statement, point).fails:
                    return Outcome(
                        "derive",
                        DPSYM,
                        Status.REFUTED,
                        f"hypothesis missing: {condition}",
                        64,
                        witness=point_text(point),
                        replay=(compare(theorem.statement, point).row(point),),
                    )
    return None


def _compared(theorem: Theorem, derivation: Derivation) -> Outcome | tuple[dict[str, Any], ...]:
    """Return the derived form with its balls at points, or a refutation where it differs from the stated one.

    A difference at a point is found sooner than a proof of equality is given up.
    """
    tried = points(theorem, 6)
    identity = Eq(derivation.expression, theorem.statement.rhs, evaluate=False)
    rows: list[dict[str, Any]] = [{"derived": str(derivation.expression)}]
    for point in tried:
        comparison = compare(identity, point)
        if comparison.fails:
            detail = f"derived {comparison.left}, stated {comparison.right}"
            margin, rows = str(comparison.margin), [*rows[:1], comparison.row(point)]
            return Outcome(
                "derive", DPSYM, Status.REFUTED, detail, len(tried), margin, point_text(point), tuple(rows)
            )
        if comparison.holds:
            rows.append(comparison.row(point))
    return tuple(rows)

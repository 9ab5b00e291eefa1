"""Check: work the left side out from its definition and recognise the right side."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Eq, Ge, Gt, Le, Lt, Ne

from dpsym.derive import Derivation, derive
from dpsym.derive.rewriting import is_zero
from dpsym.divergences import Divergence
from dpsym.errors import NotDerivedError
from theorems.checks.compare import compare
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
        return ("dpsym.derive", "theorems.checks.derive", "theorems.checks.compare", "theorems.points")

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
        differing = _difference(theorem, derivation)
        if differing is not None:
            return differing
        stated = statement.rhs.replace(
            lambda node: isinstance(node, Divergence), lambda node: derive(node).expression
        )
        if derivation.expression == stated or is_zero(derivation.expression - stated):
            conditions = ", ".join(map(str, derivation.conditions)) or "none"
            return Outcome(
                "derive",
                DPSYM,
                Status.DERIVED,
                f"{derivation.strategy}; conditions: {conditions}",
                len(derivation.steps),
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
                    witness = {str(symbol): str(value) for symbol, value in point.items()}
                    return Outcome(
                        "derive",
                        DPSYM,
                        Status.REFUTED,
                        f"hypothesis missing: {condition}",
                        64,
                        witness=witness,
                    )
    return None


def _difference(theorem: Theorem, derivation: Derivation) -> Outcome | None:
    """Return a refutation if the derived form and the stated one differ at a point (quicker than failing to prove them equal)."""
    tried = points(theorem, 6)
    for point in tried:
        comparison = compare(Eq(derivation.expression, theorem.statement.rhs, evaluate=False), point)
        if comparison.fails:
            witness = {str(symbol): str(value) for symbol, value in point.items()}
            detail = f"derived {comparison.left}, stated {comparison.right}"
            return Outcome(
                "derive", DPSYM, Status.REFUTED, detail, len(tried), str(comparison.margin), witness
            )
    return None

"""Check: an inequality over a whole box, by interval branch and bound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Ge, Gt, Interval, Lt, Rational, Symbol, false
from sympy.logic.boolalg import Boolean

from dpsym.derive import Derivation, derive
from dpsym.derive.signs import Signs
from dpsym.divergences import Divergence
from dpsym.enclose import dominate
from dpsym.enclose.rules import contacts
from theorems.entry import Theorem
from theorems.outcome import DPSYM, Outcome
from theorems.status import Status

_MODULES = ("dpsym.derive", "dpsym.enclose", "theorems.checks.dominate")


@dataclass(frozen=True)
class Dominated:
    """Prove the inequality on a box; divergences in it are replaced by their derived forms first.

    The cover is a proof of the statement only where the box is the whole (closed) domain; elsewhere it counts as agreement.

    Parameters
    ----------
    box : mapping of Symbol to (low, high)
        Rational ends.
    budget : int
        The greatest number of boxes to look at.
    """

    box: Mapping[Symbol, tuple[Any, Any]]
    budget: int = 20000

    def key(self) -> str:
        return (
            f"dominated({sorted((str(s), str(low), str(high)) for s, (low, high) in self.box.items())}, {self.budget})"
        )

    def modules(self) -> tuple[str, ...]:
        return _MODULES

    def road(self) -> tuple[str, ...]:
        return ("dpsym.derive", "dpsym.enclose")

    def run(self, theorem: Theorem) -> Outcome:
        statement = theorem.statement
        sides = (statement.rhs, statement.lhs) if isinstance(statement, (Ge, Gt)) else (statement.lhs, statement.rhs)
        box = {symbol: (Rational(low), Rational(high)) for symbol, (low, high) in self.box.items()}
        heads = {head: derive(head) for side in sides for head in side.atoms(Divergence)}
        inside = {symbol: theorem.domain[symbol].intersect(Interval(*ends)) for symbol, ends in box.items()}
        if unmet := [
            str(each) for each in _needed(heads.values()) if not Signs(inside, theorem.hypotheses).imply(each)
        ]:
            return Outcome("dominated", DPSYM, Status.CLAIMED, f"the derived form needs {', '.join(unmet)}")
        forms = {head: found.expression for head, found in heads.items()}
        smaller, greater = (side.xreplace(forms) for side in sides)
        cover = dominate(smaller, greater, box, self.budget, strict=isinstance(statement, (Lt, Gt)))
        size = len(cover.boxes)
        if cover.verdict == "refuted":
            witness = {str(name): str(value) for name, value in (cover.witness or {}).items()}
            sides_text = {"smaller": str(smaller), "greater": str(greater)}
            detail, margin, failing = "fails inside the box", str(cover.margin), (sides_text, {"at": witness})
            return Outcome("dominated", DPSYM, Status.REFUTED, detail, size, margin, witness, failing)
        if cover.verdict == "undecided":
            return Outcome("dominated", DPSYM, Status.CLAIMED, f"{len(cover.leftover)} boxes left over", size)
        met = {face for proved in cover.boxes for face in contacts(proved.rule)} if cover.strict else set()
        for symbol, end in ((symbol, end) for symbol in box for name, end in sorted(met) if symbol.name == name):
            if theorem.domain[symbol].contains(Rational(end)) is not false:
                return Outcome("dominated", DPSYM, Status.CLAIMED, f"both sides are equal where {symbol} = {end}", size)
        whole = not theorem.hypotheses and all(_fills(theorem, symbol, ends) for symbol, ends in box.items())
        where = (
            "its whole domain"
            if whole
            else "part of its domain: " + ", ".join(f"{s} in [{a}, {b}]" for s, (a, b) in box.items())
        )
        claim = {
            "smaller": str(smaller),
            "greater": str(greater),
            "strict": cover.strict,
            "box": {str(symbol): [str(low), str(high)] for symbol, (low, high) in box.items()},
        }
        rows: list[dict[str, Any]] = [{"box": proved.sides, "rule": proved.rule} for proved in cover.boxes]
        status = Status.PROVED if whole else Status.SAMPLED
        return Outcome("dominated", DPSYM, status, f"covered {where}", size, replay=(claim, *rows))


def _fills(theorem: Theorem, symbol: Symbol, ends: tuple[Rational, Rational]) -> bool:
    closure = theorem.domain[symbol].closure
    return closure.inf == ends[0] and closure.sup == ends[1]


def _needed(derivations: Iterable[Derivation]) -> Iterable[Boolean]:
    return (condition for found in derivations for condition in found.conditions)

"""Check: work the left side out from its definition and recognise the right side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sympy import Eq, Expr, Gt, Interval, Lt, Ne, Not, log, oo
from sympy.logic.boolalg import Boolean

from dpsym.derive import Derivation, derive
from dpsym.derive.identity import agree, unmet
from dpsym.derive.signs import Signs
from dpsym.distributions import Law
from dpsym.divergences import Divergence
from dpsym.enclose.unreal import is_unreal
from dpsym.errors import NotDerivedError
from theorems.compare import Comparison, compare, point_text
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.outcome import CEILINGS, DPSYM, Outcome, suffice
from theorems.points import Point, points
from theorems.status import Status

_SEARCHED, _COMPARED, _ENCLOSED = 64, 6, 4


@dataclass(frozen=True)
class Derive:
    """Derive the divergence on the left of an equation; the right side must be that closed form, for all symbols.

    The derivation backs the statement only if everything that it rests on is shown to follow from the domain and the hypotheses of the
    entry: the conditions of its steps, the parameters that the laws admit, and what makes both formulas real numbers.
    """

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
            inner = {node: derive(node) for node in statement.rhs.atoms(Divergence)}
        except NotDerivedError as error:
            return _undecided(str(error))
        signs = Signs(theorem.domain, theorem.hypotheses)
        stated = statement.rhs.xreplace({node: found.expression for node, found in inner.items()})
        needed = [condition for found in (derivation, *inner.values()) for condition in found.conditions]
        missing = [each for each in (*needed, *_admitted(statement)) if not signs.imply(each)]
        compared = _compared(theorem, derivation.expression, missing)
        if compared.status is Status.REFUTED:
            return compared
        if missing:
            failing = _divergent(derivation, signs) if stated is oo else None
            return (
                _unbacked(theorem, missing, "hypothesis missing")
                if failing is None
                else _infinite(theorem, derivation, failing)
            )
        if compared.status is not Status.SAMPLED:
            return compared
        if not agree(derivation.expression, stated, signs):
            return _undecided(f"derived {derivation.expression}: not recognised as equal")
        if unreal := _unreal(derivation.expression, stated, signs):
            return _unbacked(theorem, unreal, "not shown to be a real number")
        conditions = ", ".join(map(str, derivation.conditions)) or "none"
        return _derived(derivation, f"conditions: {conditions}", compared)


def _unreal(derived: Expr, stated: Expr, signs: Signs) -> list[Boolean]:
    """Return what the two formulas demand and nothing shows; the logarithms of the derived one are of positive integrals."""
    positive = {node.args[0] for node in derived.atoms(log)}
    demands = [*unmet(stated, signs), *unmet(derived, signs)]
    return [
        demand
        for demand in dict.fromkeys(demands)
        if not (isinstance(demand, Gt) and any(agree(demand.lhs, known, signs) for known in positive))
    ]


def _derived(derivation: Derivation, words: str, compared: Outcome) -> Outcome:
    detail = f"{derivation.strategy}; {words}"
    if compared.undecided:
        detail += f"; {compared.detail}"
    number = len(derivation.steps)
    return Outcome(
        "derive", DPSYM, CEILINGS["derive"], detail, number, replay=compared.replay, undecided=compared.undecided
    )


def _undecided(detail: str) -> Outcome:
    return Outcome("derive", DPSYM, Status.CLAIMED, detail)


def _refuted(detail: str, point: Point, comparison: Comparison, *rows: dict[str, Any]) -> Outcome:
    margin = "" if comparison.margin is None else str(comparison.margin)
    replay = (*rows, comparison.row(point))
    return Outcome("derive", DPSYM, Status.REFUTED, detail, 1, margin, point_text(point), replay)


def _admitted(statement: Eq) -> Iterable[Boolean]:
    """Yield what the parameters of all laws, and of the parts that they are made of, must satisfy."""
    for law in statement.atoms(Law):
        for parameter, value in zip(law.parameters, law.args, strict=False):
            if isinstance(value, Expr) and value.free_symbols and isinstance(parameter.domain, Interval):
                low, high = parameter.domain.start, parameter.domain.end
                if low.is_finite:
                    yield Gt(value, low) if parameter.domain.left_open else value >= low
                if high.is_finite:
                    yield Lt(value, high) if parameter.domain.right_open else value <= high


def _divergent(derivation: Derivation, signs: Signs) -> Boolean | None:
    """Return a condition of convergence that is shown to fail everywhere: there the divergence is infinite."""
    needed = (step.hypothesis for step in derivation.steps if step.hypothesis is not None)
    return next((each for each in needed if not isinstance(each, Ne) and signs.imply(Not(each))), None)


def _infinite(theorem: Theorem, derivation: Derivation, failing: Boolean) -> Outcome:
    """Return what the derivation of a finite value says of infinity, if the definition agrees at points."""
    compared = _compared(theorem, theorem.statement.lhs, [])
    if compared.status is not Status.SAMPLED:
        return compared
    return _derived(derivation, f"infinite, for this fails: {failing}", compared)


def _unbacked(theorem: Theorem, missing: list[Boolean], words: str) -> Outcome:
    """Return a refutation if the statement fails where a condition does, and else that the derivation does not carry it."""
    outside = (
        (next((each for each in missing if compare(each, point).fails), None), point)
        for point in points(theorem, _SEARCHED)
    )
    weaker: list[Outcome] = []
    for failing, point in islice((pair for pair in outside if pair[0] is not None), _ENCLOSED):
        comparison = compare(theorem.statement, point)
        detail = f"{words}: {failing}; left {comparison.left}, right {comparison.right}"
        if comparison.verdict == "fails":
            return _refuted(detail, point, comparison)
        if comparison.fails:  # a formula that is no real number convinces less than a wrong number, and 1/0 least
            weaker.insert(0 if "zoo" not in detail else len(weaker), _refuted(detail, point, comparison))
    unshown = f"{words}: {', '.join(map(str, missing))} (does not follow from the domain and the hypotheses)"
    return weaker[0] if weaker else _undecided(unshown)


def _compared(theorem: Theorem, derived: Expr, missing: list[Boolean]) -> Outcome:
    """Return a derived form with its balls at points, or a refutation where it differs from the stated one.

    A difference at a point is found sooner than a proof of equality is given up. Nothing is compared where a condition may fail.
    """
    tried = [point for point in points(theorem, _COMPARED) if all(compare(each, point).holds for each in missing)]
    identity = Eq(derived, theorem.statement.rhs, evaluate=False)
    rows: list[dict[str, Any]] = [{"derived": str(derived)}]
    undecided = 0
    for point in tried:
        comparison = compare(identity, point)
        if comparison.verdict == "unreal" and not is_unreal(theorem.statement.rhs.xreplace(dict(point))):
            undecided += 1  # a gap of the derived form, of which the definition knows nothing
        elif comparison.fails:
            return _refuted(f"derived {comparison.left}, stated {comparison.right}", point, comparison, rows[0])
        elif comparison.holds:
            rows.append(comparison.row(point))
        else:
            undecided += 1
    status = Status.SAMPLED if suffice(len(tried), undecided) else Status.CLAIMED
    detail = f"{undecided} of {len(tried)} points undecided"
    return Outcome("derive", DPSYM, status, detail, len(tried), replay=tuple(rows), undecided=undecided)

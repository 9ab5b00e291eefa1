"""Check: both sides as balls at rational points, the left one straight from its definition; near ones, and far out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Basic

from theorems.compare import DIGITS, Comparison, compare, point_text
from theorems.entry import Theorem
from theorems.far import far
from theorems.outcome import DEFINITION, Outcome, suffice
from theorems.points import Point, instances, points
from theorems.reach import beyond
from theorems.status import Status

_ROAD = ("dpsym.enclose",)


@dataclass(frozen=True)
class Enclose:
    """Enclose both sides at rational points (evidence to many digits, not a proof).

    A divergence is enclosed from its definition, by rigorous integration, without its closed form.

    Parameters
    ----------
    count : int
        How many points.
    """

    count: int = 16

    def key(self) -> str:
        return f"enclose({self.count})"

    def modules(self) -> tuple[str, ...]:
        return (
            "dpsym.enclose",
            "dpsym.divergences",
            "theorems.checks.enclose",
            "theorems.compare",
            "theorems.far",
            "theorems.limits",
            "theorems.points",
            "theorems.reach",
        )

    def road(self) -> tuple[str, ...]:
        return _ROAD

    def run(self, theorem: Theorem) -> Outcome:
        outcome, seen = judge("enclose", theorem, points(theorem, self.count))
        return beyond(outcome, theorem, seen, far(theorem, self.count)) if seen else outcome


@dataclass(frozen=True)
class Enumerate:
    """Try a statement about all laws on small finite ones, exact rationals with zeros among them.

    Parameters
    ----------
    count : int
        How many admissible instances.
    """

    count: int = 120

    def key(self) -> str:
        return f"enumerate({self.count})"

    def modules(self) -> tuple[str, ...]:
        return (
            "dpsym.enclose",
            "dpsym.distributions",
            "dpsym.divergences",
            "theorems.checks.enclose",
            "theorems.compare",
            "theorems.far",
            "theorems.limits",
            "theorems.points",
            "theorems.reach",
        )

    def road(self) -> tuple[str, ...]:
        return _ROAD

    def run(self, theorem: Theorem) -> Outcome:
        outcome, seen = judge("enumerate", theorem, instances(theorem, self.count))
        return beyond(outcome, theorem, seen, far(theorem, self.count)) if seen else outcome


@dataclass(frozen=True)
class At:
    """Look at one instance: the witness against a false statement, or a case that a true one must cover.

    Parameters
    ----------
    instance : mapping
        Values of the symbols and law variables.
    """

    instance: Mapping[Basic, Any]

    def key(self) -> str:
        return f"at({sorted((str(name), str(value)) for name, value in self.instance.items())})"

    def modules(self) -> tuple[str, ...]:
        return (
            "dpsym.enclose",
            "dpsym.distributions",
            "dpsym.divergences",
            "theorems.checks.enclose",
            "theorems.compare",
        )

    def road(self) -> tuple[str, ...]:
        return _ROAD

    def run(self, theorem: Theorem) -> Outcome:
        return judge("at", theorem, [dict(self.instance)])[0]


def judge(kind: str, theorem: Theorem, where: list[Point]) -> tuple[Outcome, list[tuple[Point, Comparison]]]:
    """Compare the two sides everywhere; the first certain failure is the witness, and the worst margin is kept.

    The comparisons are returned too, none where they back nothing.
    """
    worst: float | None = None
    undecided, ties = 0, 0
    rows: list[dict[str, Any]] = []
    seen = []
    for point in where:
        comparison = compare(theorem.statement, point)
        seen.append((point, comparison))
        if comparison.fails:
            detail = f"left {comparison.left}, right {comparison.right}"
            margin, place, row = _text(comparison.margin), point_text(point), comparison.row(point)
            return Outcome(kind, DEFINITION, Status.REFUTED, detail, len(where), margin, place, (row,)), []
        if comparison.holds:
            rows.append(comparison.row(point))
        undecided += comparison.verdict == "undecided"
        ties += comparison.verdict == "tie"
        if comparison.margin is not None:
            worst = comparison.margin if worst is None else min(worst, comparison.margin, key=abs)
    detail = f"{len(where) - undecided} decided, {ties} of them equal to {DIGITS} digits, {undecided} undecided"
    status = Status.SAMPLED if suffice(len(where), undecided) else Status.CLAIMED
    outcome = Outcome(
        kind, DEFINITION, status, detail, len(where), _text(worst), replay=tuple(rows), undecided=undecided
    )
    return outcome, seen if status is Status.SAMPLED else []


def _text(margin: float | None) -> str:
    return "" if margin is None else f"{margin:.2e}"

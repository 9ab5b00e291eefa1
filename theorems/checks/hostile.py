"""Check: a general statement at instances that are hard on it."""

from __future__ import annotations

from dataclasses import dataclass

from theorems.checks.enclose import judge
from theorems.entry import Theorem
from theorems.far import far
from theorems.hostile import hostile
from theorems.outcome import Outcome
from theorems.reach import beyond


@dataclass(frozen=True)
class Hostile:
    """Try a statement about any mechanisms, kernels and chains on adaptive trees, extreme and nearly equal pairs, at the least budgets.

    Parameters
    ----------
    count : int
        How many admissible instances.
    """

    count: int = 80

    def key(self) -> str:
        return f"hostile({self.count})"

    def modules(self) -> tuple[str, ...]:
        return (
            "dpsym.enclose",
            "dpsym.distributions",
            "dpsym.divergences",
            "theorems.checks.enclose",
            "theorems.checks.hostile",
            "theorems.compare",
            "theorems.far",
            "theorems.hostile",
            "theorems.limits",
            "theorems.points",
            "theorems.reach",
            "theorems.shapes",
        )

    def road(self) -> tuple[str, ...]:
        return ("dpsym.enclose",)

    def run(self, theorem: Theorem) -> Outcome:
        outcome, seen = judge("hostile", theorem, hostile(theorem, self.count))
        return beyond(outcome, theorem, seen, far(theorem, self.count)) if seen else outcome

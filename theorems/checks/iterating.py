"""Check: a statement about noisy iterations at contracting maps on small rings."""

from __future__ import annotations

from dataclasses import dataclass

from theorems.checks.enclose import judge
from theorems.entry import Theorem
from theorems.iterates import iterates
from theorems.outcome import Outcome
from theorems.reach import beyond


@dataclass(frozen=True)
class Iterating:
    """Try a statement about the last iterate of noisy steps on rings of a few points.

    Parameters
    ----------
    count : int
        How many admissible instances.
    """

    count: int = 80

    def key(self) -> str:
        return f"iterating({self.count})"

    def modules(self) -> tuple[str, ...]:
        return (
            "dpsym.enclose",
            "dpsym.distributions",
            "dpsym.divergences",
            "theorems.checks.enclose",
            "theorems.checks.iterating",
            "theorems.compare",
            "theorems.iterates",
            "theorems.limits",
            "theorems.points",
            "theorems.reach",
            "theorems.shapes",
        )

    def road(self) -> tuple[str, ...]:
        return ("dpsym.enclose",)

    def run(self, theorem: Theorem) -> Outcome:
        outcome, seen = judge("hostile", theorem, iterates(theorem, self.count))
        return beyond(outcome, theorem, seen, ()) if seen else outcome

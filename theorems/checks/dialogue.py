"""Check: a statement about interactive mechanisms at tables of answers and strategies that interleave their questions."""

from __future__ import annotations

from dataclasses import dataclass

from theorems.checks.enclose import judge
from theorems.dialogues import dialogues
from theorems.entry import Theorem
from theorems.outcome import Outcome
from theorems.reach import beyond


@dataclass(frozen=True)
class Interleave:
    """Try a statement about interactive mechanisms that are asked in turns, on all dialogues of a few rounds.

    Parameters
    ----------
    count : int
        How many admissible instances.
    """

    count: int = 60

    def key(self) -> str:
        return f"interleave({self.count})"

    def modules(self) -> tuple[str, ...]:
        return (
            "dpsym.enclose",
            "dpsym.distributions",
            "dpsym.divergences",
            "theorems.checks.dialogue",
            "theorems.checks.enclose",
            "theorems.compare",
            "theorems.dialogues",
            "theorems.limits",
            "theorems.points",
            "theorems.reach",
            "theorems.shapes",
        )

    def road(self) -> tuple[str, ...]:
        return ("dpsym.enclose",)

    def run(self, theorem: Theorem) -> Outcome:
        outcome, seen = judge("hostile", theorem, dialogues(theorem, self.count))
        return beyond(outcome, theorem, seen, ()) if seen else outcome

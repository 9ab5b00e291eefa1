"""A chain of theorems: how a promise was made of other promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sympy.logic.boolalg import Boolean

from dpsym.guarantees.arrow import Arrow, Kind
from dpsym.guarantees.notions import LossDP, Notion


@dataclass(frozen=True)
class Proof:
    """A promise with the arrow that made it and the proofs of what that arrow took; a premise has no arrow.

    Parameters
    ----------
    value : Notion
        What is promised.
    arrow : Arrow or None
        The theorem of the last step; None for what was given.
    premises : tuple of Proof
        What the arrow was applied to.
    note : str
        What the arrow was told beside them: how often, which sampling, at which distance.
    conditions : tuple of Boolean
        The relations, of this step and of all before, that symbols leave open; the promise holds where they do.
    """

    value: Notion
    arrow: Arrow | None = None
    premises: tuple[Proof, ...] = ()
    note: str = ""
    conditions: tuple[Boolean, ...] = ()

    @property
    def own_conditions(self) -> tuple[Boolean, ...]:
        """The conditions that the last step adds."""
        before = {each for premise in self.premises for each in premise.conditions}
        return tuple(each for each in self.conditions if each not in before)

    @property
    def theorems(self) -> tuple[str, ...]:
        """The ids of the registry's entries that the last step rests on."""
        if self.arrow is None:
            return ()
        own = (id for premise in self.premises if self.arrow.also for id in self.arrow.also(premise.value))
        return tuple(dict.fromkeys((*self.arrow.theorems, *own)))

    @property
    def all_theorems(self) -> tuple[str, ...]:
        """The ids of all entries of the chain, in the order of the steps."""
        return tuple(dict.fromkeys(id for step in self.steps() for id in step.theorems))

    @property
    def is_bound(self) -> bool:
        """Whether every step is a bound, and none an approximation."""
        return all(step.arrow is None or step.arrow.is_bound for step in self.steps())

    @property
    def is_of_the_worst_pair(self) -> bool:
        """Whether nothing was lost on the way: the only conversions are to the pair that has the promise and the greatest profile."""
        arrows = (step.arrow for step in self.steps() if step.arrow is not None)
        return all(
            arrow.kind not in (Kind.TELLING_SAMPLE, Kind.PROCESSING)
            and (arrow.kind is not Kind.CONVERSION or (arrow.target is LossDP and arrow.attained))
            for arrow in arrows
        )

    @property
    def is_attained(self) -> bool:
        """Whether every step says all that follows from what was given."""
        return all(step.arrow is None or step.arrow.attained or not step.premises for step in self.steps())

    @property
    def is_converted(self) -> bool:
        """Whether a step is a conversion, after which the value is about what keeps a promise, and not about what was run."""
        return any(step.arrow is not None and step.arrow.kind is Kind.CONVERSION for step in self.steps())

    @property
    def is_processed(self) -> bool:
        """Whether a step is a processing, such as that which forgets what was drawn, and may lose what it processes."""
        return any(step.arrow is not None and step.arrow.kind is Kind.PROCESSING for step in self.steps())

    @property
    def route(self) -> str:
        """The names of the arrows, first to last."""
        if self.arrow is not None and self.arrow.kind is Kind.CASES:
            return ", else ".join(premise.route for premise in self.premises)
        names = dict.fromkeys(step.arrow.name for step in self.steps() if step.arrow is not None)
        return " > ".join(names) or "given"

    def steps(self) -> Iterator[Proof]:
        """Yield every step once, premises before what rests on them."""
        seen: dict[int, None] = {}
        stack: list[tuple[Proof, bool]] = [(self, False)]
        while stack:
            proof, ready = stack.pop()
            if id(proof) in seen:
                continue
            if ready:
                seen[id(proof)] = None
                yield proof
            else:
                stack.append((proof, True))
                stack.extend((premise, False) for premise in reversed(proof.premises))

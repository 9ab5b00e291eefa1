"""Between which datasets a promise is made; part of every guarantee, and never mixed.

*Adding* and *removing* a record are the two directions of one relation: where a mechanism is run on samples their pairs are (noise, mixture)
and (mixture, noise), and a promise for add-remove holds for both. *Replacing* a record removes one and adds another: whoever is private
for add-remove is so for replacement as for a group of two, and of noise the exact pair is known, in which the query moves by one sensitivity
on either side (`dpsym.conversion.replacement`); nothing follows the other way, as the number of records may be told. *Zeroing out* a record
puts a dummy in its place, which the mechanism answers as if it was not there, though the number of records is the same: its pairs are those
of add-remove, on Poisson samples too, and one record replaced is two records zeroed out, one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from sympy import Expr, S

from dpsym.errors import AdjacencyError, ParameterError
from dpsym.parameters import DISTANCE_STEPS


class Relation(Enum):
    """What one step between two datasets is."""

    ADD_REMOVE = "add-remove"
    REPLACE = "replace"
    L1_BALL = "l1-ball"
    ZERO_OUT = "zero-out"

    @property
    def words(self) -> str:
        """The relation as a sentence has it."""
        return {
            Relation.ADD_REMOVE: "one record added or removed",
            Relation.REPLACE: "one record replaced",
            Relation.L1_BALL: "histograms at l1 distance 1",
            Relation.ZERO_OUT: "one record in whose place there is a dummy, which is answered as if it was not there",
        }[self]

    @property
    def has_the_pairs_of_add_remove(self) -> bool:
        """Whether what tells neighbours apart is what tells a record from none."""
        return self in (Relation.ADD_REMOVE, Relation.ZERO_OUT)

    def stands_for(self, needed: Relation) -> bool:
        """Return whether a theorem about another relation speaks of this one too."""
        return self is needed or (needed is Relation.ADD_REMOVE and self.has_the_pairs_of_add_remove)


@dataclass(frozen=True)
class Adjacency:
    """Which pairs of datasets a guarantee speaks of.

    Parameters
    ----------
    relation : Relation or str
        ``"add-remove"``, ``"replace"``, ``"l1-ball"`` or ``"zero-out"``.
    unit : str, optional
        Whose data one step changes, for example ``"record"`` or ``"user"``; the sensitivity of a query is stated per step.
    distance : int or Expr, optional
        How many steps apart the datasets are; 1 unless it is group privacy.

    Raises
    ------
    ParameterError
        If the relation is not one of the four, the unit is empty, or the distance not a positive integer.
    """

    relation: Relation = Relation.ADD_REMOVE
    unit: str = "record"
    distance: Expr = S.One

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "relation", Relation(self.relation))
        except ValueError:
            rule = "one of " + ", ".join(relation.value for relation in Relation)
            raise ParameterError("adjacency", rule, self.relation) from None
        if not isinstance(self.unit, str) or not self.unit.strip():
            raise ParameterError("unit of an adjacency", "a word such as record or user", self.unit)
        object.__setattr__(self, "distance", DISTANCE_STEPS.check(self.distance))

    def at_distance(self, count: object) -> Adjacency:
        """Return the adjacency `count` times as many steps apart."""
        return replace(self, distance=self.distance * DISTANCE_STEPS.check(count))

    def require_same(self, other: Adjacency) -> None:
        """Refuse to combine guarantees about different pairs of datasets.

        Raises
        ------
        AdjacencyError
            If relation, unit or distance differ.
        """
        if self != other:
            raise AdjacencyError(str(self), str(other))

    def __str__(self) -> str:
        steps = "" if self.distance == 1 else f", {self.distance} steps apart"
        unit = "" if self.unit == "record" else f" per {self.unit}"
        return f"{self.relation.value}{unit}{steps}"


def adjacency_of(value: object) -> Adjacency:
    """Return an adjacency, given as one or by the name of its relation."""
    return value if isinstance(value, Adjacency) else Adjacency(value)  # type: ignore[arg-type]

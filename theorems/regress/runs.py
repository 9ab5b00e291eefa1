"""The mechanisms that a claim is about, exactly: each run with its numbers, and what is run one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

_MOST_RUNS = 10**12


@dataclass(frozen=True)
class Run:
    """One run of a mechanism.

    Parameters
    ----------
    family : str
        The class of the law.
    arguments : tuple of Fraction
        Its parameters without the location, where all are rational.
    sensitivity : Fraction
        Of the query, in the unit of the noise.
    rate : Fraction
        Of Poisson sampling in front of it.
    law : Law, optional
        The law itself, where its family is not one of those that the certified curves know by their numbers.
    replaced : bool
        Whether one record is replaced behind the sample, and not added or removed; the sensitivity is still that of one added.
    records : int
        How many records a group has, each of which is sampled by itself.
    """

    family: str
    arguments: tuple[Fraction, ...] = ()
    sensitivity: Fraction = Fraction(1)
    rate: Fraction = Fraction(1)
    law: Any = None
    replaced: bool = False
    records: int = 1

    @property
    def is_sampled(self) -> bool:
        """Whether a sample is drawn in front of it."""
        return self.rate != 1


@dataclass(frozen=True)
class Subject:
    """Mechanisms run one after the other, and between which datasets.

    Parameters
    ----------
    parts : tuple of (Run, int)
        Each with its count; empty where the worst pairs are not known, and only the chain's theorems speak.
    relation : str
        The adjacency.
    directions : tuple of str
        The directions of the worst pair that are meant, "remove" and "add".
    guarantee : Guarantee, optional
        The chain, where `parts` is empty.
    also : tuple of str
        The registry's entries by which promises stand for mechanisms.
    says_distances : bool
        Whether the chain itself says how far queries move, in groups or promises.
    """

    parts: tuple[tuple[Run, int], ...]
    relation: str = "add-remove"
    directions: tuple[str, ...] = ("remove", "add")
    guarantee: Any = None
    also: tuple[str, ...] = ()
    says_distances: bool = False

    @property
    def is_replaced(self) -> bool:
        """Whether the record that is replaced may be sampled on either side, which makes both directions alike."""
        return any(run.replaced for run, _ in self.parts)

    @property
    def ways(self) -> tuple[str, ...]:
        """The directions of the worst pair that differ; of a group in both, also those in which some of its records are added and others removed."""
        if not self.is_sampled or self.is_replaced:
            return ("remove",)
        records = max(run.records for run, _ in self.parts)
        if records == 1 or len(self.directions) == 1:
            return self.directions
        return tuple(f"add {added}" for added in range(records + 1))

    @property
    def is_beyond_curves(self) -> bool:
        """Whether there are more runs than any mechanism has, of which a curve would take minutes to say nothing."""
        return sum(count for _, count in self.parts) > _MOST_RUNS

    @property
    def is_sampled(self) -> bool:
        """Whether a run is on a sample, so that the two directions differ."""
        return any(run.is_sampled for run, _ in self.parts)


def group_of(direction: str, records: int) -> tuple[int, int]:
    """Return how many records of a group are removed and added: all ("remove"), none ("add"), or as many as are told ("add 2")."""
    word, _, number = direction.partition(" ")
    added = int(number) if number else records * (word == "add")
    return records - added, added

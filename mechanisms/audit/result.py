"""What an audit found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from mechanisms.audit.claims import Claim

__all__ = ["Audit"]


@dataclass(frozen=True)
class Audit:
    """A lower bound on a privacy parameter from runs; it has no truth value.

    Parameters
    ----------
    claim : Claim
        What is claimed, and which parameter is bounded.
    lower : float
        Lower bound on the parameter: 0 if nothing was found.
    confidence : float
        The bound holds with at least this probability over the runs, together with those of all audits of the
        same family.
    family : int
        How many audits share that confidence.
    event : str
        The event on which the bound rests, in words.
    likelier_on : int
        The data set, 0 or 1, on which the event is likelier.
    hits : tuple of int
        How often the event was seen on each data set.
    tested : tuple of int
        In how many runs; none of them was used to find the event.
    runs : int
        How often the mechanism was run, all in all.
    """

    claim: Claim
    lower: float
    confidence: float
    family: int
    event: str
    likelier_on: int
    hits: tuple[int, int]
    tested: tuple[int, int]
    runs: int

    @property
    def contradicted(self) -> bool:
        """Whether the bound is above the claimed value; False if nothing is claimed."""
        claimed = self.claim.claimed
        return claimed is not None and self.lower > claimed

    @property
    def verdict(self) -> str:
        """The verdict on the claim in words; that a claim is not contradicted does not make it true."""
        if self.claim.claimed is None:
            return "nothing claimed"
        return f"violated with confidence {self.confidence:g}" if self.contradicted else "not contradicted"

    def __bool__(self) -> NoReturn:
        raise TypeError("an audit has no truth value; read its fields `verdict` and `lower`")

    def __str__(self) -> str:
        claimed = "" if self.claim.claimed is None else f", claimed {self.claim.claimed:g}"
        found = f"{self.claim.parameter} >= {self.lower:.4g} with confidence {self.confidence:g}{claimed}: {self.verdict}"
        (first, second), (n, m) = self.hits, self.tested
        return f"{found}; {self.event}: {first} of {n} runs and {second} of {m}"

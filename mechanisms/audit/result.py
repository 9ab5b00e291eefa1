"""What an audit found."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NoReturn

from mechanisms.audit.claims import Claim
from mechanisms.audit.power import POWER, detectable


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
    level : float
        Level of each of the two bounds on the probabilities of the event.
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
    level: float

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

    @property
    def detectable(self) -> float:
        """The least value of the parameter that such runs show to be above the claim with probability 0.9.

        On the event, that is, by which the mechanism that is easiest to tell attains it: a violation that shows less plainly
        must be larger. Above 0 if nothing is claimed; infinite if no violation could have been seen.
        """
        return detectable(self.claim, self._ordered(self.tested), self.level)

    @property
    def detectable_here(self) -> float:
        """The same on events that are as likely as this one was found to be."""
        runs = self._ordered(self.tested)[0]
        share = (self._ordered(self.hits)[0] + 0.5) / (runs + 1)  # never quite 0 or 1
        return detectable(self.claim, self._ordered(self.tested), self.level, share)

    def _ordered(self, pair: tuple[int, int]) -> tuple[int, int]:
        """Return what belongs to the data set where the event is likelier, and to the other one."""
        return (pair[1], pair[0]) if self.likelier_on else pair

    @property
    def sight(self) -> str:
        """What violation could have been seen, in words."""
        least, here = self.detectable, self.detectable_here
        if math.isinf(least):
            return "so few runs could not have shown any violation"
        rare = "none" if math.isinf(here) else f"{here:.4g}"
        return (
            f"the least {self.claim.parameter.split()[0]} that shows with probability {POWER:g} is {least:.4g}, "
            f"on events as likely as this one {rare}"
        )

    def __bool__(self) -> NoReturn:
        raise TypeError("an audit has no truth value; read its fields `verdict` and `lower`")

    def __str__(self) -> str:
        claimed = "" if self.claim.claimed is None else f", claimed {self.claim.claimed:g}"
        found = (
            f"{self.claim.parameter} >= {self.lower:.4g} with confidence {self.confidence:g}{claimed}: {self.verdict}"
        )
        (first, second), (n, m) = self.hits, self.tested
        return f"{found}; {self.event}: {first} of {n} runs and {second} of {m}; {self.sight}"

"""The ladder of statuses: what the evidence for a statement amounts to. Computed, never typed."""

from __future__ import annotations

import enum
from collections.abc import Iterable


class Status(enum.Enum):
    """How far a statement is backed.

    ``claimed < sampled < proved``; `REFUTED`, `STALE`, `VACUOUS` and `CONFLICT` stand outside the order. How a statement was proved is
    not a status: the outcomes of its checks tell (`theorems.outcome.PROOFS`).
    """

    CLAIMED = "claimed"
    SAMPLED = "sampled"
    PROVED = "proved"
    REFUTED = "refuted"
    STALE = "stale"
    VACUOUS = "vacuous"
    CONFLICT = "conflict"

    def __bool__(self) -> bool:
        raise TypeError("a status has no truth value; compare it with a member of Status")

    @property
    def is_backed(self) -> bool:
        """Whether some evidence speaks for the statement and none against it."""
        return self in _ORDER[1:]

    @property
    def words(self) -> str:
        """What the status says, in a sentence for a person."""
        return _WORDS[self]


_ORDER = (Status.CLAIMED, Status.SAMPLED, Status.PROVED)
_WORDS = {
    Status.CLAIMED: "stated, no check speaks for it",
    Status.SAMPLED: "agrees at every point tried; not proved",
    Status.PROVED: "holds over its whole domain, and agrees with an independent computation",
    Status.REFUTED: "false: there is a certified counterexample",
    Status.STALE: "its certificate is not about the present statement",
    Status.VACUOUS: "its hypotheses admit no point",
    Status.CONFLICT: "its evidence contradicts itself, or it is not the statement that its source prints",
}


def join(statuses: Iterable[Status]) -> Status:
    """Combine evidence for one statement: the least status above all of them.

    Agreement at points is no evidence against a counterexample; a proof beside one is a conflict.
    """
    found = list(statuses)
    for outside in (Status.VACUOUS, Status.STALE, Status.CONFLICT):
        if outside in found:
            return outside
    if Status.REFUTED in found:
        return Status.CONFLICT if Status.PROVED in found else Status.REFUTED
    return max(found, key=_ORDER.index, default=Status.CLAIMED)


def meet(statuses: Iterable[Status]) -> Status:
    """Combine a chain of statements that rest on one another: the greatest status below all of them.

    A chain through a refuted, stale, vacuous or conflicting statement backs nothing: it is claimed.
    """
    found = list(statuses)
    if any(status not in _ORDER for status in found):
        return Status.CLAIMED
    return min(found, key=_ORDER.index, default=Status.PROVED)

"""The lattice of statuses: what the evidence for a statement amounts to. Computed, never typed."""

from __future__ import annotations

import enum
from collections.abc import Iterable


class Status(enum.Enum):
    """How far a statement is backed.

    ``claimed < sampled < {derived, enclosed} < both``; `REFUTED`, `STALE`, `VACUOUS` and `CONFLICT` stand outside the order.
    """

    CLAIMED = "claimed"
    SAMPLED = "sampled"
    DERIVED = "derived"
    ENCLOSED = "enclosed"
    BOTH = "both"
    REFUTED = "refuted"
    STALE = "stale"
    VACUOUS = "vacuous"
    CONFLICT = "conflict"

    def __bool__(self) -> bool:
        raise TypeError("a status has no truth value; compare it with a member of Status")

    @property
    def is_backed(self) -> bool:
        """Whether some evidence speaks for the statement and none against it."""
        return self in _PARTS and self is not Status.CLAIMED

    @property
    def words(self) -> str:
        """What the status says, in a sentence for a person."""
        return _WORDS[self]


_PARTS: dict[Status, frozenset[str]] = {
    Status.CLAIMED: frozenset(),
    Status.SAMPLED: frozenset({"points"}),
    Status.DERIVED: frozenset({"points", "identity"}),
    Status.ENCLOSED: frozenset({"points", "cover"}),
    Status.BOTH: frozenset({"points", "identity", "cover"}),
}
_BY_PARTS = {parts: status for status, parts in _PARTS.items()}
_WORDS = {
    Status.CLAIMED: "stated, no check speaks for it",
    Status.SAMPLED: "agrees at every point tried; not proved",
    Status.DERIVED: "derived from the definition, and agrees with an independent computation",
    Status.ENCLOSED: "proved by rigorous enclosures over its whole domain, and agrees with an independent computation",
    Status.BOTH: "derived from the definition, and proved by rigorous enclosures",
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
    proved = any(status.is_backed and status is not Status.SAMPLED for status in found)
    for outside in (Status.VACUOUS, Status.STALE, Status.CONFLICT):
        if outside in found:
            return outside
    if Status.REFUTED in found:
        return Status.CONFLICT if proved else Status.REFUTED
    return _BY_PARTS[frozenset().union(*(_PARTS[status] for status in found))]


def meet(statuses: Iterable[Status]) -> Status:
    """Combine a chain of statements that rest on one another: the greatest status below all of them.

    A chain through a refuted, stale, vacuous or conflicting statement backs nothing: it is claimed.
    """
    found = list(statuses)
    if any(status not in _PARTS for status in found):
        return Status.CLAIMED
    return _BY_PARTS[
        frozenset({"points", "identity", "cover"}).intersection(*(_PARTS[status] for status in found))
    ]

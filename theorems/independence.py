"""Whether the roads to a statement are apart: what two checks on different legs run must not be the same code.

Both may use the vocabulary, the modules that say what the laws and the divergences are; without it they would speak of nothing.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from theorems.card import Card
from theorems.outcome import TEXT, Outcome
from theorems.sources import closure
from theorems.status import Status

VOCABULARY = ("dpsym.distributions", "dpsym.divergences", "dpsym.parameters", "dpsym.errors", "dpsym.special")
_roads: tuple[str, ...] = ("dpsym.", "mechanisms.", "theorems.library.")
_COMMON = ("mechanisms.errors", "theorems.library.variables")


def follow(prefix: str) -> None:
    """Count modules whose names begin so as roads too."""
    global _roads
    if prefix not in _roads:
        _roads = (*_roads, prefix)
    road.cache_clear()  # what was asked before the package was there, or of a package of the same name


def shared_code(card: Card, outcomes: tuple[Outcome, ...]) -> str:
    """Return in words which code the legs of an entry share, empty if two of them are apart, or one leg is all that is claimed.

    Parameters
    ----------
    card : Card
        Of the entry.
    outcomes : tuple of Outcome
        Of its checks, in their order.
    """
    backed = [
        (start, outcome)
        for start, outcome in zip(card.roads, outcomes, strict=False)
        if outcome.status.is_backed and outcome.leg != TEXT
    ]
    if not any(outcome.status is Status.PROVED for _, outcome in backed):
        return ""
    pairs = [pair for pair in combinations(backed, 2) if pair[0][1].leg != pair[1][1].leg]
    common = [(one, other, road(one[0]) & road(other[0])) for one, other in pairs]
    if not common or any(not shared for _, _, shared in common):
        return ""
    (_, one), (_, other), shared = common[0]
    return f"{one.check} and {other.check} share code, {min(shared)} for one"


@cache
def road(start: tuple[str, ...]) -> frozenset[str]:
    """Return the modules that those which a check names reach, but for the vocabulary and the registry."""
    found = closure(start, stop=VOCABULARY)
    return frozenset(name for name in found if name.startswith(_roads) and name not in _COMMON and not _spoken(name))


def _spoken(name: str) -> bool:
    return any(name == word or name.startswith(f"{word}.") for word in VOCABULARY)

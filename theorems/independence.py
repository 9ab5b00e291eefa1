"""Whether the roads to a statement are apart: what two checks on different legs run must not be the same code.

Both may use the vocabulary, the modules that say what the laws and the divergences are; without it they would speak of nothing.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from theorems.digest import closure
from theorems.entry import Theorem
from theorems.outcome import TEXT, Check, Outcome
from theorems.status import Status

VOCABULARY = ("dpsym.distributions", "dpsym.divergences", "dpsym.parameters", "dpsym.errors", "dpsym.special")
_ROADS = ("dpsym.", "mechanisms.", "theorems.library.")
_COMMON = ("mechanisms.errors", "theorems.library.variables")


def shared_code(theorem: Theorem, outcomes: tuple[Outcome, ...]) -> str:
    """Return in words which code the legs of an entry share, empty if two of them are apart, or one leg is all that is claimed.

    Parameters
    ----------
    theorem : Theorem
        The entry.
    outcomes : tuple of Outcome
        Of its checks, in their order.
    """
    backed = [
        (check, outcome)
        for check, outcome in zip(theorem.checks, outcomes, strict=False)
        if outcome.status.is_backed and outcome.leg != TEXT
    ]
    if not any(outcome.status in (Status.DERIVED, Status.ENCLOSED, Status.BOTH) for _, outcome in backed):
        return ""
    pairs = [pair for pair in combinations(backed, 2) if pair[0][1].leg != pair[1][1].leg]
    common = [(one, other, road(one[0]) & road(other[0])) for one, other in pairs]
    if not common or any(not shared for _, _, shared in common):
        return ""
    (_, one), (_, other), shared = common[0]
    return f"{one.check} and {other.check} share code, {min(shared)} for one"


def road(check: Check) -> frozenset[str]:
    """Return the modules by which a check comes to its side of the statement, but for the vocabulary and the registry."""
    start = getattr(check, "road", check.modules)()
    return _reached(tuple(start))


@cache
def _reached(modules: tuple[str, ...]) -> frozenset[str]:
    found = closure(modules, stop=VOCABULARY)
    return frozenset(
        name for name in found if name.startswith(_ROADS) and name not in _COMMON and not _spoken(name)
    )


def _spoken(name: str) -> bool:
    return any(name == word or name.startswith(f"{word}.") for word in VOCABULARY)

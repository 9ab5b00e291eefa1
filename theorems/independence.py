"""Whether the roads to a statement are apart: what two checks on different legs run must not be the same code.

Both may use the vocabulary, the modules that say what the laws and the divergences are, without which they would speak of nothing; and
the evaluation of the formulas that are stated. What they could run is known from imports, what they did run from watching them. A run of
the mechanisms must start from what says what they are, a density, masses, a gauge or a sampler, and take no formula for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

from theorems.card import Card
from theorems.outcome import MECHANISM, TEXT, Outcome
from theorems.sources import closure
from theorems.status import Status

VOCABULARY = ("dpsym.distributions", "dpsym.divergences", "dpsym.parameters", "dpsym.errors", "dpsym.special")
_roads: tuple[str, ...] = ("dpsym.", "mechanisms.", "theorems.library.")
_COMMON = ("mechanisms.errors", "theorems.library.variables")
_EVALUATION, _DEFINITIONS = ("dpsym.answers", "dpsym.ball", "dpsym.enclose"), "dpsym.enclose.definition"
"""What puts numbers into stated formulas, whichever road is compared with them; divergences are enclosed from their definitions by the second."""
_LAWS = re.compile(
    r"mechanisms\."
    r"(families\.(?!norms:)\w+:_?log_\w+|families\.choices:\w+_pair|finite\.pair:_masses|finite\.mechanism:FiniteMechanism\..+"
    r"|noise\.\w+:.+\._log_noise_(density|mass)|response\.base:Response\.log_mass|response\.mean:.+\.cells|selection\.\w+:.+\._exact_masses"
    r"|numeric\.(pair|countable|densities):.+|accounting\.laws:.+\.(above|below|atoms)|functional\.kernel:.+\.__call__|geometry\.\w+:.+\._gauge"
    r"|(noise|response|selection|functional|exact)\.\w+:(.+\.)?(_draw|release|sample)\w*|geometry\.\w+:.+\.(noise|_?uniform|sample))"
)
"""What says what a law or a body is: log-densities, masses, tails of the loss of one release, kernels, gauges, samplers; and integrals of
densities that are handed in."""
_FORMULAS = re.compile(
    r"mechanisms\."
    r"(families\.(norms|vectors):.+|noise\.vector:.+\.pair|geometry\.(?!importance:|triangulation:)\w+:.+\.(_?log_volume|_?second_moment|isotropic_constant)"
    r"|structured\.\w+:(.+\.)?(mean_squared_error|log_density|\w+_lower_bound)"
    r"|numeric\.product:ProductPair\.(renyi|max_divergence|chi_squared|squared_hellinger))"
)
"""What is known in closed form for those who want it quickly: volumes, moments, errors, and reductions to laws on a line."""


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


def formula_known(names: Iterable[str]) -> str:
    """Return in words what a run of the mechanisms takes from a formula, empty if it is a road of its own.

    Parameters
    ----------
    names : iterable of str
        What ran, as `theorems.observe.watched` tells it.
    """
    ran = sorted(names)
    if known := next((name for name in ran if _FORMULAS.fullmatch(name)), ""):
        return f"the run takes a closed form from {known}"
    return "" if any(_LAWS.fullmatch(name) for name in ran) else "the run reaches no density, mass, gauge or sampler"


@cache
def road(start: tuple[str, ...]) -> frozenset[str]:
    """Return the modules that those which a check names reach, but for the vocabulary and the registry."""
    found = closure(start, stop=VOCABULARY)
    return frozenset(name for name in found if name.startswith(_roads) and name not in _COMMON and not _spoken(name))


def apart(outcomes: Sequence[Outcome], ran: Sequence[Collection[str]]) -> tuple[Outcome, ...]:
    """Return the outcomes of checks, where one that ran the code of a proof on another leg backs nothing and says so.

    Nor does a run that takes what it finds from a formula.
    A proof without a run that backs it, which alone has densities of its own, is worth agreement at points; beside a counterexample it
    stays what it is, since they contradict one another.

    Parameters
    ----------
    outcomes : sequence of Outcome
        Of the checks of one entry.
    ran : sequence of collections of str
        For each of them the functions ``module:name`` that it was seen to run.
    """
    found = [_no_formula(outcome, names) for outcome, names in zip(outcomes, ran, strict=False)]
    own = [
        {name for name in names if _is_own(name.partition(":")[0], outcome.leg)}
        for outcome, names in zip(outcomes, ran, strict=False)
    ]
    for one, other in combinations(range(len(found)), 2):
        pair = (found[one], found[other])
        backed = all(each.status.is_backed and each.leg != TEXT for each in pair)
        if not backed or pair[0].leg == pair[1].leg or Status.PROVED not in (pair[0].status, pair[1].status):
            continue
        if shared := own[one] & own[other]:
            weaker = min((one, other), key=lambda place: found[place].status is Status.PROVED)
            found[weaker] = _void(found[weaker], f"ran {min(shared)}, as {found[one + other - weaker].check} did")
    backed_by_a_run = any(each.leg == MECHANISM and each.status.is_backed for each in found)
    if not backed_by_a_run and all(each.status is not Status.REFUTED for each in found):
        found = [replace(each, status=Status.SAMPLED) if each.status is Status.PROVED else each for each in found]
    return tuple(found)


def _no_formula(outcome: Outcome, names: Collection[str]) -> Outcome:
    is_run = outcome.leg == MECHANISM and outcome.status.is_backed
    return _void(outcome, words) if is_run and (words := formula_known(names)) else outcome


def _void(outcome: Outcome, why: str) -> Outcome:
    return replace(outcome, status=Status.CLAIMED, detail=f"{why}: {outcome.detail}", replay=())


def _is_own(module: str, leg: str) -> bool:
    """Return whether code of a module belongs to one road alone; a run asks for definitions where divergences stand on both sides."""
    if not module.startswith(_roads) or module in _COMMON or _spoken(module):
        return False
    return (leg != MECHANISM and _within(module, (_DEFINITIONS,))) or not _within(module, _EVALUATION)


def _spoken(name: str) -> bool:
    return _within(name, VOCABULARY)


def _within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)

"""Of what kinds the entries are that the kernel accepts a proof about: laws, conversions and compositions, amplifications, refutations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from theorems.kernel.record import Verdict

if TYPE_CHECKING:
    from theorems.card import Card

_TOPIC = re.compile(r"theorems\.library\.(?:general\.)?(\w+)")
_LAW = re.compile(r"\b([A-Z]\w+)\(")


def _named(*laws: str) -> Callable[[Card, Verdict], bool]:
    """Return whether an entry is about one of some laws: its statement, or its name where that is about a density."""
    ids = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", law).lower() for law in laws}

    def about(card: Card, verdict: Verdict) -> bool:
        part, *more = card.id.split(".")
        return not set(laws).isdisjoint(_LAW.findall(card.stated.statement)) or (part == "density" and more[0] in ids)

    return about


def _topic(*topics: str) -> Callable[[Card, Verdict], bool]:
    """Return whether an entry is in a folder of the library, or in the module of that name among the general statements."""
    return lambda card, verdict: bool((found := _TOPIC.match(card.module)) and found[1] in topics)


KINDS: Mapping[str, Callable[[Card, Verdict], bool]] = {
    "conversions and compositions": _topic("conversion", "composition", "groups"),
    "of the Laplace kind": _named(
        "Laplace", "AsymmetricLaplace", "TruncatedLaplace", "Exponential", "Uniform", "Pareto", "Rayleigh"
    ),
    "Gaussian": _named("Gaussian", "MultivariateGaussian"),
    "finite families": _named("RandomizedResponse", "KaryResponse", "Bernoulli", "Binomial", "Softmax", "Finite"),
    "series": _named("Geometric", "DiscreteLaplace", "Poisson", "NegativeBinomial", "Skellam"),
    "other laws on the line": _named(
        "Logistic", "Gumbel", "Cauchy", "StudentT", "Weibull", "LogNormal", "InverseGaussian", "Gamma", "Beta"
    ),
    "amplifications": _topic("amplification", "sampling", "resampling", "shuffling"),
    "refutations": lambda card, verdict: verdict.refuted,
}
"""Each kind, and whether an entry is of it; one may be of several, or of none: a step, a lemma, a statement about all laws."""


def count(pairs: Iterable[tuple[Card, Verdict]]) -> dict[str, int]:
    """Return how many entries are of each kind."""
    known = list(pairs)
    return {kind: sum(of(card, verdict) for card, verdict in known) for kind, of in KINDS.items()}


def line(pairs: Iterable[tuple[Card, Verdict]]) -> str:
    """Return the counts as a sentence."""
    return "of them, each in every kind that it is of: " + ", ".join(f"{n} {kind}" for kind, n in count(pairs).items())

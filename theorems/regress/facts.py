"""Which entries of the registry a value rests on."""

from __future__ import annotations

from functools import cache
from typing import Any

from theorems.regress.runs import Run, Subject

_SINGLE = {
    "Gaussian": "gaussian",
    "Laplace": "laplace",
    "RandomizedResponse": "rr",
    "DiscreteLaplace": "two_sided_geometric",
    "TruncatedLaplace": "truncated_laplace",
    "KaryResponse": "kary",
}
_COMPOSED = _SINGLE | {"DiscreteLaplace": "geometric"}
_ONE_RUN = {
    "KaryResponse": "profile.kary",
    "DiscreteGaussian": "renyi.discrete_gaussian",
    "Staircase": "profile.staircase",
}
"""Of which the registry states one run alone."""
_REPLACED = {"KaryResponse": "amplification.poisson.replaced.response"}
_ORDERS = (2, 3, 4)


def profile_facts(subject: Subject) -> tuple[str, ...]:
    """Return the entries of the profile of a composition."""
    single = len(subject.parts) == 1 and subject.parts[0][1] == 1
    return ("dp.approx.event", *(_profile_fact(run, single) for run, _ in subject.parts), *subject.also)


def _profile_fact(run: Run, single: bool) -> str:
    if run.family not in _COMPOSED and (single or run.family not in _ONE_RUN):
        from dpsym.divergences import HockeyStick

        return stated(HockeyStick, run.family) or "dp.approx.profile"
    if run.records != 1:
        return "amplification.poisson.group"
    if run.replaced:
        return _REPLACED.get(run.family, "profile.subsampled_gaussian.replaced")
    if run.is_sampled and run.family == "Gaussian":
        return "profile.subsampled_gaussian" if single else "profile.composed.subsampled_gaussian"
    if run.is_sampled:
        return "amplification.poisson.profile.removed.exact"
    return f"profile.{_SINGLE[run.family]}" if single else _composed_fact(run.family)


def _composed_fact(family: str) -> str:
    return _ONE_RUN.get(family) or f"profile.composed.{_COMPOSED[family]}"


def renyi_facts(subject: Subject, order: object) -> tuple[str, ...]:
    """Return the entries of the Rényi divergences of a composition at an order."""
    from dpsym.divergences import Renyi

    found = []
    for run, _ in subject.parts:
        if not run.is_sampled:
            found.append(stated(Renyi, run.family) or "rdp.composition.independent")
        elif run.records != 1:
            found.append("amplification.poisson.group")
        elif run.replaced:
            found.append(_REPLACED.get(run.family, "profile.subsampled_gaussian.replaced"))
        elif run.family == "Gaussian" and order in _ORDERS:
            found.append(f"renyi.subsampled_gaussian.order_{order}")
        else:
            found.append(
                "profile.composed.subsampled_gaussian"
                if run.family == "Gaussian"
                else "amplification.poisson.renyi.convex"
            )
    together = ("rdp.composition.adaptive",) if len(subject.parts) > 1 or subject.parts[0][1] > 1 else ()
    return (*found, *together, *subject.also)


def pure_facts(subject: Subject) -> tuple[str, ...]:
    """Return the entries of the greatest privacy loss of a composition."""
    from dpsym.divergences import MaxDivergence

    found = [
        (stated(MaxDivergence, run.family) or "dp.pure.max_divergence")
        if not run.is_sampled
        else "max.subsampled_gaussian"
        if run.family == "Gaussian"
        else "amplification.poisson.pure"
        for run, _ in subject.parts
    ]
    together = ("dp.composition.basic.many",) if len(subject.parts) > 1 or subject.parts[0][1] > 1 else ()
    return ("dp.pure.max_divergence", *found, *together, *subject.also)


@cache
def stated(quantity: Any, family: str) -> str | None:
    """Return the entry that states a quantity of a symmetric family of mechanisms, or None where the registry has none."""
    from dpsym import distributions
    from dpsym.errors import NotApplicableError
    from dpsym.measurement.facts import fact

    try:
        return fact(quantity, getattr(distributions, family))[0]
    except NotApplicableError:
        return None

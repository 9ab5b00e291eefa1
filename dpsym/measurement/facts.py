"""Which entry of the registry states which quantity of which mechanism; a test holds the two against each other.

One entry is about both directions of a worst pair: of a symmetric law they are one, and of asymmetric Laplace noise one is the other with
its scales swapped.
"""

from __future__ import annotations

from dpsym import distributions as d
from dpsym import divergences as heads
from dpsym.distributions import Law
from dpsym.divergences import Divergence
from dpsym.errors import NotApplicableError

_NAMES: dict[type[Law], str] = {
    d.AsymmetricLaplace: "asymmetric_laplace",
    d.Cauchy: "cauchy", d.DiscreteGaussian: "discrete_gaussian", d.DiscreteLaplace: "two_sided_geometric", d.Gaussian: "gaussian",
    d.KNorm: "knorm", d.KaryResponse: "kary", d.Laplace: "laplace", d.Logistic: "logistic", d.RandomizedResponse: "rr", d.Skellam: "skellam",
    d.Staircase: "staircase", d.StudentT: "student", d.TruncatedLaplace: "truncated_laplace", d.Uniform: "uniform",
}  # fmt: skip

_STATED: dict[type[Divergence], tuple[str, dict[type[Law], str], frozenset[type[Law]]]] = {
    heads.Renyi: (
        "renyi.{}",
        {d.RandomizedResponse: "renyi.rr.eps"},
        frozenset({d.KNorm, d.StudentT, d.TruncatedLaplace, d.Uniform}),
    ),
    heads.MaxDivergence: (
        "max.{}",
        {d.RandomizedResponse: "rr.pure_dp", d.Gaussian: "gaussian.not_pure_dp", d.KNorm: "knorm.privacy"},
        frozenset({d.Skellam, d.Uniform}),
    ),
    heads.HockeyStick: (
        "profile.{}",
        {},
        frozenset({d.DiscreteGaussian, d.KNorm, d.Skellam, d.StudentT}),
    ),
    heads.InverseProfile: (
        "inverse_profile.{}",
        {},
        frozenset(_NAMES) - {d.Laplace, d.Logistic, d.RandomizedResponse, d.Uniform},
    ),
    heads.TradeOff: (
        "tradeoff.{}",
        {},
        frozenset({
            d.Cauchy, d.DiscreteGaussian, d.DiscreteLaplace, d.KNorm, d.Skellam, d.Staircase, d.StudentT, d.TruncatedLaplace,
        }),
    ),
}  # fmt: skip
"""For each quantity the pattern of its ids, the exceptions, and the families of which there is no entry."""


def fact(quantity: type[Divergence], family: type[Law]) -> str:
    """Return the id of the entry that states a quantity of a mechanism whose law is of this family.

    Raises
    ------
    NotApplicableError
        If the registry has none.
    """
    pattern, exceptions, missing = _STATED[quantity]
    if family not in _NAMES or family in missing:
        raise NotApplicableError(f"the registry has no entry for {quantity.__name__} of {family.__name__}")
    return exceptions.get(family, pattern.format(_NAMES[family]))


def facts() -> dict[str, tuple[type[Divergence], type[Law]]]:
    """Return every id that `fact` may give, with the quantity and the family that it must be about."""
    return {
        fact(quantity, family): (quantity, family)
        for quantity, (_, _, missing) in _STATED.items()
        for family in _NAMES
        if family not in missing
    }

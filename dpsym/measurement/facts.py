"""Which entry of the registry states which quantity of which mechanism; a test holds the two against each other.

Of a symmetric law one direction of its worst pair is both; asymmetric Laplace noise is its own reflection, with the scales exchanged.
Of the others there is an entry for each direction, or for the one that is infinite.
"""

from __future__ import annotations

from dpsym import distributions as d
from dpsym import divergences as heads
from dpsym.distributions import Law
from dpsym.divergences import Divergence
from dpsym.errors import NotApplicableError
from dpsym.guarantees.notions import LossDP

_NAMES: dict[type[Law], str] = {
    d.AsymmetricLaplace: "asymmetric_laplace",
    d.Cauchy: "cauchy",
    d.DiscreteGaussian: "discrete_gaussian",
    d.DiscreteLaplace: "two_sided_geometric",
    d.ErasedResponse: "erased_response",
    d.Exponential: "exponential.shift",
    d.Gaussian: "gaussian",
    d.Gumbel: "gumbel",
    d.KNorm: "knorm",
    d.KaryResponse: "kary",
    d.Laplace: "laplace",
    d.Logistic: "logistic",
    d.RandomizedResponse: "rr",
    d.Skellam: "skellam",
    d.Staircase: "staircase",
    d.StudentT: "student",
    d.TruncatedLaplace: "truncated_laplace",
    d.Uniform: "uniform",
}

_STATED: dict[type[Divergence], tuple[str, dict[type[Law], str], frozenset[type[Law]]]] = {
    heads.Renyi: (
        "renyi.{}",
        {d.RandomizedResponse: "renyi.rr.eps", d.Exponential: "renyi.exponential.shift.diverges"},
        frozenset({d.KNorm, d.StudentT, d.TruncatedLaplace, d.Uniform}),
    ),
    heads.MaxDivergence: (
        "max.{}",
        {d.RandomizedResponse: "rr.pure_dp", d.Gaussian: "gaussian.not_pure_dp", d.KNorm: "knorm.privacy"},
        frozenset({d.Skellam, d.Uniform}),
    ),
    heads.HockeyStick: ("profile.{}", {}, frozenset({d.DiscreteGaussian, d.KNorm, d.Skellam, d.StudentT})),
    heads.InverseProfile: (
        "inverse_profile.{}",
        {},
        frozenset(_NAMES) - {d.Laplace, d.Logistic, d.RandomizedResponse, d.Uniform},
    ),
    heads.TradeOff: (
        "tradeoff.{}",
        {},
        frozenset(
            {
                d.Cauchy,
                d.DiscreteGaussian,
                d.DiscreteLaplace,
                d.Exponential,
                d.Gumbel,
                d.KNorm,
                d.Skellam,
                d.Staircase,
                d.StudentT,
                d.TruncatedLaplace,
            }
        ),
    ),
}
"""For each quantity the pattern of its ids, the exceptions, and the families of which there is no entry."""

_IN_BOTH_DIRECTIONS = frozenset(
    {
        (heads.Renyi, d.Gumbel),
        (heads.MaxDivergence, d.Gumbel),
        (heads.HockeyStick, d.Gumbel),
        (heads.HockeyStick, d.Exponential),
    }
)
"""Of which the other direction has an entry of its own, with "reversed" behind its id."""


def fact(quantity: type[Divergence], family: type[Law]) -> tuple[str, ...]:
    """Return the ids of the entries that state a quantity of a mechanism whose law is of this family.

    Raises
    ------
    NotApplicableError
        If the registry has none.
    """
    pattern, exceptions, missing = _STATED[quantity]
    if family not in _NAMES or family in missing:
        raise NotApplicableError(f"the registry has no entry for {quantity.__name__} of {family.__name__}")
    id = exceptions.get(family, pattern.format(_NAMES[family]))
    return (id, f"{id}.reversed") if (quantity, family) in _IN_BOTH_DIRECTIONS else (id,)


def about(quantity: type[Divergence], value: LossDP) -> tuple[str, ...]:
    """Return the ids of the entries that state a quantity of each mechanism of a promise."""
    return tuple(id for mechanism, _ in value.parts for id in fact(quantity, type(mechanism.law)))


def facts() -> dict[str, tuple[type[Divergence], type[Law]]]:
    """Return every id that `fact` may give, with the quantity and the family that it must be about."""
    return {
        id: (quantity, family)
        for quantity, (_, _, missing) in _STATED.items()
        for family in _NAMES
        if family not in missing
        for id in fact(quantity, family)
    }

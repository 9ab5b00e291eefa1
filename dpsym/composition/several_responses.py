"""From one randomized response run several times to its profile: the sum of optimal composition, in symbols too."""

from __future__ import annotations

from sympy import Expr

from dpsym.composition.responses import response_profile
from dpsym.distributions import DiscreteLaplace, RandomizedResponse
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.notions import ApproxDP, LossDP, ProfileDP


def _one(value: LossDP) -> tuple[Expr, Expr]:
    """Return eps of the response and how often it is run."""
    (mechanism, count), *others = value.parts
    require(not others, "of different mechanisms no single sum is known")
    require(count != 1 and mechanism.rate == 1, "a single run, or one on a sample, has a closed form or none")
    require(bool(value.free_symbols), "of numbers the certified curve is the sum")
    law = mechanism.law
    if isinstance(law, RandomizedResponse):
        return law.args[0], count
    is_step = isinstance(law, DiscreteLaplace) and mechanism.sensitivity == 1
    require(is_step, f"the loss of {mechanism} takes more than two values")
    return 1 / law.args[1], count


def _profile(value: LossDP, request: Request) -> ProfileDP:
    budget, count = _one(value)
    return ProfileDP(lambda eps: response_profile(eps, count, budget))


def _approx(value: LossDP, request: Request) -> ApproxDP:
    require(request.eps is not None, "the sum has no inverse in closed form")
    budget, count = _one(value)
    return ApproxDP(request.eps, response_profile(request.eps, count, budget))


_SAYS = "delta(eps') = sum over j of C(k,j) (e^((k-j) eps) - e^(eps' + j eps))_+ / (1 + e^eps)^k"
_CITES = (Source("kairouz2015composition", "Theorem 3.3"),)
_HYPOTHESES = ("one randomized response, run k times", "symbols among the parameters")

RESPONSES_TO_PROFILE = Arrow(
    name="responses_to_profile",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=ProfileDP,
    theorems=("dp.composition.optimal",),
    says=_SAYS,
    cites=_CITES,
    apply=_profile,
    hypotheses=_HYPOTHESES,
    tight="exact",
)

RESPONSES_TO_APPROX = Arrow(
    name="responses_to_approx",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=ApproxDP,
    theorems=("dp.composition.optimal",),
    says=_SAYS,
    cites=_CITES,
    apply=_approx,
    hypotheses=_HYPOTHESES,
    tight="exact",
)

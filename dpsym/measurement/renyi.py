"""From mechanisms to a Rényi budget: each divergence derived from its definition, and added up."""

from __future__ import annotations

from sympy import Add

from dpsym.divergences import MaxDivergence, Renyi
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.binding import BOUND_ORDER, Curve
from dpsym.guarantees.notions import LossDP, PureDP, RenyiDP
from dpsym.measurement.derived import finite, of_mechanism
from dpsym.measurement.facts import about, fact

_MOST_DIFFERENT = 64


def _renyi(value: LossDP, request: Request) -> RenyiDP:
    many = len(value.parts)
    require(many <= _MOST_DIFFERENT, f"the budget of {many} different mechanisms is a sum of as many terms")
    terms = []
    for mechanism, count in value.parts:
        require(mechanism.rate == 1, f"the Rényi divergence of {mechanism} has no closed form at every order")
        fact(Renyi, type(mechanism.law))
        terms.append(
            count * finite(of_mechanism(Renyi, (BOUND_ORDER,), mechanism), f"the Rényi divergence of {mechanism}")
        )
    return RenyiDP(Curve(BOUND_ORDER, Add(*terms)))


def _pure(value: LossDP, request: Request) -> PureDP:
    terms = []
    for mechanism, count in value.parts:
        require(mechanism.rate == 1, f"subsampling of {mechanism} is an arrow of its own")
        fact(MaxDivergence, type(mechanism.law))
        terms.append(count * finite(of_mechanism(MaxDivergence, (), mechanism), f"the privacy loss of {mechanism}"))
    return PureDP(Add(*terms))


LOSS_TO_RENYI = Arrow(
    name="loss_to_renyi",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=RenyiDP,
    theorems=("rdp.composition.adaptive",),
    also=lambda value: about(Renyi, value),
    says="the Rényi divergence of the worst pair at each order, summed over the mechanisms",
    cites=(Source("mironov2017renyi", "Proposition 1"),),
    apply=_renyi,
    hypotheses=("the divergence closes at every order above 1",),
    tight="the exact divergence of the worst pair at each order",
)

LOSS_TO_PURE = Arrow(
    name="loss_to_pure",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=PureDP,
    theorems=("dp.pure.max_divergence", "dp.composition.basic.many"),
    also=lambda value: about(MaxDivergence, value),
    says="eps is the greatest privacy loss, summed over the mechanisms",
    cites=(Source("dworkroth2014", "Theorem 3.14"),),
    apply=_pure,
    hypotheses=("the privacy loss is bounded",),
    tight="exact: the greatest loss of the worst pair",
)

"""From mechanisms to a Rényi budget: each divergence derived from its definition, and added up."""

from __future__ import annotations

from itertools import zip_longest

from sympy import Add, Max

from dpsym.distributions import Gaussian
from dpsym.divergences import MaxDivergence, Renyi
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
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


def sampled_budget(value: LossDP) -> RenyiDP:
    """Return the divergences of the sampled pairs, unevaluated: summed over the runs in each direction, and the greater one of the two."""
    numbers_only(value, "the divergence of a sampled pair")
    require(any(mechanism.rate != 1 for mechanism, _ in value.parts), "no run is sampled: its divergence closes")
    directions = []
    for mechanism, count in value.parts:
        require(
            mechanism.rate != 1 or mechanism.is_symmetric,
            f"the two directions of {mechanism} are not those of a sample",
        )
        alone = isinstance(mechanism.law, Gaussian) and mechanism.records == 1
        pairs = mechanism.pairs()[:1] if alone else mechanism.pairs()
        directions.append([count * Renyi(BOUND_ORDER, *pair) for pair in pairs])
    sums = [
        Add(*(own or every[0] for own, every in zip(of_all, directions, strict=True)))
        for of_all in zip_longest(*directions)
    ]
    return RenyiDP(Curve(BOUND_ORDER, Max(*sums)))


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

LOSS_TO_RENYI_SAMPLED = Arrow(
    name="loss_to_renyi.sampled",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=RenyiDP,
    theorems=(
        "rdp.composition.adaptive",
        "amplification.poisson.gaussian.renyi",
        "amplification.poisson.gaussian.direction",
    ),
    says="the Rényi divergence of the sampled pair at each order, enclosed where an order is put in, summed over the mechanisms",
    cites=(Source("mironov2019sampled", "Theorems 4 and 5"), Source("mironov2017renyi", "Proposition 1")),
    apply=lambda value, request: sampled_budget(value),
    hypotheses=(
        "numbers for all parameters",
        "runs on Poisson samples, of laws whose worst pair is alike in both directions",
    ),
    tight="the exact divergence of the worst pair at each order; of Gaussian noise the mixture comes first",
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

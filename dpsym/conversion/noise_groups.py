r"""Groups under noise: datasets k steps apart move a query by k sensitivities, and the noise moved so far is the worst pair.

The likelihood ratio of a log-concave law f and its shift :math:`f_s` is monotone, so that of all events the most telling ones are half
lines: :math:`H_\gamma(f, f_s) = \sup_c (F(c) - \gamma F(c - s))`, which does not decrease in s, as F does not. A query that moves by less is
dominated by one that moves as far as it may, in each run of a composition; moved the other way it is the mirrored law, so that of
several queries some may move up, and some down. Of Student's law, which is not log-concave, the most telling event is an interval, whose
ends say the same.

Randomized response is the pair that keeps a promise of pure privacy. Of a chain of datasets with that promise the trade-off function at a
distance is that of two-sided geometric noise of the same budget, moved so far, which keeps the promise itself.

Behind a Poisson sample each record of the group is sampled by itself: `dpsym.curves.group_gaussian` has the worst pair of Gaussian noise,
`dpsym.curves.group_counts` that of Gaussian noise on the integers, and `dpsym.curves.group_response` that of a promise of pure privacy.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Expr, Integer

from dpsym import distributions as d
from dpsym.conversion.groups import CHAIN
from dpsym.distributions.groups import MOST_RECORDS
from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP

_FARTHEST = {
    d.Gaussian: ("calibration.gaussian.monotone",),
    d.Laplace: ("profile.laplace.farthest",),
    d.Logistic: ("profile.logistic.farthest",),
    d.DiscreteLaplace: ("profile.two_sided_geometric.farthest",),
    d.DiscreteGaussian: ("profile.discrete_gaussian.farthest",),
    d.Skellam: ("profile.skellam.farthest",),
    d.TruncatedLaplace: ("profile.truncated_laplace.farthest",),
    d.AsymmetricLaplace: ("profile.asymmetric_laplace.farthest",),
    d.Gumbel: ("profile.gumbel.farthest", "profile.gumbel.farthest.reversed"),
    d.Binomial: ("profile.binomial.farthest",),
    d.Cauchy: ("profile.cauchy.farthest",),
    d.StudentT: ("profile.student.farthest",),
    d.RandomizedResponse: ("tradeoff.group.pure",),
}
"""Noise of which the farthest shift is the worst one, and the entries that say so; and what a promise of pure privacy leaves at a distance."""

_MOST_STEPS = 1024

_GROUP = "amplification.poisson.group"
_PURE = f"{_GROUP}.pure"
_SAMPLED = {
    d.Gaussian: (_GROUP,),
    d.DiscreteGaussian: tuple(f"{_GROUP}.discrete_gaussian{end}" for end in ("", ".added", ".both")),
    d.RandomizedResponse: (_PURE, f"{_PURE}.added", f"{_PURE}.replaced"),
}
"""What may be on a Poisson sample, and the entries about the worst pair of a group there."""


def grouped_mechanism(mechanism: Mechanism, count: Expr) -> Mechanism:
    """Return one run of a mechanism for datasets some steps apart: with so many times the sensitivity, or a group behind its sample.

    Parameters
    ----------
    mechanism : Mechanism
        Noise, or what stands for a promise of pure privacy; on a Poisson sample Gaussian noise, on reals or integers, or such a promise.
    count : Expr
        The distance k.

    Raises
    ------
    NotApplicableError
        If the worst pair at a distance is not known: of answers, of samples, and of noise that no entry is about.
    """
    law = mechanism.law
    require(mechanism.slots == 1, f"the worst pair of {mechanism} for a group is not known")
    if mechanism.rate != 1 and not mechanism.fixed_size and type(law) in _SAMPLED and law.is_symmetric:
        require(
            isinstance(count, Integer), f"the worst pair of a group on a sample is for a number of records, got {count}"
        )
        require(count <= MOST_RECORDS, f"the worst pair of a group on a sample is for at most {MOST_RECORDS} records")
        return replace(mechanism, records=mechanism.records * int(count))
    is_known = type(law) in _FARTHEST and (law.is_symmetric or not isinstance(law, d.Skellam))  # of equal means
    plain = mechanism.rate == 1 and not mechanism.replaced and not mechanism.fixed_size
    require(is_known and plain, f"the worst pair of {mechanism} for a group is not known")
    if isinstance(law, d.RandomizedResponse):
        require(law.args[0].is_zero is not True, "of what tells nothing no group is known to tell anything")
        wide = isinstance(count, Integer) and count > _MOST_STEPS
        require(not wide, f"what a pure promise leaves of a group is for at most {_MOST_STEPS} records, got {count}")
        return Mechanism(d.DiscreteLaplace(1 / law.args[0]), count)
    return replace(mechanism, sensitivity=count * mechanism.sensitivity)


def _loss(value: LossDP, count: Expr, request: Request) -> LossDP:
    require(not _is_promised(value), "what pure promises leave of a group is told of them by themselves")
    return _grouped(value, count)


def _promised(value: LossDP, count: Expr, request: Request) -> LossDP:
    require(_is_promised(value), "it is about promises of pure privacy alone")
    return _grouped(value, count)


def _is_promised(value: LossDP) -> bool:
    return all(isinstance(mechanism.law, d.RandomizedResponse) and mechanism.rate == 1 for mechanism, _ in value.parts)


def _grouped(value: LossDP, count: Expr) -> LossDP:
    return LossDP(tuple((grouped_mechanism(mechanism, count), times) for mechanism, times in value.parts))


def _farthest(value: LossDP) -> tuple[str, ...]:
    """Return the entries about the noise of a promise."""
    sampled = [id for mechanism, _ in value.parts if mechanism.rate != 1 for id in _SAMPLED[type(mechanism.law)]]
    kinds = dict.fromkeys(type(mechanism.law) for mechanism, _ in value.parts if mechanism.rate == 1)
    if missing := [kind.__name__ for kind in kinds if kind not in _FARTHEST]:
        raise NotApplicableError(f"the registry has no entry about the farthest shift of {', '.join(missing)}")
    return (*(id for kind in kinds for id in _FARTHEST[kind]), *dict.fromkeys(sampled))


GROUP_LOSS = Arrow(
    name="group.loss",
    kind=Kind.GROUP,
    source=LossDP,
    target=LossDP,
    theorems=("dominating.composition.many",),
    says="the loss of the same noise with k times the sensitivity, or, on a Poisson sample, moved by as many records as are in it",
    cites=(Source("zhu2022characteristic", "Theorem 10"), Source("ganesh2024group", "mixture of Gaussians mechanisms")),
    apply=_loss,
    hypotheses=(
        CHAIN,
        "Gaussian or Laplace noise (also truncated or asymmetric), logistic, Gumbel or Student's noise, on the integers also binomial and "
        "symmetric Skellam noise, without a sample; on Poisson samples Gaussian noise, on reals or integers, or a promise of pure privacy",
    ),
    tight="attained, where each step moves the query as far as it may in one direction",
    also=_farthest,
)

GROUP_PROMISED = Arrow(
    name="group.pure.loss",
    kind=Kind.GROUP,
    source=LossDP,
    target=LossDP,
    theorems=("tradeoff.group.pure", "dominating.composition.many"),
    says="the loss of two-sided geometric noise of scale 1/eps, moved by k",
    cites=(Source("dong2022gaussian", "Theorem 2.14, applied to pure privacy"),),
    apply=_promised,
    hypotheses=(CHAIN, f"at most {_MOST_STEPS} records"),
    tight="two-sided geometric noise",
)

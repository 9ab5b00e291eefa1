r"""From one record added or removed to one replaced: the worst pair of noise, on a Poisson sample or not.

Let a record move a query by the sensitivity at most when it is added, and let S be the sample of the other records. With the record the
output is :math:`(1-q)P_0 + qP_u`, with the other one in its place :math:`(1-q)P_0 + qP_v`, both moves at most the sensitivity. Of all events of
mass m under the noise a half-line has the most of :math:`P_u` and the least of :math:`P_v`, for the greatest moves in opposite directions (Neyman
and Pearson, noise with a monotone likelihood ratio), whatever m is. So that pair dominates for each S, and by joint convexity for all.
Without sampling, q = 1, it is the noise moved by two sensitivities.

Of k-ary response any two answers are one pair, whether a record is added or replaced. Randomized response stands for promises of pure privacy
too, of which two records that are one step from the rest may be two from each other. On a sample `dpsym.curves.replaced_response` has the worst
pair of both.
"""

from __future__ import annotations

from dataclasses import replace

from dpsym import distributions as d
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP

_MONOTONE = (d.Gaussian, d.Laplace, d.DiscreteLaplace, d.DiscreteGaussian)
"""Symmetric noise whose likelihood ratio between two shifts is monotone in the output."""

_COUNTS = (d.Binomial, d.Poisson, d.Skellam)
"""Noise with such a ratio, as its masses are log-concave, that need not be symmetric; where it is not, nothing is said of it on a sample."""


def replaced_mechanism(mechanism: Mechanism) -> Mechanism:
    """Return one run of a mechanism, with its sampling, for one record replaced.

    Raises
    ------
    NotApplicableError
        If the worst pair is not known: of other answers, and of noise without a monotone likelihood ratio.
    """
    law = mechanism.law
    if isinstance(law, d.KaryResponse) and mechanism.rate == 1:
        return mechanism
    answers = isinstance(law, (d.KaryResponse, d.RandomizedResponse)) and mechanism.rate != 1
    known = (
        answers
        or isinstance(law, _MONOTONE)
        or (isinstance(law, _COUNTS) and (mechanism.rate == 1 or law.is_symmetric))
    )
    known = known and not mechanism.replaced and mechanism.slots == 1
    require(known, f"the worst pair of {mechanism} for a record replaced is not known")
    if mechanism.rate == 1:
        return replace(mechanism, sensitivity=2 * mechanism.sensitivity)
    return replace(mechanism, replaced=True)


def _loss(value: LossDP, request: Request) -> LossDP:
    return LossDP(tuple((replaced_mechanism(mechanism), count) for mechanism, count in value.parts))


REPLACED_LOSS = Arrow(
    name="replaced.loss",
    kind=Kind.REPLACEMENT,
    source=LossDP,
    theorems=(
        "amplification.poisson.replaced",
        "amplification.poisson.replaced.laplace",
        "amplification.poisson.replaced.response",
        "amplification.poisson.replaced.pure",
        "hockey_stick.joint_convexity",
        "dominating.composition.many",
    ),
    says="the loss of (1-q) P(0) + q P(Delta) against (1-q) P(0) + q P(-Delta), of P(Delta) against P(-Delta) without sampling",
    cites=(
        Source("lebeda2024pitfalls", "Poisson sampling under substitution"),
        Source("zhu2022characteristic", "Theorem 10"),
    ),
    apply=_loss,
    hypotheses=(
        "Gaussian or Laplace noise, on the reals or the integers; binomial or Skellam noise, symmetric or not sampled; Poisson noise, not sampled; "
        "or k-ary response; or a promise of pure privacy, sampled",
        "a record moves the query by the sensitivity at most when it is added or removed",
        "each record sampled independently with probability q",
    ),
    tight="attained, by two records that move the query as far as they may, in opposite directions, or have other answers than the rest",
)

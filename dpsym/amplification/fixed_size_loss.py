"""A sample of fixed size in front of one run of a mechanism whose privacy loss is known: what dominates it, and composes."""

from __future__ import annotations

from dataclasses import replace

from dpsym.amplification.poisson_loss import joined, one_run
from dpsym.amplification.sampling import WithoutReplacement
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.notions import LossDP


def _loss(value: LossDP, sampling: WithoutReplacement, request: Request) -> LossDP:
    mechanism = one_run(value, sampling, WithoutReplacement)
    require(mechanism.rate == 1, "a sample of fixed size of a sample is not one of fixed size")
    require(mechanism.is_symmetric, f"the two directions of {mechanism} differ")
    return LossDP(((replace(mechanism, rate=sampling.rate, fixed_size=True), 1),))  # type: ignore[arg-type]


FIXED_LOSS = Arrow(
    name="without_replacement.loss",
    kind=Kind.AMPLIFICATION,
    source=LossDP,
    theorems=("amplification.without_replacement.tradeoff",),
    says="the loss of the pair whose trade-off function is C_q(f), q = m/n: above 0 that of q P + (1-q) Q against Q, below 0 its mirror image",
    cites=(Source("dong2022gaussian", "Theorem 4.2"),),
    apply=_loss,
    hypotheses=(
        "replace adjacency, which moves the query by the sensitivity at most",
        "m of n records sampled without replacement",
        "one run, its worst pair alike in both directions, or runs of Gaussian noise",
    ),
    tight="at each eps for one run; of several runs no mechanism is known that attains it",
    also=joined,
)

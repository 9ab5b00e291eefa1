r"""Strategy: two laws of one exponential family, by its log-partition function A.

.. math:: \int p^\alpha q^{1-\alpha} = e^{A(\alpha\theta_1 + (1-\alpha)\theta_2) - \alpha A(\theta_1) - (1-\alpha) A(\theta_2)}
"""

from __future__ import annotations

from sympy import Add, Dummy, Gt, S, diff, factor, logcombine, together

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions.partition import PartitionLaw
from dpsym.divergences import KL, Divergence, Renyi

NAME = "log-partition function"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive Rényi and Kullback-Leibler divergences."""
    first, second = head.laws
    if not (isinstance(first, PartitionLaw) and isinstance(second, PartitionLaw)) or first.space != second.space:
        return None
    if isinstance(head, Renyi):
        return _renyi(head, first, second)
    return _kl(head, first, second) if isinstance(head, KL) else None


def _renyi(head: Renyi, first: PartitionLaw, second: PartitionLaw) -> Derivation:
    alpha = head.order
    mixed = [
        factor(alpha * one + (1 - alpha) * other) for one, other in zip(first.natural, second.natural, strict=True)
    ]
    inside = [factor(together(each)) for each in first.positive(*mixed)]
    place = Step("natural parameters mix: the first of alpha theta_1 + (1 - alpha) theta_2", mixed[0])
    if any(each.is_nonpositive for each in inside):
        step = Step("the log-partition function is infinite there: the integral diverges", S.Infinity)
        return Derivation(head, S.Infinity, (place, step), "divergent")
    needed = [
        Step("the log-partition function is finite where this is positive", each, Gt(each, 0, evaluate=False))
        for each in inside
        if not each.is_positive
    ]
    ends = alpha * first.log_partition(*first.natural) + (1 - alpha) * second.log_partition(*second.natural)
    closed = (first.log_partition(*mixed) - ends) / (alpha - 1)
    if alpha.is_Integer and not closed.free_symbols:
        closed = logcombine(closed)  # of whole numbers, quotients of factorials
    return Derivation(
        head, closed, (place, *needed, Step("the difference of log-partitions over alpha - 1", closed)), NAME
    )


def _kl(head: KL, first: PartitionLaw, second: PartitionLaw) -> Derivation:
    step = Dummy("s", real=True)
    path = [one + step * (other - one) for one, other in zip(first.natural, second.natural, strict=True)]
    slope = diff(first.log_partition(*path), step).subs(step, 0)
    value = Add(second.log_partition(*second.natural), -first.log_partition(*first.natural), -slope)
    steps = (
        Step(
            "the mean of the statistics under P is the gradient of the log-partition function: its part along theta_2 - theta_1",
            slope,
        ),
        Step("the Bregman divergence of the log-partition function", value),
    )
    return Derivation(head, value, steps, NAME)

"""Divergences from their definitions: exact sums over finite laws, sums over the integers, integrals over a line.

Sums over finite laws are complete. Sums over the integers and integrals run over the range in which the terms are within a factor of
e^-44 of the greatest; what lies outside is not bounded here, and the points where p crosses e^eps q are found in floats. Their values are
therefore compared to `TOLERANCE`, and a replay that rests on them is called partial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flint import arb

from theorems.verify.laws import Finite, UndefinedError
from theorems.verify.totals import LogTerm, is_inside, summed, total_above

TOLERANCE = 1e-8
_INF = arb.pos_inf()
Pair = tuple[Any, Any]


def _exponential_sum(kind: str, order: arb, p: Any, q: Any) -> arb:
    """Return the sum or integral of p^order q^(1 - order); infinite where P charges what Q does not, at orders above 1."""
    if isinstance(p, Finite):
        total = arb(0)
        for one, other, count in zip(p.masses, q.masses, p.counts, strict=True):
            if one.is_zero() or (other.is_zero() and order < 1) or count.is_zero():
                continue
            if other.is_zero():
                return _INF
            total += count * (order * one.log() + (1 - order) * other.log()).exp()
        return total
    if not order < 1 and not is_inside(p, q):
        return _INF
    return summed(p, q, lambda one, other: order * one + (1 - order) * other)


def renyi(order: arb, p: Any, q: Any) -> arb:
    """Return the Rényi divergence; of order 1 the Kullback-Leibler, of order oo the max divergence."""
    if not order.is_finite():
        return greatest(p, q)
    if order == 1:
        return kl(p, q)
    total = _exponential_sum("renyi", order, p, q)
    return (total.log() if not total.is_zero() else -_INF) / (order - 1)


def chi_squared(p: Any, q: Any) -> arb:
    """Return the integral of p^2/q, less 1."""
    return _exponential_sum("chi", arb(2), p, q) - 1


def hellinger(p: Any, q: Any) -> arb:
    """Return 1 less the integral of sqrt(p q)."""
    return 1 - _exponential_sum("hellinger", arb(1) / 2, p, q)


def kl(p: Any, q: Any) -> arb:
    """Return the mean of the loss log(p/q) under P."""
    return _loss_moment(p, q, 1)


def cumulant(degree: arb, p: Any, q: Any) -> arb:
    """Return a cumulant of the loss under P, the first or the second."""
    if degree == 1:
        return kl(p, q)
    if degree != 2:
        raise UndefinedError("a cumulant above the second")
    return _loss_moment(p, q, 2) - _loss_moment(p, q, 1) ** 2


def _loss_moment(p: Any, q: Any, degree: int) -> arb:
    if isinstance(p, Finite):
        charged = [each for each in zip(p.masses, q.masses, p.counts, strict=True) if not (each[0] * each[2]).is_zero()]
        if any(other.is_zero() for _, other, _ in charged):
            return _INF
        losses = [(count * one, (one / other).log()) for one, other, count in charged]
        return sum((mass * (loss if degree == 1 else loss * loss) for mass, loss in losses), arb(0))
    if not is_inside(p, q):
        return _INF
    gaps: LogTerm = lambda one, other: one - other  # noqa: E731
    return summed(p, q, lambda one, _: one, gaps if degree == 1 else lambda one, other: (one - other) * (one - other))


def hockey_stick(threshold: arb, p: Any, q: Any) -> arb:
    """Return the integral of the positive part of p - e^threshold q."""
    if isinstance(p, Finite):
        factor = threshold.exp()
        parts = (
            count * (one - factor * other).max(arb(0))
            for one, other, count in zip(p.masses, q.masses, p.counts, strict=True)
        )
        return sum(parts, arb(0))
    return total_above(threshold, p, q, lambda mass, other: mass - threshold.exp() * other)


def loss_tail(threshold: arb, p: Any, q: Any) -> arb:
    """Return the probability under P that the loss exceeds the threshold."""
    if isinstance(p, Finite):
        total = arb(0)
        for one, other, count in zip(p.masses, q.masses, p.counts, strict=True):
            gap = one - threshold.exp() * other
            if not gap > 0 and not gap <= 0:
                raise UndefinedError("a loss that may be at the threshold")
            total += count * one if gap > 0 else arb(0)
        return total
    return total_above(threshold, p, q, lambda mass, other: mass)


def total_variation(p: Any, q: Any) -> arb:
    """Return the hockey-stick divergence at threshold 0."""
    return hockey_stick(arb(0), p, q)


def greatest(p: Any, q: Any) -> arb:
    """Return the greatest loss over the points that P charges."""
    if not isinstance(p, Finite):
        raise UndefinedError("a supremum over infinitely many points")
    losses = [
        _INF if other.is_zero() else (one / other).log()
        for one, other, count in zip(p.masses, q.masses, p.counts, strict=True)
        if not (one * count).is_zero()
    ]
    return _maximum(losses)


def greatest_over_second(p: Finite, q: Finite) -> arb:
    """Return the greatest loss over the points that both laws charge."""
    pairs = [pair for pair in zip(p.masses, q.masses, strict=True) if not (pair[0] * pair[1]).is_zero()]
    return _maximum([(one / other).log() for one, other in pairs]) if pairs else -_INF


def renyi_over_second(order: arb, p: Finite, q: Finite) -> arb:
    """Return the Rényi divergence without the points that Q does not charge."""
    pairs = [pair for pair in zip(p.masses, q.masses, strict=True) if not (pair[0] * pair[1]).is_zero()]
    total = sum(((order * one.log() + (1 - order) * other.log()).exp() for one, other in pairs), arb(0))
    return (total.log() if pairs else -_INF) / (order - 1)


def kernels(order: arb, first: list[Finite], second: list[Finite]) -> arb:
    """Return the greatest Rényi divergence between the rows of two kernels."""
    return _maximum([renyi(order, one, other) for one, other in zip(first, second, strict=True)])


def _maximum(values: Iterable[arb]) -> arb:
    found = list(values)
    if any(value.is_finite() is False and value > 0 for value in found):
        return _INF
    best = found[0]
    for value in found[1:]:
        best = best.max(value)
    return best


HEADS: dict[str, Callable[..., arb]] = {
    "KL": kl,
    "ChiSquaredDivergence": chi_squared,
    "HockeyStick": hockey_stick,
    "KernelRenyi": kernels,
    "LossCumulant": cumulant,
    "LossTail": loss_tail,
    "MaxDivergence": greatest,
    "MaxOverSecond": greatest_over_second,
    "Renyi": renyi,
    "RenyiOverSecond": renyi_over_second,
    "RenyiUnderFirst": renyi,
    "SquaredHellinger": hellinger,
    "TotalVariation": total_variation,
}

"""Divergences from their definitions: exact sums over finite laws, sums over the integers, integrals over a line.

Sums over finite laws are complete. Sums over the integers and integrals run over the range in which the terms are within a factor of
e^-44 of the greatest; what lies outside is not bounded here, and the points where p crosses e^eps q are found in floats. Their values are
therefore compared to `TOLERANCE`, and a replay that rests on them is called partial.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from flint import acb, arb, ctx

from theorems.verify.laws import Finite, Integers, UndefinedError
from theorems.verify.lines import Line, LogDensity

TOLERANCE = 1e-8
_DROP, _TERMS = 44.0, 20000
_REL = 2.0**-38
_INF = arb.pos_inf()
_SCAN = 24
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
    if not order < 1 and not _inside(p, q):
        return _INF
    return _total(p, q, lambda one, other: order * one + (1 - order) * other)


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
    if not _inside(p, q):
        return _INF
    gaps: LogTerm = lambda one, other: one - other  # noqa: E731
    return _total(p, q, lambda one, _: one, gaps if degree == 1 else lambda one, other: (one - other) * (one - other))


def hockey_stick(threshold: arb, p: Any, q: Any) -> arb:
    """Return the integral of the positive part of p - e^threshold q."""
    if isinstance(p, Finite):
        factor = threshold.exp()
        parts = (
            count * (one - factor * other).max(arb(0))
            for one, other, count in zip(p.masses, q.masses, p.counts, strict=True)
        )
        return sum(parts, arb(0))
    return _above(threshold, p, q, lambda mass, other: mass - threshold.exp() * other)


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
    return _above(threshold, p, q, lambda mass, other: mass)


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


def _inside(p: Any, q: Any) -> bool:
    """Return whether P lives where Q does."""
    if isinstance(p, Integers):
        return q.first <= p.first and p.last <= q.last
    return not (p.lower < q.lower or p.upper > q.upper)


LogTerm = Callable[[Any, Any], Any]


def _total(p: Any, q: Any, log_term: LogTerm, factor: LogTerm | None = None) -> arb:
    """Return the sum or integral of factor(log p, log q) exp(log_term(log p, log q)) over the common support."""
    if isinstance(p, Integers):
        return _series(p, q, log_term, factor)
    cuts, size = _pieces(p, q, log_term)
    total = arb(0)
    for low, high in pairwise(cuts):
        one, other = (law.on((low + high) / 2) for law in (p, q))

        def term(x: acb, smooth: bool, one: LogDensity = one, other: LogDensity = other) -> acb:
            logs = one(x, smooth), other(x, smooth)
            found = log_term(*logs).exp()
            return found if factor is None else found * factor(*logs)

        total += _integral(term, low, high, size)
    return total


def _integral(term: Callable[[acb, bool], acb], low: arb, high: arb, size: float) -> arb:
    """Return the integral over a piece; `size` is how great its integrand may be."""
    smallest = _REL * size * float((high - low).mid())
    return acb.integral(
        lambda x, smooth: acb(term(x, smooth)), acb(low), acb(high), rel_tol=_REL, abs_tol=smallest
    ).real


def _grid(p: Line, q: Line) -> list[arb]:
    """Return points of the common support, dense in the middle, with the kinks among them."""
    lower, upper = (p.lower if p.lower > q.lower else q.lower), (p.upper if p.upper < q.upper else q.upper)
    middle, spread = (p.center + q.center) / 2, max(p.spread, q.spread) + abs(p.center - q.center) / 2
    steps = [middle + spread * (2.0 ** (abs(k) / 3) - 1) * (1 if k > 0 else -1) for k in range(-_SCAN, _SCAN + 1)]
    inner = [arb(step) for step in steps if lower < step < upper]
    kinks = [kink for kink in (*p.kinks, *q.kinks) if lower < kink < upper]
    ends = [end for end in (lower, upper) if end.is_finite()]
    return sorted([*inner, *kinks, *ends], key=lambda place: float(place.mid()))


def _pieces(p: Line, q: Line, log_term: LogTerm) -> tuple[list[arb], float]:
    """Return where to cut, and the greatest term: from where the terms rise above e^-44 of it to where they fall below, and the kinks."""
    if p.chart != q.chart:
        raise UndefinedError("laws in different charts")
    places = _grid(p, q)
    with ctx.workprec(40):
        logs = [_real(log_term(p.log_density(acb(x), False), q.log_density(acb(x), False))) for x in places]
    top = max(logs)
    kept = [index for index, log in enumerate(logs) if log > top - _DROP]
    first, last = max(kept[0] - 1, 0), min(kept[-1] + 1, len(places) - 1)
    bounded = (min(p.lower, q.lower).is_finite(), max(p.upper, q.upper).is_finite())
    if (first == 0 and kept[0] == 0 and not bounded[0]) or (last == len(places) - 1 == kept[-1] and not bounded[1]):
        raise UndefinedError("the terms do not fall off within reach")
    peak = places[logs.index(top)]
    wanted = [places[first], *(x for x in (*p.kinks, *q.kinks, peak) if places[first] < x < places[last]), places[last]]
    return sorted({float(x.mid()): x for x in wanted}.values(), key=lambda place: float(place.mid())), math.exp(
        min(top, 700.0)
    )


def _real(value: acb) -> float:
    part = value.real if isinstance(value, acb) else value
    return float(part.mid()) if part.is_finite() else -float("inf")


def _series(p: Integers, q: Integers, log_term: LogTerm, factor: LogTerm | None) -> arb:
    first, last = max(p.first, q.first), min(p.last, q.last)
    start = int(min(max((p.near + q.near) // 2, first), last))
    total, top = arb(0), -float("inf")
    for step in (1, -1):
        n = start if step == 1 else start - 1
        falling = 0
        while first <= n <= last and falling < 3:
            one, other = p.log_mass(n), q.log_mass(n)
            log = log_term(one, other)
            size = _real(log)
            top = max(top, size)
            total += log.exp() if factor is None else log.exp() * factor(one, other)
            falling = falling + 1 if size < top - _DROP else 0
            n += step
            if abs(n - start) > _TERMS:
                raise UndefinedError("the terms do not fall off within reach")
    return total


def _above(threshold: arb, p: Any, q: Any, mass: LogTerm) -> arb:
    """Return the sum or integral of mass(p, q) over the points at which log(p/q) exceeds the threshold."""
    outside = arb(0) if _inside(p, q) else 1 - _total(p, q, lambda one, _: one)
    if isinstance(p, Integers):
        return outside + _counted_above(threshold, p, q, mass)

    def gap(x: float) -> float:
        with ctx.workprec(60):
            return _real(p.log_density(acb(x), False) - q.log_density(acb(x), False) - threshold)

    cuts, size = _pieces(p, q, lambda one, _: one)
    places = sorted(
        {
            *(float(x.mid()) for x in cuts),
            *(x for x in (float(y.mid()) for y in _grid(p, q)) if float(cuts[0].mid()) < x < float(cuts[-1].mid())),
        }
    )
    signs = [gap(x) for x in places]
    edges = [places[0]]
    for (low, one), (high, other) in zip(
        zip(places, signs, strict=True), zip(places[1:], signs[1:], strict=True), strict=False
    ):
        if (one > 0) != (other > 0):
            edges.append(_root(gap, low, high))
        if high in [float(x.mid()) for x in (*p.kinks, *q.kinks)]:
            edges.append(high)
    edges.append(places[-1])
    total = outside
    for low, high in pairwise(edges):
        if not (low < high and gap((low + high) / 2) > 0):
            continue
        one, other = (law.on(arb((low + high) / 2)) for law in (p, q))

        def term(x: acb, smooth: bool, one: LogDensity = one, other: LogDensity = other) -> acb:
            return mass(one(x, smooth).exp(), other(x, smooth).exp())

        total += _integral(term, arb(low), arb(high), size)
    return total


def _root(gap: Callable[[float], float], low: float, high: float) -> float:
    positive = gap(low) > 0
    for _ in range(60):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if (gap(middle) > 0) == positive else (low, middle)
    return (low + high) / 2


def _counted_above(threshold: arb, p: Integers, q: Integers, mass: LogTerm) -> arb:
    def chosen(one: arb, other: arb) -> arb:
        return mass(one.exp(), other.exp()) / one.exp() if one - other > threshold else arb(0)

    return _series(p, q, lambda one, _: one, chosen)


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

"""Sums over the integers and integrals over a line, over the range in which the terms are within a factor of e^-44 of the greatest."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from flint import acb, arb, ctx

from theorems.verify.laws import Integers, UndefinedError
from theorems.verify.lines import Line, LogDensity

_DROP, _TERMS = 44.0, 20000
_REL = 2.0**-38
_SCAN = 24


def is_inside(p: Any, q: Any) -> bool:
    """Return whether P lives where Q does."""
    if isinstance(p, Integers):
        return q.first <= p.first and p.last <= q.last
    return not (p.lower < q.lower or p.upper > q.upper)


LogTerm = Callable[[Any, Any], Any]


def summed(p: Any, q: Any, log_term: LogTerm, factor: LogTerm | None = None) -> arb:
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


def total_above(threshold: arb, p: Any, q: Any, mass: LogTerm) -> arb:
    """Return the sum or integral of mass(p, q) over the points at which log(p/q) exceeds the threshold."""
    outside = arb(0) if is_inside(p, q) else 1 - summed(p, q, lambda one, _: one)
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

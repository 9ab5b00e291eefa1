"""Adaptive composition of bounded ranges, as exponential mechanisms have them: the least eps at a delta, and the delta at an eps."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

from flint import arb
from sympy import Add, Expr, S

from dpsym.ball import to_fmpq
from dpsym.composition.basic import ADAPTIVE, Parts, epsilons, total_epsilon
from dpsym.composition.range_blocks import ComposedRanges, Ranges, composed_ranges, depth_at
from dpsym.conversion.asked import certified_upper, require_positive, require_target
from dpsym.conversion.inverse import least_eps
from dpsym.conversion.rounding import fraction, lower, sign, upper
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.notions import ApproxDP, BoundedRangeDP

_DIGITS = 20
_MOST_STEPS = 2_000_000  # of more the grid is so coarse that Rényi privacy is better


def _ranges(parts: Parts) -> Ranges:
    """Return the ranges as rationals, rounded up, with counts; those of 0 are left out."""
    counts: dict[Fraction, int] = {}
    for eps, count in epsilons(parts):
        if sign(eps) != 0:
            width = fraction(upper(eps))
            counts[width] = counts.get(width, 0) + int(count)
    return tuple(sorted(counts.items()))


def _bound(ranges: Ranges, log_delta: float) -> ComposedRanges:
    count = sum(count for _, count in ranges)
    require(count <= _MOST_STEPS, f"{_MOST_STEPS} steps at the most")
    depth = depth_at(log_delta, count)
    require(depth is not None, "the delta is too small for the grid")
    return composed_ranges(ranges, depth)  # type: ignore[arg-type]


def _spread(ranges: Ranges) -> float:
    """Return the root of the sum of the squares, however small they are."""
    most = max(width for width, _ in ranges)
    return float(most) * sqrt(sum(count * (width / most) ** 2 for width, count in ranges))


def ranges_epsilon(ranges: Ranges, delta: Expr) -> Expr:
    """Return an eps at which bounded ranges together have at most a delta, rounded up."""
    target = fraction(lower(delta, _DIGITS))
    if sum(count * width for width, count in ranges) <= 2 * target:  # total variation is at most half of what is lost
        return S.Zero
    goal = to_fmpq(target)
    log_goal, spread = float(arb(goal).log().mid()), _spread(ranges)
    bound = _bound(ranges, log_goal)

    def excess(place: Fraction) -> arb:
        value = bound.delta(place)
        return arb("-inf") if value.is_zero() else (value / goal).log()

    return least_eps(excess, spread * sqrt(max(-2 * log_goal, 1.0)) / 2 + spread**2 / 8)


def ranges_delta(ranges: Ranges, eps: Expr) -> Expr:
    """Return a delta that bounded ranges together have at an eps at most, rounded up."""
    place, spread = fraction(lower(eps, _DIGITS)), _spread(ranges)
    if place >= sum(count * width for width, count in ranges):
        return S.Zero
    # Hoeffding's inequality: the loss has a mean of at most eps^2/8 a step
    bound = _bound(ranges, -2 * max(0.0, float(place) / spread - spread / 8) ** 2)
    return min(S.One, certified_upper(lambda: bound.delta(place)))


def _composed(parts: Parts, request: Request) -> ApproxDP:
    require_target(request)
    counts = Add(*(count for _, count in parts))
    for value in (*(each for each, _ in parts), counts, request.delta if request.eps is None else request.eps):
        numbers_only(value, "the recursion over the steps")
    ranges: Any = _ranges(parts)
    require(sum(count for _, count in ranges) > 1, "a single range has a closed form")
    if request.eps is not None:
        return ApproxDP(request.eps, ranges_delta(ranges, request.eps))
    require_positive(request.delta)  # type: ignore[arg-type]
    require(request.delta != 1, "at delta = 1 every mechanism is private")
    found, most = ranges_epsilon(ranges, request.delta), total_epsilon(epsilons(parts))  # type: ignore[arg-type]
    return ApproxDP(most if sign(found - most) == 1 else found, request.delta)  # type: ignore[arg-type]


COMPOSE_RANGES = Arrow(
    name="composition.ranges",
    kind=Kind.COMPOSITION,
    source=BoundedRangeDP,
    target=ApproxDP,
    theorems=("range.step", "range.step.grid", "dominating.composition", "dp.composition.grid"),
    says="delta_k(x) = max over t in [0, eps] of p delta_(k-1)(x - t) + (1 - p) delta_(k-1)(x + eps - t), p = (1 - e^(t - eps))/(1 - e^-eps)",
    cites=(Source("dongdurfeerogers2020", "Section 6, adaptive optimal composition"),),
    apply=_composed,
    hypotheses=("numbers", ADAPTIVE),
    tight="exponential mechanisms chosen by the answers before them, to the mesh of a grid; many in blocks",
)

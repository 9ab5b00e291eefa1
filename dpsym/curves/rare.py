r"""The roads to delta where a record that is rarely sampled is removed, and few great losses dominate the moments.

From moderate abscissas on, such moments are those of outputs that nobody will ever see, and hardly fall along a line. *Cut*: the outputs
beyond a place are left out, and their mass is added to the bound from above (`cut_gaussian`). *Complement*: the line of the reversed pair is
taken (`complement`), whose moments know nothing of great losses, for more digits. Before the two, where they are known, come the runs
of which one is in a band (`bands`), or jumps (`jumps`), by rising powers and by falling ones; the latter after the complement, where that takes
very few nodes. Of a loss that is alike in both directions the reversed pair knows of great losses as well, and the cut is what is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb

from dpsym.curves.bands import banded_of
from dpsym.curves.complement import Complement, complement_plan
from dpsym.curves.effort import Effort, SpentError
from dpsym.curves.jumps import can_jump, jumps_of, rising_of
from dpsym.curves.line import Line
from dpsym.curves.loss import Parts
from dpsym.curves.more_bits import Engine, MoreBits, Road
from dpsym.curves.planning import Plan, Planner
from dpsym.errors import UndecidedError

_MOST_NATS = 150.0  # that may cancel: all moments are taken with as many more
_SHARE = 3.0  # nats by which what is cut off is below the error that is allowed
_RARE = 7.0  # nats below a delta from which on nothing is looked at to plan
_ROUNDS, _FIRST, _LAST = 4, -50.0, -1e5  # in which delta is guessed, and where that begins and ends
_SETTLED = 0.1  # nats by which another round changes a guess too little for another place
_ALIKE = 0.1  # nats that rare losses add to the logarithm of moments which they do not dominate
_SHORT_LINE = 1000  # nodes of what is cut, before jumps are looked at
_FAIR_LINE = 12000  # the same of losses that are alike in both directions, before any other road
_LEAST_NODES, _FEW_NODES = 100, 1500  # of the reversed pair, whose moments take more points the higher up they are


def guide_of(planner: Planner, log_delta: float) -> Planner:
    """Return the planner of the same composition without what is too rare to matter beside a delta; the given one where there is nothing."""
    if log_delta == -math.inf:
        return planner
    rare = log_delta - _RARE - math.log(sum(count for _, count in planner.parts))
    parts = tuple((loss.planned(rare, count), count) for loss, count in planner.parts)
    return (
        planner
        if all(near is whole for (near, _), (whole, _) in zip(parts, planner.parts, strict=True))
        else Planner(parts)
    )


def seen(planner: Planner, gap: float, log_scale: float) -> tuple[Planner, float]:
    """Return the planner without what is too rare to matter at a threshold, and about the logarithm of delta there, not below that of a scale."""
    log_delta = max(log_scale, _FIRST)
    for _ in range(_ROUNDS):
        guide, before, saddle = _reaching(planner, gap, log_delta, log_scale)
        log_delta = max(log_scale, guide.log_delta(saddle, gap))
        if abs(log_delta - before) < _SETTLED:
            break
    return guide, log_delta


def _reaching(planner: Planner, gap: float, log_delta: float, log_scale: float) -> tuple[Planner, float, float]:
    """Return a guide whose losses come up to a threshold, for a delta that is as small as that takes, and its saddle point."""
    while True:
        guide = guide_of(planner, log_delta)
        try:
            return guide, log_delta, guide.saddle(gap)
        except OverflowError as refusal:
            if not max(log_scale, _LAST) < log_delta:
                raise UndecidedError("the threshold is beyond all losses that matter") from refusal
            log_delta = max(log_scale, 2 * min(log_delta, _FIRST))


def is_light(planner: Planner, guide: Planner, gap: float) -> bool:
    """Return whether rare losses, which a guide leaves out, do not dominate the moments where a line for a threshold goes."""
    c = 2 * guide.saddle(gap)
    return abs(planner.log_mgf(c) - guide.log_mgf(c)) < _ALIKE


def rare_roads(
    parts: Parts, eps: Fraction, expected: float, nats: float, log_scale: float, most_nodes: int, effort: Effort
) -> list[Road]:
    """Return the roads of this module, the one that is mostly cheaper first.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition, with a heavy loss.
    eps : Fraction
        The threshold.
    expected : float
        About the logarithm of delta there.
    nats, log_scale : float
        The error that is wanted is exp(-nats) times delta, or times exp(log_scale) where delta is smaller.
    most_nodes : int
        The greatest number of nodes.
    effort : Effort
        The work that is left.
    """

    def goal(log_delta: float | None) -> tuple[float, float]:
        """Return about the logarithm of delta, and that of the error that it may have."""
        about = expected if log_delta is None else max(log_delta, log_scale)
        return about, about - nats - _SHARE

    def cut(behind: bool, most: int, log_delta: float | None) -> Engine:
        about, log_error = goal(log_delta)
        rare = log_error - _SHARE - math.log(sum(count for _, count in parts))
        kept = [(*loss.without(rare), count) for loss, count in parts]
        losses = tuple((loss, count) for loss, _, count in kept)
        planner = Planner(losses)
        gap = float(eps) - planner.reference
        plan = planner.plan(gap, about - log_error, about, planner.saddle(gap), behind=behind)
        floor = sum(count * loss.log_floor for loss, count in losses) - plan.c * gap
        if floor - math.log(2 * math.pi**2 * most / plan.period) > log_error:
            raise SpentError("the moments stay too large however far up")
        missing = sum((mass * count for _, mass, count in kept), arb(0))
        return MoreBits(plan.more_bits(nats), lambda: Cut(losses, missing, plan, eps, most, effort))

    def complement(most: int, log_delta: float | None) -> Engine:
        about, log_error = goal(log_delta)
        if not 0 <= eps < _MOST_NATS or log_error < eps - _MOST_NATS:
            raise SpentError("too many digits would cancel")
        plan = complement_plan(parts, eps, about, log_error)
        return MoreBits(plan.more_bits(nats), lambda: Complement(parts, plan, eps, most, effort))

    def jumps(made: Callable[..., Engine], log_delta: float | None) -> Engine:
        about, log_error = goal(log_delta)
        return made(parts, eps, about, log_error, nats, most_nodes, effort)

    cuts = [partial(cut, True, most_nodes), partial(cut, False, most_nodes)]
    if any(loss.reversed().is_heavy for loss, _ in parts):
        return [partial(cut, True, _FAIR_LINE), *cuts]
    least, last = partial(complement, _LEAST_NODES), partial(complement, min(most_nodes, _FEW_NODES))
    if not can_jump(parts):
        return [*cuts, last]
    banded, rising, falling = (partial(jumps, made) for made in (banded_of, rising_of, jumps_of))
    short = partial(cut, True, _SHORT_LINE)
    return [banded, short, rising, least, falling, *cuts, last]


class Cut:
    """The line of the cut losses for thresholds around one; the parameters are those of `Complement`, and the mass that is cut off."""

    def __init__(self, losses: Parts, missing: arb, plan: Plan, eps: Fraction, most_nodes: int, effort: Effort) -> None:
        self._missing, self._line = missing, Line(losses, plan, eps, most_nodes, effort)

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta at a threshold."""
        value = self._line.delta(threshold)
        return value.union(value + self._missing)

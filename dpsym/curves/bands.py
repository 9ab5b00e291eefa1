r"""delta where great losses of rarely sampled runs are heavy at the threshold, by the line of a band that ends just beyond what matters.

An output is *below*, in the *band*, or *beyond* by the two smooth windows of `banded`. Of delta

- runs of which one is beyond have no more than the mass of that under P, n times that of one run;
- runs that are all below have what `jumps` bounds;
- the others are the measure :math:`\prod R(z)^n - \prod (R(z) - J(z))^n`, which is not heavy any more, as it ends: a line at the slope of delta rises
  little above it. The band is short, a few standard deviations, so that a short period does, and its moments fall at once.

The far end is where the mass beyond is as small as it has to be, the near one that of `jumps`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import cast

from flint import arb

from dpsym.curves.banded import BandedRuns
from dpsym.curves.coarse import CoarsePoints
from dpsym.curves.effort import Effort, SpentError
from dpsym.curves.jumps import (
    JumpLoss,
    Rising,
    bulk_of,
    foresee,
    is_concave,
    log_beyond,
    log_reached,
    place_of,
    placed_of,
)
from dpsym.curves.line import Line
from dpsym.curves.loss import Parts
from dpsym.curves.more_bits import Engine, MoreBits
from dpsym.curves.planning import Planner
from dpsym.curves.subsampled import SubsampledGaussianLoss
from dpsym.curves.windowed import WindowedRuns
from dpsym.errors import UndecidedError

_ALONE = 1.3  # times the logarithm of delta at most, for a single run
_SMALLEST = -2000.0  # nats of a delta that a band is tried for
_LEAST = 20.0  # nats of delta that count at least
_SPARED = 2.0  # nats by which what is beyond is to be smaller than it has to be
_SPARES = (5.0, 12.0, 30.0)  # the same of the bulk, whose edge is wider where it is placed
_HALVINGS = 40
_LONGEST_BAND = 3.0  # of a band, in sensitivities
_LARGEST = 300.0  # a loss whose exponential is a float
_FEW_NODES, _MOST_NODES, _FEW_NATS = 450, 1500, 50.0  # of a line; nats that moments fall by at least
_FARTHEST = 30.0  # standard deviations of a band at most
_SHORTEST = 8  # widths of an edge that a band has at least
_FINER, _NARROWEST = 0.85, 1 / 400  # by how much narrower edges are tried, and to where
_ORDERS = (
    (1.25, 4.0),
    (2.5, 60.0),
)  # times the slope of delta, and nats by which such moments may rise beyond the band
_GROWTH, _FALLEN = 1.1, 240.0  # of the distances that are looked at, and nats an edge falls by
_LONGEST = 60.0  # widths within which it does


def banded_of(
    parts: Parts, eps: Fraction, about: float, log_error: float, nats: float, most_nodes: int, effort: Effort
) -> Engine:
    """Return what `jumps_of` does, by the moments of a band under P.

    Raises
    ------
    UndecidedError
        If runs of which none is in the band matter, or the band is too short.
    """
    if eps <= 0 or all(is_concave(float(cast("SubsampledGaussianLoss", loss).rate), float(eps)) for loss, _ in parts):
        raise UndecidedError("no great loss is heavy at the threshold")
    if about < _SMALLEST:
        raise UndecidedError("delta is too small for the bulk beside a band to be less")
    if log_reached(parts, float(eps)) < _ALONE * min(about, -_LEAST):
        raise UndecidedError("no run alone comes up to the threshold")
    placed, bulk = _placed(parts, float(eps), log_error)
    longest = max((runs.far - runs.place) / float(runs.spread) for runs in placed)
    if longest > _LONGEST_BAND or _nodes(placed, placed[0].far_loss - float(eps), _FEW_NATS) > _FEW_NODES:
        raise SpentError("the band is too long for few nodes")
    loss = JumpLoss(placed)
    composed, planner, gap = ((loss, 1),), Planner(((loss, 1),)), float(eps)
    plan = planner.plan(gap, about - log_error, about, planner.saddle(gap), behind=False)
    if _nodes(placed, plan.period, plan.rise + plan.log_delta - plan.log_error) > _FEW_NODES:
        raise SpentError("the edges of the band are too narrow for few nodes")
    more = plan.more_bits(nats)
    foresee(loss, plan, more, effort)
    return MoreBits(more, lambda: Rising(Line(composed, plan, eps, min(most_nodes, _MOST_NODES), effort), bulk))


def _nodes(placed: tuple[BandedRuns, ...], period: float, nats: float) -> float:
    """Return about how many nodes a line takes until the moments of the band have fallen by so many nats."""
    steps = (float(runs.spread) / (runs.width * math.expm1(min(runs.near_loss, _LARGEST))) for runs in placed)
    return math.sqrt(2 * nats) * min(steps) * period / (2 * math.pi)


def _placed(parts: Parts, eps: float, log_error: float) -> tuple[tuple[BandedRuns, ...], Callable[[arb], arb]]:
    """Return the runs with bands as far out as their bulk allows, and a bound of what that has of delta at a threshold."""
    for spared in _SPARES:
        near, c = placed_of(parts, eps, log_error - spared)
        placed = tuple(
            _banded(cast("SubsampledGaussianLoss", loss), runs, eps, log_error - math.log(len(parts)))
            for (loss, _), runs in zip(parts, near, strict=True)
        )
        bulk = bulk_of(placed, c)
        if bulk(arb(eps)) < arb(log_error).exp():
            return placed, bulk
    raise UndecidedError("runs of which none is in the band matter at the threshold")


def _banded(loss: SubsampledGaussianLoss, runs: WindowedRuns, eps: float, log_error: float) -> BandedRuns:
    """Return runs with the band from their window on that is as long as it has to be."""
    low, high = runs.place, runs.place + _FARTHEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if log_beyond(loss, runs.count, middle) < log_error - _SPARED else (middle, high)
    return BandedRuns(*runs.outline[:4], *_edge(loss, runs, high, eps))


def _edge(
    loss: SubsampledGaussianLoss, runs: WindowedRuns, sharp: float, eps: float
) -> tuple[float, float, float, float]:
    """Return the width of an edge, how many widths matter, its place, and where it has fallen.

    It falls faster than the moments rise, up to an order that is steeper than delta, and there is no more beyond than beyond a sharp one.
    """
    plain = CoarsePoints(float(loss.spread), float(loss.rate))
    order = 1 + place_of(loss, eps) * plain.spread / -math.expm1(-eps)
    width = min(runs.width, (sharp - runs.place) / _SHORTEST)
    while width > _NARROWEST:
        far = sharp * math.hypot(1, width)
        ends = [_end(plain, far, width, times * order, most) for times, most in _ORDERS]
        if None not in ends:
            return width, runs.reach, far, far + max(end for end in ends if end is not None)
        width *= _FINER
    raise UndecidedError("no edge of a band falls faster than the moments rise")


def _end(plain: CoarsePoints, far: float, width: float, order: float, most: float) -> float | None:
    """Return how far beyond an edge the moment of an order has fallen, None where it rises by more nats before."""
    x, start = width, plain.log_ratio(far)
    while x < _LONGEST * width:
        fall = (x / width) ** 2 / 2 + far * x + x * x / 2 - order * (plain.log_ratio(far + x) - start)
        if fall > _FALLEN:
            return x
        if fall < -most:
            return None
        x *= _GROWTH
    return None

r"""Two roads to delta where a record that is rarely sampled is removed, and few great losses dominate the moments of the pair.

From moderate abscissas on, such moments are those of outputs that nobody will ever see, and hardly fall along a line. *Cut*: the outputs
beyond a place are left out, and their mass is added to the bound from above (`cut_gaussian`). *Complement*: the line of the reversed pair is taken,

.. math:: H_\gamma(P\|Q) = 1 - \gamma + \gamma H_{1/\gamma}(Q\|P), \qquad
    \delta_{P\|Q}(\varepsilon) = 1 - e^\varepsilon + e^\varepsilon\,\delta_{Q\|P}(-\varepsilon),

which is the same contour integral on the other side of the poles, where the moments know nothing of great losses. What is paid is digits:
the terms all but cancel, so that delta(-eps) is wanted to a relative error of about delta/eps.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from dpsym.curves.effort import Effort
from dpsym.curves.line import Line
from dpsym.curves.loss import Parts, ball_of
from dpsym.curves.planning import Plan, Planner
from dpsym.errors import UndecidedError

_LOG2 = math.log(2)
_MOST_NATS = 150.0  # that may cancel: all moments are taken with as many more
_SHARE = 3.0  # nats by which what is cut off is below the error that is allowed
_RARE = 7.0  # nats below a delta from which on nothing is looked at to plan
_ROUNDS, _FIRST = 4, -50.0  # in which delta is guessed, and where that begins
_ALIKE = 0.1  # nats that rare losses add to the logarithm of moments which they do not dominate
_FEW_NODES = 1500  # of the reversed pair, whose moments take more points the higher up they are

Road = Callable[[float | None], Any]


def guide_of(planner: Planner, log_delta: float) -> Planner:
    """Return the planner of the same composition without what is too rare to matter beside a delta; the given one where there is nothing."""
    if log_delta == -math.inf or not any(loss.is_heavy for loss, _ in planner.parts):
        return planner
    rare = log_delta - _RARE - math.log(sum(count for _, count in planner.parts))
    return Planner(tuple((loss.without(rare)[0], count) for loss, count in planner.parts))


def seen(planner: Planner, gap: float, log_scale: float) -> tuple[Planner, float]:
    """Return the planner without what is too rare to matter at a threshold, and about the logarithm of delta there, not below that of a scale."""
    log_delta = max(log_scale, _FIRST)
    for _ in range(_ROUNDS):
        guide = guide_of(planner, log_delta)
        log_delta = max(log_scale, guide.log_delta(guide.saddle(gap), gap))
    return guide, log_delta


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

    def cut(log_delta: float | None) -> Cut:
        about = expected if log_delta is None else max(log_delta, log_scale)
        return Cut(parts, eps, about, about - nats - _SHARE, most_nodes, effort)

    def complement(log_delta: float | None) -> Complement:
        about = expected if log_delta is None else max(log_delta, log_scale)
        return Complement(parts, eps, about - nats - _SHARE, min(most_nodes, _FEW_NODES), effort)

    return [cut, complement]


def gap_of(parts: Parts, eps: Fraction) -> float:
    """Return a threshold less the sum of the greatest losses, of those that have one, in nats."""
    return float(eps) - sum(float((loss.greatest_loss() or arb(0)).mid()) * count for loss, count in parts)


def _bits(planner: Planner, plan: Plan, gap: float) -> int:
    """Return how many more bits than those of the answer the nodes of a line take."""
    return math.ceil(max(0.0, planner.log_mgf(plan.c) - plan.c * gap - plan.log_error) / _LOG2)


class Complement:
    """The line of the reversed pair for thresholds around one; neither pair has an infinite loss.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    eps : Fraction
        The planned threshold, in nats.
    log_error : float
        The logarithm of the error that delta may have.
    most_nodes : int
        The greatest number of nodes.
    effort : Effort
        The work that is left.

    Raises
    ------
    UndecidedError
        If the threshold is not above 0, or no line serves.
    """

    def __init__(self, parts: Parts, eps: Fraction, log_error: float, most_nodes: int, effort: Effort) -> None:
        if not 0 < eps < _MOST_NATS or log_error < eps - _MOST_NATS:
            raise UndecidedError("too many digits would cancel")
        back = tuple((loss.reversed(), count) for loss, count in parts)
        if not all(loss.infinite_mass().is_zero() for loss, _ in (*parts, *back)):
            raise UndecidedError("the laws do not share their support")
        size, planner = math.log(-math.expm1(-float(eps))), Planner(back)
        gap, log_error = gap_of(back, -eps), log_error - float(eps)
        plan = planner.plan(gap, size - log_error, size, planner.saddle(gap))
        self._more = _bits(planner, plan, gap)
        with ctx.workprec(ctx.prec + self._more):
            self._line = Line(back, plan, -eps, most_nodes, effort)

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta at a threshold."""
        with ctx.workprec(ctx.prec + self._more):
            eps = ball_of(threshold)
            return eps.exp() * self._line.delta(-threshold) - eps.expm1()


class Cut:
    """The line of the cut losses for thresholds around one; the parameters are those of `Complement`, and the logarithm of delta, about.

    Raises
    ------
    UndecidedError
        If no line serves.
    """

    def __init__(
        self, parts: Parts, eps: Fraction, log_delta: float, log_error: float, most_nodes: int, effort: Effort
    ) -> None:
        rare = log_error - _SHARE - math.log(sum(count for _, count in parts))
        cut = [(*loss.without(rare), count) for loss, count in parts]
        self._missing = sum((mass * count for _, mass, count in cut), arb(0))
        losses = tuple((loss, count) for loss, _, count in cut)
        planner, gap = Planner(losses), gap_of(losses, eps)
        plan = planner.plan(gap, log_delta - log_error, log_delta, planner.saddle(gap))
        self._more = _bits(planner, plan, gap)
        with ctx.workprec(ctx.prec + self._more):
            self._line = Line(losses, plan, eps, most_nodes, effort)

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta at a threshold."""
        with ctx.workprec(ctx.prec + self._more):
            value = self._line.delta(threshold)
            return value.union(value + self._missing)

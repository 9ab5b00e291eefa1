r"""Composition in stages: compose a few steps finely, move to a coarser lattice, compose again.

A lattice with k steps in one transform must be fine against one step and wide against all of them. In stages of b
steps the pitch grows with the spread: each stage moves the loss by its own pitch, adding to (upper) or taking from
(lower) the variance some pitch^2/6, and a transform of N points keeps the pitch at some 20 sqrt(b)/N deviations of the
stage. The relative change of the variance is then about 70 b/N^2 a stage, whatever the number of steps.

Errors of a stage are charged when it ends. If the items of the stage are v_a, with multiplicity K_a, scale M_a and
error eta_a, the composition is off by at most prod M_a^{K_a} (prod (1 + eta_a)^{K_a} - 1) in the sum of absolute tilted
masses; moving exact measures to a coarser lattice afterwards keeps the order of hockey-stick functions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mechanisms.accounting.coarsen import coarsen
from mechanisms.accounting.convolve import convolve
from mechanisms.accounting.lattice import discretise
from mechanisms.accounting.loss import UNIT, Loss
from mechanisms.accounting.scout import Scout, common_pitch, fitted_pitch, lattice, loss_range
from mechanisms.accounting.tails import Items, Tails
from mechanisms.accounting.tilted import Tilted, tilt, trimmed

_RADIX = 16
_LOG_TAIL = -38.0
_NEGLIGIBLE = 1e-16
_FINE = 4  # the first lattice is this much finer: its gap is bounded from its end points only
_WIDE = 4  # a transform may exceed the planned number of cells by this factor where tails are heavy
_WIDEST = 256.0  # no pitch beyond: its exponential must stay a float
_STEEPEST = 50.0  # nor tilt across one cell
_MOST_POINTS = 1 << 20


@dataclass(frozen=True)
class Plan:
    """How to compose.

    Parameters
    ----------
    tilt : float
        The tilt lambda.
    ranges : tuple of (float, float)
        For each law the losses to discretise between.
    fine : float
        The pitch of the first discretisation.
    stages : tuple of (int, int)
        For each stage the coarsening before it and the number of steps it composes; the last composes all.
    """

    tilt: float
    ranges: tuple[tuple[float, float], ...]
    fine: float
    stages: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Composed:
    """A composition bounded on one side.

    Parameters
    ----------
    measure : Tilted
        Its finite part.
    log_error : float
        Logarithm of the bound on the sum of absolute errors, on the scale of M.
    infinite : float
        Its mass at infinity, rounded to the safe side.
    """

    measure: Tilted
    log_error: float
    infinite: float


def plan(steps: Sequence[tuple[Loss, int]], scout: Scout, tilting: float, floor: float, cells: int) -> Plan:
    """Choose the pitches and the stages."""
    rough = [tilt(measure, tilting * scout.pitch) for measure in scout.measures]
    length = _length(list(zip(rough, scout.counts, strict=True)), _LOG_TAIL) * scout.pitch
    atomic = all(loss.p_mass == 0 for loss, _ in steps)
    shared = common_pitch([loss for loss, _ in steps])
    counts, done = list(scout.counts), 1
    ranges = tuple(
        loss_range(loss, floor, tilting, log_mass)
        for (loss, _), log_mass in zip(steps, scout.log_masses(tilting), strict=True)
    )
    # The first lattice has so many points at most.
    least = max(high - low for low, high in ranges) / _MOST_POINTS * _FINE
    stages: list[tuple[int, int]] = []
    pitch = fine = 0.0
    while True:
        most = max(counts)
        alone = atomic and shared is not None and length <= 2 * cells * max(pitch, shared)
        last = most <= 2 * _RADIX or alone
        reach = length
        if not last:
            partial = [(item, min(done * _RADIX, count)) for item, count in zip(rough, scout.counts, strict=True)]
            reach = max(_length([one], _LOG_TAIL - math.log(most)) for one in partial) * scout.pitch
        wanted = max(length / (cells * math.sqrt(1 if last else most / _RADIX)), reach / (_WIDE * cells))
        wanted = min(wanted, _WIDEST, _STEEPEST / max(tilting, 1e-300))
        if not stages:
            pitch, fine = _first_pitch(max(wanted, least), shared, [loss for loss, _ in steps])
            factor = round(pitch / fine)
        else:
            factor = 1 << max(math.floor(math.log2(wanted / pitch)), 0)
            pitch *= factor
        stages.append((factor, most if last else _radix(most)))
        if last:
            return Plan(tilting, ranges, fine, tuple(stages))
        counts = [count // stages[-1][1] for count in counts]
        done *= stages[-1][1]


def _length(items: Items, log_tail: float) -> int:
    """Return how many indices a composition takes."""
    first, last = Tails(items).window(log_tail)
    return max(last - first, 2)


def _first_pitch(wanted: float, shared: float | None, losses: Sequence[Loss]) -> tuple[float, float]:
    """Return the pitch of the first stage and that of the first discretisation."""
    atomic = all(loss.p_mass == 0 for loss in losses)
    if shared is None:
        pitch = fitted_pitch(losses, wanted)
        return pitch, pitch if atomic else pitch / _FINE
    pitch = shared * 2.0 ** math.floor(math.log2(wanted / shared))
    if atomic:
        return max(pitch, shared), shared
    return pitch, min(pitch / _FINE, shared)


def _radix(count: int) -> int:
    """Return about 16, and a divisor if there is one: then no remainder has to be carried along."""
    choices = sorted(range(8, 2 * _RADIX), key=lambda b: abs(math.log(b / _RADIX)))
    return next((b for b in choices if count % b == 0), _RADIX)


def compose_losses(steps: Sequence[tuple[Loss, int]], route: Plan, upper: bool) -> Composed:
    """Compose laws, each with its multiplicity, to a measure on the chosen side of their composition."""
    items, log_finite = [], 0.0
    for (loss, count), limits in zip(steps, route.ranges, strict=True):
        measure = discretise(loss, lattice(loss, route.fine, limits), upper)
        log_finite += count * math.log1p(-min(measure.infinite, 1.0)) if measure.infinite < 1 else -math.inf
        items.append((tilt(measure, route.tilt * route.fine), count))
    infinite = abs(math.expm1(log_finite)) * (1 + (8 * UNIT if upper else -8 * UNIT))
    infinite = min(max(infinite, 0.0), 1.0)
    charges = [_charge(items)]
    for number, (factor, radix) in enumerate(route.stages):
        most = max(count for _, count in items)
        items = [(trimmed(item, _NEGLIGIBLE / most), count) for item, count in items]
        charges.append(_charge(items))
        if factor > 1:
            items = [(coarsen(item, factor, upper), count) for item, count in items]
            charges.append(_charge(items))
        if not all(item.masses.any() for item, _ in items):
            # A factor without finite mass: so is the product.
            nothing = replace(items[0][0], masses=np.zeros(2), log_mass=0.0)
            return Composed(nothing, float(np.logaddexp.reduce(charges)), infinite)
        last = number == len(route.stages) - 1
        items = [(replace(item, error=0.0), count) for item, count in items]
        items = [(convolve(items, _LOG_TAIL), 1)] if last else _stage(items, radix)
        charges.append(_charge(items))
        items = [(replace(item, error=0.0), count) for item, count in items]
    return Composed(items[0][0], float(np.logaddexp.reduce(charges)), infinite)


def _stage(items: list[tuple[Tilted, int]], radix: int) -> list[tuple[Tilted, int]]:
    """Compose `radix` steps of every item, and what is left over of all of them."""
    tail = _LOG_TAIL - math.log(max(count for _, count in items))
    composed = [(convolve([(item, radix)], tail), count // radix) for item, count in items if count >= radix]
    left = [(item, count % radix) for item, count in items if count % radix]
    if left:
        composed.append((convolve(left, tail), 1))
    return composed


def _charge(items: list[tuple[Tilted, int]]) -> float:
    """Return the logarithm of what the errors of the items do to their composition."""
    scale = sum(count * item.log_mass for item, count in items)
    grown = sum(count * math.log1p(item.error) for item, count in items)
    if grown == 0:
        return -math.inf
    return scale + (math.log(math.expm1(grown)) if grown < 30 else grown) + 1e-6  # sums of masses are 1 within far less

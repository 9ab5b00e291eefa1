r"""Pairs of atoms above and below one of several steps with Gaussian noise, from :math:`p(\gamma) = E(\gamma - R)_+` on lattices.

The function p is convex, 0 at 0, and not below :math:`\gamma - 1`, which it approaches. A function between is told by the ratios where it turns: of a
turn by q at :math:`\gamma`, Q has the mass q there and P has :math:`\gamma q`.

*Above.* Chords of bounds from above of p at some ratios, then a line of slope 1. What it is above :math:`\gamma - 1` is an infinite loss of P.

*Below.* Between two ratios p lies above the lines through the two before them, and the two behind them, a bound from below on the one next to
them and from above on the other. The greatest convex function below the places where these lines meet and the bounds from below is below p.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from flint import arb, ctx

from dpsym.curves.atomic import AtomicLoss, Atoms, in_order
from dpsym.curves.loss import ball_of
from dpsym.curves.mean_lattice import MeanLattice
from dpsym.errors import UndecidedError

_PER_OCTAVE, _OCTAVES = 16, 4  # ratios of a lattice
_POINTS, _MORE_POINTS = 512, 2048  # of a lattice
_LITTLE_BLUR, MOST_BLUR = 100.0, 400.0  # for which so many points are enough
_FEWEST = 16  # ratios of which anything is told
_MOST_NATS = 100  # between the greatest ratio and the least one

Point = tuple[arb, arb]


class Bounds(NamedTuple):
    """A ratio, and bounds of p there."""

    ratio: arb
    low: arb
    high: arb


@dataclass(frozen=True)
class HullLoss(AtomicLoss):
    """A pair of atoms that dominates one of several steps, or is dominated by it.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    slots : int
        The number t of steps, at least 2.
    ends : tuple of Fraction
        The logarithms of the least and of the greatest ratio that are told from others.
    removed, above : bool
        Whether the mixture is the first law, and whether the pair dominates.
    """

    spread: Fraction
    slots: int
    ends: tuple[Fraction, Fraction]
    removed: bool
    above: bool

    def listed(self) -> Atoms:
        # the masses of Q are small where the ratio is great
        bits = ctx.prec + 64 + 3 * math.ceil(max(Fraction(0), *self.ends))
        known = _bounds(self.spread, self.slots, self.ends, bits)
        with ctx.workprec(bits):
            corners = _above(known) if self.above else _below(known)
            slopes = [arb(0), *(_slope(*pair) for pair in pairwise(corners)), arb(1)]
            turns = [(x, after - before) for (x, _), (before, after) in zip(corners, pairwise(slopes), strict=True)]
            none = sum((q for x, q in turns if x == 0), arb(0))
            atoms = [(x.log(), x * q, q) for x, q in turns if x > 0]
            beyond = corners[-1][1] - corners[-1][0] + 1 if self.above else arb(0)
        logs, p, q = (list(column) for column in zip(*atoms, strict=True))
        if self.removed:
            return in_order(logs, p, q, beyond, arb(0))
        return in_order([-log for log in logs], q, p, none, arb(0))

    def reversed(self) -> HullLoss:
        return replace(self, removed=not self.removed)


def blur(spread: Fraction, slots: int) -> float:
    """Return by how much rounding to one of N points widens the mean ratio, times 2N, in the unit of its standard deviation."""
    return slots / math.sqrt(math.expm1(min(1 / float(spread) ** 2, 300.0)))


@lru_cache(8)
def _bounds(spread: Fraction, slots: int, ends: tuple[Fraction, Fraction], bits: int) -> list[Bounds]:
    """Return bounds of p at increasing ratios."""
    found, points = [], _POINTS if blur(spread, slots) <= _LITTLE_BLUR else _MORE_POINTS
    if ends[1] - ends[0] > _MOST_NATS:
        raise UndecidedError(f"the ratios of noise of deviation {float(spread):g} lie too far apart for atoms")
    with ctx.workprec(bits):
        log = ball_of(ends[1])
        while not log < ball_of(ends[0]):
            lattice = MeanLattice(spread, slots, log + arb(slots).log(), points)
            for k in range(_PER_OCTAVE * _OCTAVES):
                x = 2.0 ** (-k / _PER_OCTAVE)
                ratio = log.exp() * arb(x)
                found.append(Bounds(ratio, ratio * lattice.share_below(x), ratio * lattice.share_above(x)))
            log -= _OCTAVES * arb(2).log()
    return found[::-1]


def _above(known: list[Bounds]) -> list[Point]:
    """Return the corners of a function above p."""
    corners: list[Point] = [(arb(0), arb(0))]
    for ratio, _, high in known:
        while len(corners) > 1 and not _slope(*corners[-2:]) < _slope(corners[-1], (ratio, high)):
            corners.pop()
        corners.append((ratio, high))
    while len(corners) > 1 and not _slope(*corners[-2:]) < 1:
        corners.pop()
    return corners


def _below(known: list[Bounds]) -> list[Point]:
    """Return the corners of a function below p."""
    slight = arb(2) ** -(ctx.prec // 3)  # below which too few bits are left
    known = [each for each in known if each.low > (each.ratio - 1).max(arb(0)) + each.ratio * slight]
    while len(known) > _FEWEST and not (end := _end(known))[0] > known[-1].ratio:
        known.pop()
    if len(known) <= _FEWEST:
        raise UndecidedError("lattices tell too little of the ratios")
    points = [_meet((arb(0), arb(0)), arb(0), *_line(known[0], known[1]))]
    for k, here in enumerate(known):
        points.append((here.ratio, here.low))
        if 0 < k < len(known) - 2:
            meeting = _meet(*_line(here, known[k - 1]), *_line(known[k + 1], known[k + 2]))
            if meeting[0] > here.ratio and meeting[0] < known[k + 1].ratio:
                points.append(meeting)
    corners: list[Point] = []
    for point in [*points, end]:
        while len(corners) > 1:
            before, after = _slope(*corners[-2:]), _slope(corners[-1], point)
            if before < after:
                break
            if not before >= after:
                raise UndecidedError("three bounds lie on a line, as far as is known")
            corners.pop()
        corners.append(point)
    return corners


def _end(known: list[Bounds]) -> Point:
    """Return where the line from the last ratio meets what p approaches."""
    return _meet(*_line(known[-1], known[-2]), (arb(1), arb(0)), arb(1))


def _line(near: Bounds, other: Bounds) -> tuple[Point, arb]:
    """Return a line that p lies above beyond a ratio, away from another one: a point of it, and its slope."""
    return (near.ratio, near.low), (near.low - other.high) / (near.ratio - other.ratio)


def _meet(first: Point, slope: arb, second: Point, other: arb) -> Point:
    """Return where two lines meet."""
    x = (second[1] - first[1] + slope * first[0] - other * second[0]) / (slope - other)
    return x, first[1] + slope * (x - first[0])


def _slope(first: Point, second: Point) -> arb:
    return (second[1] - first[1]) / (second[0] - first[0])

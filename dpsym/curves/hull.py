r"""Pairs of atoms above and below one whose :math:`p(\gamma) = E_Q(\gamma - R)_+` is bounded at some ratios :math:`\gamma`.

The function p is convex, 0 at 0, and not below :math:`\gamma - 1`, which it approaches. A function between is told by the ratios where it turns: of a
turn by q at :math:`\gamma`, Q has the mass q there and P has :math:`\gamma q`.

*Above.* Chords of bounds from above of p at some ratios, then a line of slope 1. What it is above :math:`\gamma - 1` is an infinite loss of P.

*Below.* Between two ratios p lies above the lines through the two before them, and the two behind them, a bound from below on the one next to
them and from above on the other. The greatest convex function below the places where these lines meet and the bounds from below is below p.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from flint import arb, ctx

from dpsym.curves.atomic import AtomicLoss, Atoms, in_order
from dpsym.errors import UndecidedError

_FEWEST = 16  # ratios of which anything is told

Point = tuple[arb, arb]


class Bounds(NamedTuple):
    """A ratio, and bounds of p there."""

    ratio: arb
    low: arb
    high: arb


class HullLoss(AtomicLoss):
    """A pair of atoms that dominates another, or is dominated by it; a subclass knows bounds of p.

    Parameters
    ----------
    removed, above : bool
        Whether P, whose ratio to Q is R, is the first law, and whether the pair dominates.
    """

    removed: bool
    above: bool

    @property
    def greatest(self) -> Fraction:
        """About the logarithm of the greatest ratio."""
        raise NotImplementedError

    def bounds(self) -> list[Bounds]:
        """Return bounds of p at increasing ratios, at the working precision."""
        raise NotImplementedError

    def listed(self) -> Atoms:
        # the masses of Q are small where the ratio is great
        with ctx.workprec(ctx.prec + 64 + 3 * math.ceil(max(Fraction(0), self.greatest))):
            known = self.bounds()
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

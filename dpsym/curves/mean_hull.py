"""Pairs of atoms above and below one of several steps with Gaussian noise, from bounds of its mean ratio on lattices."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from dpsym.curves.hull import Bounds, HullLoss
from dpsym.curves.loss import ball_of
from dpsym.curves.mean_lattice import MeanLattice
from dpsym.errors import UndecidedError

_PER_OCTAVE, _OCTAVES = 16, 4  # ratios of a lattice
_POINTS, _MORE_POINTS = 512, 2048  # of a lattice
_LITTLE_BLUR, MOST_BLUR = 100.0, 400.0  # for which so many points are enough
_MOST_NATS = 100  # between the greatest ratio and the least one


@dataclass(frozen=True)
class MeanHull(HullLoss):
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

    @property
    def greatest(self) -> Fraction:
        return self.ends[1]

    def bounds(self) -> list[Bounds]:
        return _bounds(self.spread, self.slots, self.ends, ctx.prec)

    def reversed(self) -> MeanHull:
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

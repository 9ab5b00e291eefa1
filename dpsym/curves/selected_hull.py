"""Pairs of atoms that dominate an epoch of steps, in some of which a record takes part, so that epochs are composed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter

from flint import arb, ctx

from dpsym.curves.bent_grid import Plan, bits_of
from dpsym.curves.crossing import crossing
from dpsym.curves.hull import Bounds, HullLoss
from dpsym.curves.loss import PrivacyLoss
from dpsym.curves.paired import PairedLoss
from dpsym.curves.step_ratios import StepRatio
from dpsym.curves.symmetric_mean import SymmetricMean, symmetric_mean
from dpsym.curves.told import ToldLoss

MOST_SELECTED = 256
"""The most steps that are selected of which sums are known to be quick."""

_SCOUT = 1 << 10  # points of a sum
_POINTS = 1 << 12, 1 << 13  # the fewest and the most
_SINGLE = 1 << 13, 1 << 15  # where one step is selected
_OF_ROOT = 280.0  # times the root of the number of steps, which keep what rounding widens them by as small
_PLACES = 128  # thresholds on either side
_LEAST = 1e-6  # nats
_BENDS = {True: (0.0, 0.9), False: (0.0, 0.3, 0.8)}  # shares of the last threshold by which points are bent
_TOLD = 2  # of them, by which epochs are bounded from below
_LONGER, _FARTHEST = 1.1, 16  # times the last threshold, and how often


@dataclass(frozen=True)
class Epoch:
    """An epoch of steps, and to what size of a mass it is looked at.

    Parameters
    ----------
    ratio : StepRatio
        The likelihood ratio of a step.
    steps, selected : int
        t, and k from 1 to t - 1.
    rare, slight : float
        A mass that may have an infinite loss, and one that may be lost while the others are summed.
    """

    ratio: StepRatio
    steps: int
    selected: int
    rare: float
    slight: float

    def means(self, removed: bool) -> tuple[tuple[float, SymmetricMean], ...]:
        """Return the masses about a few increasing thresholds, with these; the last threshold that matters lies behind all."""
        return _means(self, removed)


@dataclass(frozen=True)
class EpochHull(HullLoss):
    """A pair of atoms that dominates an epoch.

    Parameters
    ----------
    epoch : Epoch
        The steps.
    removed : bool
        Whether the mixture is the first law.
    """

    epoch: Epoch
    removed: bool
    above: bool = field(default=True, init=False)

    @property
    def greatest(self) -> Fraction:
        return Fraction(math.log(_heights(self.epoch)[-1][0]))

    def bounds(self) -> list[Bounds]:
        return [Bounds(arb(ratio), arb(0), arb(ratio) - 1 + excess) for ratio, excess in _heights(self.epoch)]

    def reversed(self) -> EpochHull:
        return replace(self, removed=not self.removed)


@dataclass(frozen=True)
class SelectedLoss(PairedLoss):
    """The privacy loss of an epoch of steps, in some of which, drawn at random, a record takes part.

    Parameters
    ----------
    ratio : StepRatio
        The likelihood ratio of a step.
    steps, selected : int
        t, and k from 1 to t - 1.
    removed : bool
        Whether the mixture is the first law.
    """

    ratio: StepRatio
    steps: int
    selected: int
    removed: bool

    def above(self, rare: float, slight: float) -> EpochHull:
        return EpochHull(self._epoch(rare, slight), self.removed)

    def below(self, rare: float, slight: float) -> list[PrivacyLoss]:
        """Return what some sums over the steps tell."""
        found: list[PrivacyLoss] = []
        for _, mean in self._epoch(rare, slight).means(self.removed)[:_TOLD]:
            q, p = mean.below
            found.append(ToldLoss(tuple(zip(p, q, strict=True) if self.removed else zip(q, p, strict=True))))
        return found

    def _epoch(self, rare: float, slight: float) -> Epoch:
        return Epoch(self.ratio, self.steps, self.selected, rare, slight)

    def greatest_loss(self) -> arb | None:
        return _greatest(self.ratio, self.selected, self.removed)

    def reversed(self) -> SelectedLoss:
        return replace(self, removed=not self.removed)


@lru_cache(8)
def _heights(epoch: Epoch) -> list[tuple[float, arb]]:
    r"""Return increasing ratios, with bounds of :math:`E_Q(R - \gamma)_+` at each."""
    with ctx.workprec(bits_of(epoch.slight)):
        if epoch.selected == 1:
            return epoch.means(True)[0][1].heights()
        return sorted([*_side(epoch, True), *_side(epoch, False)], key=itemgetter(0))


@lru_cache(4)
def _means(epoch: Epoch, removed: bool) -> tuple[tuple[float, SymmetricMean], ...]:
    def mean(eps: float, points: int) -> SymmetricMean:
        return symmetric_mean(Plan(epoch.ratio, epoch.steps, epoch.selected, removed, eps, epoch.slight), points)

    least, most = _SINGLE if epoch.selected == 1 else _POINTS
    points = min(max(least, 1 << math.ceil(math.log2(_OF_ROOT * math.sqrt(epoch.steps)))), most)
    with ctx.workprec(bits_of(epoch.slight)):
        if epoch.selected == 1:  # nothing is bent
            return ((0.0, mean(0.0, points)),)
        end = max(_LEAST, crossing(mean(0.0, _SCOUT).lower, arb(epoch.rare))[1])
        return tuple((end * share, mean(end * share, points)) for share in _BENDS[removed])


def _side(epoch: Epoch, removed: bool) -> list[tuple[float, arb]]:
    """Return the same of ratios from 1 on where the record is removed, and below 1 where it is added."""
    means, most = epoch.means(removed), _greatest(epoch.ratio, epoch.selected, removed)
    end = means[-1][0] / _BENDS[removed][-1]
    shares = [k / _PLACES for k in range(0 if removed else 1, _PLACES + 1)]
    places = [end * (x + x * x) / 2 for x in shares]  # closer where most of the mass lies
    found, delta = [], arb(1)
    while places and delta > 0:
        place = places.pop(0)
        ratio = math.exp(place if removed else -place)
        eps = arb(ratio).log() if removed else -arb(ratio).log()
        for bend, mean in means:
            if place >= bend / 2:
                delta = delta.min(mean.upper(eps))
        if most is not None and eps >= most:
            delta = arb(0)
        found.append((ratio, delta if removed else arb(ratio) * (delta - 1) + 1))
        if not places and delta > epoch.rare and len(found) < _PLACES + _FARTHEST:
            places.append(_LONGER * place)
    return found


def _greatest(ratio: StepRatio, selected: int, removed: bool) -> arb | None:
    """Return the greatest loss of an epoch, None where there is none."""
    if removed:
        return None if ratio.most is None else selected * ratio.most.log()
    return -selected * ratio.least.log() if ratio.least > 0 else None

"""The privacy loss of what a statistic with few values tells: a pair that the mechanism dominates, for bounds from below."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import ClassVar

from flint import arb

from dpsym.curves.directed import Masses
from dpsym.curves.loss import PrivacyLoss


@dataclass(frozen=True)
class ToldLoss(PrivacyLoss):
    """The values of a statistic with their masses; a value counts at a loss that it certainly has, or exceeds.

    Parameters
    ----------
    atoms : tuple of pairs of arb
        The masses of P and of Q.
    """

    has_cells: ClassVar[bool] = True
    atoms: tuple[Masses, ...]

    def cells(self, cuts: list[arb]) -> list[Masses]:
        found = [(arb(0), arb(0))] * (len(cuts) + 1)
        guesses = [float(cut) for cut in cuts]
        for p, q in self.atoms:
            least = p.lower() / q.upper() if p > 0 and q.upper() > 0 else arb(0)
            loss = least.log() if least > 0 else arb("-inf")
            place = bisect_right(guesses, float(loss))
            while place and not cuts[place - 1] <= loss:
                place -= 1
            found[place] = found[place][0] + p, found[place][1] + q
        return found

    def bottom(self, rare: arb, step: float) -> int:
        total, least = arb(0), -1.0
        for loss, p in sorted(self._losses(), key=lambda each: each[0]):
            total += p
            if not total < rare:
                least = loss
                break
        return math.floor(least / step) - 1

    def _losses(self) -> list[tuple[float, arb]]:
        return [(float((p.lower() / q.upper()).log()), p) for p, q in self.atoms if p > 0 and q.upper() > 0]

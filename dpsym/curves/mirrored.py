"""Privacy losses whose two directions are alike, told by their masses above 0: those below 0 are their mirror image."""

from __future__ import annotations

import math
from typing import ClassVar

from flint import arb

from dpsym.curves.loss import ExchangedLoss
from dpsym.errors import UndecidedError

Masses = tuple[arb, arb]


class MirroredLoss(ExchangedLoss):
    """A loss that has the same law in both directions; a subclass gives the masses above 0, and at 0."""

    has_cells: ClassVar[bool] = True

    def above(self, cuts: list[arb]) -> list[Masses]:
        """Return the masses of P and of Q between 0, which is left out, and the first cut, between two, and above the last."""
        raise NotImplementedError

    def at_zero(self) -> arb:
        """Return the mass where the loss is 0, which is the same of P and Q."""
        raise NotImplementedError

    def cells(self, cuts: list[arb]) -> list[Masses]:
        low, high = [-cut for cut in reversed(cuts) if cut < 0], [cut for cut in cuts if cut > 0]
        if any(not cut.is_zero() for cut in cuts[len(low) : len(cuts) - len(high)]):
            raise UndecidedError("a loss cannot be told from 0")
        first, *above = self.above(high)
        *below, last = ((q, p) for p, q in reversed(self.above(low)))
        here = self.at_zero()
        if len(low) + len(high) < len(cuts):
            return [*below, last, (here + first[0], here + first[1]), *above]
        return [*below, (last[0] + here + first[0], last[1] + here + first[1]), *above]

    def bottom(self, rare: arb, step: float) -> int:
        top = self.greatest_loss()
        if top is None:
            raise UndecidedError(f"the losses of {self} have no known bottom")
        low, high = 0.0, float(top.upper())
        while high - low > max(step, high / 64):
            middle = (low + high) / 2
            low, high = (low, middle) if self.above([arb(middle)])[-1][1] < rare else (middle, high)
        return math.floor(-high / step) - 1

r"""A loss moved by a constant, so that a lattice has a point where most of it lies.

With masses of Q multiplied by :math:`e^{o}` the loss :math:`\log(p/q)` becomes :math:`L - o`, and delta of n runs at eps is that of the moved losses
at :math:`\varepsilon - no`: the total mass of Q plays no part. Of rare samples nearly all losses are closer to 0 than a step, some below and few
far above; united to one they lie at about the logarithm of 1 less the total variation distance, and as an event that may be rounded down they
are placed there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from flint import arb

from dpsym.ball import as_fraction
from dpsym.curves.loss import PrivacyLoss, ball_of
from dpsym.errors import UndecidedError

_MORE = 1 + 2**-10  # of an excess, which a smaller move makes a little greater
NARROW, WIDE = 1 / 4, 64.0  # of a step, that the total variation distance may be


@dataclass(frozen=True)
class MovedLoss(PrivacyLoss):
    """The loss less a constant; it serves lattices alone.

    Parameters
    ----------
    base : PrivacyLoss
        With known masses between two losses.
    shift : Fraction
        What is taken from each loss, in nats.
    """

    has_cells: ClassVar[bool] = True
    base: PrivacyLoss
    shift: Fraction

    def infinite_mass(self) -> arb:
        return self.base.infinite_mass()

    def greatest_loss(self) -> arb | None:
        top = self.base.greatest_loss()
        return None if top is None else top - ball_of(self.shift)

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        shift = ball_of(self.shift)
        factor = shift.exp()
        return [(p, q * factor) for p, q in self.base.cells([cut + shift for cut in cuts])]

    def bottom(self, rare: arb, step: float) -> int:
        return self.base.bottom(rare, step) - math.ceil(float(self.shift) / step) - 1


def shift_of(loss: PrivacyLoss, most: float) -> Fraction:
    """Return about the logarithm of 1 less the total variation distance of a step, 0 where that is not below a given one."""
    try:
        p, q = loss.cells([arb(0)])[-1]
    except UndecidedError:
        return Fraction(0)
    distance = p - q
    if not 0 < distance < most:
        return Fraction(0)
    return as_fraction(arb((-distance).log1p().lower()))


def shift_beyond(excess: arb, first: Fraction) -> Fraction:
    """Return about the logarithm of 1 less by how much the masses of P above the lowest point exceed those of Q, not below a first one."""
    if not 0 <= excess < 1:
        return first
    return max(first, as_fraction(arb((-excess * _MORE).log1p().lower())))

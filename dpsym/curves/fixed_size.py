r"""The privacy loss of a mechanism on a sample of fixed size, of which one record was replaced.

With f the trade-off function of a pair (P, Q) whose two directions are alike, the sampled mechanism has the trade-off function
:math:`C_q(f)` at least (Dong, Roth and Su, Theorem 4.2), which is that of a pair :math:`(P^*, Q^*)`: its losses above 0 are those of
:math:`((1-q)Q + qP, Q)`, those below 0 of the reverse, and what is left of both lies at 0. The two directions are alike again, so that the
masses below 0 mirror those above.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from flint import arb

from dpsym.curves.loss import ball_of
from dpsym.curves.mirrored import Masses, MirroredLoss
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.subsampled import SubsampledGaussianLoss
from dpsym.errors import ParameterError


@dataclass(frozen=True)
class FixedSizeLoss(MirroredLoss):
    """The privacy loss of a mechanism run on a sample of fixed size, one record replaced.

    Parameters
    ----------
    removed : SampledLoss or SubsampledGaussianLoss
        That of the mixture against the mechanism without the record, ``direction="remove"``; its rate is the share that is sampled.

    Raises
    ------
    ParameterError
        If it is of another kind or direction.
    """

    is_monotone: ClassVar[bool] = True
    removed: SampledLoss | SubsampledGaussianLoss

    def __post_init__(self) -> None:
        if not isinstance(self.removed, (SampledLoss, SubsampledGaussianLoss)) or self.removed.direction != "remove":
            raise ParameterError("loss on a sample", "that of a Poisson sample, a record removed", self.removed)

    @property
    def rate(self) -> Fraction:
        """The share of the records that is sampled."""
        return self.removed.rate

    def infinite_mass(self) -> arb:
        return self.removed.infinite_mass()

    def greatest_loss(self) -> arb | None:
        return self.removed.greatest_loss()

    def above(self, cuts: list[arb]) -> list[Masses]:
        (p, q), *rest = self.removed.cells([arb(0), *cuts])[1:]
        flat = 1 - sum(self._sides(), arb(0))
        return [(p - flat, q - flat), *rest]

    def _sides(self) -> tuple[arb, arb]:
        """Return the mass of Q where the loss of the mechanism itself is above 0, and where it is below."""
        (p, below), _ = self.removed.cells([arb(0)])
        rate = ball_of(self.rate)
        return (p - (1 - rate) * below) / rate, below

    def at_zero(self) -> arb:
        above, below = self._sides()
        rate = ball_of(self.rate)
        return 1 - (2 - rate) * above - rate * below

    def bottom(self, rare: arb, step: float) -> int:
        return self.removed.reversed().bottom(rare, step)

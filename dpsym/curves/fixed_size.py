r"""The privacy loss of a mechanism on a sample of fixed size, of which one record was replaced.

With f the trade-off function of a pair (P, Q) whose two directions are alike, the sampled mechanism has the trade-off function
:math:`C_q(f)` at least (Dong, Roth and Su, Theorem 4.2), which is that of a pair :math:`(P^*, Q^*)`: its losses above 0 are those of
:math:`((1-q)Q + qP, Q)`, those below 0 of the reverse, and what is left of both lies at 0. The two directions are alike again, so that the
masses below 0 mirror those above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import ClassVar, cast

from flint import acb, arb, ctx

from dpsym.curves.coarse_moments import CoarseMoments
from dpsym.curves.cut_fixed_size import CutFixedSizeLoss
from dpsym.curves.cut_gaussian import place_beyond
from dpsym.curves.half_normal import CoarseHalf, HalfNormal
from dpsym.curves.loss import PrivacyLoss, ball_of
from dpsym.curves.mirrored import Masses, MirroredLoss
from dpsym.curves.mirrored_moments import MirroredMoments, MirroredStretches, PositivePart
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.revivals import Stretches
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.sampled_moments import Moments
from dpsym.curves.subsampled import SubsampledGaussianLoss
from dpsym.curves.theta import DiscreteGaussianLoss
from dpsym.curves.three_atoms import ThreeMasses
from dpsym.errors import ParameterError, UndecidedError

_PLAN_BITS = 80
_SELDOM = 60.0  # nats of how seldom all runs have the loss 0
_RARELY = Fraction(1, 5)  # a share up to which great losses are heavy


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

    @property
    def has_three_atoms(self) -> bool:
        """Whether only one loss of the mechanism itself is above 0."""
        return isinstance(self.removed, SampledLoss) and (self.removed.has_two_atoms or self.removed.has_three_atoms)

    def three_atoms(self) -> ThreeMasses:
        """Return the loss above 0 and its mirror image, with their masses, where there is only one."""
        above, below = self._sides()
        high, rate = cast("arb", self.greatest_loss()), ball_of(self.rate)
        common = (1 - rate) * above + rate * below
        return ThreeMasses(high, -high, common, above, above, common)

    @property
    def is_normal(self) -> bool:
        """Whether the mechanism itself is normal noise."""
        return isinstance(self.removed, SubsampledGaussianLoss)

    @property
    def has_moments(self) -> bool:
        """Whether the mechanism itself is normal noise, or of atoms and edges, all of which are listed."""
        base = getattr(self.removed, "base", None)
        pieces = isinstance(base, PiecewiseLoss) and not isinstance(base, DiscreteGaussianLoss)
        return pieces or self.is_normal

    @cached_property
    def _moments(self) -> MirroredMoments:
        if not self.has_moments:
            raise UndecidedError(f"the moments of {self} are not known")
        if self.is_normal:
            return self._normal_moments()
        half = PositivePart(cast("PiecewiseLoss", self.removed.base))
        return MirroredMoments(partial(Moments, half, self.rate), CoarseMoments, self.at_zero)

    def _normal_moments(self) -> MirroredMoments:
        made: Callable[[int], Moments] = partial(
            HalfNormal, cast("SubsampledGaussianLoss", self.removed).spread, self.rate
        )
        return MirroredMoments(made, CoarseHalf, self.at_zero)

    def log_mgf(self, c: float) -> float:
        return self._moments.log_mgf(c) - c * self._top

    @cached_property
    def _top(self) -> float:
        with ctx.workprec(_PLAN_BITS):
            return float((self.greatest_loss() or arb(0)).mid())

    def are_few(self, count: int) -> bool:
        """Return whether so many runs of normal noise all have the loss 0 so often that the moments do not fall low enough."""
        return self.is_normal and -count * self._log_at_zero < _SELDOM

    @cached_property
    def _log_at_zero(self) -> float:
        with ctx.workprec(_PLAN_BITS):
            return float(self.at_zero().log().mid())

    @property
    def is_heavy(self) -> bool:  # type: ignore[override]
        return self.is_normal

    def without(self, rare: float) -> tuple[PrivacyLoss, arb]:
        if not isinstance(self.removed, SubsampledGaussianLoss):
            return self, arb(0)
        spread = self.removed.spread
        mu = 1 / float(spread)
        loss = CutFixedSizeLoss(self.rate, spread, mu * place_beyond(self.rate, spread, rare) - mu * mu / 2)
        return loss, loss.missing()

    def planned(self, rare: float, count: int) -> PrivacyLoss:
        return self.without(rare)[0] if self.rate <= _RARELY else self

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        return self._moments.on_line(c, step, start, count, nats)

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        return self._moments.work(c, height, count, nats)

    def decay(self, c: float) -> Callable[[arb], arb]:
        atoms, falling = self._moments.decay(arb(c))
        whole = self.at(arb(c))
        return lambda height: whole.min(atoms + falling / height) if height > 0 else whole

    def revivals(self, c: arb) -> Stretches:
        return MirroredStretches(self._moments, c)

    def bottom(self, rare: arb, step: float) -> int:
        return self.removed.reversed().bottom(rare, step)

r"""The privacy loss of a mechanism on a Poisson sample, from the masses of the mechanism between two losses.

For a pair (P, Q) whose two directions are alike, the sampled one is :math:`((1-q)Q + qP, Q)` where a record is removed, and the reverse where one
is added. Its ratio is :math:`1 - q + q e^{\ell}`, so that a loss is exceeded where the unsampled one exceeds another.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import cast

from flint import acb, arb, ctx

from dpsym.curves.coarse_moments import CoarseMoments
from dpsym.curves.density import stretches_of
from dpsym.curves.directed import DirectedLoss
from dpsym.curves.loss import PrivacyLoss, ball_of, checked_fraction
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.revivals import Stretches
from dpsym.curves.sampled_moments import Moments, SampledStretches
from dpsym.curves.strided_moments import StridedMoments, can_stride
from dpsym.curves.strided_stretches import StridedStretches
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.curves.theta import DiscreteGaussianLoss
from dpsym.curves.three_atoms import ThreeMasses
from dpsym.curves.two_atoms import Atoms
from dpsym.errors import ParameterError, UndecidedError

_PLAN_BITS = 80
_WIDE = 100  # variance of noise whose values are so many that a scan is dear
_NONE = arb(0), arb(0)


@dataclass(frozen=True)
class SampledLoss(DirectedLoss):
    """The privacy loss of a mechanism run on a Poisson sample of the records.

    Parameters
    ----------
    base : PrivacyLoss
        Of the mechanism, alike in both directions, with known masses between two losses.
    rate : rational in (0, 1)
        The probability q with which each record is sampled.
    direction : {"remove", "add"}, optional
        ``"remove"``: the mixture against the mechanism without the record; ``"add"``: the reverse.

    Raises
    ------
    ParameterError
        If the masses of the mechanism are not known, or a parameter is outside its domain.
    """

    base: PrivacyLoss
    rate: Fraction
    direction: str = "remove"

    def __post_init__(self) -> None:
        if not self.base.has_cells:
            raise ParameterError("mechanism on a sample", "one whose masses between two losses are known", self.base)
        super().__post_init__()
        if isinstance(self.base, DiscreteGaussianLoss):
            object.__setattr__(self, "base", self.base.kept_near())
        object.__setattr__(self, "rate", checked_fraction(SAMPLING_RATE, self.rate))

    def near(self, rare: float) -> SampledLoss:
        return replace(self, base=self.base.kept_near(rare)) if isinstance(self.base, DiscreteGaussianLoss) else self

    def infinite_mass(self) -> arb:
        if isinstance(self.base, PiecewiseLoss) and not (rest := self.base.left_out()).is_zero():
            return rest
        return ball_of(self.rate) * self.base.infinite_mass() if self.is_removed else arb(0)

    def greatest_loss(self) -> arb | None:
        top, rate = self.base.greatest_loss(), ball_of(self.rate)
        if self.is_removed:
            return None if top is None else (rate * top.expm1()).log1p()
        unbounded = top is None or not self.base.infinite_mass().is_zero()
        return -(-rate).log1p() if unbounded else -(rate * (-top).expm1()).log1p()

    @cached_property
    def _by_bits(self) -> dict[int, Moments]:
        return {}

    def _moments(self) -> Moments:
        if not isinstance(self.base, PiecewiseLoss):
            raise UndecidedError(f"the moments of {self} are not known")
        if ctx.prec not in self._by_bits:
            made = StridedMoments if can_stride(self.base) else Moments
            self._by_bits[ctx.prec] = made(self.base, self.rate, 1 if self.is_removed else -1)
        return self._by_bits[ctx.prec]

    def log_mgf(self, c: float) -> float:
        value, top = self._coarse.log_mgf(c), self._top
        return value if top is None else value - c * top

    @cached_property
    def _coarse(self) -> CoarseMoments:
        with ctx.workprec(_PLAN_BITS):
            return CoarseMoments(self._moments())

    @cached_property
    def _top(self) -> float | None:
        with ctx.workprec(_PLAN_BITS):
            top = self.greatest_loss()
        return None if top is None else float(top.mid())

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        return self._moments().on_line(c, step, start, count, nats)

    def split_on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> tuple[list[acb], list[acb]]:
        """Return the shares of the atoms in the moments, and of what lies between them."""
        return self._moments().split_on_line(c, step, start, count, nats)

    @property
    def has_sharp_stretches(self) -> bool:  # type: ignore[override]
        return can_stride(self.base) and cast("DiscreteGaussianLoss", self.base).variance >= _WIDE

    def shares(self, c: arb) -> tuple[arb, arb]:
        """Return what the atoms come to on the axis, and a number that bounds what lies between them times a height."""
        return self._moments().decay(c)

    @property
    def has_edges(self) -> bool:
        """Whether the mechanism without the sample is made of atoms and edges, not of atoms alone."""
        return isinstance(self.base, PiecewiseLoss) and self.base.has_edges

    def stretches(self) -> int:
        """Return into how many stretches the losses between the atoms are divided for polynomials."""
        return stretches_of(self.base) if isinstance(self.base, PiecewiseLoss) else 0

    def few_atoms(self) -> int:
        """Return how many atoms the loss consists of, 0 where it has edges or an infinite mass."""
        base = self.base
        if not isinstance(base, PiecewiseLoss) or base.has_edges or not base.infinite_mass().is_zero():
            return 0
        return base.size

    def listed_atoms(self) -> list[tuple[arb, arb]]:
        """Return the finite losses with their masses under P, where there are no edges."""
        moments = self._moments()
        return [(moments.sign * log, mass * log.exp() if moments.sign > 0 else mass) for log, mass in moments.atoms]

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        return self._moments().points(c, height, nats) * (2 * math.sqrt(count) + count / 10)

    def decay(self, c: float) -> Callable[[arb], arb]:
        atoms, falling = self._moments().decay(arb(c))
        whole = self.at(arb(c))
        return lambda height: whole.min(atoms + falling / height) if height > 0 else whole

    def revivals(self, c: arb) -> Stretches:
        moments = self._moments()
        return (StridedStretches if isinstance(moments, StridedMoments) else SampledStretches)(moments, c)

    @property
    def has_two_atoms(self) -> bool:
        """Whether it takes two values only, as that of randomized response does."""
        base = self.base
        return (
            isinstance(base, PiecewiseLoss) and base.size == 2 and not base.has_edges and base.infinite_mass().is_zero()
        )

    def atoms(self) -> Atoms:
        """Return the two values, where there are no others, and the masses of the greater one."""
        rate, (below, above) = ball_of(self.rate), self.base.cells([arb(0)])
        ups, downs = ((1 - rate) * q + rate * p for p, q in (above, below))
        if self.is_removed:
            return Atoms((ups / above[1]).log(), (downs / below[1]).log(), ups, above[1])
        return Atoms((below[1] / downs).log(), (above[1] / ups).log(), below[1], downs)

    @property
    def has_three_atoms(self) -> bool:
        """Whether it takes three values, one of them 0, as that of k-ary response does."""
        base = self.base
        return (
            isinstance(base, PiecewiseLoss)
            and base.size == 3
            and base.positions[1] == 0
            and not base.has_edges
            and base.infinite_mass().is_zero()
        )

    def three_atoms(self) -> ThreeMasses:
        """Return the values on either side of 0, where 0 is the only other one, with their masses."""
        (low, below), *_, (high, above) = sorted(self._moments().atoms, key=lambda atom: float(atom[0].mid()))
        ends = ThreeMasses(high, low, above * high.exp(), above, below * low.exp(), below)
        return ends if self.is_removed else ends.reversed()

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        rate = ball_of(self.rate)
        places = [self._base_place(cut if self.is_removed else -cut) for cut in cuts]
        known = [place for place in places if place is not None]
        beyond = [_NONE] * (len(places) - len(known))
        if self.is_removed:
            return [*beyond, *(((1 - rate) * q + rate * p, q) for p, q in self.base.cells(known))]
        return [*((q, (1 - rate) * q + rate * p) for p, q in reversed(self.base.cells(known[::-1]))), *beyond]

    def _base_place(self, log_ratio: arb) -> arb | None:
        """Return the loss of the mechanism at which the sampled ratio is as given, None where it is below all that occur."""
        if log_ratio.is_zero():
            return log_ratio
        shifted = log_ratio.expm1() / ball_of(self.rate)
        if shifted > -1:
            return shifted.log1p()
        if shifted < -1:
            return None
        raise UndecidedError("a loss cannot be told from the least ratio that occurs")

    def bottom(self, rare: arb, step: float) -> int:
        rate, top = float(self.rate), self.base.greatest_loss()
        if self.is_removed:
            low = math.log1p(-rate) if top is None else math.log1p(rate * math.expm1(-float(top.upper())))
            return math.floor(low / step) - 1
        high = self._common(rare, self._reach(rare) if top is None else float(top.upper()))
        return math.floor(-(math.log1p(rate * math.expm1(high)) if high < 300 else math.log(rate) + high) / step) - 1

    def _reach(self, rare: arb) -> float:
        """Return a loss of the mechanism, which has no greatest one, beyond which there is less than a rare mass of Q."""
        high = 1.0
        while not self.base.cells([arb(high)])[-1][1] < rare:
            high *= 2
        return high

    def _common(self, rare: arb, high: float) -> float:
        """Return a loss of the mechanism beyond which there is less than a rare mass of Q, about the least such one, or the greatest loss."""
        low = 0.0
        while high - low > high / 64:
            middle = (low + high) / 2
            low, high = (low, middle) if self.base.cells([arb(middle)])[-1][1] < rare else (middle, high)
        return high

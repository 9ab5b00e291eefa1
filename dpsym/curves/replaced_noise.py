r"""The privacy loss of noise on a Poisson sample of which one record was replaced: of Laplace and geometric noise.

As of normal noise (`replaced`) the pair is :math:`P = (1-q) N_0 + q N_\Delta` and :math:`Q = (1-q) N_0 + q N_{-\Delta}`, and dominates every other
one where the likelihood ratio of the noise is monotone. The loss is odd and does not fall in the output, and P at x is Q at -x.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from flint import arb

from dpsym.curves.atomic import AtomicLoss, Atoms, in_order
from dpsym.curves.families import GeometricLoss, LaplaceLoss
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.mirrored import Masses, MirroredLoss
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.curves.three_atoms import ThreeMasses
from dpsym.errors import ParameterError, UndecidedError


@dataclass(frozen=True)
class ReplacedLaplaceLoss(MirroredLoss):
    r"""The privacy loss of Laplace noise run on a Poisson sample, for one record replaced.

    With a the sensitivity over the scale, and x in sensitivities, it is
    :math:`\log\frac{1 - q + q e^{a(2x-1)}}{1 - q + q e^{-a}}` between 0 and 1, and what it is at 1 beyond.

    Parameters
    ----------
    base : LaplaceLoss
        Of the noise, for one record added or removed.
    rate : rational in (0, 1)
        The probability q with which each record is sampled.

    Raises
    ------
    ParameterError
        If the rate is outside its domain.
    """

    is_monotone: ClassVar[bool] = True
    base: LaplaceLoss
    rate: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", checked_fraction(SAMPLING_RATE, self.rate))

    def greatest_loss(self) -> arb:
        rate, a = ball_of(self.rate), ball_of(self.base.rate)
        return (rate * a.expm1()).log1p() - (rate * (-a).expm1()).log1p()

    def above(self, cuts: list[arb]) -> list[Masses]:
        tails = [self._tail(arb(0)), *(self._tail(self._place(cut)) for cut in cuts), (arb(0), arb(0))]
        return [(tails[k][0] - tails[k + 1][0], tails[k][1] - tails[k + 1][1]) for k in range(len(tails) - 1)]

    def at_zero(self) -> arb:
        return arb(0)

    def _place(self, cut: arb) -> arb | None:
        """Return the output from which on the loss is at least as given, None where it nowhere is."""
        rate, a, top = ball_of(self.rate), ball_of(self.base.rate), self.greatest_loss()
        if cut > top:
            return None
        if not cut < top:
            raise UndecidedError("a loss cannot be told from the greatest one")
        rise = ((cut.exp() * (1 + rate * (-a).expm1()) - 1 + rate) / rate).log()
        return ((1 + rise / a) / 2).max(arb(0)).min(arb(1))

    def _tail(self, place: arb | None) -> Masses:
        """Return the masses of P and of Q from an output between 0 and 1 on."""
        if place is None:
            return arb(0), arb(0)
        rate, a = ball_of(self.rate), ball_of(self.base.rate)
        middle, far = ((-a * (place + shift)).exp() / 2 for shift in (0, 1))
        near = 1 - (a * (place - 1)).exp() / 2
        return (1 - rate) * middle + rate * near, (1 - rate) * middle + rate * far


@dataclass(frozen=True)
class ReplacedGeometricLoss(AtomicLoss):
    """The privacy loss of two-sided geometric noise run on a Poisson sample, for one record replaced; beyond the sensitivity it is one atom.

    Parameters
    ----------
    base : GeometricLoss
        Of the noise, for one record added or removed.
    rate : rational in (0, 1)
        The probability q with which each record is sampled.

    Raises
    ------
    ParameterError
        If the noise is another one, or the rate outside its domain.
    """

    base: GeometricLoss
    rate: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.base, GeometricLoss):
            raise ParameterError("noise on the integers", "geometric", self.base)
        object.__setattr__(self, "rate", checked_fraction(SAMPLING_RATE, self.rate))

    def listed(self) -> Atoms:
        pairs = [self._mixed(*triple) for triple in self._triples()]
        losses = [(p / q).log() for p, q in pairs]
        here, _ = self._mixed(*self._at_zero())
        up, down = ([pair[side] for pair in pairs] for side in (0, 1))
        mirrored = [-loss for loss in losses]
        return in_order([*losses, *mirrored, arb(0)], [*up, *down, here], [*down, *up, here], arb(0), arb(0))

    @property
    def has_three_atoms(self) -> bool:
        """Whether only one loss is above 0."""
        return self.base.sensitivity == 1

    def three_atoms(self) -> ThreeMasses:
        """Return the loss above 0 and its mirror image, with their masses, where there is only one."""
        (triple,) = self._triples()
        p, q = self._mixed(*triple)
        high = (p / q).log()
        return ThreeMasses(high, -high, p, q, q, p)

    def _mixed(self, middle: arb, near: arb, far: arb) -> Masses:
        rate = ball_of(self.rate)
        return (1 - rate) * middle + rate * near, (1 - rate) * middle + rate * far

    def _at_zero(self) -> tuple[arb, arb, arb]:
        shift = int(self.base.sensitivity)
        return self._noise(0), self._noise(shift), self._noise(shift)

    def _triples(self) -> list[tuple[arb, arb, arb]]:
        """Return the masses of the noise at each positive output, and there less the shift, and more; where they are in proportion together."""
        shift, rho = int(self.base.sensitivity), (-1 / ball_of(self.base.scale)).exp()
        inner = [(self._noise(k), self._noise(shift - k), self._noise(k + shift)) for k in range(1, shift)]
        return [*inner, (rho**shift / (1 + rho), 1 / (1 + rho), rho ** (2 * shift) / (1 + rho))]

    def _noise(self, k: int) -> arb:
        """Return the mass of the noise at a number from 0 on."""
        rho = (-1 / ball_of(self.base.scale)).exp()
        return (1 - rho) / (1 + rho) * rho**k

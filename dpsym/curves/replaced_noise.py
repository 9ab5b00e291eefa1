r"""The privacy loss of noise on a Poisson sample of which one record was replaced: of Laplace noise, and of noise on the integers.

As of normal noise (`replaced`) the pair is :math:`P = (1-q) N_0 + q N_\Delta` and :math:`Q = (1-q) N_0 + q N_{-\Delta}`, and dominates every other
one where the likelihood ratio of the noise is monotone. The loss is odd and does not fall in the output, and P at x is Q at -x.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from flint import arb, ctx

from dpsym.curves.families import GeometricLoss, LaplaceLoss
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.mirrored import Masses, MirroredLoss
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.curves.theta import DiscreteGaussianLoss
from dpsym.errors import ParameterError, UndecidedError

Atoms = list[tuple[arb, Masses]]


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
class ReplacedLatticeLoss(MirroredLoss):
    """The privacy loss of two-sided geometric or discrete Gaussian noise run on a Poisson sample, for one record replaced.

    Parameters
    ----------
    base : GeometricLoss or DiscreteGaussianLoss
        Of the noise, for one record added or removed.
    rate : rational in (0, 1)
        The probability q with which each record is sampled.

    Raises
    ------
    ParameterError
        If the rate is outside its domain.
    """

    is_monotone: ClassVar[bool] = True
    base: GeometricLoss | DiscreteGaussianLoss
    rate: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.base, (GeometricLoss, DiscreteGaussianLoss)):
            raise ParameterError("noise on the integers", "geometric or discrete Gaussian", self.base)
        object.__setattr__(self, "rate", checked_fraction(SAMPLING_RATE, self.rate))

    def infinite_mass(self) -> arb:
        return self.base.infinite_mass()

    def greatest_loss(self) -> arb:
        return self._atoms()[-1][0]

    def at_zero(self) -> arb:
        shift, rate = self.base.sensitivity, ball_of(self.rate)
        return (1 - rate) * self._noise(0) + rate * self._noise(shift)

    def above(self, cuts: list[arb]) -> list[Masses]:
        atoms, sums = self._atoms(), self._sums
        places = [0, *(self._first(cut, atoms) for cut in cuts)]
        tails = [*(sums[ctx.prec][place] for place in places), (arb(0), arb(0))]
        found = [(tails[k][0] - tails[k + 1][0], tails[k][1] - tails[k + 1][1]) for k in range(len(tails) - 1)]
        found[-1] = found[-1][0] + self.infinite_mass(), found[-1][1]
        return found

    @staticmethod
    def _first(cut: arb, atoms: Atoms) -> int:
        """Return the first atom whose loss is not below one."""
        first = bisect_left(atoms, True, key=lambda atom: not atom[0] < cut)
        if first < len(atoms) and not atoms[first][0] >= cut:
            raise UndecidedError(f"a loss cannot be told from an atom of {atoms[first][0]}")
        return first

    def _atoms(self) -> Atoms:
        """Return the losses above 0 in increasing order, with the masses of P and Q, and sum them from each one on."""
        if ctx.prec not in self._known:
            shift, rate, atoms = self.base.sensitivity, ball_of(self.rate), []
            for middle, near, far in self._triples(shift):
                p, q = (1 - rate) * middle + rate * near, (1 - rate) * middle + rate * far
                atoms.append(((p / q).log(), (p, q)))
            sums = [(arb(0), arb(0))]
            for _, (p, q) in reversed(atoms):
                sums.append((sums[-1][0] + p, sums[-1][1] + q))
            self._known[ctx.prec], self._sums[ctx.prec] = atoms, sums[::-1]
        return self._known[ctx.prec]

    @cached_property
    def _known(self) -> dict[int, Atoms]:
        return {}

    @cached_property
    def _sums(self) -> dict[int, list[Masses]]:
        return {}

    def _triples(self, shift: int) -> list[tuple[arb, arb, arb]]:
        """Return the masses of the noise at each positive output, and there less the shift, and more; where they are in proportion together."""
        base = self.base
        if isinstance(base, DiscreteGaussianLoss):
            last = base.last + shift  # so that beyond it is no more of the shifted noise than `infinite_mass`
            masses = [self._noise(k) for k in range(last + shift + 1)]
            return [(masses[k], masses[abs(k - shift)], masses[k + shift]) for k in range(1, last + 1)]
        rho = (-1 / ball_of(base.scale)).exp()
        inner = [(self._noise(k), self._noise(shift - k), self._noise(k + shift)) for k in range(1, shift)]
        return [*inner, (rho**shift / (1 + rho), 1 / (1 + rho), rho ** (2 * shift) / (1 + rho))]

    def _noise(self, k: int) -> arb:
        """Return the mass of the noise at a number from 0 on."""
        base = self.base
        if isinstance(base, DiscreteGaussianLoss):
            return base.mass(k)
        rho = (-1 / ball_of(base.scale)).exp()
        return (1 - rho) / (1 + rho) * rho**k

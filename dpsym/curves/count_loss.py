r"""The privacy loss of noise on the integers: of a mass function f and a query that moves by s, on a Poisson sample or not.

One of the two laws is f, the other :math:`(1-q) f + q f(\cdot - s)`, q = 1 without a sample. Where one of the two masses vanishes the loss is
infinite, or there is none; where one of them was left out, both are counted as left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import cast

from flint import arb

from dpsym.curves.atomic import AtomicLoss, Atoms, in_order
from dpsym.curves.counts import CountNoise
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.errors import ParameterError
from dpsym.parameters import PROBABILITY, SENSITIVITY


@dataclass(frozen=True)
class CountLoss(AtomicLoss):
    """The privacy loss of noise on the integers.

    Parameters
    ----------
    noise : CountNoise
        Its masses.
    sensitivity : positive integer, optional
        Of the query.
    moved_first : bool, optional
        Whether the moved law, or its mixture on a sample, is P, and the noise as it is Q; else the other way round.
    rate : rational in (0, 1], optional
        Of Poisson sampling in front of it; 1 is none.

    Raises
    ------
    ParameterError
        If the sensitivity is not a positive integer, or the rate outside its domain.
    """

    noise: CountNoise
    sensitivity: int = 1
    moved_first: bool = False
    rate: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        sensitivity = checked_fraction(SENSITIVITY, self.sensitivity)
        if sensitivity.denominator != 1:
            raise ParameterError("sensitivity of an integer-valued query", "a positive integer", self.sensitivity)
        object.__setattr__(self, "sensitivity", int(sensitivity))
        object.__setattr__(self, "rate", checked_fraction(PROBABILITY, self.rate))
        if self.rate == 0:
            raise ParameterError("sampling rate", "above 0", self.rate)

    def listed(self) -> Atoms:
        losses, masses, others, infinite, left_out = self.apart()
        missing = arb(0).union(left_out)
        return in_order(losses, masses, others, infinite + missing, missing)

    def apart(self) -> Atoms:
        """Return the atoms that are known, apart from a bound of what was left out."""
        found, shift, rate = self.noise.masses(), self.sensitivity, ball_of(self.rate)
        losses: list[arb] = []
        masses: list[arb] = []
        others: list[arb] = []
        infinite, left_out = arb(0), 2 * (found.below + found.above)
        for k in range(found.first, found.first + len(found.values) + shift):
            plain, moved = found.known(k), found.known(k - shift)
            if plain is None or moved is None:
                left_out += (plain or arb(0)) + (moved or arb(0))
                continue
            mixed = rate * moved + (1 - rate) * plain
            p, q = (mixed, plain) if self.moved_first else (plain, mixed)
            if q.is_zero():
                infinite += p
            elif not p.is_zero():
                loss = (p / q).log()
                losses.append(arb(0) if loss.contains(0) and self._is_level(k) else loss)
                masses.append(p)
                others.append(q)
        return Atoms(losses, masses, others, infinite, left_out)

    def _is_level(self, k: int) -> bool:
        """Return whether the masses at an integer are certainly the same: by symmetry, or as their ratio is rational."""
        if 2 * k - self.sensitivity == self.noise.mirror:
            return True
        if k < self.sensitivity:  # where ratios are known the law begins at 0: one of the two masses is none
            return False
        ratios = [self.noise.ratio(place) for place in range(k - self.sensitivity + 1, k + 1)]
        return None not in ratios and prod(cast("list[Fraction]", ratios)) == 1

    def reversed(self) -> CountLoss:
        return replace(self, moved_first=not self.moved_first)

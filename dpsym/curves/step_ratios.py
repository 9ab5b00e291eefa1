r"""The likelihood ratio Y = p/q of one step, known by the masses of both laws where it is at least a number u.

With them :math:`E_Q(Y - u)_+ = P(Y \ge u) - u\,Q(Y \ge u)` is known, which convex orders are about.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flint import arb

from dpsym.curves.loss import ball_of


class StepRatio(Protocol):
    """The ratio of a step; all numbers are balls at the working precision."""

    @property
    def least(self) -> arb:
        """The essential infimum."""

    @property
    def most(self) -> arb | None:
        """The essential supremum; None where there is none."""

    def cap(self, slight: float) -> float:
        """Return about a place beyond which P has no more than a slight mass."""

    def above(self, u: arb) -> tuple[arb, arb]:
        """Return the masses of P and of Q where the ratio is at least u."""


@dataclass(frozen=True)
class GaussianRatio:
    """The ratio of Gaussian noise, moved by one unit, which is log-normal.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    """

    spread: Fraction

    @property
    def least(self) -> arb:
        return arb(0)

    @property
    def most(self) -> None:
        return None

    def cap(self, slight: float) -> float:
        s = float(self.spread)
        return math.exp(min((math.sqrt(-2 * math.log(slight)) + 0.5 / s) / s, 600.0))

    def above(self, u: arb) -> tuple[arb, arb]:
        if not u > 0:
            return arb(1), arb(1)
        s = ball_of(self.spread)
        place, root = s * u.log(), arb(2).sqrt()
        return ((place - 1 / (2 * s)) / root).erfc() / 2, ((place + 1 / (2 * s)) / root).erfc() / 2


@dataclass(frozen=True)
class LaplaceRatio:
    r"""The ratio of Laplace noise, moved by one unit: :math:`E_Q(Y - u)_+ = 1 - \sqrt{u e^{-a}}` for u from :math:`e^{-a}` to :math:`e^a`.

    Parameters
    ----------
    rate : Fraction
        a, the reciprocal of the scale, positive, in the unit of the sensitivity.
    """

    rate: Fraction

    @property
    def least(self) -> arb:
        return (-ball_of(self.rate)).exp()

    @property
    def most(self) -> arb:
        return ball_of(self.rate).exp()

    def cap(self, slight: float) -> float:
        return math.exp(float(self.rate))

    def above(self, u: arb) -> tuple[arb, arb]:
        if not u > self.least:
            return arb(1), arb(1)
        if u > self.most:
            return arb(0), arb(0)
        q = (self.least / u).sqrt() / 2
        return 1 - u * q, q

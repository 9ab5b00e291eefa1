r"""Privacy losses of noise on the line that exceed a threshold on an interval: their masses are tails of the noise.

Noise that is not symmetric may be moved up in one run and down in the next. The pair whose profile is the greater one of the two,

.. math:: H(t) = \max_i \left(P_i(L \ge t) - e^t Q_i(L \ge t)\right), \qquad t \ge 0,

dominates both: its masses above a threshold are those of the way that is the worse one there, and those below 0 their mirror image.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from flint import arb

from dpsym.curves.loss import ball_of, set_fractions
from dpsym.curves.mirrored import Masses, MirroredLoss
from dpsym.errors import ParameterError
from dpsym.parameters import DEGREES, SCALE, SENSITIVITY

_MOST_DEGREES = 256
_NONE = arb(0), arb(0)


class TailsLoss(MirroredLoss):
    """A loss that is told by its masses above thresholds; a subclass gives them for each way in which the query may move."""

    is_monotone: ClassVar[bool] = True

    def ways(self, loss: arb) -> list[Masses]:
        """Return the masses of P and of Q where the loss exceeds a number, not negative, for each way."""
        raise NotImplementedError

    def tail(self, loss: arb) -> Masses:
        """Return the masses of the worse way; where it is open which that is, balls about both."""
        first, *others = self.ways(loss)
        for other in others:
            # both profiles are the distance in total variation at 0, and behind it that is the greater one which falls more slowly
            gap = other[1] - first[1] if loss.is_zero() else _excess(first, loss) - _excess(other, loss)
            if not gap >= 0:
                first = other if gap <= 0 else (first[0].union(other[0]), first[1].union(other[1]))
        return first

    def above(self, cuts: list[arb]) -> list[Masses]:
        ends = [self.tail(arb(0)), *map(self.tail, cuts), _NONE]
        return [(here[0] - beyond[0], here[1] - beyond[1]) for here, beyond in pairwise(ends)]

    def at_zero(self) -> arb:
        above, below = self.tail(arb(0))
        return 1 - above - below

    def bottom(self, rare: arb, step: float) -> int:
        if self.greatest_loss() is not None:
            return super().bottom(rare, step)
        high = step
        while not self.tail(arb(high))[1] < rare:
            high *= 2
        return math.floor(-high / step) - 1


def _excess(masses: Masses, loss: arb) -> arb:
    return masses[0] - loss.exp() * masses[1]


@dataclass(frozen=True)
class StudentLoss(TailsLoss):
    r"""The privacy loss of Student's noise, a = sensitivity/scale: with one degree of freedom that of Cauchy noise.

    With :math:`r = e^{2t/(\nu + 1)}` it is at least t between the roots of :math:`(r-1)x^2 - 2arx + r(\nu + a^2) - \nu`.

    Parameters
    ----------
    dof : positive rational
        The degrees of freedom nu.
    scale : positive rational
        The noise scale, in the unit of the query.
    sensitivity : positive rational, optional
        In the same unit.

    Raises
    ------
    ParameterError
        If a parameter is not rational, positive and finite, or there are more than 256 degrees of freedom.
    """

    dof: Fraction
    scale: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        set_fractions(self, dof=DEGREES, scale=SCALE, sensitivity=SENSITIVITY)
        if self.dof > _MOST_DEGREES:  # of more the incomplete beta functions of far tails take minutes
            raise ParameterError(f"{DEGREES.name} of a certified curve", f"at most {_MOST_DEGREES}", self.dof)

    @property
    def _distance(self) -> arb:
        return ball_of(self.sensitivity / self.scale)

    def greatest_loss(self) -> arb:
        a, dof = self._distance, ball_of(self.dof)
        return (dof + 1) / 2 * ((a * a + a * (a * a + 4 * dof).sqrt()) / (2 * dof)).log1p()

    def ways(self, loss: arb) -> list[Masses]:
        a, dof = self._distance, ball_of(self.dof)
        if loss.is_zero():
            return [(1 - self._beyond(a / 2), self._beyond(a / 2))]
        growth = (2 * loss / (dof + 1)).expm1()
        rise = 1 + growth
        inside = rise * a * a - dof * growth * growth
        if inside < 0:
            return [_NONE]
        root = inside.max(arb(0)).sqrt()
        low, high = (rise * a * a + dof * growth) / (a * rise + root), (a * rise + root) / growth
        found = self._between(low - a, high - a), self._between(low, high)
        return [found if inside >= 0 else (found[0].union(arb(0)), found[1].union(arb(0)))]

    def _between(self, low: arb, high: arb) -> arb:
        """Return the mass between two places, the second one positive."""
        if low >= 0:
            return (self._beyond(low) - self._beyond(high)).max(arb(0))
        return 1 - self._beyond(-low) - self._beyond(high) if low < 0 else arb(0).union(arb(1))

    def _beyond(self, place: arb) -> arb:
        """Return the mass beyond a place, not negative."""
        if self.dof == 1:
            return arb.atan2(arb(1), place) / arb.pi()
        dof = ball_of(self.dof)
        return (dof / (dof + place * place)).beta_lower(dof / 2, arb(1) / 2, regularized=1) / 2


@dataclass(frozen=True)
class AsymmetricLaplaceLoss(TailsLoss):
    """The privacy loss of Laplace noise with a scale for each side of the mode, moved up and moved down.

    Parameters
    ----------
    left, right : positive rational
        The noise scales below and above the mode, in the unit of the query.
    sensitivity : positive rational, optional
        In the same unit.

    Raises
    ------
    ParameterError
        If a parameter is not rational, positive and finite.
    """

    left: Fraction
    right: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        set_fractions(self, left=SCALE, right=SCALE, sensitivity=SENSITIVITY)

    def greatest_loss(self) -> arb:
        return ball_of(self.sensitivity / min(self.left, self.right))

    def ways(self, loss: arb) -> list[Masses]:
        rates = ball_of(self.sensitivity / self.left), ball_of(self.sensitivity / self.right)
        return [self._moved(*rates, loss), self._moved(*rates[::-1], loss)]

    def _moved(self, below: arb, above: arb, loss: arb) -> Masses:
        """Return the masses of noise that falls at one rate below the mode, and at one above it, moved up by 1."""
        if (
            loss >= above
        ):  # the mass on which the loss is the greatest belongs below it, where nothing of a profile is left
            return _NONE
        place = ((loss + below) / (below + above)).min(arb(1))
        share = below / (below + above)  # of the mass, above the mode
        found = 1 - (1 - share) * (below * (place - 1)).exp(), share * (-above * place).exp()
        return found if loss < above else (found[0].union(arb(0)), found[1].union(arb(0)))


@dataclass(frozen=True)
class GumbelLoss(TailsLoss):
    r"""The privacy loss of Gumbel noise, a = sensitivity/scale, moved up and moved down.

    With w the exponential of minus the noise the loss is :math:`a - w(e^a - 1)` upwards, and its negative downwards.

    Parameters
    ----------
    scale : positive rational
        The noise scale, in the unit of the query.
    sensitivity : positive rational, optional
        In the same unit.

    Raises
    ------
    ParameterError
        If a parameter is not rational, positive and finite.
    """

    scale: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        set_fractions(self, scale=SCALE, sensitivity=SENSITIVITY)

    def ways(self, loss: arb) -> list[Masses]:
        a = ball_of(self.sensitivity / self.scale)
        growth = a.expm1()
        up, down = ((a - loss) / growth).max(arb(0)), (a + loss) / growth
        return [(-(-up * (growth + 1)).expm1(), -(-up).expm1()), ((-down).exp(), (-down * (growth + 1)).exp())]

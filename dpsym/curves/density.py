r"""The density of a sampled loss between its atoms, as a polynomial on each of a few stretches.

With :math:`r = 1 - q + q e^t` the loss is :math:`\lambda = \pm\log r`, and a density :math:`\kappa e^{-t/2}` of Q over t is

.. math:: p(\lambda) = \kappa \sqrt{q}\, r^g\, (r - 1 + q)^{-3/2}, \qquad r = e^{\pm\lambda},

of P over the loss, with g = 2 where a record is removed and g = 1 where one is added. On a complex plane cut where r - 1 + q is not positive,
:math:`|e^{x + iy} - 1 + q| \ge e^x - 1 + q`, so that on an ellipse of Bernstein p is at most what the real ends of the ellipse give, and the
polynomial of degree n through the points of Chebyshev errs by no more than :math:`4B\rho^{-n}/(\rho - 1)`.

References
----------
Trefethen, "Approximation Theory and Approximation Practice", Theorem 8.2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb, arb_poly

from dpsym.curves.loss import ball_of
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.errors import UndecidedError

_LONGEST = 2.5  # of a stretch, in losses of the mechanism without the sample
_MOST_STRETCHES = 4
_FACTORS = (0.95, 0.85, 0.7)  # of the greatest ellipse
_MOST_DEGREE = 200


@dataclass(frozen=True)
class Stretch:
    """One stretch of losses.

    Parameters
    ----------
    low, high : Fraction
        Its ends, as losses of the mechanism without the sample.
    ends : pair of arb_poly
        The polynomial in the distance from the loss at `low`, and from that at `high`.
    """

    low: Fraction
    high: Fraction
    ends: tuple[arb_poly, arb_poly]


def stretches_of(base: PiecewiseLoss) -> int:
    """Return how many stretches there are between the positions of a loss without a sample."""
    return sum(math.ceil(float(high - low) / _LONGEST) for low, high in pairwise(base.positions))


class Density:
    """Polynomials that are the density of a loss but for a relative error.

    Parameters
    ----------
    base : PiecewiseLoss
        The loss without the sample.
    rate : Fraction
        The sampling rate q.
    sign : {1, -1}
        1 where a record is removed, -1 where one is added.
    nats : float
        The wanted relative error is exp(-nats).

    Raises
    ------
    UndecidedError
        If there are too many stretches, or a degree is too high.
    """

    def __init__(self, base: PiecewiseLoss, rate: Fraction, sign: int, nats: float) -> None:
        self.q, self.sign, self.nats = ball_of(rate), sign, nats
        self.stretches: list[Stretch] = []
        self.error = arb(0)
        terms, kappa = sorted(base.terms().items()), arb(0)
        for k in range(len(terms) - 1, 0, -1):
            (place, (_, v)), (low, _) = terms[k], terms[k - 1]
            kappa += v * (-ball_of(place) / 2).exp() / 2
            if not v.is_zero() or self.stretches:
                self._divide(low, place, kappa)

    def place(self, loss: Fraction) -> arb:
        """Return the sampled loss where the one without the sample is as given."""
        return self.sign * (self.q * ball_of(loss).expm1()).log1p()

    def _divide(self, low: Fraction, high: Fraction, kappa: arb) -> None:
        count = math.ceil(float(high - low) / _LONGEST)
        if len(self.stretches) + count > _MOST_STRETCHES:
            raise UndecidedError("the losses lie too far apart for polynomials")
        cuts = [low + (high - low) * k / count for k in range(count + 1)]
        for one, other in pairwise(cuts):
            self._fit(one, other, kappa)

    def _bound(self, growing: arb, falling: arb, kappa: arb) -> arb:
        """Return the product of its factors, the growing one and the falling one at two places of log r."""
        gap = falling.expm1() + self.q
        if not (gap > 0 and kappa > 0):
            raise UndecidedError("the density of the loss has no certain bound")
        return kappa * self.q.sqrt() * ((2 if self.sign > 0 else 1) * growing).exp() / (gap * gap.sqrt())

    def _fit(self, low: Fraction, high: Fraction, kappa: arb) -> None:
        first, last = (self.sign * self.place(cut) for cut in (low, high))
        middle, half = (first + last) / 2, (last - first) / 2
        least = self._bound(first, last, kappa)
        degree, slack = self._degree(middle, half, least, kappa)
        if not slack < least / 2:
            raise UndecidedError("the polynomial of the density is too far off")
        error = slack / (least - slack)
        self.error = error if error > self.error else self.error
        nodes = [(arb.pi() * k / degree).cos() for k in range(degree + 1)]
        places = [middle + half * node for node in nodes]
        values = [self._bound(place, place, kappa) for place in places]
        fit = _through(nodes, values)
        if self.sign < 0:
            fit = fit(arb_poly([0, -1]))
        one, other = (fit(arb_poly([side * self.sign, 1 / half])) for side in (-1, 1))
        self.stretches.append(Stretch(low, high, (one, other)))

    def _degree(self, middle: arb, half: arb, least: arb, kappa: arb) -> tuple[int, arb]:
        """Return a degree that meets the wanted error, and a bound of the error."""
        reach = float(((middle - (-self.q).log1p()) / half).mid())
        widest, best = reach + math.sqrt(max(reach * reach - 1, 0.0)), (_MOST_DEGREE + 1, arb(1))
        for factor in _FACTORS:
            rho = arb(1 + (min(widest, 1e3) - 1) * factor)
            axis = half * (rho + 1 / rho) / 2
            if not (middle - axis).expm1() + self.q > 0:
                continue
            most = 4 * self._bound(middle + axis, middle - axis, kappa) / (rho - 1)
            degree = math.ceil((self.nats + float((most / least).log().mid())) / float(rho.log().mid())) + 1
            best = min(best, (degree, most / rho**degree), key=lambda pair: pair[0])
        if best[0] > _MOST_DEGREE:
            raise UndecidedError("the polynomial of the density would have too high a degree")
        return best


def _through(nodes: list[arb], values: list[arb]) -> arb_poly:
    """Return the polynomial through values at the points of Chebyshev, cos(pi k/n), summed from its coefficients in that basis."""
    degree = len(nodes) - 1
    turns = [*nodes, *nodes[-2:0:-1]]  # cos(pi k/n) for k < 2n
    values = [values[0] / 2, *values[1:-1], values[-1] / 2]
    total, one, other = arb_poly([]), arb_poly([1]), arb_poly([0, 1])
    for j in range(degree + 1):
        weight = sum((value * turns[j * k % (2 * degree)] for k, value in enumerate(values)), arb(0)) * 2 / degree
        total += one * (weight / 2 if j in (0, degree) else weight)
        one, other = other, arb_poly([0, 2]) * other - one
    return total

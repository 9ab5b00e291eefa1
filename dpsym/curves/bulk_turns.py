r"""How far the moments under normal noise on a sample of fixed size have fallen, by the turns of small losses against one another.

Let L and L' be two losses of the law that is tilted by c, phi its characteristic function, :math:`|M(c + iy)| = M(c)|\phi(y)|`. Of the losses of
a mechanism itself between -t and t, which are at most :math:`\ell = \log r(t)` on either side, two differ by :math:`d = 2\ell` at most, and
:math:`(1 - \cos x)/x^2` falls up to :math:`2\pi`. So for :math:`yd \le \pi`

.. math:: 1 - |\phi(y)|^2 = E\left[1 - \cos y(L - L')\right] \ge \frac{1 - \cos yd}{d^2}\, E\left[(L - L')^2;\, |L|, |L'| \le \ell\right],

which rises with y. The last factor is :math:`2(w\,m_2 - m_1^2)`, with the mass and the first moments of the tilted law there. These are bounded on
cells, on which f has the masses of a normal law, and the powers of r and its logarithm are between those at the ends.

Where the losses that turn are not small beside others, :math:`|M(z)| \le |M_t(z)| + M(c) - M_t(c)`, with M_t the moments of the losses up to t.
Between two heights at a distance h the square of :math:`|M_t|`, a sum of :math:`\cos yd`, is at most what it is at one of them and
:math:`\frac{h^2}{4} M_t(c)\,\int L^2 e^{cL}\,dP`, as its second derivative is at most twice the last two factors.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from flint import arb

_CELL = 0.125  # of the noise, in sensitivities
_MOST_CELLS = 400
_LITTLE = 1 / 500  # of the moment


class Small(NamedTuple):
    """Losses up to one: the greatest difference of two of them, and a lower bound of its mean square; the same as floats."""

    apart: arb
    square: arb
    width: float
    size: float


class BulkTurns:
    """Bounds at one abscissa.

    Parameters
    ----------
    mu, rate : arb
        The sensitivity in standard deviations of the noise, and the share that is sampled.
    end : float
        The greatest loss of the mechanism itself.
    here, whole : arb
        The mass at 0, and the moment at the abscissa.
    c : arb
        The abscissa, not negative.
    """

    def __init__(self, mu: arb, rate: arb, end: float, here: arb, whole: arb, c: arb) -> None:
        self.whole = whole
        self.last, self.square = end, arb("inf")
        """A loss of the mechanism itself beyond which little is left, and an upper bound of the integral of the squares up to it."""
        self._small: list[Small] = []
        count = min(_MOST_CELLS, math.ceil(end / (_CELL * float(mu))))
        ends = [mu * _CELL * k for k in range(count)]
        logs = [(rate * t.expm1()).log1p() for t in ends]
        beyond = [((t / mu + mu / 2) / arb(2).sqrt()).erfc() / 2 for t in ends]
        mass, second, least, greatest, square = here / whole, arb(0), arb(0), arb(0), arb(0)
        rising, falling = ([(w * log).exp() for log in logs] for w in (1 + c, -c))
        for k, (low, high) in enumerate(pairwise(logs)):
            share = (beyond[k] - beyond[k + 1]) / whole
            mass += share * (rising[k] + falling[k + 1])
            second += share * low * low * (rising[k] + falling[k + 1])
            least += share * (low * rising[k] - high * falling[k])
            greatest += share * (high * rising[k + 1] - low * falling[k + 1])
            square += share * whole * high * high * (rising[k + 1] + falling[k])
            if self.last == end and mass > 1 - _LITTLE:
                self.last, self.square = float(ends[k + 1].lower()), arb(square.upper())
            first = abs(least).max(abs(greatest))
            square, apart = arb((2 * (mass * second - first * first)).lower()), 2 * high
            if square > 0:
                self._small.append(Small(apart, square, float(apart), float(square)))

    def most(self, low: float, high: float) -> arb:
        """Return an upper bound of the modulus of the moments from one height to another."""
        best, size = None, 0.0
        for small in self._small:
            if high * small.width < 3.14 and (turned := _turned(low, small)) > size:
                best, size = small, turned
        if best is None or not arb(high) * best.apart < arb.pi():
            return arb(self.whole.upper())
        turned_by = (1 - (arb(low) * best.apart).cos()) / best.apart**2 * best.square
        return arb((self.whole * (1 - turned_by).max(arb(0)).sqrt()).upper())


def _turned(height: float, small: Small) -> float:
    """Return about what is bounded from below."""
    return (1 - math.cos(height * small.width)) / small.width**2 * small.size

r"""The Laplace transform of the likelihood ratio of Gaussian noise, which is log-normal, wherever it is analytic.

Of :math:`Y = e^{z/s - 1/(2s^2)}`, z standard normal, :math:`\phi(u) = E e^{-uY}` is analytic off the negative axis: the line of z can be
moved by :math:`-is\theta`, which turns u by :math:`-\theta`,

.. math:: \phi(u) = \int \varphi(z)\, e^{is\theta z + s^2\theta^2/2} \exp(-u e^{-i\theta} e^{z/s - 1/(2s^2)})\, dz,
    \qquad |\phi(u)| \le e^{s^2\theta^2/2}\, \phi(\Re(u e^{-i\theta})).

On the lines :math:`\Im z = \pm d` with :math:`|\arg u - \theta| + d/s \le \pi/2` the integrand has at most :math:`e^{(s\theta + d)^2/2}` as the
integral of its modulus, so that points at a distance h err by :math:`2 e^{(s\theta + d)^2/2}/(e^{2\pi d/h} - 1)` at most.
"""

from __future__ import annotations

import cmath
import math
from fractions import Fraction
from functools import lru_cache

from flint import acb, arb, ctx

from dpsym.curves.coarse import log_sum
from dpsym.curves.loss import ball_of

_TURNS = (0.0, 0.25, 0.5, 0.75, 1.0)
_STRIPS = 12
_COARSE = 0.4  # distance of the points of a look in floats
_LOWEST, _REACH = -18.0, 9.0  # standard deviations, from where great numbers take a ratio, and beyond its mean
_FIRST, _LAST, _BETWEEN = -80, 160, 0.125  # of the logarithm of where it looks
_HALF, _LEAST = 0.5, 1e-300


class LognormalTransform:
    """The transform for one spread.

    Parameters
    ----------
    spread : Fraction
        The standard deviation s of the noise, in the unit of the sensitivity.
    """

    def __init__(self, spread: Fraction) -> None:
        self.key, self.s = spread, float(spread)

    @property
    def spread(self) -> arb:
        """The standard deviation, at the working precision."""
        return ball_of(self.key)

    def at(self, u: acb, nats: float) -> acb:
        """Return a ball for the transform, of an absolute error of about exp(-nats); `u` is off the negative axis."""
        angle = cmath.phase(complex(u))
        distance, strip, theta = self._plan(abs(angle), nats)
        # the terms on a turned line are greater than their sum: bits for what cancels
        with ctx.workprec(ctx.prec + math.ceil((self.s * theta) ** 2 / 2 / math.log(2))):
            return self._summed(u, nats, distance, strip, math.copysign(theta, angle))

    def _summed(self, u: acb, nats: float, distance: float, strip: float, theta: float) -> acb:
        s, spacing, turn = self.spread, arb(distance), arb(theta)
        turned = u * acb(0, -turn).exp()
        slack = arb.pi() / 2 - abs(turned.arg()) - arb(strip) / s
        if not slack >= 0:
            return acb(arb("nan"))
        lift = (s * turn) ** 2 / 2
        last = math.ceil(math.sqrt(2 * (nats + float(lift)) + 4) / distance)
        error = 2 * ((s * abs(turn) + arb(strip)) ** 2 / 2).exp() / (2 * arb.pi() * arb(strip) / spacing).expm1()
        edge = spacing * last
        error += 2 * (lift - edge * edge / 2).exp() / edge
        growths, weights = _grid(self.key, distance, last, ctx.prec)
        # beyond the place where the modulus of the exponential is below what is wanted nothing is added up
        small = float(turned.real)
        stop = last
        if small > 0:
            stop = min(
                last, math.ceil(self.s * (math.log((nats + float(lift) + 2) / small) + 0.5 / self.s**2) / distance) + 1
            )
            stop = max(stop, 1 - last)
            if stop < last:
                error += (lift - turned.real * growths[stop + last]).exp()
        wave = acb(0, s * turn * spacing)
        total = acb(0)
        for k in range(-last, stop + 1):
            total += (wave * k - turned * growths[k + last]).exp() * weights[k + last]
        bound = error.upper()
        return total * lift.exp() + acb(arb(0, bound), arb(0, bound))

    def _plan(self, angle: float, nats: float) -> tuple[float, float, float]:
        """Return a great distance of points that serves, the half width of its strip and the turn, one that loses few bits."""
        best = (0.0, 1.0, 1.0, 0.0)
        for share in _TURNS:
            theta = share * angle
            widest = self.s * (math.pi / 2 - angle + theta) * 0.995
            if widest <= 0:
                continue
            lift = self.s * theta
            for k in range(_STRIPS):
                strip = widest * 2 ** (-k / 3)
                spacing = 2 * math.pi * strip / (nats + 2 + (lift + strip) ** 2 / 2)
                best = max(best, (spacing / (1 + lift**2 / 2 / nats), spacing, strip, theta))
        fine = 2.0 ** (math.floor(4 * math.log2(best[1])) / 4)
        return fine, best[2], best[3]

    def terms(self, nats: float) -> float:
        """Return about how many terms there are to be added up, at a number with half a quarter turn."""
        return 2 * math.sqrt(2 * nats + 4) / self._plan(math.pi / 4, nats)[0]

    def log_real(self, x: float) -> float:
        """Return about the logarithm of the transform at a number x >= 0; it certifies nothing."""
        return _log_real(self.s, x)


def log_transform(s: float, x: float) -> float:
    """Return about the logarithm of the transform at a number x >= 0, by a sum; it certifies nothing."""
    table = _table(s)
    lost = sum(-math.expm1(-min(x * growth, 745.0)) * math.exp(log) for growth, log in table)
    return math.log1p(-lost) if lost < _HALF else log_sum([log - x * growth for growth, log in table])


@lru_cache(64)
def _table(s: float) -> list[tuple[float, float]]:
    """Return ratios, and the logarithms of their weights."""
    distance = min(_COARSE, s / 2)
    first, last = int(_LOWEST / distance), int((_REACH + 1 / s) / distance)  # the mean lies at 1/s
    scale = math.log(distance / math.sqrt(2 * math.pi))
    places = [k * distance for k in range(first, last + 1)]
    return [(math.exp(min(z / s - 0.5 / s**2, 700.0)), scale - z * z / 2) for z in places]


@lru_cache(64)
def _logs(s: float) -> list[float]:
    """Return log(-log phi(x)/x) at points that are evenly spaced in the logarithm: straight far out, and 0 near 0.

    The power of many ratios is as good as told by how far it is from -x, which a share of x keeps.
    """
    places = [math.exp((_FIRST + k) * _BETWEEN) for k in range(_LAST - _FIRST + 1)]
    return [math.log(max(-log_transform(s, x), _LEAST) / x) for x in places]


def _log_real(s: float, x: float) -> float:
    place = math.log(x) / _BETWEEN - _FIRST if x > 0 else -1.0
    if place < 0:
        return -x
    index = min(int(place), _LAST - _FIRST - 1)
    values = _logs(s)
    return -x * math.exp(values[index] + (place - index) * (values[index + 1] - values[index]))


@lru_cache(64)
def _grid(key: Fraction, distance: float, last: int, bits: int) -> tuple[list[arb], list[arb]]:
    """Return exp(z/s - 1/(2 s^2)) and the weights of the points, from the lowest one on."""
    s, spacing = ball_of(key), arb(distance)
    places = [spacing * k for k in range(-last, last + 1)]
    shift, scale = 1 / (2 * s * s), spacing.log() - (2 * arb.pi()).log() / 2
    return [(z / s - shift).exp() for z in places], [(scale - z * z / 2).exp() for z in places]

r"""Rényi divergences of random allocation of Gaussian noise to one of t steps, of whole orders, from above.

R is the mean of t independent ratios with :math:`E Y^j = e^{j(j-1)/(2s^2)}`. *A record removed*: the moments of a sum are coefficients,

.. math:: E R^\alpha = \frac{\alpha!}{t^\alpha} [z^\alpha] \Bigl(\sum_j \frac{z^j}{j!} e^{j(j-1)/(2s^2)}\Bigr)^t .

*A record added*: with :math:`p = \alpha - 1` and U of the law Gamma(p), as
:math:`R^{-p}\,\Gamma(p) = \int_0^\infty u^{p-1} e^{-uR}\, du`,

.. math:: E R^{-p} - 1 = E\,v(U), \qquad v(u) = e^u \psi(u) - 1 = E e^{u(1 - R)} - 1, \qquad \psi(u) = \phi(u/t)^t = E e^{-uR} .

v is convex, and so is :math:`\log \psi`: between two places the chord of either is a bound from above. Of the second :math:`u^{p-1}` times its
exponential has a concave logarithm, below its tangent. By the inequality of the arithmetic and the geometric mean

.. math:: E R^{-c} \le E \prod Y^{-c/t} = e^{c(1 + c/t)/(2s^2)} :

a bound of all of it, the divergence of one step at the order :math:`1 + (\alpha - 1)/t`; and by Cauchy and Schwarz, as beyond a place x
:math:`e^{-uR} \le e^{-xR/2} e^{-uR/2}`,

.. math:: \int_x^\infty u^{p-1} \psi(u)\, du \le 2^p\, \Gamma(p)\, E\, e^{-xR/2} R^{-p} \le 2^p\, \Gamma(p) \sqrt{\psi(x)\, E R^{-2p}} .
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import acb, arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.allocated_moments import log_moments
from dpsym.curves.lognormal import LognormalTransform
from dpsym.curves.loss import ball_of

_BITS, _NATS, _MOMENTS = 192, 70.0, 64
_LITTLE = Fraction(1, 2)  # deviation, below which the means alone are told
_PER_OCTAVE, _FIRST, _LAST = 16, -4, 16  # places on which the transform is known: their binary logarithms
_TAIL = 120.0  # nats by which the tail is slight, where it is looked no further


@lru_cache(1024)
def allocated_renyi(spread: Fraction, slots: int, order: int) -> Fraction:
    """Return a bound from above of the divergence of both directions at a whole order from 2 on.

    Parameters
    ----------
    spread : Fraction
        The standard deviation s of the noise, in the unit of the sensitivity.
    slots : int
        The number t of steps.
    order : int
        The order alpha.
    """
    with ctx.workprec(_BITS):
        return max(_removed(spread, slots, order), _added(spread, slots, order))


def _removed(spread: Fraction, slots: int, order: int) -> Fraction:
    log = log_moments(spread, slots, max(_MOMENTS, order), ctx.prec)[order - 1]
    return as_fraction((log / (order - 1)).upper())


def _added(spread: Fraction, slots: int, order: int) -> Fraction:
    p = order - 1
    means = _log_of_means(spread, slots, p)
    if spread < _LITTLE or slots == 1:
        return as_fraction((means / p).upper())
    excess = arb(0)
    places, logs = _transform(spread, slots, ctx.prec)
    # v, and the distributions of Gamma(p) and Gamma(p + 1)
    rises = [(u + log).expm1() for u, log in zip(places, logs, strict=True)]
    first, second = ([_gamma(q, u) for u in places] for q in (p, p + 1))
    for k, (u, w) in enumerate(pairwise(places)):
        mass, moment = first[k + 1] - first[k], p * (second[k + 1] - second[k])
        slope = (rises[k + 1] - rises[k]) / (w - u)
        part = (rises[k] - slope * u) * mass + slope * moment
        excess += part.upper().min((_below_tangent(p, (u, logs[k]), (w, logs[k + 1])) - mass).upper())
    tail = (p * arb(2).log() + (logs[-1] + _log_of_means(spread, slots, 2 * p)) / 2).exp()
    whole = (excess + tail.upper()).log1p().min(means)
    return as_fraction((whole / p).upper())


def _log_of_means(spread: Fraction, slots: int, power: int) -> arb:
    r"""Return what the logarithm of :math:`E R^{-c}` is at most, by the geometric mean."""
    return power * (1 + arb(power) / slots) / (2 * ball_of(spread * spread))


def _below_tangent(p: int, first: tuple[arb, arb], last: tuple[arb, arb]) -> arb:
    """Return a bound of the integral of u^(p-1) psi(u) between two places, over Gamma(p), with the logarithms of psi there."""
    (u, here), (w, there) = first, last
    if u == 0:
        return arb("inf")
    middle, half, slope = (u + w) / 2, (w - u) / 2, (there - here) / (w - u)
    rate = (p - 1) / middle + slope
    top = (p - 1) * middle.log() + (here + there) / 2 - arb(p).lgamma()
    # over the half width on either side of the middle, sinh(rate half)/rate times 2
    reach = abs(rate * half).upper()
    return top.exp() * 2 * half * (reach.sinh() / reach if reach > arb(2) ** -60 else arb(1) + reach)


def _gamma(shape: int, place: arb) -> arb:
    return place.gamma_lower(arb(shape), regularized=1) if place > 0 else arb(0)


@lru_cache(8)
def _transform(spread: Fraction, slots: int, bits: int) -> tuple[list[arb], list[arb]]:
    """Return places from 0 on, and what the logarithm of psi is at most there."""
    with ctx.workprec(bits):
        transform, most = LognormalTransform(spread), 2 * _MOMENTS
        least = -most * math.log(2) - float(_log_of_means(spread, slots, most)) - _TAIL
        places, logs = [arb(0)], [arb(0)]
        for k in range(_FIRST * _PER_OCTAVE, _LAST * _PER_OCTAVE + 1):
            u = arb(2.0 ** (k / _PER_OCTAVE))
            share = u / slots
            nats = _NATS + math.log(slots) - transform.log_real(float(share))
            with ctx.workprec(bits + int(1.5 * nats)):
                value = transform.at(acb(share), nats).real.upper()
            places.append(u)
            logs.append((slots * value.log()).upper())
            if logs[-1] < least:
                break
        return places, logs

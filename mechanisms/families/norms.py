"""Noise of a norm (the K-norm mechanism), where its laws reduce to laws on the line."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms.families.half_line import gamma_pair
from mechanisms.families.laplace import laplace_pair
from mechanisms.families.parameters import count
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, positive

_ULPS = 64.0


def gauge_pair(dimension: int, eps_p: float, eps_q: float) -> Pair:
    r"""Return the laws of the gauge of two K-norm noises around one centre.

    .. math:: f(x) = \frac{\varepsilon^d}{d!\,\mathrm{vol}(K)} e^{-\varepsilon \|x\|_K}

    Both densities are functions of the gauge, which has the Gamma law of shape d and rate epsilon, whatever the body K
    is: the divergences of the noises are those of their gauges.

    Parameters
    ----------
    dimension : int
        The dimension d, positive.
    eps_p, eps_q : float
        The privacy parameters epsilon at gauge distance 1, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    size = count("dimension", dimension)
    return gamma_pair(size, positive("eps_p", eps_p), size, positive("eps_q", eps_q))


def cube_noise_pair(dimension: int, eps: float, distance: float) -> Pair:
    r"""Return noise of the l-infinity norm in d dimensions, and the same noise moved along an axis, by their loss.

    .. math:: f(x) = \frac{\varepsilon^d}{2^d d!} e^{-\varepsilon \|x\|_\infty}

    With r the largest of the other coordinates in absolute value, the loss is :math:`\varepsilon s` for
    :math:`s = \max(|x_1 - D|, r) - \max(|x_1|, r)`. The pair is that of the laws of s, which tell all that the noise
    tells about its centre. Their atoms at -D, 0 and D are spread over intervals beyond D, between D and 4 D.

    Parameters
    ----------
    dimension : int
        The dimension d, positive and at most 1000; for d = 1 the laws are Laplace laws.
    eps : float
        The privacy parameter epsilon at distance 1, natural logarithm; positive.
    distance : float
        The distance D of the centres along an axis, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    size = int(count("dimension", dimension))
    level, gap = positive("eps", eps), positive("distance", distance)
    if size == 1:
        return laplace_pair(0.0, 1 / level, gap, 1 / level)
    laws = [partial(_log_cube_loss, size=size, reach=level * gap, swapped=swapped) for swapped in (False, True)]
    return Pair(laws[0], laws[1], (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0), (-1.0, 4.0), _ULPS)


def _log_cube_loss(x: Array, size: int, reach: float, swapped: bool) -> Array:
    """Return the log-density of s/D, its atoms moved to the unit intervals from 1 on.

    A density is (1 - t) reach/2 =: y at the least radius at which a point has the loss t = s/D > 0. Points whose first
    coordinate is not the largest contribute an incomplete Gamma function of y, the others its integrand.
    """
    from scipy.special import gammaincc, gammaln

    t = np.where(np.abs(x) < 1, np.abs(x), 0.0)
    y = (1 - t) * reach / 2
    constant = math.log((size - 1) * reach / 2) - math.lgamma(size + 1)
    with np.errstate(divide="ignore"):
        outer = np.log(gammaincc(size - 1, y)) + gammaln(size - 1)
        inner = (size - 1) * np.log(y) - y - math.log(2 * (size - 1))
        density = constant + np.logaddexp(outer, inner)
    # Under Q, and under P at -t, the density is that of P at t times e^(-reach t).
    sign = -1.0 if swapped else 1.0
    density = density + np.minimum(sign * x, 0.0) * reach
    top = -math.log(2 * size)
    atoms = [top + min(sign * place, 0.0) * reach for place in (-1.0, 1.0)]
    middle = _log_mass_without_loss(size, reach / 2)
    return np.select(
        [np.abs(x) < 1, (x >= 1) & (x < 2), (x >= 2) & (x < 3), (x >= 3) & (x < 4)],
        [density, np.full(x.shape, atoms[0]), np.full(x.shape, middle), np.full(x.shape, atoms[1])],
        -np.inf,
    )


def _log_mass_without_loss(size: int, half: float) -> float:
    """Return the logarithm of the mass where r is above both distances, a sum of positive terms."""
    k = np.arange(size - 1)
    logs = [
        math.lgamma(size - 1)
        - math.lgamma(j + 1)
        - math.lgamma(size - 1 - j)
        + math.lgamma(j + 2)
        + (size - 2 - j) * math.log(half)
        for j in k.tolist()
    ]
    top = max(logs)
    total = top + math.log(math.fsum(math.exp(log - top) for log in logs))
    return math.log(size - 1) - math.lgamma(size + 1) - half + total

"""Noise on the integers: two-sided geometric, discrete Gaussian and Skellam."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms.families.parameters import both, integer
from mechanisms.families.saddle import log_skellam
from mechanisms.numeric.countable import CountablePair
from mechanisms.validate import Array

_ULPS = 16.0


def two_sided_geometric_pair(location_p: int, scale_p: float, location_q: int, scale_q: float) -> CountablePair:
    r"""Return two two-sided geometric (discrete Laplace) laws.

    .. math:: p(k) = \tanh\!\left(\tfrac{1}{2b}\right) e^{-|k - c|/b}

    Parameters
    ----------
    location_p, location_q : int
        Their centres c.
    scale_p, scale_q : float
        Their scales b, positive and finite: neighbouring integers have masses in the ratio e^(1/b).

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    places = both("location", location_p, location_q, integer)
    laws = [
        partial(_log_two_sided, location=place, rate=1 / scale)
        for place, scale in zip(places, both("scale", scale_p, scale_q), strict=True)
    ]
    return CountablePair(laws[0], laws[1], places)


def log_two_sided(distance: Array, rate: float) -> Array:
    r"""Logarithm of :math:`\tanh(r/2) e^{-r|k|}` at the distance k from the centre, for the rate r = 1/b."""
    constant = math.log(-math.expm1(-rate)) - math.log1p(math.exp(-rate))
    return constant - np.abs(distance) * rate


def _log_two_sided(k: Array, location: float, rate: float) -> Array:
    return log_two_sided(k - location, rate)


def discrete_gaussian_pair(location_p: int, sigma_p: float, location_q: int, sigma_q: float) -> CountablePair:
    r"""Return two discrete Gaussian laws, :math:`p(k) \propto e^{-(k - c)^2/(2\sigma^2)}` on the integers.

    Parameters
    ----------
    location_p, location_q : int
        Their centres c.
    sigma_p, sigma_q : float
        Their parameters sigma, positive and finite; the standard deviations are a little below them.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    places = both("location", location_p, location_q, integer)
    laws = [
        partial(_log_discrete_gaussian, location=place, square=sigma**2, log_total=log_theta(sigma**2))
        for place, sigma in zip(places, both("sigma", sigma_p, sigma_q), strict=True)
    ]
    return CountablePair(laws[0], laws[1], places)


def log_theta(square: float) -> float:
    r"""Logarithm of the sum of :math:`e^{-k^2/(2\sigma^2)}` for :math:`\sigma^2`, where that is large by Poisson's formula."""
    k = np.arange(1, 12)
    with np.errstate(under="ignore", over="ignore"):
        if square < 0.16:
            return math.log1p(2 * float(np.sum(np.exp(-k * k / (2 * square)))))
        dual = 2 * float(np.sum(np.exp(-2 * math.pi**2 * square * k * k)))
        return math.log(2 * math.pi * square) / 2 + math.log1p(dual)


def log_discrete_gaussian(distance: Array, square: float, log_total: float) -> Array:
    """Log-mass at a distance from the centre, for the square of sigma and its :func:`log_theta`."""
    with np.errstate(over="ignore"):
        return -(distance * distance) / (2 * square) - log_total


def _log_discrete_gaussian(k: Array, location: float, square: float, log_total: float) -> Array:
    return log_discrete_gaussian(k - location, square, log_total)


def skellam_pair(
    first_p: float, second_p: float, first_q: float, second_q: float, location_p: int = 0, location_q: int = 0
) -> CountablePair:
    r"""Return two Skellam laws, of the difference of two independent Poisson counts, shifted.

    .. math:: p(c + x) = e^{-m_1-m_2} \left(\frac{m_1}{m_2}\right)^{x/2} I_{|x|}(2\sqrt{m_1 m_2})

    Parameters
    ----------
    first_p, second_p, first_q, second_q : float
        The means of the count and of the one that is taken away, positive and finite.
    location_p, location_q : int
        What is added to the difference: the answers of the Skellam mechanism.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    firsts, seconds = both("first", first_p, first_q), both("second", second_p, second_q)
    places = both("location", location_p, location_q, integer)
    laws, modes = [], []
    for first, second, place in zip(firsts, seconds, places, strict=True):
        laws.append(partial(_log_shifted_skellam, first=first, second=second, location=place))
        modes.append(place + math.floor(first - second))
    return CountablePair(laws[0], laws[1], modes, ulps=_ULPS)


def _log_shifted_skellam(k: Array, first: float, second: float, location: float) -> Array:
    return log_skellam(k - location, first, second)

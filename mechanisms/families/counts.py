"""Laws on the counts 0, 1, 2, ...: Poisson, geometric, negative binomial and binomial."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms.families.parameters import both, count, integer
from mechanisms.families.saddle import log_binomial, log_poisson
from mechanisms.numeric.countable import CountablePair
from mechanisms.validate import Array, open_probability

_COUNTS = (0.0, math.inf)
# What the log-masses of :mod:`mechanisms.families.saddle` are accurate to.
_ULPS = 16.0


def poisson_pair(mean_p: float, mean_q: float) -> CountablePair:
    r"""Return two Poisson laws, :math:`p(k) = e^{-m} m^k/k!`.

    Parameters
    ----------
    mean_p, mean_q : float
        Their means m, positive and finite.

    Raises
    ------
    ParameterError
        If a mean is not positive and finite.
    """
    means = both("mean", mean_p, mean_q)
    laws = [partial(log_poisson, mean=mean) for mean in means]
    return CountablePair(laws[0], laws[1], [math.floor(mean) for mean in means], _COUNTS, _ULPS)


def geometric_pair(success_p: float, success_q: float) -> CountablePair:
    r"""Return two geometric laws, of the failures before the first success: :math:`p(k) = s (1-s)^k`.

    Parameters
    ----------
    success_p, success_q : float
        Their probabilities of success s, in (0, 1).

    Raises
    ------
    ParameterError
        If a probability does not lie in (0, 1).
    """
    laws = [partial(_log_geometric, success=s) for s in both("success", success_p, success_q, open_probability)]
    return CountablePair(laws[0], laws[1], (0,), _COUNTS)


def _log_geometric(k: Array, success: float) -> Array:
    return math.log(success) + k * math.log1p(-success)


def negative_binomial_pair(shape_p: float, success_p: float, shape_q: float, success_q: float) -> CountablePair:
    r"""Return two negative binomial laws, of the failures before r successes, for real r too.

    .. math:: p(k) = \frac{\Gamma(k + r)}{\Gamma(r)\, k!} s^r (1 - s)^k

    Parameters
    ----------
    shape_p, shape_q : float
        Their numbers r of successes, positive and finite.
    success_p, success_q : float
        Their probabilities of success s, in (0, 1).

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    shapes = both("shape", shape_p, shape_q)
    chances = both("success", success_p, success_q, open_probability)
    laws, modes = [], []
    for shape, success in zip(shapes, chances, strict=True):
        laws.append(partial(_log_negative_binomial, shape=shape, success=success))
        modes.append(max(math.floor((shape - 1) * (1 - success) / success), 0))
    return CountablePair(laws[0], laws[1], (0, *modes), _COUNTS, _ULPS)


def _log_negative_binomial(k: Array, shape: float, success: float) -> Array:
    trials = k + shape
    # As a binomial number of failures: the rounding of k + r in the share r/(k + r) does no harm.
    return log_binomial(np.full(k.shape, shape), trials, success) + np.log(shape / trials)


def binomial_pair(
    trials_p: int, success_p: float, trials_q: int, success_q: float, location_p: int = 0, location_q: int = 0
) -> CountablePair:
    r"""Return two binomial laws, :math:`p(c + k) = \binom{n}{k} s^k (1-s)^{n-k}`.

    Parameters
    ----------
    trials_p, trials_q : int
        Their numbers n of trials, positive.
    success_p, success_q : float
        Their probabilities of success s, in (0, 1).
    location_p, location_q : int
        What is added to the count: the answers of the binomial mechanism.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    sizes = both("trials", trials_p, trials_q, count)
    chances = both("success", success_p, success_q, open_probability)
    places = both("location", location_p, location_q, integer)
    laws, points = [], []
    for size, success, place in zip(sizes, chances, places, strict=True):
        laws.append(partial(_log_shifted_binomial, trials=size, success=success, location=place))
        points += [place, place + math.floor(size * success), place + size + 1]
    return CountablePair(laws[0], laws[1], points, (min(points), max(points) - 1), _ULPS)


def _log_shifted_binomial(k: Array, trials: float, success: float, location: float) -> Array:
    number = k - location
    inside = (number >= 0) & (number <= trials)
    return np.where(inside, log_binomial(np.clip(number, 0, trials), trials, success), -np.inf)

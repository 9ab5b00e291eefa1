"""Laws on bounded intervals: uniform, truncated Laplace, and Beta."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.families.parameters import both
from mechanisms.families.saddle import log_binomial
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, real

_ULPS = 16.0


def truncated_laplace_pair(
    location_p: float, scale_p: float, bound_p: float, location_q: float, scale_q: float, bound_q: float
) -> Pair:
    r"""Return two Laplace laws, each conditioned on an interval around its mode.

    .. math:: f(x) = \frac{e^{-|x-\mu|/b}}{2b (1 - e^{-a/b})}, \qquad |x - \mu| \le a

    Parameters
    ----------
    location_p, location_q : float
        Their modes, finite.
    scale_p, scale_q : float
        The scales b of the Laplace laws, positive and finite.
    bound_p, bound_q : float
        The bounds a on the distance from the mode, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    places = both("location", location_p, location_q, real)
    scales, bounds = both("scale", scale_p, scale_q), both("bound", bound_p, bound_q)
    laws, points = [], []
    for place, scale, bound in zip(places, scales, bounds, strict=True):
        laws.append(partial(_log_truncated, location=place, scale=scale, bound=bound))
        points += [place - bound, place, place + bound]
    return Pair(laws[0], laws[1], points, (min(points), max(points)))


def uniform_pair(low_p: float, high_p: float, low_q: float, high_q: float) -> Pair:
    """Return two uniform laws on intervals.

    Parameters
    ----------
    low_p, high_p, low_q, high_q : float
        The ends of their intervals, finite, low below high.

    Raises
    ------
    ParameterError
        If an end is not finite, or an interval is empty.
    """
    lows, highs = both("low", low_p, low_q, real), both("high", high_p, high_q, real)
    for name, low, high in zip(("high_p", "high_q"), lows, highs, strict=True):
        if not low < high:
            raise ParameterError(name, f"greater than the lower end {low!r}", high)
    laws = [partial(_log_uniform, low=low, high=high) for low, high in zip(lows, highs, strict=True)]
    return Pair(laws[0], laws[1], (*lows, *highs), (min(lows), max(highs)))


def beta_pair(first_p: float, second_p: float, first_q: float, second_q: float) -> Pair:
    r"""Return two Beta laws, :math:`f(x) \propto x^{a-1} (1-x)^{b-1}` on (0, 1).

    Near 1 the floats are too coarse for a pole: where b is below 1 and the pole matters, a divergence is less accurate
    and says so.

    Parameters
    ----------
    first_p, second_p, first_q, second_q : float
        Their shapes a at 0 and b at 1, positive and finite.

    Raises
    ------
    ParameterError
        If a shape is not positive and finite.
    """
    shapes = list(zip(both("first", first_p, first_q), both("second", second_p, second_q), strict=True))
    laws = [partial(_log_beta, first=a, second=b) for a, b in shapes]
    modes = [(a - 1) / (a + b - 2) for a, b in shapes if a > 1 and b > 1]
    return Pair(laws[0], laws[1], (0.0, *modes, 1.0), (0.0, 1.0), _ULPS)


def log_truncated_laplace(distance: Array, scale: float, bound: float) -> Array:
    """Log-density of Laplace noise that is cut off at a bound and rescaled, at a distance from the mode."""
    constant = math.log(2 * scale) + math.log(-math.expm1(-bound / scale))
    return np.where(np.abs(distance) <= bound, -np.abs(distance) / scale - constant, -np.inf)


def _log_truncated(x: Array, location: float, scale: float, bound: float) -> Array:
    return log_truncated_laplace(x - location, scale, bound)


def _log_uniform(x: Array, low: float, high: float) -> Array:
    return np.where((x >= low) & (x <= high), -math.log(high - low), -np.inf)


def _log_beta(x: Array, first: float, second: float) -> Array:
    """Return the log-density by that of a binomial count of real trials, without cancellation (as R does)."""
    inside = (x > 0) & (x < 1)
    p = np.where(inside, x, 0.5)
    a, b = np.full(x.shape, first), second
    if first < 1 and second < 1:
        value = math.log(first * (b / (first + b))) - np.log(p) - np.log1p(-p) + log_binomial(a, first + b, p)
    elif first < 1:
        value = math.log(first) - np.log(p) + log_binomial(a, first + b - 1, p)
    elif second < 1:
        value = math.log(b) - np.log1p(-p) + log_binomial(a - 1, first + b - 1, p)
    else:
        value = math.log(first + b - 1) + log_binomial(a - 1, first + b - 2, p)
    return np.where(inside, value, -np.inf)

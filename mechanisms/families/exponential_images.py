"""Laws of a function of one exponential number, typed from their densities."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms.families.images import on_half_line
from mechanisms.families.parameters import both
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, real

_ULPS = 16.0
_LOG_TWO_PI = math.log(2 * math.pi)


def frechet_pair(shape_p: float, scale_p: float, shape_q: float, scale_q: float) -> Pair:
    r"""Return two Fréchet laws, :math:`f(x) = (k/b) (x/b)^{-k-1} e^{-(x/b)^{-k}}` for positive x."""
    shapes, scales = both("shape", shape_p, shape_q), both("scale", scale_p, scale_q)
    modes = [b * (k / (1 + k)) ** (1 / k) for k, b in zip(shapes, scales, strict=True)]
    laws = [partial(_log_frechet, shape=k, scale=b) for k, b in zip(shapes, scales, strict=True)]
    return on_half_line(laws, modes, _ULPS + 2 * max(shapes))


def _log_frechet(x: Array, shape: float, scale: float) -> Array:
    standard = np.log(x / scale)
    with np.errstate(over="ignore"):
        return math.log(shape / scale) - (shape + 1) * standard - np.exp(-shape * standard)


def power_function_pair(bound_p: float, shape_p: float, bound_q: float, shape_q: float) -> Pair:
    r"""Return two power function laws, :math:`f(x) = k x^{k-1}/a^k` for x between 0 and a."""
    bounds, shapes = both("bound", bound_p, bound_q), both("shape", shape_p, shape_q)
    laws = [partial(_log_power, bound=a, shape=k) for a, k in zip(bounds, shapes, strict=True)]
    return on_half_line(laws, bounds, high=max(bounds))


def _log_power(x: Array, bound: float, shape: float) -> Array:
    return np.where(x <= bound, math.log(shape / bound) + (shape - 1) * np.log(x / bound), -np.inf)


def gompertz_pair(scale_p: float, shape_p: float, scale_q: float, shape_q: float) -> Pair:
    r"""Return two Gompertz laws, :math:`f(x) = (k/b)\, e^{x/b - k(e^{x/b} - 1)}` for positive x."""
    scales, shapes = both("scale", scale_p, scale_q), both("shape", shape_p, shape_q)
    laws = [partial(_log_gompertz, scale=b, shape=k) for b, k in zip(scales, shapes, strict=True)]
    return on_half_line(laws, [b * max(-math.log(k), 0.0) for b, k in zip(scales, shapes, strict=True)])


def _log_gompertz(x: Array, scale: float, shape: float) -> Array:
    with np.errstate(over="ignore"):
        return math.log(shape / scale) + x / scale - shape * np.expm1(x / scale)


def reversed_gumbel_pair(location_p: float, scale_p: float, location_q: float, scale_q: float) -> Pair:
    r"""Return two Gumbel laws of the minimum, :math:`f(x) = e^{z - e^z}/b` with :math:`z = (x - \mu)/b`."""
    places, scales = both("location", location_p, location_q, real), both("scale", scale_p, scale_q)
    laws = [partial(_log_reversed, location=m, scale=b) for m, b in zip(places, scales, strict=True)]
    return Pair(laws[0], laws[1], places, (-math.inf, math.inf), _ULPS)


def _log_reversed(x: Array, location: float, scale: float) -> Array:
    standard = (x - location) / scale
    with np.errstate(over="ignore"):
        return standard - np.exp(standard) - math.log(scale)


def generalized_logistic_pair(shape_p: float, shape_q: float) -> Pair:
    r"""Return two generalized logistic laws, :math:`f(x) = k e^{-x} (1 + e^{-x})^{-k-1}`."""
    shapes = both("shape", shape_p, shape_q)
    laws = [partial(_log_generalized_logistic, shape=k) for k in shapes]
    return Pair(laws[0], laws[1], tuple(math.log(k) for k in shapes), (-math.inf, math.inf), _ULPS)


def _log_generalized_logistic(x: Array, shape: float) -> Array:
    return math.log(shape) - x - (shape + 1) * np.logaddexp(0.0, -x)


def lomax_pair(scale_p: float, shape_p: float, scale_q: float, shape_q: float) -> Pair:
    r"""Return two Lomax laws, :math:`f(x) = (k/m) (1 + x/m)^{-k-1}` for positive x."""
    scales, shapes = both("scale", scale_p, scale_q), both("shape", shape_p, shape_q)
    laws = [partial(_log_lomax, scale=m, shape=k) for m, k in zip(scales, shapes, strict=True)]
    return on_half_line(laws, scales)


def _log_lomax(x: Array, scale: float, shape: float) -> Array:
    return math.log(shape / scale) - (shape + 1) * np.log1p(x / scale)


def inverse_lomax_pair(scale_p: float, shape_p: float, scale_q: float, shape_q: float) -> Pair:
    r"""Return two inverse Lomax laws, :math:`f(x) = (km/x^2) (1 + m/x)^{-k-1}` for positive x."""
    scales, shapes = both("scale", scale_p, scale_q), both("shape", shape_p, shape_q)
    laws = [partial(_log_inverse_lomax, scale=m, shape=k) for m, k in zip(scales, shapes, strict=True)]
    return on_half_line(laws, scales)


def _log_inverse_lomax(x: Array, scale: float, shape: float) -> Array:
    return _log_lomax(1 / x, 1 / scale, shape) - 2 * np.log(x)


def truncated_exponential_pair(scale_p: float, bound_p: float, scale_q: float, bound_q: float) -> Pair:
    r"""Return two exponential laws given that they are below a bound, :math:`f(x) \propto e^{-x/b}` for x between 0 and a."""
    scales, bounds = both("scale", scale_p, scale_q), both("bound", bound_p, bound_q)
    laws = [partial(_log_truncated, scale=b, bound=a) for b, a in zip(scales, bounds, strict=True)]
    return on_half_line(laws, bounds, high=max(bounds))


def _log_truncated(x: Array, scale: float, bound: float) -> Array:
    return np.where(x <= bound, -x / scale - math.log(-scale * math.expm1(-bound / scale)), -np.inf)


def bounded_pareto_pair(
    minimum_p: float, shape_p: float, width_p: float, minimum_q: float, shape_q: float, width_q: float
) -> Pair:
    r"""Return two Pareto laws given that they are below a bound, :math:`f(x) \propto x^{-k-1}` for x from m to :math:`me^c`."""
    least, widths = both("minimum", minimum_p, minimum_q), both("width", width_p, width_q)
    shapes = both("shape", shape_p, shape_q)
    ends = [m * math.exp(c) for m, c in zip(least, widths, strict=True)]
    laws = [partial(_log_bounded, minimum=m, shape=k, width=c) for m, k, c in zip(least, shapes, widths, strict=True)]
    return Pair(laws[0], laws[1], (*least, *ends), (min(least), max(ends)), _ULPS)


def _log_bounded(x: Array, minimum: float, shape: float, width: float) -> Array:
    height = np.log(np.maximum(x, minimum) / minimum)
    value = math.log(shape / minimum) - math.log(-math.expm1(-shape * width)) - (shape + 1) * height
    return np.where((x >= minimum) & (x <= minimum * math.exp(width)), value, -np.inf)

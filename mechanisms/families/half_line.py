"""Laws on a half line: exponential, Gamma, chi-squared, Weibull, Rayleigh, inverse Gamma and Gaussian, log-normal, Pareto."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np

from mechanisms.families.parameters import both
from mechanisms.families.saddle import log_poisson
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, real

_ULPS = 16.0


def exponential_pair(rate_p: float, rate_q: float, location_p: float = 0.0, location_q: float = 0.0) -> Pair:
    r"""Return two exponential laws, :math:`f(x) = r e^{-r (x - \mu)}` for x from mu on.

    Parameters
    ----------
    rate_p, rate_q : float
        Their rates r, positive and finite.
    location_p, location_q : float
        Their least points mu, finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    places, rates = both("location", location_p, location_q, real), both("rate", rate_p, rate_q)
    first, second = _laws(_log_exponential, location=places, rate=rates)
    return Pair(first, second, places, (min(places), math.inf))


def _log_exponential(x: Array, location: float, rate: float) -> Array:
    return np.where(x >= location, math.log(rate) - rate * np.maximum(x - location, 0.0), -np.inf)


def gamma_pair(shape_p: float, rate_p: float, shape_q: float, rate_q: float) -> Pair:
    r"""Return two Gamma laws, :math:`f(x) = r^k x^{k-1} e^{-rx}/\Gamma(k)` for positive x.

    Parameters
    ----------
    shape_p, shape_q : float
        Their shapes k, positive and finite.
    rate_p, rate_q : float
        Their rates r, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    shapes, rates = both("shape", shape_p, shape_q), both("rate", rate_p, rate_q)
    modes = [max(k - 1, 0.0) / r for k, r in zip(shapes, rates, strict=True)]
    return _positive(_laws(_log_gamma, shape=shapes, rate=rates), modes, _ULPS)


def _log_gamma(x: Array, shape: float, rate: float) -> Array:
    if shape < 1:
        return math.log(shape) - np.log(x) + log_poisson(np.full(x.shape, shape), rate, x)
    return math.log(rate) + log_poisson(np.full(x.shape, shape - 1), rate, x)


def inverse_gamma_pair(shape_p: float, scale_p: float, shape_q: float, scale_q: float) -> Pair:
    r"""Return two inverse Gamma laws, :math:`f(x) = b^k x^{-k-1} e^{-b/x}/\Gamma(k)` for positive x.

    Parameters
    ----------
    shape_p, shape_q : float
        Their shapes k, positive and finite.
    scale_p, scale_q : float
        Their scales b, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    shapes, scales = both("shape", shape_p, shape_q), both("scale", scale_p, scale_q)
    modes = [b / (k + 1) for k, b in zip(shapes, scales, strict=True)]
    return _positive(_laws(_log_inverse_gamma, shape=shapes, scale=scales), modes, _ULPS)


def _log_inverse_gamma(x: Array, shape: float, scale: float) -> Array:
    return _log_gamma(1 / x, shape, scale) - 2 * np.log(x)


def chi_squared_pair(dof_p: float, dof_q: float) -> Pair:
    r"""Return two chi-squared laws, :math:`f(x) = x^{\nu/2-1} e^{-x/2}/(2^{\nu/2} \Gamma(\nu/2))`.

    Parameters
    ----------
    dof_p, dof_q : float
        Their degrees of freedom nu, positive and finite.

    Raises
    ------
    ParameterError
        If degrees of freedom are not positive and finite.
    """
    first, second = both("dof", dof_p, dof_q)
    return gamma_pair(first / 2, 0.5, second / 2, 0.5)


def weibull_pair(shape_p: float, scale_p: float, shape_q: float, scale_q: float) -> Pair:
    r"""Return two Weibull laws, :math:`f(x) = (k/b) (x/b)^{k-1} e^{-(x/b)^k}` for positive x.

    Parameters
    ----------
    shape_p, shape_q : float
        Their shapes k, positive and finite.
    scale_p, scale_q : float
        Their scales b, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    shapes, scales = both("shape", shape_p, shape_q), both("scale", scale_p, scale_q)
    modes = [b * max(1 - 1 / k, 0.0) ** (1 / k) for k, b in zip(shapes, scales, strict=True)]
    # The rounding of x/b counts k times in its power.
    return _positive(_laws(_log_weibull, shape=shapes, scale=scales), modes, 4 + 2 * max(shapes))


def _log_weibull(x: Array, shape: float, scale: float) -> Array:
    standard = x / scale
    with np.errstate(over="ignore"):
        return math.log(shape / scale) + (shape - 1) * np.log(standard) - standard**shape


def rayleigh_pair(sigma_p: float, sigma_q: float) -> Pair:
    r"""Return two Rayleigh laws, :math:`f(x) = (x/\sigma^2) e^{-x^2/(2\sigma^2)}` for positive x.

    Parameters
    ----------
    sigma_p, sigma_q : float
        Their modes sigma, positive and finite.

    Raises
    ------
    ParameterError
        If a mode is not positive and finite.
    """
    sigmas = both("sigma", sigma_p, sigma_q)
    return _positive(_laws(_log_rayleigh, sigma=sigmas), sigmas)


def _log_rayleigh(x: Array, sigma: float) -> Array:
    standard = x / sigma
    with np.errstate(over="ignore"):
        return np.log(standard) - standard * standard / 2 - math.log(sigma)


def inverse_gaussian_pair(mean_p: float, shape_p: float, mean_q: float, shape_q: float) -> Pair:
    r"""Return two inverse Gaussian laws, :math:`f(x) = \sqrt{k/(2\pi x^3)}\, e^{-k(x-m)^2/(2m^2x)}` for positive x.

    Parameters
    ----------
    mean_p, mean_q : float
        Their means m, positive and finite.
    shape_p, shape_q : float
        Their shapes k, positive and finite; the variance is m^3/k.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    means, shapes = both("mean", mean_p, mean_q), both("shape", shape_p, shape_q)
    ratios = [1.5 * mean / shape for mean, shape in zip(means, shapes, strict=True)]
    modes = [mean / (math.hypot(1, ratio) + ratio) for mean, ratio in zip(means, ratios, strict=True)]
    return _positive(_laws(_log_inverse_gaussian, mean=means, shape=shapes), modes)


def _log_inverse_gaussian(x: Array, mean: float, shape: float) -> Array:
    gap = (x - mean) / mean
    with np.errstate(over="ignore"):
        return math.log(shape / (2 * math.pi)) / 2 - 1.5 * np.log(x) - shape * gap * (gap / (2 * x))


def log_normal_pair(location_p: float, sigma_p: float, location_q: float, sigma_q: float) -> Pair:
    r"""Return two log-normal laws, :math:`f(x) = e^{-(\log x-\mu)^2/(2\sigma^2)}/(x\sigma\sqrt{2\pi})`.

    Parameters
    ----------
    location_p, location_q : float
        The means mu of the logarithms, finite.
    sigma_p, sigma_q : float
        The standard deviations of the logarithms, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    places, sigmas = both("location", location_p, location_q, real), both("sigma", sigma_p, sigma_q)
    modes = [math.exp(place - sigma**2) for place, sigma in zip(places, sigmas, strict=True)]
    # The rounding of log(x) in units of sigma.
    ulps = max(4 + 4 * abs(place) / sigma for place, sigma in zip(places, sigmas, strict=True))
    return _positive(_laws(_log_log_normal, location=places, sigma=sigmas), modes, ulps)


def _log_log_normal(x: Array, location: float, sigma: float) -> Array:
    standard = (np.log(x) - location) / sigma
    return -np.log(x) - standard * standard / 2 - math.log(sigma) - math.log(2 * math.pi) / 2


def pareto_pair(minimum_p: float, shape_p: float, minimum_q: float, shape_q: float) -> Pair:
    r"""Return two Pareto laws, :math:`f(x) = k m^k/x^{k+1}` for x from m on.

    Parameters
    ----------
    minimum_p, minimum_q : float
        Their least values m, positive and finite.
    shape_p, shape_q : float
        The exponents k of their tails, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    least, shapes = both("minimum", minimum_p, minimum_q), both("shape", shape_p, shape_q)
    first, second = _laws(_log_pareto, minimum=least, shape=shapes)
    return Pair(first, second, least, (min(least), math.inf))


def _log_pareto(x: Array, minimum: float, shape: float) -> Array:
    value = math.log(shape / minimum) - (shape + 1) * np.log(np.maximum(x, minimum) / minimum)
    return np.where(x >= minimum, value, -np.inf)


def _laws(log_density: Callable[..., Array], **values: tuple[float, float]) -> list[Callable[..., Array]]:
    """Return the two log-densities with these parameters."""
    return [partial(log_density, **{name: pair[place] for name, pair in values.items()}) for place in (0, 1)]


def _positive(laws: Sequence[Callable[..., Array]], modes: Iterable[float], ulps: float = 4.0) -> Pair:
    """Return the pair of two log-densities of positive numbers."""
    first, second = (partial(on_positive, log_density=law) for law in laws)
    return Pair(first, second, (0.0, *modes), (0.0, math.inf), ulps)


def on_positive(x: Array, log_density: Callable[..., Array]) -> Array:
    """Return a log-density of positive numbers where x is one, and minus infinity elsewhere."""
    inside = x > 0
    return np.where(inside, log_density(np.where(inside, x, 1.0)), -np.inf)

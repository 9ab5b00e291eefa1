"""More laws on a half line, typed from their densities, and that of the logarithm of a Gamma number."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from mechanisms.families.half_line import on_positive
from mechanisms.families.parameters import both
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, real

_ULPS = 16.0
_LOG_TWO_PI = math.log(2 * math.pi)


def levy_pair(scale_p: float, scale_q: float) -> Pair:
    r"""Return two Lévy laws, :math:`f(x) = \sqrt{b/(2\pi)}\, x^{-3/2} e^{-b/(2x)}` for positive x."""
    scales = both("scale", scale_p, scale_q)
    return on_half_line([partial(_log_levy, scale=b) for b in scales], [b / 3 for b in scales])


def _log_levy(x: Array, scale: float) -> Array:
    with np.errstate(over="ignore"):
        return (math.log(scale) - _LOG_TWO_PI) / 2 - 1.5 * np.log(x) - scale / (2 * x)


def scaled_inverse_chi_squared_pair(dof_p: float, scale_p: float, dof_q: float, scale_q: float) -> Pair:
    r"""Return two scaled inverse chi-squared laws.

    .. math:: f(x) = \frac{(\nu s/2)^{\nu/2}}{\Gamma(\nu/2)}\, x^{-\nu/2-1} e^{-\nu s/(2x)}, \qquad x > 0
    """
    dofs, scales = both("dof", dof_p, dof_q), both("scale", scale_p, scale_q)
    laws = [partial(_log_inverse_chi, dof=n, rate=n * s / 2) for n, s in zip(dofs, scales, strict=True)]
    return on_half_line(laws, [n * s / (n + 2) for n, s in zip(dofs, scales, strict=True)])


def inverse_chi_squared_pair(dof_p: float, dof_q: float) -> Pair:
    r"""Return two inverse chi-squared laws, :math:`f(x) \propto x^{-\nu/2-1} e^{-1/(2x)}` for positive x."""
    dofs = both("dof", dof_p, dof_q)
    return on_half_line([partial(_log_inverse_chi, dof=n, rate=0.5) for n in dofs], [1 / (n + 2) for n in dofs])


def _log_inverse_chi(x: Array, dof: float, rate: float) -> Array:
    half = dof / 2
    with np.errstate(over="ignore"):
        return half * math.log(rate) - math.lgamma(half) - (half + 1) * np.log(x) - rate / x


def log_laplace_pair(location_p: float, scale_p: float, location_q: float, scale_q: float) -> Pair:
    r"""Return two log-Laplace laws, :math:`f(x) = e^{-|\log x - \mu|/b}/(2bx)` for positive x."""
    places, scales = both("location", location_p, location_q, real), both("scale", scale_p, scale_q)
    laws = [partial(_log_log_laplace, location=m, scale=b) for m, b in zip(places, scales, strict=True)]
    return on_half_line(laws, [math.exp(place) for place in places])


def _log_log_laplace(x: Array, location: float, scale: float) -> Array:
    logarithm = np.log(x)
    return -np.abs(logarithm - location) / scale - logarithm - math.log(2 * scale)


def half_normal_pair(sigma_p: float, sigma_q: float) -> Pair:
    r"""Return two half-normal laws, :math:`f(x) = \sqrt{2/\pi}\, e^{-x^2/(2\sigma^2)}/\sigma` for positive x."""
    sigmas = both("sigma", sigma_p, sigma_q)
    return on_half_line(
        [partial(_log_generalized, power=2.0, shape=0.5, scale=math.sqrt(2) * s) for s in sigmas], sigmas
    )


def chi_pair(dof_p: float, dof_q: float) -> Pair:
    r"""Return two chi laws, :math:`f(x) \propto x^{\nu-1} e^{-x^2/2}` for positive x."""
    dofs = both("dof", dof_p, dof_q)
    laws = [partial(_log_generalized, power=2.0, shape=n / 2, scale=math.sqrt(2)) for n in dofs]
    return on_half_line(laws, [math.sqrt(max(n - 1, 0.0)) for n in dofs])


def nakagami_pair(shape_p: float, spread_p: float, shape_q: float, spread_q: float) -> Pair:
    r"""Return two Nakagami laws, :math:`f(x) \propto x^{2k-1} e^{-kx^2/m}` for positive x."""
    shapes, spreads = both("shape", shape_p, shape_q), both("spread", spread_p, spread_q)
    pairs = list(zip(shapes, spreads, strict=True))
    laws = [partial(_log_generalized, power=2.0, shape=k, scale=math.sqrt(m / k)) for k, m in pairs]
    return on_half_line(laws, [math.sqrt(m * max(1 - 1 / (2 * k), 0.0)) for k, m in pairs])


def generalized_gamma_pair(
    power_p: float, shape_p: float, scale_p: float, power_q: float, shape_q: float, scale_q: float
) -> Pair:
    r"""Return two generalized Gamma laws, :math:`f(x) \propto x^{rk-1} e^{-(x/b)^r}` for positive x."""
    triples = list(
        zip(
            both("power", power_p, power_q),
            both("shape", shape_p, shape_q),
            both("scale", scale_p, scale_q),
            strict=True,
        )
    )
    laws = [partial(_log_generalized, power=r, shape=k, scale=b) for r, k, b in triples]
    modes = [b * max(k - 1 / r, 0.0) ** (1 / r) for r, k, b in triples]
    return on_half_line(laws, modes, _ULPS + 2 * max(r for r, _, _ in triples))


def _log_generalized(x: Array, power: float, shape: float, scale: float) -> Array:
    standard = x / scale
    with np.errstate(over="ignore"):
        exponent = standard**power
    return math.log(power / scale) - math.lgamma(shape) + (power * shape - 1) * np.log(standard) - exponent


def beta_prime_pair(first_p: float, second_p: float, first_q: float, second_q: float) -> Pair:
    r"""Return two Beta prime laws, :math:`f(x) = x^{k_1-1} (1+x)^{-k_1-k_2}/B(k_1, k_2)` for positive x."""
    pairs = list(zip(both("first", first_p, first_q), both("second", second_p, second_q), strict=True))
    laws = [partial(_log_beta_prime, first=k1, second=k2) for k1, k2 in pairs]
    return on_half_line(laws, [max(k1 - 1, 0.0) / (k2 + 1) for k1, k2 in pairs])


def _log_beta_prime(x: Array, first: float, second: float) -> Array:
    constant = math.lgamma(first + second) - math.lgamma(first) - math.lgamma(second)
    return constant + (first - 1) * np.log(x) - (first + second) * np.log1p(x)


def birnbaum_saunders_pair(scale_p: float, sigma_p: float, scale_q: float, sigma_q: float) -> Pair:
    r"""Return two Birnbaum-Saunders laws: :math:`(x - m)/\sqrt{mx}` is Gaussian of standard deviation sigma."""
    scales, sigmas = both("scale", scale_p, scale_q), both("sigma", sigma_p, sigma_q)
    laws = [partial(_log_fatigue, scale=m, sigma=s) for m, s in zip(scales, sigmas, strict=True)]
    return on_half_line(laws, scales)


def _log_fatigue(x: Array, scale: float, sigma: float) -> Array:
    standard = (x - scale) / np.sqrt(scale * x) / sigma
    slope = np.log((x + scale) / (2 * x)) - np.log(scale * x) / 2
    return slope - math.log(sigma) - _LOG_TWO_PI / 2 - standard * standard / 2


def half_cauchy_pair(scale_p: float, scale_q: float) -> Pair:
    r"""Return two half-Cauchy laws, :math:`f(x) = 2/(\pi b (1 + (x/b)^2))` for positive x."""
    scales = both("scale", scale_p, scale_q)
    return on_half_line([partial(_log_half_cauchy, scale=b) for b in scales], scales)


def _log_half_cauchy(x: Array, scale: float) -> Array:
    return math.log(2 / (math.pi * scale)) - 2 * np.log(np.hypot(1.0, x / scale))


def reciprocal_inverse_gaussian_pair(mean_p: float, shape_p: float, mean_q: float, shape_q: float) -> Pair:
    r"""Return two laws of reciprocals of inverse Gaussian numbers, :math:`f(x) = \sqrt{k/(2\pi x)}\, e^{-k(1-mx)^2/(2m^2x)}`."""
    means, shapes = both("mean", mean_p, mean_q), both("shape", shape_p, shape_q)
    laws = [partial(_log_reciprocal, mean=m, shape=k) for m, k in zip(means, shapes, strict=True)]
    return on_half_line(laws, [1 / mean for mean in means])


def _log_reciprocal(x: Array, mean: float, shape: float) -> Array:
    gap = 1 / mean - x
    with np.errstate(over="ignore"):
        return (math.log(shape) - _LOG_TWO_PI - np.log(x)) / 2 - shape * gap * (gap / (2 * x))


def exp_gamma_pair(shape_p: float, rate_p: float, shape_q: float, rate_q: float) -> Pair:
    r"""Return two laws of the logarithm of a Gamma number, :math:`f(x) = r^k e^{kx - re^x}/\Gamma(k)`."""
    shapes, rates = both("shape", shape_p, shape_q), both("rate", rate_p, rate_q)
    laws = [partial(_log_exp_gamma, shape=k, rate=r) for k, r in zip(shapes, rates, strict=True)]
    modes = [math.log(k / r) for k, r in zip(shapes, rates, strict=True)]
    return Pair(laws[0], laws[1], tuple(modes), (-math.inf, math.inf), _ULPS)


def _log_exp_gamma(x: Array, shape: float, rate: float) -> Array:
    with np.errstate(over="ignore"):
        return shape * math.log(rate) - math.lgamma(shape) + shape * x - rate * np.exp(x)


def on_half_line(
    laws: Sequence[Callable[..., Array]], modes: Sequence[float], ulps: float = _ULPS, high: float = math.inf
) -> Pair:
    """Return the pair of two log-densities of positive numbers, up to a bound."""
    first, second = (partial(on_positive, log_density=law) for law in laws)
    return Pair(first, second, (0.0, *modes), (0.0, high), ulps)

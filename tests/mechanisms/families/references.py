"""Divergences of families from their definitions at 40 digits; only mpmath is imported.

A law is a log-density or log-mass at many digits. `by_quadrature` and `by_summation` work out the definitions blindly.
The tables RENYI and LOSS_TAIL hold what a change of variables or a known integral makes of them; they serve where
hundreds of values are wanted, and are compared with the blind ones before they are relied on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import mpmath as mp

DIGITS = 40


def exact(function: Callable) -> Callable:
    """Run a function at many digits, with its float arguments taken as the exact numbers that they are."""

    @wraps(function)
    def at_many_digits(*arguments, **named):
        with mp.workdps(DIGITS + 10):
            return function(
                *(mp.mpf(x) if isinstance(x, (int, float)) else x for x in arguments),
                **{name: mp.mpf(x) if isinstance(x, (int, float)) else x for name, x in named.items()},
            )

    return at_many_digits


def integrand(kind: str, log_p: Callable, log_q: Callable, parameter):
    """Return what a definition integrates: kind is renyi, kl, hockey stick, chi squared or hellinger."""

    def at(x):
        p, q = log_p(x), log_q(x)
        if kind == "renyi":
            return mp.exp(parameter * p + (1 - parameter) * q)
        if kind == "kl":
            return mp.exp(p) * (p - q) if p > -mp.inf else mp.mpf(0)
        if kind == "chi squared":
            return (mp.exp(p) - mp.exp(q)) ** 2 / mp.exp(q)
        if kind == "hellinger":
            return (mp.exp(p / 2) - mp.exp(q / 2)) ** 2 / 2
        return max(mp.exp(p) - mp.exp(parameter + q), mp.mpf(0))

    return at


def finish(kind: str, total, parameter):
    return mp.log(total) / (parameter - 1) if kind == "renyi" else total


@exact
def by_quadrature(kind, log_p, log_q, points, parameter=0):
    """Integrate a definition over the line, cut at the points (ends included), to 22 digits or more."""
    with mp.workdps(28):
        function = integrand(kind, log_p, log_q, parameter)
        total, error = mp.quad(function, points, error=True, maxdegree=8)
        assert error <= mp.mpf(10) ** -22 * abs(total), f"the reference is not resolved: {total} +- {error}"
        return finish(kind, total, parameter)


@exact
def by_summation(kind, log_p, log_q, first, last, parameter=0):
    """Sum a definition over integers from first to last (both included)."""
    term = integrand(kind, log_p, log_q, parameter)
    return finish(kind, mp.fsum(term(mp.mpf(k)) for k in range(int(first), int(last) + 1)), parameter)


# Log-densities.


@exact
def log_exponential(rate, location=0):
    constant = mp.log(rate)
    return lambda x: constant - rate * (x - location) if x >= location else -mp.inf


@exact
def log_gamma(shape, rate):
    constant = shape * mp.log(rate) - mp.loggamma(shape)
    return lambda x: constant + (shape - 1) * mp.log(x) - rate * x


@exact
def log_student(dof, location, scale):
    constant = mp.loggamma((mp.mpf(dof) + 1) / 2) - mp.loggamma(mp.mpf(dof) / 2) - mp.log(mp.pi * dof) / 2
    constant -= mp.log(mp.mpf(scale))
    return lambda x: constant - (mp.mpf(dof) + 1) / 2 * mp.log(1 + ((x - location) / scale) ** 2 / dof)


@exact
def log_logistic(location, scale):
    return lambda x: (
        -abs(x - location) / scale - 2 * mp.log1p(mp.exp(-abs(x - location) / scale)) - mp.log(mp.mpf(scale))
    )


@exact
def log_gumbel(location, scale):
    return lambda x: -(x - location) / scale - mp.exp(-(x - location) / scale) - mp.log(mp.mpf(scale))


@exact
def log_asymmetric(location, left, right):
    def at(x):
        gap = x - location
        return (gap / left if gap < 0 else -gap / right) - mp.log(mp.mpf(left) + right)

    return at


@exact
def log_truncated(location, scale, bound):
    constant = mp.log(2 * mp.mpf(scale) * (1 - mp.exp(-mp.mpf(bound) / scale)))
    return lambda x: -abs(x - location) / scale - constant if abs(x - location) <= bound else -mp.inf


@exact
def log_weibull(shape, scale):
    return lambda x: mp.log(mp.mpf(shape) / scale) + (shape - 1) * mp.log(x / scale) - (x / scale) ** mp.mpf(shape)


@exact
def log_inverse_gaussian(mean, shape):
    constant = mp.log(shape / (2 * mp.pi)) / 2
    return lambda x: constant - 1.5 * mp.log(x) - mp.mpf(shape) * (x - mean) ** 2 / (2 * mp.mpf(mean) ** 2 * x)


@exact
def log_log_normal(location, sigma):
    return lambda x: -mp.log(x * sigma * mp.sqrt(2 * mp.pi)) - ((mp.log(x) - location) / sigma) ** 2 / 2


@exact
def log_pareto(minimum, shape):
    return lambda x: mp.log(mp.mpf(shape) / minimum) - (shape + 1) * mp.log(x / minimum)


@exact
def log_beta(first, second):
    constant = mp.loggamma(mp.mpf(first) + second) - mp.loggamma(first) - mp.loggamma(second)
    return lambda x: constant + (first - 1) * mp.log(x) + (second - 1) * mp.log(1 - x)


@exact
def log_gaussian(mean, sigma):
    return lambda x: -(((x - mean) / sigma) ** 2) / 2 - mp.log(mp.mpf(sigma) * mp.sqrt(2 * mp.pi))


@exact
def log_laplace(location, scale):
    return lambda x: -abs(x - location) / scale - mp.log(2 * mp.mpf(scale))


@exact
def log_mixture(rate, first, second):
    return lambda x: mp.log(rate * mp.exp(first(x)) + (1 - rate) * mp.exp(second(x)))


# Log-masses.


@exact
def log_poisson(mean):
    return lambda k: k * mp.log(mean) - mean - mp.loggamma(k + 1)


@exact
def log_geometric(success):
    return lambda k: mp.log(success) + k * mp.log1p(-mp.mpf(success))


@exact
def log_negative_binomial(shape, success):
    return lambda k: (
        mp.loggamma(k + shape)
        - mp.loggamma(shape)
        - mp.loggamma(k + 1)
        + shape * mp.log(success)
        + k * mp.log1p(-mp.mpf(success))
    )


@exact
def log_binomial(trials, success, location=0):
    def at(k):
        x = k - location
        if not 0 <= x <= trials:
            return -mp.inf
        choices = mp.loggamma(mp.mpf(trials) + 1) - mp.loggamma(x + 1) - mp.loggamma(trials - x + 1)
        return choices + x * mp.log(success) + (trials - x) * mp.log1p(-mp.mpf(success))

    return at


@exact
def log_two_sided(location, scale):
    return lambda k: mp.log(mp.tanh(1 / (2 * mp.mpf(scale)))) - abs(k - location) / mp.mpf(scale)


@exact
def log_discrete_gaussian(location, sigma):
    reach = int(16 * sigma) + 2
    total = mp.fsum(mp.exp(-((mp.mpf(k) / sigma) ** 2) / 2) for k in range(-reach, reach + 1))
    return lambda k: -(((k - location) / sigma) ** 2) / 2 - mp.log(total)


@exact
def log_skellam(first, second, location=0):
    def at(k):
        x = k - location
        bessel = mp.besseli(abs(x), 2 * mp.sqrt(mp.mpf(first) * second))
        return -mp.mpf(first) - second + x / 2 * mp.log(mp.mpf(first) / second) + mp.log(bessel)

    return at


# Known integrals: the Rényi divergence of any order other than 1.


def _divergence(order, log_moment):
    return log_moment / (order - 1)


@exact
def exponential_renyi(order, rate_p, rate_q):
    rate = order * rate_p + (1 - order) * rate_q
    if rate <= 0:
        return mp.inf
    return _divergence(order, order * mp.log(rate_p) + (1 - order) * mp.log(rate_q) - mp.log(rate))


@exact
def gamma_renyi(order, shape_p, rate_p, shape_q, rate_q):
    shape, rate = (order * a + (1 - order) * b for a, b in ((shape_p, shape_q), (rate_p, rate_q)))
    if shape <= 0 or rate <= 0:
        return mp.inf
    total = order * (shape_p * mp.log(rate_p) - mp.loggamma(shape_p)) - shape * mp.log(rate)
    total += (1 - order) * (shape_q * mp.log(rate_q) - mp.loggamma(shape_q)) + mp.loggamma(shape)
    return _divergence(order, total)


@exact
def gumbel_renyi(order, location_p, location_q, scale):
    return exponential_renyi(order, mp.mpf(1), mp.exp((location_q - location_p) / scale))


@exact
def logistic_renyi(order, location_p, location_q, scale):
    gap = abs(location_q - location_p) / scale
    middle = 2 * order - 1
    share = mp.sinh(middle * gap / 2) / middle if middle else gap / 2
    return _divergence(order, mp.log(share / mp.sinh(gap / 2)))


@exact
def weibull_renyi(order, scale_p, scale_q, shape):
    return exponential_renyi(order, scale_p**-shape, scale_q**-shape)


@exact
def inverse_gaussian_renyi(order, mean_p, shape_p, mean_q, shape_q):
    """Collect the coefficients of x and 1/x; the integral of such a density is the normalising constant of the law."""
    shape = order * shape_p + (1 - order) * shape_q
    rate = order * shape_p / mean_p**2 + (1 - order) * shape_q / mean_q**2
    if shape <= 0 or rate < 0:
        return mp.inf
    total = order * (mp.log(shape_p) / 2 + shape_p / mean_p)
    total += (1 - order) * (mp.log(shape_q) / 2 + shape_q / mean_q)
    return _divergence(order, total - mp.log(shape) / 2 - mp.sqrt(shape * rate))


@exact
def pareto_renyi(order, shape_p, shape_q):
    return exponential_renyi(order, shape_p, shape_q)


@exact
def poisson_renyi(order, mean_p, mean_q):
    return _divergence(order, mean_p**order * mean_q ** (1 - order) - order * mean_p - (1 - order) * mean_q)


@exact
def geometric_renyi(order, success_p, success_q):
    ratio = (1 - success_p) ** order * (1 - success_q) ** (1 - order)
    if ratio >= 1:
        return mp.inf
    return _divergence(order, order * mp.log(success_p) + (1 - order) * mp.log(success_q) - mp.log1p(-ratio))


@exact
def binomial_renyi(order, trials, success_p, success_q):
    one = success_p**order * success_q ** (1 - order)
    other = (1 - success_p) ** order * (1 - success_q) ** (1 - order)
    return trials * _divergence(order, mp.log(one + other))


@exact
def discrete_gaussian_renyi(order, shift, sigma):
    """Complete the square: the sum moves to (1 - order) times the shift, a theta function (DLMF 20.2.3)."""
    dual = -2 * mp.pi**2 * sigma**2

    def theta(at):
        return 1 + 2 * mp.nsum(lambda n: mp.exp(dual * n**2) * mp.cos(2 * mp.pi * n * at), [1, 40])

    moved = (1 - order) * shift
    total = order * (order - 1) * shift**2 / (2 * sigma**2) + mp.log(theta(moved)) - mp.log(theta(0))
    return _divergence(order, total)


@exact
def kl_of(renyi, *parameters):
    """Return the limit at order 1: the derivative there of (order - 1) times the divergence."""
    with mp.workdps(2 * DIGITS + 20):
        return mp.diff(lambda s: s * renyi(1 + s, *parameters) if s else mp.mpf(0), 0, h=mp.mpf(10) ** -30)


# Laws whose tails are known: the probability of L > t under either law.


@exact
def cauchy_level_set(eps, location_p, scale_p, location_q, scale_q):
    """Return P and Q of the points where log(p/q) > eps: the quadratic inequality b_p q-part > e^eps b_q p-part."""
    factor = mp.exp(eps) * scale_q / scale_p
    # (x - mu_q)^2 + b_q^2 > factor ((x - mu_p)^2 + b_p^2)
    a = 1 - factor
    b = -2 * (location_q - factor * location_p)
    c = location_q**2 + scale_q**2 - factor * (location_p**2 + scale_p**2)
    if a == 0:
        ends = (-mp.inf, -c / b) if b < 0 else (-c / b, mp.inf)
        return tuple(_cauchy_mass(*ends, m, s) for m, s in ((location_p, scale_p), (location_q, scale_q)))
    discriminant = b**2 - 4 * a * c
    if discriminant <= 0:
        whole = mp.mpf(1 if a > 0 else 0)
        return whole, whole
    ends = sorted((-b + sign * mp.sqrt(discriminant)) / (2 * a) for sign in (-1, 1))
    inside = [_cauchy_mass(*ends, m, s) for m, s in ((location_p, scale_p), (location_q, scale_q))]
    return tuple(inside) if a < 0 else tuple(1 - mass for mass in inside)


def _cauchy_mass(lo, hi, location, scale):
    return (mp.atan((hi - location) / scale) - mp.atan((lo - location) / scale)) / mp.pi


@exact
def cauchy_hockey_stick(eps, *law):
    p, q = cauchy_level_set(eps, *law)
    return p - mp.exp(eps) * q


@exact
def exponential_level_set(eps, rate_p, rate_q):
    """Return P and Q of the points where log(r_p/r_q) - (r_p - r_q) x > eps."""
    cut = (mp.log(rate_p / rate_q) - eps) / (rate_p - rate_q)
    above = rate_p < rate_q
    cut = max(cut, mp.mpf(0))
    tails = (mp.exp(-rate_p * cut), mp.exp(-rate_q * cut))
    return tails if above else tuple(1 - tail for tail in tails)


@exact
def exponential_tradeoff(level, rate_p, rate_q):
    """Reject P where the loss is least: far out if P falls faster, near 0 if Q does."""
    if rate_p > rate_q:
        return 1 - level ** (rate_q / rate_p)
    return (1 - level) ** (rate_q / rate_p)


@exact
def gaussian_tradeoff(level, distance):
    quantile = mp.sqrt(2) * mp.erfinv(1 - 2 * level)
    return mp.ncdf(quantile - distance)


@exact
def gaussian_profile(eps, distance):
    return mp.ncdf(distance / 2 - eps / distance) - mp.exp(eps) * mp.ncdf(-distance / 2 - eps / distance)

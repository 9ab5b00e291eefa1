"""Divergences of families from their definitions at many digits; only mpmath is imported.

A law is a log-density or log-mass at many digits. `by_quadrature` and `by_summation` work out the definitions blindly.
Other functions are what a change of variables or a known integral makes of them; they serve where hundreds of values are wanted.
"""

from __future__ import annotations

from collections.abc import Callable

import mpmath as mp
from reference import laws
from reference.known import exact


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


@exact
def law(name, *parameters):
    """Return the log-density, or log-mass, of a law of `laws`, with its parameters taken as the exact numbers that they are."""
    return getattr(laws, name)(*parameters).at


def both(name, first, second):
    """Return those of two laws of a family."""
    return law(name, *first), law(name, *second)


@exact
def mixed(rate, name, first, second):
    """Return that of the mixture of two laws of a family, of which the first has a rate."""
    return laws.mixture(rate, *(getattr(laws, name)(*parameters) for parameters in (first, second))).at


def moved(logarithm, distance):
    """Return that of a law that is moved by a distance."""
    return lambda x: logarithm(x - distance)


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
    with mp.workdps(100):
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
def gaussian_tradeoff(level, distance):
    quantile = mp.sqrt(2) * mp.erfinv(1 - 2 * level)
    return mp.ncdf(quantile - distance)


@exact
def gaussian_profile(eps, distance):
    return mp.ncdf(distance / 2 - eps / distance) - mp.exp(eps) * mp.ncdf(-distance / 2 - eps / distance)

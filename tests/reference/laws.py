"""Every law by its density or mass function, typed from its textbook definition; only mpmath is imported.

A parameter is an int, a Fraction or an mpf. All functions work at the precision in force when they are called.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath as mp

NEVER = -math.inf
m: Any = mp.mp
"""The arithmetic of the densities: mpmath's, or its floats for integrals."""


@contextmanager
def in_floats() -> Iterator[None]:
    """Evaluate densities in floats."""
    global m
    m = mp.fp
    try:
        yield
    finally:
        m = mp.mp


class Law(NamedTuple):
    """A law: the logarithm of its density or mass, its support, and points between which that is smooth.

    The points say too where the mass lies. A law on the integers is given by `lattice`, one of steps (a density that
    is constant between kinks) by all its kinks up to a distance.
    """

    logarithm: Callable[[Any], Any]
    points: tuple[Any, ...]
    low: Any = -math.inf
    high: Any = math.inf
    lattice: bool = False
    kinks: Callable[[Any], list[Any]] | None = None

    def at(self, x: Any) -> Any:
        """Return the log-density at a point, minus infinity outside the support."""
        return self.logarithm(x) if self.low <= x <= self.high else NEVER


def real(value: Any) -> Any:
    """Return an exact number at the working precision."""
    return m.mpf(value.numerator) / value.denominator if isinstance(value, (int, Fraction)) else m.mpf(value)


def log1p(x: Any) -> Any:
    """Return log(1 + x); mpmath's floats have none of their own."""
    return math.log1p(x) if m is mp.fp else mp.log1p(x)


def expm1(x: Any) -> Any:
    """Return e^x - 1."""
    return math.expm1(x) if m is mp.fp else mp.expm1(x)


def _around(centre: Any, scale: Any) -> tuple[Any, ...]:
    return (centre - 4 * scale, centre, centre + 4 * scale)


def gaussian(mu, sigma) -> Law:
    mu, sigma = real(mu), real(sigma)
    return Law(lambda x: -(((x - mu) / sigma) ** 2) / 2 - m.log(sigma * m.sqrt(2 * m.pi)), _around(mu, sigma))


def laplace(mu, b) -> Law:
    mu, b = real(mu), real(b)
    return Law(lambda x: -abs(x - mu) / b - m.log(2 * b), (mu,))


def asymmetric_laplace(mu, left, right) -> Law:
    mu, left, right = real(mu), real(left), real(right)
    return Law(lambda x: (x - mu) / (left if x < mu else -right) - m.log(left + right), (mu,))


def truncated_laplace(mu, b, a) -> Law:
    mu, b, a = real(mu), real(b), real(a)
    constant = m.log(2 * b * (1 - m.exp(-a / b)))
    return Law(lambda x: -abs(x - mu) / b - constant, (mu,), mu - a, mu + a)


def uniform(mu, a) -> Law:
    mu, a = real(mu), real(a)
    return Law(lambda x: -m.log(2 * a), (mu,), mu - a, mu + a)


def logistic(mu, b) -> Law:
    mu, b = real(mu), real(b)

    def logarithm(x):
        z = abs(x - mu) / b  # the density is even
        return -z - m.log(b) - 2 * log1p(m.exp(-z))

    return Law(logarithm, _around(mu, b))


def gumbel(mu, b) -> Law:
    mu, b = real(mu), real(b)
    return Law(lambda x: -(x - mu) / b - m.exp(-(x - mu) / b) - m.log(b), _around(mu, b))


def student(mu, dof, b) -> Law:
    mu, dof, b = real(mu), real(dof), real(b)
    constant = m.loggamma((dof + 1) / 2) - m.loggamma(dof / 2) - m.log(m.pi * dof) / 2 - m.log(b)
    return Law(lambda x: constant - (dof + 1) / 2 * log1p(((x - mu) / b) ** 2 / dof), _around(mu, b))


def cauchy(mu, b) -> Law:
    mu, b = real(mu), real(b)
    return Law(lambda x: -m.log(m.pi * b) - log1p(((x - mu) / b) ** 2), _around(mu, b))


def exponential(mu, b) -> Law:
    mu, b = real(mu), real(b)
    return Law(lambda x: -(x - mu) / b - m.log(b), (mu,), mu)


def gamma(shape, rate) -> Law:
    shape, rate = real(shape), real(rate)
    constant = shape * m.log(rate) - m.loggamma(shape)
    return Law(lambda x: constant + (shape - 1) * m.log(x) - rate * x, (shape / rate,), 0)


def chi_squared(dof) -> Law:
    return gamma(real(dof) / 2, real(Fraction(1, 2)))


def inverse_gaussian(mean, shape) -> Law:
    mean, shape = real(mean), real(shape)
    constant = (m.log(shape) - m.log(2 * m.pi)) / 2
    return Law(lambda x: constant - 3 * m.log(x) / 2 - shape * (x - mean) ** 2 / (2 * mean**2 * x), (mean,), 0)


def weibull(shape, b) -> Law:
    shape, b = real(shape), real(b)
    return Law(lambda x: m.log(shape / b) + (shape - 1) * m.log(x / b) - (x / b) ** shape, (b,), 0)


def rayleigh(sigma) -> Law:
    sigma = real(sigma)
    return Law(lambda x: m.log(x / sigma**2) - (x / sigma) ** 2 / 2, (sigma, 4 * sigma), 0)


def beta(first, second) -> Law:
    first, second = real(first), real(second)
    constant = m.loggamma(first + second) - m.loggamma(first) - m.loggamma(second)

    def logarithm(x):
        return constant + (first - 1) * m.log(x) + (second - 1) * log1p(-x)

    return Law(logarithm, (real(Fraction(1, 2)),), 0, m.mpf(1))


def pareto(minimum, shape) -> Law:
    minimum, shape = real(minimum), real(shape)
    return Law(lambda x: m.log(shape) + shape * m.log(minimum) - (shape + 1) * m.log(x), (2 * minimum,), minimum)


def log_normal(mu, sigma) -> Law:
    mu, sigma = real(mu), real(sigma)

    def logarithm(x):
        return -m.log(x * sigma * m.sqrt(2 * m.pi)) - ((m.log(x) - mu) / sigma) ** 2 / 2

    return Law(logarithm, tuple(m.exp(place) for place in _around(mu, sigma)), 0)


def staircase(mu, eps, fraction, width) -> Law:
    mu, eps, fraction, width = real(mu), real(eps), real(fraction), real(width)
    height = (1 - m.exp(-eps)) / (2 * width * (fraction + m.exp(-eps) * (1 - fraction)))

    def logarithm(x):
        return m.log(height) - eps * m.floor(abs(x - mu) / width + 1 - fraction)

    def kinks(reach):
        steps = [(k + fraction) * width for k in range(int(m.ceil(reach / eps)))]
        return [mu + sign * step for step in steps for sign in (-1, 1)]

    return Law(logarithm, (mu,), kinks=kinks)


def _on_integers(logarithm: Callable[[Any], Any], points: tuple[Any, ...], low=-math.inf, high=math.inf) -> Law:
    return Law(logarithm, tuple(int(mp.nint(point)) for point in points), low, high, lattice=True)


def discrete_laplace(mu, b) -> Law:
    b = real(b)
    constant = m.log(expm1(1 / b) / (m.exp(1 / b) + 1))
    return _on_integers(lambda x: constant - abs(x - mu) / b, (mu,))


def discrete_gaussian(mu, sigma) -> Law:
    sigma = real(sigma)
    terms = range(1, int(20 * sigma) + 40)
    total = 1 + 2 * m.fsum(m.exp(-(m.mpf(x) ** 2) / (2 * sigma**2)) for x in terms)
    return _on_integers(lambda x: -(m.mpf(x - mu) ** 2) / (2 * sigma**2) - m.log(total), (mu,))


def poisson(mean) -> Law:
    mean = real(mean)
    return _on_integers(lambda x: x * m.log(mean) - mean - m.loggamma(x + 1), (mean,), 0)


def geometric(p) -> Law:
    p = real(p)
    return _on_integers(lambda x: m.log(p) + x * log1p(-p), (0,), 0)


def negative_binomial(shape, p) -> Law:
    shape, p = real(shape), real(p)

    def logarithm(x):
        ways = m.loggamma(x + shape) - m.loggamma(shape) - m.loggamma(x + 1)
        return ways + shape * m.log(p) + x * log1p(-p)

    return _on_integers(logarithm, (shape * (1 - p) / p,), 0)


def binomial(n, p) -> Law:
    p = real(p)
    return _on_integers(lambda x: m.log(m.binomial(n, x)) + x * m.log(p) + (n - x) * log1p(-p), (n * p,), 0, n)


def skellam(first, second) -> Law:
    first, second = real(first), real(second)
    reach = 2 * m.sqrt(first * second)

    def logarithm(x):
        return x * m.log(first / second) / 2 - first - second + m.log(m.besseli(abs(x), reach))

    return _on_integers(logarithm, (first - second,))


def finite(*masses) -> Law:
    masses = tuple(real(mass) for mass in masses)
    logarithms = [m.log(mass) if mass > 0 else NEVER for mass in masses]
    return _on_integers(lambda x: logarithms[int(x)], (0,), 0, len(masses) - 1)


def bernoulli(p) -> Law:
    return finite(1 - real(p), real(p))


def randomized_response(eps, bit=1) -> Law:
    weights = [m.mpf(1), m.exp(real(eps))]
    return finite(*(weight / sum(weights) for weight in (weights if bit else weights[::-1])))


def kary_response(eps, choices, value=1) -> Law:
    weights = [m.exp(real(eps)) if k == value else m.mpf(1) for k in range(choices)]
    return finite(*(weight / sum(weights) for weight in weights))


def erased_response(eps, weight, bit=1) -> Law:
    weights = [m.exp(real(eps)) if k == bit else m.mpf(1) for k in (0, 1)] + [real(weight)]
    return finite(*(weight / sum(weights) for weight in weights))


def softmax(*scores) -> Law:
    weights = [m.exp(real(score)) for score in scores]
    return finite(*(weight / sum(weights) for weight in weights))


def mixture(weight, first: Law, second: Law) -> Law:
    """Return the law that draws from the first with a probability, else from the second."""
    share = real(weight)

    def logarithm(x):
        parts = [(share, first.at(x)), (1 - share, second.at(x))]
        logs = [m.log(part) + value for part, value in parts if part > 0 and value != NEVER]
        if not logs:
            return NEVER
        top = max(logs)
        return top + m.log(m.fsum(m.exp(value - top) for value in logs))

    ends = {each for law in (first, second) for each in (law.low, law.high) if mp.isfinite(each)}
    inner = () if first.lattice else tuple(ends)
    points = tuple(sorted({*first.points, *second.points, *inner}))
    both = None
    if first.kinks is not None and second.kinks is not None:

        def both(reach):
            return [*first.kinks(reach), *second.kinks(reach)]

    return Law(logarithm, points, min(first.low, second.low), max(first.high, second.high), first.lattice, both)

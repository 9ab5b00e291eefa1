"""The laws of the entries as the mechanisms know them: pairs of the law with itself, by the names of the symbols.

Nothing here knows a density: each function asks the families that the runs of all other entries ask too, or the mechanism.
"""

from __future__ import annotations

import math

import numpy as np

from mechanisms import FinitePair, Pair, RandomizedResponse, bernoulli_pair, gaussian_pair, laplace_pair
from mechanisms.families import bounded, choices, counts, half_line, lattice, locations
from mechanisms.noise.staircase import Staircase
from mechanisms.numeric.countable import CountablePair
from theorems.library.runs import polar


def laplace(mu1: float, b: float) -> Pair:
    return laplace_pair(mu1, b, mu1, b)


def asymmetric(mu1: float, b: float, beta: float) -> Pair:
    return locations.asymmetric_laplace_pair(mu1, b, beta, mu1, b, beta)


def truncated(mu1: float, b: float, a: float) -> Pair:
    return bounded.truncated_laplace_pair(mu1, b, a, mu1, b, a)


def gaussian(mu1: float, sigma: float) -> Pair:
    return gaussian_pair(mu1, sigma, mu1, sigma)


def exponential(mu1: float, b: float) -> Pair:
    return half_line.exponential_pair(1 / b, 1 / b, mu1, mu1)


def gumbel(mu1: float, b: float) -> Pair:
    return locations.gumbel_pair(mu1, b, mu1, b)


def logistic(mu1: float, b: float) -> Pair:
    return locations.logistic_pair(mu1, b, mu1, b)


def cauchy(mu1: float, b: float) -> Pair:
    return locations.cauchy_pair(mu1, b, mu1, b)


def student(mu1: float, nu: float, b: float) -> Pair:
    return locations.student_pair(nu, mu1, b, mu1, b)


def uniform(mu1: float, a: float) -> Pair:
    return bounded.uniform_pair(mu1 - a, mu1 + a, mu1 - a, mu1 + a)


def gamma(k: float, r: float) -> Pair:
    return half_line.gamma_pair(k, r, k, r)


def gauge(n: float, zeta: float) -> Pair:
    """Return the gauge of noise on a ball in n dimensions: t times the body has t^n times its volume, and the constant is an integral."""
    count = int(n)
    centre = polar.density(polar.euclidean, count, zeta, 0.0)

    def log_density(t: np.ndarray) -> np.ndarray:
        return math.log(count * centre.value) + (count - 1) * np.log(t) - zeta * t

    return Pair(log_density, log_density, [count / zeta], (0.0, math.inf), ulps=centre.error / centre.value * 2.0**52)


def chi_squared(nu: float) -> Pair:
    return half_line.chi_squared_pair(nu, nu)


def inverse_gaussian(m: float, k: float) -> Pair:
    return half_line.inverse_gaussian_pair(m, k, m, k)


def weibull(k: float, b: float) -> Pair:
    return half_line.weibull_pair(k, b, k, b)


def rayleigh(sigma: float) -> Pair:
    return half_line.rayleigh_pair(sigma, sigma)


def pareto(m: float, k: float) -> Pair:
    return half_line.pareto_pair(m, k, m, k)


def log_normal(mu1: float, sigma: float) -> Pair:
    return half_line.log_normal_pair(mu1, sigma, mu1, sigma)


def beta(k1: float, k2: float) -> Pair:
    return bounded.beta_pair(k1, k2, k1, k2)


def staircase(zeta: float, eta: float) -> Pair:
    """Return the noise of the mechanism at sensitivity 2, cut where its steps end as far out as they count."""
    noise = Staircase(zeta, 2.0, eta)
    steps = [2 * (whole + eta) for whole in range(int(45 / zeta) + 2)]

    return Pair(
        noise.log_density,
        noise.log_density,
        [side * step for step in steps for side in (-1, 1)],
        (-steps[-1], steps[-1]),
    )


def discrete_laplace(mu: float, b: float) -> CountablePair:
    return lattice.two_sided_geometric_pair(int(mu), b, int(mu), b)


def discrete_gaussian(mu: float, sigma: float) -> CountablePair:
    return lattice.discrete_gaussian_pair(int(mu), sigma, int(mu), sigma)


def poisson(m: float) -> CountablePair:
    return counts.poisson_pair(m, m)


def geometric(p: float) -> CountablePair:
    return counts.geometric_pair(p, p)


def negative_binomial(k: float, p: float) -> CountablePair:
    return counts.negative_binomial_pair(k, p, k, p)


def binomial(n: float, p: float) -> CountablePair:
    return counts.binomial_pair(int(n), p, int(n), p)


def skellam(m1: float, m2: float) -> CountablePair:
    return lattice.skellam_pair(m1, m2, m1, m2)


def bernoulli(p: float) -> FinitePair:
    return bernoulli_pair(p, p)


def response(zeta: float) -> FinitePair:
    return RandomizedResponse(zeta).pair()


def kary(zeta: float, k: float) -> FinitePair:
    return choices.kary_response_pair(zeta, int(k))


def erased_response(zeta: float, a: float) -> FinitePair:
    return choices.erased_response_pair(zeta, a)


def softmax(u1: float, u2: float) -> FinitePair:
    return choices.softmax_pair((u1, u2, 0.0), (u1, u2, 0.0))

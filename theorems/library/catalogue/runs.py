"""The numeric legs of the catalogue: pairs of laws from their densities, by the names of the entries' symbols.

Nothing here knows a closed form of a divergence. A parameter that shares its name with another symbol is a keyword of its own.
"""

from __future__ import annotations

import numpy as np

from mechanisms import FinitePair, Pair, bernoulli_pair, gaussian_pair, laplace_pair
from mechanisms.families import bounded, choices, counts, half_line, lattice, locations, mixtures
from mechanisms.numeric.countable import CountablePair
from theorems.library.catalogue.asking import (
    chi_squared,
    greatest,
    hellinger,
    inverse_profile,
    kl,
    loss_tail,
    loss_variance,
    of_order,
    profile,
    renyi,
    total_variation,
    tradeoff,
)
from theorems.library.runs import polar
from theorems.library.runs.plane import GaussianPlane, LaplacePlane

__all__ = [
    "chi_squared",
    "greatest",
    "hellinger",
    "inverse_profile",
    "kl",
    "loss_tail",
    "loss_variance",
    "of_order",
    "profile",
    "renyi",
    "total_variation",
    "tradeoff",
]


def kary(zeta: float, k: float) -> FinitePair:
    return choices.kary_response_pair(zeta, int(k))


def erased_response(zeta: float, a: float) -> FinitePair:
    return choices.erased_response_pair(zeta, a)


def bernoulli(p: float, q: float) -> FinitePair:
    return bernoulli_pair(p, q)


def response(zeta: float) -> FinitePair:
    return choices.kary_response_pair(zeta, 2)


def softmax(u1: float, u2: float, v1: float, v2: float) -> FinitePair:
    return choices.softmax_pair((u1, u2, 0.0), (v1, v2, 0.0))


def staircase(zeta: float, eta: float) -> FinitePair:
    return choices.staircase_pair(0.0, 1.0, zeta, eta, 1.0)


def gaussians(mu1: float, sigma1: float, mu2: float, sigma2: float) -> Pair:
    return gaussian_pair(mu1, sigma1, mu2, sigma2)


def gaussian(sigma: float) -> Pair:
    return gaussian_pair(0.0, sigma, 1.0, sigma)


def gaussian_vector(sigma1: float, sigma2: float, mu1: float, mu2: float) -> GaussianPlane:
    return GaussianPlane(np.diag([sigma1**2, sigma2**2]), (mu1, mu2))


def gaussian_correlated(sigma1: float, sigma2: float, u1: float, mu1: float, mu2: float) -> GaussianPlane:
    root = np.array([[sigma1, 0.0], [u1, sigma2]])
    return GaussianPlane(root @ root.T, (mu1, mu2))


def gaussian_diagonal(sigma1: float, sigma2: float, tau1: float, tau2: float, mu1: float, mu2: float) -> GaussianPlane:
    spreads = [np.diag([first**2, second**2]) for first, second in ((sigma1, sigma2), (tau1, tau2))]
    return GaussianPlane(spreads[0], (mu1, mu2), spreads[1])


def mixture(q: float, sigma: float) -> Pair:
    return mixtures.gaussian_mixture_pair(q, 1.0, sigma)


def mixture_reversed(q: float, sigma: float) -> Pair:
    return mixture(q, sigma).reversed()


def mixtures_apart(q: float, sigma: float) -> Pair:
    return mixtures.gaussian_replaced_pair(q, 1.0, sigma)


def log_normal(mu1: float, sigma1: float, mu2: float, sigma2: float) -> Pair:
    return half_line.log_normal_pair(mu1, sigma1, mu2, sigma2)


def laplace(b: float) -> Pair:
    return laplace_pair(0.0, b, 1.0, b)


def laplace_scales(b: float, beta: float) -> Pair:
    return laplace_pair(0.0, b, 0.0, beta)


def laplace_scales_apart(b: float, beta: float) -> Pair:
    return laplace_pair(0.0, b, 1.0, beta)


def laplace_vector(b: float, mu1: float, mu2: float) -> LaplacePlane:
    return LaplacePlane(b, (mu1, mu2))


def asymmetric_laplace(b: float, beta: float) -> Pair:
    return locations.asymmetric_laplace_pair(0.0, b, beta, 1.0, b, beta)


def truncated_laplace(b: float, a: float) -> Pair:
    return bounded.truncated_laplace_pair(0.0, b, a, 1.0, b, a)


def two_sided_geometric(b: float) -> CountablePair:
    return lattice.two_sided_geometric_pair(0, b, 1, b)


def discrete_gaussian(sigma: float) -> CountablePair:
    return lattice.discrete_gaussian_pair(0, sigma, 1, sigma)


def skellam(m1: float, m2: float, r: float) -> CountablePair:
    return lattice.skellam_pair(m1 * r, m2 / r, m1, m2)


def poisson(m1: float, m2: float) -> CountablePair:
    return counts.poisson_pair(m1, m2)


def poisson_below(m: float, a: float) -> CountablePair:
    return counts.poisson_pair(m, m + a)


def binomial(n: float, p: float, q: float) -> CountablePair:
    return counts.binomial_pair(int(n), p, int(n), q)


def negative_binomial(k: float, p: float, q: float) -> CountablePair:
    return counts.negative_binomial_pair(k, p, k, q)


def geometric(p: float, q: float) -> CountablePair:
    return counts.geometric_pair(p, q)


def exponential(b: float, beta: float) -> Pair:
    return half_line.exponential_pair(1 / b, 1 / beta)


def exponential_below(b: float, a: float) -> Pair:
    return half_line.exponential_pair(1 / b, 1 / (b + a))


def exponential_later(b: float) -> Pair:
    return half_line.exponential_pair(1 / b, 1 / b, 1.0, 0.0)


def exponential_earlier(b: float) -> Pair:
    return half_line.exponential_pair(1 / b, 1 / b, 0.0, 1.0)


def gamma(k1: float, r1: float, k2: float, r2: float) -> Pair:
    return half_line.gamma_pair(k1, r1, k2, r2)


def chi_squared_law(nu1: float, nu2: float) -> Pair:
    return half_line.chi_squared_pair(nu1, nu2)


def inverse_gaussian(m1: float, k1: float, m2: float, k2: float) -> Pair:
    return half_line.inverse_gaussian_pair(m1, k1, m2, k2)


def weibull(k: float, b: float, beta: float) -> Pair:
    return half_line.weibull_pair(k, b, k, beta)


def rayleigh(sigma1: float, sigma2: float) -> Pair:
    return half_line.rayleigh_pair(sigma1, sigma2)


def beta_law(k1: float, k2: float, r1: float, r2: float) -> Pair:
    return bounded.beta_pair(k1, k2, r1, r2)


def pareto(m: float, k1: float, k2: float) -> Pair:
    return half_line.pareto_pair(m, k1, m, k2)


def gumbel(b: float) -> Pair:
    return locations.gumbel_pair(0.0, b, 1.0, b)


def gumbel_reversed(b: float) -> Pair:
    return locations.gumbel_pair(1.0, b, 0.0, b)


def logistic(b: float) -> Pair:
    return locations.logistic_pair(0.0, b, 1.0, b)


def uniform(a: float) -> Pair:
    return bounded.uniform_pair(-a, a, 1 - a, 1 + a)


def uniform_inside(a: float, b: float) -> Pair:
    return bounded.uniform_pair(-a, a, -a - b, a + b)


def cauchy(b: float) -> Pair:
    return locations.cauchy_pair(0.0, b, 1.0, b)


def cauchy_pair(mu1: float, b: float, mu2: float, beta: float) -> Pair:
    return locations.cauchy_pair(mu1, b, mu2, beta)


def student(b: float) -> Pair:
    return locations.student_pair(3.0, 0.0, b, 1.0, b)


def student_any(nu: float, b: float) -> Pair:
    return locations.student_pair(nu, 0.0, b, 1.0, b)


def gauge(n: float, r1: float, r2: float) -> polar.Scales:
    return polar.Scales(polar.euclidean, int(n), r1, r2)


def noise_moved(n: float, zeta: float) -> polar.Moved:
    """Return K-norm noise, and the same noise a unit of the gauge further along an axis."""
    return polar.Moved(int(n), zeta, 1.0)


def rayleigh_below(a: float, b: float) -> Pair:
    return half_line.rayleigh_pair(b, b + a)


def weibull_below(a: float, b: float, k: float) -> Pair:
    return half_line.weibull_pair(k, b, k, b + a)


def pareto_below(a: float, k: float, m: float) -> Pair:
    return half_line.pareto_pair(m, k + a, m, k)

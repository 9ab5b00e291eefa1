"""What the mechanisms run with, for statements about any of them."""

import math

import numpy as np
from scipy.optimize import minimize_scalar

from mechanisms import Estimate, bernoulli_pair, gaussian_pair
from mechanisms.families.locations import gumbel_pair
from mechanisms.numeric.quadrature import log_integral


def gumbel_wins(q: float, r: float) -> Estimate:
    """Integrate the density of a score log q with Gumbel noise, times the probability that none of the others, of sum r, is greater."""
    pair = gumbel_pair(math.log(q), 1.0, 0.0, 1.0)

    def log_density(x: np.ndarray) -> np.ndarray:
        return pair.log_p(x) - r * np.exp(-x)

    found = log_integral(log_density, [*pair.breakpoints, math.log(q + r)], pair.support)
    value = math.exp(found.value)
    return Estimate(value, value * (math.expm1(found.error) + 2.0**-44))


def renyi_last_iterate(alpha: float, n: int, q: float, sigma: float) -> Estimate:
    """Integrate the divergence of the last iterate, its moments step by step."""
    mean, variance = 0.0, 0.0
    for _ in range(int(n)):
        mean, variance = q * mean + 1, q * q * variance + sigma * sigma
    spread = math.sqrt(variance)
    return gaussian_pair(mean, spread, 0.0, spread).renyi(alpha)


def renyi_one_pass(alpha: float, n: int, q: float, sigma: float) -> Estimate:
    """Integrate the divergence of the last iterate where the first step alone is moved, its moments step by step."""
    mean, variance = 0.0, 0.0
    for step in range(int(n)):
        mean, variance = q * mean + (step == 0), q * q * variance + sigma * sigma
    spread = math.sqrt(variance)
    return gaussian_pair(mean, spread, 0.0, spread).renyi(alpha)


def renyi_of_range(alpha: float, zeta: float) -> Estimate:
    """Search the two-point pairs whose losses are zeta apart for the greatest divergence."""

    def divergence(place: float) -> Estimate:
        first = math.expm1(place - zeta) / math.expm1(-zeta)
        return bernoulli_pair(first, first * math.exp(-place)).renyi(alpha)

    found = minimize_scalar(
        lambda place: -divergence(place).value, bounds=(0, zeta), method="bounded", options={"xatol": 1e-10 * zeta}
    )
    best = divergence(float(found.x))
    return Estimate(best.value, best.error + 1e-9 * abs(best.value))


def renyi_cyclic(alpha: float, k: int, n: int, q: float, sigma: float) -> Estimate:
    """Integrate the divergence of the last iterate of n epochs of k steps, the last step of each moved, its moments step by step."""
    mean, variance = 0.0, 0.0
    for step in range(int(n) * int(k)):
        mean, variance = q * mean + ((step + 1) % int(k) == 0), q * q * variance + sigma * sigma
    spread = math.sqrt(variance)
    return gaussian_pair(mean, spread, 0.0, spread).renyi(alpha)


def renyi_sampled_step(alpha: float, q: float, sigma1: float, sigma2: float, t: float) -> Estimate:
    """Integrate the divergence of a sampled step from iterates t apart, with the noise of both parts."""
    spread = math.hypot(sigma1, sigma2)
    absent, present = gaussian_pair(t, spread, 0.0, spread), gaussian_pair(t + 1, spread, 0.0, spread)

    def log_density(x: np.ndarray) -> np.ndarray:
        mixed = np.logaddexp(math.log1p(-q) + absent.log_p(x), math.log(q) + present.log_p(x))
        return alpha * mixed + (1 - alpha) * absent.log_q(x)

    found = log_integral(log_density, [0.0, alpha * t, alpha * (t + 1)])
    return Estimate(found.value / (alpha - 1), found.error / (alpha - 1))

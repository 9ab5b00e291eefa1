"""What pairs of laws say, by their masses and densities: the numeric legs of the calculus, by the names of the entries' symbols."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from mechanisms import Estimate, FinitePair, Pair, bernoulli_pair, gaussian_pair, laplace_pair
from mechanisms.families.counts import poisson_pair
from mechanisms.families.lattice import discrete_gaussian_pair
from theorems.library.runs.plane import GaussianPlane

Masses = Sequence[float]


def _product(*pairs: tuple[Masses, Masses]) -> FinitePair:
    """Return the pair of independent finite laws."""
    both = [[math.prod(masses) for masses in itertools.product(*(pair[side] for pair in pairs))] for side in (0, 1)]
    return FinitePair(*([mass / math.fsum(law) for mass in law] for law in both))


def _response(eps: float, delta: float = 0.0) -> tuple[Masses, Masses]:
    """Return the masses of a randomized response that tells all with probability delta."""
    truth, lie = (1 - delta) / (1 + math.exp(-eps)), (1 - delta) / (1 + math.exp(eps))
    return (delta, truth, lie, 0.0), (0.0, lie, truth, delta)


def _split(eps: float, below: float, above: float) -> tuple[Masses, Masses]:
    """Return a randomized response whose outcomes lie apart, at the losses eps - below and eps + above."""
    truth = 1 / (1 + math.exp(-eps))
    share = truth * math.expm1(-below) / math.expm1(-below - above)
    first = (truth - share, share)
    second = (first[0] * math.exp(below - eps), first[1] * math.exp(-above - eps))
    return (*first, *second), (*second, *first)


def _gaussians(shift: float, sigma: float) -> Pair:
    return gaussian_pair(0.0, sigma, shift, sigma)


def optimal_conversion(alpha: float, delta: float, t: float, p: float, q: float) -> Estimate:
    budget = bernoulli_pair(p, q).renyi(alpha).value
    step = math.exp((alpha - 1) * budget) + (alpha - 1) * t**alpha - alpha * t ** (alpha - 1)
    high = (t ** (alpha - 1) + step / (alpha * delta)) ** (1 / (alpha - 1))
    ratio = (high**alpha - t**alpha) / (high ** (alpha - 1) - t ** (alpha - 1))
    return bernoulli_pair(p, q).hockey_stick(math.log((1 - 1 / alpha) * ratio))


def gaussian_at_zcdp(rho: float, delta: float) -> Estimate:
    return _gaussians(math.sqrt(2 * rho), 1.0).hockey_stick(rho + 2 * math.sqrt(rho * math.log(1 / delta)))


def gaussian_at_zcdp_improved(rho: float, delta: float) -> Estimate:
    x = math.sqrt(math.log(1 / delta) / rho)
    eps = rho + 2 * rho * x - math.log1p(1 / x) - math.log1p(x) / x
    return _gaussians(math.sqrt(2 * rho), 1.0).hockey_stick(eps)


def gaussian_profile_of_budget(epsilon: float, rho: float) -> Estimate:
    return _gaussians(math.sqrt(2 * rho), 1.0).hockey_stick(epsilon)


def gaussian_profile(epsilon: float, mu: float) -> Estimate:
    return _gaussians(mu, 1.0).hockey_stick(epsilon)


def discrete_gaussian_moved(epsilon: float, sigma: float) -> Estimate:
    return discrete_gaussian_pair(0, sigma, 1, sigma).hockey_stick(epsilon)


def laplace_moved(epsilon: float, b: float) -> Estimate:
    return laplace_pair(0.0, b, 1.0, b).hockey_stick(epsilon)


def gaussian_tradeoff(t: float, mu: float) -> Estimate:
    return _gaussians(mu, 1.0).tradeoff(t)


def gaussian_renyi(alpha: float, mu: float) -> Estimate:
    return _gaussians(mu, 1.0).renyi(alpha)


def two_gaussians(epsilon: float, mu1: float, mu2: float) -> Estimate:
    return GaussianPlane(np.eye(2), (mu1, mu2)).hockey_stick(epsilon)


def gaussian_group(epsilon: float, mu: float, k: float) -> Estimate:
    return _gaussians(k * mu, 1.0).hockey_stick(epsilon)


def gaussian_group_renyi(alpha: float, rho: float, k: float) -> Estimate:
    return _gaussians(k * math.sqrt(2 * rho), 1.0).renyi(alpha)


def worst_profile(zeta: float, epsilon: float, delta: float) -> Estimate:
    return FinitePair(*_response(epsilon, delta)).hockey_stick(zeta)


def worst_tradeoff(t: float, epsilon: float, delta: float) -> Estimate:
    return FinitePair(*_response(epsilon, delta)).tradeoff(t)


def worst_power(t: float, epsilon: float, delta: float) -> Estimate:
    error = worst_tradeoff(t, epsilon, delta)
    return Estimate(1 - error.value, error.error)


def two_worst_profile(zeta: float, epsilon1: float, epsilon2: float, delta1: float, delta2: float) -> Estimate:
    return _product(_response(epsilon1, delta1), _response(epsilon2, delta2)).hockey_stick(zeta)


def two_worst_sum(epsilon1: float, epsilon2: float, delta1: float, delta2: float) -> Estimate:
    return two_worst_profile(epsilon1 + epsilon2, epsilon1, epsilon2, delta1, delta2)


def _three_responses(epsilon1: float, epsilon2: float) -> FinitePair:
    return _product(*(tuple(law[1:3] for law in _response(eps)) for eps in (epsilon1, epsilon1, epsilon2)))


def advanced_three(epsilon1: float, epsilon2: float, delta: float) -> Estimate:
    mean = 2 * epsilon1 * math.tanh(epsilon1 / 2) + epsilon2 * math.tanh(epsilon2 / 2)
    tail = math.sqrt(2 * math.log(1 / delta) * (2 * epsilon1**2 + epsilon2**2))
    return _three_responses(epsilon1, epsilon2).hockey_stick(mean + tail)


def advanced_three_printed(epsilon1: float, epsilon2: float, delta: float) -> Estimate:
    mean = 2 * epsilon1 * math.expm1(epsilon1) + epsilon2 * math.expm1(epsilon2)
    tail = math.sqrt(2 * math.log(1 / delta) * (2 * epsilon1**2 + epsilon2**2))
    return _three_responses(epsilon1, epsilon2).hockey_stick(mean + tail)


def response_profile_apart(zeta: float, epsilon: float, p: float, q: float) -> Estimate:
    merged = [[law[0] + law[1], law[2] + law[3]] for law in _split(epsilon, p, q)]
    return FinitePair(*merged).hockey_stick(zeta)


def poisson_near(lamda: float, t: float) -> Estimate:
    near, factor = poisson_pair(lamda * t, lamda * t**3).renyi(2.0), 3 - 4 * t
    return Estimate(factor * near.value, abs(factor) * near.error)


def gaussian_spaced(alpha: float, mu: float) -> Estimate:
    return _gaussians(3 * mu, 1.0).renyi(alpha)

"""The numeric legs of amplification and calibration: pairs of laws from their densities or masses, by the names of the symbols.

Nothing here knows a closed form of a divergence.
"""

from __future__ import annotations

import math

import numpy as np

from mechanisms import Estimate, FinitePair, Gaussian, Laplace, Pair, gaussian_pair, laplace_pair
from mechanisms.families import choices, lattice, mixtures
from mechanisms.numeric.countable import CountablePair
from theorems.library.runs.plane import GaussianPlane


def sampled_response(q: float, epsilon: float) -> FinitePair:
    """Return randomized response on a Poisson sample: the mixture against the answer without the record."""
    pair = choices.kary_response_pair(epsilon, 2)
    return FinitePair([q * a + (1 - q) * b for a, b in zip(pair.p, pair.q, strict=True)], pair.q)


def sampled_gaussian(q: float, sigma: float) -> Pair:
    return mixtures.gaussian_mixture_pair(q, 1.0, sigma)


def renyi_sampled_gaussian(alpha: float, q: float, sigma: float) -> Estimate:
    return sampled_gaussian(q, sigma).renyi(alpha)


def sampled_laplace(q: float, b: float) -> Pair:
    return mixtures.subsampled_pair(laplace_pair(1.0, b, 0.0, b), q)


def profile_sampled_laplace(epsilon: float, q: float, b: float) -> Estimate:
    return sampled_laplace(q, b).hockey_stick(math.log1p(q * math.expm1(epsilon)))


def profile_removed_laplace(epsilon: float, q: float, b: float) -> Estimate:
    return sampled_laplace(q, b).reversed().hockey_stick(math.log1p(q * math.expm1(epsilon)))


def greatest_sampled_response(q: float, epsilon: float) -> Estimate:
    return sampled_response(q, epsilon).max_divergence()


def clones(zeta: float, k: float) -> FinitePair:
    """Return the pair of clones: C of n - 1 users answer alike for both inputs, each for one or the other with probability 1/2."""
    others, truth = int(k) - 1, 1 / (1 + math.exp(-zeta))
    p, q = [], []
    for many in range(others + 1):
        weight = math.comb(others, many) * math.exp(-zeta * many) * (-math.expm1(-zeta)) ** (others - many)
        halves = np.array([math.comb(many, one) for one in range(many + 1)], dtype=float) / 2.0**many
        fewer, more = np.append(halves, 0.0), np.append(0.0, halves)
        p.append(weight * (truth * fewer + (1 - truth) * more))
        q.append(weight * ((1 - truth) * fewer + truth * more))
    first, second = (np.concatenate(masses) for masses in (p, q))
    return FinitePair(first / first.sum(), second / second.sum())


def renyi_clones(zeta: float, k: float, alpha: float) -> Estimate:
    return clones(zeta, k).renyi(alpha)


def shuffled_clones(zeta: float, k: float, delta: float) -> Estimate:
    growth, size = math.exp(zeta), 8 * math.sqrt(math.exp(zeta) * math.log(4 / delta) / k)
    return clones(zeta, k).hockey_stick(math.log1p((growth - 1) / (growth + 1) * (size + 8 * growth / k)))


def calibrated_laplace(epsilon: float, delta: float) -> Estimate:
    return Laplace(1 / (epsilon - 2 * math.log1p(-delta))).hockey_stick(epsilon)


def calibrated_geometric(epsilon: float, delta: float) -> Estimate:
    scale = 1 / math.log((math.exp(epsilon) + delta) / (1 - delta))
    pair: CountablePair = lattice.two_sided_geometric_pair(0, scale, 1, scale)
    return pair.hockey_stick(epsilon)


def calibrated_response(epsilon: float, delta: float) -> Estimate:
    return calibrated_kary(epsilon, delta, 2)


def calibrated_kary(epsilon: float, delta: float, k: float) -> Estimate:
    odds = (math.exp(epsilon) + (k - 1) * delta) / (1 - delta)
    return choices.kary_response_pair(math.log(odds), int(k)).hockey_stick(epsilon)


def gaussian_wider(epsilon: float, sigma1: float, sigma2: float) -> Estimate:
    return Gaussian(sigma2).hockey_stick(epsilon)


def gaussian_classical(epsilon: float, delta: float) -> Estimate:
    return Gaussian(math.sqrt(2 * math.log(1.25 / delta)) / epsilon).hockey_stick(epsilon)


def gaussian_classical_less(epsilon1: float, epsilon2: float, delta: float) -> Estimate:
    return gaussian_classical(epsilon1, delta)


def gaussian_unit_variation(delta: float) -> Estimate:
    from scipy.special import ndtri

    return Gaussian(1 / (2 * float(ndtri((1 + delta) / 2)))).hockey_stick(0.0)


def gaussian_twice(epsilon: float, sigma: float) -> Estimate:
    return GaussianPlane(np.diag([2 * sigma**2] * 2), (1.0, 1.0)).hockey_stick(epsilon)


def renyi_of_budget(alpha: float, zeta: float) -> Estimate:
    return Gaussian(math.sqrt(alpha / (2 * zeta))).renyi(alpha)


def renyi_of_zcdp(alpha: float, rho: float) -> Estimate:
    return Gaussian(1 / math.sqrt(2 * rho)).renyi(alpha)


def renyi_gaussian_pair(alpha: float, mu: float) -> Estimate:
    return gaussian_pair(0.0, 1 / mu, 1.0, 1 / mu).renyi(alpha)


def truth_of_kary(epsilon: float, delta: float, k: float) -> Estimate:
    odds = (math.exp(epsilon) + (k - 1) * delta) / (1 - delta)
    mass = float(choices.kary_response_pair(math.log(odds), int(k)).p[0])
    return Estimate(mass, 4 * float(np.finfo(float).eps) * mass)

"""Propose-test-release as the entries run it; nothing here knows a closed form."""

from __future__ import annotations

import math

import numpy as np
from scipy.integrate import quad

from mechanisms import Estimate, ProposeTestRelease, bernoulli_pair, laplace_pair

Rng = np.random.Generator
_SILENT = -50.0


def _passing(mechanism: ProposeTestRelease, distance: float) -> float:
    """Integrate the density of the noisy distance above the threshold, or below where that is less."""
    scale = 1 / mechanism.eps
    pair = laplace_pair(distance, scale, distance, scale)
    above = mechanism.threshold > distance
    ends = (mechanism.threshold, distance + 60 * scale) if above else (distance - 60 * scale, mechanism.threshold)
    found = quad(lambda x: math.exp(float(pair.log_p(np.array([x]))[0])), *ends, epsabs=0, epsrel=1e-12, limit=200)[0]
    return float(found if above else 1 - found)


def greatest(epsilon: float, delta: float, s: float, t: float, u: float) -> Estimate:
    mechanism = ProposeTestRelease(epsilon, delta)
    test = bernoulli_pair(*(_passing(mechanism, distance) for distance in (s, s + t))).max_divergence()
    answer = laplace_pair(0.0, 1 / epsilon, u, 1 / epsilon).max_divergence()
    return Estimate(test.value + answer.value, test.error + answer.error + 1e-9)


def chance(epsilon: float, delta: float) -> Estimate:
    return Estimate(_passing(ProposeTestRelease(epsilon, delta), 0.0), 1e-10 * delta)


def draw(rng: Rng, size: int) -> np.ndarray:
    found = np.asarray(ProposeTestRelease(1.0, 0.25).release(np.zeros(size), 0.0, rng))
    return np.where(np.isnan(found), _SILENT, found)

"""The numeric legs of the entries on two records before discrete Gaussian noise: mixtures of moved masses, summed."""

import numpy as np

from mechanisms import CountablePair, Estimate
from mechanisms.families.lattice import log_discrete_gaussian, log_theta
from mechanisms.validate import Array

_PLACES = (-2, -1, 0, 1, 2)
_ULPS = 24.0
Moves = tuple[tuple[float, float], ...]
"""Chances with moves."""


def _two(q: float, m1: float, m2: float, m3: float) -> Moves:
    return (q * q, m3), (q * (1 - q), m1), ((1 - q) * q, m2), ((1 - q) ** 2, 0.0)


def _one(q: float, move: float) -> Moves:
    return (q, move), (1 - q, 0.0)


_STILL: Moves = ((1.0, 0.0),)


def _profile(sigma: float, epsilon: float, *sides: Moves) -> Estimate:
    square, total = sigma**2, log_theta(sigma**2)

    def mixed(k: Array, moves: Moves) -> Array:
        parts = [np.log(chance) + log_discrete_gaussian(k - move, square, total) for chance, move in moves]
        return np.logaddexp.reduce(parts)

    first, second = sides
    pair = CountablePair(lambda k: mixed(k, first), lambda k: mixed(k, second), _PLACES, ulps=_ULPS)
    return pair.hockey_stick(epsilon)


def removed(epsilon: float, q: float, sigma: float, m1: float, m2: float, m3: float) -> Estimate:
    """Return the profile of two records removed."""
    return _profile(sigma, epsilon, _two(q, m1, m2, m3), _STILL)


def added(epsilon: float, q: float, sigma: float, m1: float, m2: float, m3: float) -> Estimate:
    """Return the profile of two records added."""
    return _profile(sigma, epsilon, _STILL, _two(q, m1, m2, m3))


def both(epsilon: float, q: float, sigma: float, m1: float, m2: float) -> Estimate:
    """Return the profile of a record removed and one added."""
    return _profile(sigma, epsilon, _one(q, m1), _one(q, m2))

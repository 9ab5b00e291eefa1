"""Directions by their height over the equator, counts one by one, and the terms of a series."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import numpy as np

from mechanisms import FinitePair, Pair
from mechanisms.numeric.countable import CountablePair
from mechanisms.validate import Array


def directions(k1: float, k2: float) -> Pair:
    """Return the heights of two directions: Archimedes' are uniform on [-1, 1], and these are tilted by e^(kappa z)."""
    return Pair(_height(k1), _height(k2), (), (-1.0, 1.0))


def _height(concentration: float) -> Callable[[Array], Array]:
    constant = math.log(concentration / 2) - math.log(math.sinh(concentration))

    def log_density(z: Array) -> Array:
        return constant + concentration * z

    return log_density


def multinomial(n: float, p: float, q: float, m1: float, m2: float) -> FinitePair:
    """Return the counts of three answers, each with the product of its masses and the number of its orders."""
    return FinitePair(_counts(int(n), (p, m1, 1.0)), _counts(int(n), (q, m2, 1.0)))


def _counts(trials: int, masses: tuple[float, ...]) -> list[float]:
    shares = [mass / math.fsum(masses) for mass in masses]
    found = [
        math.factorial(trials)
        / math.prod(map(math.factorial, counts))
        * math.prod(share**count for share, count in zip(shares, counts, strict=True))
        for counts in product(range(trials + 1), repeat=3)
        if sum(counts) == trials
    ]
    whole = math.fsum(found)
    return [each / whole for each in found]


def logarithmic_series(p: float, q: float) -> CountablePair:
    """Return two laws on 1, 2, 3, ... whose masses are the terms of the series of -log(1 - p), divided by it."""
    return CountablePair(_terms(p), _terms(q), (), (1.0, math.inf))


def _terms(ratio: float) -> Callable[[Array], Array]:
    constant = math.log(-math.log1p(-ratio))

    def log_mass(k: Array) -> Array:
        return k * math.log(ratio) - np.log(k) - constant

    return log_mass

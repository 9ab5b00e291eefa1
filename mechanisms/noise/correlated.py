"""Gaussian noise on prefix sums that is correlated between steps: what is remembered of one step for the next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque

import numpy as np

from mechanisms.validate import Array


class CorrelatedNoise(ABC):
    """What the noise of a stream remembers: fed with a vector of numbers for each measurement, it returns the noise on each prefix sum."""

    @abstractmethod
    def fresh(self, step: int) -> int:
        """Return how many measurements end at a step, from 0 on."""

    @abstractmethod
    def next(self, draws: Array) -> Array:
        """Return the noise on the next prefix sum, from a row for each measurement that ends there."""


class Filtered(CorrelatedNoise):
    """Noise w on the elements that solves C w = z, for a triangular Toeplitz C: one step needs as many steps before as C has bands."""

    def __init__(self, coefficients: tuple[float, ...]) -> None:
        self._first, self._others = coefficients[0], coefficients[1:]
        self._known: deque[Array] = deque(maxlen=len(self._others))
        self._sum: Array | float = 0.0

    def fresh(self, step: int) -> int:
        return 1

    def next(self, draws: Array) -> Array:
        known = zip(self._others, self._known, strict=False)
        here = (draws[0] - sum((one * other for one, other in known), np.zeros(1))) / self._first
        self._known.appendleft(here)
        self._sum = self._sum + here
        return np.asarray(self._sum)


class TreeNoise(CorrelatedNoise):
    """Noise of the binary tree: one estimate for each whole interval, with its variance, as many as the number of steps has digits."""

    def __init__(self, is_optimal: bool) -> None:
        self._is_optimal = is_optimal
        self._whole: list[tuple[int, float, Array]] = []

    def fresh(self, step: int) -> int:
        return ((step + 1) & -(step + 1)).bit_length()

    def next(self, draws: Array) -> Array:
        found = 0, 1.0, draws[0]
        for level, own in enumerate(draws[1:], 1):
            _, spread, noise = self._whole.pop()
            below = spread + found[1]
            share = below / (1 + below) if self._is_optimal else 1.0  # weights by the inverse of the variance
            found = level, share**2 + (1 - share) ** 2 * below, share * own + (1 - share) * (noise + found[2])
        self._whole.append(found)
        return np.asarray(sum((noise for _, _, noise in self._whole), np.zeros(1)))

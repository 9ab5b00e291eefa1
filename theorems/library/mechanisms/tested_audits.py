"""Propose-test-release as it is audited, with planted faults."""

from __future__ import annotations

import math

import numpy as np

from mechanisms import ApproximateClaim, ProposeTestRelease
from theorems.checks.audit import Audited

Rng = np.random.Generator


def _no_answer(x: np.ndarray) -> np.ndarray:
    return np.isnan(x)


def _above_one(x: np.ndarray) -> np.ndarray:
    return x > 1  # false of NaN


def audited(claimed: float, epsilon: float, delta: float, s: float, t: float, u: float) -> Audited:
    right = ProposeTestRelease(epsilon, delta)

    def release(place: tuple[float, float], rng: Rng, n: int) -> np.ndarray:
        return np.asarray(right.release(np.full(n, place[0]), place[1], rng))

    def unproposed(place: tuple[float, float], rng: Rng, n: int) -> np.ndarray:
        return release((8 * place[0], place[1]), rng, n)

    def exact_test(place: tuple[float, float], rng: Rng, n: int) -> np.ndarray:
        return np.where(place[1] > 0.5, release((place[0], 1e6), rng, n), math.nan)

    claim = ApproximateClaim(claimed * (1 + 1e-12))
    planted = {"a test without noise": exact_test, "the sensitivity is not that proposed": unproposed}
    return Audited(release, ((0.0, s), (u, s + t)), claim, (_above_one, _no_answer), planted)

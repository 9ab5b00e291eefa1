"""Planar Laplace noise as its entry audits it: two neighbours, the events that tell most, and wrong twins."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms import ApproximateClaim, PlanarLaplace
from theorems.checks.audit import Audited

Rng = np.random.Generator
_ROUNDING = 1e-12


def _far(x: np.ndarray) -> np.ndarray:
    # beyond the first answer, in a cone away from the second one
    return (x[:, 0] < -np.abs(x[:, 1]) * 4) & (x[:, 0] < 0)


def _behind(x: np.ndarray) -> np.ndarray:
    return np.asarray(x[:, 0] < 0)


def _release(mechanism: PlanarLaplace, answer: tuple[float, float], rng: Rng, n: int) -> np.ndarray:
    return np.asarray(mechanism.release(np.tile(answer, (n, 1)), rng))


def _doubled(mechanism: PlanarLaplace, answer: tuple[float, float], rng: Rng, n: int) -> np.ndarray:
    return _release(mechanism, (2 * answer[0], 2 * answer[1]), rng, n)


def _length_of_one(mechanism: PlanarLaplace, answer: tuple[float, float], rng: Rng, n: int) -> np.ndarray:
    # the length of noise on the line, in a direction of the plane
    length, angle = rng.exponential(1 / mechanism.eps, n), rng.uniform(0, 2 * math.pi, n)
    return answer + np.stack([length * np.cos(angle), length * np.sin(angle)], axis=-1)


def audited(claimed: float, epsilon: float, t: float) -> Audited:
    mechanism = PlanarLaplace(epsilon, 2, t)

    def near(x: np.ndarray) -> np.ndarray:
        return np.asarray(np.hypot(x[:, 0], x[:, 1]) < t / 8)

    return Audited(
        partial(_release, mechanism),
        ((0.0, 0.0), (t, 0.0)),
        ApproximateClaim(claimed * (1 + _ROUNDING)),
        (_behind, _far, near),
        {
            "noise halved": partial(_release, PlanarLaplace(2 * epsilon, 2, t)),
            "sensitivity off by two": partial(_doubled, mechanism),
            "length of one coordinate": partial(_length_of_one, mechanism),
        },
    )

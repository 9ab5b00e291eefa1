"""PrivUnit as the entries run it."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms import ApproximateClaim, Estimate, FinitePair, PrivUnit
from theorems.checks.audit import Audited

Rng = np.random.Generator


def caps(zeta: float, c: float) -> FinitePair:
    return PrivUnit(zeta, 3, 1 - 2 * c).pair()


def projection(zeta: float, n: float, t: float) -> Estimate:
    """Weigh the mean heights of the cap and of the rest by their masses; the angle to the true direction has the density sin^(n - 2)."""
    from scipy.integrate import quad

    mechanism, edge = PrivUnit(zeta, int(n), t), math.acos(t)
    cap = float(mechanism.pair().p[0])

    def weight(low: float, high: float, power: int) -> float:
        found, _ = quad(lambda angle: math.cos(angle) ** power * math.sin(angle) ** (n - 2), low, high, epsrel=1e-12)
        return float(found)

    def height(low: float, high: float) -> float:
        return weight(low, high, 1) / weight(low, high, 0)

    found = cap * height(0.0, edge) + (1 - cap) * height(edge, math.pi)
    return Estimate(found, 1e-9)


def draw_heights(rng: Rng, size: int) -> np.ndarray:
    mechanism = PrivUnit(math.log(3), 3, 0.5)
    true = np.array([0.6, 0.0, 0.8])
    return np.asarray(mechanism.release(np.tile(true, (size, 1)), rng)) @ true * mechanism.projection()


def _release(mechanism: PrivUnit, direction: tuple[float, ...], rng: Rng, n: int) -> np.ndarray:
    return np.asarray(mechanism.release(np.tile(direction, (n, 1)), rng))


def audited(claimed: float, zeta: float, c: float) -> Audited:
    mechanism = PrivUnit(zeta, 3, 1 - 2 * c)
    level = mechanism.threshold / mechanism.projection()

    def in_cap(x: np.ndarray) -> np.ndarray:
        return np.asarray(x[:, 2] > level)

    def in_other(x: np.ndarray) -> np.ndarray:
        return np.asarray(x[:, 2] < -level)

    wrong = PrivUnit(2 * zeta, 3, 1 - 2 * c)

    def rescaled(direction: tuple[float, ...], rng: Rng, n: int) -> np.ndarray:
        return _release(wrong, direction, rng, n) * wrong.projection() / mechanism.projection()

    return Audited(
        partial(_release, mechanism),
        ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0)),
        ApproximateClaim(claimed * (1 + 1e-12)),
        (in_cap, in_other),
        {"eps doubled": rescaled},
    )

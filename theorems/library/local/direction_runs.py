"""PrivUnit as the entries run it."""

from __future__ import annotations

import math

import numpy as np

from mechanisms import Estimate, FinitePair, PrivUnit

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

"""PrivUnit as its entry audits it: two opposite directions, the events that tell most, and a wrong twin."""

from __future__ import annotations

from functools import partial

import numpy as np

from mechanisms import ApproximateClaim, PrivUnit
from theorems.checks.audit import Audited

Rng = np.random.Generator
_ROUNDING = 1e-12


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
        ApproximateClaim(claimed * (1 + _ROUNDING)),
        (in_cap, in_other),
        {"eps doubled": rescaled},
    )

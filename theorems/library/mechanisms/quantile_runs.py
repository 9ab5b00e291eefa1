"""Runs of the private quantile, by the names of the entries' symbols."""

from __future__ import annotations

import math

import numpy as np

from mechanisms import PrivateQuantile
from mechanisms.numeric.estimate import Estimate

Rng = np.random.Generator


def loss_range(r: float, t: float, u1: float, u2: float, v: float) -> Estimate:
    """Return the range of the loss between two values, e^u1 and e^u2 from the ends and 1 apart, and the same with a third above."""
    low, high = -math.exp(u1), 1 + math.exp(u2)
    pair = PrivateQuantile(r, t, low, high).pair([0.0, 1.0], [0.0, 1.0, 1 + v * (high - 1)])
    there, back = pair.max_divergence(), pair.reversed().max_divergence()
    return Estimate(there.value + back.value, there.error + back.error + 1e-13 * (1 + r))


def draw(rng: Rng, size: int) -> np.ndarray:
    """Draw medians of 0.2 and 0.6."""
    return PrivateQuantile(2.0).release([0.2, 0.6], rng, size)

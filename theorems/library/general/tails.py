"""Runs that give tails of the normal law."""

from __future__ import annotations

import math

from mechanisms import Estimate, gaussian_pair


def sampled_tail(x: float, q: float, mu: float) -> Estimate:
    """Return the mass of the normal law beyond x + log(1/q)/x: half of what the total variation of two of them, twice as far apart, leaves."""
    found = gaussian_pair(0.0, 1.0, 2 * (x - math.log(q) / x), 1.0).total_variation()
    return Estimate((1 - found.value) / 2, found.error / 2)

"""Laws of posteriors from densities: shares are broken off one after the other, each of what the ones before it left."""

from __future__ import annotations

import math

from mechanisms import Estimate, Pair
from mechanisms.families.bounded import beta_pair
from mechanisms.families.half_line import inverse_gamma_pair


def _sticks(a1: float, a2: float, a3: float, b1: float, b2: float, b3: float) -> list[Pair]:
    """Return the first share, and that of the second one in the rest: they are independent, and Beta laws."""
    return [beta_pair(a1, a2 + a3, b1, b2 + b3), beta_pair(a2, a3, b2, b3)]


def _total(parts: list[Estimate]) -> Estimate:
    return Estimate(math.fsum(part.value for part in parts), math.fsum(part.error for part in parts) + 1e-14)


def renyi_dirichlet(alpha: float, **shapes: float) -> Estimate:
    return _total([stick.renyi(alpha) for stick in _sticks(**shapes)])


def kl_dirichlet(**shapes: float) -> Estimate:
    return _total([stick.kl() for stick in _sticks(**shapes)])


def inverse_gamma(k1: float, r1: float, k2: float, r2: float) -> Pair:
    return inverse_gamma_pair(k1, r1, k2, r2)

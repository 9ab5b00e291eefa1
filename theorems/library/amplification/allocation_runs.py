"""The numeric legs of the entries on random allocation: the accountant of the mechanisms, which knows no closed form."""

from __future__ import annotations

from mechanisms import Estimate, LossDistribution


def response(epsilon: float, zeta: float) -> Estimate:
    """Return delta of one of two steps, as the middle of its bracket."""
    found = LossDistribution.randomized_response(zeta).allocate(2).delta(epsilon)
    return Estimate((found.lower + found.upper) / 2, found.width / 2 + 1e-14)

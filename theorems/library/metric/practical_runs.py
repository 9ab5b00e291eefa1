"""The numeric legs of the entries on noisy records in practice: the running mechanism at its own scale, another, or two."""

from __future__ import annotations

from mechanisms import DomainLaplace, Estimate, Pair, laplace_pair


def _records(epsilon: float, delta: float, Delta: float) -> DomainLaplace:
    return DomainLaplace.from_budget(0.0, Delta, epsilon, delta)


def break_of_domain(epsilon: float, delta: float, Delta: float) -> Estimate:
    """Return the probability that the loss exceeds epsilon at the scale for (epsilon, delta)."""
    return _records(epsilon, delta, Delta).pair(Delta).loss_tail(epsilon)


def greatest_of_domain(epsilon: float, delta: float, Delta: float) -> Estimate:
    """Return the greatest loss at the scale for (epsilon, delta)."""
    return _records(epsilon, delta, Delta).max_divergence()


def profile_of_rescaled(epsilon: float, delta: float, Delta: float, r: float) -> Estimate:
    """Return the delta at epsilon where the scale was divided by r."""
    scale = _records(epsilon, delta, Delta).scale / r
    return DomainLaplace(0.0, Delta, scale).hockey_stick(epsilon)


def _centred(r: float) -> Pair:
    return laplace_pair(0.0, 1.0, 0.0, r)


def profile_of_ranges(epsilon: float, r: float) -> Estimate:
    """Return the delta at epsilon of two releases of one record whose scales have the ratio r."""
    return _centred(r).hockey_stick(epsilon)

"""Runs of algorithms that must not fail, from their masses and densities."""

import math

from mechanisms import Estimate, FinitePair, TruncatedLaplace


def replaced(epsilon: float, q: float) -> Estimate:
    """Return the delta of an eps-private algorithm on four outputs whose failures are replaced, worked out from its own masses."""
    grow = math.exp(epsilon)
    p = q / (1 + grow)
    rest = 1 - p - p * grow
    own, neighbour = (p * grow, p, rest), (p, p * grow, rest)
    # b fails for x, and a is given; a fails for x', and d is given
    first = (own[0] + own[1], 0.0, own[2], 0.0)
    second = (0.0, neighbour[1], neighbour[2], neighbour[0])
    return FinitePair(first, second).hockey_stick(epsilon)


def truncated(epsilon: float, t: float) -> Estimate:
    """Return the delta of truncated Laplace noise of scale 1/eps at sensitivity 1, cut off at 1 + t/eps."""
    return TruncatedLaplace(1 / epsilon, 1 + t / epsilon, 1.0).hockey_stick(epsilon)

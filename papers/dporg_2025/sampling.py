"""What the posts on subsampling state, counted again by enumeration, with false variants at the same points."""

from __future__ import annotations

import itertools
import math

from papers.dporg_2025.exact import sampled_loss
from papers.recount import bounded, equal
from papers.result import Illustration
from theorems.registry import Registry


def sampled_error(registry: Registry) -> Illustration:
    """Say what the square error of the sampled mean of (1, 1/2, 1/4) is at rate 1/3, over all samples."""
    rate, values = 1 / 3, (1.0, 0.5, 0.25)
    found = math.fsum(
        math.prod(rate if kept else 1 - rate for kept in sample)
        * (sum(q for q, kept in zip(values, sample, strict=True) if kept) / (3 * rate) - sum(values) / 3) ** 2
        for sample in itertools.product((False, True), repeat=3)
    )
    squares = sum(q * q for q in values)
    told = rate * (1 - rate) / (3 * rate) ** 2 * squares
    twins = {"without 1 - p": squares * rate / (3 * rate) ** 2, "of a sample of fixed size": told / 2}
    return equal(found, told, twins, f"{found:.6f} without the noise")


def series(registry: Registry) -> Illustration:
    """Hold the third-order series against the function at rates from 1/10 to 1: what is left falls like the fourth power of eps."""

    def left(rate: float, eps: float, third: float) -> float:
        terms = eps / rate - (1 - rate) * eps**2 / (2 * rate**2) + third * (1 - rate) * eps**3 / (6 * rate**3)
        return abs(sampled_loss(eps, rate) - terms)

    worst = max(left(p, 1e-3, 2 - p) / left(p, 2e-3, 2 - p) for p in (0.1, 0.3, 0.5, 0.8))
    wrong = max(left(p, 1e-3, 1 - p) / left(p, 2e-3, 1 - p) for p in (0.1, 0.3, 0.5, 0.8))
    words = f"half of eps leaves {worst:.4f} of the remainder at most, for 1/16"
    return bounded({"fourth order": 0.07 - worst}, {"(1 - p)^2 in the third term": 0.07 - wrong}, words)


def between(registry: Registry) -> Illustration:
    """Hold the inequalities of the second post on sampling against rates down to 10^-6 and eps from 10^-6 to 20."""
    points = list(itertools.product((1e-6, 1e-3, 0.1, 0.5, 1.0), (1e-6, 1e-3, 0.1, 1.0, 5.0, 20.0)))

    def least(chain: int, factor: float) -> float:
        sides = [(e / (p + e), math.log1p(e / p), sampled_loss(e, p), e / p) for p, e in points]
        return min(1 - side[chain] / (factor * side[chain + 1]) for side in sides)

    words = f"{len(points)} points: {min(least(chain, 1) for chain in range(3)):.2g} is left at least, of either side"
    return bounded(
        {str(chain): least(chain, 1) for chain in range(3)},
        {f"the {chain + 1}. with 0.99": least(chain, 0.99) for chain in range(3)},
        words,
    )


def quotient(registry: Registry) -> Illustration:
    """Hold the quotient with eps/p against its infimum log(1 + c)/c, at rates down to 10^-9."""

    def least(c: float) -> float:
        return min(
            p / e * sampled_loss(e, p)
            for p in (1e-9, 1e-3, 0.1, 0.5, 1.0)
            for e in (c * p * share for share in (1e-3, 0.5, 1.0))
        )

    found = {c: least(c) / (math.log1p(c) / c) for c in (0.2, 0.5, 2.0, 5.0, 100.0)}
    words = f"least quotient over log(1 + c)/c: from {min(found.values()):.9f} to {max(found.values()):.9f}; at c = 2 it is {least(2.0):.4f}"
    return bounded(
        {
            "no less": min(found.values()) - 1 + 1e-8,
            "attained": 1 + 1e-6 - max(found.values()),
            "c = 2": least(2.0) - 1 / 2,
        },
        {"1.01 of it": min(found.values()) - 1.01, "2/3 at c = 2": least(2.0) - 2 / 3},
        words,
    )

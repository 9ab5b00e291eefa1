"""Right mechanisms to audit, whose claims are tight; each returns n outputs at a call.

A case is a mechanism, two neighbouring data sets, what is claimed, and where to look: the claims on noise that is drawn in
floating point are about its law, which its lowest bits do not keep.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mechanisms import Gaussian, Laplace, RandomizedResponse
from mechanisms.audit.claims import ApproximateClaim, GaussianClaim
from mechanisms.audit.directions import NAMES


@dataclass(frozen=True)
class Case:
    mechanism: Callable[..., Any]
    datasets: tuple[Any, Any]
    claim: ApproximateClaim | GaussianClaim
    statistics: tuple[str, ...] = NAMES


ONE = ApproximateClaim(1.0)
LAW = ("usual",)


def laplace(answer, rng, n):
    return Laplace(1.0).release(np.full(n, answer), rng)


def laplace_vector(answers, rng, n):
    return Laplace(1.0).release(np.broadcast_to(answers, (n, len(answers))), rng)


def gaussian(answer, rng, n):
    return Gaussian(1.0).release(np.full(n, answer), rng)


def randomized_response(bit, rng, n):
    return RandomizedResponse(1.0).release(np.full(n, bit), rng)


def geometric(answer, rng, n):
    """The two-sided geometric mechanism with ratio e^-1."""
    p = 1 - math.exp(-1)
    return answer + rng.geometric(p, n) - rng.geometric(p, n)


def vote(scores, rng, n):
    """One of two words, with odds e^1 for the better one."""
    weights = np.exp(np.array(scores))
    return rng.choice(np.array(["north", "south"]), n, p=weights / weights.sum())


GRID = np.linspace(0, 1, 4)
KERNEL = np.exp(-((GRID[:, None] - GRID) ** 2) / (2 * 0.3**2))
ROOT = np.linalg.cholesky(KERNEL)
# A change of the function by a kernel section of norm 1.
SHIFT = KERNEL[:, 1]


def path(function, rng, n):
    """A Gaussian path with the kernel of the function space whose norm bounds the change: mu = 1."""
    return function + rng.normal(size=(n, len(GRID))) @ ROOT.T


ZERO, FAR = np.zeros(3), np.array([0.5, -0.25, 0.25])
RIGHT = {
    "laplace": Case(laplace, (0.0, 1.0), ONE, LAW),
    "laplace vector": Case(laplace_vector, (ZERO, FAR), ONE, LAW),
    "gaussian, mu": Case(gaussian, (0.0, 1.0), GaussianClaim(1.0), LAW),
    # delta(1) of two unit Gaussians at distance 1 is 0.126937 (quadrature of this package), rounded up
    "gaussian, eps and delta": Case(gaussian, (0.0, 1.0), ApproximateClaim(1.0, 0.12694), LAW),
    "randomized response": Case(randomized_response, (0, 1), ONE),
    "two-sided geometric": Case(geometric, (0, 1), ONE),
    "vote on two words": Case(vote, ((1, 0), (0, 1)), ONE),
    "gaussian path": Case(path, (np.zeros(4), SHIFT), GaussianClaim(1.0), LAW),
}

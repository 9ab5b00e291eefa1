"""Mechanisms to audit: right ones, whose claims are tight, and wrong ones with one bug each.

A case is a mechanism, two neighbouring data sets, and what is claimed. Right mechanisms return n outputs at a call,
so that many audits of them are quick; wrong ones return one, as a user's would.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mechanisms import Gaussian, Laplace, RandomizedResponse
from mechanisms.audit.claims import ApproximateClaim, GaussianClaim


@dataclass(frozen=True)
class Case:
    mechanism: Callable[..., Any]
    datasets: tuple[Any, Any]
    claim: ApproximateClaim | GaussianClaim
    batched: bool = False


ONE = ApproximateClaim(1.0)
# Two neighbours of a counting query: with a person and without.
WITH, WITHOUT = (1, 1, 0, 1), (1, 1, 0)


# --- right mechanisms -------------------------------------------------------------------------------------


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
    "laplace": Case(laplace, (0.0, 1.0), ONE, True),
    "laplace vector": Case(laplace_vector, (ZERO, FAR), ONE, True),
    "gaussian, mu": Case(gaussian, (0.0, 1.0), GaussianClaim(1.0), True),
    # delta(1) of two unit Gaussians at distance 1 is 0.126937 (quadrature of this package), rounded up
    "gaussian, eps and delta": Case(gaussian, (0.0, 1.0), ApproximateClaim(1.0, 0.12694), True),
    "randomized response": Case(randomized_response, (0, 1), ONE, True),
    "two-sided geometric": Case(geometric, (0, 1), ONE, True),
    "vote on two words": Case(vote, ((1, 0), (0, 1)), ONE, True),
    "gaussian path": Case(path, (np.zeros(4), SHIFT), GaussianClaim(1.0), True),
}


# --- wrong mechanisms -------------------------------------------------------------------------------------


def noise_halved(bits, rng):
    return sum(bits) + rng.laplace(0, 0.5)


def scale_as_variance(bits, rng):
    """Noise of standard deviation 4 was wanted, so that mu = 1/4; 4 is taken as the variance."""
    return sum(bits) + rng.normal(0, math.sqrt(4.0))


def laplace_scale_as_variance(bits, rng):
    """Noise of scale 4 was wanted, so that eps = 1/4; 4 is taken as the variance, which is 2 b^2."""
    return sum(bits) + rng.laplace(0, math.sqrt(4.0 / 2))


def sensitivity_off_by_two(signs, rng):
    """A sum of values in [-1, 1] of which one is replaced: it changes by 2, not by 1."""
    return sum(signs) + rng.laplace(0, 1)


def pinned_path(function, rng):
    """A Gaussian path conditioned to pass through the function at the first point."""
    noise = ROOT @ rng.normal(size=len(GRID))
    return function + noise - KERNEL[:, 0] / KERNEL[0, 0] * noise[0]


def pinned_mean(function, rng):
    """Noise whose mean over the points is 0."""
    noise = ROOT @ rng.normal(size=len(GRID))
    return function + noise - noise.mean()


def histogram_of_present(words, rng):
    """Counts with noise of the words that are there, and of no others."""
    return {word: words.count(word) + rng.laplace(0, 1) for word in set(words)}


def clipped_to_data(values, rng):
    """A mean with enough noise, clipped to the range of the data."""
    noisy = np.mean(values) + rng.laplace(0, 10 / len(values))
    return min(max(noisy, min(values)), max(values))


def shared_draw(answers, rng):
    """One draw of noise for both coordinates."""
    return np.array(answers) + rng.laplace(0, 1)


def seed_in_code(bits, rng):
    return sum(bits) + np.random.default_rng(17).laplace(0, 1)


def seed_from_clock(bits, rng):
    """The seed is the millisecond of the call: one of a thousand."""
    return sum(bits) + np.random.default_rng(rng.integers(1000)).laplace(0, 1)


def generator_copied(bits, rng):
    """The caller's generator never moves on, so every call draws the same noise."""
    return sum(bits) + copy.deepcopy(rng).laplace(0, 1)


CLOSE, WIDE = (2.0, 3.0, 4.0, 5.0), (2.0, 3.0, 4.0, 9.0)
BUGS = {
    "noise halved": Case(noise_halved, (WITH, WITHOUT), ONE),
    "scale taken as variance": Case(scale_as_variance, (WITH, WITHOUT), GaussianClaim(0.25)),
    "scale taken as variance, laplace": Case(
        laplace_scale_as_variance, (WITH, WITHOUT), ApproximateClaim(0.25)
    ),
    "sensitivity off by two": Case(sensitivity_off_by_two, ((1, -1, 1), (1, -1, -1)), ONE),
    "path pinned at a point": Case(pinned_path, (np.zeros(4), SHIFT), GaussianClaim(1.0)),
    "mean of a path pinned": Case(pinned_mean, (np.zeros(4), SHIFT), GaussianClaim(1.0)),
    "domain read off the data": Case(histogram_of_present, (["a", "b", "b"], ["b", "b"]), ONE),
    "range read off the data": Case(clipped_to_data, (CLOSE, WIDE), ONE),
    "noise shared by coordinates": Case(shared_draw, ((0.0, 0.0), (0.5, -0.5)), ONE),
    "seed in the code": Case(seed_in_code, (WITH, WITHOUT), ONE),
    "seed from the clock": Case(seed_from_clock, (WITH, WITHOUT), ONE),
    "generator copied": Case(generator_copied, (WITH, WITHOUT), ONE),
}

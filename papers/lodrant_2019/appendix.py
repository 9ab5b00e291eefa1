"""The code of Dodatek A, its logic kept, so that what it does can be measured: walk, oracle, step count, scales.

The printed code does not run as it stands: it prints ``end - start`` without setting either. The quadratic program is
exchangeable here for an exact gauge, which decides the same question without a tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mechanisms.geometry import Polytope

Array = np.ndarray
Oracle = Callable[[Array], bool]
N = 200
DIMENSIONS = (40, 20)
# `n^2` is an exclusive or in Python, not a power.
STEPS_PRINTED, STEPS_MEANT = N ^ 2, N**2
TOLERANCE = 1e-5


def query(d: int, seed: int = 1, n: int = N) -> Array:
    """Return a Bernoulli query of size (d, n): signs, as section 9.4 has them."""
    return np.random.default_rng(seed).choice([-1.0, 1.0], (d, n))


def uniform_ball(rng: np.random.Generator, d: int, p: int) -> Array:
    """Return a uniform point of the unit ball of the l1 or l2 norm, as `uniform_ball` of the appendix draws it."""
    coordinates = rng.laplace(size=d) if p == 1 else rng.standard_normal(d) / np.sqrt(2)
    total = (np.abs(coordinates) ** p).sum() + rng.standard_exponential()
    return np.asarray(coordinates / total ** (1 / p))


def exact_oracle(F: Array) -> Oracle:
    """Return the appendix's membership test with an exact gauge in place of the quadratic program."""
    body = Polytope(F, "chain")
    return lambda a: bool(np.abs(a).sum() <= 1 or body.contains(a, 0.0))


def solver_oracle(F: Array) -> Oracle:
    """Return the appendix's membership test with the solver that it calls, CVXOPT with its default accuracy.

    CVXOPT is no dependency of this project: `measure.py solver_walks solver_oracle` takes this road, nothing else.
    """
    from cvxopt import matrix, solvers

    solvers.options["show_progress"] = False
    n = F.shape[1]
    Q = np.hstack([F, -F])
    P = matrix(Q.T @ Q)
    G = matrix(-np.vstack([np.identity(2 * n), -np.ones(2 * n)]))
    h = matrix(np.append(np.zeros(2 * n), 1.0))

    def oracle(a: Array) -> bool:
        if np.abs(a).sum() <= 1:
            return True
        u = np.array(solvers.qp(P, matrix(-Q.T @ a), G, h)["x"]).ravel()
        return bool(np.linalg.norm(Q @ u - a) < TOLERANCE)

    return oracle


@dataclass(frozen=True)
class Walked:
    """Where a walk of the appendix ended, and how often it asked the oracle."""

    point: Array
    calls: int


def walk(rng: np.random.Generator, d: int, oracle: Oracle, steps: int = STEPS_PRINTED) -> Walked:
    """Return the end of the ball walk of `knorm`: a start in the l1 ball, steps of radius 1/sqrt(d), redrawn until inside."""
    point, calls = uniform_ball(rng, d, 1), 0
    for _ in range(steps):
        move = point + uniform_ball(rng, d, 2) / np.sqrt(d)
        calls += 1
        while not oracle(move):
            move = point + uniform_ball(rng, d, 2) / np.sqrt(d)
            calls += 1
        point = move
    return Walked(point, calls)

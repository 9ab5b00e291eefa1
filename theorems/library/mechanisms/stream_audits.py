"""Released streams as their entry audits them: two neighbours, the events that tell most, and wrong twins."""

from __future__ import annotations

from functools import partial

import numpy as np

from mechanisms import GaussianClaim, StreamGaussian
from theorems.checks.audit import Audited
from theorems.library.mechanisms import stream_runs as runs

Rng = np.random.Generator
Released = np.ndarray


def _elements(mechanism: StreamGaussian, moves: tuple[float, float], rng: Rng, n: int) -> Released:
    return mechanism.release(np.tile(moves, (n, 1)), rng)


def _fresh(sigma: float, moves: tuple[float, float], rng: Rng, n: int) -> Released:
    """Release the sums with the noise of the first one on the second as well."""
    return np.tile(np.cumsum(moves), (n, 1)) + sigma * rng.standard_normal((n, 1))


def audit_stream(claimed: float, alpha: float, sigma: float, u1: float, Delta: float, t: float) -> Audited:
    mechanism, moves = StreamGaussian(sigma, (1.0, u1)), runs.moves(u1, Delta, t)
    weights = np.linalg.solve(mechanism.covariance(2), np.cumsum(moves))
    half = float(weights @ np.cumsum(moves)) / 2

    def along(x: Released) -> Released:
        return x @ weights > half

    def apart(x: Released) -> Released:
        return x[:, 1] - x[:, 0] > moves[1] / 2

    along.__name__, apart.__name__ = "output along the shift, in the norm of the noise", "difference of the outputs"
    return Audited(
        partial(_elements, mechanism),
        ((0.0, 0.0), moves),
        GaussianClaim(float(np.sqrt(2 * claimed / alpha)) * (1 + 1e-12)),
        (along, apart),
        {
            "noise halved": partial(_elements, StreamGaussian(sigma / 2, (1.0, u1))),
            "one draw for both coordinates": partial(_fresh, sigma),
        },
    )

"""The volume of a polytope from both ends: random directions, and directions of its own noise."""

from __future__ import annotations

import math

import numpy as np

from mechanisms.geometry.facets import Frame
from mechanisms.geometry.importance import log_ball_volume, random_directions
from mechanisms.validate import Array

ROUNDS = 100


def bridge_log_volume(
    columns: Array, noise: Array, correlation: float, rng: np.random.Generator
) -> tuple[float, float]:
    r"""Estimate the log-volume of a polytope by bridge sampling.

    With ``w(x) = (|L^{-1} x| / gauge(x))^r`` the volume is that of the ellipsoid ``L B_2`` times the mean of w over
    Gaussian directions, and ``1 / mean`` is the mean of ``1 / w`` over the cone measure. The estimate of Meng and Wong
    (Statistica Sinica 6, 1996) combines both with the least variance.

    Parameters
    ----------
    columns : array, shape (r, m)
        The polytope, of full dimension.
    noise : array, shape (k, r)
        Noise of density exp(-gauge).
    correlation : float
        Number of noise points per effective one, at least 1.
    rng : numpy.random.Generator
        The source of the k random directions.

    Returns
    -------
    log_volume, error : float
        The estimate and its standard error.
    """
    rank, size = columns.shape[0], len(noise)
    shape = noise.T @ noise / size
    L = np.linalg.cholesky(shape)
    outside = random_directions(columns, size, rng, shape).log_weights
    lengths = np.linalg.norm(np.linalg.solve(L, noise.T), axis=0)
    inside = rank * (np.log(lengths) - np.log(Frame(columns).gauges(noise)[1]))
    centre = float(np.median(inside))
    up, down = np.exp(outside - centre), np.exp(inside - centre)
    ratio = 1.0
    own = 1 / (1 + correlation)
    for _ in range(ROUNDS):
        top, bottom = up / (own * up + (1 - own) * ratio), 1 / (own * down + (1 - own) * ratio)
        old, ratio = ratio, top.mean() / bottom.mean()
        if abs(math.log(ratio / old)) < 1e-12:
            break
    spread = (top.std() / top.mean()) ** 2 / size + (bottom.std() / bottom.mean()) ** 2 * correlation / size
    log_ellipsoid = log_ball_volume(rank) + float(np.log(np.diag(L)).sum())
    return log_ellipsoid + centre + math.log(ratio), math.sqrt(spread)

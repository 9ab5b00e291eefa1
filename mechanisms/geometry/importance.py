"""Volumes from gauges in random directions, quick enough to plan with."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from mechanisms.geometry.facets import Frame
from mechanisms.validate import Array


def log_ball_volume(dimension: int) -> float:
    """Return the log-volume of the Euclidean unit ball."""
    return dimension / 2 * math.log(math.pi) - math.lgamma(dimension / 2 + 1)


@dataclass(frozen=True)
class Directions:
    r"""Gauges of a polytope in directions drawn from an ellipsoid.

    .. math:: \operatorname{vol} K = \operatorname{vol}(L B_2)\, E\left(\frac{|z|_2}{\|Lz\|_K}\right)^d

    for Gaussian z; the weights are the powers.

    Parameters
    ----------
    log_weights : array, shape (k,)
        Logarithms of the weights.
    log_ellipsoid : float
        Log-volume of the ellipsoid ``L B_2``.
    second_moment : array, shape (r, r)
        Estimate of ``E x x'`` for x under the cone measure on the boundary.
    """

    log_weights: Array
    log_ellipsoid: float
    second_moment: Array

    @property
    def log_volume(self) -> float:
        """Estimate of the log-volume."""
        top = self.log_weights.max()
        return float(self.log_ellipsoid + top + math.log(np.exp(self.log_weights - top).mean()))


def random_directions(columns: Array, size: int, rng: np.random.Generator, shape: Array | None = None) -> Directions:
    """Compute gauges in random directions.

    Parameters
    ----------
    columns : array, shape (r, m)
        The polytope, of full dimension.
    size : int
        Number of directions.
    rng : numpy.random.Generator
        The source of randomness.
    shape : array, shape (r, r), optional
        Covariance of the directions. By default that of the columns first, and then of the boundary as it was
        estimated with a quarter of the directions.
    """
    rank, m = columns.shape
    if shape is None:
        first = random_directions(columns, max(size // 4, 4 * rank), rng, columns @ columns.T / m)
        shape = first.second_moment + 1e-3 * np.diag(np.diag(first.second_moment))
    L = np.linalg.cholesky(shape)
    normal = rng.standard_normal((size, rank))
    points = normal @ L.T
    gauges = Frame(columns).gauges(points)[1]
    log_weights = rank * (np.log(np.linalg.norm(normal, axis=1)) - np.log(gauges))
    weights = np.exp(log_weights - log_weights.max())
    boundary = points / gauges[:, None]
    moment = (boundary * weights[:, None]).T @ boundary / weights.sum()
    return Directions(log_weights, log_ball_volume(rank) + float(np.log(np.diag(L)).sum()), moment)

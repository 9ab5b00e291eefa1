"""A symmetric polytope as the compiled walks see it: its columns, a facet, room to work in."""

from __future__ import annotations

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.geometry.arrays import Facet, Indices, Pool, Work
from mechanisms.validate import Array

BUDGET = 100_000
PROBES = 16
SHRINKING = 1e-6


class Frame:
    """The hull of the columns of a matrix of full row rank and their negatives, with a facet to walk from.

    Parameters
    ----------
    columns : array, shape (r, m)
        The matrix.

    Attributes
    ----------
    facet, work : tuple of arrays
        What the compiled functions share: see ``mechanisms.geometry.kernels.pivoting``.
    """

    def __init__(self, columns: Array) -> None:
        from scipy.linalg import qr

        from mechanisms.geometry.kernels.pivoting import refactor

        self.F = np.ascontiguousarray(columns, dtype=float)
        self.columns = np.ascontiguousarray(self.F.T)
        rank, m = self.F.shape
        order = qr(self.F, mode="economic", pivoting=True)[2]
        idx = order[:rank].astype(np.int64)
        self.facet: Facet = (idx, np.ones(rank), np.empty((rank, rank)), np.empty(rank), np.empty(m))
        row, rates, scratch = np.empty(m), np.empty(m), np.empty((rank, rank))
        self.work: Work = (row, rates, np.empty(rank), np.empty(rank), np.empty(rank), scratch)
        if not refactor(self.F, *self.facet, self.work[5]):
            raise ConvergenceError("no regular basis was found among the columns")

    def gauges(self, points: Array) -> tuple[Array, Array, Array]:
        """Return lower and upper bounds on the gauges of points (k, r) and their dual vectors (k, r)."""
        from mechanisms.geometry.kernels.search import gauges

        points = np.ascontiguousarray(points, dtype=float)
        lower, upper, duals = np.empty(len(points)), np.empty(len(points)), np.empty(points.shape)
        done = gauges(self.F, self.columns, self.facet, points, BUDGET, self.work, lower, upper, duals)
        if done < len(points):
            raise ConvergenceError(f"the simplex method did not find the cone of point {done}")
        return lower, upper, duals

    def start(self, rng: np.random.Generator) -> None:
        """Move to the facet that a random ray meets."""
        self.gauges(rng.standard_normal((1, self.F.shape[0])))

    def pool(self, points: Array) -> tuple[Pool, Indices]:
        """Return the facets that rays through points (k, r) meet, and an order to ask them in."""
        from mechanisms.geometry.kernels.search import collect

        rank, m = self.F.shape
        k = len(points)
        idx = np.empty((k, rank), dtype=np.int64)
        pool = (idx, np.empty((k, rank)), np.empty((k, rank, rank)), np.empty((k, rank)), np.empty((k, m)))
        if collect(self.F, self.columns, self.facet, points, BUDGET, self.work, pool) < k:
            raise ConvergenceError("the simplex method did not find the cone of a point")
        return pool, np.arange(k)

    def inside(self, points: Array, pool: Pool, order: Indices) -> Indices:
        """Return which points (k, r) lie in the polytope, which must be in general position.

        `pool` and `order` come from :meth:`pool`; the order adapts itself.
        """
        from mechanisms.geometry.kernels.search import keep_inside

        kept = np.empty(len(points), dtype=np.int64)
        count = keep_inside(self.F, self.columns, self.facet, pool, order, points, BUDGET, self.work, kept)
        if count < 0:
            raise ConvergenceError("a walk from facet to facet lost its way")
        return kept[:count]


def is_degenerate(columns: Array, rng: np.random.Generator) -> bool:
    """Return whether one of 16 random facets holds more columns than the dimension."""
    frame = Frame(columns)
    duals = frame.gauges(rng.standard_normal((PROBES, columns.shape[0])))[2]
    on_facet = (np.abs(duals @ columns) > 1 - 1e-9).sum(axis=1)
    return bool((on_facet > columns.shape[0]).any())


def general_position(columns: Array) -> tuple[Array, float]:
    """Shorten columns by random factors so that every facet is a simplex.

    Facets of a hull of vectors of generic lengths on given rays are simplices. The shortened hull lies between
    ``least * K`` and K.

    Returns
    -------
    shortened : array, shape (r, m)
        The columns, each times a factor in [1 - 1e-6, 1).
    least : float
        The smallest factor: on the shortened hull every given column has a gauge of at most ``1 / least``.
    """
    factors = 1.0 - SHRINKING * (1.0 - np.random.default_rng(0).random((columns.shape[1],)))
    return columns * factors, float(factors.min())

"""All facets of a low-dimensional polytope: exact sampling and exact volume by triangulation."""

from __future__ import annotations

import math

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.geometry.arrays import Indices
from mechanisms.geometry.facets import Frame
from mechanisms.geometry.importance import log_ball_volume, random_directions
from mechanisms.geometry.law import ExactLaw
from mechanisms.validate import Array

HIGHEST_DIMENSION = 8
PROBES = 200


def expected_facets(columns: Array, rng: np.random.Generator) -> float:
    """Return an estimate of the number of facets, infinite in dimensions above 8.

    A facet is met with probability ``det / (d! vol)`` under the cone measure, so the number of facets is the mean of the
    reciprocal; 200 directions give its order of magnitude.
    """
    rank = columns.shape[0]
    if rank > HIGHEST_DIMENSION:
        return math.inf
    frame = Frame(columns)
    known = random_directions(columns, PROBES, rng)
    L = np.linalg.cholesky(known.second_moment)
    normal = rng.standard_normal((PROBES, rank))
    log_terms = np.empty(PROBES)
    for k, z in enumerate(normal):
        gauge = frame.gauges((L @ z)[None])[1][0]
        log_weight = rank * (math.log(np.linalg.norm(z)) - math.log(gauge))
        log_terms[k] = log_weight - np.linalg.slogdet(columns[:, frame.facet[0]])[1]
    # vol K cancels: the mean of weight / det over directions of the ellipsoid, times d! and the ellipsoid's volume.
    log_count = math.lgamma(rank + 1) + log_ball_volume(rank) + float(np.log(np.diag(L)).sum())
    return math.exp(log_count) * float(np.exp(log_terms).mean())


class Triangulation:
    """The facets of the hull of columns in general position and their negatives, by Quickhull.

    Parameters
    ----------
    columns : array, shape (r, m)
        Columns in general position, of rank r.
    shrink : float
        Recorded in the law of the samples.

    Raises
    ------
    ConvergenceError
        If the list of facets is not certified: too close to degenerate for floats.
    """

    def __init__(self, columns: Array, shrink: float) -> None:
        m = columns.shape[1]
        self.columns, self.shrink = columns, shrink
        facets = _facets(columns)
        self.idx: Indices = facets % m
        self.sgn: Array = np.where(facets < m, 1.0, -1.0)
        self.bases = self._bases(columns)
        self._audit(facets)
        log_dets = np.linalg.slogdet(self.bases)[1]
        self.chances = np.exp(log_dets - log_dets.max())
        self.chances /= self.chances.sum()
        self._keep, self._alias = _alias_table(self.chances)

    def log_volume(self, columns: Array | None = None) -> float:
        """Return the log-volume of the simplices, with other columns of the same directions if they are given."""
        dets = np.linalg.slogdet(self.bases if columns is None else self._bases(columns))[1]
        top = dets.max()
        return float(top + math.log(math.fsum(np.exp(dets - top))) - math.lgamma(self.idx.shape[1] + 1))

    def second_moment(self) -> Array:
        """Return ``E x x'`` of the noise of density exp(-gauge), exactly."""
        visits = np.zeros(self.columns.shape[1])
        np.add.at(visits, self.idx.ravel(), np.repeat(self.chances, self.idx.shape[1]))
        centres = self.bases.sum(axis=1)
        return (self.columns * visits) @ self.columns.T + (centres * self.chances[:, None]).T @ centres

    def sample(self, size: int, rng: np.random.Generator) -> tuple[Array, ExactLaw]:
        """Return independent noise of density exp(-gauge), (size, r), and its law."""
        return self._combine(size, rng, uniform=False), ExactLaw("triangulation", shrink=self.shrink)

    def uniform(self, size: int, rng: np.random.Generator) -> Array:
        """Return independent uniform points of the polytope, (size, r)."""
        return self._combine(size, rng, uniform=True)

    def _combine(self, size: int, rng: np.random.Generator, *, uniform: bool) -> Array:
        from mechanisms.geometry.kernels.cones import combine_bases

        rank = self.columns.shape[0]
        coordinates, points = rng.standard_exponential((size, rank + uniform)), np.empty((size, rank))
        combine_bases(self.bases, self._keep, self._alias, rng.random(size), coordinates, uniform, points)
        return points

    def _audit(self, facets: Indices) -> None:
        """Refuse a list that is not the boundary: a facet with a column beyond it, or a ridge without two facets."""
        rank, m = self.columns.shape
        duals = np.linalg.solve(self.bases, np.ones((len(facets), rank, 1)))[:, :, 0]
        beyond = max(
            float(np.abs(block @ self.columns).max()) for block in np.array_split(duals, 1 + len(duals) // 4096)
        )
        marks = np.random.default_rng(0).integers(1, 2**62, 2 * m, dtype=np.uint64)[facets]
        ridges = (marks.sum(axis=1, keepdims=True) - marks).ravel()
        paired = rank == 1 or (np.unique(ridges, return_counts=True)[1] == 2).all()
        if beyond > 1 + 1e-8 or not paired:
            raise ConvergenceError(f"the facets listed do not bound the polytope (excess {beyond - 1:.1e})")

    def _bases(self, columns: Array) -> Array:
        """Return the bases (k, r, r) of the facets, one signed column a row."""
        return np.ascontiguousarray(columns.T[self.idx] * self.sgn[:, :, None])


def _facets(columns: Array) -> Indices:
    """Return the facets as indices into the columns followed by their negatives, (k, r)."""
    rank, m = columns.shape
    if rank == 1:
        best = int(np.argmax(np.abs(columns[0])))
        return np.array([[best], [best + m]], dtype=np.int64)
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(np.concatenate([columns, -columns], axis=1).T)
    except QhullError as error:
        message = str(error).splitlines()[0]
        raise ConvergenceError(f"Quickhull did not list the facets: {message}") from None
    return hull.simplices.astype(np.int64)


def _alias_table(chances: Array) -> tuple[Array, Indices]:
    """Return Walker's alias table: cell k is kept with the first number, else replaced by the second."""
    size = len(chances)
    keep, alias = chances * size, np.arange(size)
    small, large = list(np.flatnonzero(keep < 1)), list(np.flatnonzero(keep >= 1))
    while small and large:
        low, high = small.pop(), large[-1]
        alias[low] = high
        keep[high] -= 1 - keep[low]
        if keep[high] < 1:
            small.append(large.pop())
    keep[small + large] = 1.0
    return keep, alias

"""Exact, independent points of a polytope by rejection from products of its projections.

A polytope K lies in the product of its projections on two or three groups of coordinates. Uniform points of the
projections, drawn in the same way down to dimensions in which all facets can be listed, make uniform points of the
product; those in K are uniform in K. The refusals of the levels do not multiply, as they do for rejection from a box,
because each part is drawn until it is accepted. The coordinates are those of a small enclosing parallelepiped.
"""

from __future__ import annotations

import math

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.geometry.facets import Frame
from mechanisms.geometry.importance import random_directions
from mechanisms.geometry.law import ExactLaw
from mechanisms.geometry.parallelepiped import enclosing_parallelepiped
from mechanisms.geometry.triangulation import Triangulation
from mechanisms.validate import Array

# Projections of up to this dimension are triangulated.
LISTED = 6
LENGTHENING = 1e-3
BATCH = 20_000
PROBES = 400
POOL_PER_DIMENSION = 60
# Seconds, about: a point of a triangulation per coordinate, a candidate refused, a pivot (fixed, and per entry).
DRAWN, REFUSED, PIVOT, ENTRY = 3e-8, 4e-7, 3e-7, 1.2e-10


class _Listed:
    """A body around the projection on few coordinates, triangulated."""

    def __init__(self, columns: Array) -> None:
        # Projections are degenerate more often than bodies: lengthened columns are not, and nothing is lost.
        factors = 1.0 + LENGTHENING * np.random.default_rng(0).random(columns.shape[1])
        self._facets = Triangulation(columns * factors, 1.0)
        self.log_volume = self._facets.log_volume()
        self.seconds = DRAWN * len(columns)

    def prepare(self, rng: np.random.Generator) -> None:
        """Nothing is left to prepare."""

    def draw(self, size: int, rng: np.random.Generator) -> Array:
        """Return independent uniform points of the projection."""
        return self._facets.uniform(size, rng)


class _Projection:
    """The projection on a range of coordinates, inside the product of those on two or three parts of the range."""

    def __init__(self, columns: Array, rng: np.random.Generator) -> None:
        self.dimension, m = columns.shape
        self.columns = columns
        self.log_volume = random_directions(columns, PROBES, rng).log_volume
        # A point inside costs some pivots for each dimension, a point outside rarely any.
        inside = self.dimension * (PIVOT + ENTRY * m * self.dimension)
        self.seconds = math.inf
        for count in (2, 3)[: self.dimension - 1]:
            parts = [_node(part, rng) for part in np.array_split(columns, count)]
            acceptance = math.exp(min(0.0, self.log_volume - sum(part.log_volume for part in parts)))
            seconds = (sum(part.seconds for part in parts) + REFUSED) / acceptance + inside
            if seconds < self.seconds:
                self.parts, self.acceptance, self.seconds = parts, acceptance, seconds

    def prepare(self, rng: np.random.Generator) -> None:
        """Find a facet to walk from and the dual vectors that refuse most candidates."""
        for part in self.parts:
            part.prepare(rng)
        self.frame = Frame(self.columns)
        probes = self._candidates(POOL_PER_DIMENSION * self.dimension, rng)
        self.pool, self.order = self.frame.pool(probes)

    def draw(self, size: int, rng: np.random.Generator) -> Array:
        """Return independent uniform points of the projection, (size, dimension)."""
        found: list[Array] = []
        count, tried, accepted = 0, 0, 0
        while count < size:
            rate = (accepted + 1) / (tried + 1 / max(self.acceptance, 1e-12))
            batch = int(min(BATCH, 1.1 * (size - count) / rate + 16))
            candidates = self._candidates(batch, rng)
            inside = candidates[self.frame.inside(candidates, self.pool, self.order)]
            found.append(inside)
            count, tried, accepted = count + len(inside), tried + batch, accepted + len(inside)
        return np.concatenate(found)[:size]

    def _candidates(self, size: int, rng: np.random.Generator) -> Array:
        return np.ascontiguousarray(np.concatenate([part.draw(size, rng) for part in self.parts], axis=1))


def _node(columns: Array, rng: np.random.Generator) -> _Listed | _Projection:
    if len(columns) > LISTED:
        return _Projection(columns, rng)
    try:
        return _Listed(columns)
    except ConvergenceError:
        if len(columns) == 1:
            raise
        return _Projection(columns, rng)


class ProjectionRejection:
    """Rejection from products of projections, with its cost predicted from importance-sampled volumes.

    Parameters
    ----------
    columns : array, shape (r, m)
        Columns in general position, of rank r.
    shrink : float
        Recorded in the law of the samples.
    rng : numpy.random.Generator
        The source of randomness of the preparation, which changes the cost and not the law.
    rows : array, shape (r, r), optional
        An enclosing parallelepiped, as :func:`enclosing_parallelepiped` returns it.

    Attributes
    ----------
    seconds : float
        Predicted cost of a sample.
    acceptance : float
        Predicted acceptance of the last step.
    """

    def __init__(self, columns: Array, shrink: float, rng: np.random.Generator, rows: Array | None = None) -> None:
        self.shrink = shrink
        if rows is None:
            rows = enclosing_parallelepiped(columns, rng)
        self._outward = np.linalg.inv(rows)
        self._root = _Projection(rows @ columns, rng)
        self.seconds, self.acceptance = self._root.seconds, self._root.acceptance
        self._ready = False

    def uniform(self, size: int, rng: np.random.Generator) -> tuple[Array, ExactLaw]:
        """Return independent uniform points of the polytope, (size, r), and their law."""
        if not self._ready:
            self._root.prepare(rng)
            self._ready = True
        law = ExactLaw("rejection from products of projections", self.acceptance, self.shrink)
        return self._root.draw(size, rng) @ self._outward.T, law

    def sample(self, size: int, rng: np.random.Generator) -> tuple[Array, ExactLaw]:
        """Return independent noise of density exp(-gauge): a uniform point times a Gamma(r + 1) radius."""
        points, law = self.uniform(size, rng)
        return points * rng.standard_gamma(self._root.dimension + 1, (size, 1)), law

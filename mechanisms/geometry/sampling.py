"""Which way to draw noise of density exp(-gauge) of a polytope: exact where that is affordable."""

from __future__ import annotations

import math

import numpy as np

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.geometry.chain import FacetWalk
from mechanisms.geometry.importance import random_directions
from mechanisms.geometry.law import ExactLaw
from mechanisms.geometry.parallelepiped import enclosing_parallelepiped
from mechanisms.geometry.rejection import ProjectionRejection
from mechanisms.geometry.triangulation import Triangulation, expected_facets
from mechanisms.validate import Array

METHODS = ("auto", "independent columns", "triangulation", "rejection", "chain")

# Facets whose list is made within a second.
MOST_FACETS = 30_000
# Facets whose list is made in a minute and some hundred megabytes.
MOST_MEMORY = 500_000
HIGHEST_REJECTION = 24
PROBES = 400
# Below this share of the parallelepiped the products of projections are not worth trying.
LEAST_SHARE = 2e-5
# Seconds for an exact sample beyond which the chain is taken.
DEAREST = 2e-3


class IndependentColumns:
    """Noise of density exp(-gauge) for linearly independent columns: the columns times Laplace noise, exactly.

    Parameters
    ----------
    columns : array, shape (r, r)
        The columns.
    """

    def __init__(self, columns: Array) -> None:
        self.columns = columns

    def sample(self, size: int, rng: np.random.Generator) -> tuple[Array, ExactLaw]:
        """Return noise (size, r) and its law."""
        noise = rng.laplace(size=(size, self.columns.shape[1]))
        return noise @ self.columns.T, ExactLaw("independent columns")


Sampler = IndependentColumns | Triangulation | ProjectionRejection | FacetWalk
"""A way to draw noise of density exp(-gauge)."""


def choose_sampler(columns: Array, shrink: float, rng: np.random.Generator, method: str = "auto") -> Sampler:
    """Return the first way that is affordable: independent columns, triangulation, rejection, chain.

    Parameters
    ----------
    columns : array, shape (r, m)
        Columns in general position, of rank r.
    shrink : float
        Recorded in the law of the samples.
    rng : numpy.random.Generator
        The source of randomness of the preparation, which does not touch the law.
    method : str
        One of `METHODS`; another than "auto" is taken whatever it costs.

    Raises
    ------
    ParameterError
        If the method is unknown or does not apply.
    ConvergenceError
        If a method that was asked for fails numerically.
    """
    if method not in METHODS:
        raise ParameterError("method", f"one of {', '.join(METHODS)}", method)
    rank, m = columns.shape
    if method == "independent columns" or (method == "auto" and rank == m):
        if rank != m:
            raise ParameterError("method", "another than independent columns for dependent columns", method)
        return IndependentColumns(columns)
    if method == "triangulation":
        facets = expected_facets(columns, rng)
        if facets > MOST_MEMORY:
            raise ParameterError("method", f"another than triangulation for about {facets:.0e} facets", method)
        return Triangulation(columns, shrink)
    if method == "rejection":
        return ProjectionRejection(columns, shrink, rng)
    if method == "auto":
        exact = _listed(columns, shrink, rng) or _affordable_rejection(columns, shrink, rng)
        if exact is not None:
            return exact
    return FacetWalk(columns, shrink, rng)


def _listed(columns: Array, shrink: float, rng: np.random.Generator) -> Triangulation | None:
    if expected_facets(columns, rng) > MOST_FACETS:
        return None
    try:
        return Triangulation(columns, shrink)
    except ConvergenceError:
        return None


def _affordable_rejection(columns: Array, shrink: float, rng: np.random.Generator) -> ProjectionRejection | None:
    rank = columns.shape[0]
    if rank > HIGHEST_REJECTION:
        return None
    rows = enclosing_parallelepiped(columns, rng)
    enclosing = rank * math.log(2) - float(np.linalg.slogdet(rows)[1])
    if random_directions(columns, PROBES, rng).log_volume - enclosing < math.log(LEAST_SHARE):
        return None
    sampler = ProjectionRejection(columns, shrink, rng, rows)
    return sampler if sampler.seconds <= DEAREST else None

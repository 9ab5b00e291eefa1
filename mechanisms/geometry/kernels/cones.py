"""Random points from the cones of listed facets."""

from __future__ import annotations

from numba import njit

from mechanisms.geometry.arrays import Indices
from mechanisms.validate import Array


@njit(cache=True)
def combine_bases(
    bases: Array, keep: Array, alias: Indices, picks: Array, coordinates: Array, uniform: bool, out: Array
) -> None:
    """Write one point a row: a basis picked by Walker's alias table, combined with exponential coordinates.

    With one coordinate more than the dimension and `uniform`, the coordinates are divided by the sum of all of them:
    a uniform point of the simplex of basis and origin. Otherwise the point is noise of density exp(-gauge).
    """
    rank = bases.shape[1]
    for m in range(out.shape[0]):
        place = picks[m] * keep.size
        facet = min(int(place), keep.size - 1)
        if place - facet > keep[facet]:
            facet = alias[facet]
        scale = 1.0
        if uniform:
            total = 0.0
            for k in range(rank + 1):
                total += coordinates[m, k]
            scale = 1.0 / total
        for a in range(rank):
            out[m, a] = 0.0
        for k in range(rank):
            weight = coordinates[m, k] * scale
            for a in range(rank):
                out[m, a] += weight * bases[facet, k, a]

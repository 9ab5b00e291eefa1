"""Facets of a symmetric polytope as bases of signed columns, and the step from a facet to its neighbour.

The polytope is the hull of the columns of F and their negatives, in general position. A facet is a basis B of
signed columns with ``B.T @ y = 1`` and ``|y @ f| <= 1`` for every column f; y is its dual vector. What is kept
of it, always together: `idx` and `sgn` (the columns and their signs), `inverse` (of B), `y`, and ``r = y @ F``.
"""

from __future__ import annotations

from numba import njit

from mechanisms.geometry.arrays import Facet, Indices, Work
from mechanisms.geometry.kernels.linear import FAST, combine_rows, invert, multiply, replace_row
from mechanisms.validate import Array

# Below this a pivot may have lost its digits to cancellation: it is computed again from a fresh inverse.
SMALL_PIVOT = 1e-3
# A basis whose facet equations are off by more than this is computed afresh.
DRIFT = 1e-10
# Keeps the ratio finite where a column already lies on the facet.
TINY_SLACK = 1e-13


@njit(cache=True)
def refactor(F: Array, idx: Indices, sgn: Array, inverse: Array, y: Array, r: Array, scratch: Array) -> bool:
    """Compute inverse, dual vector and products afresh from the columns; return whether the basis is regular."""
    d = F.shape[0]
    for a in range(d):
        for k in range(d):
            scratch[a, k] = sgn[k] * F[a, idx[k]]
    regular = invert(scratch, inverse)
    dual_drift(F, idx, sgn, inverse, y, r)
    return regular


@njit(cache=True)
def dual_drift(F: Array, idx: Indices, sgn: Array, inverse: Array, y: Array, r: Array) -> float:
    """Compute the dual vector and its products from the inverse; return how far the basis is from its facet."""
    d = F.shape[0]
    for a in range(d):
        y[a] = 0.0
    for k in range(d):
        for a in range(d):
            y[a] += inverse[k, a]
    combine_rows(y, F, r)
    worst = 0.0
    for k in range(d):
        worst = max(worst, abs(r[idx[k]] * sgn[k] - 1.0))
    return worst


@njit(cache=True)
def violation(r: Array) -> float:
    """Return by how much the dual vector leaves the polar body: 0 on a facet, up to rounding."""
    worst = 0.0
    for j in range(r.size):
        worst = max(worst, abs(r[j]))
    return worst - 1.0


@njit(cache=True, fastmath=FAST)
def _rates(row: Array, r: Array, rates: Array) -> float:
    """Write ``|row| / slack``, the reciprocals of the steps at which the columns bind; return the largest."""
    best = 0.0
    for j in range(row.size):
        slack = 1.0 + (r[j] if row[j] > 0.0 else -r[j])
        rates[j] = abs(row[j]) / max(slack, TINY_SLACK)
    for j in range(row.size):
        best = max(best, rates[j])
    return best


@njit(cache=True)
def _next_column(F: Array, idx: Indices, sgn: Array, inverse: Array, r: Array, i: int, row: Array, rates: Array) -> int:
    """Write the row of the leaving column i; return which column binds first, or -1 if none does."""
    combine_rows(inverse[i], F, row)
    for k in range(idx.size):
        row[idx[k]] = 0.0
    row[idx[i]] = sgn[i]
    best = _rates(row, r, rates)
    if not best > 0.0:
        return -1
    for j in range(row.size):
        if rates[j] == best:
            return j
    return -1


@njit(cache=True)
def pivot(F: Array, columns: Array, facet: Facet, i: int, work: Work) -> float:
    """Step over the ridge opposite to basis column i; return the step of the dual vector, or -1 if it is lost.

    On return `work` holds in its column vector the entering column in the old basis: coordinates c of a point
    turn into ``c[k] - column[k] * c[i] / column[i]``, and ``c[i] / column[i]`` for k = i.
    """
    idx, sgn, inverse, y, r = facet
    row, rates, column, entering, pivot_row, scratch = work
    d = idx.size
    j = _next_column(F, idx, sgn, inverse, r, i, row, rates)
    if j >= 0 and abs(row[j]) < SMALL_PIVOT:
        if not refactor(F, idx, sgn, inverse, y, r, scratch):
            return -1.0
        j = _next_column(F, idx, sgn, inverse, r, i, row, rates)
    if j < 0:
        return -1.0
    sign = -1.0 if row[j] > 0.0 else 1.0
    step = 1.0 / rates[j]
    for a in range(d):
        entering[a] = sign * columns[j, a]
        y[a] -= step * inverse[i, a]
    multiply(inverse, entering, column)
    column[i] = sign * row[j]
    for m in range(r.size):
        r[m] -= step * row[m]
    replace_row(inverse, column, i, pivot_row)
    idx[i] = j
    sgn[i] = sign
    for k in range(d):
        r[idx[k]] = sgn[k]
    return step

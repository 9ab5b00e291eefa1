"""The gauge of a point by walking to its cone: from any basis, or from facet to facet with early decisions."""

from __future__ import annotations

from numba import njit

from mechanisms.geometry.arrays import Facet, Indices, Pool, Work
from mechanisms.geometry.kernels.linear import FAST, multiply, replace_row
from mechanisms.geometry.kernels.pivoting import dual_drift, pivot, refactor
from mechanisms.validate import Array

OPTIMAL = 1e-11
STALLED = 1e-12


@njit(cache=True)
def _most_attractive(r: Array, by_index: bool) -> int:
    """Return the column that violates the facet most, or the first that does (Bland's rule: no cycles)."""
    chosen, worst = -1, 1.0 + OPTIMAL
    for j in range(r.size):
        if abs(r[j]) > worst:
            chosen, worst = j, abs(r[j])
            if by_index:
                return chosen
    return chosen


@njit(cache=True)
def _blocking(c: Array, column: Array, idx: Indices) -> tuple[int, float]:
    """Return the basis column whose coordinate reaches zero first, of equals the one with the lowest index."""
    leaving, step = -1, 0.0
    for k in range(c.size):
        if column[k] > 1e-11:
            ratio = max(c[k], 0.0) / column[k]
            closer = leaving < 0 or ratio < step - STALLED * (1.0 + step)
            tied = leaving >= 0 and not closer and ratio <= step + STALLED * (1.0 + step)
            if closer or (tied and idx[k] < idx[leaving]):
                leaving, step = k, ratio
    return leaving, step


@njit(cache=True)
def locate(F: Array, columns: Array, facet: Facet, point: Array, c: Array, budget: int, work: Work) -> int:
    """Primal simplex from any regular basis: leave in `facet` and `c` the cone of the point and its coordinates.

    The signs of the basis are first turned so that the coordinates are non-negative, so no first phase is needed.
    Returns the number of pivots, or -1 if the budget is spent or the basis became singular.
    """
    idx, sgn, inverse, y, r = facet
    _, _, column, entering, pivot_row, scratch = work
    d = idx.size
    multiply(inverse, point, c)
    for k in range(d):
        if c[k] < 0.0:
            sgn[k] = -sgn[k]
            c[k] = -c[k]
            for a in range(d):
                inverse[k, a] = -inverse[k, a]
    dual_drift(F, idx, sgn, inverse, y, r)
    stalls = 0
    for pivots in range(budget):
        j = _most_attractive(r, stalls > d)
        if j < 0:
            return pivots
        sign = 1.0 if r[j] > 0.0 else -1.0
        for a in range(d):
            entering[a] = sign * columns[j, a]
        multiply(inverse, entering, column)
        i, step = _blocking(c, column, idx)
        if i < 0:
            return -1
        stalls = stalls + 1 if step <= STALLED else 0
        replace_row(inverse, column, i, pivot_row)
        idx[i] = j
        sgn[i] = sign
        if abs(column[i]) < 1e-3 or pivots % 64 == 63:
            if not refactor(F, idx, sgn, inverse, y, r, scratch):
                return -1
        else:
            dual_drift(F, idx, sgn, inverse, y, r)
        multiply(inverse, point, c)
    return -1


@njit(cache=True, fastmath=FAST)
def _squared_norm(x: Array) -> float:
    total = 0.0
    for k in range(x.size):
        total += x[k] * x[k]
    return total


@njit(cache=True)
def walk_to(
    F: Array, columns: Array, facet: Facet, point: Array, c: Array, limit: float, budget: int, work: Work
) -> int:
    """Dual simplex from a facet of a polytope in general position to the cone of a point.

    Returns 1 as soon as the gauge is known to be at most `limit`, 0 as soon as it is known to be above, and -1 if
    the walk is lost. With a limit of -1 it goes on to the cone itself and returns 1.
    """
    inverse = facet[2]
    d = c.size
    multiply(inverse, point, c)
    for _ in range(budget):
        lower, upper, i, deepest = 0.0, 0.0, -1, 0.0
        for k in range(d):
            lower += c[k]
            upper += abs(c[k])
            if c[k] < 0.0:
                # The ridge that the point is furthest behind, measured in the space of dual vectors.
                depth = c[k] * c[k] / _squared_norm(inverse[k])
                if depth > deepest:
                    i, deepest = k, depth
        if limit >= 0.0:
            if lower > limit:
                return 0
            if upper <= limit:
                return 1
        if i < 0 or -c[i] <= 1e-13 * upper:
            return 1 if limit < 0.0 or lower <= limit else 0
        if pivot(F, columns, facet, i, work) < 0.0:
            return -1
        multiply(inverse, point, c)
    return -1


@njit(cache=True)
def gauges(
    F: Array,
    columns: Array,
    facet: Facet,
    points: Array,
    budget: int,
    work: Work,
    lower: Array,
    upper: Array,
    duals: Array,
) -> int:
    """Write for every row of `points` bounds on its gauge and its dual vector; return the rows that were done."""
    y, r = facet[3], facet[4]
    c = y.copy()
    for m in range(points.shape[0]):
        if locate(F, columns, facet, points[m], c, budget, work) < 0:
            return m
        below, above, worst = 0.0, 0.0, 1.0
        for j in range(r.size):
            worst = max(worst, abs(r[j]))
        for k in range(c.size):
            above += abs(c[k])
            below += y[k] * points[m, k]
            duals[m, k] = y[k] / worst
        lower[m] = min(below / worst, above)
        upper[m] = above
    return points.shape[0]


@njit(cache=True)
def collect(F: Array, columns: Array, facet: Facet, points: Array, budget: int, work: Work, pool: Pool) -> int:
    """Store in `pool` the facets that rays through the points meet; return how many rows were done."""
    idx, sgn, inverse, y, r = facet
    c = y.copy()
    for m in range(points.shape[0]):
        if locate(F, columns, facet, points[m], c, budget, work) < 0:
            return m
        pool[0][m] = idx
        pool[1][m] = sgn
        pool[2][m] = inverse
        pool[3][m] = y
        pool[4][m] = r
    return points.shape[0]


@njit(cache=True, fastmath=FAST)
def _best_facet(duals: Array, order: Indices, point: Array) -> tuple[int, float]:
    """Return the facet of the pool that bounds the gauge of the point best, or the first with a bound above 1.

    A facet that decides moves one place forward in the order in which facets are asked.
    """
    best, height = 0, 0.0
    for p in range(order.size):
        value = 0.0
        for k in range(point.size):
            value += duals[order[p], k] * point[k]
        if abs(value) > abs(height):
            best, height = order[p], value
            if abs(value) > 1.0:
                if p > 0:
                    order[p], order[p - 1] = order[p - 1], order[p]
                return best, height
    return best, height


@njit(cache=True)
def keep_inside(
    F: Array,
    columns: Array,
    facet: Facet,
    pool: Pool,
    order: Indices,
    points: Array,
    budget: int,
    work: Work,
    kept: Indices,
) -> int:
    """Write the rows of `points` that lie in the polytope; return how many, or -1 if a walk is lost.

    Each walk starts from the facet of the pool that bounds the gauge best, or its opposite; if that bound is above 1
    the point is outside and there is none.
    """
    idx, sgn, inverse, y, r = facet
    c = y.copy()
    count = 0
    for m in range(points.shape[0]):
        best, height = _best_facet(pool[3], order, points[m])
        if abs(height) > 1.0:
            continue
        side = 1.0 if height > 0.0 else -1.0
        idx[:] = pool[0][best]
        sgn[:] = side * pool[1][best]
        inverse[:] = side * pool[2][best]
        y[:] = side * pool[3][best]
        r[:] = side * pool[4][best]
        verdict = walk_to(F, columns, facet, points[m], c, 1.0, budget, work)
        if verdict < 0:
            return -1
        if verdict == 1:
            kept[count] = m
            count += 1
    return count

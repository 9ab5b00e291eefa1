"""Exact Hamiltonian flow of the density exp(-gauge) over the cones of the facets."""

from __future__ import annotations

import math

from numba import njit

from mechanisms.geometry.arrays import Facet, Indices, Work
from mechanisms.geometry.kernels.linear import multiply
from mechanisms.geometry.kernels.pivoting import DRIFT, dual_drift, pivot, refactor, violation
from mechanisms.validate import Array


@njit(cache=True)
def _first_zero(c: Array, w: Array, g: Array, limit: float) -> tuple[int, float]:
    """Return which coordinate ``c + w t - g t^2 / 2`` is the first to reach zero before `limit`, and when."""
    first = -1
    for k in range(c.size):
        if g[k] > 0.0:
            # Concave: it crosses before the limit exactly if it is negative there. This spares most roots.
            if c[k] + limit * (w[k] - 0.5 * g[k] * limit) >= 0.0:
                continue
        elif w[k] >= 0.0:
            continue
        square = w[k] * w[k] + 2.0 * g[k] * c[k]
        if square < 0.0:
            continue
        root = math.sqrt(square)
        time = 2.0 * c[k] / (root - w[k]) if w[k] < 0.0 else (w[k] + root) / g[k]
        if time < limit:
            limit = time
            first = k
    return first, limit


@njit(cache=True)
def _travel(
    F: Array, columns: Array, facet: Facet, c: Array, w: Array, g: Array, time: float, budget: int, work: Work
) -> int:
    """Follow the flow for `time`; return the number of pivots, negative if the path was lost."""
    inverse, y = facet[2], facet[3]
    column = work[2]
    d = c.size
    pivots = 0
    while True:
        i, spent = _first_zero(c, w, g, time)
        for k in range(d):
            c[k] = max(c[k] + spent * (w[k] - 0.5 * g[k] * spent), 0.0)
            w[k] -= g[k] * spent
        if i < 0:
            return pivots
        time -= spent
        if pivots >= budget or pivot(F, columns, facet, i, work) < 0.0:
            return -1
        c[i] = 0.0
        entered = w[i] / column[i]
        for k in range(d):
            w[k] -= column[k] * entered
        w[i] = entered
        multiply(inverse, y, g)
        pivots += 1


@njit(cache=True)
def trajectories(
    F: Array,
    columns: Array,
    facet: Facet,
    momenta: Array,
    coordinates: Array,
    times: Array,
    budget: int,
    work: Work,
    points: Array,
    gauges: Array,
    centres: Array,
    visits: Indices,
) -> tuple[int, int, float]:
    """Run one trajectory a row of `momenta`, each from fresh coordinates inside the present cone.

    The coordinates of a cone are independent and exponential given the cone, so drawing them anew leaves the
    law as it is. What is recorded is the state at the end of the flow, before it is refreshed: only then does the law
    of its gauge test the flow. Returns the pivots, the facets computed afresh for drift, and the worst
    violation of the facet inequalities at any output; pivots are negative if a path was lost.
    """
    idx, sgn, inverse, y, r = facet
    scratch = work[5]
    d = idx.size
    c, w, g = points[0].copy(), points[0].copy(), points[0].copy()
    pivots, fresh, worst = 0, 0, 0.0
    for m in range(momenta.shape[0]):
        for k in range(d):
            c[k] = coordinates[m, k]
        multiply(inverse, momenta[m], w)
        multiply(inverse, y, g)
        steps = _travel(F, columns, facet, c, w, g, times[m], budget, work)
        if steps < 0:
            return -1, fresh, worst
        pivots += steps
        if not dual_drift(F, idx, sgn, inverse, y, r) <= DRIFT:
            fresh += 1
            if not refactor(F, idx, sgn, inverse, y, r, scratch):
                return -1, fresh, worst
        worst = max(worst, violation(r))
        gauges[m] = 0.0
        for a in range(d):
            points[m, a] = 0.0
            centres[m, a] = 0.0
        for k in range(d):
            gauges[m] += c[k]
            visits[idx[k]] += 1
            for a in range(d):
                side = sgn[k] * columns[idx[k], a]
                points[m, a] += c[k] * side
                centres[m, a] += side
    return pivots, fresh, worst

"""A small parallelepiped around a symmetric polytope."""

from __future__ import annotations

import numpy as np

from mechanisms.geometry.facets import Frame
from mechanisms.validate import Array

RESTARTS = 6
SWEEPS = 40


def enclosing_parallelepiped(columns: Array, rng: np.random.Generator) -> Array:
    r"""Return Y such that :math:`|y_k \cdot x| \le 1` on the hull of the columns, with a large determinant.

    The determinant is linear in each row, so the best row k for the others is a dual vector of the polytope in the
    direction of the k-th column of the inverse: one gauge. Rows are improved in turn until none gains, from
    several random starts; the result is a local optimum.

    Parameters
    ----------
    columns : array, shape (r, m)
        Columns of rank r.
    rng : numpy.random.Generator
        The source of the starts.

    Returns
    -------
    array, shape (r, r)
        One inequality a row; the parallelepiped has volume ``2^r / |det Y|``.
    """
    rank = columns.shape[0]
    frame = Frame(columns)
    best, best_log = np.eye(rank), -np.inf
    for _ in range(RESTARTS):
        Y = np.linalg.qr(rng.standard_normal((rank, rank)))[0]
        Y /= np.abs(Y @ columns).max(axis=1, keepdims=True)
        old = -np.inf
        for _ in range(SWEEPS):
            for k in range(rank):
                Y[k] = frame.gauges(np.linalg.inv(Y)[None, :, k])[2][0]
            log_det = float(np.linalg.slogdet(Y)[1])
            if log_det < old + 1e-6:
                break
            old = log_det
        if log_det > best_log:
            best, best_log = Y.copy(), log_det
    # Dual vectors are feasible up to rounding; this makes them so.
    return best / np.maximum(np.abs(best @ columns).max(axis=1, keepdims=True), 1.0)

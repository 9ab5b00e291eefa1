"""Local maxima that a scan saw but did not resolve."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mechanisms.numeric.ladder import Ladder
from mechanisms.validate import Array

__all__ = ["refine_peaks"]

_NARROW = 16 * float(np.finfo(float).eps)
_ZOOM = np.linspace(0, 1, 17)

# Maps points to values and to the absolute rounding error of each value.
NoisyFunction = Callable[[Array], tuple[Array, Array]]


def refine_peaks(
    function: NoisyFunction, ladder: Ladder, values: Array, noise: Array, limit: int, flat: float
) -> tuple[Array, Array]:
    """Zoom in on the local maxima that stand out of the scan.

    Parameters
    ----------
    function : callable
        Maps points to values and to the absolute rounding error of each value.
    ladder : Ladder
        The panels.
    values, noise : arrays, shape (panels, 4)
        The function at the scan points.
    limit : int
        How many of the highest candidates to follow.
    flat : float
        A maximum counts as resolved where neighbouring points differ by at most this, or by rounding.

    Returns
    -------
    x, value : arrays
        The highest points found, one for each maximum that needed refinement.
    """
    x, y = ladder.x.ravel(), np.where(np.isfinite(values), values, -np.inf).ravel()
    chosen = _candidates(ladder, values, noise, flat)
    chosen = chosen[np.argsort(-y[chosen], kind="stable")[:limit]]
    lo, hi = x[chosen - 1], x[chosen + 1]
    best_x, best = x[chosen], y[chosen]
    active = np.arange(len(chosen))
    for _ in range(80):
        if not len(active):
            break
        points = lo[active, None] + (hi - lo)[active, None] * _ZOOM
        heights, errors = function(points)
        heights = np.where(np.isfinite(heights), heights, -np.inf)
        rows, top = np.arange(len(active)), np.argmax(heights, axis=1)
        better = heights[rows, top] > best[active]
        best_x[active[better]], best[active[better]] = points[rows, top][better], heights[rows, top][better]
        left, right = np.maximum(top - 1, 0), np.minimum(top + 1, 16)
        lo[active], hi[active] = points[rows, left], points[rows, right]
        wide = hi[active] - lo[active] > _NARROW * np.abs(points).max(axis=1)
        with np.errstate(invalid="ignore"):
            fall = heights[rows, top] - np.minimum(heights[rows, left], heights[rows, right])
            open_ = wide & ~(fall <= np.maximum(flat, errors[rows, top]))
        active = active[open_ & np.isfinite(heights[rows, top])]
    return best_x, best


def _candidates(ladder: Ladder, values: Array, noise: Array, flat: float) -> np.ndarray:
    """Find the scan points that are no lower than both neighbours and above one of them beyond rounding."""
    y, error = np.where(np.isfinite(values), values, -np.inf).ravel(), np.abs(noise).ravel()
    inner = y[1:-1]
    with np.errstate(invalid="ignore"):
        before = (inner - y[:-2] > flat) & (inner - y[:-2] > error[1:-1] + error[:-2])
        after = (inner - y[2:] > flat) & (inner - y[2:] > error[1:-1] + error[2:])
    # Toward an anchor the ladder resolves the function by itself, and across one it may jump.
    usable = np.ones(values.shape, dtype=bool)
    for cell in ladder.cells:
        usable[cell.start, 0] = usable[cell.stop - 1, -1] = False
    known = ~np.isnan(values).ravel()
    usable = usable.ravel()[1:-1] & known[:-2] & known[2:] & np.isfinite(inner)
    return np.flatnonzero(usable & (inner >= y[:-2]) & (inner >= y[2:]) & (before | after)) + 1

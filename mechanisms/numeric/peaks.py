"""Local maxima that a scan saw but did not resolve."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mechanisms.numeric.ladder import Ladder
from mechanisms.validate import Array, Mask

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
    values, noise : arrays, shape of `ladder.x`
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
    # On the integers several scan points of a panel may be the same.
    x, place = np.unique(ladder.x, return_index=True) if ladder.on_integers else (ladder.x.ravel(), slice(None))
    scanned, error = values.ravel()[place], np.abs(noise).ravel()[place]
    y = np.where(np.isfinite(scanned), scanned, -np.inf)
    known = ~np.isnan(scanned)
    usable = (_apart(x) if ladder.on_integers else _inside_cells(ladder)) & known[:-2] & known[2:]
    chosen = _candidates(y, error, usable, flat)
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


def _candidates(y: Array, error: Array, usable: Mask, flat: float) -> np.ndarray:
    """Find the points that are no lower than both neighbours and above one of them beyond rounding."""
    inner = y[1:-1]
    with np.errstate(invalid="ignore"):
        before = (inner - y[:-2] > flat) & (inner - y[:-2] > error[1:-1] + error[:-2])
        after = (inner - y[2:] > flat) & (inner - y[2:] > error[1:-1] + error[2:])
    high = usable & np.isfinite(inner) & (inner >= y[:-2]) & (inner >= y[2:])
    return np.flatnonzero(high & (before | after)) + 1


def _inside_cells(ladder: Ladder) -> Mask:
    """Tell the scan points at which a peak needs refinement, but for the first and the last of all.

    Toward an anchor the ladder resolves the function by itself, and across one it may jump.
    """
    usable = np.ones(ladder.x.shape, dtype=bool)
    for cell in ladder.cells:
        usable[cell.start, 0] = usable[cell.stop - 1, -1] = False
    return usable.ravel()[1:-1]


def _apart(x: Array) -> Mask:
    """Tell the integers, but for the first and the last, that have others between them and a neighbour."""
    return x[2:] - x[:-2] > 2

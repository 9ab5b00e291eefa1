"""The supremum of the privacy loss, with its limits at the ends of the line (or the integers) and of the supports."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.kernels import LogLaws
from mechanisms.numeric.ladder import Ladder
from mechanisms.numeric.peaks import refine_peaks
from mechanisms.validate import Array

_EPS = float(np.finfo(float).eps)
# The loss is followed toward an end as long as its rounding error is below this part of max(1, |loss|).
_RESOLVED = 1e-3
_STEP = 4  # panels between the values that are compared
_SHORT = 10  # a cell with fewer panels lies between breakpoints that are neighbours: nothing to extrapolate


def supremum_of_loss(laws_at: Callable[[Array], LogLaws], ladder: Ladder) -> Estimate:
    r"""Supremum of :math:`\log(p/q)` over the points where p is positive.

    Parameters
    ----------
    laws_at : callable
        Maps points to the two laws there.
    ladder : Ladder
        Panels around the kinks and the modes of both densities.

    Returns
    -------
    Estimate
        The supremum; inf where the loss grows without bound toward an end.

    Raises
    ------
    ConvergenceError
        If the loss grows toward an end so slowly that it cannot be told whether it is bounded.
    """
    loss, noise = _loss(laws_at(ladder.x))
    anchors = np.array(ladder.anchors)
    at_anchors = dict(zip(ladder.anchors, _loss(laws_at(anchors))[0], strict=True))
    reach = -math.inf
    for cell in ladder.cells:
        panels = slice(cell.start, cell.stop)
        for end, nearest, step in ((cell.hi, 3, 1), (cell.lo, 0, -1)):
            if ladder.on_integers and math.isfinite(end):
                continue  # attained, not approached
            values, errors = loss[panels, nearest][::step], noise[panels, nearest][::step]
            reach = max(reach, _limit(end, values, errors, at_anchors.get(end, math.nan)))
    if reach == math.inf:
        return Estimate(math.inf, 0.0)
    peaks, _ = refine_peaks(lambda x: _loss(laws_at(x)), ladder, loss, noise, limit=32, flat=0.0)
    value, error = _best(*_loss(laws_at(np.concatenate([ladder.x.ravel(), peaks]))))
    # At an anchor a density may take any value; it counts where it continues the scan.
    near = np.array([point for point, height in at_anchors.items() if height <= value + 1e-6 * (1 + abs(value))])
    if near.size:
        value, error = _best(*_loss(laws_at(np.concatenate([ladder.x.ravel(), peaks, near]))))
    return Estimate(value, float(2 * error + max(reach - value, 0.0) + 4 * _EPS * abs(value)))


def _loss(laws: LogLaws) -> tuple[Array, Array]:
    """Return the loss where p is positive, -inf elsewhere, and its rounding error."""
    there = (laws.log_p > -np.inf) & ~np.isnan(laws.loss)
    return np.where(there, laws.loss, -np.inf), np.where(there, laws.noise_loss, 0.0)


def _best(loss: Array, noise: Array) -> tuple[float, float]:
    """Return the value that proves the highest lower bound: far out the loss may be all rounding error."""
    place = int(np.argmax(loss - noise))
    return float(loss[place]), float(noise[place])


def _limit(end: float, loss: Array, noise: Array, at_end: float) -> float:
    """Estimate the limit of the loss at an end from above, from its values in the panels toward that end."""
    resolved = np.isfinite(loss) & (noise <= _RESOLVED * np.maximum(1.0, np.abs(loss)))
    if not resolved.any():
        return -math.inf
    stop = len(resolved) - int(np.argmax(resolved[::-1]))
    lost = np.flatnonzero(~resolved[:stop])
    start = int(lost[-1]) + 1 if lost.size else 0
    loss, noise = loss[start:stop], noise[start:stop]
    if len(loss) < _SHORT:
        return -math.inf
    rise = loss[_STEP:] - loss[:-_STEP]
    grows = rise > 2 * (noise[_STEP:] + noise[:-_STEP])
    if not grows[-1]:
        # Settled: beyond the last panels that show growth there is none that rounding would not hide.
        place = _STEP + (int(np.flatnonzero(grows)[-1]) + 1 if grows.any() else 0)
        return float(np.min(loss[place:] + 2 * noise[place:]))
    last, before = float(rise[-1]), float(rise[-1 - _STEP])
    if last < 0.6 * before:
        # Geometric approach to a limit, as at any point where the loss is smooth.
        remaining = last * last / (before - last)
        if 0 <= at_end - loss[-1] <= 4 * remaining:
            return at_end
        return float(loss[-1]) + remaining
    return float(loss[-1]) + _slow_growth(end, loss)


def _slow_growth(end: float, loss: Array) -> float:
    """Extrapolate the growth over successive doublings of the number k of panels as geometric.

    A loss that grows like log k or faster, k being the logarithm of the distance, is unbounded.
    """
    moved = np.abs(loss - loss[0]) > 0.01 * abs(loss[-1] - loss[0])
    start = int(np.argmax(moved))
    count = len(loss) - 1 - start
    half, quarter = start + count // 2, start + count // 4
    last, before = float(loss[-1] - loss[half]), float(loss[half] - loss[quarter])
    if last >= 0.9 * before:
        return math.inf
    if last > 0.7 * before:
        raise ConvergenceError(f"the privacy loss grows too slowly toward {end!r} to tell whether it is bounded")
    return last * last / (before - last)

"""Where on the line a function of two laws is above a level: the intervals to integrate over."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mechanisms.numeric.divergence import Level
from mechanisms.numeric.kernels import LogLaws
from mechanisms.numeric.ladder import Ladder, bisect
from mechanisms.numeric.peaks import refine_peaks
from mechanisms.validate import Array, Mask

__all__ = ["observation_points", "pieces_above"]


def observation_points(laws_at: Callable[[Array], LogLaws], ladder: Ladder) -> Array:
    """Return the scan points of a ladder, its anchors, and the local extrema of the privacy loss.

    Between neighbours the loss is monotone, unless it has both a maximum and a minimum there, so that an
    interval on which it is above (or below) a level is not overlooked, however short.
    """
    scanned = laws_at(ladder.x)
    extrema = [
        refine_peaks(
            lambda x, sign=sign: _signed(laws_at(x), sign), ladder, *_signed(scanned, sign), 32, 0.0
        )[0]
        for sign in (1.0, -1.0)
    ]
    anchors = np.array(ladder.anchors)
    loss = laws_at(anchors).loss
    # At an anchor a density may take any value; it counts where it continues its neighbours on the ladder.
    place = np.clip(np.searchsorted(ladder.x.ravel(), anchors), 1, ladder.x.size - 1)
    around = scanned.loss.ravel()[np.stack([place - 1, place])]
    with np.errstate(invalid="ignore"):
        continued = (np.abs(around - loss) <= 1e-6 * (1 + np.abs(loss))).any(axis=0)
    return np.unique(np.concatenate([ladder.x.ravel(), anchors[continued], *extrema]))


def _signed(laws: LogLaws, sign: float) -> tuple[Array, Array]:
    return sign * laws.loss, laws.noise_loss


def pieces_above(
    level: Level, laws_at: Callable[[Array], LogLaws], points: Array, window: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return the intervals inside a window on which a function of the laws is not negative beyond rounding.

    Parameters
    ----------
    level : callable
        Maps laws to a function of them and its rounding error.
    laws_at : callable
        Maps points to the laws there.
    points : array
        Increasing; changes of sign between neighbours are located by bisection.
    window : tuple of float
        The interval to look at.
    """

    def above(at: Array) -> Mask:
        with np.errstate(invalid="ignore"):
            value, noise = level(laws_at(at))
            return (value > -noise) & ~np.isnan(value)

    x = points[(points > window[0]) & (points < window[1])]
    x = x[~np.isnan(laws_at(x).loss)]
    kept = above(x)
    change = np.flatnonzero(kept[1:] != kept[:-1])
    first, second, falls = x[change], x[change + 1], kept[change]
    cuts, _ = bisect(above, np.where(falls, first, second), np.where(falls, second, first))
    ends = [window[0], *cuts.tolist(), window[1]]
    start = 0 if kept.size and kept[0] else 1
    return [(ends[i], ends[i + 1]) for i in range(start, len(ends) - 1, 2) if ends[i] < ends[i + 1]]

"""Where on the line a function of two laws is above a level: the intervals to integrate over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from mechanisms.numeric.divergence import Level
from mechanisms.numeric.frame import Frame
from mechanisms.numeric.kernels import LogLaws
from mechanisms.numeric.ladder import bisect
from mechanisms.numeric.peaks import refine_peaks
from mechanisms.validate import Array, Mask


class Observed(NamedTuple):
    """Increasing points between which the loss is monotone, or has both a maximum and a minimum; the laws there."""

    x: Array
    laws: LogLaws


def observe(frame: Frame) -> Observed:
    """Return the scan points of the ladder, its anchors, and the local extrema of the privacy loss.

    An interval on which the loss is above (or below) a level is not overlooked then, however short.
    """
    ladder, laws_at = frame.ladder, frame.laws
    scanned = laws_at(ladder.x)
    extrema = [
        refine_peaks(partial(_signed_at, laws_at, sign), ladder, *_signed(scanned, sign), 32, 0.0)[0]
        for sign in (1.0, -1.0)
    ]
    anchors = np.array(ladder.anchors)
    loss = laws_at(anchors).loss
    # At an anchor a density may take any value; it counts where it continues its neighbours on the ladder.
    place = np.clip(np.searchsorted(ladder.x.ravel(), anchors), 1, ladder.x.size - 1)
    around = scanned.loss.ravel()[np.stack([place - 1, place])]
    with np.errstate(invalid="ignore"):
        continued = (np.abs(around - loss) <= 1e-6 * (1 + np.abs(loss))).any(axis=0)
    x = np.unique(frame.grid.place(np.concatenate([ladder.x.ravel(), anchors[continued], *extrema])))
    laws = laws_at(x)
    known = ~np.isnan(laws.loss)
    return Observed(x[known], LogLaws(*(part[known] for part in laws)))


def _signed(laws: LogLaws, sign: float) -> tuple[Array, Array]:
    return sign * laws.loss, laws.noise_loss


def _signed_at(laws_at: Callable[[Array], LogLaws], sign: float, x: Array) -> tuple[Array, Array]:
    return _signed(laws_at(x), sign)


def pieces_above(level: Level, frame: Frame, observed: Observed) -> list[tuple[float, float]]:
    """Return the intervals on which a function of the laws is not negative beyond rounding, where P has mass.

    Parameters
    ----------
    level : callable
        Maps laws to a function of them and its rounding error.
    frame : Frame
        The laws.
    observed : Observed
        Changes of sign between neighbours are located by bisection.
    """

    def above(laws: LogLaws) -> Mask:
        with np.errstate(invalid="ignore"):
            value, noise = level(laws)
            return (value > -noise) & ~np.isnan(value)

    window = frame.window
    seen = (observed.x >= window[0]) & (observed.x < window[1])
    x, kept = observed.x[seen], above(observed.laws)[seen]
    change = np.flatnonzero(kept[1:] != kept[:-1])
    first, second, falls = x[change], x[change + 1], kept[change]
    inside, outside = bisect(
        lambda at: above(frame.laws(at)),
        np.where(falls, first, second),
        np.where(falls, second, first),
        frame.grid.place,
    )
    # An integer counts up to the next one.
    cuts = np.where(falls, outside, inside) if frame.ladder.on_integers else inside
    ends = [window[0], *cuts.tolist(), window[1]]
    start = 0 if kept.size and kept[0] else 1
    return [(ends[i], ends[i + 1]) for i in range(start, len(ends) - 1, 2) if ends[i] < ends[i + 1]]

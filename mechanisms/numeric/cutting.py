"""Cutting the space of two densities, or of two mass functions, into cells on which the loss varies little."""

from __future__ import annotations

import math

import numpy as np

from mechanisms.numeric.cells import Cells
from mechanisms.numeric.frame import Frame, mass_window
from mechanisms.numeric.kernels import LogLaws, mass_terms
from mechanisms.numeric.levels import Observed
from mechanisms.numeric.panels import log_sum
from mechanisms.validate import Array

_ROUNDS = 48
_NEGLIGIBLE = -90.0  # e^-90 is 1e-39
# A loss that changes by less across the last cell before an anchor is continuous there.
_CONTINUOUS = 1e-3


def cut_into_cells(frame: Frame, observed: Observed, top: tuple[float, float], most: int) -> Cells:
    """Cut the space of two laws so that the loss varies little on each cell.

    Parameters
    ----------
    frame, observed : Frame, Observed
        The laws, and points between which their loss is monotone.
    top : tuple of float
        Bounds on the loss and on its negative.
    most : int
        About how many cells to make, beside those between the observed points.
    """
    windows = [mass_window(frame, log) for log in (frame.log_p, frame.log_q)]
    window = min(lo for lo, _ in windows), max(hi for _, hi in windows)
    ends = [end for end in window if math.isfinite(end)]
    points = frame.grid.place(np.concatenate([observed.x, frame.ladder.anchors, ends]))
    cuts = np.unique(points[(points >= window[0]) & (points <= window[1])])
    cuts = _refine(frame, cuts, most)
    lo, hi = cuts[:-1], cuts[1:]
    low, high = _ranges(frame, lo, hi, top)
    masses, errors, rounding = [], [], 0.0
    for swapped in (False, True):

        def terms(x: Array, swapped: bool = swapped) -> tuple[Array, Array]:
            laws = frame.laws(x)
            exponent, noise = mass_terms(laws.swapped() if swapped else laws)
            unknown = np.isnan(exponent)
            return np.where(unknown, -np.inf, exponent), np.where(unknown, -np.inf, noise)

        value, truncation, noise = frame.grid.rule(terms, lo, hi)
        masses.append(np.exp(value))
        heavy = value > _NEGLIGIBLE
        rounding = max(rounding, float(np.exp(np.max(noise[heavy] - value[heavy], initial=-np.inf))))
        lost = max(abs(1 - math.fsum(masses[-1])) - rounding, 0.0)
        errors.append(lost + float(np.exp(log_sum(truncation))) + len(value) * math.exp(_NEGLIGIBLE))
    return Cells(masses[0], masses[1], low, high, errors[0], errors[1], rounding)


def _inner_laws(frame: Frame, lo: Array, hi: Array) -> tuple[LogLaws, LogLaws]:
    """Return the laws just inside both ends of cells, where a jump at an end does not show."""
    if frame.ladder.on_integers:
        return frame.laws(lo), frame.laws(hi - 1)
    return frame.laws(np.nextafter(lo, hi)), frame.laws(np.nextafter(hi, lo))


def _refine(frame: Frame, cuts: Array, most: int) -> Array:
    """Halve cells that have mass until the loss varies on each by a small part of its whole variation."""
    step = 0.0
    for _ in range(_ROUNDS):
        lo, hi = cuts[:-1], cuts[1:]
        first, second = _inner_laws(frame, lo, hi)
        heavy = np.zeros(len(lo), dtype=bool)
        with np.errstate(invalid="ignore", divide="ignore"):
            rise = np.abs(second.loss - first.loss)
            for one, two in ((first.log_p, second.log_p), (first.log_q, second.log_q)):
                heavy |= np.fmax(one, two) + np.log(hi - lo) > _NEGLIGIBLE
        varies = heavy & np.isfinite(rise)
        step = step or float(rise[varies].sum()) / most
        middle = frame.grid.place(lo / 2 + hi / 2)
        again = varies & (rise > step) & (middle > lo) & (middle < hi)
        if not again.any() or len(cuts) > 8 * most + 20_000:
            break
        cuts = np.sort(np.concatenate([cuts, middle[again]]))
    return cuts


def _ranges(frame: Frame, lo: Array, hi: Array, top: tuple[float, float]) -> tuple[Array, Array]:
    """Return bounds on the loss on cells, rounding included."""
    first, second = _inner_laws(frame, lo, hi)
    noise = np.fmax(first.noise_loss, second.noise_loss)
    low, high = np.fmin(first.loss, second.loss), np.fmax(first.loss, second.loss)
    unknown = np.isnan(first.loss) | np.isnan(second.loss)
    if not frame.ladder.on_integers:
        anchors = np.array(frame.ladder.anchors)
        touching = np.isin(lo, anchors) | np.isin(hi, anchors)
        with np.errstate(invalid="ignore"):
            rise = high - low
            unknown |= touching & ~(rise <= _CONTINUOUS) & (rise != 0)
        noise = noise + np.where(touching & ~unknown, np.where(np.isfinite(rise), rise, 0.0), 0.0)
    low, high = np.maximum(low - noise, -top[1]), np.minimum(high + noise, top[0])
    return np.where(unknown, -top[1], low), np.where(unknown, top[0], high)

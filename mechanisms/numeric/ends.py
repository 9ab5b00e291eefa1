"""What an integrand does toward the ends of a cell: whether it is integrable there, and what is left beyond.

Toward an end, be it a point or infinity, panels shrink or grow by factors of two, so that a power law makes
their integrals a geometric sequence. Its ratio decides: a sequence that does not decay is a divergent
integral.
"""

from __future__ import annotations

import math

import numpy as np

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.numeric.ladder import Cell
from mechanisms.numeric.scan import Scan
from mechanisms.validate import Array, Mask

__all__ = ["NEGLIGIBLE", "judge_cell"]

NEGLIGIBLE = -46.0  # e^-46 is 1e-20
_DECAY = -1e-6  # logarithms of panel integrals that fall by less than this a panel do not decay
_SINGULAR = math.log(0.6)  # halving a panel halves its integral where the integrand is bounded
_FLAT = 0.6  # where an integrand does not decay at all, the panel integrals grow by log 2 a panel
_WINDOW = 4
_STEEP = 1e3  # from so many units of the exponent a panel on it matters whether growth slows down


def judge_cell(cell: Cell, scan: Scan, keep: Mask) -> float:
    """Judge both ends of a cell.

    Parameters
    ----------
    cell : Cell
        The cell.
    scan : Scan
        The integrand on the panels of all cells.
    keep : array of bool, shape (panels,)
        Changed in place: panels where the integrand is NaN (toward an end only) or which the remainder stands
        for are taken out.

    Returns
    -------
    float
        The logarithm of what lies beyond the panels that stay, inf where the integral diverges.

    Raises
    ------
    ParameterError
        If the integrand is NaN in the midst of the cell.
    ConvergenceError
        If a peak at an end is too narrow for floats.
    """
    known = ~np.asarray(np.isnan(scan.value[cell.start : cell.stop]).any(axis=1))
    low, high = cell.start + int(np.argmax(known)), cell.stop - int(np.argmax(known[::-1]))
    if not known[low - cell.start : high - cell.start].all() or not known.any():
        raise ParameterError("integrand", f"free of NaN between {cell.lo!r} and {cell.hi!r}", math.nan)
    keep[cell.start : low] = keep[high : cell.stop] = False
    largest = float(np.nanmax(scan.panel_values))
    rest = -math.inf
    for end, near, step in ((cell.lo, low, 1), (cell.hi, high - 1, -1)):
        if scan.ladder.on_integers and math.isfinite(end):
            continue  # a sum has all its terms
        complete = near == (cell.start if step == 1 else cell.stop - 1)
        # The panel that touches a point is judged by the others, which come ever closer to that point.
        touching = math.isfinite(end) and complete
        panels = np.arange(near + step if touching else near, high if step == 1 else low - 1, step)
        panels = panels[_own_side(cell, end, scan.ladder.lo[panels], scan.ladder.hi[panels])]
        beyond, singular = _judge_end(end, scan.panel_values[panels], scan.panel_noise[panels], largest)
        if touching and not singular:
            continue
        if touching:
            keep[near] = False
        rest = float(np.logaddexp(rest, beyond))
    return rest


def _own_side(cell: Cell, end: float, lo: Array, hi: Array) -> Mask:
    """Tell the panels that belong to an end: in a bounded cell those of the nearer half."""
    if math.isinf(cell.lo) or math.isinf(cell.hi):
        return np.ones(len(lo), dtype=bool)
    middle = cell.lo / 2 + cell.hi / 2
    return hi <= middle if end == cell.lo else lo >= middle


def _judge_end(end: float, logs: Array, noise: Array, largest: float) -> tuple[float, bool]:
    """Extrapolate the panel integrals, listed from the end inward, as a geometric sequence.

    Returns the logarithm of what lies beyond the last panel (inf if it diverges), and whether the integrand
    is singular at the end. The trend is read off the outermost panels where it stands clear of rounding; an
    integrand that does not decay toward infinity until rounding hides it counts as divergent.
    """
    window = min(_WINDOW, len(logs) - 1)
    if window < 2:
        return float(np.max(logs, initial=-np.inf)), False
    envelope = np.maximum(logs, noise)[: window + 1]
    if envelope[0] < min(largest + NEGLIGIBLE, envelope[window] + window * _SINGULAR):
        # Negligible and decaying even with its rounding error.
        return float(envelope[0]), False
    vanishes = np.isneginf(logs) & np.isneginf(noise)
    slope, blur = _trend(logs, noise, window)
    tied = np.maximum(np.abs(slope), blur) < -_DECAY
    place = _first(vanishes[:-window] | (np.abs(slope) > 4 * blur) | tied)
    if place < 0 or vanishes[place]:
        return -math.inf, False
    if slope[place] + blur[place] < _DECAY:
        last = float(logs[place] - logs[place + 1])
        trend = max(float(slope[place] + blur[place]), last if last < 0 else -math.inf)
        beyond = float(logs[place]) + trend - math.log(-math.expm1(min(trend, _DECAY)))
        return beyond, place == 0 and last > _SINGULAR
    return _judge_growth(end, logs, (slope, blur, tied), largest)


def _judge_growth(
    end: float, logs: Array, trend: tuple[Array, Array, Mask], largest: float
) -> tuple[float, bool]:
    """Tell growth without bound from growth to a peak at the end that the panels are too wide to resolve."""
    slope, blur, tied = trend
    # Clear of rounding by a factor that makes the differences inside the window right to a per cent as well.
    place = _first((np.abs(slope) > 1000 * blur) | tied)
    if place != 0 and math.isfinite(end):
        # No pole is that weak: the panels and their noise tell all there is to tell.
        return -math.inf, False
    if place < 0 or (place > 0 and slope[place] < _FLAT):
        raise ConvergenceError(f"rounding hides whether the integral converges toward {end!r}")
    last, before = (float(logs[place + i] - logs[place + i + 1]) for i in (0, 1))
    if slope[place] > -_DECAY and last < 0.8 * before:
        # Slower and slower growth leads to a bounded peak at the end, within four more such steps.
        if math.isfinite(end) and logs[place] + 4 * last < largest + NEGLIGIBLE:
            return -math.inf, False
        raise ConvergenceError(f"the densities vary too fast near {end!r} to be resolved in floating point")
    if last > _STEEP and _slows(logs[place : place + 4], 1000 * float(blur[place])):
        raise ConvergenceError(
            f"the integral peaks toward {end!r} beyond the range of the panels, or diverges"
        )
    return math.inf, True


def _slows(logs: Array, blur: float) -> bool:
    """Tell growth that slows down and may come to an end from that of a power law or of an exponential.

    From panel to panel a power grows by the same summand, and the exponential of a power by summands in a fixed
    ratio, which is 2 for the exponential of the distance itself.
    """
    last, before, first = (-np.diff(logs)).tolist() if len(logs) == 4 else (0.0, 0.0, 0.0)
    power, exponential = before - last > blur, last > 1.5 * before and 2 * before - last > blur
    return power or exponential or before * before - last * first > blur * (2 * before + first)


def _trend(logs: Array, noise: Array, window: int) -> tuple[Array, Array]:
    """Return the mean growth a panel over every window, toward the end, and its rounding error."""
    with np.errstate(invalid="ignore", over="ignore"):
        doubt = np.logaddexp(0.0, noise - logs)
        slope = (logs[:-window] - logs[window:]) / window
        return slope, np.lib.stride_tricks.sliding_window_view(doubt, window + 1).max(axis=1) * 2 / window


def _first(found: Mask) -> int:
    return int(np.argmax(found)) if found.any() else -1

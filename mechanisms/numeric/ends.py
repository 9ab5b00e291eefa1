"""What an integrand does toward the ends of a cell: whether it is integrable there, and what is left beyond.

Toward an end, be it a point or infinity, panels shrink or grow by factors of two, so that a power law makes
their integrals a geometric sequence, which is extrapolated. Infinity is the answer only where the sequence grows
and does not slow down: a trend that rounding hides, or that may yet turn, is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.numeric.ladder import Cell
from mechanisms.numeric.scan import Scan
from mechanisms.validate import Array, Mask

NEGLIGIBLE = -46.0  # e^-46 is 1e-20
_DECAY = -1e-6  # logarithms of panel integrals that fall by less than this a panel do not decay
_SINGULAR = math.log(0.6)  # halving a panel halves its integral where the integrand is bounded
_FLAT = 0.6  # where an integrand does not decay at all, the panel integrals grow by log 2 a panel
_WINDOW = 4
_STEEP = 1e3  # from so many units of the exponent a panel on it matters whether growth slows down
_BLURRED = math.log(1e-6)  # relative rounding errors of panels above this show no power law
_LONG, _SHORT = 64, 12  # outermost panels that a power law is fitted to
_FAR_PEAK = "the integral peaks toward {!r} beyond the range of the panels, or diverges"
_EPS = float(np.finfo(float).eps)


class Rest(NamedTuple):
    """Logarithms of what lies beyond the panels, and of how far that may be off."""

    value: float
    error: float


_NO_REST, _ALL = Rest(-math.inf, -math.inf), Rest(math.inf, math.inf)


def judge_cell(
    cell: Cell, scan: Scan, keep: Mask, integral: Callable[[int], float]
) -> tuple[Rest, ConvergenceError | None]:
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
    integral : callable
        Maps a panel to the logarithm of the integral over it; a power law is scaled by that of the outermost one.

    Returns
    -------
    Rest
        What lies beyond the panels that stay, inf where the integral diverges.
    ConvergenceError or None
        What to raise if the integral does not diverge elsewhere: a peak at an end is too narrow for floats, or
        divergence toward an end can be neither seen nor excluded.

    Raises
    ------
    ParameterError
        If the integrand is NaN in the midst of the cell.
    """
    known = ~np.asarray(np.isnan(scan.value[cell.start : cell.stop]).any(axis=1))
    low, high = cell.start + int(np.argmax(known)), cell.stop - int(np.argmax(known[::-1]))
    if not known[low - cell.start : high - cell.start].all() or not known.any():
        raise ParameterError("integrand", f"free of NaN between {cell.lo!r} and {cell.hi!r}", math.nan)
    keep[cell.start : low] = keep[high : cell.stop] = False
    largest = float(np.nanmax(scan.panel_values))
    rest, doubt = _NO_REST, None
    for end, near, step in ((cell.lo, low, 1), (cell.hi, high - 1, -1)):
        if scan.ladder.on_integers and math.isfinite(end):
            continue  # a sum has all its terms
        complete = near == (cell.start if step == 1 else cell.stop - 1)
        # The panel that touches a point is judged by the others, which come ever closer to that point.
        touching = math.isfinite(end) and complete
        panels = np.arange(near + step if touching else near, high if step == 1 else low - 1, step)
        panels = panels[_own_side(cell, end, scan.ladder.lo[panels], scan.ladder.hi[panels])]
        logs = scan.panel_values[panels]
        with np.errstate(invalid="ignore"):
            noise = np.logaddexp(scan.panel_noise[panels], logs + _log_node_rounding(scan, panels))
        power = _power_law(logs, noise)
        try:
            if power is None:
                beyond, singular = _judge_end(end, logs, noise, largest)
            else:
                beyond, singular = _extrapolated(end, logs, integral(int(panels[power.place])), power)
        except ConvergenceError as error:
            doubt = doubt or error  # the integral may diverge elsewhere
            continue
        if touching and not singular:
            continue
        if touching:
            keep[near] = False
        rest = Rest(*(float(np.logaddexp(a, b)) for a, b in zip(rest, beyond, strict=True)))
    return rest, doubt


def _own_side(cell: Cell, end: float, lo: Array, hi: Array) -> Mask:
    """Tell the panels that belong to an end: in a bounded cell those of the nearer half."""
    if math.isinf(cell.lo) or math.isinf(cell.hi):
        return np.ones(len(lo), dtype=bool)
    middle = cell.lo / 2 + cell.hi / 2
    return hi <= middle if end == cell.lo else lo >= middle


def _judge_end(end: float, logs: Array, noise: Array, largest: float) -> tuple[Rest, bool]:
    """Extrapolate the panel integrals, listed from the end inward, as a geometric sequence.

    Returns what lies beyond the last panel (inf if it diverges), and whether the integrand is singular at the end.
    The trend is read off the outermost panels where it stands clear of rounding.
    """
    window = min(_WINDOW, len(logs) - 1)
    if window < 2:
        most = float(np.max(logs, initial=-np.inf))
        return Rest(most, most), False
    envelope = np.maximum(logs, noise)[: window + 1]
    if envelope[0] < min(largest + NEGLIGIBLE, envelope[window] + window * _SINGULAR):
        # Negligible and decaying even with its rounding error.
        return Rest(float(envelope[0]), float(envelope[0])), False
    vanishes = np.isneginf(logs) & np.isneginf(noise)
    slope, blur = _trend(logs, noise, window)
    tied = np.maximum(np.abs(slope), blur) < -_DECAY
    place = _first(vanishes[:-window] | (np.abs(slope) > 4 * blur) | tied)
    if place < 0 or vanishes[place]:
        return _NO_REST, False
    if slope[place] + blur[place] < _DECAY:
        last = float(logs[place] - logs[place + 1])
        trend = max(float(slope[place] + blur[place]), last if last < 0 else -math.inf)
        beyond = float(logs[place]) + trend - math.log(-math.expm1(min(trend, _DECAY)))
        return Rest(beyond, beyond), place == 0 and last > _SINGULAR
    return _judge_growth(end, logs, (slope, blur, tied), largest)


class _PowerLaw(NamedTuple):
    """A line through logarithms of panel integrals from a place on: growth toward the end, its error, their error."""

    place: int
    growth: float
    error: float
    blur: float


def _power_law(logs: Array, noise: Array) -> _PowerLaw | None:
    """Fit a line to the logarithms of the outermost panels that are clear of rounding; None if they are not on one."""
    with np.errstate(invalid="ignore", over="ignore"):
        clear = np.isfinite(logs) & (noise - logs <= _BLURRED)
    place = _first(clear)
    count = min(_LONG, (len(logs) - place) // 2)
    if place < 0 or count < _SHORT or not clear[place : place + count].all():
        return None
    outer = logs[place : place + count]
    blur = float(np.exp(np.max(noise[place : place + count] - outer)))
    blur = max(blur, 4 * float(np.spacing(np.max(np.abs(outer)))))
    steps = np.arange(count) - (count - 1) / 2
    growth = -float(steps @ outer / (steps @ steps))
    if np.max(np.abs(outer - np.mean(outer) + growth * steps)) > 2 * blur:
        return None
    return _PowerLaw(place, growth, 3 * blur / count, blur)


def _extrapolated(end: float, logs: Array, last: float, power: _PowerLaw) -> tuple[Rest, bool]:
    """Sum what a power law leaves beyond the outermost panel, given the integral over the first that it is read off."""
    place, growth, error, blur = power
    if abs(growth) <= 2 * error:
        raise ConvergenceError(
            f"toward {end!r} the integrand is a power law whose exponent rounding cannot tell from the critical one"
        )
    if growth > 0:
        if _may_turn(logs[place:], blur):
            raise ConvergenceError(_FAR_PEAK.format(end))
        return _ALL, True
    beyond = last + (place + 1) * growth - math.log(-math.expm1(growth))
    off = error * (place + 1 / -math.expm1(growth)) + 4 * blur
    return Rest(beyond, beyond + math.log(off)), growth > _SINGULAR


def _log_node_rounding(scan: Scan, panels: npt.NDArray[np.intp]) -> Array:
    """Return the logarithm of how far off a panel is, in parts of its width, because its ends are rounded."""
    lo, hi = scan.ladder.lo[panels], scan.ladder.hi[panels]
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(_EPS * np.minimum(np.abs(lo), np.abs(hi)) / (hi - lo)))


def _judge_growth(end: float, logs: Array, trend: tuple[Array, Array, Mask], largest: float) -> tuple[Rest, bool]:
    """Tell growth without bound from growth to a peak at the end that the panels are too wide to resolve."""
    slope, blur, tied = trend
    # Clear of rounding by a factor that makes the differences inside the window right to a per cent as well.
    place = _first((np.abs(slope) > 1000 * blur) | tied)
    if place != 0 and math.isfinite(end):
        # No pole is that weak: the panels and their noise tell all there is to tell.
        return _NO_REST, False
    if place < 0 or tied[place] or (place > 0 and slope[place] < _FLAT):
        raise ConvergenceError(f"rounding hides whether the integral converges toward {end!r}")
    last, before = (float(logs[place + i] - logs[place + i + 1]) for i in (0, 1))
    if slope[place] > -_DECAY and last < 0.8 * before:
        # Slower and slower growth leads to a bounded peak at the end, within four more such steps.
        if math.isfinite(end) and logs[place] + 4 * last < largest + NEGLIGIBLE:
            return _NO_REST, False
        raise ConvergenceError(f"the densities vary too fast near {end!r} to be resolved in floating point")
    steep = last > _STEEP and _slows(logs[place : place + 4], 1000 * float(blur[place]))
    if steep or _may_turn(logs[place:], float(blur[place])):
        raise ConvergenceError(_FAR_PEAK.format(end))
    return _ALL, True


def _may_turn(logs: Array, blur: float) -> bool:
    """Tell growth by a slope that falls toward the end and is not seen to settle at a positive limit.

    The slope of a log-normal law falls by the same at every panel and turns some time, however far out; what a
    power law is multiplied with fades from panel to panel. Compared are the falls of the slope over the outermost
    quarter of the panels and over the half.
    """
    quarter = (len(logs) - 1) // 8
    if quarter < 1 or not np.isfinite(logs[: 4 * quarter + 1]).all():
        return bool(len(logs) > 3 and logs[0] - logs[1] < logs[1] - logs[2] - 4 * blur)

    def slope(near: int, far: int) -> float:
        return float(logs[near] - logs[far]) / (far - near)

    outer = slope(quarter, 2 * quarter) - slope(0, quarter)
    whole = slope(2 * quarter, 4 * quarter) - slope(0, 2 * quarter)
    if whole <= 2 * blur / quarter:
        return False
    return outer + 4 * blur / quarter > whole / 4 or slope(0, quarter) <= 2 * abs(outer)


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

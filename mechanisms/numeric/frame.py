"""What must be known of two densities before anything is integrated: supports, peaks, reach and accuracy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.numeric.grid import LINE, Grid
from mechanisms.numeric.kernels import LogLaws, mass_terms
from mechanisms.numeric.ladder import Ladder
from mechanisms.numeric.panels import log_error
from mechanisms.numeric.quadrature import integrate
from mechanisms.numeric.supports import LogDensity, Support, evaluate, find_support
from mechanisms.numeric.survey import SAMPLES, unresolved_places, worth_an_anchor
from mechanisms.validate import Array

_EPS = float(np.finfo(float).eps)
# A surplus of mass up to this is taken for an error of a constant. What is missing may be a mode: it is looked for
# with so many places in each panel, and refused above the last.
_SURPLUS, _MISSING, _CLOSER, _DEFICIT = 1e-9, 1e-13, 2**12, 1e-11
# The logarithm of the least positive float, and of what is left out as negligible against it.
NO_FLOAT, _NO_MASS = -744.0, -800.0


class Frame(NamedTuple):
    """Where two laws live on the line, and how accurately their log-densities are known.

    Parameters
    ----------
    log_p, log_q : callable
        The log-densities.
    line : tuple of float
        Outside of it both densities vanish.
    support : Support
        Unlisted ends of the supports, and intervals toward an end in which a log-density has overflowed.
    ladder : Ladder
        Panels around breakpoints, ends of supports and peaks of either density.
    size : float
        Bound on the constants in the log-densities; their rounding error is relative to it as well.
    defects : tuple of float
        By how much the logarithms of the two masses miss 0 beyond what rounding explains.
    escapes : bool
        Whether the first law puts mass where the second has none.
    window : tuple of float
        Interval outside of which the first law has less mass than a float can hold.
    ulps : float
        Densities are taken to be accurate to this many units in the last place of the larger parts they are made
        of.
    grid : Grid
        The space: the line or the integers.
    jumps : tuple of float
        Where a density jumps that was not told to: known to the nearest float.
    """

    log_p: LogDensity
    log_q: LogDensity
    line: tuple[float, float]
    support: Support
    ladder: Ladder
    size: float
    defects: tuple[float, float]
    escapes: bool
    window: tuple[float, float]
    ulps: float
    grid: Grid
    jumps: tuple[float, ...] = ()

    def laws(self, x: Array) -> LogLaws:
        """Evaluate both log-densities; NaN in the blind intervals."""
        first = self.support.hide(x, evaluate("log_p", self.log_p, x))
        second = self.support.hide(x, evaluate("log_q", self.log_q, x))
        with np.errstate(invalid="ignore"):
            loss = first - second
        noise = [
            self.ulps * _EPS * (np.where(np.isfinite(log), np.abs(log), 0.0) + self.size) + defect
            for log, defect in zip((first, second), self.defects, strict=True)
        ]
        return LogLaws(first, second, loss, noise[0], noise[1], noise[0] + noise[1])


def build_frame(
    densities: tuple[LogDensity, LogDensity],
    breakpoints: Sequence[float],
    support: tuple[float, float],
    ulps: float = 4.0,
    grid: Grid = LINE,
) -> Frame:
    """Explore two densities and check that each has mass 1.

    Raises
    ------
    ParameterError
        If a log-density is NaN off the far tails, drops to -inf where no end of a support is listed from so
        low a value that it looks like an underflow, or is not the logarithm of a density of mass 1.
    """
    log_p, log_q = densities
    anchors = grid.merge(breakpoints, support)
    ladder = grid.build(anchors, support)
    found = [find_support("log_p", log_p, ladder), find_support("log_q", log_q, ladder)]
    both = Support(found[0].edges + found[1].edges, found[0].blind + found[1].blind)
    anchors = grid.merge(anchors, support, both.edges)
    frame = Frame(log_p, log_q, support, both, ladder, 0.0, (0.0, 0.0), False, support, ulps, grid)
    frame = _explored(frame, anchors)
    for samples in (SAMPLES, _CLOSER):
        features = unresolved_places(frame.laws, frame.ladder, support, samples)
        anchors = grid.merge(anchors, support, worth_an_anchor(features, anchors))
        jumps = {*both.edges, *(place for place, scale in features if scale == 0)}
        frame = _explored(frame, anchors)._replace(jumps=tuple(jumps.intersection(anchors).difference(breakpoints)))
        masses = [_mass(frame), _mass(frame._replace(log_p=log_q, log_q=log_p))]
        if not any(mass.value < 0 and mass.defect > _MISSING for mass in masses):
            break
    for name, mass in zip(("log_p", "log_q"), masses, strict=True):
        if not mass.defect <= (_SURPLUS if mass.value > 0 else _DEFICIT):
            total = math.exp(mass.value) if mass.value < 709 else math.inf
            raise ParameterError(name, "the logarithm of a density of mass 1", total)
        anchors = grid.merge(anchors, support, mass.peaks)
    frame = frame._replace(ladder=grid.build(anchors, support), defects=(masses[0].defect, masses[1].defect))
    return frame._replace(window=mass_window(frame, log_p))


def _explored(frame: Frame, anchors: tuple[float, ...]) -> Frame:
    """Look at both laws on the ladder around the anchors."""
    frame = frame._replace(ladder=frame.grid.build(anchors, frame.line))
    laws = frame.laws(frame.ladder.x)
    # A density may vanish at an isolated point; two scan points in a row mean a set of positive mass.
    outside = (np.isneginf(laws.log_q) & (laws.log_p > -np.inf)).ravel()
    size = 1.0 + max(_top(laws.log_p), _top(laws.log_q))
    return frame._replace(size=size, escapes=bool((outside[:-1] & outside[1:]).any()))


def _top(values: Array) -> float:
    """Return the size of the largest finite value: at a mode, that of the log normalising constant."""
    finite = values[np.isfinite(values)]
    return abs(float(finite.max())) if finite.size else 0.0


class _Mass(NamedTuple):
    """The logarithm of a mass, by how much it misses 0 beyond what rounding explains, and anchors with the peaks."""

    value: float
    defect: float
    peaks: tuple[float, ...]


def _mass(frame: Frame) -> _Mass:
    """Integrate the first density."""
    (value, truncation, rounding), peaks = integrate(
        lambda x: mass_terms(frame.laws(x)), frame.ladder.anchors, frame.line, frame.grid
    )
    if not math.isfinite(value):
        return _Mass(value, math.inf, peaks)
    return _Mass(value, max(abs(value) - log_error(truncation - value, rounding - value), 0.0), peaks)


def mass_window(frame: Frame, log_density: LogDensity) -> tuple[float, float]:
    """Return the hull of the panels in which a law has mass, widened by a panel."""
    ladder = frame.ladder
    # Not from the laws: they are hidden where either log-density overflows, and the other may have mass there.
    log = evaluate("log density", log_density, ladder.x)
    with np.errstate(divide="ignore"):
        height = np.where(np.isnan(log), -np.inf, log).max(axis=1) + np.log(ladder.hi - ladder.lo)
    heavy = np.flatnonzero(height > _NO_MASS)
    first, last = int(heavy[0]) - 1, int(heavy[-1]) + 1
    lo = frame.line[0] if first < 0 else float(ladder.lo[first])
    return lo, frame.line[1] if last >= len(height) else float(ladder.hi[last])

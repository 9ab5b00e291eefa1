"""A first look at an integrand on a ladder of panels: where its peaks are, and which panels go together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from mechanisms.numeric.grid import LINE, Grid
from mechanisms.numeric.ladder import Ladder
from mechanisms.numeric.panels import Terms, log_sum
from mechanisms.numeric.peaks import refine_peaks
from mechanisms.validate import Array, Mask

_ROUNDS = 8
_MOST_POLES = 8
_EPS = float(np.finfo(float).eps)
_LOW_PEAK = 60.0  # peaks this far below the highest, in units of the exponent, are left to the ladder


class Scan:
    """The logarithms of an integrand and of its noise at the scan points of a ladder, shape (panels, 4)."""

    def __init__(self, ladder: Ladder, value: Array, noise: Array) -> None:
        self.ladder = ladder
        self.value = value
        self.noise = noise

    @cached_property
    def log_width(self) -> Array:
        """Logarithms of the widths of the panels."""
        with np.errstate(divide="ignore"):
            return np.log(self.ladder.hi - self.ladder.lo)

    @cached_property
    def panel_values(self) -> Array:
        """Logarithms of rough integrals over the panels."""
        return log_sum(self.value, axis=1) + self.log_width - math.log(4)

    @cached_property
    def panel_noise(self) -> Array:
        """Logarithms of rough integrals of the noise over the panels."""
        return log_sum(self.noise, axis=1) + self.log_width - math.log(4)

    @property
    def infinite(self) -> bool:
        """Whether the integrand is infinite on more than isolated points."""
        poles = np.isposinf(self.value).ravel()
        return bool((poles[:-1] & poles[1:]).any())

    def merged(self, keep: Mask, light: float) -> tuple[Array, Array]:
        """Join neighbouring panels that one rule can do for.

        These are panels over which the exponent is constant, and light ones over which it varies by at most 1.
        Others stay apart though they look smooth: what is left of a steep flank shows in narrow panels only.

        Parameters
        ----------
        keep : array of bool, shape (panels,)
            The panels to return.
        light : float
            Logarithm of an integral below which a panel is light.

        Returns
        -------
        lo, hi : arrays
            Ends of the joined panels.
        """
        lo, hi = self.ladder.lo, self.ladder.hi
        chosen = np.flatnonzero(keep)
        least, most = self.value[chosen].min(axis=1), self.value[chosen].max(axis=1)
        with np.errstate(invalid="ignore"):
            play = np.where(self.panel_values[chosen] < light, 1.0, 64 * _EPS * (1 + np.abs(most)))
        starts = {cell.start for cell in self.ladder.cells}
        lows: list[float] = []
        highs: list[float] = []
        bottom = top = math.nan
        for i, panel in enumerate(chosen.tolist()):
            joined = min(bottom, float(least[i])), max(top, float(most[i]))
            adjacent = i > 0 and chosen[i - 1] == panel - 1 and panel not in starts
            if adjacent and joined[1] - joined[0] <= min(play[i - 1], play[i]):
                highs[-1] = hi[panel]
                bottom, top = joined
            else:
                lows.append(lo[panel])
                highs.append(hi[panel])
                bottom, top = float(least[i]), float(most[i])
        return np.array(lows), np.array(highs)


def scan_integrand(terms: Terms, points: Sequence[float], support: tuple[float, float], grid: Grid = LINE) -> Scan:
    """Scan an integrand, adding isolated poles and unresolved peaks to the anchors until there are none."""
    anchors = grid.merge(points, support)

    def height(x: Array) -> tuple[Array, Array]:
        value, noise = terms(x)
        return _height(value, noise)

    for _ in range(_ROUNDS):
        ladder = grid.build(anchors, support)
        value, noise = terms(ladder.x)
        poles = ladder.x[np.isposinf(value)]
        level, error = _height(value, noise)
        peaks, tops = refine_peaks(height, ladder, level, error, limit=32, flat=0.5)
        highest = max(level[np.isfinite(level)].max(initial=-np.inf), tops.max(initial=-np.inf))
        found = [*poles[:_MOST_POLES].tolist(), *grid.place(peaks[tops >= highest - _LOW_PEAK]).tolist()]
        more = grid.merge(anchors, support, found)
        if more == anchors or len(poles) > _MOST_POLES:
            break
        anchors = more
    return Scan(ladder, value, noise)


def _height(value: Array, noise: Array) -> tuple[Array, Array]:
    """Return the larger of the two logarithms, the smoother one where noise prevails, and its error."""
    with np.errstate(invalid="ignore"):
        return np.maximum(value, noise), np.maximum(noise - value, 0.0)

r"""A lattice measure moved to every m-th point: upward and downward in the order of hockey-stick functions.

Write H = m h for the coarse pitch, and let a mass w sit d fine steps above the coarse point i, 0 <= d < m.

*Upward*: it is split between i and i + 1 so that its P- and its Q-mass stay,

.. math:: w_{i+1} = w \, \frac{1 - e^{-dh}}{1 - e^{-H}},

which replaces the hockey-stick function by its chords in every cell.

*Downward*: the chords minus c_i, as in :mod:`mechanisms.accounting.lattice`. Here the gap between chord and function
is known, for all the masses of a cell are: it is piecewise linear with kinks at the fine points, and at
:math:`x = e^{jh}` (in units of gamma_i) a mass w at :math:`y = e^{dh}` contributes

.. math:: w e^{-dh} \, \frac{(\min(x, y) - 1)(e^H - \max(x, y))}{e^H - 1}.

Subtracting c_i at the coarse points changes the masses of the chords by second differences of c, and D with them.
Where a mass becomes negative, D is made monotone by lowering it to the right: the deficit is taken from the next
mass up. Where D itself is negative it is 0 from there on, and to the left what it is. The lattice ends before the first point
where G = H - c is negative. At the top of the measure, where mass may sit on the last point, c is 0 there and large enough one
point below.

All of it is done on tilted masses: moving j coarse steps up multiplies by :math:`e^{tmj}`.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from mechanisms.accounting.loss import UNIT
from mechanisms.accounting.tilted import Tilted
from mechanisms.validate import Array


def coarsen(tilted: Tilted, factor: int, upper: bool) -> Tilted:
    """Return a measure on every `factor`-th point that dominates the given one (`upper`) or is dominated by it.

    The rounding of the result counts in its error; the error of the given measure does not: it is the caller's.
    """
    pitch, rate = tilted.pitch * factor, tilted.rate * factor
    cells, first = _cells(tilted, factor)
    up = np.expm1(-np.arange(factor) * tilted.pitch) / math.expm1(-pitch)
    back = np.exp(-np.arange(factor) * tilted.rate)
    masses = np.zeros(len(cells) + 1)
    masses[:-1] = cells @ (back * (1 - up))
    masses[1:] += cells @ (back * up) * math.exp(rate)
    noise = 32.0 + abs(rate)
    if not upper:
        masses, extra = _lowered(masses, _gaps(cells, tilted.pitch, back), pitch, rate)
        noise *= float(extra)
    total = float(np.sum(masses)) or 1.0  # the lower measure of very little may be nothing
    return replace(
        tilted,
        pitch=pitch,
        rate=rate,
        first=first,
        masses=masses / total,
        log_mass=tilted.log_mass + math.log(total),
        error=noise * UNIT,
    )


def _cells(tilted: Tilted, factor: int) -> tuple[Array, int]:
    """Return the masses, a row for each coarse cell with a margin of empty ones, and the first coarse index."""
    first = tilted.first // factor - 2
    lead = tilted.first - first * factor
    count = -(-(lead + len(tilted.masses)) // factor) + 1
    padded = np.zeros(count * factor)
    padded[lead : lead + len(tilted.masses)] = tilted.masses
    return padded.reshape(count, factor), first


def _gaps(cells: Array, pitch: float, back: Array) -> tuple[Array, Array]:
    """Return what c has to be for each cell: at both of its ends, or at the lower one if it is 0 at the upper."""
    factor = cells.shape[1]
    inner, whole = np.expm1(np.arange(1, factor) * pitch), math.expm1(factor * pitch)
    x, y = np.minimum.outer(inner, inner), np.maximum.outer(inner, inner)
    kernel = x * (whole - y) / whole * (back[1:] / (1 + inner))
    gap = (cells[:, 1:] @ kernel.T) * (1 + 64 * UNIT)
    return np.max(gap, axis=1), np.max(gap * (whole / (whole - inner)), axis=1)


def _lowered(masses: Array, gaps: tuple[Array, Array], pitch: float, rate: float) -> tuple[Array, float]:
    """Subtract c from the chords; return the masses and the growth of rounding errors."""
    growth, step = math.expm1(pitch), math.exp(rate)
    gap = np.append(gaps[0], 0.0)
    lift = np.maximum(gap, np.insert(gap[:-1] * step, 0, 0.0))
    mass, profile = cumulative(masses, pitch, rate)
    end = _end(lift, profile)
    if end < len(lift) and gap[end] == 0:
        # Nothing above: c may be 0 here, where all of the mass above the cell can sit, and larger one point below.
        lift[end], lift[end - 1] = 0.0, max(lift[end - 1], gaps[1][end - 1])
        end = _end(lift, profile)
    change = lift[1:] / step - lift[:-1]  # c_{i+1} - c_i, in units of point i
    before = np.insert(change[:-1] * step, 0, 0.0)  # c_i - c_{i-1}, in units of point i
    result = masses[: end - 1] - ((change - (1 + growth) * before) / growth)[: end - 1]
    top = mass[end - 1] - lift[end - 2] * step + (lift[end - 1] - lift[end - 2] * step) / growth
    result = np.append(result, max(top, 0.0))
    extra = 1 + 8 * float(np.sum(lift)) / growth + 4 * max(top, 0.0)
    return _monotone(result, step), extra


def _end(lift: Array, profile: Array) -> int:
    """Return how many points there are before G = H - c becomes negative; rounding of H is allowed for."""
    negative = np.flatnonzero(profile * (1 - 1e-9) < lift)
    return int(negative[0]) if negative.size else len(lift)


def _monotone(masses: Array, step: float) -> Array:
    """Take each negative mass from the masses above it, and what these do not cover from those below: D is 0 from there on."""
    for start in map(int, np.flatnonzero(masses < 0)):
        index, debt = start, float(masses[start])
        while debt < 0 and index < len(masses):
            masses[index] = 0.0
            index += 1
            if index < len(masses):
                debt = float(masses[index]) + debt * step
                masses[index] = max(debt, 0.0)
        debt, index = debt * step ** (start - len(masses) + 1), start
        while debt < 0 and index > 0:
            index -= 1
            debt = float(masses[index]) + debt / step
            masses[index] = max(debt, 0.0)
    return masses


def cumulative(masses: Array, pitch: float, rate: float) -> tuple[Array, Array]:
    r"""Return D_i and H(gamma_i), tilted like the masses, by the recursions from the right.

    .. math:: D_i = v_i + e^{-t} D_{i+1}, \qquad
              H_i = e^{-h-t} H_{i+1} + (1 - e^{-h}) e^{-t} D_{i+1}.

    All terms are positive: n masses give a relative error of at most 8 n units in the last place.
    """
    from scipy.signal import lfilter

    decay = math.exp(-rate)
    mass = lfilter([1.0], [1.0, -decay], masses[::-1])
    shifted = np.insert(mass[:-1], 0, 0.0) * (-math.expm1(-pitch) * decay)
    profile = lfilter([1.0], [1.0, -math.exp(-pitch - rate)], shifted)
    return mass[::-1], profile[::-1]

r"""Losses moved to a lattice: one measure that dominates a law, one that it dominates.

A *loss measure* W is a finite measure on (-inf, inf]; its hockey-stick function is

.. math:: H_W(\gamma) = \int (1 - \gamma e^{-l})_+ \, dW(l), \qquad \gamma \ge 0.

Write A <= B when :math:`H_A \le H_B` everywhere. Composition is convolution, and it keeps the order:
:math:`H_{A * C}(\gamma) = \int H_A(\gamma e^{-l}) \, dC(l) \le H_{B * C}(\gamma)`. So one step at a time may be
replaced by its lattice version, and the composed delta is bounded on that side.

Let the lattice be l_i = o + i h, gamma_i = e^{l_i}, E = e^h - 1, and let D_i be the mass of W at or above l_i. For a
measure on the lattice, D is constant on (l_{i-1}, l_i] and
:math:`H_W(\gamma_{i-1}) = e^{-h} H_W(\gamma_i) + (1 - e^{-h}) D_i`; H_W is linear in gamma between lattice points.
Conversely, numbers G_i at the lattice points are the hockey-stick function of

.. math:: D_i = G_{i-1} + (G_{i-1} - G_i)/E,

and since H_W is the integral of :math:`e^{\varepsilon - l} D(l)` over l > eps, larger D gives larger H.

*Upper.* G_i = H(gamma_i) plus its rounding error. H is convex, so it lies below its chords: "connect the dots"
(Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, PoPETs 2022(4), Section 3). What exceeds the last point goes to
infinity (mass H(gamma_n)), what is below the first goes up to it. D is rounded up and made monotone from above.

*Lower.* G_i = H(gamma_i) - c_i minus rounding. In a cell, H lies above the extended chords of its two neighbours,
hence at most

.. math:: r_i = E \, w_i w_{i+1} / (e^h w_i + w_{i+1}), \quad w_i = D_i - D_{i+1} \text{ of the chords},

below its own chord (the two extensions meet there). With c_i >= max(r_{i-1}, r_i) the interpolated G is below H.
To the right the lattice ends before the first negative G, where H_W = 0 <= G; to the left c_0 >= c_1 makes the first
chord's extension no steeper than H, so it stays below H, and the mass left of it is dropped. D is
rounded down and made monotone from below. On a smooth law r and c differ in third order only, so upper and lower are
both of second order in h.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from mechanisms.accounting.loss import UNIT, Loss, Tail
from mechanisms.validate import Array

# c takes rounding of the weights that the gap is computed from: two weights of two differences each.
_GAP_SLACK = 10.0


@dataclass(frozen=True)
class Lattice:
    """The points ``origin + i * pitch`` for ``first <= i <= last``."""

    origin: float
    pitch: float
    first: int
    last: int

    @property
    def points(self) -> Array:
        """The points as floats, within 2 units in the last place."""
        return np.asarray(self.origin + np.arange(self.first, self.last + 1) * self.pitch, dtype=float)


@dataclass(frozen=True)
class Measure:
    """Masses on a lattice and at infinity.

    Parameters
    ----------
    lattice : Lattice
        Where the masses sit.
    masses : array, shape (last - first + 1,)
        Non-negative masses, each within 4 units in the last place.
    infinite : float
        Mass at infinity, rounded to the safe side.
    slack : float
        How far a loss may be from the lattice point that stands for it.
    """

    lattice: Lattice
    masses: Array
    infinite: float
    slack: float


def discretise(loss: Loss, lattice: Lattice, upper: bool) -> Measure:
    """Return a measure on the lattice that dominates the law (`upper`) or is dominated by it."""
    loss, masses, infinite = loss.sided(upper), np.zeros(lattice.last - lattice.first + 1), 0.0
    if loss.p_mass > 0:
        masses, infinite = _continuous(loss, lattice, upper)
    slack = 0.0
    for atom in loss.atoms:
        place = (atom.loss - lattice.origin) / lattice.pitch
        index, off = round(place), abs(place - round(place)) * lattice.pitch
        tolerance = 16 * UNIT * (abs(atom.loss) + abs(lattice.origin))
        if place > lattice.last + 0.5:
            infinite += atom.p if upper else 0.0
        elif place < lattice.first - 0.5:
            masses[0] += atom.p if upper else 0.0
        elif off <= tolerance:
            masses[index - lattice.first] += atom.p
            slack = max(slack, tolerance)
        else:
            _split(masses, place - lattice.first, atom.p, lattice.pitch, upper)
    infinite = (infinite + loss.infinite) * (1 + 4 * UNIT) if upper else loss.infinite * (1 - 4 * UNIT)
    return Measure(lattice, masses, infinite, slack)


def _split(masses: Array, place: float, p: float, pitch: float, upper: bool) -> None:
    """Put an atom between two points: on both with its P- and Q-mass kept, or on the lower one."""
    below = math.floor(place)
    up = math.expm1(-(place - below) * pitch) / math.expm1(-pitch) if upper else 0.0
    masses[below] += p * (1 - up)
    if up > 0:
        # The shift covers the rounding of `place`: mass moved up is on the safe side.
        moved = min(p * (1 - up), 64 * UNIT * p * (1 + abs(place)))
        masses[below] -= moved
        masses[below + 1] += p * up + moved


def _continuous(loss: Loss, lattice: Lattice, upper: bool) -> tuple[Array, float]:
    points, growth = lattice.points, math.expm1(lattice.pitch)
    # Below a loss of 0 the one form cancels less, above it the other.
    start = min(max(int(np.searchsorted(points, 0.0)), 1), len(points) - 2)
    for middle in [start, *(start - (1 << power) for power in range(start.bit_length() - 1))]:
        left, right = loss.below(points[: middle + 1]), loss.above(points[middle:])
        errors = left.error(points[: middle + 1]), right.error(points[middle:])
        if upper:
            return _dominating(loss.p_mass, left, right, errors, growth)
        masses = _dominated(loss.p_mass, left, right, errors, growth)
        if masses is not None:
            return masses, 0.0
    return np.zeros_like(points), 0.0


def _dominating(
    total: float, left: Tail, right: Tail, errors: tuple[Array, Array], growth: float
) -> tuple[Array, float]:
    total *= 1 + 8 * UNIT
    lows, highs = left.value + errors[0], right.value + errors[1]
    highs[0] += 4 * errors[1][0] + 4 * errors[0][-1]  # the two forms meet here: the right one must not be smaller
    above = _above(highs, growth) * (1 + 8 * UNIT)
    above = np.maximum.accumulate(np.append(above, highs[-1])[::-1])[::-1]
    below = _below(lows, growth, -8 * UNIT)
    below = np.minimum(np.minimum.accumulate(below[::-1])[::-1], max(total - above[0], 0.0))
    return _weights(total, np.concatenate(([0.0], below)), above), float(highs[-1])


def _dominated(total: float, left: Tail, right: Tail, errors: tuple[Array, Array], growth: float) -> Array | None:
    """Return the lower masses; None where G is negative in the middle already, on a lattice too coarse for the law."""
    chords = _weights(
        total,
        np.concatenate(([0.0], _below(left.value, growth, 0.0))),
        np.append(_above(right.value, growth), right.value[-1]),
    )
    here, there = np.maximum(chords[:-1], 0.0), np.maximum(chords[1:], 0.0)
    sums = (1 + growth) * here + there
    gap = growth * here * np.divide(there, sums, out=np.zeros_like(sums), where=sums > 0)
    lift = np.maximum(np.append(gap, 0.0), np.insert(gap, 0, 0.0)) * (1 + 16 * UNIT)
    noise = np.concatenate((errors[0][:-1], [max(errors[0][-1], errors[1][0])], errors[1][1:]))
    lift += _GAP_SLACK * np.maximum(noise, np.maximum(np.append(noise[1:], 0.0), np.insert(noise[:-1], 0, 0.0)))
    lift[0] = max(lift[0], lift[1] + noise[1])
    middle = len(left.value) - 1
    lows, highs = left.value - errors[0] - lift[: middle + 1], right.value - errors[1] - lift[middle:]
    highs[0] -= 4 * errors[1][0] + 4 * errors[0][-1]
    negative = np.flatnonzero(highs < 0)
    end = int(negative[0]) if negative.size else len(highs)
    if end == 0:
        return None
    above = np.zeros(len(highs))
    inside = _above(highs[:end], growth) * (1 - 8 * UNIT)
    above[: end - 1] = np.minimum.accumulate(np.maximum(inside, 0.0))
    total *= 1 - 8 * UNIT
    below = np.maximum.accumulate(np.maximum(_below(lows, growth, 8 * UNIT), 0.0))
    below = np.minimum(below, total)
    above = np.minimum(above, total - below[-1])
    return _weights(total, np.insert(below, 0, below[0]), above)


def _above(values: Array, growth: float) -> Array:
    """Return D_i = G_{i-1} + (G_{i-1} - G_i)/E for every point but the first."""
    return values[:-1] + (values[:-1] - values[1:]) / growth


def _below(values: Array, growth: float, rounding: float) -> Array:
    """Return the mass minus D_i for every point but the first, from G minus that of the whole line."""
    slope = (values[1:] - values[:-1]) / growth
    return slope - values[:-1] + rounding * (np.abs(slope) + np.abs(values[:-1]))


def _weights(total: float, below: Array, above: Array) -> Array:
    """Return the masses: differences of the mass below (left of the middle) and above (right of it)."""
    centre = total - below[-1] - above[0]
    masses = np.concatenate((np.diff(below), [centre], above[:-1] - above[1:]))
    return np.maximum(masses, 0.0)  # differences of monotone numbers, but for underflow

r"""Loss measures under an exponential tilt, where a small delta is not a small number.

A measure with masses w_i at index i is stored as

.. math:: v_i = w_i e^{t i}/M, \qquad M = \sum_i w_i e^{t i},

t = lambda h for the tilt lambda and the pitch h. Tilting commutes with convolution: the masses v of independent losses
convolve, their log M add. If v is off by eta in the sum of absolute differences, then

.. math:: \int (1 - e^{\varepsilon - l})_+ \, dW
          = M \sum_i v_i e^{-t i} (1 - e^{\varepsilon - l_i})_+

is off by at most :math:`\eta M e^{-\lambda(\varepsilon - o)} \sup_{y > 0} e^{-\lambda y}(1 - e^{-y})
= \eta M e^{-\lambda(\varepsilon - o)} \lambda^\lambda/(1 + \lambda)^{1 + \lambda}`, where o is the loss at index 0.
So one number, `error`, carries truncation, aliasing and rounding of all stages, on the scale of the answer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mechanisms.accounting.lattice import Measure
from mechanisms.accounting.loss import UNIT
from mechanisms.validate import Array


@dataclass(frozen=True)
class Tilted:
    """A tilted measure on a lattice, without its mass at infinity.

    Parameters
    ----------
    origin, pitch : float
        The loss at index i is ``origin + i * pitch``.
    rate : float
        The tilt per index, t = lambda * pitch.
    first : int
        Index of the first mass.
    masses : array
        Non-negative, of sum 1 within rounding.
    log_mass : float
        Logarithm of M.
    error : float
        Bound on the sum of absolute errors of `masses`.
    slack : float
        How far a loss may be from the point that stands for it.
    """

    origin: float
    pitch: float
    rate: float
    first: int
    masses: Array
    log_mass: float
    error: float
    slack: float

    @cached_property
    def mean(self) -> int:
        """Index nearest to the mean of the masses."""
        return self.first + round(float(np.dot(np.arange(len(self.masses)), self.masses)))


def tilt(measure: Measure, rate: float) -> Tilted:
    """Tilt the finite part of a measure by `rate` per index."""
    lattice = measure.lattice
    keep = np.flatnonzero(measure.masses)
    first, last = (int(keep[0]), int(keep[-1])) if keep.size else (0, 0)
    masses = measure.masses[first : last + 1]
    exponent = rate * np.arange(lattice.first + first, lattice.first + last + 1)
    with np.errstate(divide="ignore"):
        height = np.log(masses) + exponent
    top = float(np.max(height))
    if top == -math.inf:  # nothing finite: any scale will do
        return Tilted(lattice.origin, lattice.pitch, rate, 0, np.zeros(1), 0.0, 0.0, measure.slack)
    scaled = np.exp(height - top)
    total = float(np.sum(scaled))
    scaled /= total
    # Each entry: the given mass (an atom's may stem from an exponential of its loss), a logarithm, a product, two
    # sums and an exponential of that size.
    points = lattice.points[first : last + 1]
    sizes = np.where(scaled > 0, np.abs(height), 0.0) + 2 * np.abs(exponent) + 2 * np.abs(points)
    size = float(np.dot(scaled, sizes)) + abs(top) + 16
    return Tilted(
        lattice.origin,
        lattice.pitch,
        rate,
        lattice.first + first,
        scaled,
        top + math.log(total),
        2 * UNIT * size,
        measure.slack,
    )


def trimmed(tilted: Tilted, negligible: float) -> Tilted:
    """Drop both ends up to the mass `negligible` in all; what is dropped counts as error."""
    masses = tilted.masses
    low, high = (int(np.searchsorted(np.cumsum(part), negligible / 2)) for part in (masses, masses[::-1]))
    kept = masses[low : max(len(masses) - high, low + 1)]
    total = float(np.sum(kept))
    dropped = float(np.sum(masses[:low]) + np.sum(masses[len(masses) - high :]))
    if total == 0:
        return tilted
    return replace(
        tilted,
        first=tilted.first + low,
        masses=kept / total,
        log_mass=tilted.log_mass + math.log(total),
        error=(tilted.error + dropped) / total + 2 * UNIT,
    )

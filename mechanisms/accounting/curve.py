r"""A bound on the privacy profile of a composition, and its inverse.

A lattice measure's hockey-stick function is linear in gamma = e^eps between lattice points. The bound on the error of
the masses, a constant times gamma^-lambda, is convex in gamma: added, it lies below its chord, and subtracted, above.
So the chords through the values at the lattice points bound the profile on either side, and are inverted in closed
form.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from mechanisms.accounting.coarsen import cumulative
from mechanisms.accounting.composition import Composed
from mechanisms.accounting.loss import UNIT
from mechanisms.validate import Array


@dataclass(frozen=True)
class Curve:
    """Logarithms of a bound on delta at increasing losses, linear in e^eps between them.

    Parameters
    ----------
    points : array
        Losses.
    log_values : array
        Logarithms of the bound there, not increasing.
    rest : float
        The bound from the supremum of the loss on: the mass at infinity.
    log_scale, tilt : float
        Of an upper bound: beyond the last point, ``rest + exp(log_scale - tilt * eps)`` bounds delta as well.
    supremum : float
        The largest finite loss, rounded up.
    """

    points: Array
    log_values: Array
    rest: float
    log_scale: float
    tilt: float
    supremum: float

    def upper_delta(self, eps: float) -> float:
        """Return an upper bound on delta(eps)."""
        if eps >= self.supremum:
            return self.rest
        if eps < self.points[0]:
            return 1.0
        beyond = eps >= self.points[-1]
        log_value = self.log_scale - self.tilt * eps if beyond else self._between(eps)
        value = math.exp(min(log_value, 0.0)) + (self.rest if beyond else 0.0)
        return min(math.nextafter(value * (1 + 16 * UNIT), math.inf), 1.0)

    def lower_delta(self, eps: float) -> float:
        """Return a lower bound on delta(eps)."""
        if eps >= self.points[-1]:
            return self.rest
        value = math.exp(min(self._between(max(eps, float(self.points[0]))), 0.0))
        return max(value * (1 - 16 * UNIT), self.rest, 0.0)

    def _between(self, eps: float) -> float:
        """Return the logarithm of the chord's value."""
        index = min(int(np.searchsorted(self.points, eps, side="right")) - 1, len(self.points) - 2)
        low, high = float(self.points[index]), float(self.points[index + 1])
        share = math.expm1(eps - low) / math.expm1(high - low)
        here, there = float(self.log_values[index]), float(self.log_values[index + 1])
        if here == -math.inf:
            return -math.inf
        value = 1 - share + share * math.exp(there - here)
        return here + math.log(value) if value > 0 else -math.inf

    def upper_epsilon(self, delta: float) -> float:
        """Return an epsilon at which delta(eps) <= delta."""
        best = self.supremum if self.rest <= delta else math.inf
        if self.tilt > 0 and delta > self.rest:
            beyond = (self.log_scale - math.log((delta - self.rest) * (1 - 8 * UNIT))) / self.tilt
            best = min(best, max(_up(beyond), float(self.points[-1])))
        low_enough = np.flatnonzero(self.log_values <= math.log(delta) - 4 * UNIT * (1 - math.log(delta)))
        if low_enough.size:
            index = int(low_enough[0])
            found = self.points[0] if index == 0 else self._crossing(index, delta)
            best = min(best, _up(float(found)))
        return max(best, 0.0)

    def lower_epsilon(self, delta: float) -> float:
        """Return an epsilon at which delta(eps) >= delta; 0 where there is none above."""
        if self.rest > delta:
            return math.inf
        high_enough = np.flatnonzero(self.log_values >= math.log(delta) + 4 * UNIT * (1 - math.log(delta)))
        if not high_enough.size:
            return 0.0
        index = int(high_enough[-1])
        if index + 1 == len(self.points):
            return max(-_up(-float(self.points[-1])), 0.0)
        return max(-_up(-self._crossing(index + 1, delta)), 0.0)

    def _crossing(self, index: int, delta: float) -> float:
        """Return where the chord that ends at a point has the value delta."""
        low, high = float(self.points[index - 1]), float(self.points[index])
        goal = math.log(delta)
        here, there = (float(value) - goal for value in self.log_values[index - 1 : index + 1])
        # In units of delta the chord falls from e^here >= 1 to e^there <= 1; a drop of e^700 is at its start.
        share = -math.expm1(-here) / -math.expm1(there - here) if there < here else 0.0
        return low + math.log1p(min(max(share, 0.0), 1.0) * math.expm1(high - low))


def _up(value: float) -> float:
    return value + 32 * UNIT * abs(value) if math.isfinite(value) else value


def build_curve(composed: Composed, supremum: float, upper: bool) -> Curve:
    """Return the bound on the profile that a composed measure gives."""
    measure = composed.measure
    tilt = measure.rate / measure.pitch
    # One point more below: a single atom has its profile there.
    masses = np.insert(measure.masses, 0, 0.0)
    index = measure.first - 1 + np.arange(len(masses))
    _, profile = cumulative(masses, measure.pitch, measure.rate)
    exponent = -measure.rate * index
    rounding = UNIT * (16 * len(index) + 8 * (abs(measure.log_mass) + float(np.max(np.abs(exponent)))))
    with np.errstate(divide="ignore"):
        log_value = np.log(profile) + measure.log_mass + exponent + (rounding if upper else -rounding)
    # The largest value of e^(-lambda y) (1 - e^-y) over y > 0.
    log_peak = (tilt * math.log(tilt) if tilt > 0 else 0.0) - (1 + tilt) * math.log1p(tilt)
    log_fault = composed.log_error + log_peak + 1e-9 * (1 + abs(log_peak)) + rounding
    shift = measure.slack + 8 * UNIT * (abs(measure.origin) + float(np.max(np.abs(index))) * measure.pitch)
    points = np.asarray(measure.origin + measure.pitch * index, dtype=float)
    log_rest = math.log(composed.infinite) if composed.infinite > 0 else -math.inf
    if upper:
        value = np.logaddexp(np.logaddexp(log_value, log_fault + exponent), log_rest)
        # Not increasing: a later bound holds earlier values up, never down.
        value = np.maximum.accumulate(value[::-1])[::-1]
        scale = log_fault + tilt * (measure.origin + shift)
        return Curve(points + shift, value, composed.infinite, scale, tilt, supremum)
    with np.errstate(divide="ignore", invalid="ignore"):
        sure = np.where(
            log_value > log_fault + exponent,
            log_value + np.log(-np.expm1(np.minimum(log_fault + exponent - log_value, 0.0))),
            -math.inf,
        )
    value = np.maximum.accumulate(np.logaddexp(sure, log_rest)[::-1])[::-1]
    return Curve(points - shift, value, composed.infinite, -math.inf, tilt, supremum)

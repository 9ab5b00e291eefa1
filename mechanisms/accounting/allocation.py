r"""Random allocation: a record takes part in one of t steps, which is drawn at random ("balls in bins").

The pair is the mean of t products, in each of which one factor Q is a P, against the product of t copies of Q. Where Y is the ratio p/q of
one step under Q, the ratio of the pair is the mean R of t independent copies, and

.. math:: P(L > l) - \gamma Q(L > l) = \mathbb{E}(R - \gamma)_+, \qquad
          \gamma Q(L \le l) - P(L \le l) = \gamma - 1 + \mathbb{E}(R - \gamma)_+, \qquad \gamma = e^l.

So one law is wanted, that of a sum of independent numbers, and only as far as the expectation of convex increasing functions. Let
H be that function of Y, the hockey-stick function of one step, and take points j h up to a cap y.

*Upper.* A law on the points whose function is H there, and linear between, is above Y in the increasing convex order, which
sums of independent numbers keep. What exceeds the cap counts with all its mass: P(Y > y) + (t - 1) Q(Y > y).

*Lower.* In a cell H lies below its chord by :math:`r_j = h w_j w_{j+1}/(w_j + w_{j+1})` at most, w the masses of the upper law, because it lies above
the chords of the neighbouring cells. H less :math:`c_j \ge \max(r_{j-1}, r_j)` at the points, and linear between, is below H. Where
that would be negative the mass of a cell goes to its left end.

Both are of second order in h. The sum is taken by one Fourier transform (:mod:`mechanisms.accounting.convolve`), with a bound on its errors.

V. Feldman and M. Shenfeld, "Privacy amplification by random allocation", arXiv:2502.08202, for the pair.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from mechanisms.accounting.convolve import convolve
from mechanisms.accounting.loss import UNIT, Loss, Tail
from mechanisms.accounting.tails import Tails
from mechanisms.accounting.tilted import Tilted
from mechanisms.errors import ParameterError
from mechanisms.validate import Array

__all__ = ["AllocationLoss"]

_CELLS, _ROUGH, _WINDOW = 1 << 19, 1 << 12, 1 << 21
"""Cells of a step at most, those of a first look at its variance, and points of the sum."""
_CUTS, _FINE = (1e-13, 1e-11, 1e-9, 1e-7, 1e-5), 0.01
"""How much mass of a step may be beyond the cap; more of it where cells would be wider than this."""
_LOG_TAIL = -48.0
_EXTENDED = float(np.finfo(np.longdouble).eps)


@dataclass(frozen=True)
class _Calls:
    """E(R - x)_+ of a law on evenly spaced points, linear between them: values there, the mass beyond, and a bound on their error."""

    first: float
    pitch: float
    values: Array
    masses: Array
    error: float

    def at(self, x: Array) -> tuple[Array, Array]:
        """Return the expectation, and the mass above x."""
        place = (x - self.first) / self.pitch
        index = np.clip(np.floor(place), 0, len(self.values) - 1).astype(int)
        beyond = np.append(self.masses[1:], 0.0)[index]
        value = self.values[index] - (x - self.first - index * self.pitch) * np.where(place < 0, self.masses[0], beyond)
        return np.where(place < len(self.values) - 1, np.maximum(value, 0.0), 0.0), beyond


@dataclass(frozen=True)
class AllocationLoss(Loss):
    """The loss of a mechanism that is run t times, in one of which, drawn at random, the record takes part.

    Parameters
    ----------
    base : Loss
        The loss of a step with the record against one without it; finite everywhere.
    slots : int
        The number t of steps.
    side : bool, optional
        True for the law that dominates it alone, False for the one that it dominates.
    """

    base: Loss
    slots: int
    side: bool | None = None

    def __post_init__(self) -> None:
        if self.base.infinite > 0:
            raise ParameterError("loss of a step", "finite everywhere", self.base.infinite)

    @property
    def ends(self) -> tuple[float, float]:
        return self.base.ends

    @property
    def _cap(self) -> float:
        """The ratio at which the law of a step is cut."""
        return math.exp(self._last)

    @cached_property
    def _last(self) -> float:
        """The loss at which the law of a step is cut: that of an atom, where it is one, to the last place."""
        most = min(self.base.ends[1], 60.0)
        for cut in _CUTS:
            low, high = -50.0, most
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if self._beyond(middle)[0] > cut else (low, middle)
            if math.exp(high) <= _FINE * _CELLS:
                break
        return high

    @property
    def _start(self) -> float:
        """The least ratio of a step: points begin there, where a bounded loss has an atom."""
        return math.exp(self.base.ends[0])

    @property
    def _top(self) -> float:
        """The Q-mass of the greatest ratio, of a bounded loss, rounded down."""
        return sum(each.p * math.exp(-each.loss) for each in self.base.atoms if each.loss >= self.base.ends[1]) * (
            1 - 1e-14
        )

    def _beyond(self, loss: float) -> tuple[float, float]:
        """Return the masses of one step above a loss, under P and under Q, rounded up."""
        tail = self.base.above(np.array([loss]))
        atoms = [atom for atom in self.base.atoms if atom.loss > loss]
        p = float(tail.p[0]) + sum(atom.p for atom in atoms)
        q = float(tail.q[0]) + sum(atom.p * math.exp(-atom.loss) for atom in atoms)
        return p * (1 + 1e-12), q * (1 + 1e-12)

    @cached_property
    def _cells(self) -> int:
        """The number of cells of a step: fewer where the sum would not fit into its window."""
        mean, _, pitch = self._tails(_ROUGH)
        middles = self._start + pitch * (np.arange(_ROUGH) + 0.5)
        second = self._start**2 + 2 * pitch * float(np.dot(middles, np.maximum(mean, 0.0)))
        width = self._cap + 20 * math.sqrt(self.slots * max(second - 1, 0.0))
        return min(_CELLS, max(_ROUGH, int(_WINDOW * (self._cap - self._start) / width)))

    def _tails(self, cells: int) -> tuple[Array, Array, float]:
        """Return the mean of Q(Y > u) over each cell, a bound on its error, and the width of a cell."""
        pitch = (self._cap - self._start) / cells
        points = np.asarray(self._start + pitch * np.arange(cells + 1), dtype=float)
        with np.errstate(divide="ignore"):
            losses = np.log(points)
        middle = min(max(int((1 - self._start) / pitch), 1), cells - 1)
        puts, put_errors = self._put(points[1 : middle + 1], losses[1 : middle + 1])
        calls, call_errors = self._call(points[middle:], losses[middle:])
        puts, put_errors = np.insert(puts, 0, 0.0), np.insert(put_errors, 0, 0.0)
        mean = np.concatenate((1 - np.diff(puts) / pitch, -np.diff(calls) / pitch))
        error = np.concatenate((put_errors[1:] + put_errors[:-1], call_errors[1:] + call_errors[:-1])) / pitch
        return mean, error * (1 + 1e-9) + 8 * UNIT * np.abs(mean), pitch

    def _call(self, points: Array, losses: Array) -> tuple[Array, Array]:
        tail = self.base.above(losses)
        value, error = tail.value, tail.error(losses)
        for atom in self.base.atoms:
            part = atom.p * np.maximum(1 - points * math.exp(-atom.loss), 0.0)
            value, error = value + part, error + UNIT * (16 + 4 * abs(atom.loss)) * atom.p
        return value, error + 4 * UNIT * value

    def _put(self, points: Array, losses: Array) -> tuple[Array, Array]:
        tail = self.base.below(losses)
        value, error = tail.value + points * self.base.only_q, tail.error(losses)
        for atom in self.base.atoms:
            mass = atom.p * math.exp(-atom.loss)
            part = mass * np.maximum(points - math.exp(atom.loss), 0.0)
            value, error = value + part, error + UNIT * (16 + 4 * abs(atom.loss)) * np.maximum(part, mass * points)
        return value, error + 4 * UNIT * value

    @property
    def _both(self) -> tuple[_Calls, _Calls]:
        """The function from below and from above."""
        return _sums(replace(self, side=None))

    def sums(self) -> tuple[_Calls, _Calls]:
        """Return E(R - x)_+ from below and from above."""
        mean, error, pitch = self._tails(self._cells)
        upper = np.minimum(np.maximum.accumulate((mean + error)[::-1])[::-1], 1.0)
        weights = -np.diff(np.concatenate(([1.0], upper, [0.0])))
        here, there = weights[:-1], weights[1:]
        gaps = here * np.divide(there, here + there, out=np.zeros_like(here), where=here + there > 0)
        lift = np.maximum(np.append(gaps, 0.0), np.insert(gaps, 0, 0.0)) * (1 + 1e-9)  # over the width of a cell
        low = mean - error
        lifted = np.minimum.accumulate(low - (lift[:-1] - lift[1:]))
        negative = np.flatnonzero(lifted <= 0)
        end = int(negative[0]) if negative.size else len(lifted)
        fits = np.flatnonzero(lift[:end] <= low[:end] - self._top)
        last = int(fits[-1]) if fits.size else 0
        lower = np.concatenate((lifted[:last], low[last + 1 :], [self._top]))
        lower = np.clip(np.minimum.accumulate(lower) * (1 - 1e-14), 0.0, 1.0)
        p, q = self._beyond(self._last)
        cut = p + (self.slots - 1) * q
        return self._summed(lower, pitch, 0.0), self._summed(upper, pitch, cut)

    def _summed(self, tails: Array, pitch: float, cut: float) -> _Calls:
        masses = np.maximum(-np.diff(np.concatenate(([1.0], tails, [0.0]))), 0.0)
        items = [(Tilted(0.0, pitch, 0.0, 0, masses, 0.0, 4 * UNIT, 0.0), self.slots)]
        found = convolve(items, _LOG_TAIL)
        step = pitch / self.slots
        beyond = np.cumsum(found.masses[::-1].astype(np.longdouble))[::-1]
        calls = np.append(np.cumsum(beyond[:0:-1])[::-1] * step, 0.0)
        last = found.first + len(found.masses) - 1
        error = found.error * (self._start + (last + 1) * step) * (1 + 1e-9)
        error += Tails(items).outside(found.first, last) * self._cap
        error += (len(calls) * 4 * _EXTENDED + (8 + self.slots) * 4 * UNIT) * (1 + float(calls[0]))
        return _Calls(self._start + found.first * step, step, calls.astype(float), beyond.astype(float), error + cut)

    def _bracket(self, loss: Array) -> tuple[Array, Array, Array, Array]:
        """Return the ends of a bracket of the expectation, and the masses above under P and under Q."""
        lower, upper = self._both
        with np.errstate(over="ignore"):
            ratio = np.minimum(np.exp(loss), 1e300)
        (low, _), (high, beyond) = lower.at(ratio), upper.at(ratio)
        rounding = UNIT * (8 + 4 * np.abs(loss)) * np.minimum(ratio, 1e18) * np.minimum(beyond + 1e-18, 1.0)
        high = high + upper.error + rounding
        low = np.maximum(low, -np.expm1(np.minimum(loss, 0.0)))
        if self.side is None:
            low = low - lower.error - rounding
        elif self.side:
            low = high - upper.error - rounding
        else:
            high = low + lower.error + rounding
        low = np.clip(low, 0.0, high)
        return low, high, np.maximum(high + ratio * beyond, 0.0), beyond

    def sided(self, upper: bool) -> Loss:
        return replace(self, side=upper)

    def above(self, loss: Array) -> Tail:
        return _tail(*self._bracket(loss), loss)

    def below(self, loss: Array) -> Tail:
        low, high, _, beyond = self._bracket(loss)
        with np.errstate(over="ignore"):
            ratio = np.minimum(np.exp(loss), 1e300)
        rest, rounding = np.expm1(np.minimum(loss, 690.0)), 4 * UNIT * (1 + ratio)
        low, high = np.maximum(low + rest - rounding, 0.0), np.minimum(high + rest + rounding, ratio)
        # divided by the ratio it does not fall: what is known further right bounds what is left of it
        places, slopes = self._slopes
        high = np.minimum(high, ratio * np.append(slopes, np.inf)[np.searchsorted(places, ratio)])
        there = np.clip(1 - beyond, 2.0**-10, 1.0)
        return _tail(np.minimum(low, high), high, ratio * there, there, loss)

    @cached_property
    def _slopes(self) -> tuple[Array, Array]:
        """Places up to 1, and the least upper bound there or further right of E(x - R)_+ over x."""
        places = np.geomspace(1e-6, 1.0, 4000)
        _, high, _, _ = self._bracket(np.log(places))
        highs = (np.maximum(high + places - 1, 0.0) + 8 * UNIT) / places
        return places, np.minimum.accumulate(highs[::-1])[::-1] * (1 + 1e-12)


@lru_cache(8)
def _sums(loss: AllocationLoss) -> tuple[_Calls, _Calls]:
    return loss.sums()


def _tail(low: Array, high: Array, p: Array, q: Array, loss: Array) -> Tail:
    """Return the lower end, with the width of the bracket as its error: far out, where nothing is known but a bound, it is 0."""
    with np.errstate(over="ignore", invalid="ignore"):
        scale = p + np.where(q > 0, np.exp(loss) * q, 0.0)
        return Tail(low, p, q, np.where(scale > 0, (high - low) / (UNIT * scale) * (1 + 1e-9), 0.0))

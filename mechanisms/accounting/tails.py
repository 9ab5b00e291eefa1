r"""The mass of a composition far out, by Chernoff's bound from the measures' own moment generating functions.

.. math:: \sum_{i \ge n} T_i \le e^{-\theta n} \prod_a \left( \sum_i v_{a,i} e^{\theta i} \right)^{K_a},
          \qquad \theta > 0,

and likewise on the left. The sums are taken over bins, all the mass of a bin at its outer end: single indices near the
mean, widths of 2 % of the distance beyond. That is an upper bound, and moves the window by 2 % at most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from mechanisms.accounting.loss import UNIT
from mechanisms.accounting.tilted import Tilted
from mechanisms.validate import Array

Items = Sequence[tuple[Tilted, int]]

_EDGES = np.concatenate((np.arange(50.0), 50 * 1.02 ** np.arange(900.0)))
_ORDERS = np.exp(np.linspace(math.log(1e-2), math.log(1e4), 100))


class Tails:
    """Bounds on the mass of a composition beyond an index.

    Parameters
    ----------
    items : sequence of (Tilted, int)
        Measures and their multiplicities, all of one pitch and tilt.
    """

    def __init__(self, items: Items) -> None:
        self._centre = sum(count * item.mean for item, count in items)
        self._low = sum(count * item.first for item, count in items)
        self._high = self._low + sum(count * (len(item.masses) - 1) for item, count in items)
        bins = [(*_binned(item), count) for item, count in items]
        variance = sum(count * float(np.dot(mass, np.minimum(low**2, high**2))) for low, high, mass, count in bins)
        self._orders = _ORDERS / math.sqrt(max(variance, 1e-2))
        self._left = sum(count * _log_moments(-low, mass, self._orders, count) for low, _, mass, count in bins)
        self._right = sum(count * _log_moments(high, mass, self._orders, count) for _, high, mass, count in bins)

    def window(self, log_tail: float) -> tuple[int, int]:
        """Return the first and the last index of a window with mass e^log_tail or less on either side of it."""
        left, right = (math.ceil(np.min((part - log_tail) / self._orders)) for part in (self._left, self._right))
        return max(self._centre - left, self._low), min(self._centre + right, self._high)

    def outside(self, first: int, last: int) -> float:
        """Return a bound on the mass below `first` and above `last`."""
        total = 0.0
        if first > self._low:
            total += math.exp(min(np.min(self._left - self._orders * (self._centre - first + 1)), 0.0))
        if last < self._high:
            total += math.exp(min(np.min(self._right - self._orders * (last + 1 - self._centre)), 0.0))
        return total


def _binned(item: Tilted) -> tuple[Array, Array, Array]:
    """Return lowest and highest index of the bins, counted from the mean, and their masses."""
    index = np.arange(len(item.masses)) + (item.first - item.mean)
    edges = np.unique(np.searchsorted(index, np.concatenate((-_EDGES[::-1], _EDGES))))
    edges = edges[edges < len(index)]
    masses = np.add.reduceat(item.masses, edges)
    last = np.append(edges[1:] - 1, len(index) - 1)
    keep = masses > 0
    return index[edges[keep]].astype(float), index[last[keep]].astype(float), masses[keep]


def _log_moments(index: Array, masses: Array, orders: Array, count: int) -> Array:
    """Return logarithms of the moment generating function, rounded up for use to the power `count`."""
    exponent = np.outer(orders, index)
    top = exponent.max(axis=1)
    value = top + np.log(np.exp(exponent - top[:, None]) @ masses)
    return np.asarray(value + UNIT * (64 + 8 * np.abs(exponent).max(axis=1)) + 1e-12 / count)

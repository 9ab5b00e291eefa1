"""A pair of laws cut into cells: their masses under both laws, and the range of the privacy loss on each.

Whoever sees only the cell knows less than whoever sees the outcome, and more knows who is told of each cell which
share of it has the least and which the greatest loss. So cells bound from both sides what depends on the law of the
loss, to second order in the width of the ranges.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mechanisms.validate import Array

_EPS = float(np.finfo(float).eps)
_LIGHT, _WIDE = 1e-16, 16


class Cells(NamedTuple):
    """Masses of cells under P and under Q, bounds on the loss on each, and estimates of the errors of the masses.

    The masses of a law are off by its error in all, and besides each by a part `rounding` of itself.
    """

    p: Array
    q: Array
    low: Array
    high: Array
    error_p: float
    error_q: float
    rounding: float

    @property
    def loss(self) -> Array:
        """Return the loss of the cells as wholes."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.clip(np.log(self.p) - np.log(self.q), self.low, self.high)

    def swapped(self) -> Cells:
        """Return the same cells with the two laws exchanged."""
        return Cells(self.q, self.p, -self.high, -self.low, self.error_q, self.error_p, self.rounding)


def split(cells: Cells) -> Cells:
    """Split each cell into a part of the least and a part of the greatest loss; the cells are their mixture."""
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        share = np.expm1(cells.low - cells.loss) / np.expm1(cells.low - cells.high)
        share = np.clip(np.where(np.isnan(share), 1.0, share), 0.0, 1.0)
        top_p = np.where(cells.high > -np.inf, cells.p * share, 0.0)
        top_q = np.clip(np.where(top_p > 0, top_p * np.exp(-cells.high), 0.0), 0.0, cells.q)
    high, low = cells.high, cells.low
    p, q = np.concatenate([top_p, cells.p - top_p]), np.concatenate([top_q, cells.q - top_q])
    ends = np.concatenate([high, low])
    return Cells(p, q, ends, ends, cells.error_p, cells.error_q, cells.rounding + 8 * _EPS)


def joined(first: Cells, second: Cells, most: int) -> Cells:
    """Return the cells of independent coordinates, merged to about so many."""
    p, q = (np.multiply.outer(a, b).ravel() for a, b in ((first.p, second.p), (first.q, second.q)))
    with np.errstate(invalid="ignore"):
        low, high = (np.add.outer(a, b).ravel() for a, b in ((first.low, second.low), (first.high, second.high)))
    # An infinite loss of one coordinate that meets the opposite one of another belongs to neither law.
    low, high = np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)
    errors = [a + b + a * b for a, b in ((first.error_p, second.error_p), (first.error_q, second.error_q))]
    rounding = first.rounding + second.rounding + 4 * _EPS
    return coarsened(Cells(p, q, low, high, errors[0], errors[1], rounding), most)


def coarsened(cells: Cells, most: int) -> Cells:
    """Merge cells of nearly the same loss, to about so many cells."""
    with np.errstate(invalid="ignore"):
        loss, width = cells.loss, cells.high - cells.low
    heavy = np.isfinite(loss) & ((cells.p > _LIGHT) | (cells.q > _LIGHT)) & (width < np.inf)
    if len(loss) <= most or not heavy.any():
        return cells
    bottom, reach = float(loss[heavy].min()), float(np.ptp(loss[heavy])) or 1.0
    # What has a wide range of losses, and hardly any mass, would widen that of a whole bin: it counts as error.
    wide = width > _WIDE * reach / most
    wide &= ~heavy | (cells.p + cells.q < _LIGHT)
    errors = [error + float(mass[wide].sum()) for error, mass in ((cells.error_p, cells.p), (cells.error_q, cells.q))]
    kept = ~wide & ((cells.p > 0) | (cells.q > 0))
    p, q, low, high, loss = (part[kept] for part in (*cells[:4], loss))
    place = np.clip(np.floor((loss - bottom) / reach * (most - 4)), -1, most - 3)
    place = np.where(np.isposinf(loss), most - 2, np.where(np.isneginf(loss), -2, place))
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-np.inf))
    sums = [np.add.reduceat(part[order], starts) for part in (p, q)]
    least, greatest = np.minimum.reduceat(low[order], starts), np.maximum.reduceat(high[order], starts)
    # Sums of positive numbers, in blocks: the rounding of each is far below this part of it.
    rounding = cells.rounding + _EPS * len(p) ** 0.5
    return Cells(sums[0], sums[1], least, greatest, errors[0], errors[1], rounding)

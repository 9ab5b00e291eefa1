"""Where to look at a function on the line: panels that shrink toward its special points and grow outward.

The line is cut at *anchors* (kinks, modes, ends of supports, peaks) into cells, and each cell into panels
whose widths double from one to the next, away from an anchor. Whatever the scale of the function, some panel
is of that scale; power-law singularities and tails become geometric sequences of panel integrals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from mechanisms.validate import Array, Mask

# Panels next to an anchor a are no narrower than 2^-44 |a|: 256 floats, enough for distinct nodes.
RELATIVE_FLOOR = 2.0**-44
# No closer to 0 than 1e-289, and no further than 1e100 times the largest anchor (or 1): out there squares that
# a density is computed from overflow, and what is left of it need not have the right tail.
_LOWEST, _HIGHEST, _LARGEST = -960, 332, 1020
_SAME_POINT = 16 * float(np.finfo(float).eps)
# Four inner points a panel: an anchor itself, where a density may be infinite, is never among them.
_FRACTIONS = np.array([0.125, 0.375, 0.625, 0.875])


class Cell(NamedTuple):
    """Panels ``start`` to ``stop`` (exclusive), those between the neighbouring anchors `lo` and `hi`."""

    lo: float
    hi: float
    start: int
    stop: int


class Ladder(NamedTuple):
    """Panels ``[lo[i], hi[i]]`` in increasing order, scan points `x` of shape (panels, 4), and the cells.

    On the integers a panel is the block from `lo` to `hi`, the latter exclusive.
    """

    anchors: tuple[float, ...]
    lo: Array
    hi: Array
    x: Array
    cells: tuple[Cell, ...]
    on_integers: bool = False


def merge_anchors(
    points: Iterable[float], support: tuple[float, float], extra: Iterable[float] = ()
) -> tuple[float, ...]:
    """Sort the finite ends of `support`, `points` and `extra` points; within 16 ulp the earlier kind stays.

    Both ends are kept, however close. Points outside the support are dropped; without any point, 0 serves, and so it does for those next to it.
    """
    lo, hi = support
    ranked = [(0, end) for end in support if math.isfinite(end)]
    ranked += [(1, _off_zero(point)) for point in points if lo < point < hi]
    ranked += [(2, _off_zero(point)) for point in extra if lo < point < hi]
    kept: list[tuple[int, float]] = []
    for rank, point in sorted(ranked, key=lambda pair: (pair[1], pair[0])):
        are_ends = rank == 0 and bool(kept) and kept[-1][0] == 0 and kept[-1][1] < point
        if kept and not are_ends and point - kept[-1][1] <= _SAME_POINT * abs(point):
            if rank < kept[-1][0]:
                kept[-1] = (rank, point)
        else:
            kept.append((rank, point))
    return tuple(point for _, point in kept) or (0.0,)


def _off_zero(point: float) -> float:
    """Return the point, or 0 for one that panels could not tell from 0."""
    return point if abs(point) >= 2.0**_LOWEST else 0.0


def _floor(anchor: float) -> float:
    return max(abs(anchor) * RELATIVE_FLOOR, 2.0**_LOWEST)


def _outward(anchor: float, highest: int) -> Array:
    """Return distances from an anchor that double up to ``2^highest``."""
    return np.ldexp(1.0, np.arange(math.ceil(math.log2(_floor(anchor))), highest + 1))


def _inward(anchor: float, reach: float) -> Array:
    """Return increasing distances from an anchor, of which the last is half of `reach`."""
    levels = max(0, math.floor(math.log2(reach) - math.log2(_floor(anchor))))
    return np.ldexp(reach, -np.arange(levels, 0, -1))


def _edges(lo: float, hi: float, highest: int) -> Array:
    """Return the edges of the panels of one cell."""
    if math.isinf(hi):
        return np.concatenate([[lo], lo + _outward(lo, highest)])
    if math.isinf(lo):
        return np.concatenate([(hi - _outward(hi, highest))[::-1], [hi]])
    half = hi / 2 - lo / 2
    left, right = lo + _inward(lo, half), hi - _inward(hi, half)
    return np.concatenate([[lo], left, [lo + half], right[::-1], [hi]])


def highest_level(anchors: tuple[float, ...]) -> int:
    """Return the binary logarithm of the distance to which panels reach from the anchors."""
    farthest = max(1.0, *(abs(anchor) for anchor in anchors))
    return min(_HIGHEST + math.ceil(math.log2(farthest)), _LARGEST)


def build_ladder(anchors: tuple[float, ...], support: tuple[float, float]) -> Ladder:
    """Return the panels that cover `support`, cut at `anchors` (sorted, inside the support)."""
    bounds = list(anchors)
    if math.isinf(support[0]):
        bounds.insert(0, support[0])
    if math.isinf(support[1]):
        bounds.append(support[1])
    highest = highest_level(anchors)
    lows, highs, cells, start = [], [], [], 0
    for lo, hi in pairwise(bounds):
        edges = _edges(lo, hi, highest)
        lows.append(edges[:-1])
        highs.append(edges[1:])
        cells.append(Cell(lo, hi, start, start + len(edges) - 1))
        start += len(edges) - 1
    low, high = np.concatenate(lows), np.concatenate(highs)
    return Ladder(anchors, low, high, low[:, None] + (high - low)[:, None] * _FRACTIONS, tuple(cells))


def bisect(
    predicate: Callable[[Array], Mask], inside: Array, outside: Array, place: Callable[[Array], Array] = np.array
) -> tuple[Array, Array]:
    """Shrink brackets, vectorised, until their ends are neighbouring floats (or integers, if `place` rounds).

    `predicate` holds at `inside` and fails at `outside`, and still does at the points returned.
    """
    inside, outside = inside.copy(), outside.copy()
    for _ in range(1100):
        middle = place(inside / 2 + outside / 2)
        if not ((middle != inside) & (middle != outside)).any():
            break
        holds = predicate(middle)
        inside, outside = np.where(holds, middle, inside), np.where(holds, outside, middle)
    return inside, outside

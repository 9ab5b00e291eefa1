r"""Many bounded ranges run one after the other: in blocks of so many as the recursion reaches, multiplied together.

The profile of a block, whose steps are chosen by its own answers, is that of a pair on the points of a grid, which dominates the block
whatever the answers before it were; the pairs are independent of each other. Steps of several ranges may be mixed in any order, which
the answers may choose: a step of one range before the pairs of all the others is one before the pair of its own block, since the others
stay fixed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, isqrt, log, sqrt
from typing import Protocol

from flint import arb, ctx

from dpsym.ball import to_fmpq
from dpsym.composition.grid import Products, apart
from dpsym.composition.ranges import RangeCurve, reach
from dpsym.conversion.rounding import fraction, rounded

_BITS = 128
_WORK = 3_000_000
_COARSE, _FINE, _MOST_PIECES = 24, 10, 96  # pieces of an interval at the least, and to a nat of it, and at the most
_DEPTHS = (44, 64, 96, 140, 200, 300, 450, 640)
_BELOW = 18.0  # nats by which the tail of a grid has to lie below the delta in question
_UNTILTED = 44
_POINTS, _MOST_POINTS, _REACH = 32, 1 << 16, 20  # to the deviation of a block, and in so many deviations of all

Ranges = tuple[tuple[Fraction, int], ...]
"""Different ranges, positive, each with how often there is one."""


class ComposedRanges(Protocol):
    """A bound on the profile of a composition."""

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball whose upper end bounds delta at a threshold that is not negative."""
        ...


class RangeBlocks:
    """Blocks of bounded ranges, each dominated by a pair on a grid.

    Parameters
    ----------
    ranges : Ranges
        What is composed.
    depth : int
        How far the grid of each block goes.
    """

    def __init__(self, ranges: Ranges, depth: int) -> None:
        blocks = [block for width, count in ranges for block in _blocks(width, count, depth, _WORK // len(ranges))]
        number = sum(count for _, count in blocks)
        spread = sqrt(sum(count * block.deviation**2 for block, count in blocks))
        step = fraction(
            rounded(Fraction(max(spread / sqrt(number) / _POINTS, _REACH * spread / _MOST_POINTS)), True, 3)
        )
        tilt = Fraction(0) if depth <= _UNTILTED else fraction(rounded(Fraction(sqrt(2 * depth) / spread), True, 3))
        with ctx.workprec(_BITS):
            laws = [(block.on_grid(step), count) for block, count in blocks]
            self._lost = sum((count * arb(block.lost) for block, count in blocks), arb(0))
        self._products = Products(step, tilt, laws)

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball whose upper end bounds delta at a threshold."""
        return (self._products.delta(threshold) + self._lost).min(arb(1))


class _Block:
    """The pair whose profile is that of a block: convex in the exponential, with its corners at the points of the grid.

    Parameters
    ----------
    values : list of float
        Bounds on the profile of the block at the points of the grid from 0 on.
    step : Fraction
        The mesh.
    deviation : float
        Of the loss, about.
    """

    def __init__(self, values: list[float], step: Fraction, deviation: float) -> None:
        self.step, self.deviation, self.lost = step, deviation, values[-1]
        self._values = values

    def _masses(self) -> Iterator[tuple[int, arb]]:
        """Yield the masses under the first law of the points from 0 on: the corners, times the exponential.

        Where a bound is no convex one a corner may be negative; with none instead the profile is greater.
        """
        growth = arb(to_fmpq(self.step)).exp()
        known = [arb(each) for each in self._values]
        before = 1 - 1 / growth + known[1] / growth
        slopes = [high - low for low, high in pairwise([before, *known, known[-1]])]
        for point, (left, right) in enumerate(pairwise(slopes)):
            yield point, ((right - growth * left) / (growth - 1)).max(arb(0))

    def on_grid(self, step: Fraction) -> dict[int, arb]:
        """Return the masses moved apart to another grid; those below 0 mirror those above, by the two laws changed for each other."""
        masses: dict[int, arb] = {}
        for point, mass in self._masses():
            loss = point * self.step
            sides = ((loss, mass), (-loss, mass * (-arb(to_fmpq(loss))).exp())) if point else ((loss, mass),)
            for place, part in (each for side in sides for each in apart(*side, step)):
                masses[place] = masses.get(place, arb(0)) + part
        return masses


def _pieces(width: float, count: int, depth: int, work: int) -> int:
    """Return into how many pieces the interval of so many steps is cut."""
    return min(_MOST_PIECES, isqrt(work // (count * reach(width, count, depth))))


def _longest(width: float, count: int, depth: int, work: int) -> int:
    """Return how many steps are in a block at the most, so that the pieces are fine."""
    fine = min(_MOST_PIECES, max(_COARSE, ceil(_FINE * width)))
    low, high = 1, count
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _pieces(width, middle, depth, work) >= fine else (low, middle - 1)
    return low


def _blocks(width: Fraction, count: int, depth: int, work: int) -> list[tuple[_Block, int]]:
    """Return blocks of nearly the same length, with counts."""
    size = float(width)
    number = -(-count // _longest(size, count, depth, work))
    length, longer = divmod(count, number)
    found = []
    for steps, times in ((length, number - longer), (length + 1, longer)):
        if times:
            curve = RangeCurve(width, steps + 1, depth, max(_pieces(size, steps, depth, work), _COARSE))
            found.append((_Block(curve.values, curve.step, size / 2 * sqrt(steps)), times))
    return found


def depth_at(log_delta: float, count: int) -> int | None:
    """Return to which depth the grids have to go for a delta, None where floats do not reach so far."""
    return next((depth for depth in _DEPTHS if log_delta - log(count) >= _BELOW - depth), None)


@lru_cache(maxsize=8)
def composed_ranges(ranges: Ranges, depth: int) -> ComposedRanges:
    """Return a bound on the profile of bounded ranges: by the recursion where it reaches over all of them, else in blocks.

    Parameters
    ----------
    ranges : Ranges
        What is composed, two steps or more.
    depth : int
        How far the grids go.
    """
    (width, count), *others = ranges
    if others or _longest(float(width), count, depth, _WORK) < count:
        return RangeBlocks(ranges, depth)
    return RangeCurve(width, count, depth, _pieces(float(width), count, depth, _WORK))

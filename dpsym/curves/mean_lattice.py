r"""The mean of t log-normal ratios on a lattice, from both sides: :math:`E(v - S)_+` of their sum S, where little noise makes a contour costly.

Only what lies below the top :math:`v_1` matters of a ratio Y >= 0, in whose unit everything is counted: what exceeds it is dropped. With
:math:`p(v) = E(v - Y)_+`, a law whose p is nowhere smaller below the top is above Y for all functions that are convex, fall, and vanish from the
top on; so is the sum of independent copies, as one Y after the other is replaced.

*From above.* The chords of p between the points j/N: the mass at j is the second difference there.

*From below.* Cells that follow one another, each with its mass at a point a + j/N that is at least its mean, and nearly is it: a is the mean of the
first cell, and every other cell ends where its mean is the next point.

The t-th power of the generating function, cut off at the degree N, has the law of the sum.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise

from flint import arb, arb_series, ctx

from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError

_FARTHEST = 600.0  # of the logarithm of the top, which floats plan with
_SLIGHT = 1e-280  # mass that a cell has at least, so that floats tell its mean
_SPARED = 1e-7  # of the distance of two points, by which a cell is planned to have its mean before its point
_TURNS = 60

Law = tuple[arb, list[arb]]
"""Where the first point is, and the masses of the points."""


class MeanLattice:
    """The sum of ratios on so many points below a top.

    Parameters
    ----------
    spread : Fraction
        The standard deviation s of the noise, in the unit of the sensitivity.
    slots : int
        The number t of ratios.
    top : arb
        The logarithm of the top.
    points : int
        N, a power of 2.

    Raises
    ------
    UndecidedError
        If the top is beyond what floats can plan with.
    """

    def __init__(self, spread: Fraction, slots: int, top: arb, points: int) -> None:
        if not abs(top) < _FARTHEST:
            raise UndecidedError(f"ratios about exp({float(top):.3g}) are not laid on a lattice")
        self.slots, self.top, self.points, self.s = slots, top, points, ball_of(spread)
        self.planner = _Planner(float(spread), float(top))

    def share_above(self, x: float) -> arb:
        r"""Return a bound from above of :math:`E(1 - S/v)_+` at the share x of the top, from 0 to 1."""
        return _share(self._high, x).upper()

    def share_below(self, x: float) -> arb:
        """Return a bound from below of the same."""
        return _share(self._low, x).lower()

    @cached_property
    def _high(self) -> Summed:
        n = self.points
        q, p = zip(*(self._up_to(arb(j) / n) for j in range(n + 1)), strict=True)
        rises = [((p[j + 1] - p[j]) * n - j * (q[j + 1] - q[j]), q[j + 1] - q[j]) for j in range(n)]
        # of a cell what goes to its right end, and the rest to its left one
        masses = [rises[0][1] - rises[0][0] + q[0]]
        masses += [rise[1] - rise[0] + before[0] for before, rise in pairwise(rises)]
        return self._summed((arb(0), masses))

    @cached_property
    def _low(self) -> Summed:
        n, masses = self.points, [arb(0)] * self.points
        ends, first = self.planner.cells(n)
        q, p = self._up_to(arb(ends[0]))
        start = (p / q).upper()
        masses[0] = q
        for index, end in zip(first, ends[1:], strict=True):
            here_q, here_p = self._up_to(arb(end))
            mass, moment = here_q - q, here_p - p
            while index < n and not moment <= (start + arb(index) / n) * mass:
                index += 1  # a mass further out is a bound as well
            if index < n:
                masses[index] += mass
            q, p = here_q, here_p
        return self._summed((start, masses))

    def _up_to(self, x: arb) -> tuple[arb, arb]:
        """Return the masses of Q and of P where the ratio is at most a share of the top; of P in the unit of the top."""
        if not x > 0:
            return arb(0), arb(0)
        place, root = self.s * (self.top + x.log()), arb(2).sqrt()
        q, p = ((-(place + side / (2 * self.s)) / root).erfc() / 2 for side in (1, -1))
        return q, p * (-self.top).exp()

    def _summed(self, law: Law) -> Summed:
        start, masses = law
        before, power, count = ctx.cap, None, self.slots
        try:
            ctx.cap = self.points
            square = arb_series(masses, prec=self.points)
            while count:
                if count % 2:
                    power = square if power is None else power * square
                count //= 2
                square = square * square if count else square
        finally:
            ctx.cap = before
        found = [power[j] for j in range(self.points)]  # type: ignore[index]
        return Summed(start * self.slots, found)


class Summed:
    """The law of the sum on points, with its sums up to each.

    Parameters
    ----------
    start : arb
        The first point.
    masses : list of arb
        Of the points.
    """

    def __init__(self, start: arb, masses: list[arb]) -> None:
        self.start, self.count = start, len(masses)
        self.masses = list(accumulate(masses))
        self.moments = list(accumulate(j * mass for j, mass in enumerate(masses)))


def _share(law: Summed, x: float) -> arb:
    """Return the expectation of the part of 1 - S/x above 0, over the points that certainly lie before x."""
    room = arb(x) - law.start
    last = min(math.floor(float((room * law.count).lower())), law.count - 1)
    if last < 0:
        return arb(0)
    return (room * law.masses[last] - law.moments[last] / law.count) / arb(x)


class _Planner:
    """Where cells end, in floats, which certify nothing."""

    def __init__(self, s: float, top: float) -> None:
        self.s, self.top, self.scale = s, top, math.exp(-top)

    def cells(self, points: int) -> tuple[list[float], list[int]]:
        """Return where cells end, the first one from 0, and for each of the others the number of its point."""
        width = 1 / points
        end = self._first(width / 2)
        start = self._mean(0.0, end)
        ends = [end]
        found: list[int] = []
        while True:
            index = math.floor((end - start) * points + 2 * _SPARED) + 1
            place = start + index * width
            if index >= points or place >= 1 or (later := self._end(end, place - _SPARED * width)) > 1:
                return ends, found
            end = later
            ends.append(end)
            found.append(index)

    def _first(self, half: float) -> float:
        """Return where the first cell ends, with its mean so far before."""
        low, high = 0.0, 1.0
        for _ in range(_TURNS):
            middle = (low + high) / 2
            enough = self._mass(0.0, middle) > _SLIGHT and middle - self._mean(0.0, middle) > half
            low, high = (low, middle) if enough else (middle, high)
        return high

    def _end(self, start: float, place: float) -> float:
        """Return where a cell ends whose mean is a place."""
        if place <= start:
            return start
        low, high = place, 2 * place - start
        while high <= 1 and self._mean(start, high) < place:
            low, high = high, high + (high - start)
        end = min(max(2 * place - start, low), high)
        for _ in range(_TURNS):
            mass = self._mass(start, end)
            gap = self._mean(start, end) - place
            low, high = (end, high) if gap < 0 else (low, end)
            slope = self._density(end) * (end - place)
            after = end - gap * mass / slope if slope > 0 else low
            if not low < after < high:
                after = (low + high) / 2
            if abs(after - end) <= _SPARED / 4 * (high - start):
                return min(after, end)
            end = after
        return low

    def _place(self, x: float) -> float:
        return self.s * (self.top + math.log(x)) + 0.5 / self.s if x > 0 else -math.inf

    def _density(self, x: float) -> float:
        return math.exp(-(self._place(x) ** 2) / 2) / math.sqrt(2 * math.pi) * self.s / x

    def _mass(self, start: float, end: float) -> float:
        return _between(self._place(start), self._place(end))

    def _mean(self, start: float, end: float) -> float:
        mass, move = self._mass(start, end), 1 / self.s
        if mass < _SLIGHT:
            return end
        return _between(self._place(start) - move, self._place(end) - move) * self.scale / mass


def _between(low: float, high: float) -> float:
    """Return the mass of a normal number between two places."""
    root = math.sqrt(2)
    if low > 0:
        return (math.erfc(low / root) - math.erfc(high / root)) / 2
    return (math.erfc(-high / root) - math.erfc(-low / root)) / 2

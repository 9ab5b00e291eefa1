"""Points of a likelihood ratio that are evenly spaced after a bend, and the plan for sums over many steps: in floats, it certifies nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from flint import arb

from dpsym.curves.step_ratios import StepRatio

_CELLS, _FEWEST = 300, 16
_TILTS = tuple(2.0 ** (k / 2) for k in range(-48, 12))
_MARGINS = (
    1.002,
    1.005,
    1.01,
    1.02,
    1.05,
    1.1,
    1.2,
    1.5,
    2.0,
    1.05,
)  # of the greatest mean ratio for which a bound by the sum holds
_SHARES = (
    1.0,
    0.99,
    0.97,
    0.94,
    0.9,
    0.85,
    0.8,
    0.7,
)  # of the last place without a part, from which on parts are bounded
_SLACK = 10.0  # nats by which a mass may exceed what is slight
_ROOM, _LOWEST = 3, 1.5  # by which the greatest ratio lies below t m/k, and the least that it may be

Cells = list[tuple[float, float, float, float]]


@dataclass(frozen=True)
class BentGrid:
    r"""Points y_j with :math:`g(y_j) = g(y_0) + j h`, :math:`g(y) = \log(1 + z y)/z`, from the least ratio to a cap.

    Parameters
    ----------
    bend : float
        z, not negative; for 0 the points are evenly spaced.
    distance : arb
        h.
    points, middles : list of arb
        The points, and for each what lies half a step above it.
    """

    bend: float
    distance: arb
    points: list[arb]
    middles: list[arb]

    def g(self, y: arb) -> arb:
        """Return the bent ratio."""
        return (1 + arb(self.bend) * y).log() / self.bend if self.bend else y

    def place(self, mean: arb, steps: int) -> arb:
        """Return the sum of the indices of so many steps where each has a certain ratio."""
        return steps * (self.g(mean) - self.g(self.points[0])) / self.distance


@dataclass(frozen=True)
class Window:
    """The sums of indices that matter.

    Parameters
    ----------
    start, end : int
        The first, and the first that is too great.
    right, left : float
        The tilts, for each index, by which the masses beyond are bounded.
    crowding : tuple of pairs of float
        Shares of the last place without a part, and for each the tilt of the excess of the mean ratio over what the sum tells of it.
    """

    start: int
    end: int
    right: float
    left: float
    crowding: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Plan:
    """What is looked for: delta about a threshold eps, of k of t steps.

    Parameters
    ----------
    ratio : StepRatio
        The likelihood ratio of a step.
    steps, selected : int
        t and k.
    removed : bool
        Whether the mixture is the first law.
    eps : float
        About the threshold, in nats.
    slight : float
        A mass that may be lost.
    """

    ratio: StepRatio
    steps: int
    selected: int
    removed: bool
    eps: float
    slight: float

    def made(self, points: int) -> tuple[BentGrid, Window]:
        """Return a grid and its window, of so many places."""
        root = math.exp((self.eps if self.removed else -self.eps) / self.selected)
        cap = self.ratio.cap(self.slight)
        bend, crowding = self._bend(root, cap)
        if not self.removed and self.ratio.most is None and self.selected > 1:
            room = self.steps * root / (_ROOM * self.selected)
            if room > _LOWEST:
                cap = min(cap, room)
                bend = (self.selected - 1) / (self.steps * root - self.selected * cap)
        cells = self._cells(bend, cap)
        (after, right), (before, left) = self._edge(cells, True), self._edge(cells, False)
        first, final = cells[0][0], cells[-1][0]
        before, after = max(before, self.steps * first), min(after, self.steps * final)
        fewest = 1 if self.ratio.most is not None else _FEWEST
        last = min(points, max(fewest, math.floor((final - first) * (points - 1) / (after - before))))
        grid = _grid(self.ratio, bend, cap, last)
        distance = float(grid.distance)
        start = max(0, math.floor((before - self.steps * first) / distance))
        return grid, Window(start, start + points, right * distance, left * distance, crowding)

    def _bend(self, root: float, cap: float) -> tuple[float, tuple[tuple[float, float], ...]]:
        """Return the bend, and the tilts that bound the mass of too great a mean ratio."""
        t, k = self.steps, self.selected
        if k == 1:
            return 0.0, ()
        if not self.removed:
            room = t * root - k * float(self.ratio.most or math.inf)
            return (k - 1) / (room if room > 0 else (t - k + 1) * root), ()
        low = float(self.ratio.least)
        for margin in _MARGINS:
            bend = (k - 1) * (t - 2) / ((t - k) * t * root * margin)
            rho, first = 1 + bend * root, math.log1p(bend * low) / bend
            gaps = [(y - rho * g, q, p) for g, y, q, p in self._cells(bend, cap)]
            logs = {tilt: self._log(gaps, tilt, k) for tilt in _TILTS}
            found = []
            for share in _SHARES:
                place = first + share * (math.log1p(bend * root) / bend - first)
                excess = t * (root * margin - rho * place)
                found.append((min((log - tilt * excess, tilt) for tilt, log in logs.items()), share))
            if found[0][0][0] <= math.log(self.slight) + _SLACK:
                break
        return bend, tuple((share, tilt) for (_, tilt), share in found)

    def _log(self, terms: list[tuple[float, float, float]], tilt: float, moved: int) -> float:
        """Return the logarithm of an exponential moment of a sum, of which so many steps take part with the record."""
        top = max(tilt * x for x, _, _ in terms)
        q, p = (
            math.log(sum(term[side] * math.exp(tilt * term[0] - top) for term in terms) or 1e-300) + top
            for side in (1, 2)
        )
        return (self.steps - moved) * q + moved * p

    def _edge(self, cells: Cells, after: bool) -> tuple[float, float]:
        """Return a place of the sum of bent ratios beyond which there is a slight mass, and the tilt that says so."""
        sign = 1 if after else -1
        moved = min(2 * self.selected, self.steps) if after else 0
        terms = [(sign * g, q, p) for g, _, q, p in cells]
        found = [((self._log(terms, tilt, moved) - math.log(self.slight)) / tilt, tilt) for tilt in _TILTS]
        place, tilt = min(found)
        return sign * place, tilt

    def _cells(self, bend: float, cap: float) -> Cells:
        """Return bent ratios, ratios and both masses of a few cells."""
        grid = _grid(self.ratio, bend, cap, _CELLS)
        tails = [(1.0, 1.0), *((float(p), float(q)) for p, q in map(self.ratio.above, grid.middles[:-1])), (0.0, 0.0)]
        return [
            (float(grid.g(y)), float(y), max(high[1] - low[1], 0.0), max(high[0] - low[0], 0.0))
            for y, (high, low) in zip(grid.points, pairwise(tails), strict=True)
        ]


def bits_of(slight: float) -> int:
    """Return the working precision at which a mass is slight."""
    return 64 - 2 * math.floor(math.log2(slight))


def _grid(ratio: StepRatio, bend: float, cap: float, last: int) -> BentGrid:
    z, low = arb(bend), ratio.least
    high = ratio.most if ratio.most is not None else arb(cap)
    distance = (((1 + z * high) / (1 + z * low)).log() / z if bend else high - low) / last
    places = [
        ((1 + z * low) * (z * distance * k / 2).exp() - 1) / z if bend else low + distance * k / 2
        for k in range(2 * last + 2)
    ]
    places[0], places[2 * last] = low, high
    return BentGrid(bend, distance, places[::2], places[1::2])

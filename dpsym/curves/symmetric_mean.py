r"""The ratio R of random allocation to k of t steps, known as far as the sum of a function of each step tells.

R is the mean, over all sets of k steps, of the product of their ratios: the elementary symmetric mean of independent copies
:math:`Y_1, \dots, Y_t`, whose mean is 1 without the record. It is affine in each of them, so that the expectation of a convex
function of R only grows where one Y is replaced by a law above it in the convex order. A step is replaced by laws on the points

.. math:: g(y_j) = g(y_0) + j h, \qquad g(y) = \log(1 + z y)/z, \quad g(y) = y \text{ for } z = 0.

*From above.* Mass on the points with the chords of :math:`E(Y - u)_+` as its function. Let T be the sum of the indices j, taken modulo N. With
:math:`w_n = Q(T = n)`, :math:`a_n = E[R; T = n]` and :math:`b_n = E[R^2; T = n]`, by :math:`2 x_+ = x + |x|` and Cauchy and Schwarz,

.. math:: E[(R - \gamma)_+; T = n] \le \tfrac12 \left(a_n - \gamma w_n + \sqrt{w_n (b_n - 2\gamma a_n + \gamma^2 w_n)}\right),

and likewise for :math:`(1 - \gamma R)_+`. Of an unbounded Y what exceeds the last point c is cut, which takes
:math:`1 - (1 - E(Y - c)_+)^k` of the mean of R at most, and nothing in the other direction.

*Where nothing is.* Let :math:`m_T` be the number with :math:`t\,g(m_T) = t\,g(y_0) + h T`. Of two ratios whose
:math:`(1 + zy)(1 + zy')` is held, R is affine in their sum, with the slope :math:`z e_{k-1} - e_{k-2}`, the symmetric sums of the others, up to
a positive factor. As ratios are made equal, T held, their mean M only falls, to :math:`m_T`. Since
:math:`(k - 1)(t - 2) e_{k-1} \le (t - k)\,t M e_{k-2}`, :math:`R \le m_T^k` where :math:`z (t - k)\,t M \le (k - 1)(t - 2)`: places with
:math:`m_T^k \le \gamma` matter only where M is greater, which has an exponentially small mass. Since
:math:`(k - 1) e_{k-1} \ge (t m_T - k c) e_{k-2}`, :math:`R \ge m_T^k` where :math:`z (t m_T - k c) \ge k - 1`.

*From below.* T is the sum of the numbers of the cells around the points, again modulo N: what is known of the steps by it is no more than what
is known, and the masses under both laws are exact.

All of it is in closed form in the transforms of three laws on the points, with the masses w, w y and w y^2, since of two sets of k steps
:math:`\binom{k}{j}\binom{t - k}{k - j}` of :math:`\binom tk` have j steps in common.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

from flint import acb, arb, arb_poly, ctx

from dpsym.curves.bent_grid import BentGrid, Plan, Window, bits_of
from dpsym.curves.crowding import Crowding
from dpsym.curves.spread_sum import SpreadSum

_TINY = 1e-300  # a mass that floats see
_SLIGHT = 1e-9  # of a sum, what need not be narrowed

Column = list[arb]


@dataclass(frozen=True)
class SymmetricMean:
    """The masses of T, for one direction.

    Parameters
    ----------
    steps, selected : int
        t and k.
    removed : bool
        Whether the mixture is the first law.
    grid : BentGrid
        The points of a step.
    window : Window
        The places of T that matter.
    law : list of arb
        The masses of one step on the points, of the law from above.
    above : tuple of lists of arb
        w, a and b of the law from above, at each n.
    cut : arb
        What is missing of the mean of R there, at most.
    below : tuple of lists of arb
        The masses of Q and of P of the law from below.
    """

    steps: int
    selected: int
    removed: bool
    grid: BentGrid
    window: Window
    law: Column
    above: tuple[Column, Column, Column]
    cut: arb
    below: tuple[Column, Column]

    def upper(self, eps: arb) -> arb:
        """Return a bound from above of delta at a threshold."""
        first, last, rest = self._places(eps)
        factor, threshold = (arb(1), eps.exp()) if self.removed else (eps.exp(), (-eps).exp())
        total, best, end = 0.0, arb("inf"), last
        for place, crowded in self._crowded(eps.exp(), first):
            total += self._spread.beyond(place - self.window.start, end - self.window.start, threshold)
            end = place
            best = best.min(factor * total + crowded)
            if crowded < total * _SLIGHT or not factor * total < best:
                break
        return (best + rest).upper()

    def lower(self, eps: arb) -> arb:
        """Return a bound from below of delta at a threshold, that of one event: of what has about a greater ratio."""
        growth = eps.exp()
        places, q, p = self._ranked
        k = bisect_left(places, float(eps if self.removed else -eps))
        if self.removed:
            return (p[-1] - p[k] - growth * (q[-1] - q[k])).lower().max(arb(0))
        return (q[k] - growth * p[k]).lower().max(arb(0))

    def heights(self) -> list[tuple[float, arb]]:
        r"""Return increasing ratios and bounds from above of :math:`E_Q(R - \gamma)_+`, of one selected step: at what the ratio is at each place.

        Places that the window leaves out are counted with those in it: what they lack is at most :math:`\gamma` times their mass.
        """
        t, window, found = self.steps, self.window, []
        w, a = arb(0), self.cut + self._beyond(window.right, window.end, True)
        before = self._beyond(-window.left, window.start, False)
        for n in range(window.end - 1, window.start - 1, -1):
            k = n % len(self.above[0])
            w, a = w + self.above[0][k], a + self.above[1][k]
            ratio = float(((t * self.grid.points[0] + n * self.grid.distance) / t).lower()) * (1 - 1e-15)
            if ratio > 0:
                found.append((ratio, (a - arb(ratio) * (w - before)).upper()))
        return found[::-1]

    @cached_property
    def _spread(self) -> SpreadSum:
        """The mean ratio on the places of the window, from above."""
        start, points = self.window.start, len(self.above[0])
        w, a, b = ([column[n % points] for n in range(start, start + points)] for column in self.above)
        return SpreadSum(w, a, b, self.removed)

    @cached_property
    def _ranked(self) -> tuple[list[float], Column, Column]:
        """About the logarithms of the ratios from below, increasing, with both masses of all that are smaller."""
        pairs = sorted(((_log(p) - _log(q), q, p) for q, p in zip(*self.below, strict=True)), key=lambda pair: pair[0])
        q, p = (
            list(accumulate((q for _, q, _ in pairs), initial=arb(0))),
            list(accumulate((p for *_, p in pairs), initial=arb(0))),
        )
        return [place for place, *_ in pairs], q, p

    def _places(self, eps: arb) -> tuple[int, int, arb]:
        """Return between which places of T anything matters, and a bound of what the others have of delta."""
        k, window = self.selected, self.window
        root = (eps / k if self.removed else -eps / k).exp()
        if self.removed:
            place = math.floor(float(self.grid.place(root.lower(), self.steps).lower()))
            rest = self.cut + self._beyond(window.right, window.end, True)
            rest += self._beyond(-window.left, window.start, True)
            return min(max(window.start, place), window.end), window.end, rest
        least = root.upper()
        if k > 1:
            least = least.max((((k - 1) / arb(self.grid.bend) + k * self.grid.points[-1]) / self.steps).upper())
        last = math.ceil(float(self.grid.place(least, self.steps).upper()))
        rest = self._beyond(-window.left, window.start, False)
        if last > window.end:
            rest += self._beyond(window.right, window.end, False)
        return window.start, min(max(window.start, last), window.end), rest

    def _beyond(self, tilt: float, place: int, with_record: bool) -> arb:
        """Return a bound of the mass of T beyond a place, on the side of the sign of a tilt."""
        if place <= 0 if tilt < 0 else place > self.steps * (len(self.law) - 1):
            return arb(0)
        x = arb(tilt).exp()
        q, p = (arb_poly(masses)(x) for masses in (self.law, self._moved))
        moved = self.selected if with_record else 0
        return (q ** (self.steps - moved) * p**moved * (-arb(tilt) * place).exp()).upper()

    @cached_property
    def _crowding(self) -> Crowding:
        points = self.grid.points
        return Crowding(self.law, points, [self.grid.g(y) for y in points], self.steps, self.selected)

    @property
    def _moved(self) -> Column:
        """The masses of a step on the points with the record."""
        return [w * y for w, y in zip(self.law, self.grid.points, strict=True)]

    def _crowded(self, growth: arb, first: int) -> Iterable[tuple[int, arb]]:
        r"""Return places from which on parts are bounded, and bounds of what lies before with too great a mean ratio for a bound by T.

        That is :math:`\sum (Y - \rho\, g(Y))` beyond its value at the greatest M and the place, whatever :math:`\rho \ge 0`.
        """
        if self.selected == 1 or not self.removed:
            yield first, arb(0)
            return
        t, k, z = self.steps, self.selected, arb(self.grid.bend)
        most = arb((k - 1) * (t - 2)) / (z * (t - k))
        rho = float(1 + z * growth.root(k))  # any serves
        for share, tilt in self.window.crowding:
            place = max(self.window.start, math.floor(share * first))
            lies = t * self.grid.g(self.grid.points[0]) + self.grid.distance * place
            yield place, self._crowding.beyond(rho, tilt, most - arb(rho) * lies)
        yield self.window.start, arb(0)


@lru_cache(6)
def symmetric_mean(plan: Plan, points: int) -> SymmetricMean:
    """Return the masses of T, at the precision of the plan.

    Parameters
    ----------
    plan : Plan
        The steps, and about which threshold.
    points : int
        N, a power of 2.
    """
    with ctx.workprec(bits_of(plan.slight)):
        return _summed(plan, points)


def _summed(plan: Plan, points: int) -> SymmetricMean:
    ratio, steps, selected = plan.ratio, plan.steps, plan.selected
    grid, window = plan.made(points)
    corners = grid.points
    calls = [
        1 - ratio.least,
        *(p - u * q for u, (p, q) in zip(corners[1:], map(ratio.above, corners[1:]), strict=True)),
    ]
    if ratio.most is not None:
        calls[-1] = arb(0)
    slopes = [(d - c) / (v - u) for (c, d), (u, v) in zip(pairwise(calls), pairwise(corners), strict=True)]
    masses = [after - before for before, after in pairwise([arb(-1), *slopes, arb(0)])]
    moved = [w * u for w, u in zip(masses, corners, strict=True)]
    squares = [w * u for w, u in zip(moved, corners, strict=True)]
    q, p, s = (_transform(each, points) for each in (masses, moved, squares))
    mean = [x ** (steps - selected) * y**selected for x, y in zip(q, p, strict=True)]
    above = _back([each**steps for each in q]), _back(mean), _back(_second(q, p, s, steps, selected))
    edges = [(arb(1), arb(1)), *map(ratio.above, grid.middles[:-1]), (arb(0), arb(0))]
    p, q = (_transform([high[side] - low[side] for high, low in pairwise(edges)], points) for side in (0, 1))
    mean = [x ** (steps - selected) * y**selected for x, y in zip(q, p, strict=True)]
    below = _back([each**steps for each in q]), _back(mean)
    cut = (1 - (1 - calls[-1]) ** selected).upper()
    return SymmetricMean(steps, selected, plan.removed, grid, window, masses, above, cut, below)


def _second(q: list[acb], p: list[acb], s: list[acb], steps: int, selected: int) -> list[acb]:
    """Return the transform of b: the sum over the number j of steps that two sets have in common."""
    least = max(0, 2 * selected - steps)
    whole = math.comb(steps, selected)
    shares = [
        arb(math.comb(selected, j) * math.comb(steps - selected, selected - j)) / whole
        for j in range(least, selected + 1)
    ]
    found = []
    for x, y, z in zip(q, p, s, strict=True):
        both, once = x * z, y * y
        total, power = acb(0), acb(1)
        for share in reversed(shares):
            total = total * both + share * power
            power *= once
        found.append(total * (z**least if least else x ** (steps - 2 * selected)))
    return found


def _log(mass: arb) -> float:
    """Return about the logarithm of a mass, or of one that floats see."""
    return math.log(max(float(mass.mid()), _TINY))


def _transform(masses: Iterable[arb], points: int) -> list[acb]:
    """Return half of the discrete transform of masses, which are taken modulo so many points."""
    folded = [acb(0)] * points
    for k, mass in enumerate(masses):
        folded[k % points] += mass
    return acb.dft(folded)[: points // 2 + 1]


def _back(half: list[acb]) -> Column:
    """Return the masses of which half of the transform is given."""
    return [each.real for each in acb.dft([*half, *(each.conjugate() for each in half[-2:0:-1])], inverse=True)]

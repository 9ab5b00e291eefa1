r"""Bounded ranges run one after the other, each chosen by the answers before it: the greatest profile, by a recursion over the steps.

What :math:`k` steps of range :math:`\varepsilon` lose at most is :math:`\delta_0(x) = (1 - e^x)_+` and

.. math:: \delta_k(x) = \max_{0 \le t \le \varepsilon} p\, \delta_{k-1}(x - t) + (1 - p)\, \delta_{k-1}(x + \varepsilon - t),
    \qquad p = \frac{1 - e^{t - \varepsilon}}{1 - e^{-\varepsilon}}

For what is left after a first answer of the likelihood ratio r is :math:`r\, g(e^x/r)`, with g the profile of the other steps as a
function of :math:`e^x`; it is convex in r as g is convex. So of all ratios between :math:`e^{t - \varepsilon}` and :math:`e^t` whose mean
is 1 the two ends are the worst, and a first mechanism with two answers attains it, each answer followed by the worst steps for it.

It is worked out on a grid of mesh :math:`\varepsilon/m`. Between its points the chords of g lie above it, and along a piece of the grid
the mean of two chords is at most the greater of its ends and a `bulge`. The other side of 0 is
:math:`\delta(-x) = 1 - e^{-x} + e^{-x} \delta(x)`, since a range is one in both directions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil, floor, nextafter, sqrt
from typing import Any

from flint import arb, ctx

from dpsym.ball import to_fmpq
from dpsym.conversion.asked import exp_of

_BITS = 128
_UP, _TINY = 1 + 2.0**-49, 1e-300  # more than the roundings of one step, and what it may lose where floats underflow
_INEXACT = 2.0**-48


def range_share(loss: Any, width: Any) -> Any:
    r"""Return the mass of the greater loss t under the first law, of the two losses t and t - eps.

    .. math:: p = \frac{1 - e^{t - \varepsilon}}{1 - e^{-\varepsilon}}

    Parameters
    ----------
    loss, width : Expr or arb
        t, and the length eps of the interval.
    """
    return (1 - exp_of(loss - width)) / (1 - exp_of(-width))


def line_at_zero(low: Any, high: Any, step: Any) -> Any:
    r"""Return what a line in the exponential is at 0: through two values at places a step apart.

    .. math:: g(x) + \frac{g(x) - g(x + h)}{e^h - 1}

    Parameters
    ----------
    low, high, step : Expr or arb
        g(x), g(x + h) and h.
    """
    return low + (low - high) / (exp_of(step) - 1)


def bulge(start: Any, end: Any, width: Any, gap: Any) -> Any:
    r"""Return by how much the mean of two lines may lie above the greater of its ends, for losses t between two.

    .. math:: \frac{(c - d) \left(e^{t_1/2} - e^{t_0/2}\right)^2}{e^\varepsilon - 1}

    Parameters
    ----------
    start, end, width : Expr or arb
        t_0 and t_1, and the length eps of the interval.
    gap : Expr or arb
        c - d, not negative: what the chords of the profile about x - t and x + eps - t, as lines in the exponential, are at 0.

    Notes
    -----
    The mean is :math:`A s + B - C/s` with :math:`s = e^{-t}` and :math:`C = (c - d)/(e^\varepsilon - 1)`, and the chord of 1/s is highest
    above it at the geometric mean of its ends. Ours.
    """
    return gap * (exp_of(end / 2) - exp_of(start / 2)) ** 2 / (exp_of(width) - 1)


def reach(width: float, count: int, depth: int) -> int:
    """Return how many intervals from 0 delta has come down to a depth, in nats, by Hoeffding's inequality."""
    return min(count, ceil(count * width / 8 + sqrt(count * depth / 2)))


class RangeCurve:
    """An upper bound on the profile of adaptively chosen mechanisms of one range.

    Parameters
    ----------
    width : Fraction
        The range of each, positive.
    count : int
        How many, two or more.
    depth : int
        How far the grid goes: beyond, delta is bounded by that at its end, about e^-depth.
    size : int
        Into how many pieces the interval is cut.
    """

    def __init__(self, width: Fraction, count: int, depth: int, size: int) -> None:
        self.width, self.count, self.size = width, count, size
        self.step = width / size
        self._depth = depth
        with ctx.workprec(_BITS):
            eps, step = arb(to_fmpq(width)), arb(to_fmpq(self.step))
            losses = [k * step for k in range(size)]
            # in the order of the places x - t, which grow as t falls
            shares = [range_share(each, eps) for each in reversed(losses)]
            self._masses = [_up(each) for each in shares]
            self._rests = [_up((1 - each).max(arb(0))) for each in shares]
            self._bulges = [_up(bulge(each, each + step, eps, 1)) for each in reversed(losses)]
            self._slope = _up(1 / step.expm1())
            self._mirror = [(_up(-(-each).expm1()), _up((-each).exp())) for each in [*losses[1:], eps]]
            values = [*(_up(_single(each, eps)) for each in losses), 0.0]
        for done in range(2, count):
            values = self._grown(values, done)
        self._values = values

    def _grown(self, values: list[float], done: int) -> list[float]:
        """Return bounds at the points of the grid from 0 on, after one more step.

        Floats are rounded to the nearest: five operations on numbers that are not negative lose less than the factor at the end. The
        difference of two sides is the only one of nearly equal numbers, and is raised by more than they may be off.
        """
        size, points = self.size, self.size * reach(float(self.width), done, self._depth) + 1
        known = self._around(values, points + size)
        sides = [low + (low - high) * self._slope for low, high in pairwise(known)]
        gaps = [max(one - other, 0.0) + one * _INEXACT for one, other in zip(sides, sides[size:], strict=False)]
        best, last = [0.0] * points, known[size : size + points]
        for k, (mass, rest, factor) in enumerate(zip(self._masses, self._rests, self._bulges, strict=True)):
            places = zip(known[k + 1 : k + 1 + points], known[k + 1 + size :], strict=False)
            means = [mass * one + rest * other for one, other in places]
            tops = [
                (one if one > other else other) + factor * gap
                for one, other, gap in zip(last, means, gaps[k:], strict=False)
            ]
            best, last = list(map(max, best, tops)), means
        return list(accumulate((each * _UP + _TINY for each in best), min))

    def _around(self, values: list[float], end: int) -> list[float]:
        """Return the bounds at the points from -eps on to an end, beyond the last of them that one."""
        known = values + [values[-1]] * (end - len(values))
        below = [(gap + factor * known[k]) * _UP for k, (gap, factor) in enumerate(self._mirror, 1)]
        return list(accumulate([*reversed(below), *known], min))

    @property
    def values(self) -> list[float]:
        """Bounds for one step less, at the points of the grid from 0 on: they fall, and beyond the last none is greater than it."""
        return self._values

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball whose upper end bounds delta at a threshold that is not negative, by the last step."""
        if threshold >= self.count * self.width:
            return arb(0)
        eps, first = arb(to_fmpq(self.width)), floor(threshold / self.step)
        # x - t and x + eps - t are each in one cell of the grid between two of these losses
        losses = sorted({Fraction(0), *(threshold - (first - k) * self.step for k in range(self.size)), self.width})
        means, best = [self._mean(threshold, loss) for loss in losses], arb(0)
        for (start, one), (end, other) in pairwise(zip(losses, means, strict=True)):
            cell = floor((threshold - end) / self.step)
            gap = (self._side(cell) - self._side(cell + self.size)).max(arb(0))
            best = best.max(one.max(other) + bulge(arb(to_fmpq(start)), arb(to_fmpq(end)), eps, gap))
        return best.min(arb(1))

    def _mean(self, threshold: Fraction, loss: Fraction) -> arb:
        mass, place = range_share(arb(to_fmpq(loss)), arb(to_fmpq(self.width))), threshold - loss
        return mass * self._chord(place) + (1 - mass) * self._chord(place + self.width)

    def _chord(self, place: Fraction) -> arb:
        cell = floor(place / self.step)
        low, high = self._value(cell), self._value(cell + 1)
        return low + (high - low) * arb(to_fmpq(place - cell * self.step)).expm1() / arb(to_fmpq(self.step)).expm1()

    def _side(self, cell: int) -> arb:
        return line_at_zero(self._value(cell), self._value(cell + 1), arb(to_fmpq(self.step)))

    def _value(self, point: int) -> arb:
        if point >= 0:
            return arb(self._values[min(point, len(self._values) - 1)])
        factor = arb(to_fmpq(point * self.step)).exp()
        return 1 - factor + factor * self._value(-point)


def _up(value: arb) -> float:
    """Return a float that is not below any number of a ball."""
    return nextafter(float(value.upper().mid()), float("inf"))


def _single(place: arb, eps: arb) -> arb:
    return (1 - ((place - eps) / 2).exp()) ** 2 / (1 - (-eps).exp())

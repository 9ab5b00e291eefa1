r"""How fast the moments of the subsampled Gaussian fall along a vertical line.

The contour of :math:`R(w) = \int\varphi r^w` is moved to Im g = s t (down for the direction "add"). There
:math:`|r^w| = |r|^{\Re w} e^{-|\Im w|\theta}` with :math:`\theta \ge 0`, so that for every t in (0, pi)

.. math:: |R(w)| \le e^{s^2t^2/2} \int \varphi(g)\,|r(g + ist)|^{\Re w} e^{-Y\theta(g)}\,dg, \qquad |\Im w| \ge Y.

The integral is bounded by a sum over cells: theta grows with g, and the modulus of r, whose square is a convex
quadratic of the exponential, is greatest at an end of a cell; its least value is at the left end where cos t >= 0.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from dpsym.curves.loss import ball_of

_BITS = 64
_WIDTH = 0.12  # of a cell, in standard deviations
_REACH = 7.0
_MOST_CELLS = 2000
_ANGLES = 32


@lru_cache(maxsize=64)
def _laid(first: int, last: float) -> tuple[list[arb], list[arb], tuple[arb, arb]]:
    """Return the ends of cells from -first to last, the normal masses of the cells, and those to the left and to the right of all."""
    with ctx.workprec(_BITS):
        count = min(_MOST_CELLS, math.ceil((first + last) / _WIDTH))
        step = arb(first + last) / count
        ends = [step * k - first for k in range(count + 1)]
        tails = [(g / arb(2).sqrt()).erfc() / 2 for g in ends]
        mirrored = [(-g / arb(2).sqrt()).erfc() / 2 for g in ends]
        masses = [
            tails[k] - tails[k + 1] if float(ends[k]) >= 0 else mirrored[k + 1] - mirrored[k] for k in range(count)
        ]
        return ends, masses, (mirrored[0], tails[-1])


class Contour:
    """The bounds at one abscissa; the cells are laid once, the sums remembered by angle.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate, and the standard deviation in sensitivities.
    widest : float
        The greatest angle t.
    first, last : float
        How far the cells reach to the left and to the right of 0.
    """

    def __init__(self, rate: Fraction, spread: Fraction, widest: float, first: float, last: float) -> None:
        self.spread, self.widest = spread, min(widest, 7 / float(spread))
        with ctx.workprec(_BITS):
            self.ends, self.masses, self.outer = _laid(math.ceil(first), last)
            self.scale = ball_of(rate / (1 - rate))
            self.odds = [self.odds_at(g) for g in self.ends]
        self._last = _ANGLES // 4
        self._sums: dict[int, tuple[arb, list[tuple[arb, arb]]]] = {}
        self._floats: dict[int, tuple[float, list[tuple[float, float]]]] = {}

    def odds_at(self, g: arb) -> arb:
        """Return u at a place."""
        base = ball_of(self.spread)
        return self.scale * (g / base - 1 / (2 * base * base)).exp()

    def bound(self, height: arb) -> arb:
        """Return the least bound over the angles, found in floats by descent from the one that served last."""
        with ctx.workprec(_BITS):
            place = float(height)
            index, value = self._last, self._near(self._last, place)
            for direction in (1, -1):
                while 0 <= index + direction < _ANGLES:
                    following = self._near(index + direction, place)
                    if not following < value:
                        break
                    index, value = index + direction, following
            self._last = index
            rest, cells = self._summands(index)
            return arb((rest + sum([weight * (-height * angle).exp() for weight, angle in cells], arb(0))).upper())

    def _summands(self, index: int) -> tuple[arb, list[tuple[arb, arb]]]:
        if index not in self._sums:
            self._sums[index] = self._cells(arb(self.widest * 2 ** (-index / 2)))
        return self._sums[index]

    def _near(self, index: int, height: float) -> float:
        """Return about the logarithm of the bound at an angle."""
        if index not in self._floats:
            rest, cells = self._summands(index)
            logs = [(float(weight.log().mid()), float(angle.mid())) for weight, angle in cells if weight > 0]
            self._floats[index] = float(rest.log().mid()) if rest > 0 else -math.inf, logs
        least, logs = self._floats[index]
        powers = [log - height * angle for log, angle in logs]
        top = max([least, *powers])
        if top == -math.inf:
            return top
        return top + math.log(sum([math.exp(power - top) for power in powers]) + math.exp(least - top))

    def _cells(self, t: arb) -> tuple[arb, list[tuple[arb, arb]]]:
        """Return what does not fall with the height, and the weights with their angles."""
        raise NotImplementedError

    def _lift(self, t: arb) -> arb:
        return (ball_of(self.spread * self.spread) * t * t / 2).exp()

    def _beyond(self, w: arb, floor: arb) -> arb:
        """Return a bound of what lies to the right of the cells, of an integrand that grows with an exponent w."""
        last = self.ends[-1]
        density = (-last * last / 2).exp() / (2 * arb.pi()).sqrt()
        return density * floor * (w * (1 + self.odds[-1]).log()).exp() / (last - w / ball_of(self.spread))


class ShiftedContour(Contour):
    """The bounds of the moments of a mixture against the noise, or of the reverse.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate, and the standard deviation in sensitivities.
    sign : {1, -1}
        1 for the direction "remove", -1 for "add".
    c : float
        The abscissa.
    """

    def __init__(self, rate: Fraction, spread: Fraction, sign: int, c: float) -> None:
        self.sign = sign
        with ctx.workprec(_BITS):
            self.w = 1 + arb(c) if sign > 0 else -arb(c)
            self.floor = (self.w * (-ball_of(rate)).log1p()).exp()
            first, last = _REACH, _REACH
            if sign > 0:
                last += (1 + c) / float(spread)
            else:  # what lies further left is as great as the floor: as much of it as the floor is high has to be laid out
                first = math.sqrt(first * first + 2 * max(0.0, float(self.floor.log().mid())))
        super().__init__(rate, spread, 0.98 * math.pi if sign > 0 else 0.49 * math.pi, first, math.ceil(last))

    def _cells(self, t: arb) -> tuple[arb, list[tuple[arb, arb]]]:
        sine, cosine = t.sin_cos()
        angles = [arb.atan2(u * sine, 1 + u * cosine) for u in self.odds]
        sizes = [self.floor * (self.w * (1 + 2 * u * cosine + u * u).log() / 2).exp() for u in self.odds]
        lift = self._lift(t)
        cells = [
            (lift * mass * (sizes[k].max(sizes[k + 1]) if self.sign > 0 else sizes[k]), angles[k])
            for k, mass in enumerate(self.masses)
        ]
        below, above = self.outer
        if self.sign < 0:
            return lift * below * self.floor, [*cells, (lift * above * sizes[-1], angles[-1])]
        ratio = self.floor * (self.w * (1 + self.odds[0]).log()).exp()
        return lift * below * ratio, [*cells, (lift * self._beyond(self.w, self.floor), angles[-1])]


class CutContour(Contour):
    r"""The bounds of the moments of a mixture against the noise, of outputs up to a place a alone.

    The contour is Im g = s t up to a + ist, and goes down to a from there: on that last piece, of length s t, the modulus is at most
    :math:`e^{s^2t^2/2}\varphi(a)\,r(a)^{\Re w}`, whatever the height.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate, and the standard deviation in sensitivities.
    end : float
        The place a, above 0.
    c : float
        The abscissa.
    """

    def __init__(self, rate: Fraction, spread: Fraction, end: float, c: float) -> None:
        super().__init__(rate, spread, 0.98 * math.pi, _REACH, end)
        with ctx.workprec(_BITS):
            self.w, self.floor = 1 + arb(c), ((1 + arb(c)) * (-ball_of(rate)).log1p()).exp()

    def _cells(self, t: arb) -> tuple[arb, list[tuple[arb, arb]]]:
        sine, cosine = t.sin_cos()
        angles = [arb.atan2(u * sine, 1 + u * cosine) for u in self.odds]
        sizes = [self.floor * (self.w * (1 + 2 * u * cosine + u * u).log() / 2).exp() for u in self.odds]
        lift, last = self._lift(t), self.ends[-1]
        cells = [(lift * mass * sizes[k].max(sizes[k + 1]), angles[k]) for k, mass in enumerate(self.masses)]
        density = (-last * last / 2).exp() / (2 * arb.pi()).sqrt()
        ends = [self.floor * (self.w * (1 + u).log()).exp() for u in (self.odds[0], self.odds[-1])]
        return lift * (self.outer[0] * ends[0] + ball_of(self.spread) * t * density * ends[1]), cells


class ReplacedContour(Contour):
    r"""The bounds of the moments of :math:`(1-q) N(0) + q N(1)` against :math:`(1-q) N(0) + q N(-1)`.

    The two angles add up, :math:`\theta(g) + \theta(-g)`; for t below a right angle the modulus of r(g + ist) grows with g.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate, and the standard deviation in sensitivities.
    c : float
        The abscissa.
    """

    def __init__(self, rate: Fraction, spread: Fraction, c: float) -> None:
        super().__init__(rate, spread, 0.49 * math.pi, _REACH, math.ceil(_REACH + (1 + 2 * c) / float(spread)))
        with ctx.workprec(_BITS):
            self.c, self.floor = arb(c), 1 - ball_of(rate)
            self.mirrored = [self.odds_at(-g) for g in self.ends]

    def _cells(self, t: arb) -> tuple[arb, list[tuple[arb, arb]]]:
        sine, cosine = t.sin_cos()
        lift, w = self.floor * self._lift(t), 1 + self.c
        rising, falling = (
            [(arb.atan2(u * sine, 1 + u * cosine), (1 + 2 * u * cosine + u * u).log() / 2) for u in odds]
            for odds in (self.odds, self.mirrored)
        )
        sizes = [(w * above[1] - self.c * below[1]).exp() for above, below in zip(rising, falling, strict=True)]
        cells = [(lift * mass * sizes[k + 1], rising[k][0] + falling[k + 1][0]) for k, mass in enumerate(self.masses)]
        below, _ = self.outer
        ends = [(lift * below * sizes[0], falling[0][0]), (self._lift(t) * self._beyond(w, self.floor), rising[-1][0])]
        return arb(0), cells + ends

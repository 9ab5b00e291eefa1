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
from functools import cached_property, lru_cache
from itertools import pairwise

from flint import arb, ctx

from dpsym.curves.loss import ball_of

_BITS = 64
_WIDTH = 0.125  # of a cell, in standard deviations, exact
_REACH = 7.0
_MOST_CELLS = 4000
_ANGLES = 16  # by halves: between two of them a bound is hardly lower
_THIN = 4  # of so many cells one is looked at to plan
_SLIGHT = 200.0  # nats below the greatest, where a cell does not count


@lru_cache(maxsize=1 << 12)
def _tails(place: int) -> tuple[arb, arb]:
    """Return the normal masses to the left and to the right of so many widths of a cell."""
    with ctx.workprec(_BITS):
        g = _at(place) / arb(2).sqrt()
        return (-g).erfc() / 2, g.erfc() / 2


def _at(place: int) -> arb:
    return arb(place) * _WIDTH


def _mass(first: int, last: int) -> arb:
    """Return the normal mass between two places, as a difference of the smaller sides."""
    (below, above), (left, right) = _tails(first), _tails(last)
    return above - right if first >= 0 else left - below


def whole_deviations(first: float, last: float) -> tuple[int, int]:
    """Return the places of whole deviations that are at least so far to the left and to the right of 0."""
    return -math.ceil(first) * round(1 / _WIDTH), math.ceil(last) * round(1 / _WIDTH)


def spaced(first: int, last: int) -> list[int]:
    """Return the places between two, or fewer where they are too many."""
    return [*range(first, last, max(1, math.ceil((last - first) / _MOST_CELLS))), last]


def _log_ratio(odds: float, power: float) -> float:
    """Return log(1 + odds exp(power))."""
    return math.log1p(odds * math.exp(power)) if power < 300 else math.log(odds) + power


class Contour:
    """The bounds at one abscissa; the cells are laid once, the sums remembered by angle.

    Parameters
    ----------
    spread : Fraction
        The standard deviation in sensitivities.
    widest : float
        The greatest angle t.
    places : list of int
        The ends of the cells, in their least width.
    """

    def __init__(self, spread: Fraction, widest: float, places: list[int]) -> None:
        self.spread, self.widest, self.places = spread, min(widest, 7 / float(spread)), places
        with ctx.workprec(_BITS):
            self.ends, self.masses = [_at(place) for place in places], [_mass(*cell) for cell in pairwise(places)]
            self.outer = _tails(places[0])[0], _tails(places[-1])[1]
        self._sums: dict[int, tuple[arb, list[tuple[arb, arb]]]] = {}
        self._floats: dict[int, tuple[float, list[tuple[float, float]]]] = {}
        self._bounds: dict[float, arb] = {}

    def bound(self, height: arb) -> arb:
        """Return the least bound over the angles, found in floats by descent; at steps of a ladder it is asked for again and again."""
        place = float(height)
        is_float = bool(arb(place) == height)  # for certain, which no ball is
        if is_float and place in self._bounds:
            return self._bounds[place]
        found = self._least(height)
        if is_float:
            self._bounds[place] = found
        return found

    def _least(self, height: arb) -> arb:
        with ctx.workprec(_BITS):
            place, index = float(height), _ANGLES // 4
            value = self._near(index, place)
            for direction in (1, -1):
                while 0 <= index + direction < _ANGLES:
                    following = self._near(index + direction, place)
                    if not following < value:
                        break
                    index, value = index + direction, following
            rest, cells = self._summands(index)
            return arb((rest + sum([weight * (-height * angle).exp() for weight, angle in cells], arb(0))).upper())

    def _summands(self, index: int) -> tuple[arb, list[tuple[arb, arb]]]:
        if index not in self._sums:
            self._sums[index] = self._cells(arb(self._angle(index)))
        return self._sums[index]

    def _angle(self, index: int) -> float:
        return self.widest * 2.0**-index

    def _planned(self, t: float) -> tuple[float, list[tuple[float, float]]]:
        """Return about the logarithms of what does not fall, and of the weights with their angles, of the cells that count."""
        rest, cells = self._cells(arb(t))
        logs = [(float(weight.log().mid()), float(angle.mid())) for weight, angle in cells if weight > 0]
        return float(rest.log().mid()) if rest > 0 else -math.inf, logs

    def _near(self, index: int, height: float) -> float:
        """Return about the logarithm of the bound at an angle."""
        if index not in self._floats:
            self._floats[index] = self._planned(self._angle(index))
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


class OddsContour(Contour):
    """The bounds for one record, by the odds u of its having been sampled at each end of a cell.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate, and the standard deviation in sensitivities.
    widest, places
        As of `Contour`.
    """

    def __init__(self, rate: Fraction, spread: Fraction, widest: float, places: list[int]) -> None:
        super().__init__(spread, widest, places)
        with ctx.workprec(_BITS):
            self.scale = ball_of(rate / (1 - rate))
            self.odds = [self.odds_at(g) for g in self.ends]

    def odds_at(self, g: arb) -> arb:
        """Return u at a place."""
        base = ball_of(self.spread)
        return self.scale * (g / base - 1 / (2 * base * base)).exp()

    def _beyond(self, w: arb, floor: arb) -> arb:
        """Return a bound of what lies to the right of the cells, of an integrand that grows with an exponent w."""
        last = self.ends[-1]
        density = (-last * last / 2).exp() / (2 * arb.pi()).sqrt()
        return density * floor * (w * (1 + self.odds[-1]).log()).exp() / (last - w / ball_of(self.spread))


class ShiftedContour(OddsContour):
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
        self._exponent, self._odds = float(self.w.mid()), float(rate / (1 - rate))
        places = self._chosen(*whole_deviations(first, last), float(spread))
        super().__init__(rate, spread, 0.98 * math.pi if sign > 0 else 0.49 * math.pi, places)

    def _chosen(self, first: int, last: int, s: float) -> list[int]:
        """Return the ends of cells, wide ones where they certainly do not count."""
        places = spaced(first, last)
        points = [_WIDTH * place for place in places]
        powers = [self._exponent * _log_ratio(self._odds, g / s - 0.5 / (s * s)) for g in points]
        goal = max(power - g * g / 2 for power, g in zip(powers, points, strict=True)) - _SLIGHT
        found, k = [first], 0
        while k < len(places) - 1:
            size = 1
            while k + 2 * size < len(places) and self._most(points, powers, k, k + 2 * size) < goal:
                size *= 2
            k += size
            found.append(places[k])
        return found

    @staticmethod
    def _most(points: list[float], powers: list[float], k: int, end: int) -> float:
        """Return about the logarithm of what a cell is bounded by, for its width."""
        nearest = max(points[k], -points[end], 0.0)
        return max(powers[k], powers[end]) - nearest * nearest / 2

    @cached_property
    def _thinned(self) -> tuple[float, list[tuple[float, float]], float]:
        """The logarithm of the floor, the odds of every few cells with the logarithms of their masses, and that of what lies left of all."""
        floor, spread = float(self.floor.log().mid()), float(self.spread)
        masses = [float(mass.mid()) for mass in self.masses[::_THIN]]
        odds = [self._odds * math.exp(min(300.0, _WIDTH * k / spread - 0.5 / spread**2)) for k in self.places[::_THIN]]
        cells = [(u, math.log(_THIN * mass)) for u, mass in zip(odds, masses, strict=False) if mass > 0]
        return floor, cells, float(self.outer[0].log().mid())

    def _planned(self, t: float) -> tuple[float, list[tuple[float, float]]]:
        floor, cells, outer = self._thinned
        sine, cosine, half, base = (
            math.sin(t),
            math.cos(t),
            self._exponent / 2,
            floor + (float(self.spread) * t) ** 2 / 2,
        )
        found = [
            (log + base + half * math.log(1 + u * (2 * cosine + u)), math.atan2(u * sine, 1 + u * cosine))
            for u, log in cells
        ]
        goal = max(log for log, _ in found) - _SLIGHT
        left = outer + (base if self.sign < 0 else found[0][0] - cells[0][1])
        return left, [(log, angle) for log, angle in found if log > goal]

    def _cells(self, t: arb) -> tuple[arb, list[tuple[arb, arb]]]:
        sine, cosine = t.sin_cos()
        angles = [arb.atan2(u * sine, 1 + u * cosine) for u in self.odds]
        twice, half, lift = 2 * cosine, self.w / 2, self._lift(t)
        sizes = [self.floor * (half * (1 + u * (twice + u)).log()).exp() for u in self.odds]
        cells = [
            (lift * mass * (sizes[k].max(sizes[k + 1]) if self.sign > 0 else sizes[k]), angles[k])
            for k, mass in enumerate(self.masses)
        ]
        below, above = self.outer
        if self.sign < 0:
            return lift * below * self.floor, [*cells, (lift * above * sizes[-1], angles[-1])]
        ratio = self.floor * (self.w * (1 + self.odds[0]).log()).exp()
        return lift * below * ratio, [*cells, self._last_piece(t, angles[-1])]

    def _last_piece(self, t: arb, angle: arb) -> tuple[arb, arb]:
        """Return the weight of what lies to the right of the cells, and its angle."""
        return self._lift(t) * self._beyond(self.w, self.floor), angle


class CutContour(ShiftedContour):
    r"""The bounds of the moments of a mixture against the noise, of outputs up to a place a alone.

    The contour is Im g = s t up to a + ist, and goes down to a from there: on that last piece, of length s t, the modulus is at most
    :math:`e^{s^2t^2/2}\varphi(a)\,r(a)^{\Re w}`, whatever the height.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate, and the standard deviation in sensitivities.
    end : float
        The place a, above 0, in whole widths of a cell.
    c : float
        The abscissa.
    """

    def __init__(self, rate: Fraction, spread: Fraction, end: float, c: float) -> None:
        self._end = end
        super().__init__(rate, spread, 1, c)

    def _chosen(self, first: int, last: int, s: float) -> list[int]:
        return super()._chosen(first, round(self._end / _WIDTH), s)

    def _planned(self, t: float) -> tuple[float, list[tuple[float, float]]]:
        left, cells = super()._planned(t)
        weight, angle = self._last_piece(arb(t), arb(0))
        return left, [*cells, (float(weight.log().mid()), float(angle))]

    def _last_piece(self, t: arb, angle: arb) -> tuple[arb, arb]:
        last = self.ends[-1]
        density = (-last * last / 2).exp() / (2 * arb.pi()).sqrt()
        height = self.floor * (self.w * (1 + self.odds[-1]).log()).exp()
        return self._lift(t) * ball_of(self.spread) * t * density * height, arb(0)


@lru_cache(maxsize=16)
def shifted_contour(rate: Fraction, spread: Fraction, sign: int, c: float) -> ShiftedContour:
    """Return the bounds at an abscissa, of which neighbouring questions choose the same."""
    return ShiftedContour(rate, spread, sign, c)


@lru_cache(maxsize=16)
def cut_contour(rate: Fraction, spread: Fraction, end: float, c: float) -> CutContour:
    """Return the same, of outputs up to a place alone."""
    return CutContour(rate, spread, end, c)


def in_cells(place: float) -> float:
    """Return the first place that is not to the left of one and ends a cell."""
    return math.ceil(place / _WIDTH) * _WIDTH

r"""The moments of a group of records on a Poisson sample under normal noise, along a line, and how fast they fall.

With :math:`A(y) = \sum_{i \le a} c_i y^i` for the records that are removed, B for those that are added, their coefficients positive
(`group_gaussian`), and :math:`r(g) = A(e^{g/s})`, :math:`\bar r(g) = B(e^{g/s})` at a standard normal g,

.. math:: M(z) = \int \varphi(g)\, r(g)^{1+z}\, \bar r(-g)^{-z}\,dg .

For :math:`0 < at < \pi` the argument theta of :math:`r(g + ist)` lies between 0 and at, as that of each of its terms does, and
:math:`r(g) \cos(at/2) \le |r(g \pm ist)| \le r(g)`, by the projection on the direction of the angle at/2. It grows with g:

.. math:: s\,\theta'(g) = |r|^{-2} \sum_{i < j} (j - i)\, c_i c_j\, e^{(i + j)g/s} \sin((j - i)t) \ge 0,

and for :math:`at \le \pi/2` so does the modulus, whose square is :math:`\sum_{i, j} c_i c_j e^{(i + j)g/s} \cos((j - i)t)`, and which is at least
:math:`c_0`. The mean number m of records, :math:`s\,(\log r)' = m`, grows from 0 to a.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

from flint import acb, acb_poly, arb, arb_poly, ctx

from dpsym.curves.coarse import MOST_POINTS, log_sum
from dpsym.curves.loss import ExchangedLoss, ball_of, turned
from dpsym.curves.shifted import Contour, spaced, whole_deviations
from dpsym.distributions.groups import binomial_shares
from dpsym.errors import UndecidedError

_STRIPS = 40
_WIDEST = 0.98 * math.pi  # of k t, where nothing has to grow
_UPRIGHT = 0.49 * math.pi
_REACH, _FARTHER = 7.0, 12.0
_NEAR, _STEP = 9.0, 0.4  # of points to plan with, in standard deviations
_LARGE = 300.0  # nats whose exponential is a float
_BITS = 64
_HALF_LOG_2PI = math.log(2 * math.pi) / 2

Line = list[tuple[float, float]]


def coefficients(rate: Fraction, spread: Fraction, records: int) -> list[arb]:
    """Return the coefficients of A for so many records, at the working precision."""
    square = ball_of(spread * spread)
    shares = binomial_shares(ball_of(rate), records)
    return [share * (-arb(j * j) / (2 * square)).exp() for j, share in enumerate(shares)]


class OfGroup(ExchangedLoss):
    """A loss with the moments of a group; a subclass says of which."""

    @property
    def moments(self) -> GroupMoments:
        """The moments along a line."""
        raise NotImplementedError

    def log_mgf(self, c: float) -> float:
        top = self.greatest_loss()
        return self.moments.log_integral(c) - (0 if top is None else c * float(top.mid()))

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        return self.moments.work(c, height, count, nats)

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        return self.moments.on_line(c, step, start, count, nats)

    def decay(self, c: float) -> Callable[[arb], arb]:
        return GroupContour(self.moments, c).bound


class GroupMoments:
    """The moments of one loss.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate q, and the standard deviation in sensitivities.
    removed, added : int
        How many records there are on either side.
    """

    def __init__(self, rate: Fraction, spread: Fraction, removed: int, added: int) -> None:
        self.rate, self.spread, self.removed, self.added = rate, spread, removed, added
        self.most = max(removed, added)
        with ctx.workprec(_BITS):
            logs = [[share.log() for share in binomial_shares(ball_of(rate), records)] for records in (removed, added)]
        self._shares = [[(float(log.mid()), float(log.exp().mid())) for log in each] for each in logs]
        self.step = _STEP * min(1.0, float(spread))

    def log_ratio(self, place: float) -> float:
        """Return about the logarithm of the likelihood ratio where log y is as given."""
        return self._log(0, place) - self._log(1, -place)

    def terms(self, side: int, place: float) -> list[float]:
        """Return about the logarithms of the terms of A, or of B, at log y."""
        return [log + power for (log, _), power in zip(self._shares[side], self._powers(side, place), strict=True)]

    def _powers(self, side: int, place: float) -> list[float]:
        bend = 0.5 / float(self.spread) ** 2
        return [j * place - j * j * bend for j in range(len(self._shares[side]))]

    def _log(self, side: int, place: float) -> float:
        powers = self._powers(side, place)
        if max(powers) < _LARGE:
            return math.log1p(
                sum(share * math.expm1(power) for (_, share), power in zip(self._shares[side], powers, strict=True))
            )
        return log_sum(self.terms(side, place))

    @cached_property
    def _known(self) -> dict[tuple[int, int], float]:
        return {}

    def _at(self, side: int, k: int) -> float:
        """Return about log r, or that of the other side, at so many steps."""
        if (side, k) not in self._known:
            self._known[side, k] = self._log(side, k * self.step / float(self.spread))
        return self._known[side, k]

    def far(self, c: float) -> float:
        """Return how far the powers move what matters, at most."""
        return (self.removed * (1 + c) + self.added * c) / float(self.spread)

    def _laid(self, c: float, reach: float) -> Line:
        """Return points, and about the logarithm of the integrand there."""
        first, last = -int(reach / self.step), int((reach + self.far(c)) / self.step)
        if last > MOST_POINTS:
            raise UndecidedError("the abscissa is too far out for a group on a sample")
        return [
            (k * self.step, (1 + c) * self._at(0, k) - c * self._at(1, -k) - (k * self.step) ** 2 / 2 - _HALF_LOG_2PI)
            for k in range(first, last + 1)
        ]

    def log_integral(self, c: float) -> float:
        """Return about log M(c)."""
        return log_sum([log for _, log in self._laid(c, _NEAR)]) + math.log(self.step)

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        """Return what so many nodes cost, in units of `Effort`."""
        inside, _ = self._inside(c, nats)
        spacing, _ = self._spacing(c, height, nats)
        return (inside[-1] - inside[0] + 1) / spacing * (2 * math.sqrt(count) + count / 10)

    def _inside(self, c: float, nats: float) -> tuple[list[float], float]:
        """Return the points that matter, and about the logarithm of the integrand where it is greatest."""
        laid = self._laid(c, math.sqrt(2 * nats) + 3)
        top = max(log for _, log in laid)
        return [g for g, log in laid if log > top - nats - 2], top

    def _spacing(self, c: float, height: float, nats: float) -> tuple[float, float]:
        """Return a distance of the points that meets the wanted error, and the t of the strip that proves it."""
        s, best = float(self.spread), (0.0, _WIDEST)
        for k in range(_STRIPS):
            turn = _WIDEST * 2 ** (-k / 2)
            t = turn / self.most
            lift = (
                (s * t) ** 2 / 2 + (self.removed + self.added) * height * t - c * math.log(math.cos(self.added * t / 2))
            )
            best = max(best, (2 * math.pi * s * t / (nats + 2 + lift), t))
        return best

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        """Return the moments at nodes, as a `PrivacyLoss` does."""
        if not c >= 0:
            raise UndecidedError("the moments of a group on a sample are for an abscissa from 0 on")
        points, error = self._points(c, step * (start + count - 1), nats + math.log(8))
        return turned(points, acb(0, 1) * step, start, count, acb(error, error))

    def _points(self, c: arb, height: arb, nats: float) -> tuple[list[tuple[arb, arb]], arb]:
        r"""Return the loss at the points with their weights, and a ball around 0 for the error of the trapezoid rule.

        The rule on points of distance d errs by at most :math:`2N/(e^{2\pi s t/d} - 1)`, where
        :math:`N \le e^{s^2t^2/2 + (a + b)ty} \cos(bt/2)^{-c} M(c)` bounds the integral of the modulus on both lines Im g = +-st, with b records
        added. What is cut off is bounded by the slope of the integrand's logarithm.
        """
        inside, top = self._inside(float(c), nats)
        spacing, t = self._spacing(float(c), float(height), nats)
        distance, scale = arb(spacing), arb(spacing).log() - (2 * arb.pi()).log() / 2
        first = math.floor(min(inside[0] - 0.5, -0.5) / spacing)
        last = math.ceil(max(inside[-1] + 0.5, 0.5) / spacing)
        up, down = (_Ratio(self.rate, self.spread, records) for records in (self.removed, self.added))
        while last * spacing <= float(self._rise(down, c, distance * last).upper()):
            last += math.ceil(0.5 / spacing)
        if last - first > MOST_POINTS:
            raise UndecidedError("too many points for the moments of a group on a sample")
        places, weights = [], []
        for k in range(first, last + 1):
            g = distance * k
            above, below = up.log(g), down.log(-g)
            places.append(above - below)
            weights.append(((1 + c) * above - c * below - g * g / 2 + scale).exp())
        right = distance * last - self._rise(down, c, distance * last)
        if not right > 0:
            raise UndecidedError("the integrand of a group on a sample does not certainly fall")
        cut = (weights[0] / (-distance * first) + weights[-1] / right) / distance
        total = sum(weights, arb(0)) + cut
        lift, growth = self._lift(c, arb(t)), (2 * arb.pi() * ball_of(self.spread) * arb(t) / distance).expm1()
        share = 2 * lift / growth
        if not share < 1:
            raise UndecidedError("the points of a group on a sample are too far apart")
        goal = arb(top - nats - 4).exp() * distance
        kept = [(place, weight) for place, weight in zip(places, weights, strict=True) if not weight < goal]
        cut += sum((weight for weight in weights if weight < goal), arb(0))
        turns = (self.removed + self.added) * height * arb(t)
        error = cut + 2 * lift * turns.exp() * total / (1 - share) / growth
        return kept, arb(0, error.upper())

    def _rise(self, down: _Ratio, c: arb, place: arb) -> arb:
        """Return what the powers add to the slope of the logarithm of the integrand at a place and beyond, at most."""
        return (1 + c) * self.removed / ball_of(self.spread) + c * down.slope(-place)

    def _lift(self, c: arb, t: arb) -> arb:
        s = ball_of(self.spread)
        return ((s * t) ** 2 / 2 - c * (self.added * t / 2).cos().log()).exp()


class _Ratio:
    """r, at the working precision.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate, and the standard deviation in sensitivities.
    records : int
        How many there are.
    """

    def __init__(self, rate: Fraction, spread: Fraction, records: int) -> None:
        self.spread = ball_of(spread)
        self.shares, self.bend = binomial_shares(ball_of(rate), records), 1 / (2 * self.spread * self.spread)
        self.poly = arb_poly(coefficients(rate, spread, records))
        self.rising = arb_poly([0, 1]) * self.poly.derivative()

    def log(self, g: arb) -> arb:
        """Return log r; of rare samples r is hardly more than 1."""
        place = g / self.spread
        rises = (share * (j * place - j * j * self.bend).expm1() for j, share in enumerate(self.shares) if j)
        return sum(rises, arb(0)).log1p()

    def slope(self, g: arb) -> arb:
        y = (g / self.spread).exp()
        return self.rising(y) / self.poly(y) / self.spread


class GroupContour(Contour):
    r"""Bounds of the moments on the line through an abscissa c.

    On Im g = st the modulus of the integrand is that of :math:`\varphi\,|r(g + ist)|^{1+c}\,|\bar r(-g - ist)|^{-c}` times
    :math:`e^{-Y(\theta(g) + \bar\theta(-g))}`. The powers grow with g, the first angle grows and the second one falls.

    Parameters
    ----------
    moments : GroupMoments
        Of which loss.
    c : float
        The abscissa.
    """

    def __init__(self, moments: GroupMoments, c: float) -> None:
        self.moments = moments
        places = spaced(*whole_deviations(_REACH, (_REACH if moments.removed else _FARTHER) + moments.far(c)))
        super().__init__(moments.spread, _UPRIGHT / moments.most, places)
        with ctx.workprec(_BITS):
            self.c, s = arb(c), ball_of(moments.spread)
            self.up, self.down = (
                coefficients(moments.rate, moments.spread, records) for records in (moments.removed, moments.added)
            )
            self.powers = [(g / s).exp() for g in self.ends]

    def _cells(self, t: arb) -> tuple[arb, list[tuple[arb, arb]]]:
        turn, up, down = acb(0, t).exp(), acb_poly(self.up), acb_poly(self.down)
        rising, falling = ([_polar(up(y * turn)) for y in self.powers], [_polar(down(turn / y)) for y in self.powers])
        w, lift = 1 + self.c, self._lift(t)
        sizes = [(w * above[1] - self.c * below[1]).exp() for above, below in zip(rising, falling, strict=True)]
        cells = [(lift * mass * sizes[k + 1], rising[k][0] + falling[k + 1][0]) for k, mass in enumerate(self.masses)]
        return arb(0), [*cells, (lift * self.outer[0] * sizes[0], falling[0][0]), (lift * self._past(), rising[-1][0])]

    def _past(self) -> arb:
        """Return a bound of what lies to the right of the cells."""
        last, s, w = self.ends[-1], ball_of(self.moments.spread), 1 + self.c
        steep = last - w * self.moments.removed / s
        if not steep > 0:
            raise UndecidedError("the cells of a group on a sample do not reach far enough")
        ratio = _Ratio(self.moments.rate, self.moments.spread, self.moments.removed)
        height = w * ratio.log(last) - self.c * self.down[0].log() - last * last / 2
        return height.exp() / (2 * arb.pi()).sqrt() / steep


def _polar(value: acb) -> tuple[arb, arb]:
    """Return the argument and the logarithm of the modulus."""
    return value.arg(), abs(value).log()

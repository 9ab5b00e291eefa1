r"""The least mu for which runs are mu-GDP, from both sides, and how far Gaussian privacy of this mu is from them.

With the greater profile :math:`\delta(\varepsilon)` of the two directions, f the trade-off function and :math:`G_\mu` that of Gaussian noise,

.. math:: \mu^* = \sup_t \left( \Phi^{-1}(1 - t) - \Phi^{-1}(f(t)) \right) = \sup_{\varepsilon \ge 0} \mu(\varepsilon, \delta(\varepsilon)),

where :math:`\mu(\varepsilon, \delta)` is that of Gaussian noise with :math:`\delta_\mu(\varepsilon) = \delta`. Each threshold bounds it from below.
Lines of thresholds meet in corners below f, and :math:`G_\mu` is convex, so that the greatest mu of a corner bounds it from above.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise

from flint import arb, ctx
from sympy import Add, Expr, Rational, S, sqrt

from dpsym.ball import as_fraction
from dpsym.conversion.rounding import fraction, upper
from dpsym.curves.loss import ball_of
from dpsym.distributions import DiscreteGaussian, Gaussian
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.granted import granting
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import GDP, LossDP
from dpsym.guarantees.numbers import rounded_down, rounded_up
from dpsym.measurement.gaussian_curve import ratio_below, ratio_of_test
from dpsym.measurement.integer_gaussian import IntegerGaussian
from dpsym.measurement.profile_grid import BITS, ProfileGrid

_DIGITS = 12
_CLOSE = 1e-10
_MOST_THRESHOLDS = 400
_NARROW = Fraction(1, 10**10)
_GRAIN = 1 << 60
_NEXT = 1e-5
"""So near, relatively, where the two touch is not told apart."""
_STEPS = 8
"""Thresholds in one mu of nats, at the beginning."""
_INFINITE = "the loss is infinite with probability {}: no mu is large enough"
_LEFT_OUT = (
    "what is too rare to be listed, with a mass of at most {}, is left out of the curve and may have any loss: "
    "ask for the levels above some small one, as by best_gaussian(1e-9)"
)
OF_GAUSSIANS = "Gaussian noise itself"
OF_TAIL = "far out in the tail a sample has nearly all of the mu without it, as log(1/q)/z tends to 0; ask for the levels above some small one"

BEST_GAUSSIAN = granting(
    "loss_to_gdp.best",
    GDP,
    ("gdp.to_tradeoff", "tradeoff.profile", "amplification.poisson.replaced.rare"),
    "mu is the greatest over all thresholds, between certified values of the profile",
    ("numbers for all parameters",),
    Source("dong2022gaussian", "Definition 2.6 and Proposition 2.12"),
)


@dataclass(frozen=True)
class RatioBracket:
    """The least mu between two numbers.

    Parameters
    ----------
    least, mu : Expr
        Rounded down and up; both oo where there is none.
    says : str
        Why there is none, or where the value is from; empty where it was searched.
    """

    least: Expr
    mu: Expr
    says: str = ""


def best_ratio(value: LossDP, level: Rational = S.Zero, grid: ProfileGrid | None = None) -> RatioBracket:
    r"""Return the least mu for which runs are mu-GDP, between two numbers.

    Parameters
    ----------
    value : LossDP
        The runs, their parameters numbers.
    level : Rational, optional
        In [0, 1/2): tests whose two errors are both at least this are looked at, and no others. At 0, all.
    grid : ProfileGrid, optional
        That of the runs, where there is one already.

    Raises
    ------
    NotApplicableError
        If there is no certified curve, it stays undecided, or the loss has no bound and the answer is not known at level 0.
    """
    plain = all(each.rate == 1 and isinstance(each.law, Gaussian) for each, _ in value.parts)
    if (level == 0 or plain) and (known := _known(value)) is not None:
        return known
    found = ProfileGrid(value) if grid is None else grid
    if level == 0 and not (mass := found.infinite_mass()).is_zero():
        if mass > 0:
            return RatioBracket(S.Infinity, S.Infinity, _INFINITE.format(mass.str(3, radius=False)))
        raise NotApplicableError(_LEFT_OUT.format(mass.upper().str(3, radius=False)))
    try:
        with ctx.workprec(BITS):
            low, high = _Search(found, as_fraction(level)).bounds()
    except UndecidedError as error:
        raise NotApplicableError(f"the certified curve is undecided: {error}") from None
    return RatioBracket(rounded_down(low, _DIGITS), rounded_up(high, _DIGITS))


def _known(value: LossDP) -> RatioBracket | None:
    """Return what is known of Gaussian noise, on the integers or not and on samples or not: its tail is that of all records together."""
    if value.free_symbols or not all(_of_all_records(each) for each, _ in value.parts):
        return None
    if any(isinstance(each.law, DiscreteGaussian) for each, _ in value.parts):
        return _of_integers(value)
    exact = sqrt(Add(*(count * each.selected * (each.records * _move(each)) ** 2 for each, count in value.parts)))
    mu = upper(exact)
    low = rounded_down(fraction(mu) * (1 - Fraction(1, 10**14)), _DIGITS) if mu != exact else mu
    return RatioBracket(low, mu, OF_TAIL if any(each.rate != 1 for each, _ in value.parts) else OF_GAUSSIANS)


def _of_all_records(each: Mechanism) -> bool:
    r"""Return whether a run is no worse than Gaussian noise without a sample, which its tail comes near.

    With one record removed or added, or one of either at a rate of at most 1/2, the pair is a mixture of pairs that differ in one record and
    of equal ones; a sample of fixed size is no worse by definition. In the far tail the record that makes a test succeed was
    sampled, which costs a factor of its probability, and :math:`\log(1/q)/z` tends to 0. So it is of an epoch of steps, and the steps drawn.
    """
    if not isinstance(each.law, Gaussian | DiscreteGaussian) or not isinstance(each.law.args[1] ** 2, Rational):
        return False
    alone = each.records == 1
    known = alone or isinstance(each.law, Gaussian)
    one_way = not each.replaced or (each.rate <= Rational(1, 2) and alone)
    return bool(known and one_way)


def _move(each: Mechanism) -> Expr:
    return each.sensitivity / each.law.args[1]


def _of_integers(value: LossDP) -> RatioBracket | None:
    if len(value.parts) > 1:
        return None
    ((each, count),) = value.parts
    noise = IntegerGaussian(as_fraction(each.law.args[1] ** 2), int(each.sensitivity))
    low, high = noise.ratio()
    with ctx.workprec(BITS):
        root = ball_of(as_fraction(count)).sqrt()
        if count != 1 or each.rate != 1:
            low = noise.move / ball_of(noise.square).sqrt()
        least, most = as_fraction((root * low).lower()), as_fraction((root * high).upper())
    says = "" if each.rate == 1 else OF_TAIL
    return RatioBracket(rounded_down(least, _DIGITS), rounded_up(most, _DIGITS), says)


class _Search:
    """Intervals of thresholds by the mu of the corner between them, the greatest first, and the mu at the last level."""

    def __init__(self, grid: ProfileGrid, level: Fraction) -> None:
        self.grid, self.level = grid, ball_of(level)
        self.least, self.places = Fraction(0), [Fraction(0)]
        self.heap: list[tuple[float, Fraction, Fraction]] = []
        self.last = (arb(1), Fraction(0))
        """The least power at the last level, and whose line it is."""

    def bounds(self) -> tuple[Fraction, Fraction]:
        """Return bounds of the least mu."""
        start = ratio_below(Fraction(0), self.grid(Fraction(0)))
        if start == 0:
            return start, start
        self._lay(Fraction(max(float(start), 1e-9)) / _STEPS)
        while (top := self._top()) > float(self.least) * (1 + _CLOSE) and len(self.places) < _MOST_THRESHOLDS:
            if not self._refine(top):
                break
        if math.isinf(top):
            raise UndecidedError("a corner could not be told from level 0")
        return self.least, Fraction(top)

    def _lay(self, step: Fraction) -> None:
        """Go out in steps that double, as far as levels are looked at."""
        end = self.grid.end()
        if end is None and not self.level > 0:
            raise NotApplicableError("the loss has no bound; ask for the levels above some small one")
        for count in range(1, 10**4):
            place = self.places[-1] + step
            if end is not None and place >= end:
                place = end
            self._add(place, len(self.places))
            if place == end or not self._corner(*self.places[-2:])[0] > self.level:
                return
            if count % _STEPS == 0:
                step *= 2

    def _add(self, place: Fraction, index: int, most: float = math.inf) -> None:
        """Take a threshold into an interval whose bound is known."""
        self.places.insert(index, place)
        if self.level > 0 and (power := self.grid.power(place, self.level)).mid() < self.last[0].mid():
            self.last = (power, place)
        for first, second in pairwise(self.places[max(index - 1, 0) : index + 2]):
            level, power = self._corner(first, second)
            if not level < self.level and not (self.grid(first).is_zero() and self.grid(second).is_zero()):
                heappush(self.heap, (-min(most, _float_above(ratio_of_test(level, power))), first, second))

        for near in range(max(index - 1, 0), min(index + 2, len(self.places) - 1)):
            self.least = max(self.least, self._below(near))

    def _below(self, index: int) -> Fraction:
        """Return a mu that the line of a threshold needs where it touches: between its corners, at a level that is looked at.

        Along a line the mu of its points falls up to where Gaussian noise touches it, and rises from there.
        """
        place = self.places[index]
        level, power = self._corner(place, self.places[index + 1])
        if not level > self.level:
            return Fraction(0)
        found = ratio_below(place, self.grid(place))
        if index == 0 or found == 0:
            return found
        mu = ball_of(found)
        touched = ((ball_of(place) / mu + mu / 2) / arb(2).sqrt()).erfc() / 2
        before, other = self._corner(self.places[index - 1], place)
        if touched * (1 + _NEXT) < level:
            return _below_ball(ratio_of_test(level, power))
        return _below_ball(ratio_of_test(before, other)) if touched > before * (1 + _NEXT) else found

    def _corner(self, first: Fraction, second: Fraction) -> tuple[arb, arb]:
        return self.grid.corner(first, second)

    def _top(self) -> float:
        """Return what bounds the least mu from above so far."""
        while self.heap and not self._is_there(*self.heap[0][1:]):
            heappop(self.heap)
        inner = -self.heap[0][0] if self.heap else 0.0
        return max(inner, self._at_last())

    def _at_last(self) -> float:
        return _float_above(ratio_of_test(self.level, self.last[0])) if self.level > 0 else 0.0

    def _is_there(self, first: Fraction, second: Fraction) -> bool:
        index = bisect_left(self.places, first)
        return index + 1 < len(self.places) and self.places[index + 1] == second

    def _refine(self, top: float) -> bool:
        """Look at one more threshold where the bound is greatest, and return whether there was room for it."""
        if self.heap and top == -self.heap[0][0]:
            most, first, second = heappop(self.heap)
        else:
            most, index = -math.inf, bisect_left(self.places, self.last[1])
            around = pairwise(self.places[max(index - 1, 0) : index + 2])
            first, second = max(around, key=lambda pair: pair[1] - pair[0])
        if second - first <= _NARROW * (1 + first):
            return False
        self._add(self._between(first, second), bisect_left(self.places, second), -most)
        return True

    def _between(self, first: Fraction, second: Fraction) -> Fraction:
        """Return the threshold at which Gaussian noise through the corner touches it, else the middle."""
        level, power = self._corner(first, second)
        if (mu := ratio_of_test(level, power)).is_finite():
            place = as_fraction((mu * arb(2).sqrt() * (2 * level).erfcinv() - mu**2 / 2).mid())
            place, margin = Fraction(round(place * _GRAIN), _GRAIN), (second - first) / 10
            if first + margin < place < second - margin:
                return place
        return (first + second) / 2


def _below_ball(ball: arb) -> Fraction:
    return as_fraction(ball.lower()) if ball.is_finite() else Fraction(0)


def _float_above(ball: arb) -> float:
    """Return a float that is not below a ball."""
    return math.nextafter(float(ball.upper()), math.inf) if ball.is_finite() else math.inf

r"""A composition between two on a lattice, for losses whose moments fall too slowly for a line: few steps, and rare samples.

From above: the curve :math:`g(u) = \sup_A (P(A) - u\,Q(A))` of one step is convex in :math:`u = e^{\varepsilon}`. Its chords between the
points :math:`u_i = e^{ih}` of a lattice are the curve of a pair that dominates (P, Q), and whose losses are whole multiples of h: a mass
between two points is split so that P and Q keep theirs. Domination passes on to compositions, which are powers of polynomials.

From below: a test. A run is told by the point that is nearest to its loss, several runs by the sum of these points, S. By what P and Q are
each known to give to it, of any t

.. math:: \delta(\varepsilon) \ge P(S > t) - e^{\varepsilon} Q(S > t) .

What the statistic leaves out matters next to the threshold alone. It may be cut off at the top, forget a difference of a step by a fair coin,
and whatever is too rare to matter may count as not above t, as long as that goes for P and Q alike.

Both err by the square of h. Masses are whole multiples of a tiny one, rounded to the side of the bound. Those of Q are kept as
:math:`R_i = e^{ih} Q_i`, of the size of those of P, and equal to them from above. A mass m at a loss l above the top has an infinite loss, but
for :math:`m e^{-l}` of Q, at the top: this changes nothing at a threshold that lies so far below the top that no other runs lead back to it.

Near the threshold of a tiny delta masses are tiny, and would need many digits beside those around 0. They are tilted then,
by :math:`e^{c\ell}` over about its mean under P for each run, so that they add up to about 1 and are greatest near the threshold. Of what is too
rare to matter, and left out, a tilted mass m of a scale s is above a threshold with :math:`s\,m\,e^{-c\varepsilon}` at most.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from flint import arb, arb_poly, fmpz, fmpz_poly

from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError

_GUARD = 24  # bits of a mass below what is too small to matter
_SHIFT = 128  # bits of the shares into which a mass is split
_MOST_BITS = 1 << 20  # of a whole number
_EXPONENT, _MOST_EXPONENT = 1000, 700.0  # bits of a whole number that is a float, and nats of one
_WINDOW = 64  # points on either side of a threshold at which a test is looked for first
_NEXT = 3  # points at which a threshold is looked for
_MOST_MASS = 1 << 24  # tilted, where a step of the lattice tilts it by much
_ONE, _NOTHING = arb(1), arb(0)


@dataclass(frozen=True)
class Lattice:
    """The points i h for i from the lowest to the top.

    Parameters
    ----------
    step : float
        h, in nats.
    top : int
        The index of the greatest loss.
    bottom : float
        An index, or minus infinity, from which no loss above 0 can be reached any more; nothing lies below it.
    rare : arb
        A mass that is too small to matter.
    above : bool
        Whether what is laid on it dominates, or is dominated.
    tilt : float, optional
        c, not negative.
    share : arb, optional
        The tilted mass that is too small to matter; without a tilt the rare one.
    """

    step: float
    top: int
    bottom: float
    rare: arb
    above: bool
    tilt: float = 0.0
    share: arb | None = None

    def scaled(self, factor: float) -> Lattice:
        """Return the same points between the same ends, so many times as far apart, a power of 2."""
        return replace(
            self,
            step=self.step * factor,
            top=math.ceil(self.top / factor),
            bottom=math.floor(self.bottom / factor) if math.isfinite(self.bottom) else self.bottom,
        )

    @cached_property
    def _slight_bits(self) -> int:
        """The binary exponent of what is too small to matter."""
        return math.floor(float((self.rare if self.share is None else self.share).log().mid()) / math.log(2))

    @cached_property
    def bits(self) -> int:
        """Masses are whole multiples of 2^-bits, which is far below what is too small to matter."""
        return max(_GUARD, _GUARD - self._slight_bits)

    @cached_property
    def slight(self) -> int:
        """The mass that is too small to matter, in units."""
        return 1 << (self.bits + self._slight_bits - 1)

    def units(self, mass: arb, up: bool) -> fmpz:
        """Return a mass in units, rounded up or down.

        Raises
        ------
        UndecidedError
            If it is not certainly a number, or so uncertain that it may be far above 1.
        """
        if mass.is_zero():
            return fmpz(0)
        # of steps that are far too coarse the balls are astronomical, and their whole numbers fill the memory
        if not mass < _MOST_MASS:
            raise UndecidedError("a mass on the lattice is not certainly known")
        scaled = mass * arb(2) ** self.bits
        if not scaled.abs_upper() < arb(2) ** (
            self.bits + 2 * _GUARD
        ):  # FLINT ends the process at the integer of a number beyond memory
            raise UndecidedError("a mass on the lattice is not certainly known")
        return max(_whole(scaled, up), fmpz(0))

    def point(self, index: float) -> arb:
        """Return a loss of the lattice, or one halfway between two."""
        return arb(self.step) * index

    def tilted(self, index: float) -> arb:
        """Return what a mass at a point is multiplied by."""
        return (self.tilt * self.point(index)).exp() if self.tilt else _ONE


@dataclass(frozen=True)
class Laid:
    """Masses of P and Q on a lattice; every rounding is to the side of the bound.

    Parameters
    ----------
    lattice : Lattice
        Where.
    low : int
        The index of the first mass.
    masses : fmpz_poly
        Of P, tilted, in units of the lattice.
    others : fmpz_poly
        Of Q, each times e to its loss; the masses of P from above.
    infinite : arb
        What of P has an infinite loss.
    scale : arb, optional
        What tilted masses are to be multiplied by.
    lost : arb, optional
        Tilted mass that was left out, from above.
    """

    lattice: Lattice
    low: int
    masses: fmpz_poly
    others: fmpz_poly
    infinite: arb
    scale: arb = field(default_factory=lambda: _ONE)
    lost: arb = field(default_factory=lambda: _NOTHING)

    def __len__(self) -> int:
        return int(self.masses.length())

    @cached_property
    def total(self) -> arb:
        """All tilted mass."""
        return _ball(_all(self.masses), self.lattice) + self.lost

    def followed_by(self, other: Laid) -> Laid:
        """Return the composition, cut to the lattice."""
        lattice = self.lattice
        unit, room = fmpz(1) << lattice.bits, max(lattice.top - self.low - other.low, 0) + 1
        masses = _divided(self.masses * other.masses, unit, lattice.above)
        others = masses if lattice.above else _divided(self.others * other.others, unit, True)
        infinite = self.infinite + other.infinite - self.infinite * other.infinite
        lost = self.lost * other.total + other.lost * self.total if lattice.above else _NOTHING
        found = Laid(lattice, self.low + other.low, masses, others, infinite, self.scale * other.scale, lost)
        return found._topped(room).cut()

    def beside(self, other: Laid) -> Laid:
        """Return the masses of both, on the same lattice and scale, where each is a part of all that may happen."""
        low = min(self.low, other.low)
        masses, others = (
            one.left_shift(self.low - low) + two.left_shift(other.low - low)
            for one, two in ((self.masses, other.masses), (self.others, other.others))
        )
        infinite, lost = self.infinite + other.infinite, self.lost + other.lost
        return Laid(self.lattice, low, masses, others, infinite, self.scale, lost)

    def _topped(self, room: int) -> Laid:
        """Return the same with so many points; what lies beyond them is put on the last one."""
        lattice, masses, others, infinite = self.lattice, self.masses, self.others, self.infinite
        if max(masses.length(), others.length()) <= room:
            return self
        at_top = _whole(_gathered(others.right_shift(room - 1), lattice, of_q=True), not lattice.above)
        rest = _gathered(masses.right_shift(room - 1), lattice)
        if lattice.above:
            infinite, last = infinite + self._untilted(rest - at_top, room - 1), at_top
        else:
            last = _whole(rest, False)
        masses = _with_last(masses, room, last)
        others = masses if lattice.above else _with_last(others, room, at_top)
        return replace(self, masses=masses, others=others, infinite=infinite)

    def cut(self) -> Laid:
        """Return the same without what is too rare to matter, or too low."""
        lattice, found = self.lattice, self.masses.coeffs() or [fmpz(0)]
        size, slight = len(found), fmpz(lattice.slight)
        lowest = int(min(max(0.0, lattice.bottom - self.low), size - 1))
        first = min(max(_rare(found, slight), lowest), size - 1)
        last = max(size - _rare(reversed(found), slight), first + 1)
        masses = self.masses.truncate(last).right_shift(first)
        if not lattice.above:
            others = self.others.truncate(last).right_shift(first)
            return replace(self, low=self.low + first, masses=masses, others=others)
        lost = sum(found[last:], sum(found[lowest:first], fmpz(0)))
        if lowest:  # masses from which no loss above 0 can be reached are moved up
            raised = _whole(_gathered(self.masses.truncate(lowest), lattice) * lattice.tilted(lowest), True)
            if first == lowest:
                masses += fmpz_poly([raised])
            else:
                lost += raised
        return replace(self, low=self.low + first, masses=masses, others=masses, lost=self.lost + _ball(lost, lattice))

    def coarser(self) -> Laid:
        """Return the same on a lattice of twice the step: a mass between two points of it is split, or a coin decides."""
        lattice, low, odd = self.lattice, self.low // 2, self.low % 2
        masses = _split(self.masses.left_shift(odd), *self._parts())
        others = masses if lattice.above else _split(self.others.left_shift(odd), *self._parts(of_q=True))
        found = replace(self, lattice=lattice.scaled(2), low=low, masses=masses, others=others)
        return found._topped(max(found.lattice.top - low, 0) + 1).cut()

    def _parts(self, of_q: bool = False) -> tuple[fmpz, fmpz, bool]:
        """Return the shares of a mass that go up and down a step, and whether they are rounded up."""
        step, half = arb(self.lattice.step), arb(1) / 2
        if self.lattice.above:
            up = 1 / (1 + (-step).exp())
            down = 1 - up
        else:
            up, down = (half * step.exp(), half * (-step).exp()) if of_q else (half, half)
        up, down = up * self.lattice.tilted(1), down * self.lattice.tilted(-1)
        rounds_up = self.lattice.above or of_q
        return _whole(up * 2**_SHIFT, rounds_up), _whole(down * 2**_SHIFT, rounds_up), rounds_up

    @cached_property
    def _tails(self) -> list[_Tail]:
        """About the masses of P from each point on, and of Q times e to the loss of the point."""
        step, tilt, size = self.lattice.step, self.lattice.tilt, max(self.masses.length(), self.others.length(), 1)
        masses, others = (_as_floats(poly, self.lattice.bits, size) for poly in (self.masses, self.others))
        of_p, of_q = math.exp(-tilt * step), math.exp(-(1 + tilt) * step)
        above = list(accumulate(reversed(masses), lambda rest, mass: mass + rest * of_p))[::-1]
        below = list(accumulate(reversed(others), lambda rest, mass: mass + rest * of_q))[::-1]
        log, places = float(self.scale.log().mid()), [step * (self.low + k) for k in range(size)]
        return [_Tail(place, p, q, log - tilt * place) for place, p, q in zip(places, above, below, strict=True)]

    def profile(self) -> Iterator[tuple[float, float]]:
        """Yield the points with about delta at each."""
        fall, extra = math.exp(-self.lattice.step), float(self.infinite.mid())
        for (place, *_), (_, p, q, log) in pairwise([*self._tails, _Tail(0.0, 0.0, 0.0, 0.0)]):
            yield place, (p - fall * q) * math.exp(min(log, _MOST_EXPONENT)) + extra

    def reach(self, mass: float) -> float:
        """Return about the first loss at which delta is at most so much, infinity for none."""
        return next((place for place, delta in self.profile() if delta <= mass), math.inf)

    def lowest(self, mass: float) -> float:
        """Return about the loss below which P has so much, of masses that are not tilted."""
        whole = self._tails[0].p
        return max((tail.place for tail in self._tails if whole - tail.p < mass), default=self._tails[0].place)

    def delta(self, eps: Fraction) -> arb:
        """Return delta at a threshold, from below that of the test that tells most."""
        if not self.lattice.above:
            return self._told(ball_of(eps), self._best_test(float(eps))).max(arb(0))
        index = math.floor(eps / Fraction(self.lattice.step)) + 1 - self.low
        return self._told(ball_of(eps), index).max(arb(0))

    def _best_test(self, goal: float) -> int:
        """Return from which index on losses make about the best test at a threshold: near it, or as far from it as tests get better."""
        tilt, tails = self.lattice.tilt, self._tails

        def size(index: int) -> float:
            if index >= len(tails):
                return 0.0
            place, p, q, _ = tails[index]
            return (p - _exp(goal - place) * q) * _exp(tilt * (goal - place))

        middle = min(max(math.floor(goal / self.lattice.step) - self.low, 0), len(tails))
        low, high = max(middle - _WINDOW, 0), min(middle + _WINDOW, len(tails))
        while True:
            best = max(range(low, high + 1), key=size)
            if best == low > 0:
                low = max(2 * low - high, 0)
            elif best == high < len(tails):
                high = min(2 * high - low, len(tails))
            else:
                return best

    def threshold(self, delta: Fraction) -> arb:
        """Return where delta comes down to a wanted one, from below by the test that tells most.

        Raises
        ------
        UndecidedError
            If it does not, from above.
        """
        goal, roots = ball_of(delta), self._roots(delta)
        best = max(roots)
        if not self.lattice.above:
            return self._root(goal, roots.index(best))
        first = max(0, math.ceil(max(best, self._tails[0].place) / self.lattice.step) - self.low - 1)
        for index in range(first, first + _NEXT):
            root, place = self._root(goal, index), self.low + index
            if root <= self.lattice.point(place):  # from the point before up to this one no other test tells more
                return root.max(self.lattice.point(place - 1))
        raise UndecidedError("delta is not reached on the lattice")

    def _roots(self, delta: Fraction) -> list[float]:
        """Return about where the test from each point on comes down to a delta."""
        extra = arb((self.infinite - ball_of(delta)).mid())
        sign, size = (1 if extra > 0 else -1), (float(abs(extra).log().mid()) if extra != 0 else -math.inf)
        roots = []
        for place, p, q, log in self._tails:
            left = p + sign * _exp(size - log)
            roots.append(math.log(left) - math.log(q) + place if left > 0 and q > 0 else -math.inf)
        return roots

    def log_lost(self, delta: Fraction) -> float:
        """Return about the logarithm of what was left out and may be above the threshold at a delta."""
        place = max(0.0, *self._roots(delta))
        return float((self.lost * self.scale).log().mid()) - self.lattice.tilt * place if self.lost > 0 else -math.inf

    def _root(self, delta: arb, index: int) -> arb:
        p, q = self._from(index)
        if p <= delta:
            return arb("-inf")
        return ((p - delta) / q).log() + self.lattice.point(self.low + index) if q > 0 else arb("inf")

    def _told(self, eps: arb, index: int) -> arb:
        p, q = self._from(index)
        return p - (eps - self.lattice.point(self.low + max(index, 0))).exp() * q

    def _from(self, index: int) -> tuple[arb, arb]:
        """Return the mass of P from an index on, and that of Q times e to the loss of the index.

        From above with what was left out and may lie above a threshold from the point before on.
        """
        start = max(index, 0)
        p = self.infinite + self._untilted(_gathered(self.masses.right_shift(start), self.lattice), start)
        q = self._untilted(_gathered(self.others.right_shift(start), self.lattice, of_q=True), start)
        return p + self.lost * self.scale * self.lattice.tilted(1 - self.low - index), q

    def _untilted(self, mass: arb, place: int) -> arb:
        """Return a mass in units, at a place from the first one on, as it is."""
        return mass * arb(2) ** -self.lattice.bits * self.scale * self.lattice.tilted(-self.low - place)


class _Tail(NamedTuple):
    """What lies from a point on: of P, and of Q times e to the loss of the point; and the log of a factor of both."""

    place: float
    p: float
    q: float
    log: float


def _exp(value: float) -> float:
    return math.exp(min(value, _MOST_EXPONENT))


def _ball(mass: fmpz, lattice: Lattice) -> arb:
    return arb(mass) * arb(2) ** -lattice.bits


def _whole(ball: arb, up: bool) -> fmpz:
    """Return the whole number above or below a ball.

    Raises
    ------
    UndecidedError
        If there is none, or one of very many digits.
    """
    end = ball.upper().ceil() if up else ball.lower().floor()
    found = end.unique_fmpz() if abs(end) < arb(2) ** _MOST_BITS else None
    if found is None:
        raise UndecidedError("a mass on the lattice is not certainly known")
    return found


def _gathered(masses: fmpz_poly, lattice: Lattice, of_q: bool = False) -> arb:
    """Return the sum of masses, tilted as the first one is; of those of Q times e to the loss of the first."""
    if not (lattice.tilt or of_q):
        return arb(_all(masses))
    return arb_poly(masses)((-arb(lattice.step) * (arb(lattice.tilt) + of_q)).exp())


def _as_floats(masses: fmpz_poly, bits: int, size: int) -> list[float]:
    """Return about so many masses, whose unit is 2^-bits.

    Raises
    ------
    UndecidedError
        If they are no floats, as where a tilt is far from what it should be.
    """
    dropped = max(0, bits - _EXPONENT)
    try:
        values = [math.ldexp(int(mass >> dropped), dropped - bits) for mass in masses.coeffs()]
    except OverflowError as error:
        raise UndecidedError("tilted masses are beyond the floats") from error
    return values + [0.0] * (size - len(values))


def _all(masses: fmpz_poly) -> fmpz:
    return masses(fmpz(1))


def _rare(masses: Iterable[fmpz], slight: fmpz) -> int:
    """Return how many masses, from the first one on, come to less than a slight one together."""
    rest, count = fmpz(0), 0
    for mass in masses:
        rest += mass
        if rest >= slight:
            break
        count += 1
    return count


def _divided(masses: fmpz_poly, unit: fmpz, up: bool) -> fmpz_poly:
    """Return the quotients of the coefficients, which are not negative, rounded up or down."""
    return (masses + fmpz_poly([unit - 1] * masses.length()) if up else masses) // unit


def _with_last(masses: fmpz_poly, room: int, last: fmpz) -> fmpz_poly:
    """Return so many coefficients, with another last one."""
    return masses.truncate(room - 1) + fmpz_poly([last]).left_shift(room - 1)


def _split(masses: fmpz_poly, up: fmpz, down: fmpz, rounds_up: bool) -> fmpz_poly:
    """Return every second coefficient, with a share of each one between two at either side."""
    found = masses.coeffs()
    odd, unit = fmpz_poly(found[1::2]), fmpz(1) << _SHIFT
    ups, downs = (_divided(odd * share, unit, rounds_up) for share in (up, down))
    return fmpz_poly(found[::2]) + downs + ups.left_shift(1)

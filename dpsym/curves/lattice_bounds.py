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
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise

from flint import arb, arb_poly, fmpz, fmpz_poly

from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError

_GUARD = 24  # bits of a mass below what is too small to matter
_SHIFT = 128  # bits of the shares into which a mass is split
_EXPONENT, _MOST_EXPONENT = 1000, 700.0  # bits of a whole number that is a float, and nats of one
_NEXT = 3  # points at which a threshold is looked for


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
    """

    step: float
    top: int
    bottom: float
    rare: arb
    above: bool

    def scaled(self, factor: float) -> Lattice:
        """Return the same points between the same ends, so many times as far apart, a power of 2."""
        return replace(
            self,
            step=self.step * factor,
            top=math.ceil(self.top / factor),
            bottom=math.floor(self.bottom / factor) if math.isfinite(self.bottom) else self.bottom,
        )

    @cached_property
    def bits(self) -> int:
        """Masses are whole multiples of 2^-bits, which is far below what is too small to matter."""
        return max(_GUARD, _GUARD - math.floor(float(self.rare.log().mid()) / math.log(2)))

    @cached_property
    def slight(self) -> int:
        """The mass that is too small to matter, in units."""
        return 1 << (self.bits + math.floor(float(self.rare.log().mid()) / math.log(2)) - 1)

    def units(self, mass: arb, up: bool) -> fmpz:
        """Return a mass in units, rounded up or down.

        Raises
        ------
        UndecidedError
            If it is not certainly a number, or so uncertain that it may be far above 1.
        """
        if (
            not mass < 2
        ):  # of steps that are far too coarse the balls are astronomical, and their whole numbers fill the memory
            raise UndecidedError("a mass on the lattice is not certainly known")
        scaled = mass * arb(2) ** self.bits
        if not scaled.abs_upper() < arb(2) ** (
            self.bits + _GUARD
        ):  # FLINT ends the process at the integer of a number beyond memory
            raise UndecidedError("a mass on the lattice is not certainly known")
        return max(_whole(scaled, up), fmpz(0))

    def point(self, index: float) -> arb:
        """Return a loss of the lattice, or one halfway between two."""
        return arb(self.step) * index


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
        Of P, in units of the lattice.
    others : fmpz_poly
        Of Q, each times e to its loss; the masses of P from above.
    infinite : arb
        What of P has an infinite loss.
    """

    lattice: Lattice
    low: int
    masses: fmpz_poly
    others: fmpz_poly
    infinite: arb

    def __len__(self) -> int:
        return int(self.masses.length())

    def followed_by(self, other: Laid) -> Laid:
        """Return the composition, cut to the lattice."""
        lattice = self.lattice
        unit, room = fmpz(1) << lattice.bits, max(lattice.top - self.low - other.low, 0) + 1
        masses = _divided(self.masses * other.masses, unit, lattice.above)
        others = masses if lattice.above else _divided(self.others * other.others, unit, True)
        infinite = self.infinite + other.infinite - self.infinite * other.infinite
        return Laid(lattice, self.low + other.low, masses, others, infinite)._topped(room).cut()

    def _topped(self, room: int) -> Laid:
        """Return the same with so many points; what lies beyond them is put on the last one."""
        lattice, masses, others, infinite = self.lattice, self.masses, self.others, self.infinite
        if max(masses.length(), others.length()) <= room:
            return self
        at_top = _whole(_gathered(others.right_shift(room - 1), lattice), not lattice.above)
        rest = _all(masses.right_shift(room - 1))
        if lattice.above:
            infinite, rest = infinite + _ball(rest - at_top, lattice), at_top
        masses = _with_last(masses, room, rest)
        return Laid(lattice, self.low, masses, masses if lattice.above else _with_last(others, room, at_top), infinite)

    def cut(self) -> Laid:
        """Return the same without what is too rare to matter, or too low."""
        lattice, found = self.lattice, self.masses.coeffs() or [fmpz(0)]
        size, slight, lowest = len(found), fmpz(lattice.slight), max(0.0, lattice.bottom - self.low)
        from_left, from_right = list(accumulate(found)), list(accumulate(reversed(found)))
        first = min(int(max(bisect_left(from_left, slight), min(lowest, size))), size - 1)
        last = max(size - bisect_left(from_right, slight), first + 1)
        masses = self.masses.truncate(last).right_shift(first)
        if not lattice.above:
            others = self.others.truncate(last).right_shift(first)
            return Laid(lattice, self.low + first, masses, others, self.infinite)
        masses += fmpz_poly([from_left[first - 1] if first else 0])
        infinite = self.infinite + _ball(from_right[size - last - 1] if last < size else fmpz(0), lattice)
        return Laid(lattice, self.low + first, masses, masses, infinite)

    def coarser(self) -> Laid:
        """Return the same on a lattice of twice the step: a mass between two points of it is split, or a coin decides."""
        lattice, low, odd = self.lattice, self.low // 2, self.low % 2
        masses = _split(self.masses.left_shift(odd), *self._parts())
        others = masses if lattice.above else _split(self.others.left_shift(odd), *self._parts(of_q=True))
        found = Laid(lattice.scaled(2), low, masses, others, self.infinite)
        return found._topped(max(found.lattice.top - low, 0) + 1).cut()

    def _parts(self, of_q: bool = False) -> tuple[fmpz, fmpz, bool]:
        """Return the shares of a mass that go up and down a step, and whether they are rounded up."""
        step, half = arb(self.lattice.step), arb(1) / 2
        if self.lattice.above:
            up = 1 / (1 + (-step).exp())
            down = 1 - up
        else:
            up, down = (half * step.exp(), half * (-step).exp()) if of_q else (half, half)
        rounds_up = self.lattice.above or of_q
        return _whole(up * 2**_SHIFT, rounds_up), _whole(down * 2**_SHIFT, rounds_up), rounds_up

    @cached_property
    def _tails(self) -> list[tuple[float, float, float]]:
        """The points, with about the masses of P from each on, and those of Q times e to the loss of the point."""
        step, size = self.lattice.step, max(self.masses.length(), self.others.length(), 1)
        masses, others = (_as_floats(poly, self.lattice.bits, size) for poly in (self.masses, self.others))
        fall = math.exp(-step)
        above = list(accumulate(reversed(masses)))[::-1]
        below = list(accumulate(reversed(others), lambda rest, mass: mass + rest * fall))[::-1]
        return [(step * (self.low + k), p, q) for k, (p, q) in enumerate(zip(above, below, strict=True))]

    def profile(self) -> Iterator[tuple[float, float]]:
        """Yield the points with about delta at each."""
        fall, extra = math.exp(-self.lattice.step), float(self.infinite.mid())
        for (place, _, _), (_, p, q) in pairwise([*self._tails, (0.0, 0.0, 0.0)]):
            yield place, p - fall * q + extra

    def reach(self, mass: float) -> float:
        """Return about the first loss at which delta is at most so much, infinity for none."""
        return next((place for place, delta in self.profile() if delta <= mass), math.inf)

    def lowest(self, mass: float) -> float:
        """Return about the loss below which P has so much."""
        whole = self._tails[0][1]
        return max((place for place, p, _ in self._tails if whole - p < mass), default=self._tails[0][0])

    def delta(self, eps: Fraction) -> arb:
        """Return delta at a threshold, from below that of the test that tells most."""
        if self.lattice.above:
            index = math.floor(eps / Fraction(self.lattice.step)) + 1 - self.low
        else:
            goal = float(eps)
            sizes = [*(p - math.exp(min(goal - place, _MOST_EXPONENT)) * q for place, p, q in self._tails), 0.0]
            index = sizes.index(max(sizes))
        return self._told(ball_of(eps), index).max(arb(0))

    def threshold(self, delta: Fraction) -> arb:
        """Return where delta comes down to a wanted one, from below by the test that tells most.

        Raises
        ------
        UndecidedError
            If it does not, from above.
        """
        extra, goal = float(self.infinite.mid()) - float(delta), ball_of(delta)
        roots = [
            math.log(p + extra) - math.log(q) + place if p + extra > 0 and q > 0 else -math.inf
            for place, p, q in self._tails
        ]
        best = max(roots)
        if not self.lattice.above:
            return self._root(goal, roots.index(best))
        first = max(0, math.ceil(max(best, self._tails[0][0]) / self.lattice.step) - self.low - 1)
        for index in range(first, first + _NEXT):
            root, place = self._root(goal, index), self.low + index
            if root <= self.lattice.point(place):  # from the point before up to this one no other test tells more
                return root.max(self.lattice.point(place - 1))
        raise UndecidedError("delta is not reached on the lattice")

    def _root(self, delta: arb, index: int) -> arb:
        p, q = self._from(index)
        if p <= delta:
            return arb("-inf")
        return ((p - delta) / q).log() + self.lattice.point(self.low + index) if q > 0 else arb("inf")

    def _told(self, eps: arb, index: int) -> arb:
        p, q = self._from(index)
        return p - (eps - self.lattice.point(self.low + max(index, 0))).exp() * q

    def _from(self, index: int) -> tuple[arb, arb]:
        """Return the mass of P from an index on, and that of Q times e to the loss of the index."""
        start = max(index, 0)
        p = self.infinite + _ball(_all(self.masses.right_shift(start)), self.lattice)
        return p, _gathered(self.others.right_shift(start), self.lattice) * arb(2) ** -self.lattice.bits


def _ball(mass: fmpz, lattice: Lattice) -> arb:
    return arb(mass) * arb(2) ** -lattice.bits


def _whole(ball: arb, up: bool) -> fmpz:
    """Return the whole number above or below a ball.

    Raises
    ------
    UndecidedError
        If there is none.
    """
    found = (ball.upper().ceil() if up else ball.lower().floor()).unique_fmpz()
    if found is None:
        raise UndecidedError("a mass on the lattice is not certainly known")
    return found


def _gathered(masses: fmpz_poly, lattice: Lattice) -> arb:
    """Return the sum of masses, each step away from the first being a factor exp(-h)."""
    return arb_poly(masses)((-arb(lattice.step)).exp())


def _as_floats(masses: fmpz_poly, bits: int, size: int) -> list[float]:
    """Return about so many masses, whose unit is 2^-bits."""
    dropped = max(0, bits - _EXPONENT)
    values = [math.ldexp(int(mass >> dropped), dropped - bits) for mass in masses.coeffs()]
    return values + [0.0] * (size - len(values))


def _all(masses: fmpz_poly) -> fmpz:
    return sum(masses.coeffs(), fmpz(0))


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

"""The threshold at a delta, and delta at a threshold, between two compositions on a lattice: a scale first, then many points."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.lattice_bounds import Laid, Lattice, laid, powered
from dpsym.curves.loss import Parts, ball_of
from dpsym.curves.moved import NARROW, WIDE, MovedLoss, shift_beyond, shift_of
from dpsym.errors import UndecidedError

_SCOUTED, _POINTS = 256, 4096
_FINER = 4  # times as many points where the bracket is wide
_WIDE, _TINY = Fraction(1, 200), Fraction(1, 10**40)
_RARE, _BEYOND = 1e-14, 1e-10  # of delta: what is cut off, and what lies above the top
_SEEN = 1e-3  # of delta, where a threshold is only guessed
_SHARE = 8  # of the lattice has to be used
_FAR_BELOW = 64  # times the top is greater than a threshold at most
_ROUNDS = 40
_BITS = 96


class Sandwich:
    """One composition between two.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition; the masses of every loss between two thresholds have to be known.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.count = sum(count for _, count in parts)

    def epsilon(self, delta: Fraction, scale: float) -> tuple[Fraction, Fraction]:
        """Return certified bounds of the least eps >= 0 at a delta in (0, 1), on more points where they are far apart.

        Parameters
        ----------
        delta : Fraction
            In (0, 1).
        scale : float
            About the size of the answer, or what is thought to be; it costs only time.

        Raises
        ------
        UndecidedError
            If the masses of a loss are not known, or no scale was found.
        """
        top = self._scouted(delta, scale, partial(self._reach, delta=delta))
        return self._narrow(top, delta, partial(self._threshold, top, delta))

    def about(self, delta: Fraction, scale: float) -> Fraction:
        """Return a bound from above of the least eps >= 0 at a delta in (0, 1), on few points between which most of what is seen there lies.

        Raises
        ------
        UndecidedError
            If the masses of a loss are not known, or no scale was found.
        """
        top = self._scouted(delta, scale, partial(self._reach, delta=delta, share=_SEEN), _SEEN)
        with ctx.workprec(self._bits(top)):
            return self._threshold(top, delta, 2 * _SCOUTED, True)

    def epsilon_below(self, delta: Fraction, scale: float) -> Fraction:
        """Return a bound from below alone of the least eps >= 0 at a delta in (0, 1), as `epsilon` does of losses that are not narrow."""
        top = self._scouted(delta, scale, partial(self._reach, delta=delta))
        with ctx.workprec(self._bits(top)):
            return _threshold(self._composed(top / _POINTS, _POINTS, delta, False), delta, False)

    def delta_below(self, eps: Fraction, guess: Fraction) -> Fraction:
        """Return a bound from below alone of delta at a threshold, on points that a guess of its size lays."""
        top = self._scouted(guess, 2 * float(eps) or 1e-3, partial(self._reach, delta=guess, least=float(eps)))
        with ctx.workprec(self._bits(top)):
            return max(Fraction(0), _ends(_at(self._composed(top / _POINTS, _POINTS, guess, False), eps))[False])

    def exceeds(self, eps: Fraction, delta: Fraction) -> bool:
        """Return whether the bound from above, on few points, leaves it open that the threshold at a delta is at most eps."""
        top = self._scouted(delta, 2 * float(eps), partial(self._reach, delta=delta))
        return self._threshold(top, delta, 4 * _SCOUTED, True) > eps

    def delta(self, eps: Fraction, guess: Fraction) -> tuple[Fraction, Fraction]:
        """Return certified bounds of delta at a threshold, on more points where they are far apart.

        Parameters
        ----------
        eps : Fraction
            The threshold, in nats, not negative.
        guess : Fraction
            About the size of the answer, or what is thought to be; it costs only time.

        Raises
        ------
        UndecidedError
            If the masses of a loss are not known, or no scale was found.
        """
        for _ in range(_ROUNDS):
            size = guess
            top = self._scouted(size, 2 * float(eps) or 1e-3, partial(self._reach, delta=size, least=float(eps)))
            with ctx.workprec(self._bits(top)):
                scouted = _at(self._composed(top / _SCOUTED, _SCOUTED, size, True), eps)
                if scouted > ball_of(size / 1000):
                    low, high = self._narrow(top, size, partial(self._delta, eps, size, top))
                    return max(Fraction(0), low), min(Fraction(1), high)
                guess = max(_ends(scouted)[1], size / 10**60)
        raise UndecidedError("delta is smaller than was looked for")

    def _narrow(self, top: float, delta: Fraction, bound: Callable[[int, bool], Fraction]) -> tuple[Fraction, Fraction]:
        """Return a bound from below and one from above; for a tiny delta, whose masses have many digits, on few points."""
        with ctx.workprec(self._bits(top)):
            low, high = bound(_POINTS, False), bound(_POINTS, True)
            if high - low <= _WIDE * high or delta < _TINY:
                return low, high
            return bound(_FINER * _POINTS, False), bound(_FINER * _POINTS, True)

    def _threshold(self, top: float, delta: Fraction, points: int, above: bool) -> Fraction:
        with ctx.workprec(self._bits(top)):
            if above:
                return _threshold(self._composed(top / points, points, delta, True), delta, True)
            best = Fraction(0)
            for narrow in (NARROW, WIDE):  # of wide losses only where little is left of the tail otherwise
                moved, shift = self._moved(top / points, points, delta, narrow)
                composed = moved._composed(top / points, points, delta, False)
                best = max(best, _threshold(composed, delta, False) + shift)
                if best > top / _FAR_BELOW:
                    break
            return best

    def _delta(self, eps: Fraction, size: Fraction, top: float, points: int, above: bool) -> Fraction:
        if above:
            return _ends(_at(self._composed(top / points, points, size, True), eps))[True]
        moved, shift = self._moved(top / points, points, size, NARROW)
        return _ends(_at(moved._composed(top / points, points, size, False), eps - shift))[False]

    def _moved(self, step: float, points: int, delta: Fraction, narrow: float) -> tuple[Sandwich, Fraction]:
        """Return the composition with losses moved so that what is narrower than a step lies just above a point, and by how much."""
        lattice, parts, total = self._lattice(step, points, delta, False), [], Fraction(0)
        for loss, count in self.parts:
            shift = shift_of(loss, step * narrow)
            if shift:
                shift = shift_beyond(laid(MovedLoss(loss, shift), lattice).excess(), shift)
            parts.append((MovedLoss(loss, shift) if shift else loss, count))
            total += count * shift
        return Sandwich(tuple(parts)), total

    def _bits(self, top: float) -> int:
        return _BITS + 2 * max(0, int(-math.log2(top / _FINER / _POINTS))) + self.count.bit_length()

    def _scouted(self, delta: Fraction, scale: float, reach: Callable[[Laid], float], share: float = _BEYOND) -> float:
        """Return a loss above which there is no more than a small share of delta, found on few points."""
        top = 4 * scale if 0 < scale < math.inf else 1.0
        for _ in range(_ROUNDS):
            with ctx.workprec(self._bits(top)):
                found = self._composed(top / _SCOUTED, _SCOUTED, delta, True)
                if not found.infinite - self._infinite_mass() < ball_of(delta) * share:
                    top *= 4
                    continue
                wanted = 1.25 * reach(found)
            if wanted > top / _SHARE:
                return min(wanted, top)
            top = wanted
        raise UndecidedError("no scale of the losses was found")

    def _reach(self, found: Laid, delta: Fraction, least: float = 0.0, share: float = _BEYOND) -> float:
        """Return the first loss of the lattice, from a least one on, beyond which no more than a small share of a delta lies."""
        goal = ball_of(delta) * share + self._infinite_mass()
        return max(least, (found.low + _first(found, lambda value: bool(value < goal))) * found.lattice.step)

    def _infinite_mass(self) -> arb:
        """Return the mass of an infinite loss of the composition."""
        return -sum((count * (-loss.infinite_mass()).log1p() for loss, count in self.parts), arb(0)).expm1()

    def _bottom(self, step: float) -> float:
        """Return the index of a loss from which all steps together lead to 0 at most."""
        tops = [(loss.greatest_loss(), count) for loss, count in self.parts]
        if any(top is None for top, _ in tops):
            return -math.inf
        return -math.ceil(float(sum((count * top for top, count in tops), arb(0)).upper()) / step) - 1

    def _lattice(self, step: float, top: int, delta: Fraction, above: bool) -> Lattice:
        return Lattice(step, top, self._bottom(step), ball_of(delta) * _RARE / self.count, above)

    def _composed(self, step: float, top: int, delta: Fraction, above: bool) -> Laid:
        lattice = self._lattice(step, top, delta, above)
        total: Laid | None = None
        for loss, count in self.parts:
            runs = powered(loss, lattice, count)
            total = runs if total is None else total.followed_by(runs)
        return total  # type: ignore[return-value]


def _first(found: Laid, is_enough: Callable[[arb], bool]) -> int:
    """Return the first place at whose loss delta is certainly small enough, the last place if it nowhere is."""
    low, high = -1, len(found.masses) - 1
    while high - low > 1:
        middle = (low + high) // 2
        value = found.delta(found.lattice.point(found.low + middle), middle + 1)
        low, high = (low, middle) if is_enough(value) else (middle, high)
    return high


def _threshold(found: Laid, delta: Fraction, above: bool) -> Fraction:
    """Return the threshold at which delta comes down to a wanted one, rounded to the side of the bound."""
    goal = ball_of(delta)
    place = _first(found, lambda value: bool(value <= goal))
    here = found.lattice.point(found.low + place)
    if above and not found.delta(here, place + 1) <= goal:
        raise UndecidedError("delta is not reached on the lattice")
    p, q = (side[place] for side in found.sums)
    ratio = (p - goal) / q if q > 0 else arb("nan")
    root = ratio.log() if ratio > 0 else arb("-inf")
    before = found.lattice.point(found.low + place - 1)
    if not above:
        return max(Fraction(0), _ends(root)[0]) if root.is_finite() else Fraction(0)
    if not root.is_finite():
        return max(Fraction(0), _ends(before)[1] if place and p <= goal else _ends(here)[1])
    return max(Fraction(0), _ends(root.max(before).min(here))[1])


def _at(found: Laid, eps: Fraction) -> arb:
    """Return delta at a threshold; of what is dominated that of one test, which is a lower bound."""
    return found.delta(ball_of(eps), math.floor(eps / Fraction(found.lattice.step)) + 1 - found.low)


def _ends(value: arb) -> tuple[Fraction, Fraction]:
    if not value.is_finite():
        raise UndecidedError("a bound on the lattice is not a finite number")
    return as_fraction(value.lower()), as_fraction(value.upper())

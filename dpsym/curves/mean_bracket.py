"""One of several steps with little Gaussian noise, where contours are costly: bounds in closed form, made closer by lattices."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.curve import PrivacyCurve
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.loss import ball_of
from dpsym.curves.mean_ends import Ends, added_ends, lower_end, removed_ends, upper_end
from dpsym.curves.mean_lattice import MeanLattice
from dpsym.errors import UndecidedError

_POINTS = (512, 512, 512, 512, 2048)  # of lattices, one after the other
_CLOSE = Fraction(1, 10**7)  # a relative width that is narrow enough
_BITS, _MOST_BITS, _DIGITS, _HALVINGS = 96, 4000, 12, 48


@dataclass(frozen=True)
class MeanBracket:
    """Bounds of the worse direction.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    slots : int
        The number t of steps, at least 2.
    """

    spread: Fraction
    slots: int

    def delta(self, eps: Fraction) -> Ends:
        """Return bounds of delta at a threshold."""
        found = [self._delta(eps, removed) for removed in (True, False)]
        return max(low for low, _ in found), max(high for _, high in found)

    def epsilon(self, delta: Fraction) -> Ends:
        """Return bounds of the least eps >= 0 with delta(eps) <= delta, for delta in (0, 1)."""
        with ctx.workprec(bits_of(delta)):
            found = {
                True: removed_ends(self.spread, self.slots, delta),
                False: added_ends(self.spread, self.slots, delta),
            }
            for removed in sorted(found, key=lambda each: -found[each][1]):
                if found[removed][1] > max(low for low, _ in found.values()):
                    found[removed] = self._narrowed(delta, removed, found[removed])
        return max(low for low, _ in found.values()), max(high for _, high in found.values())

    def _delta(self, eps: Fraction, removed: bool) -> Ends:
        low, high = Fraction(0), self._known(eps)[1]
        if removed:  # the mean ratio is at least one of its terms
            with ctx.workprec(_BITS):
                low = self._known(eps + as_fraction(arb(self.slots).log().upper()))[0]
        bits = (bits_of(high) if high else math.inf) + _lost(eps, removed)
        if bits > _MOST_BITS:
            return low, high
        with ctx.workprec(int(bits)):
            for points in _POINTS[-2:]:
                try:
                    side = _Side(self.spread, self.slots, ball_of(eps), removed, points)
                except UndecidedError:
                    break
                low = max(low, as_fraction(side.low(1.0).lower()))
                high = min(high, as_fraction(side.high(1.0).upper()))
                if high - low <= _CLOSE * high:
                    break
        return low, high

    def _known(self, eps: Fraction) -> Ends:
        """Return bounds of delta of one run of the noise."""
        ball = PrivacyCurve([(GaussianLoss(self.spread), 1)]).delta(eps, _DIGITS)
        return Fraction(ball.lower), Fraction(ball.upper)

    def _narrowed(self, delta: Fraction, removed: bool, ends: Ends) -> Ends:
        """Return what lattices below the greatest ratio that matters leave of a bracket."""
        (low, high), goal = ends, ball_of(delta)
        for points in _POINTS:
            if high - low <= _CLOSE * high:
                break
            edge = high if removed else low
            try:
                with ctx.workprec(ctx.prec + int(_lost(edge, removed))):
                    side = _Side(self.spread, self.slots, ball_of(edge), removed, points)
                    above = _last(lambda x, side=side: bool(side.low(x) > goal), not removed)  # type: ignore[misc]
                    below = _last(lambda x, side=side: bool(side.high(x) <= goal), removed)  # type: ignore[misc]
                    low = low if above is None else max(low, lower_end(side.threshold(above)))
                    high = high if below is None else min(high, upper_end(side.threshold(below)))
            except UndecidedError:
                break
        return low, high


class _Side:
    """One direction, and a lattice whose top is the mean ratio at a threshold."""

    def __init__(self, spread: Fraction, slots: int, eps: arb, removed: bool, points: int) -> None:
        self.removed, self.log = removed, eps if removed else -eps
        self.lattice = MeanLattice(spread, slots, self.log + arb(slots).log(), points)

    def threshold(self, x: float) -> arb:
        """Return the threshold at a share of the top."""
        place = self.log + arb(x).log()
        return place if self.removed else -place

    def low(self, x: float) -> arb:
        """Return a bound from below of delta at the threshold of a share."""
        return self._delta(x, self.lattice.share_below(x))

    def high(self, x: float) -> arb:
        """Return a bound from above of it."""
        return self._delta(x, self.lattice.share_above(x))

    def _delta(self, x: float, share: arb) -> arb:
        if not self.removed:
            return share
        ratio = self.threshold(x).exp()
        return 1 - ratio + ratio * share


def _last(holds: Callable[[float], bool], upwards: bool) -> float | None:
    """Return the last share of the top, from 1 down or from 0 up, at which a statement holds that holds on one side; None if nowhere."""
    good, bad = (0.0, 1.0) if not upwards else (1.0, 0.0)
    if upwards and not holds(good):
        return None
    for _ in range(_HALVINGS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good or None


def bits_of(delta: Fraction) -> int:
    """Return the working precision for a delta."""
    return _BITS + delta.denominator.bit_length() - delta.numerator.bit_length()


def _lost(eps: Fraction, removed: bool) -> float:
    """Return the bits that cancel in the difference to 1."""
    return float(eps) / math.log(2) if removed else 0.0

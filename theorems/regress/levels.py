r"""Trade-off values: the greatest power of a test at a level, from the privacy profile.

.. math:: 1 - f(t) = \min_\gamma \left(H_\gamma(P\|Q) + \gamma t\right)

is the minimum of a convex function of :math:`\gamma`: any value is an upper end, and three values next to the minimum give a lower one, as
the function is not below its secants, continued.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError
from theorems.regress.balls import Bracket, ends, greatest
from theorems.regress.profiles import CurveProfile, Profile
from theorems.regress.truths import Truth

_GOLDEN = (math.sqrt(5) - 1) / 2
_FARTHEST, _STEPS, _DIGITS, _BITS = 38.0, 90, 20, 200
_CURVE_WIDTH = 1e-8  # at which a search on a curve ends: it is smooth, and flat at the minimum
_REACHES = tuple(10.0**-k for k in range(14, 3, -1))


class Power(Truth):
    """The greatest power at a level of any test of Q against P.

    Parameters
    ----------
    forward, back : Profile
        Of P against Q, and of Q against P.
    level : Fraction
        In (0, 1).
    """

    def __init__(self, theorems: Sequence[str], forward: Profile, back: Profile, level: Fraction) -> None:
        super().__init__((*theorems, "tradeoff.profile"), "1 - f(t), the least delta(eps) + e^eps t over all eps")
        self.forward, self.back, self.level = forward, back, level
        is_smooth = isinstance(forward, CurveProfile) and forward.is_smooth
        self._width = _CURVE_WIDTH if is_smooth else 0.0
        self._ends: Bracket | None = None

    def exceeds(self, point: Fraction) -> bool | None:
        low, high = self.bracket(_DIGITS)
        return True if low is not None and low > point else False if high <= point else None

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        self._ends = self._ends or self._found()
        return self._ends

    def _height(self, eps: Fraction) -> arb:
        """Return the function at gamma = e^eps; below 1 by the profile of the other direction."""
        gamma, delta = ball_of(eps).exp(), (self.forward if eps >= 0 else self.back).delta(abs(eps), _DIGITS)
        return gamma * ball_of(self.level) + (delta if eps >= 0 else 1 - gamma + gamma * delta)

    def _found(self) -> Bracket:
        with ctx.workprec(_BITS):
            place = self._least()
            middle = self._height(Fraction(place))
            low = Fraction(0)
            for reach in _REACHES:
                places = [Fraction(place) + side * Fraction(reach) for side in (-1, 0, 1)]
                low = max(low, self._from_below(places, middle))
            return low, min(ends(middle)[1], Fraction(1))

    def _from_below(self, places: Sequence[Fraction], middle: arb) -> Fraction:
        """Return a bound on the function from 0 to 1/t, beyond which it is above 1: a convex function is not below its secants, continued."""
        gammas = [ball_of(each).exp() for each in places]
        first, last = self._height(places[0]), self._height(places[2])
        left, right = gammas[1] - gammas[0], gammas[2] - gammas[1]
        falls, rises = (middle - first) / left, (last - middle) / right
        farther = (1 / ball_of(self.level) - gammas[2]).max(arb(0))
        below = (
            middle + falls.min(arb(0)) * right,
            middle - rises.max(arb(0)) * left,
            first - falls.max(arb(0)) * gammas[0],
            last + rises.min(arb(0)) * farther,
        )
        found = [low for low, _ in map(ends, below) if isinstance(low, Fraction)]
        return min(found) if len(found) == len(below) else Fraction(0)

    def _least(self) -> float:
        """Return about where the function is least, by the golden section in eps: it has one minimum."""

        def height(eps: float) -> Fraction:
            return as_fraction(
                self._height(Fraction(eps)).mid()
            )  # more digits than a float has, as the minimum is flat

        farthest = -math.log(self.level) + 1  # beyond e^eps t is above 1
        grid = [_FARTHEST * (k / 16) ** 3 for k in range(-16, 0)] + [farthest * k / 12 for k in range(13)]
        heights = [height(each) for each in grid]
        best = min(range(len(grid)), key=heights.__getitem__)
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
        one, two = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        first, second = height(one), height(two)
        for _ in range(_STEPS):
            if first < second:
                high, two, second = two, one, first
                one = high - _GOLDEN * (high - low)
                first = height(one)
            else:
                low, one, first = one, two, second
                two = low + _GOLDEN * (high - low)
                second = height(two)
            if one >= two or high - low < self._width:
                break
        return min((one, two, 0.0), key=height)


def power_truth(theorems: Sequence[str], profiles: Sequence[Profile], level: Fraction) -> Truth:
    """Return the greatest power at a level.

    Raises
    ------
    UndecidedError
        If no exact profile is known.
    """
    if not profiles:
        raise UndecidedError("the trade-off function is known only where the exact profile is")
    if len(profiles) == 1:
        return Power(theorems, profiles[0], profiles[0], level)
    # the profiles of the same pairs the other way round are those from the last one on
    return Greater(theorems, [Power(theorems, *both, level) for both in zip(profiles, reversed(profiles), strict=True)])


class Greater(Truth):
    """The greater one of several values.

    Parameters
    ----------
    truths : sequence of Truth
        The values.
    """

    def __init__(self, theorems: Sequence[str], truths: Sequence[Truth]) -> None:
        super().__init__((*theorems, *truths[0].theorems), truths[0].road)
        self.truths = truths

    def exceeds(self, point: Fraction) -> bool | None:
        return greatest(each.exceeds(point) for each in self.truths)

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        found = [each.bracket(digits, near) for each in self.truths]
        return max(low for low, _ in found if low is not None), max(high for _, high in found)

r"""The privacy loss of normal noise on a Poisson sample, of a group of records each of which is sampled by itself.

Of the group a records are removed and b others added; a record replaced is one of either. Let the sample of all the rest be given, their answer
at the origin, and the move by those of the group that are sampled be of norm at most j where they are j. Of all events with :math:`N_0(A) = t`
none has more of noise moved by a norm of at most j than :math:`\Phi(\Phi^{-1}(t) + j/s)`, nor less than :math:`\Phi(\Phi^{-1}(t) - j/s)`, s the
deviation in sensitivities (Neyman and Pearson), and a half-line has all of that at once, for every j, where each record moves the answer by one
sensitivity, up where it is removed and down where it is added. So with :math:`w_{a,i} = \binom ai q^i (1-q)^{a-i}` the pair

.. math:: P = \sum_i w_{a,i}\, N(i, s^2), \qquad Q = \sum_j w_{b,j}\, N(-j, s^2)

dominates all others. Samples of the rest are mixed by joint convexity, runs composed as pairs are. For datasets that are k steps of adding or
removing apart, any a and b with a + b = k may be what was done.

With :math:`y = e^{x/s^2}`, :math:`A(y) = \sum_i w_{a,i} e^{-i^2/(2s^2)} y^i` and B the same of b, the likelihood ratio at the output x is
:math:`A(y)/B(1/y)`, which grows with y. Where it comes to a number is found by Newton's steps and proved by signs on either side.

References
----------
Ganesh, "Tight Group-Level DP Guarantees for DP-SGD with Sampling via Mixture of Gaussians Mechanisms", arXiv:2401.10294.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from flint import arb, arb_poly, ctx

from dpsym.curves.cells import between, sides
from dpsym.curves.coarse import log_sum
from dpsym.curves.group_moments import GroupMoments, OfGroup, coefficients
from dpsym.curves.loss import ball_of, set_fractions
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.distributions.groups import binomial_shares, checked_group
from dpsym.errors import UndecidedError
from dpsym.parameters import DEVIATION

_CLOSE, _ROUNDS = 1e-9, 400  # of the search in floats
_GUARD = 16  # bits by which a place is less certain than the working precision
_DOUBLE = 40  # bits that floats know of it


@dataclass(frozen=True)
class GroupGaussianLoss(OfGroup):
    """The privacy loss of a Gaussian mechanism run on a Poisson sample, for a group of records.

    Parameters
    ----------
    rate : rational in (0, 1)
        The probability q with which each record is sampled.
    spread : positive rational
        The standard deviation of the noise, in sensitivities of one record.
    removed, added : int
        How many records of the group are there in the first dataset alone, and in the second alone.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational, or the group is empty.
    """

    has_cells: ClassVar[bool] = True
    is_monotone: ClassVar[bool] = True
    rate: Fraction
    spread: Fraction
    removed: int
    added: int = 0

    def __post_init__(self) -> None:
        set_fractions(self, rate=SAMPLING_RATE, spread=DEVIATION)
        checked_group(self.removed, self.added)

    def reversed(self) -> GroupGaussianLoss:
        return GroupGaussianLoss(self.rate, self.spread, self.added, self.removed)

    def greatest_loss(self) -> arb | None:
        return None if self.removed else -self.added * (-ball_of(self.rate)).log1p()

    @cached_property
    def moments(self) -> GroupMoments:  # type: ignore[override]
        return GroupMoments(self.rate, self.spread, self.removed, self.added)

    def bottom(self, rare: arb, step: float) -> int:
        if not self.added:
            return math.floor(self.removed * math.log1p(-float(self.rate)) / step) - 1
        place = (math.sqrt(max(0.0, -2 * float(rare.log().mid()))) + 1) / float(self.spread)
        return math.floor(self.moments.log_ratio(-place) / step) - 1

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        if not self.removed:
            mirrored = self.reversed().cells([-cut for cut in reversed(cuts)])
            return [(p, q) for q, p in reversed(mirrored)]
        places = _Places(self).of(cuts)
        up, down = self._masses(places, self.removed, 1), self._masses(places, self.added, -1)
        return list(zip(up, down, strict=True))

    def _masses(self, places: list[arb | None], records: int, side: int) -> list[arb]:
        """Return the masses below the first place, between two, and above the last, of noise moved to a side by as many as are sampled."""
        root, weights = ball_of(self.spread) * arb(2).sqrt(), binomial_shares(ball_of(self.rate), records)
        parts = [between([sides(place, side * j, root, 1) for place in places]) for j in range(records + 1)]
        return [
            sum((weight * mass for weight, mass in zip(weights, masses, strict=True)), arb(0))
            for masses in zip(*parts, strict=True)
        ]


class _Places:
    """Where the likelihood ratio comes to given numbers, at the working precision, where records are removed.

    Parameters
    ----------
    loss : GroupGaussianLoss
        Of which pair.
    """

    def __init__(self, loss: GroupGaussianLoss) -> None:
        self.loss = loss
        self.square, self.least = ball_of(loss.spread * loss.spread), loss.removed * (-ball_of(loss.rate)).log1p()
        up, down = (coefficients(loss.rate, loss.spread, records) for records in (loss.removed, loss.added))
        if loss.added:  # y^b A(y) - u y^b B(1/y)
            self.above, self.below = arb_poly([0] * loss.added + up), arb_poly(down[::-1])
        else:  # A(y) - A(0) - (u - A(0))
            self.above, self.below = arb_poly([0, *up[1:]]), arb_poly([1])
        self.slopes = self.above.derivative(), self.below.derivative()

    def of(self, cuts: list[arb]) -> list[arb | None]:
        """Return the outputs, in sensitivities, at which the logarithm of the ratio is as given; None where it nowhere is as small."""
        found: list[arb | None] = []
        start = 0.0
        for cut in cuts:
            number = cut.exp() if self.loss.added else cut.expm1() - self.least.expm1()
            if number <= 0:
                found.append(None)
                continue
            if not number > 0:
                raise UndecidedError("a loss cannot be told from the least one that occurs")
            start = self._in_floats(float(number.log().mid()), start)
            found.append(self.square * self._certain(number, start).log())
        return found

    def _in_floats(self, log_number: float, start: float) -> float:
        """Return about the log y at which the ratio is as given, by Newton's steps from a start."""
        place = start
        for _ in range(_ROUNDS):
            value, slope = self._log_and_slope(place)
            move = max(-1.0, min(1.0, (value - log_number) / slope))
            place -= move
            if abs(move) < _CLOSE:
                break
        return place

    def _log_and_slope(self, place: float) -> tuple[float, float]:
        up, down = self.loss.moments.terms(0, place), self.loss.moments.terms(1, -place)
        (one, rise), (other, fall) = _mean(up, 0 if self.loss.added else 1), _mean(down, 0)
        return one - other, rise + fall

    def _certain(self, number: arb, place: float) -> arb:
        """Return y in a ball, from about its logarithm."""
        y, bits = arb(place).exp().mid(), _DOUBLE
        while bits < ctx.prec + _GUARD:
            value = self.above(y) - number * self.below(y)
            slope = self.slopes[0](y) - number * self.slopes[1](y)
            y, bits = (y - value / slope).mid(), 2 * bits
        for loosened in range(_GUARD, ctx.prec // 2, _GUARD):
            share = arb(2) ** (loosened - ctx.prec)
            low, high = y * (1 - share), y * (1 + share)
            if self._sign(low, number) < 0 < self._sign(high, number):
                return low.union(high)
        raise UndecidedError("the output at which a loss is as given is not known well enough")

    def _sign(self, y: arb, number: arb) -> int:
        value = self.above(y) - number * self.below(y)
        return 1 if value > 0 else -1 if value < 0 else 0


def _mean(logs: list[float], first: int) -> tuple[float, float]:
    """Return the logarithm of a polynomial without its first terms, of terms given by theirs, and the mean of its powers."""
    total = log_sum(logs[first:])
    return total, sum(j * math.exp(log - total) for j, log in enumerate(logs) if j >= first)

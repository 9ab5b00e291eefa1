"""The privacy loss of shuffled answers, between pairs of atoms above and below the pair of clones, so that they are composed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import arb
from sympy import Rational

from dpsym.curves.clones import clones_delta, clones_tails
from dpsym.curves.hull import Bounds, HullLoss
from dpsym.curves.loss import PrivacyLoss, ball_of, checked_fraction
from dpsym.curves.paired import PairedLoss
from dpsym.curves.told import ToldLoss
from dpsym.parameters import POSITIVE_COUNT, POSITIVE_LOSS

_PLACES, _MANY, _FEWER = 160, 50_000, 64  # thresholds on either side of 0, and users from which on there are fewer
_HALVINGS = 8  # of the interval in which the last of them is looked for


@dataclass(frozen=True)
class ClonesLoss(PairedLoss):
    """The privacy loss of the pair of clones, the same both ways.

    Parameters
    ----------
    local : positive rational
        eps0 of the local randomiser.
    users : positive int
        n.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational.
    """

    local: Fraction
    users: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "local", checked_fraction(POSITIVE_LOSS, self.local))
        object.__setattr__(self, "users", int(checked_fraction(POSITIVE_COUNT, self.users)))

    def greatest_loss(self) -> arb:
        return ball_of(self.local)

    def above(self, rare: float, slight: float) -> CloneHull:
        return CloneHull(self, rare)

    def below(self, rare: float, slight: float) -> list[PrivacyLoss]:
        """Return what is told by between which losses the answers lie."""
        # at 0 itself the events of the one side and of the other could overlap
        tails = clones_tails(self.local, self.users, [place for place, _ in _profile(self, rare)[1:]])
        above = [(p - after, q - beyond) for (p, q), (after, beyond) in pairwise([*tails, (arb(0), arb(0))])]
        mirrored = [(q, p) for p, q in above]
        middle = (1 - tails[0][0] - tails[0][1]).max(arb(0))  # alike in both laws
        return [ToldLoss((*mirrored, (middle, middle), *above))]


@dataclass(frozen=True)
class CloneHull(HullLoss):
    """A pair of atoms that dominates that of clones.

    Parameters
    ----------
    clones : ClonesLoss
        The pair.
    rare : float
        A mass that may have an infinite loss.
    """

    clones: ClonesLoss
    rare: float
    removed: bool = field(default=True, init=False)
    above: bool = field(default=True, init=False)

    @property
    def greatest(self) -> Fraction:
        return _profile(self.clones, self.rare)[-1][0]

    def bounds(self) -> list[Bounds]:
        known = [(ball_of(place).exp(), delta) for place, delta in _profile(self.clones, self.rare)]
        below = [(1 / growth, delta / growth) for growth, delta in reversed(known[1:])]
        above = [(growth, growth - 1 + delta) for growth, delta in known]
        return [Bounds(ratio, arb(0), height.upper()) for ratio, height in (*below, *above)]

    def reversed(self) -> CloneHull:
        return self


@lru_cache(8)
def _profile(clones: ClonesLoss, rare: float) -> list[tuple[Fraction, arb]]:
    """Return delta at thresholds from 0 on, closer where most of the mass lies, the last of which has a rare one."""
    end = _end(clones, rare)
    count = _PLACES if clones.users < _MANY else _FEWER
    shares = [Fraction(k, count) for k in range(count + 1)]
    return [(place, _delta(clones, place)) for place in (end * (x + x * x) / 2 for x in shares)]


def _end(clones: ClonesLoss, rare: float) -> Fraction:
    """Return about the first threshold at which delta is at most a rare mass."""
    high = clones.local
    while high * clones.users > 1 and _delta(clones, high / 2) <= rare:
        high /= 2
    low = high / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _delta(clones, middle) <= rare else (middle, high)
    return Fraction(math.ceil(high * (1 << 40)), 1 << 40) if high < clones.local else high


def _delta(clones: ClonesLoss, place: Fraction) -> arb:
    """Return delta at a threshold."""
    local, eps = (Rational(each.numerator, each.denominator) for each in (clones.local, place))
    return clones_delta(local, clones.users, eps).value

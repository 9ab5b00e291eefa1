"""Symmetric noise on the integers that falls as a power of the distance, and mixtures of two kinds of noise, as masses in balls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dpsym.curves.counts import DEPTH, MOST, CountNoise, Masses, rest_of
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError

_LEAST = arb("1e-370")  # below it a mass of one part may be anything as against what was left out of the other


@dataclass(frozen=True)
class TwoSidedNoise(CountNoise):
    """Discrete Laplace or discrete Gaussian noise: masses in proportion to exp(-|k|/b), or to exp(-k^2/(2 sigma^2)).

    Parameters
    ----------
    rate : positive rational
        1/b, or 1/(2 sigma^2).
    power : {1, 2}
        Of the distance.
    """

    rate: Fraction
    power: int

    @property
    def mirror(self) -> int | None:
        return 0

    def masses(self) -> Masses:
        last = math.isqrt(math.ceil(DEPTH / self.rate)) if self.power == 2 else math.ceil(DEPTH / self.rate)
        if last > MOST:
            raise UndecidedError(f"noise on the integers has more than {MOST} values to be listed")
        rate = ball_of(self.rate)
        side = [(-rate * k**self.power).exp() for k in range(1, last + 2)]
        rest = rest_of(side[-1], (-rate * ((last + 2) ** self.power - (last + 1) ** self.power)).exp()) + side.pop()
        whole = 1 + 2 * sum(side, arb(0)) + 2 * arb(0).union(rest)
        right = [mass / whole for mass in side]
        return Masses(-last, [*reversed(right), 1 / whole, *right], arb(rest.upper()), arb(rest.upper()))


@dataclass(frozen=True)
class MixedNoise(CountNoise):
    """One noise or another one, by a coin.

    Parameters
    ----------
    share : rational in (0, 1)
        Of the first.
    first, second : CountNoise
        The two.
    """

    share: Fraction
    first: CountNoise
    second: CountNoise

    @property
    def mirror(self) -> int | None:
        return self.first.mirror if self.first.mirror == self.second.mirror else None

    def masses(self) -> Masses:
        parts = [(ball_of(self.share), self.first.masses()), (ball_of(1 - self.share), self.second.masses())]
        first = min(part.first for _, part in parts)
        last = max(part.first + len(part.values) for _, part in parts)
        values = [sum((weight * part.at(k) for weight, part in parts), arb(0)) for k in range(first, last)]
        below, above = (sum((weight * rest for weight, rest in side), arb(0)) for side in _sides(parts))
        while values[-1].mid() < _LEAST and not above.is_zero():
            above += values.pop()
        start = 0
        while values[start].mid() < _LEAST and not below.is_zero():
            below += values[start]
            start += 1
        return Masses(first + start, values[start:], arb(below.upper()), arb(above.upper()))


def _sides(parts: list[tuple[arb, Masses]]) -> tuple[list[tuple[arb, arb]], list[tuple[arb, arb]]]:
    return [(weight, part.below) for weight, part in parts], [(weight, part.above) for weight, part in parts]

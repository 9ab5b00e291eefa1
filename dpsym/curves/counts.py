r"""The mass functions of noise on the integers, in balls, as far out as a delta may ask.

Each is laid out from its greatest mass outwards by the ratios :math:`\rho_k = f(k)/f(k-1)`, up to where a mass is below
:math:`e^{-900}`; a law whose ratios do not rise has beyond the last mass f(k) at most :math:`f(k) \rho_{k+1}/(1 - \rho_{k+1})`. Those of
Skellam noise are quotients of Bessel functions,

.. math:: \frac{I_{k-1}(x)}{I_k(x)} = \frac{2k}{x} + \frac{I_{k+1}(x)}{I_k(x)},

which are taken from far out inwards: each step divides the error by the square of a number above 1, and :math:`I_{k+1} < I_k` starts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from flint import arb, ctx

from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.errors import UndecidedError
from dpsym.parameters import COUNT, MEAN, OPEN_PROBABILITY

DEPTH = 900.0
"""In nats, below which a mass is left out."""

MOST = 1 << 18
"""Values that are listed at most."""


@dataclass(frozen=True)
class Masses:
    """A mass function on a stretch of integers, at the working precision.

    Parameters
    ----------
    first : int
        The first integer.
    values : list of arb
        The masses from there on.
    below, above : arb
        Bounds of what is left out on either side; exactly 0 where the law ends.
    """

    first: int
    values: list[arb]
    below: arb
    above: arb

    def at(self, k: int) -> arb:
        """Return the mass at an integer, of one that was left out a ball from 0 on."""
        place = k - self.first
        if 0 <= place < len(self.values):
            return self.values[place]
        return arb(0).union(self.below if place < 0 else self.above)

    def known(self, k: int) -> arb | None:
        """Return the mass at an integer; None where it was left out."""
        place = k - self.first
        if 0 <= place < len(self.values):
            return self.values[place]
        rest = self.below if place < 0 else self.above
        return arb(0) if rest.is_zero() else None


class CountNoise:
    """Noise on the integers; a subclass is hashable, and tells its masses at the working precision."""

    def masses(self) -> Masses:
        """Return the masses, on integers that do not depend on the precision."""
        raise NotImplementedError

    @property
    def mirror(self) -> int | None:
        """Twice the centre of symmetry; None where there is none."""
        return None

    def ratio(self, k: int) -> Fraction | None:
        """Return the mass at an integer over that at the one before, both in the support; None where it is not known to be rational."""
        return None

    @property
    def is_log_concave(self) -> bool:
        """Whether the ratios of masses to those before certainly do not rise."""
        return False

    def steepness(self, place: int, shift: int, side: int) -> arb:
        """Return a bound of the ratios at integers from a place on over those so far on, outwards to a side, 1 or -1.

        Raises
        ------
        UndecidedError
            If none is known.
        """
        raise UndecidedError(f"no bound is known of how fast the masses of {self} fall")

    def reflected(self) -> CountNoise:
        """Return the noise of the other sign.

        Raises
        ------
        UndecidedError
            If it is none of the kinds here.
        """
        raise UndecidedError(f"the noise of the other sign than {self} is not known")


def _falling(place: int, shift: int, side: int) -> arb:
    """Return the steepness of ratios to the right that are (c + k)/k, c >= -1, or fewer: (k + s)/k, which falls."""
    if side < 0 or place < 1:
        raise UndecidedError("the masses begin at 0")
    return 1 + arb(shift) / place


def _reach(log_mass: float, log_ratio: Callable[[int], float], most: float = math.inf) -> int:
    """Return how many steps outwards the masses stay above what is left out, at most so many."""
    steps = 0
    while steps < most and log_mass > -DEPTH:
        steps += 1
        log_mass += log_ratio(steps)
        if steps > MOST:
            raise UndecidedError(f"noise on the integers has more than {MOST} values to be listed")
    return steps


def _outwards(mass: arb, ratio: Callable[[int], arb], steps: int) -> list[arb]:
    """Return the masses after one, from the ratio of each to the one before."""
    found = []
    for step in range(1, steps + 1):
        mass = mass * ratio(step)
        found.append(mass)
    return found


def rest_of(mass: arb, ratio: arb) -> arb:
    """Return a bound of all masses beyond one, where their ratios are at most a number."""
    return arb((mass * ratio / (1 - ratio)).upper())


@dataclass(frozen=True)
class PoissonNoise(CountNoise):
    """A Poisson count.

    Parameters
    ----------
    mean : positive rational
        The mean.
    """

    mean: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", checked_fraction(MEAN, self.mean))

    def ratio(self, k: int) -> Fraction | None:
        return self.mean / k

    is_log_concave = True

    def steepness(self, place: int, shift: int, side: int) -> arb:
        return _falling(place, shift, side)

    def masses(self) -> Masses:
        mean, mode = ball_of(self.mean), math.floor(self.mean)
        start = mode * math.log(self.mean) - float(self.mean) - math.lgamma(mode + 1) if mode else -float(self.mean)
        up = _reach(start, lambda step: math.log(self.mean / (mode + step)))
        down = _reach(start, lambda step: math.log((mode + 1 - step) / self.mean), mode)
        top = (mode * mean.log() - mean - arb(mode + 1).lgamma()).exp() if mode else (-mean).exp()
        right = _outwards(top, lambda step: mean / (mode + step), up)
        left = _outwards(top, lambda step: (mode + 1 - step) / mean, down)
        below = arb(0) if down == mode else rest_of([top, *left][-1], ball_of((mode - down) / self.mean))
        above = rest_of([top, *right][-1], ball_of(self.mean / (mode + up + 1)))
        return Masses(mode - down, [*reversed(left), top, *right], below, above)


@dataclass(frozen=True)
class NegativeBinomialNoise(CountNoise):
    """The failures before so many successes.

    Parameters
    ----------
    shape : positive rational
        The number of successes.
    p : rational in (0, 1)
        The probability of each.
    """

    shape: Fraction
    p: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", checked_fraction(MEAN, self.shape))
        object.__setattr__(self, "p", checked_fraction(OPEN_PROBABILITY, self.p))

    def ratio(self, k: int) -> Fraction:
        return (k - 1 + self.shape) * (1 - self.p) / k

    @property
    def is_log_concave(self) -> bool:
        return self.shape >= 1

    def steepness(self, place: int, shift: int, side: int) -> arb:
        return _falling(place, shift, side)

    def masses(self) -> Masses:
        start = float(self.shape) * math.log(self.p)
        steps = rising = max(0, math.floor((self.shape - 1) * (1 - self.p) / self.p))
        if rising > MOST:
            raise UndecidedError(f"noise on the integers has more than {MOST} values to be listed")
        top = start + sum(math.log(self.ratio(k)) for k in range(1, rising + 1))
        steps += _reach(top, lambda step: math.log(self.ratio(rising + step)))
        first = (ball_of(self.shape) * ball_of(self.p).log()).exp()
        found = [first, *_outwards(first, lambda step: ball_of(self.ratio(step)), steps)]
        return Masses(0, found, arb(0), rest_of(found[-1], ball_of(max(self.ratio(steps + 1), 1 - self.p))))


@dataclass(frozen=True)
class BinomialNoise(CountNoise):
    """The successes of so many trials.

    Parameters
    ----------
    trials : positive integer
        How many.
    p : rational in (0, 1)
        The probability of each.
    """

    trials: int
    p: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "trials", int(checked_fraction(COUNT, self.trials)))
        object.__setattr__(self, "p", checked_fraction(OPEN_PROBABILITY, self.p))

    @property
    def mirror(self) -> int | None:
        return self.trials if 2 * self.p == 1 else None

    def ratio(self, k: int) -> Fraction:
        return (self.trials - k + 1) * self.p / (k * (1 - self.p))

    is_log_concave = True

    def masses(self) -> Masses:
        n, p = self.trials, self.p
        mode = min(n, math.floor((n + 1) * p))
        bits = math.lgamma(n + 1) - math.lgamma(mode + 1) - math.lgamma(n - mode + 1)
        start = bits + mode * math.log(p) + (n - mode) * math.log1p(-p)
        up = _reach(start, lambda step: math.log(self.ratio(mode + step)), n - mode)
        down = _reach(start, lambda step: -math.log(self.ratio(mode + 1 - step)), mode)
        ways = arb(n + 1).lgamma() - arb(mode + 1).lgamma() - arb(n - mode + 1).lgamma()
        top = (ways + mode * ball_of(p).log() + (n - mode) * ball_of(1 - p).log()).exp()
        right = _outwards(top, lambda step: ball_of(self.ratio(mode + step)), up)
        left = _outwards(top, lambda step: 1 / ball_of(self.ratio(mode + 1 - step)), down)
        above = arb(0) if up == n - mode else rest_of([top, *right][-1], ball_of(self.ratio(mode + up + 1)))
        below = arb(0) if down == mode else rest_of([top, *left][-1], 1 / ball_of(self.ratio(mode - down)))
        return Masses(mode - down, [*reversed(left), top, *right], below, above)


@dataclass(frozen=True)
class SkellamNoise(CountNoise):
    """The difference of two independent Poisson counts.

    Parameters
    ----------
    first, second : positive rational
        The means of the count and of the one that is taken away.
    """

    first: Fraction
    second: Fraction

    def __post_init__(self) -> None:
        for name in ("first", "second"):
            object.__setattr__(self, name, checked_fraction(MEAN, getattr(self, name)))

    @property
    def mirror(self) -> int | None:
        return 0 if self.first == self.second else None

    def reflected(self) -> SkellamNoise:
        return SkellamNoise(self.second, self.first)

    is_log_concave = True

    def steepness(self, place: int, shift: int, side: int) -> arb:
        r"""Return a bound by those of Amos on quotients of Bessel functions.

        With :math:`R(u) = \sqrt{u^2 + x^2}` these are :math:`x/(k - 1/2 + R(k + 1/2)) \le I_k(x)/I_{k-1}(x) \le x/(k - 1/2 + R(k - 1/2))`, so that
        it is :math:`(u + R(u))/(v + R(v))` for u = k + s + 1/2 and v = k - 1/2, which falls in k.
        """
        if place < 1:
            raise UndecidedError(f"no bound is known of how fast the masses of {self} fall around the middle")
        square, half = 4 * ball_of(self.first) * ball_of(self.second), arb(1) / 2
        u, v = place + shift + half, place - half
        return (u + (u**2 + square).sqrt()) / (v + (v**2 + square).sqrt())

    def masses(self) -> Masses:
        up, down, start = self._reaches()
        last = max(up, down)
        x = 2 * (ball_of(self.first) * ball_of(self.second)).sqrt()
        ratio, inverses = 2 * arb(start) / x + arb(0).union(arb(1)), [arb(0)] * (last + 2)
        for k in range(start - 1, 0, -1):
            ratio = 2 * arb(k) / x + 1 / ratio
            if k <= last + 1:
                inverses[k] = 1 / ratio
        one, other = ball_of(self.first).sqrt(), ball_of(self.second).sqrt()
        gap = one - other
        middle = (-gap * gap).exp() * x.bessel_i(arb(0), scaled=True)
        right = _outwards(middle, lambda step: inverses[step] * one / other, up)
        left = _outwards(middle, lambda step: inverses[step] * other / one, down)
        above = rest_of([middle, *right][-1], inverses[up + 1] * one / other)
        below = rest_of([middle, *left][-1], inverses[down + 1] * other / one)
        return Masses(-down, [*reversed(left), middle, *right], below, above)

    def _reaches(self) -> tuple[int, int, int]:
        """Return the greatest noise on either side that is kept, and from where on the quotients of Bessel functions are taken."""
        x, tilt = 2 * math.sqrt(self.first * self.second), math.log(self.first / self.second) / 2
        far = 64
        while far <= MOST:
            ratio, falls = 2 * (2 * far) / x, [0.0] * (2 * far + 1)
            for k in range(2 * far, 0, -1):
                ratio = 2 * k / x + 1 / ratio
                falls[k] = -math.log(ratio)
            heights = [list(accumulate(fall + side * tilt for fall in falls[1:])) for side in (1, -1)]
            depth = max(0.0, *(max(each) for each in heights)) - DEPTH
            up, down = (next((k for k, log in enumerate(each, 1) if log < depth), len(each)) for each in heights)
            if max(up, down) <= far:
                return up, down, 2 * max(up, down) + ctx.prec
            far *= 2
        raise UndecidedError(f"noise on the integers has more than {MOST} values to be listed")

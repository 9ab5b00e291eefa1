"""A smooth window on the outputs of sampled Gaussian runs, and what is planned with it: floats, which certify nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from dpsym.curves.coarse import CoarsePoints, log_sum
from dpsym.errors import UndecidedError

_STRIPS = 24
_REACH = 9.0  # standard deviations that matter
_HIGHEST = 55.0  # where coarse points end
_BEYOND = 4.0  # widths to the right of the window that are laid out at least
_COVERED = 2.5  # reaches to the left of the window that are laid out
_LEFT_OUT = 5.0  # nats by which the first of them is to be below the greatest
_FAR = 20.0  # standard deviations from which on the normal tail is its first term
_HALF_LOG_2PI = math.log(2 * math.pi) / 2


@dataclass(frozen=True)
class Window:
    """Some runs of a sampled Gaussian from which a record is removed, and the window of their jumps.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate q, and the standard deviation s in sensitivities.
    count : int
        How many runs.
    place, width : float
        The window's b and w, in standard deviations.
    reach : float
        How many widths of the window matter on either side.
    """

    rate: Fraction
    spread: Fraction
    count: int
    place: float
    width: float
    reach: float

    @property
    def outline(self) -> tuple[Fraction, Fraction, int, float, float, float]:
        """What says which runs these are, and which window."""
        return self.rate, self.spread, self.count, self.place, self.width, self.reach

    @cached_property
    def _plain(self) -> CoarsePoints:
        """The points without a window."""
        return CoarsePoints(float(self.spread), float(self.rate))

    def log_whole(self, c: float) -> float:
        """Return about log R(c)."""
        return self._plain.log_integral(-c)

    @cached_property
    def _coarse(self) -> list[tuple[float, float]]:
        """Log r, and the logarithms of the weights of the jumps, on coarse points."""
        first, h = self.place - _COVERED * self.reach * self.width, self.width
        count = int((max(_REACH, first + _REACH, self.place + _BEYOND * h) - first) / h) + 2
        places = [first + h * k for k in range(count)]
        return [
            (self._plain.log_ratio(g), math.log(h) + log_normal((g - self.place) / self.width) - g * g / 2)
            for g in places
        ]

    def log_jumps(self, c: float) -> float:
        """Return about log J(c), infinity where what matters is further to the left than the coarse points."""
        logs = [weight - c * log for log, weight in self._coarse]
        return log_sum(logs) - _HALF_LOG_2PI if max(logs) > logs[0] + _LEFT_OUT else math.inf

    def log_bulk(self, c: float) -> float:
        """Return about log B(-1 - c)."""
        return log_sum([weight + (1 + c) * log for log, weight in self._coarse_bulk]) - _HALF_LOG_2PI

    @cached_property
    def _coarse_bulk(self) -> list[tuple[float, float]]:
        h = min(0.4, self.width)
        places = [-_REACH + h * k for k in range(max(2, int((min(self.end, _HIGHEST) + _REACH) / h) + 2))]
        return [
            (self._plain.log_ratio(g), math.log(h) + log_normal((self.place - g) / self.width) - g * g / 2)
            for g in places
        ]

    @property
    def end(self) -> float:
        """The place beyond which nothing that does not jump is left."""
        return self.place + self.reach * self.width

    def rule(self, is_jump: bool, c: float, nats: float) -> tuple[float, float, float, float]:
        """Return the distance of the points, the angle of their line, and the first and the last point."""
        s, w = float(self.spread), self.width
        goal = nats + 2 + self.share(is_jump, c)
        if not math.isfinite(goal):
            raise UndecidedError("the moments of the jumps are too large to plan with")
        best = (0.0, 0.0)
        for k in range(_STRIPS):
            t = math.pi / 4 * 2 ** (-k / 3)
            best = max(best, (2 * math.pi * s * t / (goal + self.lift(is_jump, 2 * t)), t))
        h, t = best
        high = nats + 2 + self._fall(is_jump, c) + self.lift(is_jump, t)
        first = -math.sqrt(2 * high)
        if is_jump:
            middle, rest = self.place / (1 + w * w), max(2.0, high - self.place**2 / (2 * (1 + w * w)))
            first = middle - w * math.sqrt(2 * rest / (1 + w * w))
        last = max(0.5, first + h)
        while last * last / 2 + c * self._log_modulus(last, t) < high:
            last += 0.25
        return h, t, first, last

    def lift(self, is_jump: bool, t: float) -> float:
        """Return the logarithm of how many times the moduli at an angle t are greater, but for those of r."""
        return (float(self.spread) * t) ** 2 / 2 * (1 + (1 / self.width**2 if is_jump else 0.0))

    def _fall(self, is_jump: bool, c: float) -> float:
        """Return about the logarithm of the greatest power of r over R(c) or J(c), the former taken for 1."""
        return -c * math.log1p(-float(self.rate)) - (self.log_jumps(c) if is_jump else 0.0)

    def share(self, is_jump: bool, c: float) -> float:
        """Return about the logarithm of the bound of all moduli over R(c) or J(c), but for the lift."""
        return self._fall(is_jump, c) + (self._log_mass if is_jump else 0.0)

    @cached_property
    def _log_mass(self) -> float:
        """About log J(0)."""
        return log_normal(-self.place / math.sqrt(1 + self.width**2))

    def _log_modulus(self, g: float, t: float) -> float:
        """Return log abs(1 + u e^(it))."""
        s, q = float(self.spread), float(self.rate)
        u = q / (1 - q) * math.exp(min(300.0, g / s - 0.5 / (s * s)))
        return math.log(1 + 2 * u * math.cos(t) + u * u) / 2


def log_normal(x: float) -> float:
    """Return about the logarithm of the normal distribution function, which floats do not reach far out."""
    if x > -_FAR:
        return math.log(math.erfc(-x / math.sqrt(2)) / 2)
    return -x * x / 2 - _HALF_LOG_2PI - math.log(-x)

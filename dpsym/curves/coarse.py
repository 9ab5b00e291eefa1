"""The integrand of the moments of sampled normal noise on coarse points, in floats: it plans, and certifies nothing."""

from __future__ import annotations

import math
from functools import lru_cache

from dpsym.errors import UndecidedError

MOST_POINTS = 1 << 17
_NEAR = 9.0  # standard deviations that matter
_STEP = 0.4  # distance of two points, in standard deviations
_MOST_SUMS = 1 << 13  # that are kept
_HALF_LOG_2PI = math.log(2 * math.pi) / 2

Laid = list[tuple[float, float]]


class CoarsePoints:
    """Points around the normal law, with the logarithms of its density and of the ratio r(g) there; what was laid is kept.

    Parameters
    ----------
    spread, rate : float
        The standard deviation in sensitivities, and the sampling rate.
    """

    def __init__(self, spread: float, rate: float) -> None:
        self.spread, self.rate = spread, rate
        self.step = _STEP * min(1.0, spread)
        self._known: list[tuple[float, float, float]] = []
        self._sums: dict[tuple[float, float, float], float] = {}

    def log_integral(self, w: float) -> float:
        """Return about the logarithm of the integral of the density times r^w."""
        return self.log_integral_to(w, _NEAR, math.inf)

    def log_integral_to(self, w: float, reach: float, end: float) -> float:
        """Return the same of what lies within a reach, up to an end."""
        key = w, reach, end
        if key not in self._sums:
            if len(self._sums) >= _MOST_SUMS:
                self._sums.clear()
            logs = [log + w * log_ratio for _, log, log_ratio in self._laid(w, reach, end)]
            self._sums[key] = log_sum(logs) + math.log(self.step)
        return self._sums[key]

    def integrand(self, w: float, reach: float, end: float = math.inf) -> Laid:
        """Return points, none beyond an end, and the logarithms there of the density times r^w."""
        return [(g, log + w * log_ratio) for g, log, log_ratio in self._laid(w, reach, end)]

    def _laid(self, w: float, reach: float, end: float) -> list[tuple[float, float, float]]:
        farthest = min(reach + max(w, 0) / self.spread, end)
        first, last = -int((reach + self._turn(w)) / self.step), int(farthest / self.step)
        if last > MOST_POINTS:
            raise UndecidedError("the abscissa is too far out for the subsampled Gaussian")
        known = self._known
        if not known:
            known.extend(map(self._point, range(first, last + 1)))
        left, right = round(known[0][0] / self.step), round(known[-1][0] / self.step)
        known[:0] = map(self._point, range(first, left))
        known.extend(map(self._point, range(right + 1, last + 1)))
        start = first - min(first, left)
        return known[start : start + last - first + 1]

    def _turn(self, w: float) -> float:
        """Return about how far to the left of 0 the integrand still rises outwards, for a negative exponent."""
        g = 0.0
        while w < 0 and g > -MOST_POINTS:
            odds = self.rate * math.exp(self.power(g))
            if -g > -w * odds / (1 - self.rate + odds) / self.spread:
                break
            g -= 0.25
        return -g

    def _point(self, k: int) -> tuple[float, float, float]:
        g = k * self.step
        return g, self.log_density(g), self.log_ratio(g)

    def log_density(self, g: float) -> float:
        """Return the logarithm of the standard normal density."""
        return -g * g / 2 - _HALF_LOG_2PI

    def power(self, g: float) -> float:
        """Return the logarithm of the ratio of the moved noise to the noise."""
        return g / self.spread - 0.5 / (self.spread * self.spread)

    def log_ratio(self, g: float) -> float:
        """Return the logarithm of r."""
        power = self.power(g)
        return math.log1p(self.rate * math.expm1(power)) if power < 300 else math.log(self.rate) + power


@lru_cache(maxsize=4)  # far out there are many
def coarse_points(spread: float, rate: float) -> CoarsePoints:
    """Return the points of some noise and rate; neighbouring questions ask for sums at the same exponents."""
    return CoarsePoints(spread, rate)


def log_sum(logs: list[float]) -> float:
    """Return the logarithm of the sum of numbers that are given by theirs."""
    top = max(logs)
    return top + math.log(sum([math.exp(log - top) for log in logs]))

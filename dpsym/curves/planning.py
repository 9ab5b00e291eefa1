"""Where to lay the line and how fine: floats, which certify nothing; whatever they get wrong costs only width."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from flint import arb

from dpsym.curves.loss import Parts
from dpsym.errors import UndecidedError

_GOLDEN = (math.sqrt(5) - 1) / 2
_LOG_2PI, _LOG2 = math.log(2 * math.pi), math.log(2)
_NEAREST, _FARTHEST = math.log(1e-9), 600.0  # of log c
_STEEP = 20  # times the wanted nats, above which no bound is looked for
_CROSSINGS, _CLOSE = 60, 1e-6
_UNLIKE = 100.0  # times as far on one side of a crossing as on the other, where only the middle is tried
_DIFFERENCE, _CURVED = 0.02, 1.0  # of an abscissa; nats that are too many for a second difference
_REFINED, _FINER = 4, 30.0  # how often differences are made smaller, and by how much at most
_PER_NAT = 1.5  # the power of the nats of a node, above the error, with which the work grows
_CLIFF = 20.0  # nats by which a line a quarter of a doubling further right is higher where the moments are steep
_SLIGHT = 0.5  # nats by which another line may be higher
_TABLE = 44  # abscissas on either side of the saddle point, four per doubling
_NEAR = (1 / 8, 1 / 16, 1 / 32, 1 / 64)  # doublings that are tried too, on either side, where the moments are steep
_BEHIND = range(-4, 8)  # doublings of the saddle point that are tried behind the poles


@dataclass(frozen=True)
class Plan:
    """A line and the two abscissas at which the aliases are bounded.

    Parameters
    ----------
    c : float
        The abscissa of the line, near the saddle point.
    period : float
        The distance of two aliases, in nats.
    left, right : float
        The abscissas of the bounds for smaller and for greater thresholds; the left one is at most -1 where it lies behind the poles.
    log_delta : float
        About the logarithm of delta.
    log_error : float
        The logarithm of the error that each bound may take.
    saddle : float
        About the saddle point.
    rise : float
        By how many nats the bound of the integrand, exp(-c eps) M(c), is above delta.
    """

    c: float
    period: float
    left: float
    right: float
    log_delta: float
    log_error: float
    saddle: float
    rise: float

    def more_bits(self, nats: float) -> int:
        """Return how many more bits the nodes take than an answer of so many nats."""
        return math.ceil(max(0.0, self.rise + self.log_delta - self.log_error - nats) / _LOG2)


class Planner:
    """The saddle point of a composition.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition. Thresholds are counted from the sum of its greatest losses, over the parts that have one.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._known: dict[float, float] = {}
        self._known_behind: dict[float, float] = {}

    def log_mgf(self, c: float) -> float:
        """Return log M(c) less c times the reference."""
        if c not in self._known:
            try:
                self._known[c] = sum(count * loss.log_mgf(c) for loss, count in self.parts)
            except (OverflowError, UndecidedError):
                self._known[c] = math.inf
        return self._known[c]

    def log_behind(self, c: float) -> float:
        """Return log M(-1 - c)."""
        if c not in self._known_behind:
            total = 0.0
            try:
                for loss, count in self.parts:
                    total += count * loss.log_behind(c)
                    if total == math.inf:
                        break
            except (OverflowError, UndecidedError):
                total = math.inf
            self._known_behind[c] = total
        return self._known_behind[c]

    @cached_property
    def reference(self) -> float:
        """The sum of the greatest losses, of the parts that have one."""
        return sum(float((loss.greatest_loss() or arb(0)).mid()) * count for loss, count in self.parts)

    def height(self, c: float, gap: float) -> float:
        """Return the logarithm of the integrand at c; `gap` is eps less the reference."""
        return self.log_mgf(c) - c * gap - math.log(c) - math.log1p(c)

    def saddle(self, gap: float, floor: float = -math.inf) -> float:
        """Return the c > 0 at which the integrand is least, or the first at which its logarithm is at the floor."""
        high = least(lambda u: self.height(math.exp(u), gap), 0.0)
        if self.height(math.exp(high), gap) >= floor:
            return math.exp(high)
        low = high
        while self.height(math.exp(low), gap) < floor:
            low -= 1
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (low, middle) if self.height(math.exp(middle), gap) < floor else (middle, high)
        return math.exp(high)

    def slope_and_bend(self, c: float) -> tuple[float, float]:
        """Return the slope of log(M(c)/(c (c + 1))) and the logarithm of its second derivative, by differences, small ones where it is steep."""
        step = _DIFFERENCE
        low, mid, high = self._beside(c, step)
        for _ in range(_REFINED):
            if not _CURVED < (curved := high - 2 * mid + low) < math.inf:
                break
            step /= min(math.sqrt(curved / _CURVED) + 1, _FINER)
            low, mid, high = self._beside(c, step)
        bend = max((high - 2 * mid + low) / step**2, 0.1)  # times c^2
        return (high - low) / (2 * step * c), math.log(bend) - 2 * math.log(c)

    def _beside(self, c: float, step: float) -> tuple[float, float, float]:
        low, mid, high = (self.height(c * (1 + step * k), 0.0) for k in (-1, 0, 1))
        return low, mid, high

    def log_delta(self, c: float, gap: float) -> float:
        """Return the saddle-point estimate of log delta."""
        _, bend = self.slope_and_bend(c)
        return min(0.0, self.height(c, gap) - (_LOG_2PI + bend) / 2)

    def threshold(self, log_delta: float) -> tuple[float, float]:
        """Return the saddle point at which delta is about as wanted, or the last one looked at, and its gap."""
        low, high = _NEAREST, _NEAREST
        rise = self._reached(high, log_delta)
        before = rise
        while rise > 0 and high < _FARTHEST:
            low, high, before = high, high + 2, rise
            rise = self._reached(high, log_delta)
        place = _crossing(lambda u: self._reached(u, log_delta), (low, before), (high, rise))
        c = math.exp(place)
        return c, self.slope_and_bend(c)[0]

    def _reached(self, u: float, log_delta: float) -> float:
        c = math.exp(u)
        gap, bend = self.slope_and_bend(c)
        value = self.height(c, gap) - (_LOG_2PI + bend) / 2 - log_delta
        return value if value == value else -1.0

    def plan(
        self,
        gap: float,
        nats: float,
        log_delta: float,
        saddle: float,
        most: float = math.inf,
        octaves: float = math.inf,
        lean: float = 0.0,
        behind: bool = True,
    ) -> Plan:
        """Return the line of the least work on which delta comes out with a relative error of exp(-nats).

        An alias bound at c' needs the period R(c')/abs(c' - c), R(c') the logarithm of Chernoff's bound over the
        error, whatever c is. So R is tabulated once around the saddle point, and c chosen from the table: where
        the moments turn up steeply, well to the left of the saddle point, but for no more than so many octaves.
        Behind the poles R is tabulated more coarsely, unless the aliases of what is summed are not known there.
        """
        log_error = log_delta - nats
        rises = [(0.0, -log_error)]
        start = 2 ** (round(4 * math.log2(saddle)) / 4)  # the same abscissas for neighbours
        octaves_of = [k / 4 for k in range(-_TABLE, _TABLE + 1)]
        if not self.height(start, gap) < self.height(saddle, gap) + _SLIGHT:
            start = saddle
        if not self.height(start * 2**0.25, gap) < self.height(start, gap) + _CLIFF:
            octaves_of = sorted([*octaves_of, *_NEAR, *(-near for near in _NEAR)])
        for octave in octaves_of:
            c = start * 2**octave
            rises.append((c, max(0.0, log_kernel(c) + self.log_mgf(c) - c * gap - log_error)))
            if octave > 0 and rises[-1][1] > _STEEP * (1 - log_error):
                break
        beyond = self._behind(gap + self.reference, log_error, start) if behind else []
        best = (math.inf, 0.0, 0.0, 0.0, 0.0)
        for k in range(1, len(rises) - 1):
            if abs(octaves_of[k - 1] + lean) > octaves:
                continue
            c = min(rises[k][0], most)
            # as many nodes as the root, each of as many points with as many digits
            work = max(self.height(c, gap) - log_error, 1.0) ** _PER_NAT
            right = min([(rise / (other - c), other) for other, rise in rises[k + 1 :]])
            if right[0] * work < best[0]:
                left = min([(rise / (c - other), other) for other, rise in (*beyond, *rises[:k]) if other < c])
                period = max(left[0], right[0], 1e-3 / c)
                best = min(best, (period * work, c, period, left[1], right[1]))
        _, c, period, below, above = best
        if not 0 < c < above:
            raise UndecidedError("no line was found on which the aliases are small")
        rise = self.log_mgf(c) - c * gap - log_delta
        return Plan(c, 1.001 * period, below, above, log_delta, log_error, saddle, rise)

    def _behind(self, eps: float, log_error: float, start: float) -> list[tuple[float, float]]:
        """Return abscissas behind the poles, with R there."""
        found: list[tuple[float, float]] = []
        best = math.inf
        for c in (0.0, *(start * 2.0**k for k in _BEHIND)):
            rise = log_kernel(c) + self.log_behind(c) + (1 + c) * eps - log_error
            if not rise < best * (start + 1 + c):  # nor is it below further on
                break
            found.append((-1 - c, max(0.0, rise)))
            best = rise / (start + 1 + c)
        return found


def _crossing(function: Callable[[float], float], low: tuple[float, float], high: tuple[float, float]) -> float:
    """Return about where a function goes from above 0 to below, between two places with their values, by Illinois' rule."""
    (one, first), (two, second) = low, high
    place, last = two, 0.0
    for _ in range(_CROSSINGS):
        if not (first > 0 >= second and two - one > _CLOSE):
            break
        alike = 1 / _UNLIKE < -first / second < _UNLIKE if second else True
        place = one + (two - one) * (first / (first - second) if alike else 0.5)
        value = function(place)
        if abs(value) < _CLOSE:
            break
        if value > 0:
            one, first, second = place, value, second / 2 if last > 0 else second
        else:
            two, second, first = place, value, first / 2 if last < 0 else first
        last = value
    return place


def log_kernel(c: float) -> float:
    """Return the logarithm of the supremum of (1 - e^-t) e^-ct over t > 0."""
    return c * math.log(c) - (1 + c) * math.log1p(c) if 0 < c < 1e6 else (-math.log(c) - 1 if c else 0.0)


def least(function: Callable[[float], float], start: float, close: float = 1e-3) -> float:
    """Return about where a function of one minimum is least, by doubling steps and the golden section until the ends are close."""
    step, middle = 0.5, start
    value = function(middle)
    direction = 1 if function(start + step) < value else -1
    while abs(middle + direction * step) < _FARTHEST and (following := function(middle + direction * step)) < value:
        middle, value, step = middle + direction * step, following, 2 * step
    low, high = middle - step, middle + step
    one, two = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    first, second = function(one), function(two)
    while high - low > close:
        if first <= second:
            high, two, second = two, one, first
            one = high - _GOLDEN * (high - low)
            first = function(one)
        else:
            low, one, first = one, two, second
            two = low + _GOLDEN * (high - low)
            second = function(two)
    return (low + high) / 2

"""Where the nodes of Mellin's transform of a mean of likelihood ratios lie: floats, which certify nothing."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dpsym.curves.allocated_moments import ORDERS, log_moments
from dpsym.curves.mean_guesses import log_moment
from dpsym.errors import UndecidedError

_GUARD = 6.0  # nats by which each error is smaller than what is wanted
_WIDEST = 1.57  # angle, below a right one
_FINE = (*range(1, 9), *(1 << k for k in range(4, 12)))  # points for a node
_STEP = 1 / 4  # of the logarithm of a node, in which the right end is looked for
_FARTHEST = 2000.0
_MOST_POINTS = 150_000
_NATS, _PER_OCTAVE = 16, 4  # in which accuracies and heights are rounded
_HALF_LOG_2PI = math.log(2 * math.pi) / 2


@dataclass(frozen=True)
class Nodes:
    """The nodes, and the points by which what is summed on them is known.

    Parameters
    ----------
    spacing : float
        h.
    first, last : int
        The first and the last j.
    terms : int
        How many moments tell what is to the left.
    power : float
        The p that bounds what is to the right.
    nats : float
        The absolute error wanted of the transform of a ratio is exp(-nats).
    fine, angle, points : int, float, int
        How many points there are for a node, theta, and how many points lie to each side of the middle one.
    """

    spacing: float
    first: int
    last: int
    terms: int
    power: float
    nats: float
    fine: int
    angle: float
    points: int

    @property
    def length(self) -> int:
        """How many points both sequences have."""
        return (self.last - self.first + 1) * self.fine + 4 * self.points

    @property
    def top(self) -> float:
        """The logarithm of a place beyond which the exponential is negligible."""
        return math.log(self.nats + 8)


def nodes_for(spread: Fraction, slots: int, c: float, height: float, nats: float) -> Nodes:
    """Return the nodes for a line through c up to a height, with a relative error of about exp(-nats).

    Both are rounded up, the height to where it begins to cost, so that neighbours share their nodes.

    Raises
    ------
    UndecidedError
        If there are too many.
    """
    more = _NATS * math.ceil(nats / _NATS)
    octaves = math.ceil(_PER_OCTAVE * math.log2(max(height, more / 4))) / _PER_OCTAVE
    return _planned(spread, slots, c, 2**octaves, more)


@lru_cache(256)
def _planned(spread: Fraction, slots: int, c: float, height: float, nats: int) -> Nodes:
    tau = 1 / float(spread)
    share = _log_gamma(c, height) - nats - _GUARD
    turn = height + _where(lambda y: _log_gamma(c, y) <= share, max(c, 1.0))
    goal = share + max(0.0, log_moment(tau, slots, -c))
    spacing = 2 * math.pi / turn
    logs = [0.0, *(float(each.mid()) for each in log_moments(spread, slots, ORDERS, 64))]
    left, terms = max(((goal + math.lgamma(k + 1) - logs[k]) / (c + k), k) for k in range(2, ORDERS))
    right, power = _right_end(tau, slots, c, goal)
    # what the transform of one ratio is off by counts t times as much as the power of one ratio less
    others = c * right if slots == 1 else _log_others(tau, slots, c)
    wanted = max(others + math.log(slots) - goal + _GUARD, nats)
    fine, angle = _fineness(tau, spacing, wanted)
    points = math.ceil(math.sqrt(2 * wanted + 4) * tau / (spacing / fine))
    first, last = math.floor(left / spacing), math.ceil(right / spacing)
    nodes = Nodes(spacing, first, last, terms, power, wanted, fine, angle, points)
    if nodes.length > _MOST_POINTS:
        raise UndecidedError(f"powers of a mean of {slots} ratios take {nodes.length} points")
    return nodes


def _log_gamma(c: float, y: float) -> float:
    """Return about the logarithm of abs(Gamma(c + i y))."""
    z, less = complex(c, y), 0.0
    while abs(z) < 10:
        less += math.log(abs(z))
        z += 1
    return ((z - 0.5) * cmath.log(z) - z + 1 / (12 * z)).real + _HALF_LOG_2PI - less


def _log_others(tau: float, slots: int, c: float) -> float:
    """Return about the logarithm of what the integral is without one of the ratios."""
    return max(math.lgamma(c), 0.0) + log_moment(tau, slots - 1, -c) + c * math.log(slots / (slots - 1))


def _where(is_far: Callable[[float], bool], start: float) -> float:
    """Return about the first place from a start on at which something holds."""
    high = start
    while not is_far(high):
        high *= 1.5
    low = start
    while high - low > 1e-3 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if is_far(middle) else (middle, high)
    return high


def _right_end(tau: float, slots: int, c: float, goal: float) -> tuple[float, float]:
    """Return a place of x, in logarithms, beyond which nothing matters, and the power that says so."""

    def slope(p: float, y: float) -> float:
        return math.log(p) + tau * tau / 2 * (1 + 2 * p / slots) - y

    y = math.log(c + 1) + 1
    while y < _FARTHEST:
        low = high = c + 1
        while slope(high, y) < 0:
            low, high = high, 2 * high
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle, y) < 0 else (low, middle)
        p = high
        if p * (math.log(p) - 1) + tau * tau / 2 * (p + p * p / slots) - (p - c) * y <= goal:
            return y, p
        y += _STEP
    raise UndecidedError("the mean ratio is too small too often")


def _fineness(tau: float, spacing: float, nats: float) -> tuple[int, float]:
    """Return how many points there are for a node, and the angle that says that they are enough."""
    for fine in _FINE:
        angle = min(2 * math.pi * tau * tau * fine / spacing, _WIDEST)
        if (angle / tau) ** 2 / 2 - 2 * math.pi * angle * fine / spacing + 2 <= -nats:
            return fine, angle
    raise UndecidedError("the points for a node are too many")

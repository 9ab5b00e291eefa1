"""About how large the real moments of the mean of likelihood ratios of Gaussian noise are: floats, which only plan."""

from __future__ import annotations

import math
from functools import lru_cache

from dpsym.curves.coarse import log_sum
from dpsym.curves.lognormal import log_transform
from dpsym.errors import UndecidedError

_REACH = 9.0  # standard deviations that matter on either side of where a moment takes it, and to where
_NATS = 36.0  # of a sum over nodes
_LEAST = -18.0  # of the logarithm of a node where the first two terms are all
_ORDERS = (64, 256, 768)  # of moments, computed when they are asked for
_LEAST_ORDERS = 4
_MOST = 600.0  # of the logarithm of a coefficient


def log_moment(tau: float, slots: int, power: float) -> float:
    """Return about log E R^power, R the mean of so many ratios whose logarithms have a deviation of tau.

    Raises
    ------
    UndecidedError
        If the power is too great, or the moment.
    """
    if power < 0:
        return _log_falling(tau, slots, -power)
    for most in _ORDERS:
        if power < most:
            shares = _shares(tau, slots, most)
            whole = max(2, min(math.floor(power), len(shares) - 2))
            if power > whole + 1 or len(shares) < _LEAST_ORDERS:
                break
            one, other = shares[whole], shares[whole + 1]
            return power * (power - 1) * (one + (power - whole) * (other - one))
    raise UndecidedError(f"no moment of order {power:g} is known of the mean ratio")


@lru_cache(64)
def _shares(tau: float, slots: int, most: int) -> list[float]:
    """Return log E R^k over k (k - 1), for k up to a greatest order or one whose moment is too great for floats."""
    scale = math.log(most) - 1 - math.log(slots)  # of the k-th coefficient k times, so that floats reach
    series: list[float] = []
    for k in range(most + 2):
        log = tau * tau * k * (k - 1) / 2 - math.lgamma(k + 1) + k * scale
        if log > _MOST:
            break
        series.append(math.exp(log))
    power = [1.0]
    for n in range(1, len(series)):
        power.append(sum(series[k] * power[n - k] * (k * slots - n + k) for k in range(1, n + 1)) / n)
        if not 0 < power[-1] < math.inf:
            power.pop()
            break
    found = [0.0, 0.0]
    for k in range(2, len(power)):
        found.append((math.log(power[k]) + math.lgamma(k + 1) - k * (scale + math.log(slots))) / (k * (k - 1)))
    return found


@lru_cache(4096)
def _log_falling(tau: float, slots: int, c: float) -> float:
    r"""Return log E R^-c by :math:`\Gamma(c) E R^{-c} = \int x^{c-1} \phi(x/t)^t dx`, less what e^-x gives where c is small.

    Where c is great all numbers lie far below 0, and R is their geometric mean but for how far they differ from each other.
    """
    if tau * c / slots > _REACH:
        return tau * tau / 2 * (c + c * c / slots) - (slots - 1) / 2 * math.log1p(c * tau * tau / slots)
    distance = 2 * math.pi / math.sqrt(_NATS * max(2 ** math.ceil(math.log2(max(c, 1e-9))), 8.0))
    middle = math.floor(math.log(max(c, 1.0)) / distance)
    if c < 1:
        total, index = 0.0, math.floor(_LEAST / distance)
        while index * distance < math.log(_NATS) + tau * (tau + _REACH):
            place = index * distance
            x = math.exp(place)
            total += math.exp(c * place) * (math.exp(_log_power(tau, slots, distance, index)) - math.exp(-x))
            index += 1
        return math.log1p(max(total * distance * math.exp(-math.lgamma(c)), -0.9))
    logs: list[float] = []
    for step in (1, -1):
        index, best = middle + (step < 0) * step, -math.inf
        while True:
            log = c * index * distance + _log_power(tau, slots, distance, index)
            logs.append(log)
            best = max(best, log)
            if log < best - _NATS:
                break
            index += step
    return log_sum(logs) + math.log(distance) - math.lgamma(c)


@lru_cache(1 << 14)
def _log_power(tau: float, slots: int, distance: float, index: int) -> float:
    """Return the logarithm of E e^(-xR) at x = e^(index distance)."""
    return slots * log_transform(1 / tau, math.exp(index * distance) / slots)

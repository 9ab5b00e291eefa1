"""What is asked about two laws, from the definitions. Infinity is an answer: of a moment that diverges, and of mass apart."""

from __future__ import annotations

from math import comb
from typing import Any

import mpmath as mp
from reference import laws as densities
from reference.extremes import maximum, trade_off
from reference.laws import NEVER
from reference.pairs import Pair, question
from reference.quadrature import zero


def _moment(pair: Pair, order: Any) -> Any:
    if order > 1 and pair.leaks():
        return mp.inf

    def exponent(p, q):
        return NEVER if NEVER in (p, q) else order * p + (1 - order) * q

    return pair.total(exponent)


@question
def mass(pair: Pair) -> Any:
    """Return the total of P, which is 1: a test of the density and of the road."""
    return pair.total(lambda p, q: p)


@question
def renyi(pair: Pair, order: Any) -> Any:
    """Return log of the total of p^order q^(1 - order), over order - 1."""
    if order == 1:
        return kl(pair)
    if order == mp.inf:
        return maximum(pair)
    moment = _moment(pair, order)
    return mp.inf if moment == 0 else mp.log(moment) / (order - 1)


@question
def kl(pair: Pair) -> Any:
    """Return the mean of the privacy loss."""
    return _mean_of_power(pair, 1)


def _mean_of_power(pair: Pair, degree: int) -> Any:
    if pair.leaks():
        return mp.inf
    if not pair.is_sum and _mean_diverges(pair, degree):
        return mp.inf
    return pair.total(lambda p, q: p, lambda p, q: (p - q) ** degree)


def _mean_diverges(pair: Pair, degree: int) -> bool:
    """Whether the loss grows so fast that its moment is infinite: its logarithm is added to the exponent."""

    def exponent(p, q):
        loss = abs(p - q) if NEVER not in (p, q) else mp.mpf(0)
        return p + (degree * mp.log(loss) if loss > 1 else 0)

    return pair.diverges(exponent)


@question
def chi_squared(pair: Pair) -> Any:
    """Return the total of (p - q)^2 / q."""
    return _moment(pair, mp.mpf(2)) - 1


@question
def hellinger(pair: Pair) -> Any:
    """Return one less the total of sqrt(p q)."""
    return 1 - _moment(pair, mp.mpf(1) / 2)


@question
def hockey_stick(pair: Pair, eps: Any) -> Any:
    """Return the total of the positive part of p - e^eps q."""

    def share(p, q):  # an end of a cell that is rounded may lie on the other side of the crossing
        return 1 if q == NEVER else max(0, -densities.expm1(q - p + eps))

    return pair.total(lambda p, q: p, share, above=eps)


@question
def total_variation(pair: Pair) -> Any:
    """Return half of the total of |p - q|."""
    return hockey_stick(pair, 0)


@question
def loss_tail(pair: Pair, eps: Any) -> Any:
    """Return the P-mass where the privacy loss exceeds eps."""
    return pair.total(lambda p, q: p, above=eps)


@question
def cumulant(pair: Pair, degree: Any) -> Any:
    """Return a cumulant of the privacy loss under P, from its moments."""
    degree = int(degree)
    moments = [mp.mpf(1), *(_mean_of_power(pair, k) for k in range(1, degree + 1))]
    if mp.inf in moments:
        return mp.inf
    found = [mp.mpf(0)]
    for n in range(1, degree + 1):
        lower = mp.fsum(comb(n - 1, j - 1) * found[j] * moments[n - j] for j in range(1, n))
        found.append(moments[n] - lower)
    return found[degree]


@question
def epsilon(pair: Pair, delta: Any) -> Any:
    """Return the least eps from 0 on at which the hockey-stick divergence is at most delta."""
    if hockey_stick(pair, 0) <= delta:
        return mp.mpf(0)
    high = mp.mpf(1)
    while hockey_stick(pair, high) > delta:
        high *= 2
        if high > 2000:
            return mp.inf
    top = maximum(pair)
    if delta == 0:
        return top
    low = high / 2 if high > 1 else mp.mpf(0)
    return zero(lambda eps: hockey_stick(pair, eps) - delta, low, min(high, top), 1e-14)


__all__ = [
    "chi_squared",
    "cumulant",
    "epsilon",
    "hellinger",
    "hockey_stick",
    "kl",
    "loss_tail",
    "mass",
    "maximum",
    "renyi",
    "total_variation",
    "trade_off",
]

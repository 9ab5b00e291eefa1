"""Inequalities inside of proofs, as the errata mend them or leave them unproved, evaluated over their whole domain with false variants."""

from __future__ import annotations

import math

from papers.repair import Repair, grid, share

_DELTAS = (1e-300, 1e-10, 1e-5, 0.1, 0.5, 0.9, 0.999999)

# ---- Primer 4.10: all events by the size of the event


def _response(m: int, eps: float, delta: float, p: float) -> float:
    """Return what is left of the condition for the worst event, with the true answer in it or the other's."""
    ratio = math.exp(eps)
    with_it = (share(p * (size - m - 1) + 1, ratio * p * size + delta) for size in range(1, m + 1))
    without = (share(p * size, ratio * (p * (size - m - 1) + 1) + delta) for size in range(1, m + 1))
    return min(*with_it, *without)


def _least(m: int, eps: float, delta: float) -> float:
    return (1 - delta) / (m + math.exp(eps))


# ---- Izrek 6.2: the tail of the loss, and its bound


def _tail(x: float) -> float:
    return math.erfc(x / math.sqrt(2)) / 2


def _constant(delta: float, over: float = 2.0) -> float:
    return math.sqrt(2 * math.log(over / delta))


def _mills(delta: float, over: float = 2.0, times: float = 1.0) -> float:
    """Return what is left of exp(-y^2/2)/(y sqrt(2 pi)) <= times delta at y = c - 1/(2 c); the bound is one for y > 0 only."""
    c = _constant(delta, over)
    y = c - 1 / (2 * c)
    if y <= 0:
        return -math.inf
    return share(-(y**2) / 2 - math.log(y * math.sqrt(2 * math.pi)), math.log(times * delta))


def _lost(eps: float, delta: float) -> float:
    """Return the probability that the loss exceeds eps, for the printed noise."""
    c = _constant(delta)
    return _tail(c - eps / (2 * c))


STEPS = (
    Repair(
        "4.10-equal",
        "with p = (1 - delta)/(m + e^eps) every event meets the condition, those of one element and of all but one included; m from 1 to 47",
        lambda: grid(m=(1, 2, 5, 47), eps=(0.0, 0.1, 2.0, 7.0), delta=(0.0, 0.1, 0.6, 1.0)),
        lambda m, eps, delta: _response(m, eps, delta, _least(m, eps, delta)),
        {
            "p a hundredth less": lambda m, eps, delta: _response(m, eps, delta, 0.99 * _least(m, eps, delta)),
            "any greater p, 1/m say": lambda m, eps, delta: _response(m, eps, delta, 1 / m),
        },
    ),
    Repair(
        "6.2-positive",
        "c - 1/(2 c) is above 0 and the tail bound there at most delta, delta from 1e-300 to 1",
        lambda: grid(delta=_DELTAS),
        _mills,
        {
            "with log(1/delta)": lambda delta: _mills(delta, over=1.0),
            "at most delta/10": lambda delta: _mills(delta, times=0.1),
        },
    ),
    Repair(
        "6.2-threshold",
        "the probability that the loss exceeds eps is at most that of y >= c - 1/(2 c), for eps <= 1 and its ends",
        lambda: grid(eps=(1e-9, 0.1, 0.5, 1.0), delta=_DELTAS[1:]),
        lambda eps, delta: share(_lost(eps, delta), _tail(_constant(delta) - 1 / (2 * _constant(delta)))),
        {
            "the printed threshold": lambda eps, delta: share(
                _lost(eps, delta), _tail(_constant(delta) / eps - eps / (2 * _constant(delta)))
            ),
            "eps up to 2": lambda eps, delta: share(
                _lost(2 * eps, delta), _tail(_constant(delta) - 1 / (2 * _constant(delta)))
            ),
        },
    ),
)

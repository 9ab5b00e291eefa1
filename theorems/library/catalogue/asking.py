"""What is asked of a pair of laws: `renyi(poisson)` is the run that asks the pair `poisson` for its Rényi divergence."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from mechanisms import Estimate

Laws = Callable[..., Any]
Run = Callable[..., Estimate]


def _asked(name: str, laws: Laws, run: Run) -> Run:
    """Name a run after its pair, so that its key and its source tell which pair and which quantity it is."""
    functools.update_wrapper(run, laws)
    run.__qualname__ = f"{name}({laws.__qualname__})"
    return run


def renyi(laws: Laws) -> Run:
    return _asked("renyi", laws, lambda alpha, **place: laws(**place).renyi(alpha))


def of_order(order: float, laws: Laws) -> Run:
    return _asked(f"of_order[{order}]", laws, lambda **place: laws(**place).renyi(order))


def kl(laws: Laws) -> Run:
    return _asked("kl", laws, lambda **place: laws(**place).kl())


def greatest(laws: Laws) -> Run:
    return _asked("greatest", laws, lambda **place: laws(**place).max_divergence())


def profile(laws: Laws) -> Run:
    return _asked("profile", laws, lambda epsilon, **place: laws(**place).hockey_stick(epsilon))


def tradeoff(laws: Laws) -> Run:
    return _asked("tradeoff", laws, lambda t, **place: laws(**place).tradeoff(t))


def chi_squared(laws: Laws) -> Run:
    return _asked("chi_squared", laws, lambda **place: laws(**place).chi_squared())


def total_variation(laws: Laws) -> Run:
    return _asked("total_variation", laws, lambda **place: laws(**place).total_variation())


def hellinger(laws: Laws) -> Run:
    return _asked("hellinger", laws, lambda **place: laws(**place).squared_hellinger())


def loss_tail(laws: Laws) -> Run:
    return _asked("loss_tail", laws, lambda epsilon, **place: laws(**place).loss_tail(epsilon))


def loss_variance(laws: Laws) -> Run:
    return _asked("loss_variance", laws, lambda **place: laws(**place).loss_variance())


def inverse_profile(laws: Laws) -> Run:
    return _asked("inverse_profile", laws, lambda delta, **place: _least_eps(laws(**place), delta))


def _least_eps(pair: Any, delta: float) -> Estimate:
    """Bisect for the least eps at which the hockey-stick divergence is at most delta; it falls with eps."""
    if pair.hockey_stick(0.0).upper <= delta:
        return Estimate(0.0, 0.0)
    low, high = 0.0, 1.0
    while pair.hockey_stick(high).upper > delta:
        if high > 256:
            return Estimate(math.inf, 0.0)
        high *= 2
    while high - low > 1e-10:
        middle = (low + high) / 2
        found = pair.hockey_stick(middle)
        if found.lower > delta:
            low = middle
        elif found.upper <= delta:
            high = middle
        else:
            break
    return Estimate((low + high) / 2, (high - low) / 2)

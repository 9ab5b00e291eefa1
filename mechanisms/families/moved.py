"""Counts and the same counts moved by an integer: what a counting query with such noise gives on neighbours."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from mechanisms.families.parameters import count
from mechanisms.families.saddle import log_binomial, log_poisson
from mechanisms.numeric.countable import CountablePair
from mechanisms.validate import Array, open_probability, positive

_ULPS = 16.0


def poisson_and_moved(mean: float, shift: int = 1) -> CountablePair:
    r"""Return a Poisson law, :math:`p(k) = e^{-m} m^k/k!`, and the same moved to the right.

    Parameters
    ----------
    mean : float
        The mean m, positive and finite.
    shift : int, optional
        By how much, positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    m, steps = positive("mean", mean), count("shift", shift)
    return _moved(lambda k: log_poisson(k, m), math.inf, steps, math.floor(m))


def binomial_and_moved(trials: int, success: float, shift: int = 1) -> CountablePair:
    r"""Return a binomial law, :math:`p(k) = \binom nk s^k (1-s)^{n-k}`, and the same moved to the right.

    Parameters
    ----------
    trials : int
        The number n of trials, positive.
    success : float
        The probability s of success, in (0, 1).
    shift : int, optional
        By how much, positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    n, p, steps = count("trials", trials), open_probability("success", success), count("shift", shift)
    return _moved(lambda k: log_binomial(k, n, p), n, steps, math.floor((n + 1) * p))


def _moved(log: Callable[[Array], Array], last: float, shift: float, mode: int) -> CountablePair:
    def plain(k: Array) -> Array:
        inside = (k >= 0) & (k <= last)
        return np.where(inside, log(np.clip(k, 0, last)), -math.inf)

    return CountablePair(plain, lambda k: plain(k - shift), (mode, mode + shift), (0.0, last + shift), _ULPS)

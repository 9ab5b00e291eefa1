"""Masses of choices by noisy comparison: integrals over the line of products of distribution functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.validate import Array

_NODES = 24
_MOST_PANELS = 20_000
# Beyond the outermost kinks integrands fall at least like e^-x in scales: what is left out is below e^-60 of the rest.
_REACH = 60.0


def laplace_log_density(x: Array) -> Array:
    """Log-density of the standard Laplace law."""
    return -np.abs(x) - math.log(2)


def laplace_log_cdf(x: Array) -> Array:
    """Logarithm of the distribution function of the standard Laplace law, accurate in both tails."""
    below = np.minimum(x, 0.0) - math.log(2)
    return np.where(x < 0, below, np.log1p(-np.exp(-np.abs(x)) / 2))


def log_integral(log_integrand: Callable[[Array], Array], kinks: Array, narrow: float, wide: float) -> float:
    """Return the logarithm of the integral of a function that is smooth between kinks.

    Gauss's rule on panels of the width of the narrower scale, which end at all kinks.

    Parameters
    ----------
    log_integrand : callable
        Logarithm of the integrand, vectorised; beyond the kinks it falls at least linearly, by 1 in `wide`.
    kinks : array, shape (n,)
        Where the integrand is not smooth.
    narrow, wide : float
        Smallest and largest scale of the laws, positive.

    Raises
    ------
    ParameterError
        If the kinks lie so far apart that there would be more than 20000 panels.
    """
    reach = (_REACH + math.log(len(kinks))) * wide
    ends = np.unique(np.concatenate([kinks, [kinks.min() - reach, kinks.max() + reach]]))
    counts = np.ceil(np.diff(ends) / narrow)
    if counts.sum() > _MOST_PANELS:
        raise ParameterError("scores", f"spread over at most {_MOST_PANELS} scales of the noise", float(counts.sum()))
    edges = np.concatenate(
        [np.linspace(a, b, int(n), endpoint=False) for a, b, n in zip(ends[:-1], ends[1:], counts, strict=True)]
        + [ends[-1:]]
    )
    nodes, weights = _rule()
    half = np.diff(edges)[:, np.newaxis] / 2
    x = edges[:-1, np.newaxis] + half * (nodes + 1)
    logs = log_integrand(x) + np.log(half * weights)
    top = logs.max()
    return float(top + math.log(math.fsum(np.exp(logs - top).ravel()))) if top > -math.inf else -math.inf


@cache
def _rule() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights

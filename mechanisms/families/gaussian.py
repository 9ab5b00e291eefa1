"""Gaussian laws on the line."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, positive, real


def gaussian_pair(mean_p: float, sigma_p: float, mean_q: float, sigma_q: float) -> Pair:
    """Return two Gaussian laws.

    Parameters
    ----------
    mean_p, mean_q : float
        Their means, finite.
    sigma_p, sigma_q : float
        Their standard deviations, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    at_p, at_q = real("mean_p", mean_p), real("mean_q", mean_q)
    return Pair(
        partial(log_gaussian, mean=at_p, sigma=positive("sigma_p", sigma_p)),
        partial(log_gaussian, mean=at_q, sigma=positive("sigma_q", sigma_q)),
        (at_p, at_q),
    )


def log_gaussian(x: Array, mean: float, sigma: float) -> Array:
    r"""Return the log-density :math:`-(x - \mu)^2/(2\sigma^2) - \log(\sigma\sqrt{2\pi})`."""
    standard = (x - mean) / sigma
    with np.errstate(over="ignore"):
        return -(standard * standard) / 2 - (math.log(sigma) + math.log(2 * math.pi) / 2)

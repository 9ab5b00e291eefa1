"""Laplace laws on the line."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, positive, real


def laplace_pair(location_p: float, scale_p: float, location_q: float, scale_q: float) -> Pair:
    """Return two Laplace laws.

    Parameters
    ----------
    location_p, location_q : float
        Their modes, finite.
    scale_p, scale_q : float
        Their scales, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    at_p, at_q = real("location_p", location_p), real("location_q", location_q)
    return Pair(
        partial(log_laplace, location=at_p, scale=positive("scale_p", scale_p)),
        partial(log_laplace, location=at_q, scale=positive("scale_q", scale_q)),
        (at_p, at_q),
    )


def log_laplace(x: Array, location: float, scale: float) -> Array:
    r"""Return the log-density :math:`-|x - \mu|/b - \log(2b)`."""
    return -np.abs(x - location) / scale - (math.log(scale) + math.log(2))

"""Mixtures: what Poisson subsampling makes of a pair of laws."""

from __future__ import annotations

import math
from functools import partial
from typing import TypeVar

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.families.gaussian import gaussian_pair
from mechanisms.numeric.countable import CountablePair
from mechanisms.numeric.pair import Pair
from mechanisms.numeric.supports import LogDensity
from mechanisms.validate import Array, positive, real

_AnyPair = TypeVar("_AnyPair", Pair, CountablePair)


def subsampled_pair(pair: _AnyPair, rate: float) -> _AnyPair:
    r"""Return the mixture of two laws against the second: :math:`(1 - r) Q + r P` and :math:`Q`.

    These are the laws of the output of a Poisson-subsampled mechanism on two data sets of which the first has one
    record more, where P is its law when the record is drawn and Q when it is not. The other adjacency direction is
    the reversed pair.

    Parameters
    ----------
    pair : Pair or CountablePair
        The laws P and Q.
    rate : float
        The sampling rate r, in (0, 1].

    Raises
    ------
    ParameterError
        If `pair` is of another type, or the rate is out of range.
    """
    if not isinstance(pair, (Pair, CountablePair)):
        raise ParameterError("pair", "a Pair or a CountablePair", pair)
    share = real("rate", rate, "a number in (0, 1]")
    if not 0 < share <= 1:
        raise ParameterError("rate", "a number in (0, 1]", rate)
    if share == 1:
        return pair
    mixed = partial(_log_mixture, log_p=pair.log_p, log_q=pair.log_q, rate=share)
    return type(pair)(mixed, pair.log_q, pair.breakpoints, pair.support, pair.ulps + 4)


def _log_mixture(x: Array, log_p: LogDensity, log_q: LogDensity, rate: float) -> Array:
    with np.errstate(invalid="ignore"):
        return np.logaddexp(math.log1p(-rate) + log_q(x), math.log(rate) + log_p(x))


def gaussian_mixture_pair(rate: float, shift: float, sigma: float) -> Pair:
    r"""Return :math:`(1 - r) N(0, \sigma^2) + r N(\Delta, \sigma^2)` against :math:`N(0, \sigma^2)`.

    The Poisson-subsampled Gaussian mechanism, adjacency by removal; reversed, by addition.

    Parameters
    ----------
    rate : float
        The sampling rate r, in (0, 1].
    shift : float
        The distance Delta of the means, a finite real number.
    sigma : float
        The standard deviation, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    return subsampled_pair(gaussian_pair(real("shift", shift), positive("sigma", sigma), 0.0, sigma), rate)


def gaussian_replaced_pair(rate: float, shift: float, sigma: float) -> Pair:
    r"""Return :math:`(1 - r) N(0, \sigma^2) + r N(\Delta, \sigma^2)` against :math:`(1 - r) N(0, \sigma^2) + r N(-\Delta, \sigma^2)`.

    The Poisson-subsampled Gaussian mechanism on two data sets in which one record moves the answer by as much in opposite directions.

    Parameters
    ----------
    rate : float
        The sampling rate r, in (0, 1].
    shift : float
        The distance Delta by which the record moves the answer, a finite real number.
    sigma : float
        The standard deviation, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    up, down = (gaussian_mixture_pair(rate, sign * real("shift", shift), sigma) for sign in (1, -1))
    return Pair(up.log_p, down.log_p, (*up.breakpoints, *down.breakpoints), up.support, up.ulps)

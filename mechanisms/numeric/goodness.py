"""Goodness of fit of samples, with a stated rate of false alarms and a stated power against distant laws."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.validate import Array, finite_array, integer, open_probability, probability


@dataclass(frozen=True)
class Verdict:
    """Outcome of a test; it has no truth value.

    Parameters
    ----------
    accepted : bool
        Whether the statistic is at most the threshold.
    statistic : float
        The statistic.
    threshold : float
        What the statistic exceeds with a probability of at most `false_alarm` if the law is right.
    false_alarm : float
        Bound on the probability of refuting the right law.
    n : int
        Number of independent samples.
    """

    accepted: bool
    statistic: float
    threshold: float
    false_alarm: float
    n: int

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value; read its field `accepted`")


def goodness_of_fit(
    samples: npt.ArrayLike, cdf: Callable[[Array], npt.ArrayLike], false_alarm: float = 1e-6
) -> Verdict:
    r"""Test whether independent samples have a given distribution function.

    The statistic is the Kolmogorov-Smirnov distance and the threshold :math:`\sqrt{\log(2/a)/(2n)}` for the
    rate a of false alarms: by the Dvoretzky-Kiefer-Wolfowitz inequality with Massart's constant ("The tight
    constant in the Dvoretzky-Kiefer-Wolfowitz inequality", Annals of Probability 18, 1990) this holds for
    every n and every law, with atoms or without. :func:`detectable_distance` gives the power.

    Parameters
    ----------
    samples : array_like, shape (n,)
        Independent real samples.
    cdf : callable
        The distribution function, vectorised; right-continuous where it jumps.
    false_alarm : float
        Rate of false alarms, strictly between 0 and 1.

    Raises
    ------
    ParameterError
        If the samples are not a non-empty vector of finite numbers, `cdf` leaves [0, 1] or is not vectorised,
        or the rate is out of range.
    """
    points = np.sort(_vector("samples", samples))
    rate = open_probability("false_alarm", false_alarm)
    n = len(points)
    distinct, counts = np.unique(points, return_counts=True)
    at_or_below = np.cumsum(counts) / n
    # The left limits matter where the law or the samples have atoms.
    below = np.concatenate([[0.0], at_or_below[:-1]])
    over = at_or_below - _evaluate(cdf, distinct)
    under = _evaluate(cdf, np.nextafter(distinct, -np.inf)) - below
    statistic = float(max(over.max(), under.max(), 0.0))
    threshold = math.sqrt(math.log(2 / rate) / (2 * n))
    return Verdict(statistic <= threshold, statistic, threshold, rate, n)


def goodness_of_counts(
    counts: Sequence[int] | npt.NDArray[np.integer], masses: Sequence[float], false_alarm: float = 1e-6
) -> Verdict:
    r"""Test whether counts of outcomes fit the masses of a finite law, by exact binomial tails.

    The statistic is :math:`-\log` of the smallest tail probability (at most, or at least, the count seen)
    over the k outcomes; with the threshold :math:`\log(2k/a)` the union bound over 2k tails gives a rate of
    at most a.

    Parameters
    ----------
    counts : sequence of int, shape (k,)
        How often each outcome was seen in independent samples.
    masses : sequence of float, shape (k,)
        Probabilities of the outcomes; they sum to 1 within 1e-12.
    false_alarm : float
        Rate a of false alarms, strictly between 0 and 1.

    Raises
    ------
    ParameterError
        If the counts are not non-negative integers with a positive sum, the masses are not probabilities that
        sum to 1, the lengths differ, or the rate is out of range.
    """
    from scipy.special import bdtr, bdtrc

    seen = np.asarray(counts)
    if seen.ndim != 1 or seen.dtype.kind not in "iu" or (seen < 0).any() or not seen.sum() > 0:
        raise ParameterError("counts", "a sequence of non-negative integers with a positive sum", counts)
    chances = np.array([probability("masses", mass) for mass in masses])
    if len(chances) != len(seen) or abs(math.fsum(chances) - 1) > 1e-12:
        raise ParameterError("masses", f"{len(seen)} probabilities that sum to 1", masses)
    rate = open_probability("false_alarm", false_alarm)
    n = int(seen.sum())
    with np.errstate(divide="ignore"):
        at_most = bdtr(seen.astype(float), n, chances)
        at_least = np.where(seen > 0, bdtrc(seen - 1.0, n, chances), 1.0)
        statistic = float(-np.log(np.minimum(at_most, at_least).min()))
    threshold = math.log(2 * len(seen) / rate)
    return Verdict(statistic <= threshold, statistic, threshold, rate, n)


def detectable_distance(n: int, false_alarm: float, power: float) -> float:
    r"""Kolmogorov-Smirnov distance at which :func:`goodness_of_fit` refutes with a given power.

    .. math:: \sqrt{\frac{\log(2/a)}{2n}} + \sqrt{\frac{\log(2/(1 - w))}{2n}}

    for the rate a of false alarms and the power w: within the second term the empirical distribution function
    is close to the true one with probability w, and then the triangle inequality puts the statistic above the
    threshold.

    Parameters
    ----------
    n : int
        Number of independent samples, positive.
    false_alarm : float
        Rate of false alarms, strictly between 0 and 1.
    power : float
        Probability of refuting a law at this distance or further, strictly between 0 and 1.
    """
    integer("n", n, 1, rule="a positive integer")
    rate, wanted = open_probability("false_alarm", false_alarm), open_probability("power", power)
    return math.sqrt(math.log(2 / rate) / (2 * n)) + math.sqrt(math.log(2 / (1 - wanted)) / (2 * n))


def _vector(name: str, values: npt.ArrayLike) -> Array:
    array = finite_array(name, values)
    if array.ndim != 1:
        raise ParameterError(name, "a vector", array.shape)
    return array


def _evaluate(cdf: Callable[[Array], npt.ArrayLike], points: Array) -> Array:
    values = np.asarray(cdf(points), dtype=float)
    if values.shape != points.shape or not ((values >= 0) & (values <= 1)).all():
        raise ParameterError("cdf", "a vectorised function with values in [0, 1]", values)
    return values

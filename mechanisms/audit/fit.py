"""Goodness of fit of samplers with a power that is stated beforehand."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.numeric.goodness import Verdict, detectable_distance, goodness_of_fit
from mechanisms.validate import Array, generator, integer, open_probability, probability


def runs_for_distance(distance: float, false_alarm: float, power: float) -> int:
    r"""Return how many samples refute every law at a given distance with a given power.

    .. math:: n = \left\lceil \frac{(\sqrt{\log(2/a)} + \sqrt{\log(2/(1 - w))})^2}{2 D^2} \right\rceil

    the smallest n at which :func:`mechanisms.numeric.goodness.detectable_distance` is at most the distance D.

    Parameters
    ----------
    distance : float
        Kolmogorov-Smirnov distance D, strictly between 0 and 1.
    false_alarm : float
        Rate a of false alarms, strictly between 0 and 1.
    power : float
        Probability w of refuting a law at this distance or further, strictly between 0 and 1.

    Raises
    ------
    ParameterError
        If a parameter is out of range.
    """
    apart = open_probability("distance", distance)
    needed = math.ceil((detectable_distance(1, false_alarm, power) / apart) ** 2)
    # The square is off by some units in the last place; at a tie that is one sample.
    while detectable_distance(needed, false_alarm, power) > apart:
        needed += 1
    return needed


def fit_sampler(
    draw: Callable[[np.random.Generator, int], npt.ArrayLike],
    cdf: Callable[[Array], npt.ArrayLike],
    rng: np.random.Generator,
    *,
    distance: float,
    false_alarm: float = 1e-6,
    power: float = 1 - 1e-6,
) -> Verdict:
    """Test a sampler against a distribution function with as many samples as the power takes.

    Parameters
    ----------
    draw : callable
        ``draw(rng, n)`` returns n independent real samples.
    cdf : callable
        The distribution function, vectorised; right-continuous where it jumps.
    rng : numpy.random.Generator
        The source of randomness.
    distance : float
        Kolmogorov-Smirnov distance at which a wrong law is refuted with probability `power`.
    false_alarm : float
        Rate of false alarms, strictly between 0 and 1.
    power : float
        Strictly between 0 and 1.

    Raises
    ------
    ParameterError
        If a parameter is out of range, or `draw` does not return as many finite numbers as it was asked for.
    GeneratorError
        If `rng` is not a ``numpy.random.Generator``; also a TypeError.
    """
    needed = runs_for_distance(distance, false_alarm, power)
    samples = np.asarray(draw(generator(rng), needed))
    if samples.shape != (needed,):
        raise ParameterError("draw", f"a function that returns a vector of {needed} samples", samples.shape)
    return goodness_of_fit(samples, cdf, false_alarm)


def power_of_counts(masses: Sequence[float], alternative: Sequence[float], n: int, false_alarm: float = 1e-6) -> float:
    """Lower bound on the power of :func:`mechanisms.numeric.goodness.goodness_of_counts` against another finite law.

    That test refutes as soon as one outcome is too rare or too frequent. The bound is the probability that the most
    telling outcome is, by exact binomial tails.

    Parameters
    ----------
    masses : sequence of float, shape (k,)
        Probabilities of the outcomes under the law that is tested.
    alternative : sequence of float, shape (k,)
        Their probabilities under the law to be found out.
    n : int
        Number of independent samples, positive.
    false_alarm : float
        Rate of false alarms of the test, strictly between 0 and 1.

    Raises
    ------
    ParameterError
        If the masses are not probabilities of the same number of outcomes, or a parameter is out of range.
    """
    stated, true = _masses("masses", masses), _masses("alternative", alternative)
    if len(stated) != len(true):
        raise ParameterError("alternative", f"{len(stated)} probabilities", alternative)
    count = integer("n", n, 1, rule="a positive integer")
    level = open_probability("false_alarm", false_alarm) / (2 * len(stated))
    return max(_power(mass, other, count, level) for mass, other in zip(stated, true, strict=True))


def _power(mass: float, other: float, n: int, level: float) -> float:
    """Return the probability under `other` that a count is in a tail of probability below `level` under `mass`."""
    from scipy.special import bdtr, bdtrc

    # Counts up to `rare`, and from `frequent` on, are refuted.
    rare = bisect_left(range(n + 1), True, key=lambda count: bdtr(float(count), n, mass) >= level) - 1
    frequent = bisect_left(range(n + 1), True, key=lambda count: count > 0 and bdtrc(count - 1.0, n, mass) < level)
    below = float(bdtr(float(rare), n, other)) if rare >= 0 else 0.0
    above = float(bdtrc(frequent - 1.0, n, other)) if frequent <= n else 0.0
    return min(below + above, 1.0)


def _masses(parameter: str, values: Sequence[float]) -> list[float]:
    masses = [probability(parameter, value) for value in values]
    if not masses or abs(math.fsum(masses) - 1) > 1e-12:
        raise ParameterError(parameter, "probabilities that sum to 1", values)
    return masses

"""The binomial mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.noise.integer import IntegerNoise, integer, positive_rational
from mechanisms.validate import Array

__all__ = ["Binomial"]

_MOST_TRIALS = 1 << 40
# The exact masses of all outcomes are listed up to here.
_MOST_LISTED = 4000


@dataclass(frozen=True)
class Binomial(IntegerNoise):
    r"""Centred binomial noise on every coordinate of an integer answer.

    .. math:: P[k] = \binom{n}{j} p^j (1 - p)^{n - j}, \qquad j = k - a + c

    for the true answer a and the centre :math:`c = \lfloor np + 1/2 \rfloor`, so that the noise has a mean of at most
    1/2 in absolute value. Adjacency: data sets are adjacent when their answers differ by at most `sensitivity`, in
    absolute value for one answer and in the l2 norm for a vector of answers. Releases are drawn in exact integer
    arithmetic, in a time that grows like n; what remains visible is the time that a release takes.

    Source: N. Agarwal, A. Suresh, F. Yu, S. Kumar, H. B. McMahan, "cpSGD: communication-efficient and
    differentially-private distributed SGD", NeurIPS 2018, arXiv:1805.10559 (there centred at np).

    Parameters
    ----------
    n : int
        Number of trials, from 1 to 2^40.
    p : Fraction, int or float
        Probability of success, strictly between 0 and 1; a float counts as the dyadic rational that it is.
    sensitivity : int
        Largest distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    n: int
    p: Fraction = Fraction(1, 2)
    sensitivity: int = 1

    def __post_init__(self) -> None:
        chance = positive_rational("p", self.p)
        if chance >= 1:
            raise ParameterError("p", "strictly between 0 and 1", self.p)
        object.__setattr__(self, "n", integer("n", self.n, 1, _MOST_TRIALS))
        object.__setattr__(self, "p", chance)
        object.__setattr__(self, "sensitivity", integer("sensitivity", self.sensitivity, 1))

    @property
    def centre(self) -> int:
        """The number of successes that stands for no noise, np rounded to an integer."""
        return math.floor(self.n * self.p + Fraction(1, 2))

    def mass(self, outcome: int, answer: int = 0) -> Fraction:
        """Exact probability of `outcome` when the true answer is `answer`.

        Parameters
        ----------
        outcome, answer : int
            Integers of absolute value at most 2^61.
        """
        j = integer("outcome", outcome, -(1 << 61)) - integer("answer", answer, -(1 << 61)) + self.centre
        if not 0 <= j <= self.n:
            return Fraction(0)
        return math.comb(self.n, j) * self.p**j * (1 - self.p) ** (self.n - j)

    def _laws(self, shift: float) -> FinitePair:
        """Return the exact laws; the outcomes 0, 1, ... of the pair are the possible outputs in increasing order."""
        if not shift.is_integer():
            raise ParameterError("shift", "an integer", shift)
        step = int(shift)
        if self.n + abs(step) >= _MOST_LISTED:
            raise ParameterError(
                "n + |shift|", f"below {_MOST_LISTED} for a list of exact masses", self.n + abs(step)
            )
        masses = tuple(self.mass(j - self.centre) for j in range(self.n + 1))
        nothing = (Fraction(0),) * abs(step)
        laws = (masses + nothing, nothing + masses)
        return FinitePair(*(laws if step >= 0 else laws[::-1]))

    def _draw(self, rng: np.random.Generator | None, size: int) -> npt.NDArray[Any]:
        from mechanisms.exact.samplers import binomial

        return np.asarray(binomial(self.n, self.p, size, rng)) - self.centre

    def _log_noise_mass(self, noise: Array) -> Array:
        successes = noise + self.centre
        inside = (successes >= 0) & (successes <= self.n)
        return np.where(inside, self._log_mass(np.clip(successes, 0, self.n)), -np.inf)

    def _log_mass(self, j: Array) -> Array:
        """Return the log-mass by C. Loader's saddle-point expansion, in which nothing large cancels."""
        n, p, q = self.n, float(self.p), float(1 - self.p)
        low, high = n * math.log1p(-p) if p < 0.5 else n * math.log(q), n * math.log(p)
        if q < 0.5:
            high = n * math.log1p(-q)
        k = np.clip(j, 1, max(n - 1, 1))
        rest = np.maximum(n - k, 1.0)
        log_mass = _stirling_error(np.array(float(n))) - _stirling_error(k) - _stirling_error(rest)
        log_mass = log_mass - _deviance(k, float(n * self.p)) - _deviance(rest, float(n * (1 - self.p)))
        log_mass = log_mass + np.log(n / (2 * math.pi * k * rest)) / 2
        return np.where(j == 0, low, np.where(j == n, high, log_mass))


def _stirling_error(n: Array) -> Array:
    """Return log n! less Stirling's formula, for n >= 1."""
    from scipy.special import gammaln

    inverse = 1 / (n * n)
    series = (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - inverse / 1188) * inverse) * inverse) * inverse) / n
    direct = gammaln(n + 1) - (n + 0.5) * np.log(n) + n - math.log(2 * math.pi) / 2
    return np.where(n < 16, direct, series)


def _deviance(x: Array, mean: float) -> Array:
    """Return x log(x/mean) + mean - x."""
    t = (x - mean) / mean
    return mean * ((1 + t) * np.log1p(t) - t)

"""The binomial mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.samplers import binomial
from mechanisms.families.saddle import log_binomial
from mechanisms.finite.pair import FinitePair
from mechanisms.noise.integer import LARGEST, IntegerNoise, positive_rational
from mechanisms.validate import Array, integer

_MOST_TRIALS = 1 << 40
# The exact masses of all outcomes are listed up to here.
_MOST_LISTED = 4000


@dataclass(frozen=True, init=False)
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

    guarantee: ClassVar[str] = "mechanism.binomial"

    n: int
    p: Fraction = Fraction(1, 2)
    sensitivity: int = 1

    def __init__(self, n: int, p: Fraction | float = Fraction(1, 2), sensitivity: int = 1) -> None:
        chance = positive_rational("p", p)
        if chance >= 1:
            raise ParameterError("p", "strictly between 0 and 1", p)
        object.__setattr__(self, "n", integer("n", n, 1, _MOST_TRIALS))
        object.__setattr__(self, "p", chance)
        object.__setattr__(self, "sensitivity", integer("sensitivity", sensitivity, 1, LARGEST))

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
        j = integer("outcome", outcome, -LARGEST, LARGEST) - integer("answer", answer, -LARGEST, LARGEST) + self.centre
        if not 0 <= j <= self.n:
            return Fraction(0)
        return math.comb(self.n, j) * self.p**j * (1 - self.p) ** (self.n - j)

    def _laws(self, shift: float) -> FinitePair:
        """Return the exact laws; the outcomes 0, 1, ... of the pair are the possible outputs in increasing order."""
        if not shift.is_integer():
            raise ParameterError("shift", "an integer", shift)
        step = int(shift)
        if self.n + abs(step) >= _MOST_LISTED:
            raise ParameterError("n + |shift|", f"below {_MOST_LISTED} for a list of exact masses", self.n + abs(step))
        masses = tuple(self.mass(j - self.centre) for j in range(self.n + 1))
        nothing = (Fraction(0),) * abs(step)
        laws = (masses + nothing, nothing + masses)
        return FinitePair(*(laws if step >= 0 else laws[::-1]))

    def _draw(self, rng: np.random.Generator | None, size: int) -> npt.NDArray[Any]:
        return np.asarray(binomial(self.n, self.p, size, rng)) - self.centre

    def _log_noise_mass(self, noise: Array) -> Array:
        successes = noise + self.centre
        inside = (successes >= 0) & (successes <= self.n)
        count, p = np.clip(successes, 0, self.n), self.p
        if p > Fraction(1, 2):  # of the two probabilities the smaller one is the one that floats resolve
            count, p = self.n - count, 1 - p
        return np.where(inside, log_binomial(count, self.n, float(p)), -np.inf)

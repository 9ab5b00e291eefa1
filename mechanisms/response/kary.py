"""Randomized response on one of k values."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.words import WordSource
from mechanisms.finite.pair import FinitePair
from mechanisms.numeric.estimate import Estimate
from mechanisms.response.randomized import odds_above
from mechanisms.validate import Array, generator, integer, non_negative, plain_array, real, scalar_or_array

__all__ = ["KaryRandomizedResponse"]

# Above it e^-eps is no longer a normal float, and a sampler could not tell the mechanism from the identity
# anyway.
_LARGEST = 700.0
_MOST_VALUES, _COUNT = 1 << 32, "an integer from 2 to 2^32"


@dataclass(frozen=True)
class KaryRandomizedResponse:
    r"""Randomized response on k values: the true one with a higher probability, all others with one lower probability.

    .. math:: P[i \mid i] = \frac{e^\varepsilon}{e^\varepsilon + k - 1}, \qquad
              P[j \mid i] = \frac{1}{e^\varepsilon + k - 1} \quad (j \ne i)

    Adjacency: any two values.

    :meth:`release` works in floating point and is for study: a value is replaced when a uniform float of 53 bits falls
    below the probability of that, which is realised to within 2^-53. To release, use its exact twin :meth:`release_exact`.

    Source: P. Kairouz, S. Oh, P. Viswanath, "Extremal mechanisms for local differential privacy", Journal of Machine
    Learning Research 17, 2016.

    Parameters
    ----------
    k : int
        Number of values, from 2 to 2^32.
    eps : float
        The max divergence epsilon between the laws of two answers, natural logarithm; from 0 to 700.

    Raises
    ------
    ParameterError
        If `k` is not such an integer, or `eps` is not a number from 0 to 700.
    """

    guarantee: ClassVar[str] = "mechanism.randomized_response.kary"

    k: int
    eps: float
    _other: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        k, eps = integer("k", self.k, 2, _MOST_VALUES, _COUNT), non_negative("eps", self.eps)
        if eps > _LARGEST:
            raise ParameterError("eps", f"at most {_LARGEST:g}", self.eps)
        odds = odds_above(eps)
        object.__setattr__(self, "k", k)
        object.__setattr__(self, "eps", eps)
        object.__setattr__(self, "_other", odds / (1 + (k - 1) * odds))

    @classmethod
    def from_probability(cls, k: int, other: float | Fraction) -> KaryRandomizedResponse:
        r"""Return the mechanism that gives each wrong value with probability p and the true one with :math:`1 - (k - 1)p`.

        Its epsilon is :math:`\log((1 - (k - 1)p)/p)`, rounded up. This is the form of M. Jazbec, BSc thesis, University
        of Ljubljana 2018, Example 4.10, with m = k - 1.

        Parameters
        ----------
        k : int
            Number of values, from 2 to 2^32.
        other : float or Fraction
            The probability p, positive and at most 1/k; a Fraction makes :meth:`pair` exact.

        Raises
        ------
        ParameterError
            If a parameter is out of range, or epsilon would exceed 700.
        """
        rule = "a probability in (0, 1/k]"
        value = real("other", other, rule)
        exact = other if isinstance(other, Fraction) else Fraction(value)
        count = integer("k", k, 2, _MOST_VALUES, _COUNT)
        if not 0 < exact <= Fraction(1, count):
            raise ParameterError("other", rule, other)
        if exact < Fraction(math.exp(-_LARGEST)):
            raise ParameterError("other", f"such that epsilon is at most {_LARGEST:g}", other)
        eps = math.log1p(float((1 - count * exact) / exact))
        # Two units in the last place cover the rounding of the quotient and of the logarithm.
        mechanism = cls(count, min(eps + 2 * math.ulp(eps), _LARGEST) if eps else 0.0)
        object.__setattr__(mechanism, "_other", exact)
        return mechanism

    @property
    def _replace(self) -> Fraction:
        """The probability of another value."""
        return (self.k - 1) * self._other

    def release(self, answers: npt.ArrayLike, rng: np.random.Generator) -> int | npt.NDArray[np.int64]:
        """Release values, each kept or replaced independently.

        Parameters
        ----------
        answers : array_like of int, any shape
            Values from 0 to k - 1.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        int or array of int of the shape of `answers`
            An int for a scalar.

        Raises
        ------
        ParameterError
            If an entry is not a value, or there is none.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        values, source = self._values("answers", answers), generator(rng)
        replaced = source.random(values.shape) < float(self._replace)
        step = source.integers(1, self.k, values.shape)
        released = np.asarray(np.where(replaced, (values + step) % self.k, values))
        return int(released) if values.ndim == 0 else released

    def release_exact(
        self, answers: npt.ArrayLike, rng: np.random.Generator | None = None
    ) -> int | npt.NDArray[np.int64]:
        """Release values, each kept or replaced independently, in exact integer arithmetic.

        A value is replaced with the very probability of :meth:`pair`, a rational that is rounded up, so that epsilon is never
        above the stated one. What remains visible is the time that a release takes.

        Parameters
        ----------
        answers : array_like of int, any shape
            Values from 0 to k - 1.
        rng : numpy.random.Generator, optional
            A seeded source, for study and tests; by default the system's cryptographic source.

        Returns
        -------
        int or array of int of the shape of `answers`
            An int for a scalar.

        Raises
        ------
        ParameterError
            If an entry is not a value, or there is none.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        values, source = self._values("answers", answers), WordSource(rng)
        num, den = self._replace.numerator, self._replace.denominator
        steps = [1 + source.below(self.k - 1) if source.bernoulli(num, den) else 0 for _ in range(values.size)]
        released = (values + np.reshape(steps, values.shape).astype(np.int64)) % self.k
        return int(released) if values.ndim == 0 else released

    def log_mass(self, outcome: npt.ArrayLike, answer: npt.ArrayLike) -> float | Array:
        """Logarithm of the probability of `outcome` when the true value is `answer`.

        Parameters
        ----------
        outcome, answer : array_like of int, broadcast against each other
            Values from 0 to k - 1.
        """
        same = self._values("outcome", outcome) == self._values("answer", answer)
        kept = (
            math.log1p(-float(self._replace))
            if self._replace < Fraction(1, 2)
            else math.log(float(1 - self._replace))
        )
        return scalar_or_array(np.where(same, kept, math.log(float(self._other))))

    def pair(self) -> FinitePair:
        """Return the laws of the output on two values, with k - 2 values merged that neither answer is.

        The outcomes are, in this order: the value under P, the value under Q, any other. Where k is 2 the last one has
        no mass. All others have the same masses under both laws, so that merging them changes no divergence.
        """
        rest = (self.k - 2) * self._other
        keep = 1 - self._replace
        return FinitePair((keep, self._other, rest), (self._other, keep, rest))

    def renyi(self, order: float) -> Estimate:
        """Rényi divergence between the laws of two answers; see :meth:`mechanisms.FinitePair.renyi`."""
        return self.pair().renyi(order)

    def kl(self) -> Estimate:
        """Kullback-Leibler divergence between the laws of two answers."""
        return self.pair().kl()

    def max_divergence(self) -> Estimate:
        """Max divergence between the laws of two answers."""
        return self.pair().max_divergence()

    def hockey_stick(self, eps: float) -> Estimate:
        """Hockey-stick divergence between the laws of two answers."""
        return self.pair().hockey_stick(eps)

    def _values(self, name: str, values: npt.ArrayLike) -> npt.NDArray[np.int64]:
        rule = f"values from 0 to {self.k - 1}, a scalar or a non-empty rectangular array of integers"
        array = plain_array(name, values, rule)
        if array.dtype.kind not in "iu" or array.size == 0:
            raise ParameterError(name, rule, values)
        bad = (array < 0) | (array >= self.k)
        if bad.any():
            raise ParameterError(name, rule, int(array[bad][0]))
        return array.astype(np.int64)

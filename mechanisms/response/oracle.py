"""Local randomisers of one of k values whose answer is a set of values; a bit for each value is unary encoding."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.words import WordSource
from mechanisms.finite.pair import FinitePair
from mechanisms.numeric.interface import HasPair
from mechanisms.response.base import checked_eps, eps_of, odds_above, whole_values
from mechanisms.validate import Array, generator, integer, plain_array, real

_MOST_VALUES = 1 << 20
Held = npt.NDArray[np.bool_]


class FrequencyOracle(HasPair):
    """A subclass has its number k of values, how often an answer holds one, both laws as a pair, and its two samplers.

    :meth:`release` works in floating point and is for study. To release, use its exact twin :meth:`release_exact`, which draws integers.
    """

    k: int

    @property
    def hit(self) -> Fraction:
        """The probability that the answer holds the true value."""
        raise NotImplementedError

    @property
    def chance(self) -> Fraction:
        """The probability that the answer holds another value."""
        raise NotImplementedError

    def pair(self) -> FinitePair:
        """Return the laws of the answer to two values, by what it holds: the first alone, the second alone, both, or neither."""
        raise NotImplementedError

    def held(self, answers: Any) -> Held:
        """Return which values answers hold: an array with one more axis, of length k."""
        return np.asarray(answers, dtype=bool)

    def _drawn(self, values: npt.NDArray[np.int64], rng: np.random.Generator) -> Any:
        raise NotImplementedError

    def _drawn_exactly(self, value: int, source: WordSource) -> Any:
        raise NotImplementedError

    def release(self, values: npt.ArrayLike, rng: np.random.Generator) -> Any:
        """Release an answer to each of several values.

        Parameters
        ----------
        values : array_like of int
            From 0 to k - 1.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        array
            What :meth:`held` reads: an answer along the last axis, or a number for each.

        Raises
        ------
        ParameterError
            If an entry is not a value, or there is none.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        return self._drawn(self._values(values), generator(rng))

    def release_exact(self, values: npt.ArrayLike, rng: np.random.Generator | None = None) -> Any:
        """Release the same in exact integer arithmetic, by default from the system's cryptographic source.

        The probabilities are the very rationals of :meth:`pair`. What remains visible is the time that a release takes.
        """
        whole, source = self._values(values), WordSource(rng)
        drawn = np.array([self._drawn_exactly(int(value), source) for value in whole.ravel()])
        return drawn.reshape((*whole.shape, *drawn.shape[1:]))

    def estimate(self, answers: Any) -> Array:
        """Return the share of each value, estimated without bias; a share may come out negative.

        Parameters
        ----------
        answers : array
            What was released, of one user or more.

        Raises
        ------
        ParameterError
            If there is none, or what stands there was not released by this mechanism.
        """
        shares = self.held(self._answers(answers)).reshape(-1, self.k).mean(axis=0)
        return (shares - float(self.chance)) / float(self.hit - self.chance)

    def _answers(self, answers: Any) -> npt.NDArray[Any]:
        """Return answers as an array, which has to be one of bits with k of them along the last axis."""
        rule = f"a non-empty array of answers, {self.k} bits along the last axis"
        array = plain_array("answers", answers, rule)
        if array.ndim == 0 or array.size == 0 or array.shape[-1] != self.k or array.dtype.kind not in "biu":
            raise ParameterError("answers", rule, answers)
        if array.dtype.kind != "b" and ((array < 0) | (array > 1)).any():
            raise ParameterError("answers", rule, answers)
        return array

    def _values(self, values: npt.ArrayLike) -> npt.NDArray[np.int64]:
        rule = f"values from 0 to {self.k - 1}, a scalar or a non-empty rectangular array of integers"
        return whole_values("values", values, self.k, rule)


def exact_share(name: str, value: float | Fraction) -> Fraction:
    """Return a probability strictly between 0 and 1 as the rational that it is."""
    rule = "a probability strictly between 0 and 1"
    exact = value if isinstance(value, Fraction) else Fraction(real(name, value, rule))
    if not 0 < exact < 1:
        raise ParameterError(name, rule, value)
    return exact


def checked_count(k: int) -> int:
    """Return a number of values, from 2 to 2^20."""
    return integer("k", k, 2, _MOST_VALUES, "an integer from 2 to 2^20")


@dataclass(frozen=True)
class UnaryEncoding(FrequencyOracle):
    r"""Unary encoding: a bit for each value, told 1 with probability p for the true value, q for any other, each by itself.

    Adjacency: any two values. Its max divergence is :math:`\log\frac{p(1 - q)}{q(1 - p)}`.

    Source: T. Wang, J. Blocki, N. Li, S. Jha, "Locally differentially private protocols for frequency estimation", 26th USENIX
    Security Symposium, 2017.

    Parameters
    ----------
    k : int
        Number of values, from 2 to 2^20.
    p, q : float or Fraction
        The probabilities of a 1, q below p; a Fraction makes :meth:`pair` exact.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.unary_encoding"

    k: int
    p: Fraction
    q: Fraction

    def __post_init__(self) -> None:
        for name, value in (
            ("k", checked_count(self.k)),
            ("p", exact_share("p", self.p)),
            ("q", exact_share("q", self.q)),
        ):
            object.__setattr__(self, name, value)
        if self.q >= self.p:
            raise ParameterError("q", "below p", float(self.q))

    @classmethod
    def symmetric(cls, k: int, eps: float) -> UnaryEncoding:
        """Return the one whose bits are randomized responses with half of eps."""
        odds = odds_above(checked_budget(eps) / 2)
        return cls(k, 1 / (1 + odds), odds / (1 + odds))

    @classmethod
    def optimized(cls, k: int, eps: float) -> UnaryEncoding:
        """Return the one with p = 1/2, whose estimates of rare values vary least."""
        odds = odds_above(checked_budget(eps))
        return cls(k, Fraction(1, 2), odds / (1 + odds))

    @property
    def eps(self) -> float:
        """The max divergence, rounded up."""
        return eps_of(self.q * (1 - self.p), self.p * (1 - self.q))

    @property
    def hit(self) -> Fraction:
        return self.p

    @property
    def chance(self) -> Fraction:
        return self.q

    def pair(self) -> FinitePair:
        p, q = self.p, self.q
        alike = [p * q, (1 - p) * (1 - q)]
        return FinitePair([p * (1 - q), q * (1 - p), *alike], [q * (1 - p), p * (1 - q), *alike])

    def _drawn(self, values: npt.NDArray[np.int64], rng: np.random.Generator) -> Held:
        true = values[..., np.newaxis] == np.arange(self.k)
        return rng.random(true.shape) < np.where(true, float(self.p), float(self.q))

    def _drawn_exactly(self, value: int, source: WordSource) -> list[bool]:
        chances = (self.p if place == value else self.q for place in range(self.k))
        return [source.bernoulli(each.numerator, each.denominator) for each in chances]


def checked_budget(eps: float) -> float:
    """Return a budget that is positive and finite."""
    value = checked_eps(eps)
    if value == 0:
        raise ParameterError("eps", "positive", eps)
    return value

"""What randomized responses share: a value is kept, or replaced by one of the others, all of them equally likely."""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.words import WordSource
from mechanisms.finite.pair import FinitePair
from mechanisms.numeric.interface import HasPair
from mechanisms.validate import Array, generator, non_negative, plain_array, scalar_or_array

LARGEST = 700.0
"""The greatest eps: above it e^-eps is no longer a normal float, and a sampler could not tell the mechanism from the identity anyway."""
# Digits of the masses: their rounding is then far below that of a float.
_CONTEXT = Context(prec=60)


def odds_above(eps: float) -> Fraction:
    """Return a rational just above e^-eps, and at most 1: masses that are made of it keep eps exactly."""
    return min(Fraction(_CONTEXT.next_plus(_CONTEXT.exp(Decimal(eps).copy_negate()))), Fraction(1))


def checked_eps(eps: float) -> float:
    """Return an eps from 0 to `LARGEST`."""
    value = non_negative("eps", eps)
    if value > LARGEST:
        raise ParameterError("eps", f"at most {LARGEST:g}", eps)
    return value


def eps_of(least: Fraction, greatest: Fraction) -> float:
    """Return the logarithm of the ratio of two probabilities, rounded up, and at most `LARGEST`."""
    eps = math.log1p(float((greatest - least) / least))
    # two units in the last place cover the rounding of the quotient and of the logarithm
    return min(eps + 2 * math.ulp(eps), LARGEST) if eps else 0.0


class Response(HasPair):
    """A subclass has its number of values, the probability of each wrong one, the law of its answers as a pair, and a rule for its input."""

    kinds: ClassVar[str] = "iu"
    """The kinds of arrays that are values."""
    _other: Fraction

    @property
    def _choices(self) -> int:
        """The number k of values."""
        raise NotImplementedError

    @property
    def rule(self) -> str:
        """What values have to be, as an error says it after "must be"."""
        raise NotImplementedError

    def pair(self) -> FinitePair:
        """Return the laws of the output on two values."""
        raise NotImplementedError

    @property
    def _replace(self) -> Fraction:
        """The probability of another value."""
        return (self._choices - 1) * self._other

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
        step = source.integers(1, self._choices, values.shape)
        return _like(values, np.where(replaced, (values + step) % self._choices, values))

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
        steps = [1 + source.below(self._choices - 1) if source.bernoulli(num, den) else 0 for _ in range(values.size)]
        return _like(values, (values + np.reshape(steps, values.shape).astype(np.int64)) % self._choices)

    def log_mass(self, outcome: npt.ArrayLike, answer: npt.ArrayLike) -> float | Array:
        """Logarithm of the probability of `outcome` when the true value is `answer`.

        Parameters
        ----------
        outcome, answer : array_like of int, broadcast against each other
            Values from 0 to k - 1.
        """
        same = self._values("outcome", outcome) == self._values("answer", answer)
        kept = (
            math.log1p(-float(self._replace)) if self._replace < Fraction(1, 2) else math.log(float(1 - self._replace))
        )
        return scalar_or_array(np.where(same, kept, math.log(float(self._other))))

    def _values(self, name: str, values: npt.ArrayLike) -> npt.NDArray[np.int64]:
        return whole_values(name, values, self._choices, self.rule, self.kinds)


def whole_values(name: str, values: npt.ArrayLike, choices: int, rule: str, kinds: str = "iu") -> npt.NDArray[np.int64]:
    """Return values below a number of choices as an integer array; floats are refused even where they are whole."""
    array = plain_array(name, values, rule)
    if array.dtype.kind not in kinds or array.size == 0:
        raise ParameterError(name, rule, values)
    bad = (array < 0) | (array >= choices)
    if bad.any():
        raise ParameterError(name, rule, int(array[bad][0]))
    return array.astype(np.int64)


def _like(values: npt.NDArray[np.int64], released: npt.NDArray[np.int64]) -> int | npt.NDArray[np.int64]:
    """Return what is released, an int for a scalar."""
    return int(released) if values.ndim == 0 else np.asarray(released)

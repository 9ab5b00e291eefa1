"""What mechanisms that add independent integer noise to every coordinate have in common."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from functools import partial
from numbers import Rational
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.noise.shifts import ShiftedLaw
from mechanisms.numeric.countable import CountablePair
from mechanisms.validate import Array, plain_array, positive, scalar_or_array

Integers = npt.NDArray[np.int64]

LARGEST = 1 << 61
"""Answers and outcomes up to it leave room for noise and differences in 64 bits."""


class IntegerNoise(ShiftedLaw):
    """A mechanism that releases integers plus integer noise of a fixed law, drawn afresh for every coordinate."""

    # Accuracy of the log-masses, in units in the last place.
    _ulps: ClassVar[float] = 4.0

    @abstractmethod
    def _draw(self, rng: np.random.Generator | None, size: int) -> npt.NDArray[Any]:
        """Draw independent noise."""

    @abstractmethod
    def _log_noise_mass(self, noise: Array) -> Array:
        """Log-mass of the noise, at integers given as floats."""

    def release(self, answers: npt.ArrayLike, rng: np.random.Generator | None = None) -> int | Integers:
        """Release integer answers with independent noise on every coordinate.

        Parameters
        ----------
        answers : array_like of int, any shape
            Integers of absolute value at most 2^61.
        rng : numpy.random.Generator, optional
            A seeded source, for study and tests; by default the system's cryptographic source.

        Returns
        -------
        int or array of int of the shape of `answers`
            An int for a scalar.

        Raises
        ------
        ParameterError
            If an answer is not such an integer, the array is ragged or empty, or noise leaves 64 bits.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        values = _integer_array("answers", answers)
        noise = self._draw(rng, values.size)
        if noise.dtype != np.int64 or (np.abs(noise) > LARGEST).any():
            raise ParameterError("noise", "of a scale that 64-bit integers hold", self)
        released = values + noise.reshape(values.shape)
        return int(released) if values.ndim == 0 else released

    def log_mass(self, outcome: npt.ArrayLike, answer: npt.ArrayLike = 0) -> float | Array:
        """Logarithm of the probability of `outcome` when the true answer is `answer`.

        Parameters
        ----------
        outcome, answer : array_like of int, broadcast against each other
            Integers of absolute value at most 2^61.

        Returns
        -------
        float or array
            Natural logarithm; -inf off the support.
        """
        noise = _integer_array("outcome", outcome) - _integer_array("answer", answer)
        return scalar_or_array(np.asarray(self._log_noise_mass(np.asarray(noise, dtype=float))))

    def _laws(self, shift: float) -> CountablePair | FinitePair:
        if not shift.is_integer():
            raise ParameterError("shift", "an integer", shift)
        points = (0.0, shift)
        return CountablePair(self._log_noise_mass, partial(_moved, self, shift), points, ulps=self._ulps)


def _moved(mechanism: IntegerNoise, shift: float, outcome: Array) -> Array:
    """Return the log-mass of an output on the answer `shift`; a function, not a closure, so that pairs pickle."""
    return mechanism._log_noise_mass(outcome - shift)


def _integer_array(name: str, values: npt.ArrayLike) -> Integers:
    rule = "integers of absolute value at most 2^61, a scalar or a non-empty rectangular array"
    array = plain_array(name, values, rule)
    if array.dtype.kind not in "iu" or array.size == 0:
        raise ParameterError(name, rule, values)
    bad = (array > LARGEST) | (array < -LARGEST)
    if bad.any():
        raise ParameterError(name, rule, int(array[bad][0]))
    return array.astype(np.int64)


def positive_rational(name: str, value: Fraction | float) -> Fraction:
    """Return `value` as an exact positive fraction; a float counts as the dyadic rational that it is."""
    rounded = positive(name, value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return Fraction(rounded)

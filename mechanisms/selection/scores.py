"""What mechanisms on vectors of scores have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational, Real
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.validate import Array, finite_array, generator, scalar_or_array

Indices = npt.NDArray[np.int64]


class ScoredChoice(ABC):
    """A mechanism whose outcome is an index, with a law that depends on a vector of scores."""

    # How many scores the enumeration of masses takes.
    _most_exact: ClassVar[int] = 64

    @abstractmethod
    def _choose(self, scores: Array, rng: np.random.Generator) -> Indices:
        """Choose an index for each vector along the last axis."""

    @abstractmethod
    def _log_masses(self, scores: Array) -> Array:
        """Log-masses of all outcomes for one vector of scores."""

    @abstractmethod
    def _exact_masses(self, scores: list[Fraction]) -> list[Fraction]:
        """Masses of all outcomes for one vector of scores, to many digits; they sum to 1 exactly."""

    def release(self, scores: npt.ArrayLike, rng: np.random.Generator) -> int | Indices:
        """Release one index for each vector of scores, independently.

        Parameters
        ----------
        scores : array_like, shape (..., k)
            Finite real numbers; the k scores of one choice along the last axis.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        int or array of int, shape (...)
            An int for one vector.

        Raises
        ------
        ParameterError
            If `scores` is not such an array.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        values = score_array("scores", scores)
        chosen = self._choose(values, generator(rng))
        return int(chosen) if values.ndim == 1 else chosen

    def log_mass(self, outcome: npt.ArrayLike, scores: npt.ArrayLike) -> float | Array:
        """Logarithm of the probability of outcomes, given one vector of scores.

        Parameters
        ----------
        outcome : array_like of int, any shape
            Indices of outcomes.
        scores : array_like, shape (k,)
            Finite real numbers.

        Returns
        -------
        float or array of the shape of `outcome`
            Natural logarithm.
        """
        masses = self._log_masses(score_array("scores", scores, vector=True))
        places = np.asarray(outcome)
        if places.dtype.kind not in "iu" or (places < 0).any() or (places >= len(masses)).any():
            rule = f"an integer from 0 to {len(masses) - 1}, or an array of them"
            raise ParameterError("outcome", rule, outcome)
        return scalar_or_array(np.asarray(masses[places]))

    def pair(self, first: Sequence[Fraction | float], second: Sequence[Fraction | float]) -> FinitePair:
        """Return the laws of the outcome on two vectors of scores: P on `first`, Q on `second`.

        The masses are enumerated from exponentials of 60 digits: each is right to a relative error below 1e-40, far
        below the errors that the divergences of the pair state.

        Parameters
        ----------
        first, second : sequence of int, Fraction or float, shape (k,)
            Finite real numbers, at most 64, at most 32 where Laplace noise is compared.

        Raises
        ------
        ParameterError
            If the scores are not such sequences of one length.
        """
        laws = [exact_scores(name, scores) for name, scores in (("first", first), ("second", second))]
        if len(laws[0]) != len(laws[1]) or len(laws[0]) > self._most_exact:
            rule = f"as long as first, and at most {self._most_exact} scores"
            raise ParameterError("second", rule, len(laws[1]))
        return FinitePair(*map(self._exact_masses, laws))


def score_array(name: str, scores: npt.ArrayLike, vector: bool = False) -> Array:
    """Return scores as a float array with at least one axis, or exactly one."""
    values = finite_array(name, scores)
    if values.ndim == 0 or (vector and values.ndim > 1):
        raise ParameterError(name, "a vector of scores" + ("" if vector else ", or an array of them"), values.shape)
    return values


def boolean(name: str, value: object) -> bool:
    """Return `value` as a bool; numbers are refused."""
    if not isinstance(value, (bool, np.bool_)):
        raise ParameterError(name, "True or False", value)
    return bool(value)


def exact_scores(name: str, scores: Sequence[Fraction | float]) -> list[Fraction]:
    """Return one vector of scores as fractions; floats count as the dyadic rationals that they are."""
    if not isinstance(scores, (Sequence, np.ndarray)) or not all(
        isinstance(score, Real) and not isinstance(score, (bool, np.bool_)) for score in scores
    ):
        raise ParameterError(name, "a vector of finite real numbers", scores)
    values = score_array(name, [float(score) for score in scores], vector=True)
    return [
        Fraction(int(score.numerator), int(score.denominator)) if isinstance(score, Rational) else Fraction(value)
        for score, value in zip(scores, values.tolist(), strict=True)
    ]

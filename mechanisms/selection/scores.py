"""What mechanisms on vectors of scores have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational, Real

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.validate import Array, finite_array, generator, scalar_or_array

__all__ = ["Indices", "ScoredChoice", "exact_scores", "score_array"]

Indices = npt.NDArray[np.int64]


class ScoredChoice(ABC):
    """A mechanism whose outcome is an index, with a law that depends on a vector of scores."""

    @abstractmethod
    def _choose(self, scores: Array, rng: np.random.Generator) -> Indices:
        """Choose an index for each vector along the last axis."""

    @abstractmethod
    def _log_masses(self, scores: Array) -> Array:
        """Log-masses of all outcomes for one vector of scores."""

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


def score_array(name: str, scores: npt.ArrayLike, vector: bool = False) -> Array:
    """Return scores as a float array with at least one axis, or exactly one."""
    values = finite_array(name, scores)
    if values.ndim == 0 or (vector and values.ndim > 1):
        raise ParameterError(
            name, "a vector of scores" + ("" if vector else ", or an array of them"), values.shape
        )
    return values


def exact_scores(name: str, scores: Sequence[Real]) -> list[Fraction]:
    """Return one vector of scores as fractions; floats count as the dyadic rationals that they are."""
    values = score_array(
        name, [float(score) for score in scores] if _numbers(scores) else scores, vector=True
    )
    return [
        Fraction(int(score.numerator), int(score.denominator))
        if isinstance(score, Rational)
        else Fraction(value)
        for score, value in zip(scores, values.tolist(), strict=True)
    ]


def _numbers(scores: object) -> bool:
    return isinstance(scores, (Sequence, np.ndarray)) and all(
        isinstance(score, Real) and not isinstance(score, (bool, np.bool_)) for score in scores
    )

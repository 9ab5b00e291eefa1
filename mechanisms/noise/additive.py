"""What mechanisms that add independent noise to every coordinate have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, finite_array, generator, real, real_array, scalar_or_array

__all__ = ["AdditiveNoise"]


class AdditiveNoise(ABC):
    """A mechanism that releases an answer plus noise of a fixed law, drawn afresh for every coordinate."""

    sensitivity: float

    @abstractmethod
    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Draw independent noise."""

    @abstractmethod
    def _log_noise_density(self, noise: Array) -> Array:
        """Log-density of the noise."""

    @abstractmethod
    def _noise_cdf(self, noise: Array) -> Array:
        """Distribution function of the noise."""

    @abstractmethod
    def _laws(self, shift: float) -> Pair:
        """Return the laws of the output on the answers 0 and `shift`."""

    def release(self, answers: npt.ArrayLike, rng: np.random.Generator) -> float | Array:
        """Release answers with independent noise on every coordinate.

        Parameters
        ----------
        answers : array_like, any shape
            Finite real numbers.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        float or array of the shape of `answers`
            A float for a scalar.

        Raises
        ------
        ParameterError
            If an answer is not a finite real number, the array is ragged or empty.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        values = finite_array("answers", answers)
        return scalar_or_array(np.asarray(values + self._draw(generator(rng), values.shape)))

    def log_density(self, x: npt.ArrayLike, answer: npt.ArrayLike = 0.0) -> float | Array:
        """Log-density of the output at `x` when the true answer is `answer`.

        Parameters
        ----------
        x, answer : array_like, broadcast against each other
            Real numbers without NaN; `answer` finite.

        Returns
        -------
        float or array
            Natural logarithm.
        """
        noise = real_array("x", x) - finite_array("answer", answer)
        return scalar_or_array(np.asarray(self._log_noise_density(noise)))

    def cdf(self, x: npt.ArrayLike, answer: npt.ArrayLike = 0.0) -> float | Array:
        """Distribution function of the output at `x` when the true answer is `answer`.

        Parameters
        ----------
        x, answer : array_like, broadcast against each other
            Real numbers without NaN; `answer` finite.
        """
        noise = real_array("x", x) - finite_array("answer", answer)
        return scalar_or_array(np.asarray(self._noise_cdf(noise)))

    def pair(self, shift: float | None = None) -> Pair:
        """Return the laws of the output on two answers: P on 0, Q on `shift`.

        Parameters
        ----------
        shift : float, optional
            Difference of the two answers, any finite real number; the sensitivity by default.
        """
        return self._worst if shift is None else self._laws(real("shift", shift))

    @cached_property
    def _worst(self) -> Pair:
        return self._laws(self.sensitivity)

    def renyi(self, order: float) -> Estimate:
        """Rényi divergence at distance `sensitivity`; see :meth:`mechanisms.Pair.renyi`."""
        return self.pair().renyi(order)

    def kl(self) -> Estimate:
        """Kullback-Leibler divergence at distance `sensitivity`."""
        return self.pair().kl()

    def max_divergence(self) -> Estimate:
        """Max divergence at distance `sensitivity`."""
        return self.pair().max_divergence()

    def hockey_stick(self, eps: float) -> Estimate:
        """Hockey-stick divergence at distance `sensitivity`; see :meth:`mechanisms.Pair.hockey_stick`."""
        return self.pair().hockey_stick(eps)

    def __getstate__(self) -> dict[str, Any]:
        # What is cached can be computed again.
        return {name: value for name, value in self.__dict__.items() if name != "_worst"}

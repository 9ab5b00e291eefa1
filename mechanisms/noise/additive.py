"""What mechanisms that add independent noise to every coordinate have in common."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import numpy.typing as npt

from mechanisms.noise.shifts import ShiftedLaw
from mechanisms.validate import Array, finite_array, generator, real_array, scalar_or_array


class AdditiveNoise(ShiftedLaw):
    """A mechanism that releases an answer plus noise of a fixed law, drawn afresh for every coordinate."""

    @abstractmethod
    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Draw independent noise."""

    @abstractmethod
    def _log_noise_density(self, noise: Array) -> Array:
        """Log-density of the noise."""

    @abstractmethod
    def _noise_cdf(self, noise: Array) -> Array:
        """Distribution function of the noise."""

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

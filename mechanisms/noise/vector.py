"""Laplace and Gaussian noise on vectors, with the law of the whole vector."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.families.vectors import laplace_vector_pair
from mechanisms.noise.gaussian import gaussian_pair
from mechanisms.numeric.pair import Pair
from mechanisms.numeric.product import ProductPair
from mechanisms.validate import Array, finite_array, generator, positive, real_array, scalar_or_array


class VectorNoise(ABC):
    """A mechanism that adds noise to vectors; the last axis of an array holds the coordinates."""

    @abstractmethod
    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Draw independent noise vectors."""

    @abstractmethod
    def _log_noise_density(self, noise: Array) -> Array:
        """Joint log-density of noise vectors."""

    def _check(self, name: str, vectors: Array) -> Array:
        if vectors.ndim == 0:
            raise ParameterError(name, "a vector, or an array of vectors along its last axis", float(vectors))
        return vectors

    def release(self, answers: npt.ArrayLike, rng: np.random.Generator) -> Array:
        """Release vectors with independent noise vectors.

        Parameters
        ----------
        answers : array_like, shape (..., d)
            Finite real numbers, a vector along the last axis.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        array of the shape of `answers`

        Raises
        ------
        ParameterError
            If `answers` is not such an array.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        vectors = self._check("answers", finite_array("answers", answers))
        return np.asarray(vectors + self._draw(generator(rng), vectors.shape))

    def log_density(self, x: npt.ArrayLike, answer: npt.ArrayLike) -> float | Array:
        """Joint log-density of the output at `x` when the true answer is the vector `answer`.

        Parameters
        ----------
        x, answer : array_like, shape (..., d), broadcast against each other
            Real numbers without NaN; `answer` finite.

        Returns
        -------
        float or array, shape (...)
            Natural logarithm.
        """
        points, centre = real_array("x", x), finite_array("answer", answer)
        noise = self._check("x", points) - self._check("answer", centre)
        return scalar_or_array(np.asarray(self._log_noise_density(noise)))


@dataclass(frozen=True)
class VectorLaplace(VectorNoise):
    r"""Independent Laplace noise on the coordinates of a vector.

    .. math:: f(x) = \frac{1}{(2b)^d} e^{-\lVert x - a \rVert_1/b}

    for the true answer a. Adjacency: data sets are adjacent when their answers are at most `sensitivity` apart in the
    l1 norm.

    Noise in floating point does not protect the least significant bits of a release: the floats that an
    answer can be moved to depend on the answer (Mironov, "On significance of the least significant bits for
    differential privacy", CCS 2012). This class is for study, not for deployment.

    Parameters
    ----------
    scale : float
        The scale b of the noise, in the units of the answer; positive.
    sensitivity : float
        Largest l1 distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite.
    """

    guarantee: ClassVar[str] = "mechanism.laplace.vector"

    scale: float
    sensitivity: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", positive("scale", self.scale))
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))

    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        return np.asarray(rng.laplace(0.0, self.scale, shape))

    def _log_noise_density(self, noise: Array) -> Array:
        return -np.abs(noise).sum(axis=-1) / self.scale - noise.shape[-1] * math.log(2 * self.scale)

    def pair(self, shift: npt.ArrayLike) -> ProductPair:
        """Return the laws of the output on two answers: P on 0, Q on `shift`.

        Which of the vectors at distance `sensitivity` is the worst depends on the divergence; the max divergence is the
        same for all of them.

        Parameters
        ----------
        shift : array_like, shape (d,)
            Difference of the two answers.
        """
        return laplace_vector_pair(self._check("shift", finite_array("shift", shift)), self.scale)


@dataclass(frozen=True)
class VectorGaussian(VectorNoise):
    r"""Gaussian noise with a covariance on a vector.

    .. math:: f(x) = \frac{1}{\sqrt{(2\pi)^d \det\Sigma}} e^{-(x - a)^T \Sigma^{-1} (x - a)/2}

    for the true answer a. Adjacency: data sets are adjacent when their answers are at most `sensitivity` apart in the
    norm :math:`\lVert\Sigma^{-1/2} v\rVert_2` of the noise.

    Noise in floating point does not protect the least significant bits of a release: the floats that an
    answer can be moved to depend on the answer (Mironov, "On significance of the least significant bits for
    differential privacy", CCS 2012). This class is for study, not for deployment.

    Parameters
    ----------
    covariance : array_like, shape (d, d)
        The covariance of the noise, in squared units of the answer: symmetric and positive definite.
    sensitivity : float
        Largest distance of the answers on adjacent data sets, in the norm of the noise; positive.

    Raises
    ------
    ParameterError
        If the covariance is not a symmetric, positive definite matrix of finite numbers, or the sensitivity is not
        positive and finite.
    """

    guarantee: ClassVar[str] = "mechanism.gaussian.vector"

    covariance: Iterable[Iterable[float]]
    sensitivity: float = 1.0
    _root: Array = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        matrix = _covariance(self.covariance)
        object.__setattr__(self, "covariance", tuple(map(tuple, matrix.tolist())))
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))
        object.__setattr__(self, "_root", np.linalg.cholesky(matrix))

    def _check(self, name: str, vectors: Array) -> Array:
        if vectors.ndim == 0 or vectors.shape[-1] != len(self._root):
            raise ParameterError(name, f"vectors of length {len(self._root)} along the last axis", vectors.shape)
        return vectors

    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        return np.asarray(rng.standard_normal(shape) @ self._root.T)

    def _whitened(self, noise: Array) -> Array:
        from scipy.linalg import solve_triangular

        columns = noise.reshape(-1, noise.shape[-1]).T
        return np.asarray(solve_triangular(self._root, columns, lower=True).T.reshape(noise.shape))

    def _log_noise_density(self, noise: Array) -> Array:
        log_height = -np.log(np.diagonal(self._root)).sum() - noise.shape[-1] * math.log(2 * math.pi) / 2
        finite = np.asarray(np.isfinite(noise).all(axis=-1))
        white = self._whitened(np.where(finite[..., np.newaxis], noise, 0.0))
        return np.where(finite, log_height - (white * white).sum(axis=-1) / 2, -np.inf)

    def pair(self, shift: npt.ArrayLike | None = None) -> Pair:
        r"""Return the laws of what tells two answers apart: P on 0, Q on `shift`.

        Between the answers 0 and v only the coordinate :math:`v^T \Sigma^{-1} x/m` with
        :math:`m = \lVert\Sigma^{-1/2} v\rVert_2` tells anything: orthogonal to it, in the norm of the noise, the output
        has one law and is independent of it. That coordinate is standard Gaussian around 0 and around m.

        Parameters
        ----------
        shift : array_like, shape (d,), optional
            Difference of the two answers; one at distance `sensitivity` by default.
        """
        distance = self.sensitivity
        if shift is not None:
            vector = self._check("shift", finite_array("shift", shift))
            if vector.ndim != 1:
                raise ParameterError("shift", "a vector", vector.shape)
            distance = float(np.linalg.norm(self._whitened(vector)))
        return gaussian_pair(0.0, 1.0, distance, 1.0)


def _covariance(given: object) -> Array:
    rule = "a symmetric, positive definite matrix of finite numbers"
    try:
        matrix = finite_array("covariance", given)
    except ParameterError as error:
        raise ParameterError("covariance", rule, error.value) from None
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or (matrix != matrix.T).any():
        raise ParameterError("covariance", rule, given)
    values = np.linalg.eigvalsh(matrix)
    # An eigenvalue that rounding could have made is no evidence of full rank.
    if values[0] <= len(matrix) * np.finfo(float).eps * values[-1]:
        raise ParameterError("covariance", rule, given)
    return matrix

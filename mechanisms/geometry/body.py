"""What convex bodies around the origin have in common."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.geometry.law import Draws
from mechanisms.geometry.measured import Measured, Moments
from mechanisms.validate import Array, finite_array, generator, integer, scalar_or_array


def sample_size(parameter: str, value: object) -> int:
    """Return a number of samples as a positive int."""
    return integer(parameter, value, 1, rule="a positive integer")


class Body(ABC):
    r"""A convex body with the origin inside, in its span.

    The gauge is :math:`\|x\|_K = \inf\{t > 0 : x \in tK\}`, infinite off the span. Noise of density
    proportional to :math:`e^{-\|x\|_K}` has a gauge of law Gamma(r, 1), r the dimension of the span, independent of its
    direction :math:`x/\|x\|_K`, which follows the cone measure of the boundary; and it equals a uniform point of K
    times an independent Gamma(r + 1, 1) radius.

    Attributes
    ----------
    dimension : int
        Dimension d of the space.
    rank : int
        Dimension r of the span of the body.
    """

    dimension: int
    rank: int

    @abstractmethod
    def _gauge(self, points: Array) -> Array:
        """Return the gauges of points (k, d)."""

    @abstractmethod
    def _support(self, duals: Array) -> Array:
        """Return the support function at dual vectors (k, d)."""

    @abstractmethod
    def noise(self, size: int, rng: np.random.Generator) -> Draws:
        """Draw noise of density proportional to exp(-gauge).

        Parameters
        ----------
        size : int
            Number of points.
        rng : numpy.random.Generator
            The source of randomness.
        """

    @abstractmethod
    def log_volume(self, rng: np.random.Generator | None = None) -> Measured:
        """Return the logarithm of the volume in the span.

        Parameters
        ----------
        rng : numpy.random.Generator, optional
            The source of randomness of an estimate; not used where there is a formula.
        """

    @abstractmethod
    def noise_second_moment(self, rng: np.random.Generator | None = None) -> Moments:
        """Return ``E x x'`` of the noise of density exp(-gauge).

        Parameters
        ----------
        rng : numpy.random.Generator, optional
            The source of randomness of an estimate; not used where there is a formula.
        """

    def centre(self) -> Array:
        """Return the centre of mass, shape (d,): the origin unless the body is not symmetric."""
        return np.zeros(self.dimension)

    def gauge(self, x: npt.ArrayLike) -> float | Array:
        """Return the gauge.

        Parameters
        ----------
        x : array_like, shape (d,) or (k, d)
            Points.

        Raises
        ------
        ParameterError
            If the shape is another or an entry is not finite.
        """
        points = self._points("x", x)
        return scalar_or_array(self._gauge(np.atleast_2d(points)).reshape(points.shape[:-1]))

    def support(self, y: npt.ArrayLike) -> float | Array:
        """Return the support function, the largest inner product with a point of the body.

        Parameters
        ----------
        y : array_like, shape (d,) or (k, d)
            Dual vectors.
        """
        duals = self._points("y", y)
        return scalar_or_array(self._support(np.atleast_2d(duals)).reshape(duals.shape[:-1]))

    def contains(self, x: npt.ArrayLike, tolerance: float = 1e-9) -> bool | npt.NDArray[np.bool_]:
        """Return whether the gauge is at most ``1 + tolerance``."""
        inside = np.asarray(self.gauge(x)) <= 1 + tolerance
        return bool(inside) if inside.ndim == 0 else inside

    def directions(self, size: int, rng: np.random.Generator) -> Draws:
        """Draw points of the boundary under the cone measure."""
        draws = self.noise(size, rng)
        return Draws(draws.points / self._gauge(draws.points)[:, None], draws.law)

    def uniform(self, size: int, rng: np.random.Generator) -> Draws:
        """Draw uniform points of the body."""
        draws = self.directions(size, rng)
        radii = generator(rng).random((len(draws.points), 1)) ** (1 / self.rank)
        return Draws(draws.points * radii, draws.law)

    def second_moment(self, rng: np.random.Generator | None = None) -> Moments:
        """Return ``E z z'`` for a uniform point z: that of the noise over (r + 1)(r + 2)."""
        noise = self.noise_second_moment(rng)
        factor = (self.rank + 1) * (self.rank + 2)
        return Moments(noise.matrix / factor, noise.error, noise.method, noise.exact)

    def isotropic_constant(self, rng: np.random.Generator | None = None) -> Measured:
        r"""Return :math:`L_K = \det(\operatorname{Cov} K)^{1/2r} / \operatorname{vol}(K)^{1/r}` in the span."""
        moments, volume = self.second_moment(rng), self.log_volume(rng)
        covariance = moments.matrix - np.outer(self.centre(), self.centre())
        values = np.sort(np.linalg.eigvalsh(covariance))[-self.rank :]
        constant = math.exp((np.log(values).sum() / 2 - volume.value) / self.rank)
        error = constant * (moments.error / 2 + volume.error / self.rank)
        method = f"covariance: {moments.method}; volume: {volume.method}"
        return Measured(constant, error, method, moments.exact and volume.exact)

    def _points(self, parameter: str, values: npt.ArrayLike) -> Array:
        points = finite_array(parameter, values)
        if points.ndim not in (1, 2) or points.shape[-1] != self.dimension:
            shape = f"({self.dimension},) or (k, {self.dimension})"
            raise ParameterError(parameter, f"of shape {shape}", f"shape {points.shape}")
        return points

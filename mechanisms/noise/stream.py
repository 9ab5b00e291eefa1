"""Prefix sums of a stream, released step by step under Gaussian noise that is correlated between steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.families.gaussian import gaussian_pair
from mechanisms.noise.correlated import CorrelatedNoise, Filtered, TreeNoise
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, finite_array, generator, integer, positive

__all__ = ["StreamGaussian", "StreamRelease", "TreeGaussian"]


class StreamRelease:
    """A stream in the course of its release: `next` takes an element and returns the noisy sum up to it.

    Parameters
    ----------
    noise : object
        What turns fresh numbers into the noise on sums.
    sigma : float
        The standard deviation of a fresh number.
    rng : numpy.random.Generator
        The source of randomness.
    """

    def __init__(self, noise: CorrelatedNoise, sigma: float, rng: np.random.Generator) -> None:
        self._noise, self._sigma, self._rng = noise, sigma, generator(rng)
        self._step, self._sum = 0, np.zeros(())

    def next(self, value: npt.ArrayLike) -> Array:
        """Return the sum of all elements so far, this one included, with its noise.

        Parameters
        ----------
        value : array_like
            A number, or an array of numbers of the shape of those before.

        Raises
        ------
        ParameterError
            If it has another shape, or a number in it is not finite.
        """
        element = finite_array("value", value)
        if self._step and element.shape != self._sum.shape:
            raise ParameterError("value", f"an array of shape {self._sum.shape}, as those before", element.shape)
        self._sum = self._sum + element
        draws = self._rng.standard_normal((self._noise.fresh(self._step), *element.shape))
        self._step += 1
        return np.asarray(self._sum + self._sigma * self._noise.next(draws).reshape(element.shape))


@dataclass(frozen=True)
class _Stream(ABC):
    sigma: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "sigma", positive("sigma", self.sigma))

    @abstractmethod
    def _noise(self) -> CorrelatedNoise:
        """Return what the noise remembers, at the start of a stream."""

    def open(self, rng: np.random.Generator) -> StreamRelease:
        """Start the release of a stream; elements may be chosen from the sums before.

        Raises
        ------
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        return StreamRelease(self._noise(), self.sigma, rng)

    def release(self, values: npt.ArrayLike, rng: np.random.Generator) -> Array:
        """Return the noisy prefix sums of streams, each with noise of its own.

        Parameters
        ----------
        values : array_like, shape (..., n)
            The elements, along the last axis.
        rng : numpy.random.Generator
            The source of randomness.

        Raises
        ------
        ParameterError
            If `values` is no such array of finite numbers.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        streams = finite_array("values", values)
        if streams.ndim == 0:
            raise ParameterError("values", "an array with the elements along its last axis", values)
        opened = self.open(rng)
        return np.stack([opened.next(streams[..., step]) for step in range(streams.shape[-1])], axis=-1)

    def release_units(self, steps: int) -> Array:
        """Return the noise on each of so many sums where the fresh numbers are units, a column for each of these; sigma aside."""
        count = integer("steps", steps, 1)
        noise = self._noise()
        fresh = [noise.fresh(step) for step in range(count)]
        units, rows, start = np.eye(sum(fresh)), [], 0
        for many in fresh:
            rows.append(np.broadcast_to(noise.next(units[start : start + many]), sum(fresh)))
            start += many
        return np.array(rows)

    def covariance(self, steps: int) -> Array:
        """Return the covariance of the noise on the first sums."""
        found = self.release_units(steps)
        return np.asarray(self.sigma**2 * found @ found.T)

    def pair(self, moves: Sequence[float] | Array) -> Pair:
        r"""Return the laws of what tells two streams apart whose elements differ by `moves`.

        The sums differ by :math:`v = A m`, and their noise has the covariance :math:`\Sigma`: only the coordinate along
        :math:`\Sigma^{-1} v` tells anything, a Gaussian number of variance 1 that moves by :math:`(v^T \Sigma^{-1} v)^{1/2}`.

        Parameters
        ----------
        moves : array_like, shape (n,)
            By how much each element differs.
        """
        from scipy.linalg import cho_factor, cho_solve

        moved = finite_array("moves", moves)
        if moved.ndim != 1:
            raise ParameterError("moves", "a vector", moved.shape)
        sums = np.cumsum(moved)
        told = cho_solve(cho_factor(self.covariance(len(moved))), sums)
        return gaussian_pair(0.0, 1.0, float(np.sqrt(sums @ told)), 1.0)


@dataclass(frozen=True)
class StreamGaussian(_Stream):
    r"""Prefix sums with the noise of a triangular Toeplitz strategy C.

    .. math:: A (x + \sigma C^{-1} z), \qquad z \sim N(0, I)

    The noise w on the elements is drawn step by step, :math:`c_0 w_t = \sigma z_t - \sum_{j \ge 1} c_j w_{t - j}`: with b bands
    b - 1 steps are remembered.

    Noise in floating point does not protect the least significant bits of a release: the floats that an answer can be moved to depend
    on the answer (Mironov, "On significance of the least significant bits for differential privacy", CCS 2012). This class is for
    study, not for deployment.

    Parameters
    ----------
    sigma : float
        The standard deviation of the noise on a measurement, in the units of the elements; positive.
    coefficients : array_like, shape (b,)
        Of a column of C, from the diagonal downwards; the first is not zero.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.matrix"

    coefficients: Sequence[float] = field(default=(1.0,))

    def __post_init__(self) -> None:
        super().__post_init__()
        found = finite_array("coefficients", self.coefficients)
        if found.ndim != 1 or found[0] == 0:
            raise ParameterError("coefficients", "a vector whose first number is not zero", self.coefficients)
        object.__setattr__(self, "coefficients", tuple(found.tolist()))

    def _noise(self) -> CorrelatedNoise:
        return Filtered(tuple(self.coefficients))


@dataclass(frozen=True)
class TreeGaussian(_Stream):
    """Prefix sums with the noise of a binary tree: the sum of every dyadic interval is measured when it ends.

    Noise in floating point does not protect the least significant bits of a release: the floats that an answer can be moved to depend
    on the answer (Mironov, "On significance of the least significant bits for differential privacy", CCS 2012). This class is for
    study, not for deployment.

    Source: J. Honaker, "Efficient use of differentially private binary trees", 2015, for the estimates from below.

    Parameters
    ----------
    sigma : float
        The standard deviation of the noise on a measurement, in the units of the elements; positive.
    is_optimal : bool
        Whether the sum of an interval is estimated by its own measurement and those of its halves, weighted by the inverse of their
        variances, or by its own alone.

    Raises
    ------
    ParameterError
        If sigma is not positive and finite.
    """

    is_optimal: bool = True

    def _noise(self) -> CorrelatedNoise:
        return TreeNoise(self.is_optimal)

"""The functional mechanism: a function plus a path of a Gaussian process."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.families.gaussian import gaussian_pair
from mechanisms.functional.kernel import GaussianKernel
from mechanisms.functional.path import SamplePath, most_points
from mechanisms.functional.points import point_array
from mechanisms.noise.shifts import ShiftedLaw
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, finite_array, generator, integer, positive

Function = Callable[[Array], npt.ArrayLike]


@dataclass(frozen=True)
class FunctionalMechanism(ShiftedLaw):
    r"""Gaussian-process noise on a function from the Hilbert space of a Gaussian kernel.

    .. math:: \tilde f = f + \sigma (G + \tau W)

    with a path G of the Gaussian process that has the kernel K as covariance, and independent white noise W, standard
    Gaussian at every point. Adjacency: data sets are adjacent when their functions are at most `sensitivity` apart in
    the norm of the reproducing kernel Hilbert space of K.

    The law of the values on any points is Gaussian with covariance :math:`\sigma^2 (K + \tau^2 I)`, and the largest
    distance of two means in the norm of :math:`\sigma^2 K`, over all sets of points, is the distance of the functions
    in the Hilbert space over sigma. Everything that is asked of one release, in any number of calls, is covered by one
    budget.

    The white noise keeps the covariance well away from singular, which in floating point it would be on points closer
    than a bandwidth. It can only help privacy: it is added, independently, to what :math:`f + \sigma G` releases, so it
    is post-processing. The same holds for rounding in the covariance: up to the number of points that is allowed the
    computed covariance exceeds that of G alone (:func:`mechanisms.functional.path.most_points`). The noise is drawn
    at every point, data or not, first or last; there is no point at which it is fixed.

    Noise in floating point does not protect the least significant bits of a release: the floats that a
    value can be moved to depend on the value (Mironov, "On significance of the least significant bits for
    differential privacy", CCS 2012). This class is for study, not for deployment.

    Source: R. Hall, A. Rinaldo, L. Wasserman, "Differential privacy for functions and functional data", Journal of
    Machine Learning Research 14, 2013, Proposition 7 and Corollary 9.

    Parameters
    ----------
    kernel : GaussianKernel
        The kernel K, of variance 1.
    dimension : int
        The dimension of the points; positive.
    sigma : float
        The standard deviation of the noise at a point, in the units of the function; positive.
    sensitivity : float
        Largest distance of the functions on adjacent data sets in the norm of the Hilbert space; positive.
    jitter : float
        The variance :math:`\tau^2` of the white noise relative to that of G, from 1e-12 to 1.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.functional"

    kernel: GaussianKernel
    dimension: int
    sigma: float
    sensitivity: float
    jitter: float = 1e-8

    def __post_init__(self) -> None:
        if not isinstance(self.kernel, GaussianKernel):
            raise ParameterError("kernel", "a GaussianKernel", self.kernel)
        object.__setattr__(self, "dimension", integer("dimension", self.dimension, 1, rule="a positive integer"))
        for name in ("sigma", "sensitivity", "jitter"):
            object.__setattr__(self, name, positive(name, getattr(self, name)))
        if not 1e-12 <= self.jitter <= 1:
            raise ParameterError("jitter", "from 1e-12 to 1", self.jitter)

    @property
    def most_points(self) -> int:
        """The number of different points that one release may have."""
        return most_points(self.jitter, self.dimension)

    def open(self, function: Function, rng: np.random.Generator) -> FunctionalRelease:
        """Start a release of a function; its noise is one path, however often it is asked for values.

        Parameters
        ----------
        function : callable
            Maps points, an array of shape (m, d), to an array of shape (m,).
        rng : numpy.random.Generator
            The source of randomness, drawn from whenever new points are asked for.

        Raises
        ------
        ParameterError
            If `function` is not callable.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        if not callable(function):
            raise ParameterError("function", "a function of points", function)
        return FunctionalRelease(self, function, generator(rng))

    def log_density(self, values: npt.ArrayLike, points: npt.ArrayLike, means: npt.ArrayLike) -> float:
        """Joint log-density of the released values at points.

        Parameters
        ----------
        values : array_like, shape (m,)
            Released values.
        points : array_like, shape (m, d), or (m,) for d = 1
            The points, all different.
        means : array_like, shape (m,)
            The true values of the function there.

        Returns
        -------
        float
            Natural logarithm.
        """
        from scipy.linalg import cholesky, solve_triangular

        x = point_array("points", points, self.dimension)
        if len(np.unique(x, axis=0)) < len(x) or len(x) > self.most_points:
            raise ParameterError("points", f"at most {self.most_points} and all different", len(x))
        noise = _vector("values", values, len(x)) - _vector("means", means, len(x))
        factor = cholesky(self.kernel(x, x) + self.jitter * np.eye(len(x)), lower=True)
        white = solve_triangular(factor, noise / self.sigma, lower=True)
        log_root = float(np.log(np.diagonal(factor)).sum()) + len(x) * math.log(self.sigma)
        return float(-(white @ white) / 2 - log_root - len(x) * math.log(2 * math.pi) / 2)

    def _laws(self, shift: float) -> Pair:
        """Return the laws of what tells two functions at a distance apart: all points together tell this much."""
        return gaussian_pair(0.0, self.sigma, shift, self.sigma)


class FunctionalRelease:
    """One release of a function: values at points, consistent between calls.

    Made by :meth:`FunctionalMechanism.open`. A point that was asked for before gets the value that it got then. Points
    that differ, however little, have white noise of their own.
    """

    def __init__(self, mechanism: FunctionalMechanism, function: Function, rng: np.random.Generator) -> None:
        self._mechanism, self._function = mechanism, function
        self._path = SamplePath(mechanism.kernel, mechanism.jitter, mechanism.dimension, rng)
        self._released: dict[bytes, float] = {}

    def at(self, points: npt.ArrayLike) -> Array:
        """Return the released values at points; the path is drawn at those that are new.

        Parameters
        ----------
        points : array_like, shape (m, d), or (m,) for d = 1
            Points, finite, in any order and possibly repeated.

        Returns
        -------
        array, shape (m,)

        Raises
        ------
        ParameterError
            If the points are not such an array, there would be more different ones than the jitter allows, or the
            function does not return a finite number for each. The release is then as it was before.
        """
        x = point_array("points", points, self._mechanism.dimension)
        keys = [point.tobytes() for point in x]
        new = {key: place for place, key in reversed(list(enumerate(keys))) if key not in self._released}
        if new:
            fresh = x[sorted(new.values())]
            self._path.check_room(len(fresh))
            means = _vector("function", self._function(fresh), len(fresh))
            values = means + self._mechanism.sigma * self._path.extend(fresh)
            self._released.update(zip((point.tobytes() for point in fresh), values.tolist(), strict=True))
        return np.array([self._released[key] for key in keys])


def _vector(name: str, values: npt.ArrayLike, length: int) -> Array:
    vector = finite_array(name, values)
    if vector.shape != (length,):
        raise ParameterError(name, f"an array of {length} numbers, one for each point", vector.shape)
    return vector

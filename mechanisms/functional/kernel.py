"""The Gaussian kernel, and density estimates made of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.functional.points import point_array
from mechanisms.validate import Array, positive

# Records are taken in blocks, so that a table of distances has at most this many entries.
_MOST_ENTRIES = 1 << 22


@dataclass(frozen=True)
class GaussianKernel:
    r"""The Gaussian kernel, covariance of a stationary Gaussian process with variance 1.

    .. math:: K(x, y) = e^{-\lVert x - y \rVert_2^2/(2h^2)}

    Parameters
    ----------
    bandwidth : float
        The bandwidth h, in the units of the points; positive.

    Raises
    ------
    ParameterError
        If `bandwidth` is not positive and finite.
    """

    bandwidth: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "bandwidth", positive("bandwidth", self.bandwidth))

    def __call__(self, first: npt.ArrayLike, second: npt.ArrayLike) -> Array:
        """Return the matrix of values of the kernel.

        Parameters
        ----------
        first, second : array_like, shapes (m, d) and (n, d)
            Points; vectors are points of the line.

        Returns
        -------
        array, shape (m, n)
        """
        from scipy.spatial.distance import cdist

        x = point_array("first", first)
        y = point_array("second", second, x.shape[1])
        # Differences first: they are accurate between close points wherever these are.
        distance = cdist(x, y) / self.bandwidth
        with np.errstate(over="ignore", under="ignore"):
            return np.exp(-(distance * distance) / 2)


@dataclass(frozen=True, eq=False)
class KernelDensity:
    r"""A kernel density estimate with the Gaussian kernel.

    .. math:: f(x) = \frac{1}{n (2\pi h^2)^{d/2}} \sum_{i=1}^n e^{-\lVert x - d_i \rVert_2^2/(2h^2)}

    Adjacency: data sets of n records that differ in one record. The sensitivity is in the norm of the reproducing
    kernel Hilbert space of the same Gaussian kernel, over all of :math:`\mathbb{R}^d`,

    .. math:: \Delta = \frac{\sqrt 2}{n (2\pi h^2)^{d/2}} ,

    a supremum that two records far from each other come close to. The bandwidth and the points at which a release is
    asked for must not depend on the data.

    Source: R. Hall, A. Rinaldo, L. Wasserman, "Differential privacy for functions and functional data", Journal of
    Machine Learning Research 14, 2013, Section 4.1.

    Parameters
    ----------
    data : array_like, shape (n, d), or (n,) for d = 1
        The records, finite.
    bandwidth : float
        The bandwidth h, in the units of the data; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule, or the height :math:`(2\pi h^2)^{-d/2}` of the kernel is no normal float.
    """

    data: npt.ArrayLike
    bandwidth: float
    kernel: GaussianKernel = field(init=False)
    _height: float = field(init=False, repr=False)
    _sensitivity: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", point_array("data", self.data))
        object.__setattr__(self, "kernel", GaussianKernel(self.bandwidth))
        log_height = -self.dimension * (math.log(2 * math.pi) / 2 + math.log(self.kernel.bandwidth))
        if not abs(log_height) + math.log(len(self._records)) < 700:
            raise ParameterError("bandwidth", "such that (2 pi h^2)^(d/2) is a float", self.bandwidth)
        object.__setattr__(self, "_height", math.exp(log_height) / len(self._records))
        # Logarithm and exponential are off by at most this many units; the sensitivity is rounded up.
        slack = 1 + (4 + 4 * abs(log_height)) * np.finfo(float).eps
        object.__setattr__(self, "_sensitivity", math.sqrt(2) * self._height * slack)

    @property
    def _records(self) -> Array:
        return np.asarray(self.data)

    @property
    def dimension(self) -> int:
        """The dimension d of the records."""
        return int(self._records.shape[1])

    @property
    def sensitivity(self) -> float:
        """The sensitivity in the norm of the kernel's Hilbert space, rounded up."""
        return self._sensitivity

    def __call__(self, points: npt.ArrayLike) -> Array:
        """Return the estimate at points.

        Parameters
        ----------
        points : array_like, shape (m, d), or (m,) for d = 1
            Points.

        Returns
        -------
        array, shape (m,)
        """
        x = point_array("points", points, self.dimension)
        total, block = np.zeros(len(x)), max(_MOST_ENTRIES // len(x), 1)
        for start in range(0, len(self._records), block):
            total += self.kernel(x, self._records[start : start + block]).sum(axis=1)
        return total * self._height

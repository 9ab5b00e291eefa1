"""A sample path of a Gaussian process that is drawn where it is looked at, and never drawn twice."""

from __future__ import annotations

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.functional.kernel import GaussianKernel
from mechanisms.validate import Array

_UNIT = float(np.finfo(float).eps) / 2


def most_points(jitter: float, dimension: int) -> int:
    r"""Return the number of points up to which rounding is smaller than the jitter.

    The computed Cholesky factor L of :math:`A = K + \tau^2 I` on m points has :math:`LL^T = A + E` with
    :math:`\lVert E \rVert_2 \le \gamma_{m+1} \operatorname{tr} A` (N. Higham, "Accuracy and stability of numerical
    algorithms", 2nd edition 2002, Theorem 10.3, whose proof allows any order of the sums, so blocks as well), and the
    computed kernel is off by at most d + 8 units u an entry. Where

    .. math:: m \, (4(m + 1) + d + 8) \, u \le \tau^2

    both together are at most :math:`\tau^2` times the identity, so that :math:`LL^T \succeq K`.

    Parameters
    ----------
    jitter : float
        The variance :math:`\tau^2` of the white noise, in (0, 1].
    dimension : int
        The dimension d of the points.
    """
    linear, budget = 12 + dimension, jitter / _UNIT
    return int((np.sqrt(linear * linear + 16 * budget) - linear) / 8)


class SamplePath:
    r"""A path of the process :math:`G + \tau W`: smooth noise G with a kernel as covariance, white noise W.

    The values at points asked for first are kept, and values at new points are drawn given them, so that any sequence
    of calls has the law of one call with all points. Only the factor of the new block costs the cube of its size;
    the rest is the square of the number of known points times the number of new ones.

    Parameters
    ----------
    kernel : GaussianKernel
        The covariance of G.
    jitter : float
        The variance :math:`\tau^2`, in (0, 1].
    dimension : int
        The dimension of the points.
    rng : numpy.random.Generator
        The source of randomness; the path draws from it when it is extended.
    """

    def __init__(self, kernel: GaussianKernel, jitter: float, dimension: int, rng: np.random.Generator) -> None:
        self._kernel, self._jitter, self._rng = kernel, jitter, rng
        self._most = most_points(jitter, dimension)
        self._points = np.empty((0, dimension))
        self._factor = np.empty((0, 0))
        self._draws = np.empty(0)

    def __len__(self) -> int:
        return len(self._points)

    def check_room(self, new: int) -> None:
        """Raise an error if so many new points would not fit."""
        if len(self) + new > self._most:
            rule = f"at most {self._most} different ones in a release with jitter {self._jitter!r}"
            raise ParameterError("points", rule, len(self) + new)

    def extend(self, points: Array) -> Array:
        """Draw the path at points at which it is not known yet.

        Parameters
        ----------
        points : array, shape (m, d)
            Points, different from each other and from all before.

        Returns
        -------
        array, shape (m,)
        """
        from scipy.linalg import cholesky
        from scipy.linalg.blas import dtrsm

        self.check_room(len(points))
        known, total = len(self), len(self) + len(points)
        square = self._kernel(points, points)
        square[np.diag_indices(len(points))] = 1 + self._jitter
        left = np.empty((len(points), 0))
        if known:
            across = self._kernel(self._points, points)
            # The routine of BLAS itself: for small blocks LAPACK's spends its time on starting threads.
            left = dtrsm(1.0, self._factor[:known, :known].T, across, trans_a=1).T
            square -= left @ left.T
        right = cholesky(square, lower=True, check_finite=False)
        draws = self._rng.standard_normal(len(points))
        values = left @ self._draws + right @ draws
        self._grow(total)
        self._factor[known:total, :known], self._factor[known:total, known:total] = left, right
        self._points = np.concatenate([self._points, points])
        self._draws = np.concatenate([self._draws, draws])
        return np.asarray(values)

    def _grow(self, total: int) -> None:
        """Make room for `total` rows; doubling keeps the copies of many small calls cheap."""
        if total > len(self._factor):
            factor = np.zeros((max(total, 2 * len(self._factor)),) * 2)
            factor[: len(self), : len(self)] = self._factor[: len(self), : len(self)]
            self._factor = factor

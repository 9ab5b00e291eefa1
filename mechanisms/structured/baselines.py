"""The mechanisms that need no geometry: Laplace noise on the answers, Laplace noise on the histogram."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.geometry.body import sample_size
from mechanisms.geometry.law import Draws, ExactLaw
from mechanisms.geometry.measured import Measured
from mechanisms.structured.mechanism import LinearMechanism
from mechanisms.validate import generator, positive

ROUNDING = 1e-12


class LaplaceQueries(LinearMechanism):
    r"""Independent Laplace noise of scale :math:`\Delta/\varepsilon` on every answer.

    The mean squared error is :math:`2 d \Delta^2/\varepsilon^2`.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The queries, one a row.
    eps : float
        Privacy loss, natural logarithm; positive.
    sensitivity : float, optional
        A bound on the l1 norm of the columns of F, by default the largest of them. For entries in [-1, 1] the
        dimension d is such a bound.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule, or the sensitivity is below the l1 norm of a column.
    """

    name = "Laplace"

    def __init__(self, F: npt.ArrayLike, eps: float, sensitivity: float | None = None) -> None:
        super().__init__(F, eps)
        exact = float(np.abs(self.F).sum(axis=0).max()) * (1 + ROUNDING)
        self.sensitivity = exact if sensitivity is None else positive("sensitivity", sensitivity)
        if self.sensitivity < exact * (1 - 2 * ROUNDING):
            raise ParameterError("sensitivity", f"at least the largest l1 norm {exact:g} of a column", sensitivity)

    @property
    def scale(self) -> float:
        """The scale of the noise."""
        return self.sensitivity / self.eps

    def noise(self, size: int, rng: np.random.Generator) -> Draws:
        shape = (sample_size("size", size), len(self.F))
        return Draws(generator(rng).laplace(0.0, self.scale, shape), ExactLaw("independent Laplace noise"))

    def mean_squared_error(self, rng: np.random.Generator | None = None) -> Measured:
        value = 2 * len(self.F) * self.scale**2
        return Measured(value, ROUNDING * value, "closed form", True)


class NoisyHistogram(LinearMechanism):
    r"""The queries on a histogram with Laplace noise of scale :math:`1/\varepsilon` on every entry.

    The mean squared error is :math:`2 \|F\|_F^2/\varepsilon^2`. For linearly independent columns this is the K-norm
    mechanism.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The queries, one a row.
    eps : float
        Privacy loss, natural logarithm; positive.
    """

    name = "noisy histogram"

    def noise(self, size: int, rng: np.random.Generator) -> Draws:
        shape = (sample_size("size", size), self.F.shape[1])
        histograms = generator(rng).laplace(0.0, 1 / self.eps, shape)
        return Draws(histograms @ self.F.T, ExactLaw("independent Laplace noise"))

    def mean_squared_error(self, rng: np.random.Generator | None = None) -> Measured:
        value = 2 * float((self.F**2).sum()) / self.eps**2
        return Measured(value, ROUNDING * value, "closed form", True)

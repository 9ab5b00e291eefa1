"""The K-norm mechanism."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.geometry.body import Body
from mechanisms.geometry.law import Draws
from mechanisms.geometry.measured import Measured
from mechanisms.geometry.polytope import Polytope
from mechanisms.structured.mechanism import LinearMechanism
from mechanisms.validate import Array, finite_array

# Room for the rounding of gauges, so that the scale is never too small.
ROUND_UP = 1 + 1e-12


class KNorm(LinearMechanism):
    r"""Noise of density proportional to :math:`e^{-\varepsilon \|a\|_K / \Delta}` on the answers.

    By default K is the hull of the columns of F and their negatives, the smallest body for which the sensitivity
    :math:`\Delta = \max_j \|F e_j\|_K` is 1. For histograms at l1 distance at most 1 the answers differ by at most
    :math:`\Delta` in the gauge, so the triangle inequality bounds the privacy loss by eps, not 2 eps: the normalising
    constant is the same for all x. The mean squared error is

    .. math:: E\|a\|_2^2 = \frac{(r + 1)(r + 2)\,\Delta^2}{\varepsilon^2}\, E_{z \sim K} \|z\|_2^2

    for the rank r. Where facets are degenerate the noise is that of a body between ``shrink * K`` and K, on which the
    sensitivity is ``1 / shrink``: eps is kept and the scale pays.

    Where noise comes from a Markov chain, the promise is (eps, delta) with a delta that is estimated, not proved:
    see :meth:`privacy`. Every release starts the chain anew and drops its warm-up.

    Source: Hardt, Talwar, "On the geometry of differential privacy", STOC 2010, section 4.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The queries, one a row; not all zero.
    eps : float
        Privacy loss, natural logarithm; positive.
    body : Body, optional
        Another symmetric body of dimension d; columns of F must be in its span.
    method : str
        How noise is drawn for the hull of the columns: "auto", "independent columns", "triangulation", "rejection"
        or "chain".

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    name = "K-norm"

    def __init__(self, F: npt.ArrayLike, eps: float, body: Body | None = None, method: str = "auto") -> None:
        super().__init__(F, eps)
        if body is not None and (not isinstance(body, Body) or body.dimension != len(self.F)):
            raise ParameterError("body", f"a body of dimension {len(self.F)}", body)
        self._own = body is None
        self.body: Body = Polytope(self.F, method) if body is None else body
        if not self._own and not math.isfinite(self.sensitivity):
            raise ParameterError("body", "one whose span holds the columns of F", body)

    @property
    def sensitivity(self) -> float:
        """Largest gauge of a column of F or its negative on the body that noise is drawn from, rounded up."""
        if self._own and isinstance(self.body, Polytope):
            _ = self.body.sampler  # preparing it may shorten the columns
            return ROUND_UP / self.body.shrink
        columns = self.F.T
        return ROUND_UP * float(max(np.max(self.body.gauge(columns)), np.max(self.body.gauge(-columns))))

    @property
    def scale(self) -> float:
        """The sensitivity over eps, by which noise of density exp(-gauge) is multiplied."""
        return self.sensitivity / self.eps

    def noise(self, size: int, rng: np.random.Generator) -> Draws:
        draws = self.body.noise(size, rng)
        return Draws(draws.points * self.scale, draws.law)

    def mean_squared_error(self, rng: np.random.Generator | None = None) -> Measured:
        moments = self.body.noise_second_moment(rng)
        value = self.scale**2 * float(np.trace(moments.matrix))
        return Measured(value, moments.error * value, moments.method, moments.exact)

    def log_density(self, a: npt.ArrayLike, x: npt.ArrayLike, rng: np.random.Generator | None = None) -> Measured:
        """Return the log-density of the answer `a` on the histogram `x`, in the span of the body.

        Parameters
        ----------
        a : array_like, shape (d,)
            An answer.
        x : array_like, shape (n,)
            A histogram.
        rng : numpy.random.Generator, optional
            The source of randomness where the volume has to be estimated.
        """
        difference = finite_array("a", a) - self.F @ finite_array("x", x)
        volume = self.body.log_volume(rng)
        rank = self.body.rank
        constant = volume.value + math.lgamma(rank + 1) + rank * math.log(self.scale)
        value = -float(self._gauge(difference)) / self.scale - constant
        return Measured(value, volume.error, volume.method, volume.exact)

    def _gauge(self, difference: Array) -> float:
        return float(self.body.gauge(difference))

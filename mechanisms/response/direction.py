"""PrivUnit: a local randomiser of unit vectors, by caps of the sphere."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.response.base import checked_eps, odds_above
from mechanisms.validate import Array, finite_array, generator, integer, real

__all__ = ["PrivUnit"]

_SIGHT = 1e-9


@dataclass(frozen=True)
class PrivUnit:
    r"""PrivUnit: the answer is uniform on a cap around the true direction, or on the rest of the sphere, and scaled to have the true mean.

    Points of the cap :math:`\langle v, u\rangle \ge \gamma` are :math:`e^\varepsilon` times as likely as the others. Adjacency: any two
    unit vectors. It works in floating point and is for study.

    Source: A. Bhowmick, J. Duchi, J. Freudiger, G. Kapoor, R. Rogers, "Protection against reconstruction and its applications in private
    federated learning", arXiv:1812.00984.

    Parameters
    ----------
    eps : float
        The max divergence, natural logarithm; positive, at most 700.
    dimension : int
        The number d of coordinates, from 2 to 10000.
    threshold : float
        gamma, from 0 to below 1.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule, or the cap is too small for floats.
    """

    guarantee: ClassVar[str] = "mechanism.priv_unit"

    eps: float
    dimension: int
    threshold: float = 0.0
    share: float = field(init=False)
    """Of the sphere that is in the cap."""

    def __post_init__(self) -> None:
        from scipy.special import betainc

        level = checked_eps(self.eps)
        if level == 0:
            raise ParameterError("eps", "positive", self.eps)
        object.__setattr__(self, "eps", level)
        object.__setattr__(
            self, "dimension", integer("dimension", self.dimension, 2, 10_000, "an integer from 2 to 10000")
        )
        gamma = real("threshold", self.threshold)
        if not 0 <= gamma < 1:
            raise ParameterError("threshold", "from 0 to below 1", self.threshold)
        object.__setattr__(self, "threshold", gamma)
        share = float(betainc((self.dimension - 1) / 2, 0.5, 1 - gamma * gamma)) / 2
        if share < np.finfo(float).tiny:
            raise ParameterError("threshold", "such that its cap has a share that a float holds", self.threshold)
        object.__setattr__(self, "share", share)

    @property
    def chance(self) -> float:
        """The probability of an answer in the cap."""
        return self.share / (self.share + math.exp(-self.eps) * (1 - self.share))

    def pair(self) -> FinitePair:
        """Return the laws of the answers to two opposite directions: in the cap of the one, in that of the other, elsewhere."""
        odds, share = odds_above(self.eps), Fraction(self.share)
        total = share + odds * (1 - share)
        cap, other, rest = share / total, odds * share / total, odds * (1 - 2 * share) / total
        return FinitePair([cap, other, rest], [other, cap, rest])

    def projection(self) -> float:
        """Return the mean inner product of an answer with the true direction before it is scaled, by quadrature."""
        from scipy.integrate import quad
        from scipy.special import gammaln

        d, gamma = self.dimension, self.threshold
        log_height = float(gammaln(d / 2) - gammaln((d - 1) / 2)) - math.log(math.pi) / 2

        def part(angle: float) -> float:
            # the cosine of the angle has the density of the inner product
            return math.cos(angle) * math.sin(angle) ** (d - 2) * math.exp(log_height)

        inside = quad(part, 0, math.acos(gamma), epsabs=0, epsrel=1e-12, limit=200)[0]
        outside = quad(part, math.acos(gamma), math.pi, epsabs=1e-14, epsrel=1e-12, limit=200)[0]
        return float(self.chance / self.share * inside + (1 - self.chance) / (1 - self.share) * outside)

    def release(self, directions: npt.ArrayLike, rng: np.random.Generator) -> Array:
        """Release unit vectors, scaled to have the mean of the true ones.

        Parameters
        ----------
        directions : array_like, shape (..., d)
            Unit vectors along the last axis.
        rng : numpy.random.Generator
            The source of randomness.

        Raises
        ------
        ParameterError
            If they are no unit vectors of this dimension.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        given, source = finite_array("directions", directions), generator(rng)
        rule = f"unit vectors of length {self.dimension} along the last axis"
        if given.ndim == 0 or given.shape[-1] != self.dimension:
            raise ParameterError("directions", rule, given.shape)
        if (np.abs(np.linalg.norm(given, axis=-1) - 1) > _SIGHT).any():
            raise ParameterError("directions", rule, directions)
        return np.asarray(self.drawn(given, source) / self.projection())

    def drawn(self, given: Array, source: np.random.Generator) -> Array:
        """Draw answers before they are scaled: a height along the true direction, by its quantiles, and a direction across."""
        from scipy.special import betainccinv, betaincinv

        inside = source.random(given.shape[:-1]) < self.chance
        u, a = source.random(given.shape[:-1]), (self.dimension - 1) / 2
        # of a share s of the sphere above it the height is sqrt(1 - I^-1(2 s)), below the middle its negative
        above = np.where(inside, u * self.share, self.share + u * (1 - self.share))
        tail = np.minimum(2 * above, 2 - 2 * above)
        square = np.where(tail < 0.5, 1 - betaincinv(a, 0.5, tail), 1 - betainccinv(a, 0.5, 1 - tail))
        height = np.sqrt(np.clip(square, 0, 1)) * np.where(above < 0.5, 1.0, -1.0)
        across = source.standard_normal(given.shape)
        across -= (across * given).sum(axis=-1, keepdims=True) * given
        across /= np.linalg.norm(across, axis=-1, keepdims=True)
        return np.asarray(height[..., None] * given + np.sqrt(1 - height**2)[..., None] * across)

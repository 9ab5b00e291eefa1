"""The truncated Laplace mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mechanisms.families.bounded import log_truncated_laplace, truncated_laplace_pair
from mechanisms.noise.additive import AdditiveNoise
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, positive


@dataclass(frozen=True)
class TruncatedLaplace(AdditiveNoise):
    r"""Laplace noise cut off at a bound and rescaled, on every coordinate of an answer.

    .. math:: f(x) = \frac{e^{-|x - a|/b}}{2b(1 - e^{-A/b})}, \qquad |x - a| \le A

    for the true answer a. Adjacency: data sets are adjacent when their answers differ by at most `sensitivity`, in
    absolute value for one answer and in the l1 norm for a vector of answers. Outputs near the ends of the support
    give one of two answers away: no finite epsilon holds without a delta.

    Noise in floating point does not protect the least significant bits of a release: the floats that an
    answer can be moved to depend on the answer (Mironov, "On significance of the least significant bits for
    differential privacy", CCS 2012). This class is for study, not for deployment.

    Source: Q. Geng, W. Ding, R. Guo, S. Kumar, "Tight analysis of privacy and utility tradeoff in approximate
    differential privacy", AISTATS 2020 (there with the bound that a given delta asks for).

    Parameters
    ----------
    scale : float
        The scale b of the noise, in the units of the answer; positive.
    bound : float
        The bound A on the absolute value of the noise, in the units of the answer; positive.
    sensitivity : float
        Largest distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite.
    """

    guarantee: ClassVar[str] = "mechanism.truncated_laplace"

    scale: float
    bound: float
    sensitivity: float = 1.0

    def __post_init__(self) -> None:
        for name in ("scale", "bound", "sensitivity"):
            object.__setattr__(self, name, positive(name, getattr(self, name)))

    @property
    def _kept(self) -> float:
        """The share of Laplace noise within the bound."""
        return -math.expm1(-self.bound / self.scale)

    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        size = np.minimum(-self.scale * np.log1p(-self._kept * rng.random(shape)), self.bound)
        return np.asarray(np.where(rng.random(shape) < 0.5, -size, size))

    def _log_noise_density(self, noise: Array) -> Array:
        return log_truncated_laplace(noise, self.scale, self.bound)

    def _noise_cdf(self, noise: Array) -> Array:
        within = -np.expm1(-np.minimum(np.abs(noise), self.bound) / self.scale) / (2 * self._kept)
        return np.clip(np.where(noise < 0, 0.5 - within, 0.5 + within), 0.0, 1.0)

    def _laws(self, shift: float) -> Pair:
        return truncated_laplace_pair(0.0, self.scale, self.bound, shift, self.scale, self.bound)

"""The Gaussian mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mechanisms.families.gaussian import gaussian_pair, log_gaussian
from mechanisms.noise.additive import AdditiveNoise
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, positive


@dataclass(frozen=True)
class Gaussian(AdditiveNoise):
    r"""Gaussian noise on every coordinate of an answer.

    .. math:: f(x) = \frac{1}{\sigma\sqrt{2\pi}} e^{-(x - a)^2/(2\sigma^2)}

    for the true answer a. Adjacency: data sets are adjacent when their answers differ by at most
    `sensitivity`, in absolute value for one answer and in the l2 norm for a vector of answers.

    Noise in floating point does not protect the least significant bits of a release: the floats that an
    answer can be moved to depend on the answer (Mironov, "On significance of the least significant bits for
    differential privacy", CCS 2012). This class is for study, not for deployment; its exact twin on the integers is
    :class:`mechanisms.DiscreteGaussian`.

    Parameters
    ----------
    sigma : float
        The standard deviation of the noise, in the units of the answer; positive.
    sensitivity : float
        Largest distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite.
    """

    guarantee: ClassVar[str] = "mechanism.gaussian"

    sigma: float
    sensitivity: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "sigma", positive("sigma", self.sigma))
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))

    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        return np.asarray(rng.normal(0.0, self.sigma, shape))

    def _log_noise_density(self, noise: Array) -> Array:
        return log_gaussian(noise, 0.0, self.sigma)

    def _noise_cdf(self, noise: Array) -> Array:
        from scipy.special import ndtr

        return np.asarray(ndtr(noise / self.sigma))

    def _laws(self, shift: float) -> Pair:
        return gaussian_pair(0.0, self.sigma, shift, self.sigma)

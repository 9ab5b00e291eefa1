"""The Gaussian mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from mechanisms.noise.additive import AdditiveNoise
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, positive, real

__all__ = ["Gaussian", "gaussian_pair"]


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
        return _log_density(noise, 0.0, self.sigma)

    def _noise_cdf(self, noise: Array) -> Array:
        from scipy.special import ndtr

        return np.asarray(ndtr(noise / self.sigma))

    def _laws(self, shift: float) -> Pair:
        return gaussian_pair(0.0, self.sigma, shift, self.sigma)


def gaussian_pair(mean_p: float, sigma_p: float, mean_q: float, sigma_q: float) -> Pair:
    """Return two Gaussian laws.

    Parameters
    ----------
    mean_p, mean_q : float
        Their means, finite.
    sigma_p, sigma_q : float
        Their standard deviations, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    at_p, at_q = real("mean_p", mean_p), real("mean_q", mean_q)
    return Pair(
        partial(_log_density, mean=at_p, sigma=positive("sigma_p", sigma_p)),
        partial(_log_density, mean=at_q, sigma=positive("sigma_q", sigma_q)),
        (at_p, at_q),
    )


def _log_density(x: Array, mean: float, sigma: float) -> Array:
    standard = (x - mean) / sigma
    with np.errstate(over="ignore"):
        return -(standard * standard) / 2 - (math.log(sigma) + math.log(2 * math.pi) / 2)

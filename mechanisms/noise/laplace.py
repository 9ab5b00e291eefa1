"""The Laplace mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from mechanisms.noise.additive import AdditiveNoise
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, positive, real

__all__ = ["Laplace", "laplace_pair"]


@dataclass(frozen=True)
class Laplace(AdditiveNoise):
    r"""Laplace noise on every coordinate of an answer.

    .. math:: f(x) = \frac{1}{2b} e^{-|x - a|/b}

    for the true answer a. Adjacency: data sets are adjacent when their answers differ by at most
    `sensitivity`, in absolute value for one answer and in the l1 norm for a vector of answers.

    Noise in floating point does not protect the least significant bits of a release: the floats that an
    answer can be moved to depend on the answer (Mironov, "On significance of the least significant bits for
    differential privacy", CCS 2012). This class is for study, not for deployment; its exact twin on the integers is
    :class:`mechanisms.TwoSidedGeometric`.

    Parameters
    ----------
    scale : float
        The scale b of the noise, in the units of the answer; positive.
    sensitivity : float
        Largest distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite.
    """

    guarantee: ClassVar[str] = "mechanism.laplace"

    scale: float
    sensitivity: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", positive("scale", self.scale))
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))

    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        return np.asarray(rng.laplace(0.0, self.scale, shape))

    def _log_noise_density(self, noise: Array) -> Array:
        return _log_density(noise, 0.0, self.scale)

    def _noise_cdf(self, noise: Array) -> Array:
        below = 0.5 * np.exp(-np.abs(noise) / self.scale)
        return np.where(noise < 0, below, 1 - below)

    def _laws(self, shift: float) -> Pair:
        return laplace_pair(0.0, self.scale, shift, self.scale)


def laplace_pair(location_p: float, scale_p: float, location_q: float, scale_q: float) -> Pair:
    """Return two Laplace laws.

    Parameters
    ----------
    location_p, location_q : float
        Their modes, finite.
    scale_p, scale_q : float
        Their scales, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    at_p, at_q = real("location_p", location_p), real("location_q", location_q)
    return Pair(
        partial(_log_density, location=at_p, scale=positive("scale_p", scale_p)),
        partial(_log_density, location=at_q, scale=positive("scale_q", scale_q)),
        (at_p, at_q),
    )


def _log_density(x: Array, location: float, scale: float) -> Array:
    return -np.abs(x - location) / scale - (math.log(scale) + math.log(2))

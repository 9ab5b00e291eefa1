"""The Laplace mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mechanisms.families.laplace import laplace_pair, log_laplace
from mechanisms.noise.additive import AdditiveNoise
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, positive


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
        return log_laplace(noise, 0.0, self.scale)

    def _noise_cdf(self, noise: Array) -> Array:
        below = 0.5 * np.exp(-np.abs(noise) / self.scale)
        return np.where(noise < 0, below, 1 - below)

    def _laws(self, shift: float) -> Pair:
        return laplace_pair(0.0, self.scale, shift, self.scale)

"""The Skellam mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.families.saddle import log_skellam
from mechanisms.noise.integer import LARGEST, IntegerNoise
from mechanisms.validate import Array, generator, integer, positive

# Beyond it numpy's Poisson sampler overflows with its square root added.
_LARGEST = 1e15


@dataclass(frozen=True)
class Skellam(IntegerNoise):
    r"""Skellam noise, the difference of two independent Poisson variables, on every coordinate of an integer answer.

    .. math:: P[k] = e^{-2\mu} I_{|k - a|}(2\mu)

    for the true answer a and the modified Bessel function I. Adjacency: data sets are adjacent when their answers
    differ by at most `sensitivity`, in absolute value for one answer and in the l2 norm for a vector of answers.

    The outcomes are integers, but numpy draws the Poisson variables in floating point: their probabilities are the
    stated ones up to rounding only, and no statement about the tails is protected against it. This class is for study,
    not for deployment.

    Source: N. Agarwal, P. Kairouz, Z. Liu, "The Skellam mechanism for differentially private federated learning",
    NeurIPS 2021, arXiv:2110.04995.

    Parameters
    ----------
    mu : float
        Mean of each of the two Poisson variables, half the variance of the noise; positive, at most 10^15.
    sensitivity : int
        Largest distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.skellam"

    mu: float
    sensitivity: int = 1

    _ulps: ClassVar[float] = 32.0

    def __post_init__(self) -> None:
        mean = positive("mu", self.mu)
        if mean > _LARGEST:
            raise ParameterError("mu", f"at most {_LARGEST:g}", self.mu)
        object.__setattr__(self, "mu", mean)
        object.__setattr__(self, "sensitivity", integer("sensitivity", self.sensitivity, 1, LARGEST))

    def _draw(self, rng: np.random.Generator | None, size: int) -> npt.NDArray[Any]:
        source = generator(rng)
        return source.poisson(self.mu, size) - source.poisson(self.mu, size)

    def _log_noise_mass(self, noise: Array) -> Array:
        return log_skellam(noise, self.mu, self.mu)

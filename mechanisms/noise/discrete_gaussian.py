"""The discrete Gaussian mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.exact.samplers import discrete_gaussian
from mechanisms.families.lattice import log_discrete_gaussian, log_theta
from mechanisms.noise.integer import LARGEST, IntegerNoise, positive_rational
from mechanisms.validate import Array, integer


@dataclass(frozen=True, init=False)
class DiscreteGaussian(IntegerNoise):
    r"""Discrete Gaussian noise on every coordinate of an integer answer.

    .. math:: P[k] = \frac{e^{-(k - a)^2/(2\sigma^2)}}{\sum_{j \in \mathbb{Z}} e^{-j^2/(2\sigma^2)}}

    for the true answer a. Adjacency: data sets are adjacent when their answers differ by at most `sensitivity`, in
    absolute value for one answer and in the l2 norm for a vector of answers. Releases are drawn in exact integer
    arithmetic, so the law is the stated one in every bit; what remains visible is the time that a release takes.

    Source: C. Canonne, G. Kamath, T. Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020,
    arXiv:2004.00010, Definition 1.

    Parameters
    ----------
    sigma2 : Fraction, int or float
        The parameter :math:`\sigma^2`, positive, a bound on the variance of the noise; a float counts as the dyadic
        rational that it is.
    sensitivity : int
        Largest distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.discrete_gaussian"

    sigma2: Fraction
    sensitivity: int = 1

    def __init__(self, sigma2: Fraction | float, sensitivity: int = 1) -> None:
        object.__setattr__(self, "sigma2", positive_rational("sigma2", sigma2))
        object.__setattr__(self, "sensitivity", integer("sensitivity", sensitivity, 1, LARGEST))

    def _draw(self, rng: np.random.Generator | None, size: int) -> npt.NDArray[Any]:
        return np.asarray(discrete_gaussian(self.sigma2, size, rng))

    def _log_noise_mass(self, noise: Array) -> Array:
        square = float(self.sigma2)
        return log_discrete_gaussian(noise, square, log_theta(square))

"""The two-sided geometric mechanism, also known as the discrete Laplace mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.exact.samplers import discrete_laplace
from mechanisms.families.lattice import log_two_sided
from mechanisms.noise.integer import LARGEST, IntegerNoise, positive_rational
from mechanisms.validate import Array, integer


@dataclass(frozen=True, init=False)
class TwoSidedGeometric(IntegerNoise):
    r"""Two-sided geometric noise on every coordinate of an integer answer.

    .. math:: P[k] = \tanh\left(\frac{1}{2b}\right) e^{-|k - a|/b}

    for the true answer a. Adjacency: data sets are adjacent when their answers differ by at most `sensitivity`, in
    absolute value for one answer and in the l1 norm for a vector of answers. Releases are drawn in exact integer
    arithmetic, so the law is the stated one in every bit; what remains visible is the time that a release takes.

    Source: A. Ghosh, T. Roughgarden, M. Sundararajan, "Universally utility-maximizing privacy mechanisms", SIAM
    Journal on Computing 41, 2012 (there with the parameter :math:`e^{-1/b}`).

    Parameters
    ----------
    scale : Fraction, int or float
        The scale b, positive; a float counts as the dyadic rational that it is.
    sensitivity : int
        Largest distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.two_sided_geometric"

    scale: Fraction
    sensitivity: int = 1

    def __init__(self, scale: Fraction | float, sensitivity: int = 1) -> None:
        object.__setattr__(self, "scale", positive_rational("scale", scale))
        object.__setattr__(self, "sensitivity", integer("sensitivity", sensitivity, 1, LARGEST))

    def _draw(self, rng: np.random.Generator | None, size: int) -> npt.NDArray[Any]:
        return np.asarray(discrete_laplace(self.scale, size, rng))

    def _log_noise_mass(self, noise: Array) -> Array:
        return log_two_sided(noise, float(1 / self.scale))

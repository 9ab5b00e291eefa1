"""The Skellam mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.noise.integer import IntegerNoise, integer
from mechanisms.validate import Array, generator, positive

__all__ = ["Skellam"]

# Beyond it numpy's Poisson sampler overflows with its square root added.
_LARGEST = 1e15
# The first term of Debye's expansion that is left out, 0.23/s^5, is below rounding from here on.
_LARGE = 2000.0
# Debye's polynomials u_k(t)/t^k in t^2 (Digital Library of Mathematical Functions, 10.41.10).
_DEBYE = (
    (1 / 8, -5 / 24),
    (9 / 128, -77 / 192, 385 / 1152),
    (75 / 1024, -4563 / 5120, 17017 / 9216, -85085 / 82944),
    (3675 / 32768, -96833 / 40960, 144001 / 16384, -7436429 / 663552, 37182145 / 7962624),
)


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

    mu: float
    sensitivity: int = 1

    _ulps: ClassVar[float] = 32.0

    def __post_init__(self) -> None:
        mean = positive("mu", self.mu)
        if mean > _LARGEST:
            raise ParameterError("mu", f"at most {_LARGEST:g}", self.mu)
        object.__setattr__(self, "mu", mean)
        object.__setattr__(self, "sensitivity", integer("sensitivity", self.sensitivity, 1))

    def _draw(self, rng: np.random.Generator | None, size: int) -> npt.NDArray[Any]:
        source = generator(rng)
        return source.poisson(self.mu, size) - source.poisson(self.mu, size)

    def _log_noise_mass(self, noise: Array) -> Array:
        from scipy.special import ive

        order, x = np.abs(noise), 2 * self.mu
        with np.errstate(divide="ignore", under="ignore"):
            direct = np.log(ive(order, x))
            # The expansion is the better one for large arguments, and where the Bessel function underflows.
            resolved = (direct > -600) & (np.hypot(order, x) < _LARGE)
            return np.where(resolved, direct, _log_scaled_bessel(order, x))


def _log_scaled_bessel(order: Array, x: float) -> Array:
    """Return log(exp(-x) I_order(x)) by its expansion for a large order or x, or by the series where x is tiny."""
    from scipy.special import gammaln

    series = order * math.log(x / 2) - gammaln(order + 1) + np.log1p(x * x / (4 * (order + 1))) - x
    # With s = hypot(order, x): s + order log(x / (order + s)) - x, where s - x is written without cancellation.
    s = np.hypot(order, x)
    square, correction = (order / s) ** 2, np.zeros_like(order)
    for k, coefficients in enumerate(_DEBYE, start=1):
        correction += np.polynomial.polynomial.polyval(square, coefficients) / s**k
    debye = order * order / (s + x) + order * np.log(x / (order + s)) - np.log(2 * math.pi * s) / 2
    return np.where(np.hypot(order, x) < 50, series, debye + np.log1p(correction))

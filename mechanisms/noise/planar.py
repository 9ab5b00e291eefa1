"""Laplace noise for the Euclidean norm: in the plane and in space, and on the points of a grid exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.algorithms import discrete_laplace
from mechanisms.exact.words import WordSource
from mechanisms.noise.integer import LARGEST, Integers
from mechanisms.noise.vector import VectorNoise
from mechanisms.validate import Array, integer, plain_array, positive, probability

__all__ = ["PlanarLaplace"]

_SLOPE = Fraction(7, 10)
"""Below 1/sqrt(2): the norm of a vector is at least so many times the sum of its coordinates' absolute values."""


@dataclass(frozen=True)
class PlanarLaplace(VectorNoise):
    r"""Planar Laplace noise, whose density falls exponentially in the Euclidean length, and its analogue in d dimensions.

    .. math:: f(x) = \frac{\varepsilon^d}{d!\, v_d} e^{-\varepsilon |x - a|}, \qquad v_d = \frac{\pi^{d/2}}{\Gamma(d/2 + 1)}

    for the true answer a. The length of the noise has the Gamma law of shape d and rate eps. The privacy loss between two answers is at most
    eps times their distance, whatever that is: metric privacy.

    Adjacency: answers at most `sensitivity` apart in the Euclidean norm. Noise in floating point does not protect the least
    significant bits of a release: `release` is for study; :meth:`release_exact` draws points of a grid, in exact integer arithmetic.

    Source: M. Andrés, N. Bordenabe, K. Chatzikokolakis, C. Palamidessi, "Geo-indistinguishability", CCS 2013.

    Parameters
    ----------
    eps : float
        The privacy loss a unit of distance, natural logarithm; positive.
    dimension : int
        The number d of coordinates.
    sensitivity : float
        Largest distance of the answers on adjacent data sets; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.planar_laplace"

    eps: float
    dimension: int = 2
    sensitivity: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", positive("eps", self.eps))
        object.__setattr__(
            self, "dimension", integer("dimension", self.dimension, 1, 1000, "an integer from 1 to 1000")
        )
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))

    def _check(self, name: str, vectors: Array) -> Array:
        if vectors.ndim == 0 or vectors.shape[-1] != self.dimension:
            raise ParameterError(name, f"vectors of length {self.dimension} along the last axis", vectors.shape)
        return vectors

    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        length = rng.gamma(self.dimension, 1 / self.eps, shape[:-1])
        direction = rng.standard_normal(shape)
        return np.asarray(direction * (length / np.linalg.norm(direction, axis=-1))[..., np.newaxis])

    def _log_noise_density(self, noise: Array) -> Array:
        d = self.dimension
        log_ball = d / 2 * math.log(math.pi) - math.lgamma(d / 2 + 1)
        return np.asarray(
            d * math.log(self.eps) - math.lgamma(d + 1) - log_ball - self.eps * np.linalg.norm(noise, axis=-1)
        )

    def radius(self, chance: float) -> float:
        r"""Return the radius of the disc around the truth in which an answer lies with a probability.

        In the plane it is :math:`-\frac1\varepsilon (W_{-1}(\frac{p - 1}e) + 1)`; here the quantile of the Gamma law is asked for.

        Parameters
        ----------
        chance : float
            The probability p, below 1.
        """
        if probability("chance", chance) == 1:
            raise ParameterError("chance", "below 1", chance)
        from scipy.special import gammaincinv

        return float(gammaincinv(self.dimension, chance)) / self.eps

    def release_exact(self, answers: npt.ArrayLike, rng: np.random.Generator | None = None) -> Integers:
        r"""Release points of a grid with noise that stays on it, in exact integer arithmetic.

        .. math:: P[z] \propto e^{-\varepsilon |z - a|}, \qquad z \in \mathbb{Z}^2

        The normalising constant is the same for all points of the grid, so that the privacy loss is at most eps times their distance in
        every bit. A pair of two-sided geometric numbers of the rate 7 eps/10 is accepted with the probability
        :math:`e^{-\varepsilon (|z| - 7 |z|_1/10)}`, whose exponent is compared with uniform bits, as many of them as it takes.

        Parameters
        ----------
        answers : array_like of int, shape (..., 2)
            Of absolute value at most 2^61.
        rng : numpy.random.Generator, optional
            A seeded source, for study and tests; by default the system's cryptographic source.

        Raises
        ------
        ParameterError
            If the dimension is not 2, or an answer is not such an array.
        """
        if self.dimension != 2:
            raise ParameterError("dimension", "2 for a release on a grid", self.dimension)
        rule = "integers of absolute value at most 2^61, two along the last axis"
        points = plain_array("answers", answers, rule)
        if points.dtype.kind not in "iu" or points.ndim == 0 or points.shape[-1] != 2 or points.size == 0:
            raise ParameterError("answers", rule, answers)
        if max(abs(int(points.max())), abs(int(points.min()))) > LARGEST:
            raise ParameterError("answers", rule, answers)
        source, rate = WordSource(rng), Fraction(self.eps)
        noise = [_grid_point(source, rate) for _ in range(points.size // 2)]
        if any(max(abs(x), abs(y)) > LARGEST for x, y in noise):
            raise ParameterError("noise", "of a scale that 64-bit integers hold", self)
        return np.asarray(points.astype(np.int64) + np.array(noise, dtype=np.int64).reshape(points.shape))


def _grid_point(source: WordSource, rate: Fraction) -> tuple[int, int]:
    """Return a point of the grid with probability proportional to exp(-rate |z|)."""
    slow = rate * _SLOPE
    while True:
        x, y = (discrete_laplace(source, slow.numerator, slow.denominator) for _ in range(2))
        if _accepts(source, rate, x * x + y * y, slow * (abs(x) + abs(y))):
            return x, y


def _accepts(source: WordSource, rate: Fraction, square: int, less: Fraction) -> bool:
    """Return true with probability exp(-(rate sqrt(square) - less)), whose exponent is not negative."""
    bits = 64
    whole = int(rate * (math.isqrt(square << 2 * bits) + 1) / (1 << bits) - less) + 1
    # exp(-g) is the product of so many factors exp(-g/whole), each with an exponent below 1
    return all(_accepts_once(source, rate, square, less, whole) for _ in range(whole))


def _accepts_once(source: WordSource, rate: Fraction, square: int, less: Fraction, parts: int) -> bool:
    """Return true with probability exp(-g) for an exponent g up to 1 by the alternating series (Canonne and others, Algorithm 1)."""
    k = 1
    while _is_below(source, rate, square, less, parts * k):
        k += 1
    return k % 2 == 1


def _is_below(source: WordSource, rate: Fraction, square: int, less: Fraction, parts: int) -> bool:
    """Return true with probability (rate sqrt(square) - less)/parts: uniform bits are drawn until they decide."""
    drawn, bits = 0, 0
    while True:
        drawn, bits = (drawn << 32) | source.below(1 << 32), bits + 32
        root, unit = math.isqrt(square << 2 * bits), 1 << bits
        exact = root * root == square << 2 * bits
        low = (rate * root / unit - less) / parts
        high = low if exact else (rate * (root + 1) / unit - less) / parts
        if Fraction(drawn + 1, unit) <= low:
            return True
        if Fraction(drawn, unit) >= high:
            return False

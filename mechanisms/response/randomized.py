"""Randomized response on one bit."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import Context, Decimal
from fractions import Fraction
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.words import WordSource
from mechanisms.finite.pair import FinitePair
from mechanisms.numeric.estimate import Estimate
from mechanisms.validate import Array, generator, non_negative, plain_array, real, scalar_or_array

__all__ = ["RandomizedResponse", "odds_above"]

# Above it e^-eps is no longer a normal float, and a sampler could not tell the mechanism from the identity
# anyway.
_LARGEST = 700.0
# Digits of the masses: their rounding is then far below that of a float.
_CONTEXT = Context(prec=60)


def odds_above(eps: float) -> Fraction:
    """Return a rational just above e^-eps, and at most 1: masses that are made of it keep eps exactly."""
    return min(Fraction(_CONTEXT.next_plus(_CONTEXT.exp(Decimal(eps).copy_negate()))), Fraction(1))


@dataclass(frozen=True)
class RandomizedResponse:
    r"""Randomized response: a bit is kept with probability :math:`e^\varepsilon/(1 + e^\varepsilon)`.

    Adjacency: any two values of the bit.

    :meth:`release` works in floating point and is for study: a bit is flipped when a uniform float of 53 bits falls
    below the probability of that, which is realised to within 2^-53. To release, use its exact twin :meth:`release_exact`.

    Parameters
    ----------
    eps : float
        The max divergence epsilon between the laws of the two answers, natural logarithm; from 0 to 700.

    Raises
    ------
    ParameterError
        If `eps` is not a number from 0 to 700.
    """

    guarantee: ClassVar[str] = "mechanism.randomized_response"

    eps: float
    _flip: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        eps = non_negative("eps", self.eps)
        if eps > _LARGEST:
            raise ParameterError("eps", f"at most {_LARGEST:g}", self.eps)
        odds = odds_above(eps)
        object.__setattr__(self, "eps", eps)
        object.__setattr__(self, "_flip", odds / (1 + odds))

    @classmethod
    def from_probability(cls, probability: float | Fraction) -> RandomizedResponse:
        r"""Return the mechanism that keeps a bit with the given probability.

        Its epsilon is :math:`|\log(p/(1-p))|`, rounded up.

        Parameters
        ----------
        probability : float or Fraction
            The probability p of keeping the bit, strictly between 0 and 1; a Fraction makes :meth:`pair` exact.

        Raises
        ------
        ParameterError
            If the probability is out of range, or so close to an end that epsilon exceeds 700.
        """
        rule = "a probability strictly between 0 and 1"
        value = real("probability", probability, rule)
        keep = probability if isinstance(probability, Fraction) else Fraction(value)
        if not 0 < keep < 1:
            raise ParameterError("probability", rule, probability)
        smaller = min(keep, 1 - keep)
        if smaller < Fraction(math.exp(-_LARGEST)):
            raise ParameterError("probability", f"such that epsilon is at most {_LARGEST:g}", probability)
        eps = math.log1p(float((1 - 2 * smaller) / smaller))
        # Two units in the last place cover the rounding of the quotient and of the logarithm.
        mechanism = cls(min(eps + 2 * math.ulp(eps), _LARGEST) if eps else 0.0)
        object.__setattr__(mechanism, "_flip", 1 - keep)
        return mechanism

    def release(self, bits: npt.ArrayLike, rng: np.random.Generator) -> int | npt.NDArray[np.int64]:
        """Release bits, each kept or flipped independently.

        Parameters
        ----------
        bits : array_like of int or bool, any shape
            Bits 0 and 1.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        int or array of int of the shape of `bits`
            An int for a scalar.

        Raises
        ------
        ParameterError
            If an entry is not a bit, or there is none.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        values = _bits("bits", bits)
        flipped = values ^ (generator(rng).random(values.shape) < float(self._flip))
        return int(flipped) if values.ndim == 0 else flipped

    def release_exact(
        self, bits: npt.ArrayLike, rng: np.random.Generator | None = None
    ) -> int | npt.NDArray[np.int64]:
        """Release bits, each kept or flipped independently, in exact integer arithmetic.

        A bit is flipped with the very probability of :meth:`pair`, a rational that is rounded up, so that epsilon is never
        above the stated one. What remains visible is the time that a release takes.

        Parameters
        ----------
        bits : array_like of int or bool, any shape
            Bits 0 and 1.
        rng : numpy.random.Generator, optional
            A seeded source, for study and tests; by default the system's cryptographic source.

        Returns
        -------
        int or array of int of the shape of `bits`
            An int for a scalar.

        Raises
        ------
        ParameterError
            If an entry is not a bit, or there is none.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        values, source = _bits("bits", bits), WordSource(rng)
        flips = [source.bernoulli(self._flip.numerator, self._flip.denominator) for _ in range(values.size)]
        flipped = values ^ np.reshape(flips, values.shape).astype(np.int64)
        return int(flipped) if values.ndim == 0 else flipped

    def log_mass(self, outcome: npt.ArrayLike, answer: npt.ArrayLike) -> float | Array:
        """Logarithm of the probability of `outcome` when the true bit is `answer`.

        Parameters
        ----------
        outcome, answer : array_like of int or bool, broadcast against each other
            Bits 0 and 1.
        """
        flip = float(self._flip)
        same = _bits("outcome", outcome) == _bits("answer", answer)
        return scalar_or_array(np.where(same, math.log1p(-flip), math.log(flip)))

    def pair(self) -> FinitePair:
        """Return the laws of the output on the bits 0 (P) and 1 (Q), outcomes in the order (0, 1)."""
        return FinitePair((1 - self._flip, self._flip), (self._flip, 1 - self._flip))

    def renyi(self, order: float) -> Estimate:
        """Rényi divergence between the laws of the two answers; see :meth:`mechanisms.FinitePair.renyi`."""
        return self.pair().renyi(order)

    def kl(self) -> Estimate:
        """Kullback-Leibler divergence between the laws of the two answers."""
        return self.pair().kl()

    def max_divergence(self) -> Estimate:
        """Max divergence between the laws of the two answers."""
        return self.pair().max_divergence()

    def hockey_stick(self, eps: float) -> Estimate:
        """Hockey-stick divergence between the laws of the two answers."""
        return self.pair().hockey_stick(eps)


def _bits(name: str, values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return bits as an integer array; floats are refused even where they are 0 or 1."""
    rule = "bits 0 and 1, a scalar or a non-empty rectangular array"
    array = plain_array(name, values, rule)
    if array.dtype.kind not in "iub" or array.size == 0:
        raise ParameterError(name, rule, values)
    bad = (array != 0) & (array != 1)
    if bad.any():
        raise ParameterError(name, rule, int(array[bad][0]))
    return array.astype(np.int64)

"""Local randomisers of a number in [-1, 1] whose answer has that mean: one bit, a piecewise constant density, and a mixture of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.words import WordSource
from mechanisms.finite.pair import FinitePair
from mechanisms.response.base import checked_eps, odds_above
from mechanisms.validate import Array, finite_array, generator, real, scalar_or_array

_RULE = "in [-1, 1]"
Cell = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class MeanOracle:
    """A subclass says in which cells its answer lies: atoms, and intervals on which it is uniform.

    Parameters
    ----------
    eps : float
        The max divergence between the laws of two answers, natural logarithm; positive, at most 700.

    Raises
    ------
    ParameterError
        If `eps` breaks its rule.
    """

    eps: float
    _root: Fraction = field(init=False, repr=False)
    """A rational just above e^(-eps/2)."""

    def __post_init__(self) -> None:
        value = checked_eps(self.eps)
        if value == 0:
            raise ParameterError("eps", "positive", self.eps)
        object.__setattr__(self, "eps", value)
        object.__setattr__(self, "_root", odds_above(value / 2))
        if self._root == 1:
            raise ParameterError("eps", "such that e^(-eps/2) can be told from 1", self.eps)

    def cells(self, value: Fraction) -> list[Cell]:
        """Return the law of the answer to a number: the ends of each cell, which are one point for an atom, and its mass."""
        raise NotImplementedError

    def _drawn(self, values: Array, rng: np.random.Generator) -> Array:
        raise NotImplementedError

    def release(self, values: npt.ArrayLike, rng: np.random.Generator) -> float | Array:
        """Release an answer to each of several numbers, in floating point.

        Parameters
        ----------
        values : array_like of float
            From -1 to 1.
        rng : numpy.random.Generator
            The source of randomness.

        Raises
        ------
        ParameterError
            If a number lies outside.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        return scalar_or_array(self._drawn(_numbers(values), generator(rng)))

    def pair(self, first: float = 1.0, second: float = -1.0) -> FinitePair:
        """Return the laws of the answers to two numbers, on the cells on which both are constant."""
        laws = [self.cells(_exact(name, value)) for name, value in (("first", first), ("second", second))]
        ends = sorted({end for law in laws for low, high, _ in law for end in (low, high)})
        places = [*pairwise(ends), *((end, end) for end in ends)]
        return FinitePair(*([_mass(law, *place) for place in places] for law in laws))

    def variance(self, value: float) -> float:
        """Return the variance of the answer to a number, from its cells."""
        law = self.cells(_exact("value", value))
        mean = sum(mass * (low + high) / 2 for low, high, mass in law)
        return float(sum(mass * (low**2 + low * high + high**2) / 3 for low, high, mass in law) - mean**2)


@dataclass(frozen=True)
class OneBitMean(MeanOracle):
    r"""An answer with one bit: :math:`B = \coth(\varepsilon/2)` with probability :math:`\tfrac12 + \tfrac x{2B}`, else -B.

    Adjacency: any two numbers in [-1, 1]. Source: J. C. Duchi, M. I. Jordan, M. J. Wainwright, "Minimax optimal procedures for locally
    private estimation", Journal of the American Statistical Association 113, 2018.
    """

    guarantee: ClassVar[str] = "mechanism.one_bit_mean"

    @property
    def _bound(self) -> Fraction:
        odds = self._root**2
        return (1 + odds) / (1 - odds)

    def cells(self, value: Fraction) -> list[Cell]:
        bound = self._bound
        high = (1 + value / bound) / 2
        return [(bound, bound, high), (-bound, -bound, 1 - high)]

    def _drawn(self, values: Array, rng: np.random.Generator) -> Array:
        bound = float(self._bound)
        return np.where(rng.random(values.shape) < (1 + values / bound) / 2, bound, -bound)

    def release_exact(self, values: npt.ArrayLike, rng: np.random.Generator | None = None) -> float | Array:
        """Release the same by drawing integers, by default from the system's cryptographic source: the bit has its very probability."""
        numbers, source, bound = _numbers(values), WordSource(rng), float(self._bound)
        high = [self.cells(Fraction(value))[0][2] for value in numbers.ravel().tolist()]
        drawn = [bound if source.bernoulli(each.numerator, each.denominator) else -bound for each in high]
        return scalar_or_array(np.reshape(drawn, numbers.shape))


@dataclass(frozen=True)
class PiecewiseMean(MeanOracle):
    r"""The piecewise mechanism: a density that is :math:`e^\varepsilon` times as high on an interval around the true number as outside.

    .. math:: C = \frac{e^{\varepsilon/2} + 1}{e^{\varepsilon/2} - 1}, \qquad
              \text{high on } \left[\tfrac{C+1}2 x - \tfrac{C-1}2,\ \tfrac{C+1}2 x + \tfrac{C-1}2\right] \text{ of } [-C, C]

    Adjacency: any two numbers in [-1, 1]. The answer is a float, of whose last bits nothing is promised: for study.

    Source: N. Wang and others, "Collecting and analyzing multidimensional data with local differential privacy", ICDE 2019.
    """

    guarantee: ClassVar[str] = "mechanism.piecewise_mean"

    def _high(self, value: Any) -> tuple[Any, Any]:
        """Return the ends of the interval on which the density is high."""
        half = self._root / (1 - self._root)
        if isinstance(value, Fraction):
            return value / (1 - self._root) - half, value / (1 - self._root) + half
        centre = value / float(1 - self._root)
        return centre - float(half), centre + float(half)

    @property
    def _bound(self) -> Fraction:
        return (1 + self._root) / (1 - self._root)

    def cells(self, value: Fraction) -> list[Cell]:
        low, high = self._high(value)
        bound, inside = self._bound, 1 / (1 + self._root)
        outside = (1 - inside) / (bound + 1)
        sides = ((-bound, low), (high, bound))
        return [(low, high, inside), *((a, b, (b - a) * outside) for a, b in sides if a < b)]

    def _drawn(self, values: Array, rng: np.random.Generator) -> Array:
        low, high = self._high(values)
        bound, share = float(self._bound), rng.random(values.shape)
        inside = rng.random(values.shape) < 1 / (1 + float(self._root))
        # outside, a place on the two sides put together
        left = -bound + share * (bound + 1)
        return np.where(inside, low + share * (high - low), np.where(left < low, left, left + high - low))


@dataclass(frozen=True)
class HybridMean(MeanOracle):
    r"""The hybrid mechanism: the piecewise one with probability :math:`1 - e^{-\varepsilon/2}`, else one bit.

    Adjacency: any two numbers in [-1, 1]. The answer is a float, of whose last bits nothing is promised: for study.

    Source: N. Wang and others, "Collecting and analyzing multidimensional data with local differential privacy", ICDE 2019.
    """

    guarantee: ClassVar[str] = "mechanism.hybrid_mean"

    def cells(self, value: Fraction) -> list[Cell]:
        shares = ((1 - self._root, PiecewiseMean(self.eps)), (self._root, OneBitMean(self.eps)))
        return [(low, high, share * mass) for share, part in shares for low, high, mass in part.cells(value)]

    def _drawn(self, values: Array, rng: np.random.Generator) -> Array:
        bit = rng.random(values.shape) < float(self._root)
        return np.where(bit, OneBitMean(self.eps)._drawn(values, rng), PiecewiseMean(self.eps)._drawn(values, rng))


def _mass(law: list[Cell], low: Fraction, high: Fraction) -> Fraction:
    """Return the mass of an interval without jumps inside, or of a point."""
    return sum(_parts(law, low, high), Fraction(0))


def _parts(law: list[Cell], low: Fraction, high: Fraction) -> Iterator[Fraction]:
    for start, end, mass in law:
        if start == end:
            yield mass if low == start == high else Fraction(0)
        elif start <= low < high <= end:
            yield mass * (high - low) / (end - start)


def _numbers(values: npt.ArrayLike) -> Array:
    numbers = finite_array("values", values)
    if numbers.size == 0 or (np.abs(numbers) > 1).any():
        raise ParameterError("values", f"numbers {_RULE}, at least one", values)
    return numbers


def _exact(name: str, value: float) -> Fraction:
    exact = Fraction(real(name, value, _RULE))
    if abs(exact) > 1:
        raise ParameterError(name, _RULE, value)
    return exact

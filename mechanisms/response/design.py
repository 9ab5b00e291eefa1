"""Frequency oracles whose answers are sets of values: subset selection and Hadamard response."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.words import WordSource
from mechanisms.finite.pair import FinitePair
from mechanisms.response.base import odds_above, whole_values
from mechanisms.response.oracle import FrequencyOracle, Held, checked_budget, checked_count
from mechanisms.validate import integer


@dataclass(frozen=True)
class _Design(FrequencyOracle):
    """Answers that are sets of values, e^eps times as likely where they hold the true one."""

    k: int
    eps: float
    _odds: Fraction = field(init=False, repr=False)

    @property
    def _counts(self) -> tuple[Fraction, Fraction, Fraction]:
        """How many answers hold one of two values but not the other, both of them, and neither; in any unit."""
        raise NotImplementedError

    @property
    def _unit(self) -> Fraction:
        """The probability of as many answers that hold the true value as make a unit."""
        one, both, neither = self._counts
        return 1 / (one + both + (one + neither) * self._odds)

    @property
    def hit(self) -> Fraction:
        return (self._counts[0] + self._counts[1]) * self._unit

    @property
    def chance(self) -> Fraction:
        one, both, _ = self._counts
        return (both + one * self._odds) * self._unit

    def pair(self) -> FinitePair:
        one, both, neither = self._counts
        high, low = self._unit, self._unit * self._odds
        return FinitePair(
            [one * high, one * low, both * high, neither * low], [one * low, one * high, both * high, neither * low]
        )

    def _prepare(self) -> None:
        object.__setattr__(self, "k", checked_count(self.k))
        object.__setattr__(self, "eps", checked_budget(self.eps))
        object.__setattr__(self, "_odds", odds_above(self.eps))


@dataclass(frozen=True)
class SubsetSelection(_Design):
    r"""Subset selection: a set of d values, :math:`e^\varepsilon` times as likely where it holds the true one.

    Adjacency: any two values.

    Source: M. Ye, A. Barg, "Optimal schemes for discrete distribution estimation under locally differential privacy", IEEE
    Transactions on Information Theory 64, 2018.

    Parameters
    ----------
    k : int
        Number of values, from 2 to 2^20.
    eps : float
        The max divergence, natural logarithm; positive, at most 700.
    size : int
        The number d of values in an answer, from 1 to k - 1.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.subset_selection"

    size: int = 1

    def __post_init__(self) -> None:
        self._prepare()
        object.__setattr__(self, "size", integer("size", self.size, 1, self.k - 1, "an integer from 1 to k - 1"))

    @property
    def _counts(self) -> tuple[Fraction, Fraction, Fraction]:
        k, d = self.k, self.size
        return Fraction(1), Fraction(d - 1, k - d), Fraction(k - d - 1, d)

    def _answers(self, answers: Any) -> npt.NDArray[Any]:
        array = super()._answers(answers)
        if (array.sum(axis=-1) != self.size).any():
            raise ParameterError("answers", f"sets of {self.size} of the {self.k} values", answers)
        return array

    def _drawn(self, values: npt.NDArray[np.int64], rng: np.random.Generator) -> Held:
        holds = rng.random(values.shape) < float(self.hit)
        keys = rng.random((*values.shape, self.k))
        true = values[..., np.newaxis] == np.arange(self.k)
        # the true value comes first or last, the others in a random order
        keys = np.where(true, np.where(holds, -1.0, 2.0)[..., np.newaxis], keys)
        return keys.argsort(axis=-1).argsort(axis=-1) < self.size

    def _drawn_exactly(self, value: int, source: WordSource) -> list[bool]:
        holds = source.bernoulli(self.hit.numerator, self.hit.denominator)
        others = [place for place in range(self.k) if place != value]
        chosen = {value} if holds else set()
        for drawn in range(self.size - holds):
            place = drawn + source.below(len(others) - drawn)
            others[drawn], others[place] = others[place], others[drawn]
            chosen.add(others[drawn])
        return [place in chosen for place in range(self.k)]


@dataclass(frozen=True)
class HadamardResponse(_Design):
    r"""Hadamard response: a column of a Hadamard matrix of an order above k, :math:`e^\varepsilon` times as likely where the value's row has a 1.

    Adjacency: any two values. An answer is the number of a column; the row of the value v is the one numbered v + 1.

    Source: J. Acharya, Z. Sun, H. Zhang, "Hadamard response: estimating distributions privately, efficiently, and with little
    communication", AISTATS 2019.

    Parameters
    ----------
    k : int
        Number of values, from 2 to 2^20.
    eps : float
        The max divergence, natural logarithm; positive, at most 700.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.hadamard_response"

    def __post_init__(self) -> None:
        self._prepare()

    @property
    def order(self) -> int:
        """The order of the matrix, the least power of two above k."""
        return 1 << self.k.bit_length()

    @property
    def _counts(self) -> tuple[Fraction, Fraction, Fraction]:
        return Fraction(1), Fraction(1), Fraction(1)

    def held(self, answers: Any) -> Held:
        return _is_even(np.asarray(answers)[..., np.newaxis] & np.arange(1, self.k + 1))

    def _answers(self, answers: Any) -> npt.NDArray[Any]:
        rule = f"columns from 0 to {self.order - 1}, a scalar or a non-empty rectangular array of integers"
        return whole_values("answers", answers, self.order, rule)

    def _drawn(self, values: npt.NDArray[np.int64], rng: np.random.Generator) -> npt.NDArray[np.int64]:
        holds = rng.random(values.shape) < float(self.hit)
        columns, rows = rng.integers(0, self.order, values.shape), values + 1
        # a change of the lowest bit of the row turns the sign
        return np.where(_is_even(columns & rows) == holds, columns, columns ^ (rows & -rows))

    def _drawn_exactly(self, value: int, source: WordSource) -> int:
        holds, row = source.bernoulli(self.hit.numerator, self.hit.denominator), value + 1
        column = source.below(self.order)
        return column if ((column & row).bit_count() % 2 == 0) == holds else column ^ (row & -row)


def _is_even(numbers: npt.NDArray[np.int64]) -> Held:
    """Return whether numbers below 2^32 have an even number of bits that are 1."""
    for shift in (16, 8, 4, 2, 1):
        numbers = numbers ^ (numbers >> shift)
    return numbers & 1 == 0

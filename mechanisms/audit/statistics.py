"""Functions of an output along which an audit looks for events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mechanisms.audit.outputs import Batch, Keys
from mechanisms.validate import Array, real_array, scalar_or_array


class Statistic(ABC):
    """A function of an output that can be told apart by exact values; `name` is what a reader sees."""

    name: str

    @abstractmethod
    def keys(self, batch: Batch) -> Keys:
        """Return a key for each output: equal keys for equal values."""


class Ordered(Statistic):
    """A real-valued function of an output."""

    @abstractmethod
    def values(self, batch: Batch) -> Array:
        """Return a number for each output; NaN where the function is not defined."""

    def keys(self, batch: Batch) -> Keys:
        # Bits, not values: they tell NaN and the two zeros apart, as everyone who sees the output can.
        return np.ascontiguousarray(self.values(batch)).view(np.uint64)


@dataclass(frozen=True)
class Coordinate(Ordered):
    """One number of the output."""

    index: int

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"x[{self.index}]"

    def values(self, batch: Batch) -> Array:
        return batch.column(self.index)


@dataclass(frozen=True)
class Difference(Ordered):
    """The difference of two numbers of the output: where they share their noise, it is gone."""

    first: int
    second: int

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"x[{self.first}] - x[{self.second}]"

    def values(self, batch: Batch) -> Array:
        with np.errstate(invalid="ignore"):
            return batch.column(self.first) - batch.column(self.second)


@dataclass(frozen=True, eq=False)
class LinearForm(Ordered):
    """A linear function of the numbers of the output.

    Parameters
    ----------
    weights : array, shape (d,)
        Its coefficients.
    name : str
        What a reader sees.
    """

    weights: Array
    name: str

    def values(self, batch: Batch) -> Array:
        with np.errstate(invalid="ignore", over="ignore"):
            return batch.matrix(len(self.weights)) @ self.weights


@dataclass(frozen=True)
class Norm(Ordered):
    """The l2 norm of the numbers of the output."""

    width: int
    name: str = "l2 norm"

    def values(self, batch: Batch) -> Array:
        with np.errstate(over="ignore"):
            return np.sqrt(np.square(batch.matrix(self.width)).sum(axis=1))


@dataclass(frozen=True, eq=False)
class ProductRatio(Ordered):
    """The log-likelihood ratio of two laws with independent coordinates, each taken as constant on cells.

    Parameters
    ----------
    columns : tuple of int
        The coordinates.
    edges : tuple of array, one for each of them
        Ends of the cells, increasing.
    scores : tuple of array, one for each of them
        The logarithm of the ratio on each cell; one more than there are edges.
    """

    columns: tuple[int, ...]
    edges: tuple[Array, ...]
    scores: tuple[Array, ...]
    name: str = "sum of learned log-ratios of the coordinates"

    def values(self, batch: Batch) -> Array:
        total = np.zeros(len(batch))
        for column, edges, scores in zip(self.columns, self.edges, self.scores, strict=True):
            total += scores[np.searchsorted(edges, batch.column(column))]
        return total


@dataclass(frozen=True)
class Custom(Ordered):
    """A function of the caller, already evaluated."""

    index: int
    name: str

    def values(self, batch: Batch) -> Array:
        return batch.custom[:, self.index]


@dataclass(frozen=True)
class LowestBit(Ordered):
    """The place of the lowest set bit of one number of the output, see :func:`lowest_bit`."""

    index: int

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"lowest bit of x[{self.index}]"

    def values(self, batch: Batch) -> Array:
        column = batch.column(self.index)
        return np.where(np.isnan(column), np.nan, _lowest_bit(column))


@dataclass(frozen=True)
class Rounded(Ordered):
    """A computed statistic without its last bits.

    Where a computation takes the same value on many outputs, its rounding errors take many, and they depend on the
    last bits of the output. Those bits are an attack of their own, see :func:`lowest_bit`, that no other
    statistic should make by accident.

    Parameters
    ----------
    exact : Ordered
        The statistic.
    step : float
        What its values are rounded to a multiple of; 0 leaves them alone.
    """

    exact: Ordered
    step: float

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.exact.name

    def values(self, batch: Batch) -> Array:
        values = self.exact.values(batch)
        # Adding 0 turns a negative zero into the positive one.
        return values if self.step == 0 else np.rint(values / self.step) * self.step + 0.0


@dataclass(frozen=True)
class Structure(Statistic):
    """What is not a number in the output: words, lengths, the keys of a dictionary."""

    name: str = "structure and labels of the output"

    def keys(self, batch: Batch) -> Keys:
        return batch.labels


@dataclass(frozen=True)
class Length(Ordered):
    """How many characters, bytes and parts the output has, where its words are never the same twice."""

    name: str = "length of the output"

    def values(self, batch: Batch) -> Array:
        return batch.lengths


@dataclass(frozen=True)
class Whole(Statistic):
    """The output as a whole, every bit of it."""

    name: str = "output as a whole"

    def keys(self, batch: Batch) -> Keys:
        bits = np.where(np.isnan(batch.numbers), 0.0, batch.numbers).view(np.uint64)
        # Odd multipliers modulo 2^64: different rows collide rarely, and a collision costs power, not validity.
        rng = np.random.default_rng(0)
        factors = rng.integers(0, 2**63, batch.width, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        return batch.labels + (bits * factors).sum(axis=1, dtype=np.uint64)


def lowest_bit(x: npt.ArrayLike) -> float | Array:
    r"""Binary exponent of the lowest set bit of a float.

    .. math:: \max\{e \in \mathbb Z : x \in 2^e\,\mathbb Z\}

    and infinity at 0. The statistic of the attack on textbook noise in floating point (Mironov, "On significance
    of the least significant bits for differential privacy", CCS 2012): the grid on which answer plus noise falls
    depends on the answer.

    Parameters
    ----------
    x : array_like, any shape
        Numbers without NaN.

    Returns
    -------
    float or array of the shape of `x`
        Integers and infinity; infinity too where `x` is infinite.
    """
    return scalar_or_array(_lowest_bit(real_array("x", x)))


def _lowest_bit(points: Array) -> Array:
    fraction, exponent = np.frexp(np.where(np.isfinite(points), points, 0.0))
    mantissa = (fraction * 2.0**53).astype(np.int64)
    _, lowest = np.frexp((mantissa & -mantissa).astype(float))
    return np.where(mantissa == 0, np.inf, exponent + lowest - 54.0)

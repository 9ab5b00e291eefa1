"""A mechanism on finite spaces as a matrix of rationals: everything about it that is a finite sum is exact."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Integral

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.finite.composition import LossAtoms
from mechanisms.finite.neighbours import Pairs, neighbour_pairs
from mechanisms.finite.pair import FinitePair
from mechanisms.numeric.estimate import Estimate
from mechanisms.validate import generator, integer


@dataclass(frozen=True)
class FiniteMechanism:
    r"""A mechanism from finitely many inputs to finitely many outputs.

    Adjacency: given by `neighbours`; every quantity is the greatest over the ordered pairs of neighbouring inputs.

    Parameters
    ----------
    rows : sequence of sequences of Fraction or int
        Row x has the masses :math:`\Pr[M(x) = y]` of the outputs y = 0, ..., m - 1; each sums to 1 exactly.
    neighbours : {"all", "path"} or iterable of pairs of int, optional
        The inputs that are adjacent: any two (the local model), consecutive ones (a counting query), or those listed,
        in both directions.

    Raises
    ------
    ParameterError
        If a row is not a law of exact rationals, the rows differ in length, or a neighbour is not an input.
    """

    rows: Sequence[Sequence[Fraction]]
    neighbours: str | Iterable[tuple[int, int]] = "all"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", exact_rows("rows", self.rows))
        for place, row in enumerate(self.rows):
            if min(row) < 0 or sum(row) != 1:
                raise ParameterError(
                    f"row {place}", "non-negative masses that sum to exactly 1", [str(mass) for mass in row]
                )
        pairs = neighbour_pairs(self.neighbours, len(self.rows))
        object.__setattr__(self, "neighbours", pairs)

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return len(self.rows)

    @property
    def outputs(self) -> int:
        """The number of outputs."""
        return len(self.rows[0])

    def pair(self, first: int, second: int) -> FinitePair:
        """Return the laws of the output on two inputs."""
        return FinitePair(self.rows[self._input(first)], self.rows[self._input(second)])

    def _input(self, value: object) -> int:
        return integer("input", value, 0, self.inputs - 1)

    @cached_property
    def _pairs(self) -> tuple[FinitePair, ...]:
        pairs: Pairs = self.neighbours  # type: ignore[assignment]
        return tuple(self.pair(*each) for each in pairs)

    def hockey_stick_factor(self, factor: Fraction) -> Fraction:
        r"""Exact least delta for which the mechanism is (eps, delta)-DP, at a rational :math:`f = e^\varepsilon`.

        .. math:: \delta = \max_{x \sim x'} \sum_y (M(x)_y - f M(x')_y)_+

        Parameters
        ----------
        factor : Fraction or int
            The factor f; non-negative.
        """
        return max((pair.hockey_stick_factor(factor) for pair in self._pairs), default=Fraction(0))

    def greatest_ratio(self) -> Fraction | float:
        r"""Exact :math:`e^\varepsilon` of the least eps for which the mechanism is eps-DP; the float inf where none is.

        .. math:: \max_{x \sim x'} \max_y M(x)_y / M(x')_y
        """
        ratios = [a / b if b else math.inf for pair in self._pairs for a, b in zip(pair.p, pair.q, strict=True) if a]
        return max(ratios, default=Fraction(1))

    def renyi_moment(self, order: int) -> Fraction | float:
        r"""Exact greatest moment :math:`\sum_y M(x)_y^\alpha M(x')_y^{1-\alpha}` over neighbours, of a positive integer order.

        Parameters
        ----------
        order : int
            The order alpha, at least 1.

        Returns
        -------
        Fraction, or the float inf
            Its logarithm over alpha - 1 is the Rényi divergence.
        """
        return max((pair.renyi_moment(order) for pair in self._pairs), default=Fraction(1))

    def renyi(self, order: float) -> Estimate:
        """Greatest Rényi divergence over neighbours; see :meth:`mechanisms.FinitePair.renyi`."""
        return self._greatest(lambda pair: pair.renyi(order))

    def hockey_stick(self, eps: float) -> Estimate:
        """Greatest hockey-stick divergence over neighbours: delta at a real eps."""
        return self._greatest(lambda pair: pair.hockey_stick(eps))

    def _greatest(self, quantity: Callable[[FinitePair], Estimate]) -> Estimate:
        found = [quantity(pair) for pair in self._pairs]
        return max(found, key=lambda estimate: estimate.upper, default=Estimate(0.0, 0.0))

    def loss(self, first: int, second: int) -> LossAtoms:
        """Return the exact law of the privacy loss between two inputs."""
        return LossAtoms.of_pair(self.pair(first, second))

    def then(self, kernel: FiniteMechanism) -> FiniteMechanism:
        """Return the mechanism followed by another, which takes its outputs for inputs (post-processing)."""
        if kernel.inputs != self.outputs:
            raise ParameterError("kernel", f"one with {self.outputs} inputs", f"{kernel.inputs} inputs")
        columns = list(zip(*kernel.rows, strict=True))
        rows = [[sum(map(_times, row, column), Fraction(0)) for column in columns] for row in self.rows]
        return FiniteMechanism(rows, self.neighbours)

    def compose(self, other: FiniteMechanism) -> FiniteMechanism:
        """Return the mechanism that releases both outputs, drawn independently on one input.

        Output (y, z) has the number y * other.outputs + z. Neighbours are those of this mechanism.
        """
        if other.inputs != self.inputs:
            raise ParameterError("other", f"a mechanism with {self.inputs} inputs", f"{other.inputs} inputs")
        rows = [[a * b for a in row for b in more] for row, more in zip(self.rows, other.rows, strict=True)]
        return FiniteMechanism(rows, self.neighbours)

    def expected_loss(self, loss: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
        """Return the exact mean of a loss, a matrix of the shape of `rows`, on each input."""
        table = exact_rows("loss", loss)
        if (len(table), len(table[0])) != (self.inputs, self.outputs):
            raise ParameterError("loss", f"{self.inputs} rows of {self.outputs} numbers", loss)
        return tuple(sum(map(_times, *each), Fraction(0)) for each in zip(self.rows, table, strict=True))

    def release(self, value: int, rng: np.random.Generator) -> int:
        """Release an output: a uniform integer below the common denominator of the row decides, without rounding.

        Parameters
        ----------
        value : int
            The input.
        rng : numpy.random.Generator
            The source of randomness.
        """
        row, source = self.rows[self._input(value)], generator(rng)
        common = math.lcm(*(mass.denominator for mass in row))
        reached = itertools.accumulate(int(mass * common) for mass in row)
        drawn = _uniform_below(common, source)
        return next(output for output, until in enumerate(reached) if drawn < until)


def _times(a: Fraction, b: Fraction) -> Fraction:
    return a * b


def _uniform_below(bound: int, rng: np.random.Generator) -> int:
    """Return a uniform integer of any size, by rejection of random bits."""
    size = bound.bit_length()
    while True:
        drawn = int.from_bytes(rng.bytes(-(-size // 8)), "big") >> (-size % 8)
        if drawn < bound:
            return drawn


def exact_rows(name: str, given: object) -> tuple[tuple[Fraction, ...], ...]:
    """Return a matrix of exact rationals, which may be negative.

    Raises
    ------
    ParameterError
        If it is not a rectangular non-empty matrix of Fractions and integers.
    """
    rule = "a non-empty rectangular matrix of Fractions and integers"
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise ParameterError(name, rule, given)
    rows = []
    for row in given:
        if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
            raise ParameterError(name, rule, given)
        rows.append(tuple(exact_number(name, rule, value) for value in row))
    if not rows or not rows[0] or len({len(row) for row in rows}) != 1:
        raise ParameterError(name, rule, given)
    return tuple(rows)


def exact_number(name: str, rule: str, value: object) -> Fraction:
    """Return an exact rational as a Fraction.

    Raises
    ------
    ParameterError
        If it is neither a Fraction nor an integer.
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (Integral, Fraction)):
        raise ParameterError(name, rule, value)
    return Fraction(value) if isinstance(value, Fraction) else Fraction(int(value))

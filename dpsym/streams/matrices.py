"""Factorizations by any rational matrices of a few steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import MatrixBase

from dpsym.errors import ParameterError
from dpsym.streams.factorization import Factorization, Matrix
from dpsym.streams.participation import Participation
from dpsym.streams.sensitivity import Sensitivity, of_gram
from dpsym.streams.toeplitz import rational

_LARGEST = 256


@dataclass(frozen=True)
class Dense(Factorization):
    """A factorization by two matrices.

    Parameters
    ----------
    measured, decoded : tuple of tuple of fmpq
        C and B, by rows.
    """

    measured: tuple[tuple[fmpq, ...], ...] = field(repr=False)
    decoded: tuple[tuple[fmpq, ...], ...] = field(repr=False)

    def sensitivity(self, participation: Participation | None = None) -> Sensitivity:
        """Return the sensitivity: exact where the patterns are 20,000 at most and moves of either sign make all products that count."""
        strategy = fmpq_mat(self.strategy())
        return of_gram((strategy.transpose() * strategy).tolist(), participation or Participation.single())

    def variances(self) -> tuple[fmpq, fmpq]:
        rows = [sum((each * each for each in row), fmpq(0)) for row in self.decoded]
        return max(rows), sum(rows, fmpq(0)) / self.steps

    def strategy(self) -> Matrix:
        return [list(row) for row in self.measured]

    def decoder(self) -> Matrix:
        return [list(row) for row in self.decoded]


def matrix_factorization(strategy: Any, decoder: Any = None) -> Dense:
    """Return the factorization of the prefix sums with a given strategy.

    Parameters
    ----------
    strategy : matrix of rational numbers
        C, a column for each of 256 steps at most; its columns are linearly independent.
    decoder : matrix of rational numbers, optional
        B, with B C = A. By default the one of least variance.

    Raises
    ------
    ParameterError
        If a matrix is ragged or not rational, or the strategy does not tell the prefix sums, or the decoder gives others.

    Notes
    -----
    The decoder of least variance is :math:`A (C^T C)^{-1} C^T`. It may use measurements that come after a step; for a triangular
    strategy it is :math:`A C^{-1}`, which does not.
    """
    measured = _matrix("strategy", strategy)
    steps = measured.ncols()
    if not 1 <= steps <= _LARGEST:
        raise ParameterError("strategy", f"a matrix of 1 to {_LARGEST} columns", strategy)
    sums = fmpq_mat([[fmpq(column <= row) for column in range(steps)] for row in range(steps)])
    if decoder is None:
        gram = measured.transpose() * measured
        if gram.det() == 0:
            raise ParameterError("strategy", "of linearly independent columns", strategy)
        decoded = sums * gram.inv() * measured.transpose()
    else:
        decoded = _matrix("decoder", decoder)
        if decoded.ncols() != measured.nrows() or decoded * measured != sums:
            raise ParameterError("decoder", "a matrix B with B C = A", decoder)
    return Dense(steps, "given matrices", *(tuple(map(tuple, each.tolist())) for each in (measured, decoded)))


def _matrix(name: str, value: Any) -> fmpq_mat:
    rows = value.tolist() if isinstance(value, MatrixBase) or hasattr(value, "tolist") else value
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise ParameterError(name, "a matrix", value)
    listed = [list(row) if isinstance(row, Iterable) and not isinstance(row, str) else [] for row in rows]
    if not listed or not listed[0] or any(len(row) != len(listed[0]) for row in listed):
        raise ParameterError(name, "a matrix: rows of one length, and not empty", value)
    return fmpq_mat([[rational(f"entry of the {name}", each) for each in row] for row in listed])

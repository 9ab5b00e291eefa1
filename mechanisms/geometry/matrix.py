"""The matrix of a linear query: what is accepted, and its columns in coordinates of their span."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.geometry.arrays import Indices
from mechanisms.validate import Array, finite_array

MAX_ROWS = 2_000
MAX_ENTRIES = 20_000_000
# Products of entries beyond these sizes leave the range of floats.
LARGEST = 1e100
SMALLEST = 1e-100


def query_matrix(parameter: str, value: npt.ArrayLike) -> Array:
    """Return the matrix of a linear query as a read-only float array.

    Parameters
    ----------
    parameter : str
        Its name in the error.
    value : array_like, shape (d, n)
        One row a query, one column an entry of the histogram.

    Raises
    ------
    ParameterError
        If it is not a non-empty rectangular matrix of finite real numbers, has no entry but zeros, an entry
        other than 0 outside [1e-100, 1e100] in absolute value, more than 2,000 rows, or more than 20 million entries.
    """
    matrix = finite_array(parameter, value)
    if matrix.ndim != 2:
        raise ParameterError(parameter, "a matrix (one row a query)", f"an array of shape {matrix.shape}")
    if matrix.shape[0] > MAX_ROWS or matrix.size > MAX_ENTRIES:
        rule = f"of at most {MAX_ROWS} rows and {MAX_ENTRIES} entries"
        raise ParameterError(parameter, rule, f"shape {matrix.shape}")
    sizes = np.abs(matrix)
    if sizes.max() == 0:
        raise ParameterError(parameter, "a matrix with an entry other than 0", "zeros only")
    wrong = (sizes > LARGEST) | ((sizes > 0) & (sizes < SMALLEST))
    if wrong.any():
        raise ParameterError(parameter, "of entries that are 0 or in [1e-100, 1e100] in size", float(matrix[wrong][0]))
    matrix.setflags(write=False)
    return matrix


@dataclass(frozen=True)
class Reduction:
    """The columns of a matrix without the redundant ones, in coordinates of their span.

    Parameters
    ----------
    zero, repeated : tuple of int
        Columns that are zero; columns that equal an earlier one or its negative.
    kept : array of int, shape (m,)
        The other columns.
    inner : array, shape (r, m)
        The kept columns in r inner coordinates, with orthogonal rows of mean square 1; r is the rank.
    outward : array, shape (d, r)
        From inner coordinates to the space.
    inward : array, shape (r, d)
        From the space to inner coordinates; a left inverse of `outward`.
    """

    zero: tuple[int, ...]
    repeated: tuple[int, ...]
    kept: Indices
    inner: Array
    outward: Array
    inward: Array

    @property
    def rank(self) -> int:
        """Dimension of the span."""
        return self.inner.shape[0]


def reduce_columns(matrix: Array) -> Reduction:
    """Drop zero and repeated columns and pass to well-scaled coordinates of the span.

    Rows are first brought to a common size by powers of two, so that the rank does not depend on the units of
    the queries; singular values below ``max(d, n)`` units of rounding count as zero.

    Parameters
    ----------
    matrix : array, shape (d, n)
        As :func:`query_matrix` returns it.
    """
    zero = np.flatnonzero(~matrix.any(axis=0))
    rest = np.flatnonzero(matrix.any(axis=0))
    signs = np.sign(matrix[np.argmax(matrix[:, rest] != 0, axis=0), rest])
    _, first = np.unique(matrix[:, rest] * signs, axis=1, return_index=True)
    kept = rest[np.sort(first)]
    repeated = np.setdiff1d(rest, kept)
    sizes = np.abs(matrix).max(axis=1)
    rows = np.exp2(-np.round(np.log2(np.where(sizes > 0, sizes, 1.0))))
    left, values, right = np.linalg.svd(rows[:, None] * matrix[:, kept], full_matrices=False)
    rank = int((values > values[0] * max(matrix.shape) * np.finfo(float).eps).sum())
    left, values, size = left[:, :rank], values[:rank], np.sqrt(len(kept))
    return Reduction(
        zero=tuple(int(j) for j in zero),
        repeated=tuple(int(j) for j in repeated),
        kept=kept.astype(np.int64),
        inner=np.ascontiguousarray(right[:rank] * size),
        outward=left * (values / size) / rows[:, None],
        inward=(left * (size / values)).T * rows,
    )

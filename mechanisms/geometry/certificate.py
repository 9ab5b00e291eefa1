"""Certificates of gauges: a combination of columns that bounds from above, a dual vector that bounds from below."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from mechanisms.errors import ParameterError
from mechanisms.geometry.arrays import Indices
from mechanisms.validate import Array

Row = list[Fraction]


@dataclass(frozen=True)
class GaugeCertificate:
    r"""Proof of bounds on the gauge of a point of the hull of the columns of F and their negatives.

    ``x = sum of coefficients[k] * F[:, columns[k]]`` gives ``gauge(x) <= sum |coefficients|``; a dual vector with
    ``|dual @ F| <= 1`` gives ``gauge(x) >= dual @ x``. All numbers are rational and the statements hold exactly.

    Parameters
    ----------
    lower, upper : Fraction
        The bounds.
    columns : tuple of int
        Columns of the combination.
    coefficients : tuple of Fraction
        Their coefficients.
    dual : tuple of Fraction
        The dual vector.
    """

    lower: Fraction
    upper: Fraction
    columns: tuple[int, ...]
    coefficients: tuple[Fraction, ...]
    dual: tuple[Fraction, ...]

    @property
    def tight(self) -> bool:
        """Whether the bounds are equal: then they are the gauge."""
        return self.lower == self.upper


def certify(F: Array, x: Array, columns: Indices, signs: Array) -> GaugeCertificate:
    """Turn a basis that floats found optimal into a certificate in rational arithmetic.

    Parameters
    ----------
    F : array, shape (d, n)
        The matrix; its floats are taken as the rational numbers that they are.
    x : array, shape (d,)
        The point.
    columns : array of int, shape (r,)
        A basis of the span of the columns of F.
    signs : array, shape (r,)
        Signs of the facet.

    Raises
    ------
    ParameterError
        If `x` is not exactly in the span of the columns.
    """
    exact = [[Fraction(float(entry)) for entry in row] for row in F]
    point = [Fraction(float(entry)) for entry in x]
    basis = [[row[j] for j in columns] for row in exact]
    rows = _independent_rows(basis)
    coefficients = _solve([basis[a] for a in rows], [point[a] for a in rows])
    for row, value in zip(basis, point):
        if sum((entry * c for entry, c in zip(row, coefficients)), Fraction()) != value:
            raise ParameterError("x", "exactly in the span of the columns", x)
    transposed = [[basis[a][k] for a in rows] for k in range(len(columns))]
    partial = _solve(transposed, [Fraction(int(sign)) for sign in signs])
    products = [sum((exact[a][j] * y for a, y in zip(rows, partial)), Fraction()) for j in range(F.shape[1])]
    excess = max(max(abs(value) for value in products), Fraction(1))
    dual = [Fraction(0)] * len(x)
    for a, y in zip(rows, partial):
        dual[a] = y / excess
    lower = sum((y * value for y, value in zip(dual, point)), Fraction())
    upper = sum((abs(c) for c in coefficients), Fraction())
    return GaugeCertificate(lower, upper, tuple(int(j) for j in columns), tuple(coefficients), tuple(dual))


def _independent_rows(matrix: list[Row]) -> list[int]:
    """Return the first rows that are independent, as many as there are columns, by exact elimination."""
    width = len(matrix[0])
    chosen: list[int] = []
    reduced: list[tuple[int, Row]] = []
    for a, row in enumerate(matrix):
        rest = list(row)
        for lead, other in reduced:
            if rest[lead]:
                factor = rest[lead]
                rest = [value - factor * entry for value, entry in zip(rest, other)]
        lead = next((k for k, value in enumerate(rest) if value), -1)
        if lead >= 0:
            chosen.append(a)
            reduced.append((lead, [value / rest[lead] for value in rest]))
        if len(chosen) == width:
            break
    return chosen


def _solve(matrix: list[Row], right: Row) -> Row:
    """Solve a regular square system exactly."""
    size = len(matrix)
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for k in range(size):
        best = next(a for a in range(k, size) if rows[a][k])
        rows[k], rows[best] = rows[best], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for a in range(size):
            if a != k and rows[a][k]:
                factor = rows[a][k]
                rows[a] = [value - factor * entry for value, entry in zip(rows[a], rows[k])]
    return [row[size] for row in rows]

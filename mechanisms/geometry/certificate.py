"""Certificates of gauges: a combination of columns that bounds from above, a dual vector that bounds from below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mechanisms.errors import ParameterError
from mechanisms.finite.elimination import solved
from mechanisms.geometry.arrays import Indices
from mechanisms.validate import Array


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
    coefficients = _solution(basis, point)
    for row, value in zip(basis, point):
        if sum((entry * c for entry, c in zip(row, coefficients)), Fraction()) != value:
            raise ParameterError("x", "exactly in the span of the columns", x)
    partial = _solution(list(zip(*basis)), [Fraction(int(sign)) for sign in signs])
    products = [sum((row[j] * y for row, y in zip(exact, partial)), Fraction()) for j in range(F.shape[1])]
    excess = max(max(abs(value) for value in products), Fraction(1))
    dual = [y / excess for y in partial]
    lower = sum((y * value for y, value in zip(dual, point)), Fraction())
    upper = sum((abs(c) for c in coefficients), Fraction())
    return GaugeCertificate(lower, upper, tuple(int(j) for j in columns), tuple(coefficients), tuple(dual))


def _solution(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """Return a solution of linear equations, if there is one, with 0 for what they leave open."""
    equations = [({k: entry for k, entry in enumerate(row) if entry}, value) for row, value in zip(matrix, right)]
    found = solved(equations, dict.fromkeys(range(len(matrix[0])), Fraction()))
    return [found[k] for k in range(len(matrix[0]))]

"""Linear equations over the rationals with few coefficients each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

_SIMPLE_DENOMINATOR = 10**6

Row = dict[int, Fraction]
"""The coefficients of a linear form that are not 0."""


def dot(row: Row, values: Sequence[Fraction]) -> Fraction:
    """Return the value of a linear form."""
    return sum((a * values[j] for j, a in row.items() if values[j]), Fraction(0))


def solved(equations: Sequence[tuple[Row, Fraction]], guess: dict[int, Fraction]) -> dict[int, Fraction]:
    """Return exact values of the variables in `guess`, all others 0, by elimination; open ones keep their guess, rounded.

    An equation that contradicts the others is left out: whether the result is any good is for the caller to check.

    Parameters
    ----------
    equations : sequence of (dict, Fraction)
        The coefficients on the left, and the right side.
    guess : dict of int to Fraction
        Near values.
    """
    pivots: dict[int, tuple[Row, Fraction]] = {}
    for row, side in sorted(equations, key=lambda pair: len(pair[0])):
        left, right = {j: a for j, a in row.items() if j in guess}, side
        for j in [j for j in left if j in pivots]:
            left, right = _minus(left, right, left[j], *pivots[j])
        if left:
            pivot = max(left, key=lambda j: abs(guess[j]))
            scale = left[pivot]
            left, right = {j: a / scale for j, a in left.items()}, right / scale
            for j, (other, value) in pivots.items():
                if pivot in other:
                    pivots[j] = _minus(other, value, other[pivot], left, right)
            pivots[pivot] = left, right
    values = {j: _simple(value) for j, value in guess.items() if j not in pivots}
    for j, (row, side) in pivots.items():
        values[j] = side - sum((a * values[i] for i, a in row.items() if i != j), Fraction(0))
    return values


def _minus(left: Row, right: Fraction, factor: Fraction, row: Row, side: Fraction) -> tuple[Row, Fraction]:
    """Return an equation less a multiple of another."""
    merged = dict(left)
    for j, a in row.items():
        value = merged.get(j, Fraction(0)) - factor * a
        if value:
            merged[j] = value
        else:
            merged.pop(j, None)
    return merged, right - factor * side


def _simple(value: Fraction) -> Fraction:
    """Return a rational near another one, relative to its size, with a small numerator or denominator."""
    if abs(value) >= 1 or not value:
        return value.limit_denominator(_SIMPLE_DENOMINATOR)
    return 1 / (1 / value).limit_denominator(_SIMPLE_DENOMINATOR)

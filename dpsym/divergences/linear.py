"""Linear programs over the rational numbers, solved exactly."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq


def least(costs: Sequence[fmpq], columns: Sequence[Sequence[fmpq]], goal: Sequence[fmpq]) -> fmpq:
    """Return the least cost of non-negative weights of columns that add up to the goal: the simplex method by Bland's rule.

    Parameters
    ----------
    costs : sequence of fmpq, shape (n,)
        Of each column, such that the least cost is finite.
    columns : sequence of sequences of fmpq, shape (n, m)
        The columns.
    goal : sequence of fmpq, shape (m,)
        Non-negative, and a sum of columns with non-negative weights.
    """
    size, count = len(goal), len(columns)
    unit = [[fmpq(int(place == other)) for other in range(size)] for place in range(size)]
    table = [[column[place] for column in columns] + unit[place] + [goal[place]] for place in range(size)]
    basis = [count + place for place in range(size)]
    _improve(table, basis, [fmpq(0)] * count + [fmpq(1)] * size, count + size)
    # columns that are no part of the program are 0 from here on, and stay it
    for place in range(size):
        if basis[place] >= count:
            entering = next((column for column in range(count) if table[place][column] != 0), None)
            if entering is not None:
                _pivot(table, basis, place, entering)
    _improve(table, basis, [*costs, *[fmpq(0)] * size], count)
    return sum((costs[name] * table[place][-1] for place, name in enumerate(basis) if name < count), fmpq(0))


def _improve(table: list[list[fmpq]], basis: list[int], costs: Sequence[fmpq], allowed: int) -> None:
    """Exchange columns until none lowers the cost."""
    reduced = [
        costs[column] - sum((costs[name] * line[column] for name, line in zip(basis, table, strict=True)), fmpq(0))
        for column in range(allowed)
    ]
    while (entering := next((column for column in range(allowed) if reduced[column] < 0), None)) is not None:
        rows = [place for place in range(len(table)) if table[place][entering] > 0]
        leaving = min(rows, key=lambda place: (table[place][-1] / table[place][entering], basis[place]))
        _pivot(table, basis, leaving, entering)
        factor = reduced[entering]
        reduced = [value - factor * other for value, other in zip(reduced, table[leaving], strict=False)]


def _pivot(table: list[list[fmpq]], basis: list[int], leaving: int, entering: int) -> None:
    pivot = table[leaving][entering]
    table[leaving] = [entry / pivot for entry in table[leaving]]
    for place, line in enumerate(table):
        if place != leaving and line[entering] != 0:
            factor = line[entering]
            table[place] = [entry - factor * other for entry, other in zip(line, table[leaving], strict=True)]
    basis[leaving] = entering

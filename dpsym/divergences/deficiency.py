"""How far a pair of laws is from being made of another by a kernel, by an exact linear program."""

from __future__ import annotations

from typing import Any

from flint import fmpq
from sympy import Expr, Rational

from dpsym.distributions import Law
from dpsym.divergences.least import masses_of
from dpsym.errors import NotDerivedError, ParameterError

_MOST_VARIABLES = 300
Row = list[fmpq]


class Deficiency(Expr):
    r"""The least distance of a pair (A, B) from the images of a pair (P, Q) under one kernel, 0 where it is such an image.

    .. math:: \inf_K \left( \|A - K P\|_1 + \|B - K Q\|_1 \right)

    Of laws on finitely many points it is the value of a linear program, and exact.

    Parameters
    ----------
    *laws : Law
        A, B, P and Q.

    References
    ----------
    Le Cam, Sufficiency and approximate sufficiency, 1964.
    """

    is_extended_real = True

    def __new__(cls, *laws: Law) -> Any:
        if len(laws) != 4 or not all(isinstance(law, Law) for law in laws):
            raise ParameterError("laws of a deficiency", "two pairs", laws)
        targets, pairs = masses_of(laws[:2]), masses_of(laws[2:])
        if targets is None or pairs is None:
            return Expr.__new__(cls, *laws)
        value = _least(targets, pairs)
        return Rational(int(value.p), int(value.q))

    def _latex(self, printer: Any) -> str:
        one, other, first, second = map(printer._print, self.args)
        return rf"\inf_{{K}} \left( \lVert {one} - K {first} \rVert_1 + \lVert {other} - K {second} \rVert_1 \right)"


def _least(targets: list[Any], pairs: list[Any]) -> fmpq:
    """Return the value of the program, from the kernel that sends all to the first point."""
    inputs, outputs = len(pairs), len(targets)
    if inputs * outputs > _MOST_VARIABLES:
        raise NotDerivedError(f"a linear program of {inputs * outputs} variables is not solved")
    cells = inputs * outputs
    width = cells + 4 * outputs
    rows: list[Row] = []
    basis: list[int] = []
    for x in range(inputs):
        rows.append([fmpq(int(cell // outputs == x)) for cell in range(cells)] + [fmpq(0)] * (4 * outputs) + [fmpq(1)])
        basis.append(x * outputs)
    for number in range(2 * outputs):
        y, side = divmod(number, 2)
        row = [fmpq(0)] * width + [_exact(targets[y][side])]
        for x in range(inputs):
            row[x * outputs + y] = _exact(pairs[x][side])
        row[cells + 2 * number], row[cells + 2 * number + 1] = fmpq(1), fmpq(-1)
        for x in range(inputs):  # the columns of the first basis stand in their own rows alone
            factor = row[basis[x]]
            row = [value - factor * other for value, other in zip(row, rows[x], strict=True)]
        if row[-1] < 0:
            row = [-value for value in row]
        rows.append(row)
        basis.append(cells + 2 * number + int(row[cells + 2 * number] < 0))
    return _minimum(rows, basis, [fmpq(int(column >= cells)) for column in range(width)])


def _minimum(rows: list[Row], basis: list[int], costs: Row) -> fmpq:
    """Return the least cost by the simplex method with the rule of Bland, which ends."""
    gains = [*costs, fmpq(0)]
    for column, row in zip(basis, rows, strict=True):
        gains = [gain - costs[column] * value for gain, value in zip(gains, row, strict=True)]
    while (entering := next((column for column, gain in enumerate(gains[:-1]) if gain < 0), None)) is not None:
        ratios = [(row[-1] / row[entering], basis[place], place) for place, row in enumerate(rows) if row[entering] > 0]
        _, _, leaving = min(ratios)
        pivot = rows[leaving][entering]
        rows[leaving] = [value / pivot for value in rows[leaving]]
        basis[leaving] = entering
        for place, row in enumerate(rows):
            if place != leaving and row[entering]:
                rows[place] = _less(row, row[entering], rows[leaving])
        gains = _less(gains, gains[entering], rows[leaving])
    return -gains[-1]


def _less(row: Row, factor: fmpq, other: Row) -> Row:
    return [value - factor * each for value, each in zip(row, other, strict=True)]


def _exact(mass: Rational) -> fmpq:
    return fmpq(int(mass.p), int(mass.q))

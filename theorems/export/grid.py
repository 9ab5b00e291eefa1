"""Numbers of guarantees over a grid, as a table for a paper: booktabs rules, siunitx columns, sources in the caption."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sympy import Rational, latex

from dpsym.guarantees import Guarantee
from dpsym.guarantees.notions import ProfileDP, RenyiDP, TradeOffDP
from dpsym.guarantees.numbers import rounded_up, upper
from dpsym.guarantees.ranking import quantities
from dpsym.guarantees.reading import read
from theorems import provenance
from theorems.errors import GridError

if TYPE_CHECKING:
    from theorems.registry import Registry
    from theorems.status import Status

_WIDEST = 6


@dataclass(frozen=True)
class Row:
    """One line of a table.

    Parameters
    ----------
    label : str
        LaTeX, in the first column.
    text : str
        A guarantee with the grid's name in it, such as ``Gaussian(sigma=5).compose(k).to_approx(delta=1e-6)``.
    """

    label: str
    text: str


@dataclass(frozen=True)
class Grid:
    """A table of numbers: rows of guarantees, columns of values of one name.

    Parameters
    ----------
    rows : sequence of Row
        The lines.
    name : str
        What varies from column to column, for example ``"k"``.
    values : sequence of rational numbers
        The columns.
    digits : int
        Significant digits; every number is rounded up.
    """

    rows: tuple[Row, ...]
    name: str
    values: tuple[Rational, ...]
    digits: int = 5

    def __post_init__(self) -> None:
        if not self.rows or not self.values:
            raise GridError(f"table must have a row and a column, got {len(self.rows)} and {len(self.values)}")
        if isinstance(self.digits, bool) or not isinstance(self.digits, int) or not 1 <= self.digits <= 12:
            raise GridError(f"digits of a table must be a whole number from 1 to 12, got {self.digits!r}")

    def answers(self) -> list[list[Guarantee]]:
        """Return the guarantee of every cell, row by row."""
        return [[_answer(row, {self.name: value}) for value in self.values] for row in self.rows]


def latex_table(grid: Grid, library: Registry | None = None, caption: str = "", label: str = "") -> str:
    r"""Return a grid as a LaTeX table, with the theorems that its numbers rest on in the caption.

    Raises
    ------
    GridError
        If a cell is not one number.
    ProvenanceError
        If a cell rests on an entry that is missing or not backed.
    """
    lines, entries, cites = tabular(grid, library)
    told = f"{caption} " if caption else ""
    return (
        "\n".join(
            [
                r"% needs \usepackage{booktabs,siunitx}",
                *(f"% dpsym: {id}: {status.value}" for id, status in entries.items()),
                r"\begin{table}",
                rf"  \caption{{{told}Rounded up to {grid.digits} digits; by {cites}.}}",
                *([rf"  \label{{{label}}}"] if label else []),
                r"  \centering",
                *(f"  {line}" for line in lines),
                r"\end{table}",
            ]
        )
        + "\n"
    )


def tabular(grid: Grid, library: Registry | None = None) -> tuple[list[str], dict[str, Status], str]:
    """Return a grid as the lines of a tabular, each column aligned by its own digits; the entries behind it, and their sources."""
    answers = grid.answers()
    numbers = [[rounded_up(headline(answer), grid.digits) for answer in line] for line in answers]
    entries, cites = provenance.backing((answer for line in answers for answer in line), library)
    columns = [_format(column, grid.digits) for column in zip(*numbers, strict=True)]
    head = " & ".join(rf"{{${grid.name} = {latex(value)}$}}" for value in grid.values)
    written = (" & ".join(write(cell) for (write, _), cell in zip(columns, line, strict=True)) for line in numbers)
    lines = [
        rf"\begin{{tabular}}{{l {' '.join(f'S[table-format={form}]' for _, form in columns)}}}",
        r"  \toprule",
        f"  & {head} \\\\",
        r"  \midrule",
        *(f"  {row.label} & {cells} \\\\" for row, cells in zip(grid.rows, written, strict=True)),
        r"  \bottomrule",
        r"\end{tabular}",
    ]
    return lines, entries, cites


def headline(answer: Guarantee) -> Fraction:
    """Return the number that a promise is about, not below it: eps of approximate privacy (delta where an eps was asked for), rho, mu.

    Raises
    ------
    GridError
        If the promise has symbols left, or is a curve.
    """
    value = answer.value
    found = quantities(value, answer.request)
    if value.free_symbols or not found or isinstance(value, (ProfileDP, RenyiDP, TradeOffDP)):
        raise GridError(f"cell of a table must be one number, got {answer}")
    number = upper(found[0])
    return Fraction(int(number.p), int(number.q))


def _answer(row: Row, names: dict[str, object]) -> Guarantee:
    found = read(row.text, names)
    if not isinstance(found, Guarantee):
        raise GridError(f"row of a table must end in to_approx, to_pure, to_zcdp or to_gdp, got {row.text!r}")
    return found


def _format(numbers: Sequence[Rational], digits: int) -> tuple[Callable[[Rational], str], str]:
    """Return how a number is written, and the siunitx format of a column that holds them all."""
    places = [_exponent(number) for number in numbers if number != 0] or [0]
    if max(places) >= _WIDEST or min(places) < -_WIDEST:
        wide = max(len(str(abs(place))) for place in places)
        sign = "-" if min(places) < 0 else ""
        return lambda number: _exponential(number, digits), f"1.{digits - 1}e{sign}{wide}"
    decimals = max(max(digits - 1 - place, 0) for place in places)
    whole = max(*places, 0) + 1

    def write(number: Rational) -> str:
        shown = max(digits - 1 - _exponent(number), 0) if number != 0 else 0
        scaled = str(int(number * 10**shown)).rjust(shown + 1, "0")
        return scaled if shown == 0 else f"{scaled[:-shown]}.{scaled[-shown:]}"

    return write, f"{whole}.{decimals}" if decimals else str(whole)


def _exponential(number: Rational, digits: int) -> str:
    if number == 0:
        return "0"
    place = _exponent(number)
    mantissa = str(int(number * Rational(10) ** (digits - 1 - place)))
    return f"{mantissa[0]}.{mantissa[1:]}e{place}" if digits > 1 else f"{mantissa}e{place}"


def _exponent(number: Rational) -> int:
    """Return the decimal exponent of the first digit."""
    place = len(str(number.p)) - len(str(number.q))
    while number < Rational(10) ** place:
        place -= 1
    while number >= Rational(10) ** (place + 1):
        place += 1
    return place

"""The coverage of the engine as a grid for people, as LaTeX with the closed forms, and as records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dpsym.guarantees.words import escape
from theorems.coverage import QUANTITIES, Cell, ClosedForm
from theorems.registry import Registry

OPEN, CLOSED = "-", "closed"


def evidence(cell: Cell, library: Registry) -> str:
    """Return the best status among the entries of a cell, "closed" where there is none, "-" where nothing closes."""
    if cell.form is None:
        return OPEN
    found = [library.own_status(id).value for id in cell.entries]
    order = ("proved", "sampled")
    return next((status for status in order if status in found), CLOSED)


def grid(cells: Sequence[Cell], library: Registry) -> list[list[str]]:
    """Return a table with a row a family and a column a quantity, headings included."""
    rows: dict[str, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.family, [cell.family]).append(evidence(cell, library))
    return [["family", *QUANTITIES], *rows.values()]


def text(cells: Sequence[Cell], library: Registry) -> str:
    """Return the grid with aligned columns, and a line that says how much closes."""
    table = grid(cells, library)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = ["  ".join(each.ljust(width) for each, width in zip(row, widths, strict=True)).rstrip() for row in table]
    return "\n".join([*lines, "", summary(cells, library)]) + "\n"


def summary(cells: Sequence[Cell], library: Registry) -> str:
    """Return how many quantities close, for how many families, and how many of them the registry has checked."""
    closed = [cell for cell in cells if cell.form is not None]
    renyi = sum(cell.quantity == "Rényi" for cell in closed)
    checked = sum(evidence(cell, library) != CLOSED for cell in closed)
    return (
        f"{len(closed)} of {len(cells)} close, the Rényi divergence for {renyi} of {len(table_rows(cells))} families; "
        f"{checked} have an entry in the registry"
    )


def table_rows(cells: Iterable[Cell]) -> list[str]:
    """Return the families, in order."""
    return list(dict.fromkeys(cell.family for cell in cells))


def markdown(cells: Sequence[Cell], library: Registry) -> str:
    """Return the grid as a Markdown table."""
    head, *rows = grid(cells, library)
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]
    note = (
        "What the engine derives, and what backs it: *proved* and *sampled* are statuses of entries; "
        "*closed* is a closed form without an entry, which the tests hold against the enclosed definition; - does not close. "
        "Made by `dpsym coverage --markdown`."
    )
    return "\n".join(["# Coverage", "", note, "", *lines, "", summary(cells, library)]) + "\n"


def longtable(cells: Sequence[Cell], library: Registry) -> str:
    """Return every closed form with its condition, its time and its evidence, as a LaTeX longtable."""
    rows = [
        " & ".join(
            (
                escape(cell.family),
                escape(cell.quantity),
                rf"$\displaystyle {cell.form.latex}$",
                _conditions(cell.form),
                f"{1000 * cell.seconds:.0f}",
                escape(evidence(cell, library)),
            )
        )
        + r" \\"
        for cell in cells
        if cell.form is not None
    ]
    head = r"family & quantity & closed form & condition & {ms} & evidence \\"
    return "\n".join(
        [
            r"\begin{longtable}{llllrl}",
            r"\toprule",
            head,
            r"\midrule",
            r"\endhead",
            *rows,
            r"\bottomrule",
            r"\end{longtable}",
            "",
        ]
    )


def _conditions(form: ClosedForm) -> str:
    joined = r" \wedge ".join(form.conditions_latex)
    return f"${joined}$" if joined else ""


def records(cells: Iterable[Cell], library: Registry) -> list[dict[str, Any]]:
    """Return the cells as JSON records."""
    return [
        {
            "family": cell.family,
            "quantity": cell.quantity,
            "expression": None if cell.form is None else cell.form.text,
            "strategy": None if cell.form is None else cell.form.strategy,
            "conditions": [] if cell.form is None else list(cell.form.conditions),
            "seconds": cell.seconds,
            "evidence": evidence(cell, library),
            "entries": list(cell.entries),
        }
        for cell in cells
    ]

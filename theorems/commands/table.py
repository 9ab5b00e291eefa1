"""`dpsym table`: entries, or numbers of guarantees over a grid, as a LaTeX table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from theorems.commands.completion import complete_ids
from theorems.commands.context import chosen, deliver, library_of, output
from theorems.commands.progress import waiting


@click.command()
@click.argument("ids", nargs=-1, shell_complete=complete_ids)
@click.option(
    "--row", "rows", nargs=2, multiple=True, metavar="LABEL TEXT", help="A line of a grid: its label and a guarantee."
)
@click.option("--over", nargs=2, metavar="NAME VALUES", help="The columns of the grid, for example k 1,10,100.")
@click.option(
    "--digits", type=click.IntRange(1, 12), default=5, show_default=True, help="Significant digits, rounded up."
)
@click.option("--caption", default="", help="LaTeX, in front of the sources.")
@click.option("--label", default="", help="Of the table, for references.")
@click.option("--status", is_flag=True, help="Add a column with the status of each entry.")
@output(help="The file; standard output if left out.")
@click.pass_context
def table(
    context: click.Context,
    ids: Sequence[str],
    rows: Sequence[tuple[str, str]],
    over: tuple[str, str] | None,
    digits: int,
    caption: str,
    label: str,
    status: bool,
    out: Path | None,
) -> None:
    """Write entries as a LaTeX booktabs table; or, with --row and --over, numbers with their sources.

    For example: dpsym table --row "Gaussian" "Gaussian(sigma=5).compose(k).to_approx(delta=1e-6)" --over k 1,10,100
    """
    library = library_of(context)
    if status and rows:
        raise click.UsageError("--status is for entries: the status of what numbers rest on stands in comments")
    if bool(rows) != (over is not None) or (rows and ids):
        raise click.UsageError("a grid is made by --row and --over together, without ids")
    if over is None:
        from theorems.export import latex

        deliver(latex.table(library, chosen(library, ids), status), out)
        return
    from sympy import Rational

    from dpsym.parse import parse
    from theorems.export.grid import Grid, Row, latex_table

    name, listed = over
    values = [parse(value) for value in listed.split(",")]
    if not name.isidentifier() or not all(isinstance(value, Rational) for value in values):
        raise click.UsageError(f"--over must be a name and numbers such as k 1,10,100, got {name} {listed}")
    grid = Grid(tuple(Row(*row) for row in rows), name, tuple(values), digits)
    with waiting(f"computing {len(rows) * len(values)} numbers"):
        text = latex_table(grid, library, caption, label)
    deliver(text, out)

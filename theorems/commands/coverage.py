"""`dpsym coverage`: what the engine closes, and what backs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from theorems.commands.context import deliver, echo_json, library_of, output
from theorems.commands.progress import followed

if TYPE_CHECKING:
    from theorems.coverage import Cell


@click.command()
@click.option("--latex", "as_latex", is_flag=True, help="Every closed form, as a LaTeX longtable.")
@click.option("--markdown", "as_markdown", is_flag=True, help="The grid as a Markdown table.")
@click.option("--json", "as_json", is_flag=True, help="A JSON array.")
@output(help="The file; standard output if left out.")
@click.pass_context
def coverage(context: click.Context, as_latex: bool, as_markdown: bool, as_json: bool, out: Path | None) -> None:
    """Derive every quantity of every family, and say what the registry has checked of it."""
    if as_latex + as_markdown + as_json > 1:
        raise click.UsageError("--latex, --markdown and --json exclude each other")
    if as_json and out is not None:
        raise click.UsageError("--json goes to standard output, not with --out")
    library = library_of(context)
    from theorems import coverage as engine
    from theorems.export import coverage as export

    cells: list[engine.Cell] = []
    for _ in followed(_named(engine.coverage(library), cells), lambda _: "worked out", engine.size()):
        pass
    if as_json:
        echo_json(export.records(cells, library))
        return
    write = export.longtable if as_latex else export.markdown if as_markdown else export.text
    deliver(write(cells, library), out, "latex" if as_latex else "markdown" if as_markdown else "text")


def _named(cells: Iterator[Cell], found: list[Cell]) -> Iterator[str]:
    """Keep cells as they come, and yield what each is about."""
    for cell in cells:
        found.append(cell)
        yield f"{cell.quantity} of {cell.family}"

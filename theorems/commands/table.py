"""`dpsym table`: entries as a LaTeX table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from theorems.commands.context import OUT, chosen, deliver, library_of


@click.command()
@click.argument("ids", nargs=-1)
@click.option("--out", type=OUT, help="The file; standard output if left out.")
@click.pass_context
def table(context: click.Context, ids: Sequence[str], out: Path | None) -> None:
    """Write entries as a LaTeX booktabs table."""
    library = library_of(context)
    from theorems.export import latex

    deliver(latex.table(library, chosen(library, ids)), out)

"""`dpsym freeze`: record the values that a paper or a code base states, with the theorems behind them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import click

from mechanisms.files import check_replaceable
from theorems.commands.context import is_forced, output
from theorems.commands.progress import waiting


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@output(help="Snapshot file; standard output if left out.")
@click.option("--tolerance", help="Relative slack of every value; what its digits cannot say if left out.")
@click.option(
    "--limit",
    type=click.FloatRange(min=0),
    default=60.0,
    show_default=True,
    help="Seconds of processor time for one row; 0 for none.",
)
@click.pass_context
def freeze(context: click.Context, file: Path, out: Path | None, tolerance: str | None, limit: float) -> None:
    """Record what the claims of FILE state: each value, its certified bracket, and its theorems with their statements and status.

    `dpsym regress SNAPSHOT` later tells what moved. Exit status: 0 if no row is unsound, 1 if one is (it is recorded all the same),
    2 for a mistake in the command or a row that is not understood.
    """
    from theorems.commands.regress import check_apart
    from theorems.regress import snapshot

    check_apart(FILE=file, **{"--out": out})
    if out is not None:
        check_replaceable(out, is_forced())
    with waiting(f"working out the claims of {file.name}"):
        found = snapshot.freeze(file, tolerance=tolerance, limit=limit, library=context.obj)
    counts = Counter(row["verdict"] for row in found["rows"])
    if out is None:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        snapshot.write(found, out, is_forced())
        shown = ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items()))
        click.echo(f"{len(found['rows'])} claims ({shown}) on {len(found['theorems'])} theorems, in {out}")
    context.exit(int(counts["unsound"] > 0))

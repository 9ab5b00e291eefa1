"""`dpsym regress`: hold a file of claimed numbers against certified values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mechanisms.files import check_replaceable
from theorems.commands.context import INTERRUPTED, is_forced, output

if TYPE_CHECKING:
    from theorems.regress.record import Record
    from theorems.regress.report import Summary

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_NOT_OF_PEERS = ("junit", "resume", "tolerance", "limit", "strict", "given")
_NOT_OF_SNAPSHOTS = ("out", "junit", "strict", "resume", "jobs", "cluster", "given")


def check_apart(**paths: Path | None) -> None:
    """Refuse two paths that are one file, so that nothing that is read is overwritten."""
    given = [(name, path) for name, path in paths.items() if path is not None]
    for (first, path), (second, other) in combinations(given, 2):
        if path.resolve() == other.resolve() or (path.exists() and other.exists() and path.samefile(other)):
            raise click.UsageError(f"{first} and {second} must be two files, got {path} and {other}.")


@click.command()
@click.argument("file", type=_FILE, required=False)
@click.argument("claims", type=_FILE, required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a row, and the summary on the last line.")
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write JUnit XML for continuous integration into a file.",
)
@output(
    type=click.Path(path_type=Path), help="Results file (JSON lines), written as results come; a folder with --peer."
)
@click.option("--resume", is_flag=True, help="Go on where the results file of an interrupted run ends.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes on this machine; one for each core if left out.")
@click.option(
    "--cluster", metavar="tcp://...", help="Address of a dask scheduler, on whose workers the rows are judged."
)
@click.option("--tolerance", help="Relative slack of every value; what its digits cannot say if left out.")
@click.option(
    "--limit",
    type=click.FloatRange(min=0),
    default=60.0,
    show_default=True,
    help="Seconds of processor time for one row; 0 for none.",
)
@click.option(
    "--given", multiple=True, metavar="COLUMN=VALUE", help="A cell of all rows that leave it out; repeatable."
)
@click.option("--peer", help="Run the battery of a released library instead of a file, as `dpsym peer` does.")
@click.option("--strict", is_flag=True, help="Fail on rows that are undecided or not understood as well.")
@click.pass_context
def regress(
    context: click.Context,
    file: Path | None,
    claims: Path | None,
    as_json: bool,
    junit: Path | None,
    peer: str | None,
    strict: bool,
    **options: Any,
) -> None:
    """Hold the claims of FILE against certified values.

    FILE is CSV, JSON, JSON lines or Parquet, or a document: tables of Markdown and LaTeX and an accountant's tests in Python are
    read by their headers and captions, a text (.txt) a sentence a line. The columns are mechanism, quantity, value, and where it is
    claimed: delta, epsilon, order; `pydoc theorems.regress.rows` lists them all, and `pydoc theorems.regress.verdict` says what each
    verdict means. If FILE is a snapshot of `dpsym freeze`, what moved since is told: the formula, the library, or, with CLAIMS, the number.

    Exit status: 0 if no row is unsound and nothing moved, 1 otherwise and if no row at all was understood, 2 for a mistake in the
    command or a file without claims, 130 if interrupted (with --out what was finished is kept).
    """
    from theorems.regress.running import regress as judged
    from theorems.regress.snapshot import is_snapshot

    if peer is not None:
        if file is not None:
            raise click.UsageError("--peer stands instead of FILE.")
        _refuse(context, _NOT_OF_PEERS, "a file of claims, not with --peer")
        _battery(context, peer, as_json, options)
        return
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    check_apart(FILE=file, **{"--out": options["out"], "--junit": junit})
    if options["resume"] and options["out"] is None:
        raise click.UsageError("--resume needs --out, the results file to go on with.")
    if is_snapshot(file):
        _refuse(context, _NOT_OF_SNAPSHOTS, "a file of claims, not with a snapshot")
        context.exit(_moved(file, claims, as_json, {**options, "library": context.obj}))
    if claims is not None:
        raise click.UsageError("a second file of claims goes with a snapshot of `dpsym freeze` only.")
    if options["cluster"] is not None:
        _refuse(context, ("jobs",), "processes on this machine, not with --cluster")
    options["jobs"] = options["jobs"] or _cores()
    options["given"] = _cells(options["given"])
    if junit is not None:
        check_replaceable(junit, is_forced())
    try:
        summary = _report(judged(file, force=is_forced(), **options), file.name, as_json, junit)
    except KeyboardInterrupt:
        kept = (
            f"; what was finished is kept in {options['out']}" if options["out"] else "; nothing is kept without --out"
        )
        click.echo(f"Interrupted{kept}.", err=True)
        context.exit(INTERRUPTED)
    context.exit(int(summary.is_unsound or summary.is_unread or (strict and summary.is_open)))


def _refuse(context: click.Context, names: Iterable[str], instead: str) -> None:
    """Refuse options that were given and would not act."""
    for name in names:
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name} goes with {instead}.")


def _cells(given: Iterable[str]) -> dict[str, str]:
    """Return columns with their cells, from ``COLUMN=VALUE``."""
    found = {}
    for each in given:
        name, sign, cell = each.partition("=")
        if not (sign and name.strip() and cell.strip()):
            raise click.UsageError(f"--given must be COLUMN=VALUE, got {each!r}.")
        found[name.strip()] = cell.strip()
    return found


def _battery(context: click.Context, name: str, as_json: bool, options: dict[str, Any]) -> None:
    from theorems.commands.peer import peer

    out = options["out"]
    if out is not None and out.is_file():
        raise click.UsageError(f"--out must be a folder with --peer, got {out}.")
    given = {option: options[option] for option in ("jobs", "out", "cluster") if options[option] is not None}
    context.invoke(peer, name=name, as_json=as_json, **given)


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _report(records: Iterable[Record], name: str, as_json: bool, junit: Path | None) -> Summary:
    """Write every record where it belongs, and return their summary."""
    from theorems.regress.report import JUnit, Summary, show

    summary = Summary()
    with ExitStack() as stack:
        takers = [summary] + ([stack.enter_context(JUnit(junit, name, is_forced()))] if junit is not None else [])
        for row in records:
            for taker in takers:
                taker.add(row)
            if as_json:
                click.echo(json.dumps(row, ensure_ascii=False))
    if as_json:
        click.echo(json.dumps({"summary": summary.as_json()}))
    else:
        show(summary)
    return summary


def _moved(snapshot: Path, claims: Path | None, as_json: bool, options: dict[str, Any]) -> int:
    """Write what moved since a snapshot, and return the exit status."""
    from theorems.regress.moves import moves, told
    from theorems.regress.snapshot import read

    found = moves(
        read(snapshot), claims, tolerance=options["tolerance"], limit=options["limit"], library=options["library"]
    )
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(told(found)))
    return int(any(found[kind] for kind in ("formula", "library", "number", "unsound")))

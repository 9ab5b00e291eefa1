"""`dpsym diff`: what differs between two versions of the registry."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mechanisms.files import check_replaceable
from theorems.commands.context import echo_json, is_forced, library_of, output

if TYPE_CHECKING:
    from theorems.difference import Difference

_WORDS = {"statement": "statement changed", "status": "status", "checks": "its box, links or checks changed"}


@click.command()
@click.argument("before", required=False)
@click.argument("after", required=False)
@output("--save", help="Write the present version as a snapshot to this file instead.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON array.")
@click.pass_context
def diff(context: click.Context, before: str | None, after: str | None, save: Path | None, as_json: bool) -> None:
    """Compare two versions of the registry: git revisions, folders of certificates, or saved snapshots.

    Without AFTER, BEFORE is compared with the present registry. Only certificates are read; no code of another version is run. Exit
    status: 0 if nothing differs, 1 if something does, 2 for a mistake in the command.
    """
    library = library_of(context)
    from theorems import difference

    if save is not None:
        if before is not None:
            raise click.UsageError("--save writes the present version, and compares nothing")
        check_replaceable(save, is_forced())
        difference.save(difference.present(library), save, is_forced())
        return
    if before is None:
        raise click.UsageError(
            "name a version to compare with: a git revision, a folder of certificates, or a snapshot"
        )
    old = difference.load(before, library.folder)
    new = difference.present(library) if after is None else difference.load(after, library.folder)
    found = difference.differences(old, new)
    if as_json:
        echo_json([asdict(each) for each in found])
    else:
        for each in found:
            click.echo("\n".join(_lines(each)))
    context.exit(1 if found else 0)


def _lines(each: Difference) -> list[str]:
    if each.kind in ("added", "removed"):
        return [f"{'+' if each.kind == 'added' else '-'} {each.id}: {each.after or each.before}"]
    if each.kind == "checks":
        return [f"  {each.id}: {_WORDS['checks']}"]
    if each.kind == "status":
        return [f"  {each.id}: status {each.before} -> {each.after}"]
    words = (
        _WORDS["statement"] if each.kind == "statement" else f"domain {'changed' if each.how == 'other' else each.how}"
    )
    return [f"  {each.id}: {words}", f"    - {each.before}", f"    + {each.after}"]

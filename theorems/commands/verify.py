"""`dpsym verify`: replay certificates without searching."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from theorems.commands.context import chosen, echo_json, library_of

if TYPE_CHECKING:
    from theorems.registry import Registry
    from theorems.verify.replay import Replay


@click.command()
@click.argument("ids", nargs=-1)
@click.option(
    "--compare", is_flag=True, help="Run the checks as well, writing nothing, and compare the times."
)
@click.option("--json", "as_json", is_flag=True, help="Write the report as one JSON object.")
@click.pass_context
def verify(context: click.Context, ids: Sequence[str], compare: bool, as_json: bool) -> None:
    """Replay the stored certificates, by code that shares nothing with the checks.

    Without IDS every certificate is replayed. Exit status: 0 if nothing stored is contradicted, 1 if something is or a certificate is
    missing or is not about the present entry, 2 for a mistake in the command. What a replay in part leaves open, `pydoc
    theorems.verify.replay` says.
    """
    library = library_of(context)
    selected = chosen(library, ids)
    start = time.process_time()
    found = {id: _replay(library, id) for id in selected}
    seconds = time.process_time() - start
    searched = _search(library, selected) if compare else None
    if as_json:
        echo_json(_record(found, seconds, searched))
    else:
        _show(found, seconds, searched)
    context.exit(1 if any(each.result == "failed" for replays in found.values() for each in replays) else 0)


def _replay(library: Registry, id: str) -> list[Replay]:
    """Replay one certificate; one that is missing, damaged, or about another statement has failed."""
    from theorems.certificate import replay_record
    from theorems.describe import evidence
    from theorems.errors import CertificateError
    from theorems.verify.replay import FAILED, Replay, replayed

    _, complaint = evidence(library, id)
    if complaint:
        return [Replay(id, "certificate", FAILED, complaint)]
    try:
        return list(replayed(replay_record(id, library.folder_of(id))))
    except (CertificateError, ValueError) as error:
        return [Replay(id, "certificate", FAILED, str(error))]


def _search(library: Registry, ids: Sequence[str]) -> float:
    """Return how many seconds of processor time the checks take to find the same."""
    from theorems.certificate import certify

    start = time.process_time()
    for id in ids:
        certify(library[id])
    return time.process_time() - start


def _record(found: dict[str, list[Replay]], seconds: float, searched: float | None) -> dict[str, object]:
    return {
        "checks": [asdict(each) for replays in found.values() for each in replays],
        "counts": _counts(found),
        "seconds": round(seconds, 3),
        "searched": None if searched is None else round(searched, 3),
        "ratio": None if not searched else round(seconds / searched, 4),
    }


def _counts(found: dict[str, list[Replay]]) -> dict[str, int]:
    return dict(Counter(each.result for replays in found.values() for each in replays))


def _show(found: dict[str, list[Replay]], seconds: float, searched: float | None) -> None:
    for replays in found.values():
        for each in replays:
            if each.result in ("failed", "not replayed") or len(found) == 1:
                click.echo(f"{each.id}: {each.check} {each.result}: {each.detail}")
    counts = ", ".join(f"{number} {result}" for result, number in sorted(_counts(found).items()))
    click.echo(f"{len(found)} certificates: {counts or 'no check'}; {seconds:.1f} s of processor time")
    if searched:
        click.echo(
            f"the checks took {searched:.1f} s to find them: the replay takes {seconds / searched:.3f} of that"
        )

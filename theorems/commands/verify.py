"""`dpsym verify`: replay certificates without searching."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from theorems.commands.context import chosen, echo_json, library_of
from theorems.commands.progress import followed

if TYPE_CHECKING:
    from theorems.registry import Registry
    from theorems.verify.replay import Replay


@click.command()
@click.argument("ids", nargs=-1)
@click.option("--compare", is_flag=True, help="Run the checks as well, writing nothing, and compare the times.")
@click.option(
    "--trust",
    is_flag=True,
    help="Print the modules that ran while what backs a status above sampled was replayed, and nothing else.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the report as one JSON object.")
@click.pass_context
def verify(context: click.Context, ids: Sequence[str], compare: bool, trust: bool, as_json: bool) -> None:
    """Replay the stored certificates, by code that shares nothing with the checks but the drawing of points.

    Without IDS every certificate is replayed. Exit status: 0 if nothing stored is contradicted, 1 if something is, if a status above
    sampled or a refutation is not replayed, or if a certificate is missing, changed or not about the present entry, 2 for a mistake in
    the command. What a replay in part leaves open, `pydoc theorems.verify.replay` says.
    """
    library = library_of(context)
    selected = chosen(library, ids)
    if trust:
        _show_trust(library, selected, as_json)
        return
    from theorems.share import commit

    start = time.process_time()
    seed = commit()
    found: dict[str, list[Replay]] = {}
    for _ in followed(_replayed(library, selected, seed, found), lambda _: "replayed", len(selected)):
        pass
    seconds = time.process_time() - start
    searched = _search(library, selected) if compare else None
    if as_json:
        echo_json(_record(found, seconds, searched))
    else:
        _show(found, seconds, searched)
    context.exit(1 if any(each.result == "failed" for replays in found.values() for each in replays) else 0)


def _replayed(library: Registry, ids: Sequence[str], seed: str, found: dict[str, list[Replay]]) -> Iterator[str]:
    """Replay the certificates of entries, and yield each as it is done."""
    from theorems.replaying import replays

    for id in ids:
        found[id] = [*replays(library, id, seed), *_attack(library, id)]
        yield id


def _show_trust(library: Registry, ids: Sequence[str], as_json: bool) -> None:
    from theorems.trust import trusted

    found = trusted(library, ids)
    if as_json:
        echo_json(found)
        return
    for kind, modules in found.items():
        click.echo(f"{kind}: {len(modules)} modules, beside Python, SymPy and python-flint")
        click.echo("".join(f"  {module}\n" for module in modules), nl=False)


def _attack(library: Registry, id: str) -> list[Replay]:
    """Return what is wrong with the record of an entry's mutants."""
    from theorems.mutants.record import forged
    from theorems.verify.judging import FAILED
    from theorems.verify.replay import Replay

    reason = forged(library, id)
    return [Replay(id, "mutants", FAILED, reason)] if reason else []


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
        click.echo(f"the checks took {searched:.1f} s to find them: the replay takes {seconds / searched:.3f} of that")

"""`dpsym check`: bring the certificates up to date and say what must be mended."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import click

from theorems.commands.completion import complete_ids
from theorems.commands.context import INTERRUPTED, chosen, echo_json, library_of
from theorems.commands.progress import followed

if TYPE_CHECKING:
    from theorems.registry import Registry

Said = Callable[["Registry", str], str]
Work = Callable[["Registry", Sequence[str], int], Iterator[str]]
_MOST_JOBS = 8
_REASONS = 3
_UNTRIED = "its mutants were tried on other mathematics or code; run dpsym check --mutants "


def default_jobs() -> int:
    """Return how many processes check at once: one for each core that this process may use, at most 8."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, _MOST_JOBS)


@click.command()
@click.argument("ids", nargs=-1, shell_complete=complete_ids)
@click.option("--full", is_flag=True, help="Run all checks again, those with an up-to-date certificate too.")
@click.option(
    "--jobs", type=click.IntRange(min=1), help=f"Processes; one for each core, at most {_MOST_JOBS}, if left out."
)
@click.option(
    "--cluster",
    metavar="tcp://...",
    help="Address of a dask scheduler, on whose workers the checks run; certificates are written here.",
)
@click.option("--mutants", is_flag=True, help="Attack the checks: each mutant of an entry must be noticed by them.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Show every entry, not what must be mended and the summary alone; entries that are named are shown anyway.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the report as one JSON object.")
@click.option(
    "--frozen",
    is_flag=True,
    help="Write nothing; an outdated certificate is a failure, and one that its replay contradicts.",
)
@click.option(
    "--replay",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="With --frozen, replay so large a share of the certificates, another with each commit; all of them if left out.",
)
@click.option(
    "--again",
    type=click.FloatRange(0, 1),
    default=0.0,
    metavar="SHARE",
    help="With --frozen, run so large a share of the entries from nothing and compare; another share with each commit.",
)
@click.option(
    "--kernel",
    is_flag=True,
    help="Compile the Coq proofs of which something changed, and nothing else; skipped without Coq. With -v, what each entry assumes.",
)
@click.pass_context
def check(
    context: click.Context,
    ids: Sequence[str],
    full: bool,
    jobs: int | None,
    cluster: str | None,
    mutants: bool,
    verbose: bool,
    as_json: bool,
    frozen: bool,
    replay: float | None,
    again: float,
    kernel: bool,
) -> None:
    """Run outdated checks and report what must be mended.

    Without IDS every entry is checked; in a project, every entry of its own, and the others are not run but reported. With
    --mutants, entries that changed since their last attack are attacked as well (with --full all of them). Exit status: 0 if
    all is well, 1 if something must be mended, 2 for a mistake in the command, 130 if interrupted (what was finished is kept).
    """
    if full and frozen and not kernel:
        raise click.UsageError("--full runs everything and --frozen runs nothing: give one of them")
    if again and not frozen:
        raise click.UsageError("--again compares with what is written, and --frozen alone writes nothing: give both")
    if replay is not None and not frozen:
        raise click.UsageError("--replay looks at certificates without writing: give --frozen too")
    if cluster is not None and (kernel or frozen or mutants):
        raise click.UsageError("--cluster runs checks: --kernel, --frozen and --mutants run here")
    library = library_of(context)
    if cluster is not None and library.own:
        raise click.UsageError(
            "--cluster runs the entries of this package, which its workers have; those of a project run here"
        )
    if kernel:
        if ids or mutants or as_json:
            raise click.UsageError(
                "--kernel compiles proofs alone: give it with --full, --frozen, --again, --jobs or -v"
            )
        from theorems.commands.kernel import check_kernel

        context.exit(check_kernel(library, jobs or default_jobs(), 1 if full else again, frozen, verbose))
    selected = chosen(library, ids)
    from theorems import check as checking
    from theorems import index
    from theorems.commands.render import render
    from theorems.mutants import record
    from theorems.report import report
    from theorems.share import commit, drawn

    # a project writes nothing into this package
    writable = [id for id in selected if not frozen and id in (library.own or selected)]
    old = checking.outdated(library, selected)
    waiting = writable if full else [id for id in writable if id in old]
    if not full:
        _say_why(old, waiting)
    _run(context, library, waiting, partial(checking.run, cluster=cluster), _status, jobs or default_jobs(), verbose)
    if not (frozen or library.own):
        index.ship()
    complaints = {id: f"{old[id]}; run dpsym check {id}" for id in old if id not in writable}
    sound = [id for id in selected if frozen and id not in complaints]
    # other processes know the entries of this package and of the project alone
    spread = (jobs or default_jobs()) if context.obj is None else 1
    replayed = frozenset(sound if replay is None else drawn(sound, replay, commit()))
    if replay is not None:
        click.echo(f"{len(replayed)} certificates are replayed, drawn by {commit() or 'nothing'}", err=True)
    look = partial(_looked_at, replayed=replayed)
    _run(context, library, sound or writable * mutants, look, lambda library, id: "looked at", spread, verbose)
    if mutants:
        attacked = writable if full else _unattacked(library, writable)
        _run(context, library, attacked, record.run, _score, jobs or default_jobs(), verbose)
        others = [id for id in selected if id not in writable]
        untried = {id: record.forged(library, id) or _UNTRIED + id for id in _unattacked(library, others)}
        complaints = {**untried, **complaints}
    if frozen:
        left = [id for id in sound if id not in complaints]
        complaints = {**_contradicted(library, left, replayed, again, mutants), **complaints}
    found = report(library, selected, frozenset(waiting), complaints, attacking=mutants)
    if as_json:
        echo_json(found.as_dict())
    else:
        render(found, entries=verbose or bool(ids))
    context.exit(0 if found.ok else 1)


def _looked_at(library: Registry, ids: Sequence[str], jobs: int, replayed: frozenset[str]) -> Iterator[str]:
    """Replay some certificates, and draw the mutants of entries, where that is not known; yield the ids as they are done."""
    from theorems import replaying
    from theorems.mutants import record
    from theorems.share import commit
    from theorems.spreading import spread

    waiting = [
        id
        for id in ids
        if not (record.is_known(library, id) and (id not in replayed or replaying.is_known(library, id)))
    ]
    yield from spread(partial(_look_at, replayed=replayed, seed=commit()), library, waiting, jobs)
    replaying.read_again()
    record.read_again()


def _look_at(id: str, library: Registry, replayed: frozenset[str], seed: str) -> None:
    from theorems import replaying
    from theorems.mutants import record

    if id in replayed:
        replaying.contradicted(library, id, seed)
        replaying.keep()
    record.forged(library, id)
    record.keep()


def _say_why(reasons: Mapping[str, str], ids: Sequence[str]) -> None:
    """Say on standard error how many entries are checked now, and the most frequent reasons."""
    if ids:
        click.echo(f"{len(ids)} to check:", err=True)
    for reason, count in Counter(reasons[id] for id in ids).most_common(_REASONS):
        click.echo(f"  {count}: {reason}", err=True)


def _contradicted(
    library: Registry, ids: Sequence[str], replayed: frozenset[str], again: float, mutants: bool
) -> dict[str, str]:
    """Return what the replays contradict, and what comes out otherwise when a share of the entries is run again."""
    from theorems import check as checking
    from theorems.mutants import record
    from theorems.replaying import contradicted
    from theorems.share import commit, drawn

    seed = commit()
    found = {
        id: said
        for id in ids
        if (said := (id in replayed and contradicted(library, id, seed)) or record.forged(library, id))
    }
    chosen = drawn([id for id in ids if id not in found], again, seed)
    if again:
        click.echo(f"{len(chosen)} entries are run again, drawn by {seed or 'nothing'}", err=True)
    attacked = record.again(library, chosen) if mutants else {}
    return {**found, **attacked, **checking.again(library, chosen)}


def _run(
    context: click.Context, library: Registry, ids: Sequence[str], work: Work, said: Said, jobs: int, each: bool
) -> None:
    done = 0
    try:
        progress = chain.from_iterable(work(part, some, jobs) for part, some in library.by_folder(ids))
        for _ in followed(progress, lambda id: said(library, id), len(ids), each):
            done += 1
    except KeyboardInterrupt:
        click.echo(
            f"Interrupted: at least {done} of {len(ids)} entries checked; their certificates are kept.", err=True
        )
        context.exit(INTERRUPTED)


def _status(library: Registry, id: str) -> str:
    return library.own_status(id).value


def _unattacked(library: Registry, ids: Sequence[str]) -> list[str]:
    from theorems.mutants.record import outdated

    return outdated(library, ids)


def _score(library: Registry, id: str) -> str:
    from theorems.mutants.record import known

    attack = known(id, library)
    return "not attacked" if attack is None else "{} of {} mutants noticed".format(*attack.score)

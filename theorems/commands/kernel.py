"""`dpsym check --kernel`: compile the Coq proofs of which something changed, and record what the kernel accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from theorems.commands.context import Failure

if TYPE_CHECKING:
    from theorems.registry import Registry


def check_kernel(library: Registry, jobs: int, again: float, frozen: bool, verbose: bool = False) -> int:
    """Judge the proofs, say what was found, and return the exit status; without Coq on the machine nothing is run.

    So large a share of what is accepted already is judged again. With `frozen` nothing is written, and a record that says something else
    than what is found is a failure; with `verbose` each entry is shown, with its axioms. In a project its own proofs are judged, and no
    others.
    """
    from theorems.kernel import kinds, record, run
    from theorems.kernel.library import version

    place = library.kernel
    if place is None:
        raise Failure("project must have a folder kernel with Coq proofs of its entries, got none")
    if not version():
        click.echo(
            "Kernel proofs are skipped: there is no coqc on the path (Debian: coq libcoq-coquelicot libcoq-interval)."
        )
        return 0
    found = run.check(library, jobs, again, place)
    for group in found.compiled:
        click.echo(f"{group}: {found.complaints.get(group, 'accepted')}", err=True)
    outdated = frozen and found.verdicts != record.read(place.record)
    if outdated:
        click.echo(
            f"{place.record.name} must say what the kernel accepts, got other verdicts; run dpsym check --kernel",
            err=True,
        )
    if not frozen:
        record.write(found.verdicts.values(), place.record)
    for id in sorted(found.verdicts) if verbose else ():
        click.echo(record.line(found.verdicts[id]))
    click.echo(kinds.line((library.card(id), verdict) for id, verdict in found.verdicts.items()))
    click.echo(record.summary(found.verdicts))
    return 0 if found.ok and not outdated else 1

"""On which modules a status above sampled rests: what runs while its evidence is replayed, beside Python, SymPy and python-flint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from theorems.certificate import rows
from theorems.describe import evidence
from theorems.observe import watched
from theorems.replaying import replayed_again
from theorems.status import Status

if TYPE_CHECKING:
    from theorems.registry import Registry
    from theorems.verify.replay import Replay


def trusted(registry: Registry, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return for each kind of check that backs a status above sampled the modules of which code ran while all of them were replayed.

    Modules of the library are left out: the statement itself must be believed in any case. What reads files and hands out work is no part
    of it either (`theorems.observe`).
    """
    works: dict[str, list[partial[Iterator[Replay]]]] = {}
    for id in ids:
        certificate, _ = evidence(registry, id)
        if certificate is None:
            continue
        theorem = registry[id]
        for check, outcome, part in zip(
            theorem.checks, certificate.outcomes, rows(id, registry.folder_of(id)), strict=False
        ):
            if outcome.status.is_backed and outcome.status is not Status.SAMPLED:
                one, said = replace(theorem.anew(), checks=(check,)), replace(certificate, outcomes=(outcome,))
                works.setdefault(outcome.check, []).append(partial(replayed_again, one, said, [part]))
    return {kind: _ran(some) for kind, some in sorted(works.items())}


def _ran(works: Sequence[partial[Iterator[Replay]]]) -> tuple[str, ...]:
    _, names = watched(lambda: [list(work()) for work in works])
    modules = {name.partition(":")[0] for name in names if ":" in name}
    return tuple(sorted(module for module in modules - {__name__} if not module.startswith("theorems.library.")))

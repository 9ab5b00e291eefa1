"""Do one thing to many entries, here or spread over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from theorems.workers import Lost, Pool

if TYPE_CHECKING:
    from theorems.registry import Registry

Work = Callable[[str, "Registry"], None]


def spread(work: Work, registry: Registry, ids: Sequence[str], jobs: int = 1) -> Iterator[str]:
    """Do the work for each id, and yield the ids as they are done; with `jobs` above 1 in as many processes.

    Parameters
    ----------
    work : callable
        Takes an id and its registry, and writes what it finds; a function of a module, so that processes can look it up.

    Raises
    ------
    RuntimeError
        If a process ended in the midst of an entry, after all others were done.
    """
    if jobs == 1 or len(ids) < 2:
        for id in ids:
            work(id, registry)
            yield id
        return
    # longest first, so that no core waits for the last one; the number of checks is the best guess there is
    order = sorted(ids, key=lambda id: -len(registry.card(id).roads))
    lost = []
    for number, found in Pool(partial(_in_worker, work, str(registry.folder)), order, jobs):
        if isinstance(found, Lost):
            lost.append(f"{order[number]}: {found.reason}")
        else:
            yield order[number]
    if lost:
        raise RuntimeError(f"entries must be done by their processes, got {'; '.join(lost)}")


def _in_worker(work: Work, folder: str, id: str) -> None:
    from theorems.registry import registry

    library = registry()
    library.folder = Path(folder)
    work(id, library)

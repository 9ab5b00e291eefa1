"""Do one thing to many entries, spread over processes, each of which loads the library itself."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from theorems.registry import Registry

Work = Callable[[str, "Registry"], None]


def spread(work: Work, registry: Registry, ids: Sequence[str], jobs: int = 1) -> Iterator[str]:
    """Do the work for each id, and yield the ids as they are done; with `jobs` above 1 in as many processes.

    Parameters
    ----------
    work : callable
        Takes an id and its registry, and writes what it finds; a function of a module, so that processes can look it up.
    """
    if jobs == 1 or len(ids) < 2:
        for id in ids:
            work(id, registry)
            yield id
        return
    from joblib import Parallel, delayed

    # longest first, so that no core waits for the last one; the number of checks is the best guess there is
    order = sorted(ids, key=lambda id: -len(registry.card(id).roads))
    # an interrupt from the keyboard is the parent's to handle: a worker would print a traceback of its own
    deaf = {"initializer": signal.signal, "initargs": (signal.SIGINT, signal.SIG_IGN)}
    yield from Parallel(n_jobs=jobs, return_as="generator_unordered", **deaf)(
        delayed(_in_worker)(work, id, str(registry.folder)) for id in order
    )


def _in_worker(work: Work, id: str, folder: str) -> str:
    from theorems.registry import registry

    library = registry()
    library.folder = Path(folder)
    work(id, library)
    return id

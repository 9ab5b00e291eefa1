"""Do one thing to many items on the workers of a dask scheduler; a worker that dies costs what it had at hand a second start.

Each worker does the work in a process of its own, as `theorems.workers` does it here: limits of time hold there, and what breaks it costs
an item.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from mechanisms.errors import ParameterError
from mechanisms.sweep.run import check_cluster, scheduler
from theorems.sources import code_digest
from theorems.workers import OneProcess

Numbered = tuple[int, Any]
_BATCH = 32
"""Items that go to a worker together; whole they are lost with it."""
_PLACE = threading.local()


def on_cluster(
    work: Callable[[Any], Any], items: Iterable[Any], address: str, *, batch: int = _BATCH, patience: float = 0.0
) -> Iterator[tuple[int, Any]]:
    """Yield the number of each item, from 0, and what came of it, as they are done on a cluster; `Lost` where it broke its process.

    Parameters
    ----------
    work : callable
        A function of a module, or a `functools.partial` of one.
    items : iterable
        Read as they are needed.
    address : str
        Of a dask scheduler, whose workers have this package installed.
    batch : int, optional
        How many items a worker is given at a time.
    patience : float, optional
        Seconds after which an item without an answer is given up; 0 for none.

    Raises
    ------
    ParameterError
        If it is no address, or a worker runs other code than is here.
    OSError
        If no scheduler answers.
    """
    from joblib import Parallel, delayed

    check_cluster(address)
    code = code_of(work)
    with scheduler(address):
        run = Parallel(return_as="generator_unordered", batch_size=1)
        for found in run(delayed(_done)(work, some, code, patience) for some in _batches(items, batch)):
            if isinstance(found, str):
                raise ParameterError("code of this package on the workers", "the same as here", found)
            yield from found


def _batches(items: Iterable[Any], size: int) -> Iterator[list[Numbered]]:
    numbered = enumerate(items)
    while some := list(islice(numbered, size)):
        yield some


def code_of(work: Callable[[Any], Any]) -> str:
    """Return the digest of the code that does the work."""
    while isinstance(work, partial):
        work = work.func
    return code_digest((work.__module__, __name__))


def _done(work: Callable[[Any], Any], some: list[Numbered], code: str, patience: float) -> list[Numbered] | str:
    """Return what came of items, on a worker; the name of its machine where that has other code."""
    if code_of(work) != code:
        return socket.gethostname()
    kept = getattr(_PLACE, "kept", None)
    if kept is None or kept[0] != repr(work):
        if kept is not None:
            kept[1].close()
        kept = _PLACE.kept = repr(work), OneProcess(work)
    return [(number, kept[1].of(item, patience)) for number, item in some]

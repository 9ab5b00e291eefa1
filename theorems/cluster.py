"""Do one thing to many items on the workers of a dask scheduler; a worker that dies costs what it had at hand a second start.

Each worker does the work in a process of its own, as `theorems.workers` does it here: limits of time hold there, and what breaks it costs
an item. That process ends with the run, with the worker, or when the worker is given other work.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any
from uuid import uuid4

from mechanisms.errors import ParameterError
from mechanisms.sweep.run import check_cluster
from theorems.sources import code_digest
from theorems.workers import Lost, OneProcess

Numbered = tuple[int, Any]
_BATCH = 32
"""Items that go to a worker together; whole they are lost with it."""
_AHEAD = 3
"""How many batches of each thread of a worker are given out: one at hand, the others waiting for it."""
_PATIENCE = 10
"""Seconds after which a scheduler that does not answer is given up."""
_KEPT: dict[int, tuple[str, OneProcess]] = {}
"""On a worker: of each of its threads the run that it is in, and the process that does its work."""
_ENDED: set[str] = set()
"""On a worker: the runs whose work is not wanted any more."""


def on_cluster(
    work: Callable[[Any], Any],
    items: Iterable[Any],
    address: str,
    *,
    batch: int = _BATCH,
    patience: float = 0.0,
    lead: int = 1 << 14,
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
    lead : int, optional
        How far beyond the first item that is not done others are taken up.

    Raises
    ------
    ParameterError
        If it is no address, no scheduler answers at it, it ends before the work is done, or a worker runs other code than is here.
    """
    with _client(address) as client:
        run = _Run(client, partial(_done, work, code_of(work), patience, uuid4().hex), _batches(items, batch), lead)
        try:
            yield from run.results(address)
        finally:
            run.close()


class _Run:
    """The batches of one run: those on the workers, and those that wait for their turn.

    Parameters
    ----------
    client : distributed.Client
        Of the scheduler.
    task : functools.partial
        What a worker does to a batch; its last argument is the name of the run.
    waiting : iterator of list
        Batches.
    lead : int
        How far beyond the first item that is not done others are taken up.
    """

    def __init__(self, client: Any, task: partial[Any], waiting: Iterator[list[Numbered]], lead: int) -> None:
        from distributed import as_completed

        self._client, self._task, self._waiting, self._lead = client, task, waiting, lead
        self._at_hand: dict[Any, list[Numbered]] = {}
        self._completed = as_completed(loop=client.loop)
        self._last = 0

    def results(self, address: str) -> Iterator[tuple[int, Any]]:
        """Yield the number of each item and what came of it, as batches are done."""
        self._feed()
        for future in self._completed:
            some = self._at_hand.pop(future)
            found = self._result(future, some, address)
            future.release()
            self._feed()
            yield from found

    def _result(self, future: Any, some: list[Numbered], address: str) -> list[Numbered]:
        from distributed import KilledWorker

        try:
            found = future.result()
        except KilledWorker:
            if len(some) == 1:
                return [(some[0][0], Lost("it ended every worker that had it at hand"))]
            for each in some:  # one of them did, and no other is lost with it
                self._give([each])
            return []
        except CancelledError:
            raise ParameterError("cluster", "a scheduler that runs until the work is done", address) from None
        if isinstance(found, str):
            raise ParameterError("code of this package on the workers", "the same as here", found)
        return found

    def _feed(self) -> None:
        width = max(1, sum(self._client.nthreads().values()))
        while len(self._at_hand) < _AHEAD * width:
            first = min((some[0][0] for some in self._at_hand.values()), default=self._last)
            some = next(self._waiting, None) if self._last - first < self._lead else None
            if some is None:
                return
            self._give(some)

    def _give(self, some: list[Numbered]) -> None:
        self._last = max(self._last, some[-1][0])
        future = self._client.submit(self._task, some, pure=False)
        self._at_hand[future] = some
        self._completed.add(future)

    def close(self) -> None:
        """Give up what is not done, and end the processes of this run on the workers."""
        with suppress(Exception):  # what cannot be reached has ended, or is closed when it is given other work
            self._client.cancel(list(self._at_hand))
            self._client.run(_release, self._task.args[-1], on_error="ignore")


def check_reachable(address: str) -> None:
    """Refuse an address at which no scheduler answers, before work is begun for it.

    Raises
    ------
    ParameterError
        If none does.
    """
    _client(address).close()


def _client(address: str) -> Any:
    from distributed import Client

    check_cluster(address)
    try:
        return Client(address, set_as_default=False, timeout=_PATIENCE)
    except (OSError, ValueError):
        raise ParameterError("cluster", "the address of a scheduler that answers", address) from None


def _batches(items: Iterable[Any], size: int) -> Iterator[list[Numbered]]:
    numbered = enumerate(items)
    while some := list(islice(numbered, size)):
        yield some


def code_of(work: Callable[[Any], Any]) -> str:
    """Return the digest of the code that does the work."""
    while isinstance(work, partial):
        work = work.func
    return code_digest((work.__module__, __name__))


def _done(
    work: Callable[[Any], Any], code: str, patience: float, run: str, some: list[Numbered]
) -> list[Numbered] | str:
    """Return what came of items, on a worker; the name of its machine where that has other code."""
    if code_of(work) != code:
        return socket.gethostname()
    if run in _ENDED:
        return []
    place = threading.get_ident()
    kept = _KEPT.get(place)
    if kept is None or kept[0] != run:
        if kept is not None:
            kept[1].close()
        kept = _KEPT[place] = run, OneProcess(work)
    found = []
    for number, item in some:
        found.append((number, kept[1].of(item, patience)))
        if run in _ENDED:  # whoever ended its process did so in the midst of an item
            kept[1].close()
            _KEPT.pop(place, None)
            break
    return found


def _release(run: str) -> int:
    """End the processes of a run on a worker, and return how many there were."""
    _ENDED.add(run)
    ended = [place for place, (of, _) in list(_KEPT.items()) if of == run]
    for place in ended:
        _KEPT.pop(place)[1].close()
    return len(ended)

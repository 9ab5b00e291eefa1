"""Do one thing to many items, spread over processes that end with this one; a process that breaks costs the item at hand."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any

from theorems.serving import SOON

Batch = deque[tuple[int, Any]]
"""Items that are given together, each with its number."""
_START = "import sys; sys.path[:] = {path!r}; from theorems.serving import serve; serve({handle}, {parent})"


@dataclass(frozen=True)
class Lost:
    """What came of an item whose process ended, or gave no answer in time.

    Parameters
    ----------
    reason : str
        How, in words.
    """

    reason: str


class _Worker:
    """A process and the batches of items that it was given: of the first an item is at hand, the others wait."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            start = _START.format(path=sys.path, handle=theirs.fileno(), parent=os.getpid())
            # whatever reads what this program writes must not have to wait for a worker
            self._process = subprocess.Popen(  # noqa: S603 (this very interpreter)
                [sys.executable, "-c", start],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        self.line = Connection(ours.detach())
        self.given: deque[Batch] = deque()
        self.since = 0.0
        self._send(work)

    def give(self, batch: Batch) -> None:
        if not self.given:
            self.since = time.monotonic()
        self.given.append(batch)
        self._send([item for _, item in batch])

    def _send(self, what: Any) -> None:
        with suppress(OSError):  # that it has ended is seen where its answer is read
            self.line.send_bytes(pickle.dumps(what))

    def answers(self) -> list[tuple[Any, BaseException | None]]:
        """Return what came of the first items of the batch at hand, or the errors that they raised."""
        found = pickle.loads(self.line.recv_bytes())  # noqa: S301 (a process of our own)
        self.since = time.monotonic()
        return [pickle.loads(each) for each in found]  # noqa: S301 (as above)

    def close(self) -> int:
        """End the process, and return its exit status; negative is the signal that ended it before."""
        ended = self._process.poll()
        self._process.kill()
        self.line.close()
        last = self._process.wait()
        return last if ended is None else ended


class Pool:
    """Processes that do one thing to many items.

    Parameters
    ----------
    work : callable
        A function of a module, so that processes can look it up; or a `functools.partial` of one.
    items : iterable
        Read as they are needed.
    jobs : int
        How many processes.
    ahead : int, optional
        How many batches wait in front of each process, beside the one at hand.
    lead : int, optional
        How far beyond the first item that is not done others are taken up.
    patience : float, optional
        Seconds after which an item without an answer is given up, with its process; 0 for none.
    batch : int, optional
        The most items that are given together; of those that take long fewer are. What was at hand when a process ended is given out
        again, one by one, so that no other item is lost.
    """

    def __init__(
        self,
        work: Callable[[Any], Any],
        items: Iterable[Any],
        jobs: int,
        *,
        ahead: int = 1,
        lead: int = 1 << 14,
        patience: float = 0.0,
        batch: int = 1,
    ) -> None:
        self._work, self._items, self._jobs = work, enumerate(items), jobs
        self._ahead, self._lead, self._patience = ahead, lead, patience
        self._most, self._size = batch, 1
        self._left: deque[Batch] = deque()
        self._workers: list[_Worker] = []

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Yield the number of each item, from 0, and what came of it, as they are done; `Lost` where its process was.

        An error that the work raises is raised here.
        """
        try:
            while len(self._workers) < self._jobs and self._read():
                self._workers.append(_Worker(self._work))
                self._feed(self._workers[-1], 0)
            while busy := self._fed():
                pause = max(0.0, min(one.since for one in busy) + self._patience - time.monotonic())
                ready = wait([one.line for one in busy], pause if self._patience else None)
                for worker in busy:
                    if worker.line in ready:
                        yield from self._answered(worker)
                    elif self._patience and time.monotonic() - worker.since > self._patience:
                        yield from self._lost(worker, f"no answer in {self._patience:g} seconds")
        finally:
            for worker in self._workers:
                worker.close()

    def _fed(self) -> list[_Worker]:
        """Give everyone what may wait in front of it, one after the other; return those that have something to do."""
        for waiting in range(self._ahead + 1):
            for worker in self._workers:
                self._feed(worker, waiting)
        return [worker for worker in self._workers if worker.given]

    def _feed(self, worker: _Worker, waiting: int) -> None:
        if len(worker.given) <= waiting and self._read():
            worker.give(self._left.popleft())

    def _read(self) -> bool:
        """Return whether there is a batch to be given."""
        if not self._left and (batch := deque(islice(self._items, max(1, min(self._size, self._lead))))):
            self._left.append(batch)
        first = min((one.given[0][0][0] for one in self._workers if one.given), default=None)
        return bool(self._left) and (first is None or self._left[0][-1][0] - first <= self._lead)

    def _answered(self, worker: _Worker) -> Iterator[tuple[int, Any]]:
        before = worker.since
        try:
            answers = worker.answers()
        except (EOFError, OSError):
            yield from self._lost(worker, "its process ended")
            return
        batch, seconds = worker.given[0], (worker.since - before) / len(answers)
        self._size = max(1, min(self._most, 2 * self._size, int(SOON / max(seconds, 1e-9))))
        done = [batch.popleft()[0] for _ in answers]
        if not batch:
            worker.given.popleft()
        for number, (found, error) in zip(done, answers, strict=True):
            if error is not None:
                raise error
            yield number, found

    def _lost(self, worker: _Worker, reason: str) -> Iterator[tuple[int, Lost]]:
        """Put a new process in the place of one; what waited in front of it, or may have, is given out again."""
        status = worker.close()
        batch = worker.given.popleft()
        self._left.extendleft(reversed(worker.given))
        self._workers[self._workers.index(worker)] = _Worker(self._work)
        if len(batch) > 1:
            self._left.extendleft(deque([each]) for each in reversed(batch))
            return
        killed = f" by {signal.Signals(-status).name}" if status < 0 and "ended" in reason else ""
        yield batch[0][0], Lost(reason + killed)


class OneProcess:
    """A process that does one thing to items, one after the other; one that breaks it costs that item.

    Parameters
    ----------
    work : callable
        A function of a module, or a `functools.partial` of one.
    """

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work, self._worker = work, _Worker(work)

    def of(self, item: Any, patience: float = 0.0) -> Any:
        """Return what came of an item; `Lost` where its process ended, or gave no answer in so many seconds (0: it is waited for).

        An error that the work raises is raised here.
        """
        self._worker.give(deque([(0, item)]))
        if not wait([self._worker.line], patience or None):
            return self._lost(f"no answer in {patience:g} seconds")
        try:
            ((found, error),) = self._worker.answers()
        except (EOFError, OSError):
            return self._lost("its process ended")
        self._worker.given.popleft()
        if error is not None:
            raise error
        return found

    def _lost(self, reason: str) -> Lost:
        status = self._worker.close()
        self._worker = _Worker(self._work)
        return Lost(reason + (f" by {signal.Signals(-status).name}" if status < 0 and "ended" in reason else ""))

    def close(self) -> None:
        """End the process."""
        self._worker.close()

"""The program of a worker process: it answers the items that come on a line, one after the other, and ends with that line."""

from __future__ import annotations

import os
import pickle
import threading
import time
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from mechanisms.processes import tie_to_parent

SOON = 0.02
"""Seconds of work after which a process answers what it has done, and which items that are given together should take."""


def serve(handle: int, parent: int) -> None:
    """Answer the items that come on a line, until it ends."""
    tie_to_parent(parent)
    line, items = Connection(handle), SimpleQueue[list[Any] | Exception]()
    work = pickle.loads(line.recv_bytes())  # noqa: S301 (sent by the process that started this one)
    threading.Thread(target=_receive, args=(line, items), daemon=True).start()
    while True:
        answers, since, batch = [], time.monotonic(), items.get()
        if isinstance(batch, Exception):
            answers, batch = [_pickled(batch)], []
        for item in batch:
            try:
                answers.append(pickle.dumps((work(item), None)))
            except Exception as error:
                answers.append(_pickled(error))
            if time.monotonic() - since > SOON:
                line.send_bytes(pickle.dumps(answers))
                answers, since = [], time.monotonic()
        if answers:
            line.send_bytes(pickle.dumps(answers))


def _receive(line: Connection, items: SimpleQueue[list[Any] | Exception]) -> None:
    """Read ahead, so that neither side waits for the other to read; the end of the line is the end of the process.

    What cannot be read, as its module is not found here, is answered by that error.
    """
    while True:
        try:
            items.put(pickle.loads(line.recv_bytes()))  # noqa: S301 (as above)
        except (EOFError, OSError):
            os._exit(0)
        except Exception as error:
            items.put(error)


def _pickled(error: Exception) -> bytes:
    """Return an error as it is sent; in words where it does not survive that."""
    try:
        found = pickle.dumps((None, error))
        pickle.loads(found)  # noqa: S301 (made a line above)
    except Exception:
        return pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    return found

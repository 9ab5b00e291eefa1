"""Work in a process of its own that is stopped when its time is over: SymPy has no other way to give up."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from dpsym.limits import tie_to_parent


def within(seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what the function returns, or None if it is not done in time or fails."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(target=_work, args=(os.getpid(), sender, function, arguments), daemon=True)
    worker.start()
    sender.close()
    is_done = False
    try:
        is_done = receiver.poll(seconds)
        return receiver.recv() if is_done else None
    except EOFError:
        return None
    finally:
        if not is_done:
            worker.kill()
        worker.join()  # it ends by itself: whoever watches what it ran hears of that at its end


def _work(parent: int, sender: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    tie_to_parent(parent)
    sender.send(function(*arguments))

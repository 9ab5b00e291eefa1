"""Limits of time and memory on work that looks at no clock itself, and processes that end with the one that started them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_TICK = 0.05  # seconds of processor time between two looks
_SET_PDEATHSIG = 1  # of prctl(2)
MEGABYTES = 1500
CALLED_FROM_C = "called_from_c"
"""Functions of this name are called by C code, which does not survive an exception; what they call may raise one, which they keep."""


class SpentError(BaseException):
    """The time or the memory is spent; not an `Exception`, so that no one who handles errors keeps it to himself."""


@contextmanager
def limited(deadline: float, megabytes: int = MEGABYTES) -> Iterator[None]:
    """Break off what runs under it when the time is over or the process has grown too much.

    A timer of the process looks every twentieth second of its work, so that SymPy is stopped in the middle of an expansion. There is no
    such timer in a thread that is not the main one, nor on Windows; then only those limits hold that a search asks for itself.

    Parameters
    ----------
    deadline : float
        On the clock of `time.monotonic`.
    megabytes : int
        By how much the process may grow.

    Raises
    ------
    SpentError
        Where the work stood when a limit was passed; its text says which one.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    most = _resident() + (megabytes << 20)
    is_over = False

    def look(number: int, frame: Any) -> None:
        if is_over or (frame is not None and frame.f_code.co_name == CALLED_FROM_C):
            return
        if time.monotonic() > deadline:
            raise SpentError("the time is spent")
        if _resident() > most:
            raise SpentError("the memory is spent")

    handler = signal.signal(signal.SIGPROF, look)
    before = signal.setitimer(signal.ITIMER_PROF, _TICK, _TICK)
    try:
        try:
            yield
        finally:
            is_over = True
    finally:
        signal.setitimer(signal.ITIMER_PROF, *before)
        signal.signal(signal.SIGPROF, handler)


def _resident() -> int:
    """Return how many bytes of memory the process holds; where the system does not tell, the most that it ever held."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource  # not on Windows

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10


def tie_to_parent(parent: int) -> None:
    """Make this process end when the one that started it ends, even by a kill.

    Parameters
    ----------
    parent : int
        The number of that process; it may be gone already.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)

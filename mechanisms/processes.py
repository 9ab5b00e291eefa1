"""Worker processes that end with the process that started them, however that one ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

_SET_PDEATHSIG = 1  # of prctl(2)
_EVERY = 1.0  # seconds between two looks where the system does not tell


def tie_to_parent(parent: int) -> None:
    """Make this process end when its parent ends, even by a kill; interrupts from the keyboard are the parent's to handle.

    Parameters
    ----------
    parent : int
        The process that started this one, by its number: it may be gone already.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import ctypes

        # the system sends it, so that it also comes while a library holds the interpreter
        ctypes.CDLL(None).prctl(_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_EVERY)
    os._exit(1)

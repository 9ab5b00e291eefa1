"""A limit on the processor time of what the main thread does: what is answered in time does not depend on what else the machine does."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLongError(BaseException):
    """The limit was reached; no handler of exceptions on the way is meant for it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TooLongError` after so many seconds of processor time, 0 for none, in the main thread of a process that has such an alarm."""
    if (
        not seconds
        or not hasattr(signal, "SIGVTALRM")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)

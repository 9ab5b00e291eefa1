"""A limit of seconds, of a clock or of the processor, on what the main thread does."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLongError(BaseException):
    """The limit was reached; no handler of exceptions on the way is meant for it."""


@contextmanager
def limited(seconds: float, processor: bool = False) -> Iterator[None]:
    """Raise `TooLongError` after so many seconds, 0 for none, in the main thread of a process that has an alarm.

    Seconds of the `processor` do not depend on what else the machine does.
    """
    timer, alarm = ("ITIMER_VIRTUAL", "SIGVTALRM") if processor else ("ITIMER_REAL", "SIGALRM")
    if (
        not seconds
        or not hasattr(signal, alarm)
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLongError

    clock, number = getattr(signal, timer), getattr(signal, alarm)
    before = signal.signal(number, ring)
    signal.setitimer(clock, seconds)
    try:
        yield
    finally:
        signal.setitimer(clock, 0)
        signal.signal(number, before)

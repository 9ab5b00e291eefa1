"""A limit of seconds, of a clock or of the processor, on what the main thread does."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")
_CALLED_FROM_C = "called_from_c"
"""Functions of this name are called by C code, which does not survive an exception; what they call may raise one, which they keep."""


class TooLongError(BaseException):
    """The limit was reached; no handler of exceptions on the way is meant for it."""


@contextmanager
def limited(seconds: float, processor: bool = False) -> Iterator[None]:
    """Raise `TooLongError` after so many seconds, 0 for none, in the main thread of a process that has an alarm.

    Seconds of the `processor` do not depend on what else the machine does.
    """
    timer, alarm = ("ITIMER_VIRTUAL", "SIGVTALRM") if processor else ("ITIMER_REAL", "SIGALRM")
    if not seconds or not hasattr(signal, alarm) or threading.current_thread() is not threading.main_thread():
        yield
        return

    is_over = False

    def ring(number: int, frame: FrameType | None) -> None:
        if not (is_over or (frame is not None and frame.f_code.co_name == _CALLED_FROM_C)):
            raise TooLongError

    clock, number = getattr(signal, timer), getattr(signal, alarm)
    before = signal.signal(number, ring)
    signal.setitimer(clock, seconds, max(seconds / 4, 0.1))  # again: it may have come at a bad moment
    try:
        try:
            yield
        finally:
            is_over = True
    finally:
        signal.setitimer(clock, 0)
        signal.signal(number, before)


def in_time(work: Callable[[], T], seconds: float) -> T | None:
    """Return what is worked out within so many seconds of the processor, None if it is not."""
    try:
        with limited(seconds, processor=True):
            return work()
    except TooLongError:
        return None

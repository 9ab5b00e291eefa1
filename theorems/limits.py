"""A limit on the processor time of what the main thread does: what is answered in time does not depend on what else the machine does."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from dpsym.limits import CALLED_FROM_C

T = TypeVar("T")
_SOON = 1e-3


class TooLongError(BaseException):
    """The limit was reached; no handler of exceptions on the way is meant for it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TooLongError` after so many seconds of processor time, 0 for none, in the main thread of a process that has such an alarm.

    Limits nest: one inside another ends no later than that.
    """
    has_alarm = hasattr(signal, "SIGVTALRM") and threading.current_thread() is threading.main_thread()
    if not seconds or not has_alarm:
        yield
        return

    is_over = False

    def ring(number: int, frame: FrameType | None) -> None:
        if not (is_over or (frame is not None and frame.f_code.co_name == CALLED_FROM_C)):
            raise TooLongError

    before, started = signal.signal(signal.SIGVTALRM, ring), time.process_time()
    left, _ = signal.getitimer(signal.ITIMER_VIRTUAL)
    seconds = min(seconds, left) if left else seconds
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _again(seconds))  # again: it may have come at a bad moment
    try:
        try:
            yield
        finally:
            is_over = True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if left:
            rest = max(left - (time.process_time() - started), _SOON)
            signal.setitimer(signal.ITIMER_VIRTUAL, rest, _again(rest))


def _again(seconds: float) -> float:
    return max(seconds / 4, 0.1)


def in_time(work: Callable[[], T], seconds: float) -> T | None:
    """Return what is worked out within so many seconds of the processor, None if it is not."""
    try:
        with limited(seconds):
            return work()
    except TooLongError:
        return None

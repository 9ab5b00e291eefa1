"""Many claims judged in parallel, in bounded memory and in order; interrupted work goes on where it was.

A results file is JSON lines: a head with the fingerprints of the input, the code and the tolerance, then one record a row.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from theorems.regress.claim import Claim
from theorems.regress.errors import ClaimsFileError
from theorems.regress.record import Record, is_record, record
from theorems.regress.rows import Unread, rows
from theorems.regress.verdict import Kind, Tolerance, Verdict, checked_tolerance, judge

CHUNK, WAVE = 200, 8
"""Rows that a process judges at a time, and chunks for each process that are read ahead."""
LIMIT = 60.0
"""Seconds after which a single row is undecided."""
_FORMAT = "dpsym regress 1"

Found = Claim | Unread


class _TooLongError(BaseException):
    """The limit of a row was reached; no engine catches it for something else."""


def regress(
    path: Path, *, tolerance: Tolerance = None, jobs: int = 1, out: Path | None = None, resume: bool = False, limit: float = LIMIT
) -> Iterator[Record]:  # fmt: skip
    """Yield what is said about each row of a file of claims, in order.

    Parameters
    ----------
    path : Path
        The file.
    tolerance : number or text, optional
        Of all rows, as `judge` takes it.
    jobs : int, optional
        Processes.
    out : Path, optional
        Results file, written as results come.
    resume : bool, optional
        Whether what is in it already is kept, and the rest of the rows judged.
    limit : float, optional
        Seconds for one row, counted where the system has an alarm; 0 for none.

    Raises
    ------
    ClaimsFileError
        If a file cannot be used, or the results are of another input, code or tolerance.
    """
    slack = checked_tolerance(tolerance)
    if out is None:
        yield from _judged(rows(path), 0, slack, jobs, limit)
        return
    head = {
        "format": _FORMAT, "input": _digest(path), "code": code(), "tolerance": None if slack is None else str(slack), "limit": limit,
    }  # fmt: skip
    try:
        kept = _kept(out, head) if resume and out.exists() else 0
        with out.open("r+b" if kept else "wb") as file:
            found = rows(path)
            if kept:
                yield from _reread(file, _first(found, kept))
            else:
                file.write(_line(head))
            for each in _judged(found, kept, slack, jobs, limit):
                file.write(_line(each))
                file.flush()
                yield each
    except OSError as error:
        raise ClaimsFileError(f"results file {out} must be writable, got: {error.strerror}") from None


def _judged(found: Iterable[Found], done: int, slack: Any, jobs: int, limit: float) -> Iterator[Record]:
    """Yield the records of what is left, a few chunks read ahead of what is judged."""
    chunks = _chunks(found, done + 1)
    if jobs == 1:
        for first, chunk in chunks:
            for number, each in enumerate(chunk, first):
                yield _one(number, each, slack, limit)
        return
    from joblib import Parallel, delayed

    # an interrupt from the keyboard is the parent's to handle: a worker would print a traceback of its own
    deaf = {"initializer": signal.signal, "initargs": (signal.SIGINT, signal.SIG_IGN)}
    with Parallel(n_jobs=jobs, batch_size=1, **deaf) as pool:
        while wave := list(_first(chunks, WAVE * jobs)):
            for part in pool(delayed(judge_chunk)(first, chunk, slack, limit) for first, chunk in wave):
                yield from part


def judge_chunk(first: int, chunk: list[Found], slack: Any, limit: float) -> list[Record]:
    """Return the records of a chunk whose first row has a number; a process calls it."""
    return [_one(number, each, slack, limit) for number, each in enumerate(chunk, first)]


def _one(number: int, found: Found, slack: Any, limit: float) -> Record:
    return record(number, found if isinstance(found, Unread) else decided(found, slack, limit))


def decided(claim: Claim, tolerance: Tolerance, limit: float) -> Verdict:
    """Return what a claim is; undecided where the engine gives up or a limit of seconds is reached."""
    try:
        with _limited(limit):
            return judge(claim, tolerance=tolerance)
    except _TooLongError:
        reason = f"the limit of {limit:g} seconds was reached"
    except (MemoryError, RecursionError) as error:
        reason = f"the engine gave up ({type(error).__name__})"
    return Verdict(claim, Kind.UNDECIDED, None, None, None, reason)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise after so many seconds, in the main thread of a process that has an alarm."""
    if (
        not seconds
        or not hasattr(signal, "SIGALRM")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _chunks(found: Iterable[Found], first: int) -> Iterator[tuple[int, list[Found]]]:
    source = iter(found)
    while chunk := list(_first(source, CHUNK)):
        yield first, chunk
        first += len(chunk)


def _first(source: Iterator[Any], count: int) -> Iterator[Any]:
    for _ in range(count):
        try:
            yield next(source)
        except StopIteration:
            return


def code() -> str:
    """Return the digest of the code that judges."""
    from theorems.sources import code_digest

    return code_digest(("theorems.regress.running",))


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ClaimsFileError(f"file {path} must be readable, got: {error.strerror}") from None


def _line(found: Record) -> bytes:
    return json.dumps(found, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _kept(out: Path, head: Record) -> int:
    """Return how many rows of a results file are whole and in order, and cut off what follows; 0 where there is not even a head.

    Raises
    ------
    ClaimsFileError
        If it is about something else.
    """
    with out.open("rb") as file:
        first = file.readline()
        if not first.endswith(b"\n"):
            return 0
        known = _object(first)
        if known.get("format") != _FORMAT:
            raise ClaimsFileError(f"{out} must be a results file of this command to go on with")
        if moved := [name for name, value in head.items() if known.get(name) != value]:
            raise ClaimsFileError(
                f"{out} must be of the same input and code to go on with, but changed: {', '.join(moved)}"
            )
        whole, count = len(first), 0
        for line in file:
            if not line.endswith(b"\n") or not is_record(_object(line), count + 1):
                break
            whole, count = whole + len(line), count + 1
    os.truncate(out, whole)
    return count


def _object(line: bytes) -> Record:
    """Return the JSON object on a line; an empty one where there is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _reread(file: Any, asked: Iterable[Found]) -> Iterator[Record]:
    """Yield the records of a results file, one for each row that was asked, and leave it at the end of the last one."""
    file.readline()
    for _ in asked:
        yield json.loads(file.readline())
    file.truncate(file.tell())

"""Many claims judged in parallel, in bounded memory and in order; interrupted work goes on where it was.

A results file is JSON lines: a head with the fingerprints of the input, the code and the tolerance, then one record a row, in the
order in which they were judged, each as soon as it was; its field `row` says which one it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from theorems.cluster import on_cluster
from theorems.limits import TooLongError, limited
from theorems.regress.claim import Claim, Unread
from theorems.regress.errors import ClaimsFileError
from theorems.regress.record import Record, record
from theorems.regress.results import FORMAT, Results, in_order
from theorems.regress.rows import rows
from theorems.regress.verdict import Kind, Tolerance, Verdict, checked_tolerance, judge
from theorems.workers import Lost, Pool

LIMIT = 60.0
"""Seconds after which a single row is undecided."""
LEAD = 1 << 14
"""How far beyond the first row that is not judged others are."""
_AHEAD, _TOGETHER = 3, 64
_GRACE = 30.0

Found = Claim | Unread


def regress(
    path: Path,
    *,
    tolerance: Tolerance = None,
    jobs: int = 1,
    out: Path | None = None,
    resume: bool = False,
    limit: float = LIMIT,
    force: bool = False,
    cluster: str | None = None,
    given: Mapping[str, str] | None = None,
) -> Iterator[Record]:
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
        Results file, written as results come; no other run may have it open.
    resume : bool, optional
        Whether what is in it already is kept, and the rest of the rows judged.
    limit : float, optional
        Seconds for one row, counted where the system has an alarm; 0 for none.
    force : bool, optional
        Whether the file is begun anew, whatever is in it.
    cluster : str, optional
        The address of a dask scheduler, on whose workers the rows are judged instead.
    given : mapping of str to str, optional
        Cells, by their columns, of all rows that leave them out.

    Raises
    ------
    ClaimsFileError
        If a file cannot be used, or holds something else, results of another input, code or tolerance, or rows that are neither
        gone on with nor given away.
    FileError
        If the results file is no regular file, or another run has it open.
    """
    slack = checked_tolerance(tolerance)
    if out is None:
        yield from in_order(_judged(enumerate(rows(path, given), 1), slack, jobs, limit, cluster), lambda row: None)
        return
    if out.exists() and out.samefile(path):
        raise ClaimsFileError(f"results must go to another file than the claims, got {out}")
    head = {
        "format": FORMAT,
        "input": _digest(path),
        "code": code(),
        "tolerance": None if slack is None else str(slack),
        "limit": limit,
        "given": dict(sorted(given.items())) if given else None,
    }
    read = 0

    def missing() -> Iterator[tuple[int, Found]]:
        nonlocal read
        for row, each in enumerate(rows(path, given), 1):
            read = row
            if row not in results:
                yield row, each

    with Results(out, head, resume=resume, force=force) as results:
        judged = results.written(_judged(missing(), slack, jobs, limit, cluster))
        yield from in_order(judged, lambda row: results.record(row) if row <= read and row in results else None)


def _judged(
    asked: Iterable[tuple[int, Found]], slack: Any, jobs: int, limit: float, cluster: str | None
) -> Iterator[Record]:
    """Yield the records of rows as they are judged."""
    work = partial(judge_row, slack=slack, limit=limit)
    if jobs == 1 and cluster is None:
        yield from map(work, asked)
        return
    waiting: dict[int, tuple[int, Found]] = {}

    def noted() -> Iterator[tuple[int, Found]]:
        for place, each in enumerate(asked):
            waiting[place] = each
            yield each

    # an alarm waits for a library to return, and some never do
    patience = limit + _GRACE if limit else 0.0
    judged: Iterable[tuple[int, Any]]
    if cluster is None:
        judged = Pool(work, noted(), jobs, ahead=_AHEAD, lead=LEAD, patience=patience, batch=_TOGETHER)
    else:
        judged = on_cluster(work, noted(), cluster, patience=patience)
    for place, found in judged:
        number, each = waiting.pop(place)
        yield _undecided(number, each, found.reason) if isinstance(found, Lost) else found


def judge_row(numbered: tuple[int, Found], slack: Any, limit: float) -> Record:
    """Return the record of a row that has a number; a process calls it."""
    number, found = numbered
    return record(number, found if isinstance(found, Unread) else decided(found, slack, limit))


def _undecided(number: int, found: Found, reason: str) -> Record:
    if isinstance(found, Unread):
        return record(number, found)
    return record(number, Verdict(found, Kind.UNDECIDED, None, None, None, f"the engine gave up ({reason})"))


def decided(claim: Claim, tolerance: Tolerance, limit: float) -> Verdict:
    """Return what a claim is; undecided where the engine gives up or a limit of seconds of processor time is reached."""
    try:
        with limited(limit):
            return judge(claim, tolerance=tolerance)
    except TooLongError:
        reason = f"the limit of {limit:g} seconds was reached"
    except Exception as error:  # whatever a row holds, those after it are judged
        said = str(error).strip().partition("\n")[0][:200]
        reason = f"the engine gave up ({type(error).__name__}{': ' * bool(said)}{said})"
    return Verdict(claim, Kind.UNDECIDED, None, None, None, reason)


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

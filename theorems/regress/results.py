"""The results file of many claims: a head, then the record of each row as soon as it is judged, in whatever order that is."""

from __future__ import annotations

import json
import os
import time
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from mechanisms.files import locked
from theorems.regress.errors import ClaimsFileError
from theorems.regress.record import Record, is_record

FORMAT = "dpsym regress 1"
_START = b'{"format": "dpsym regress'
_FARTHEST = 1 << 20  # by which the record of a row may be ahead of all before it
_SYNC = 1.0  # seconds between two times at which what was written is seen onto the disk


class Results:
    """A results file that is open for one run: which rows it had when it was opened, and where their records begin.

    Parameters
    ----------
    path : Path
        The file.
    head : dict
        What the results are of.
    resume : bool
        Whether the rows in it are kept.
    force : bool
        Whether it is begun anew, whatever is in it.

    Raises
    ------
    ClaimsFileError
        On entering: if it holds something else, results of something else, or rows that are neither kept nor given away.
    FileError
        On entering: if it is no regular file, or another run has it open.
    """

    def __init__(self, path: Path, head: Record, *, resume: bool = False, force: bool = False) -> None:
        self.path, self.head, self._resume, self._force = path, head, resume, force
        self._places = array("q")  # of each record that is kept, from row 1; -1 where it is missing
        self._synced = time.monotonic()

    def __enter__(self) -> Results:
        with ExitStack() as opening:
            self._file: BinaryIO = opening.enter_context(locked(self.path))
            if not self._known():
                self._file.truncate(0)
                self._file.write(_line(self.head))
                self._file.flush()
            self._opened = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()

    def __contains__(self, row: int) -> bool:
        return row <= len(self._places) and self._places[row - 1] >= 0

    def written(self, judged: Iterable[Record]) -> Iterator[Record]:
        """Write records as they come, and pass them on."""
        for each in judged:
            self._append(each)
            yield each

    def record(self, row: int) -> Record:
        """Return the record of a row that the file had."""
        self._file.seek(self._places[row - 1])
        return json.loads(self._file.readline())

    def _append(self, found: Record) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(_line(found))
        self._file.flush()
        if time.monotonic() - self._synced > _SYNC:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def _note(self, row: int, place: int) -> None:
        self._places.extend([-1] * (row - len(self._places)))
        self._places[row - 1] = place

    def _known(self) -> bool:
        """Return whether the file is gone on with: note which rows it has, and cut off what a kill left behind them."""
        self._file.seek(0)
        first = self._file.readline()
        if self._force and not self._resume:
            return False
        known = _object(first) if first.endswith(b"\n") else {}
        if known.get("format") != FORMAT:
            is_cut_off = not first.endswith(b"\n") and (first.startswith(_START) or _START.startswith(first))
            if is_cut_off or self._force:
                return False
            raise ClaimsFileError(f"{self.path} must be a results file of this command, unless --force is given")
        if moved := [name for name, value in self.head.items() if known.get(name) != value]:
            if self._force:
                return False
            raise ClaimsFileError(
                f"{self.path} must be of the same input and code, unless --force is given, but changed: {', '.join(moved)}"
            )
        end = self._index(len(first))
        if self._places and not self._resume:
            raise ClaimsFileError(
                f"{self.path} must not lose results, and has {len(self._places)} rows: go on with it by --resume, or give it away by --force"
            )
        self._file.truncate(end)
        return True

    def _index(self, place: int) -> int:
        """Note where the records begin, and return where the last whole one ends."""
        for line in self._file:
            found = _object(line) if line.endswith(b"\n") else {}
            row = found.get("row")
            if not isinstance(row, int) or not 0 < row <= len(self._places) + _FARTHEST or row in self:
                break
            if not is_record(found, row):
                break
            self._note(row, place)
            place += len(line)
        return place


def in_order(judged: Iterable[Record], known: Callable[[int], Record | None]) -> Iterator[Record]:
    """Yield the records of all rows in their order.

    Parameters
    ----------
    judged : iterable of dict
        As they come.
    known : callable
        Takes a row's number, and returns its record if it need not be waited for.
    """
    held: dict[int, Record] = {}
    row = 1
    for each in judged:
        held[each["row"]] = each
        while (found := held.pop(row, None) or known(row)) is not None:
            yield found
            row += 1
    while (found := known(row)) is not None:
        yield found
        row += 1


def _line(found: Record) -> bytes:
    return json.dumps(found, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _object(line: bytes) -> Record:
    """Return the JSON object on a line; an empty one where there is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}

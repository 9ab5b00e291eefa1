"""The results file of a sweep: one JSON object a line, appended as results come."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from mechanisms.errors import ParameterError
from mechanisms.files import locked

# How every line begins; a broken last line that begins otherwise is not ours to drop.
_START = b'{"key": "'


@dataclass(frozen=True)
class Record:
    """The result of one cell.

    Parameters
    ----------
    cell : dict
        Its parameters.
    result : object
        What the function returned, as plain JSON values; NaN and the infinities are allowed.
    seconds : float
        How long that took.
    """

    cell: dict[str, Any]
    result: Any
    seconds: float


class ResultsFile:
    """A results file that is open for one sweep: what is finished, and where it is.

    A line is on the disk before the next one is written. What a kill left of a last line is dropped; nothing else
    that was in the file ever is.

    Parameters
    ----------
    path : str or path
        The file; it is made if it is not there.

    Raises
    ------
    FileError
        If it is no regular file, or another sweep has it open.
    ParameterError
        If a line is no record, save for the beginning of one at the end.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opening:
            self._file = opening.enter_context(locked(self.path))
            self.places, end = _index(self._file, self.path)
            self._file.truncate(end)
            self._open = opening.pop_all()

    def append(self, line: dict[str, Any]) -> None:
        """Write one record and see it onto the disk."""
        place = self._file.seek(0, os.SEEK_END)
        self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        _note(self.places, line, place)

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()


class Results:
    """The results of a sweep in the order of its cells, read from the disk one at a time.

    Parameters
    ----------
    path : path
        The results file.
    places : list of int
        Where the line of each cell begins.
    """

    def __init__(self, path: Path, places: list[int]) -> None:
        self.path = path
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Record]:
        with open(self.path, "rb") as file:
            for place in self._places:
                file.seek(place)
                line = json.loads(file.readline())
                yield Record(line["cell"], line["result"], line["seconds"])


def _index(file: BinaryIO, path: Path) -> tuple[dict[str, int], int]:
    """Return where the line of each finished cell begins, and where the last whole line ends."""
    places: dict[str, int] = {}
    place, broken = 0, 0
    file.seek(0)
    for number, text in enumerate(file, 1):
        line = None if broken else _read(text)
        if line is None:
            if broken or not _is_cut_off(text):
                rule = "a record of a sweep"
                raise ParameterError(f"line {broken or number} of {path}", rule, text[:80].decode(errors="replace"))
            broken = number
            continue
        _note(places, line, place)
        place += len(text)
    return places, place


def _read(text: bytes) -> dict[str, Any] | None:
    try:
        line = json.loads(text) if text.endswith(b"\n") else None
    except ValueError:
        return None
    return line if isinstance(line, dict) and {"key", "cell", "seconds"} <= line.keys() else None


def _is_cut_off(text: bytes) -> bool:
    # After a power failure the disk may hold zeros where the line was to be.
    return text.startswith(_START) or _START.startswith(text) or not text.strip(b"\0\n")


def _note(places: dict[str, int], line: dict[str, Any], place: int) -> None:
    if "result" in line:  # a failed cell is not finished
        places[line["key"]] = place

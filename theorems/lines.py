"""Records by id, one a line, in one file a topic: the first word of the id. A damaged line is the trouble of its own entry alone."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mechanisms import files
from theorems.errors import CertificateError

_BEGIN = re.compile(r'\{"id": ("(?:[^"\\]|\\.)*")')
_READ: dict[Path, tuple[tuple[int, int, int], dict[str, str]]] = {}
LOST = ""
"""The key of lines that belong to no id."""


def place(id: str, folder: Path) -> Path:
    """Return the file with the line of an entry."""
    return folder / f"{id.partition('.')[0]}.jsonl"


def read(id: str, folder: Path) -> dict[str, Any] | None:
    """Return the record of an entry, None if there is none.

    Raises
    ------
    CertificateError
        If its line is damaged or half written.
    """
    path = place(id, folder)
    line = text(id, folder)
    if not line:
        return None
    try:
        found = json.loads(line)
    except ValueError as error:
        raise CertificateError(f"line of {id} in {path.name} must be whole JSON, got {error}") from None
    if not isinstance(found, dict):
        raise CertificateError(f"line of {id} in {path.name} must be a JSON object, got {line[:40]!r}")
    return found


def text(id: str, folder: Path) -> str:
    """Return the line of an entry as it stands, empty if there is none."""
    return _lines(place(id, folder)).get(id, "")


def ids(folder: Path) -> list[str]:
    """Return the ids that have a line, in alphabetical order."""
    return sorted(id for path in folder.glob("*.jsonl") for id in _lines(path) if id != LOST)


def damaged(folder: Path) -> list[str]:
    """Return the files with lines that belong to no id, or to an id of another topic."""
    return sorted(
        path.name
        for path in folder.glob("*.jsonl")
        if any(id == LOST or place(id, folder) != path for id in _lines(path))
    )


def write(record: dict[str, Any], folder: Path) -> Path:
    """Put the line of an entry into its file, whole or not at all, whatever other processes write there meanwhile.

    Lines of other entries stay as they are; those that belong to no id go.
    """
    path = place(record["id"], folder)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(path):
        lines = {id: line for id, line in _parted(path).items() if id != LOST}
        lines[record["id"]] = written(record)
        _replace(path, lines)
    return path


def written(record: dict[str, Any]) -> str:
    """Return the line of a record."""
    return json.dumps(record, ensure_ascii=False)


def remove(id: str, folder: Path) -> None:
    """Take the line of an entry out of its file, if it has one; an empty file goes."""
    path = place(id, folder)
    if id not in _lines(path):
        return
    with locked(path):
        _replace(path, {other: line for other, line in _parted(path).items() if other not in (id, LOST)})


def _replace(path: Path, lines: dict[str, str]) -> None:
    if lines:
        files.write(path, "".join(f"{lines[id]}\n" for id in sorted(lines)), force=True)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process writes the file."""
    import fcntl

    lock = path.with_name(f".{path.name}.lock")
    while True:
        with lock.open("a") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            # whoever held it may have taken the file away meanwhile
            if os.fstat(held.fileno()).st_ino == _inode(lock):
                try:
                    yield
                finally:
                    lock.unlink(missing_ok=True)
                return


def _inode(path: Path) -> int:
    """Return the number of a file, 0 if there is none."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return 0


def _lines(path: Path) -> dict[str, str]:
    """Return the lines of a file by id; read again only if the file is another one."""
    try:
        state = path.stat()
    except OSError:
        return {}
    mark = (state.st_mtime_ns, state.st_size, state.st_ino)
    known = _READ.get(path)
    if known is None or known[0] != mark:
        known = _READ[path] = mark, _parted(path)
    return known[1]


def _parted(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return found
    for line in filter(None, text.split("\n")):
        match = _BEGIN.match(line)
        id = json.loads(match[1]) if match else LOST
        # of two lines with one id neither can be told to be the right one
        found[id] = "two lines" if id in found and id != LOST else line
    return found

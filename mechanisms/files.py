"""Files: written beside their place and renamed, or appended to line by line under a lock; nothing foreign is replaced.

What stands in the place of an output is replaced only if it is a regular file (no link, no device) that is empty, carries the
`MARK` that every output of this program carries, or was named with ``--force``. A file keeps its mode.
"""

from __future__ import annotations

import csv
import fcntl
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from mechanisms.errors import FileError

MARK = "written by dpsym"
_LOOK = 1 << 16  # bytes at either end of a file in which the mark is looked for
PICTURES = {"pdf": {"Creator": MARK}, "png": {"Software": MARK}}
"""What matplotlib writes into a picture that carries the mark, by its format."""
_LINES = {
    "bibtex": "% {}\n",
    "dot": "// {}\n",
    "latex": "% {}\n",
    "markdown": "<!-- {} -->\n",
    "text": "({})\n",
    "xml": "<!-- {} -->\n",
}


def marked(text: str, form: str) -> str:
    """Return a text with the mark of this program: a comment on its last line, a field of a JSON object.

    Parameters
    ----------
    text : str
        What is to be written.
    form : {"bibtex", "dot", "json", "latex", "markdown", "text", "xml"}
        How comments are written in it.
    """
    if form != "json":
        return text.rstrip("\n") + "\n" + _LINES[form].format(MARK)
    body = text.rstrip()[:-1].rstrip()
    return f'{body}{"" if body == "{" else ","}\n "generator": "{MARK}"\n}}\n'


def check_replaceable(path: Path, force: bool = False) -> None:
    """Refuse a place whose file must not be replaced; ask before the work that makes the output.

    Raises
    ------
    FileError
        If there is a link, a device, a folder, or a file that this program did not write and `force` does not give away.
    """
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise FileError(path, "writable", error.strerror) from None
    _check_regular(path, found)
    if not force and found.st_size and not is_marked(path):
        raise FileError(path, "a new file, or one that dpsym wrote, unless --force is given", "another one")


def _check_regular(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        kinds = ((stat.S_ISLNK, "a symbolic link"), (stat.S_ISDIR, "a folder"))
        kind = next((words for test, words in kinds if test(found.st_mode)), "a device, pipe or socket")
        raise FileError(path, "a regular file", kind)


def is_marked(path: Path) -> bool:
    """Return whether a regular file carries the mark of this program."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return False
        with path.open("rb") as file:
            head = file.read(_LOOK)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _LOOK))
            return MARK.encode() in head or MARK.encode() in file.read()
    except OSError as error:
        raise FileError(path, "readable, to see who wrote it", error.strerror) from None


@contextmanager
def replaced(path: str | os.PathLike[str], force: bool = False) -> Iterator[Path]:
    """Give an empty file beside a place to write to, and rename it there when all went well.

    It is on the disk before it is renamed, and has the mode of the file that it replaces.

    Parameters
    ----------
    path : path
        The place.
    force : bool, optional
        Whether a file that this program did not write is given away.

    Raises
    ------
    FileError
        If the place must not be replaced, or cannot be written.
    """
    place = Path(path)
    check_replaceable(place, force)
    beside = place.with_name(f".{os.getpid()}.{place.name}")
    try:
        # what a killed process of the same number left there is ours
        beside.unlink(missing_ok=True)
        _make(beside, stat.S_IMODE(place.stat().st_mode) if place.exists() else None)
        try:
            yield beside
            check_replaceable(place, force)
            with beside.open("rb+") as file:
                os.fsync(file.fileno())
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
    except FileError:
        raise
    except OSError as error:
        raise FileError(place, "writable", error.strerror or error) from None


def _make(path: Path, mode: int | None) -> None:
    """Make an empty file that was not there, with a mode or the usual one."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666 if mode is None else 0o600)
    with os.fdopen(handle, "wb"):
        if mode is not None:
            os.fchmod(handle, mode)


def write(path: str | os.PathLike[str], text: str | bytes, force: bool = False) -> None:
    """Write a whole file, as `replaced` does."""
    with replaced(path, force) as beside:
        beside.write_bytes(text.encode() if isinstance(text, str) else text)


def write_rows(path: str | os.PathLike[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as CSV, with the names of the first one's cells above, over whatever regular file is there."""
    made = list(rows)
    with replaced(path, force=True) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, list(made[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(made)


def whole_lines(file: BinaryIO, path: Path, begins: bytes) -> list[bytes]:
    """Return the lines of a file of `locked`, and cut off what a kill left of the last one.

    Parameters
    ----------
    file : file
        Read from its beginning.
    path : Path
        What an error names.
    begins : bytes
        How the first line begins, if the file is ours.

    Raises
    ------
    FileError
        If it begins otherwise.
    """
    file.seek(0)
    text = file.read()
    if not (text.startswith(begins) or begins.startswith(text)):
        raise FileError(path, "one that this command wrote, or a new one", "another one")
    end = text.rfind(b"\n") + 1
    file.truncate(end)
    return text[:end].splitlines()


@contextmanager
def locked(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a regular file to read and to append to, made if it is not there, which no other run may have open.

    Raises
    ------
    FileError
        If it is no regular file, cannot be opened, or another run holds it.
    """
    place = Path(path)
    # a pipe must not wait for its other end
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        if place.is_symlink() or place.exists():
            _check_regular(place, os.lstat(place))
        file = os.fdopen(os.open(place, flags, 0o666), "r+b")
    except FileError:
        raise
    except OSError as error:
        raise FileError(place, "writable", error.strerror) from None
    with file:
        _check_regular(place, os.fstat(file.fileno()))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileError(place, "one that no other run has open", "one that is in use") from None
        yield file

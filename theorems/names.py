"""A list of names in a file that only grows, so that sets of them can be written as numbers: ``3-17,21``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from theorems.lines import locked

_READ: dict[Path, tuple[tuple[int, int, int], list[str]]] = {}


def written(names: Iterable[str], path: Path) -> str:
    """Return names as numbers of lines of the file; those that it lacks are put to its end."""
    wanted = sorted(names)
    known = {name: number for number, name in enumerate(_list(path))}
    if any(name not in known for name in wanted):
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path):
            there = _list(path)
            known = {name: number for number, name in enumerate(there)}
            more = [name for name in wanted if name not in known]
            known |= {name: number for number, name in enumerate(more, len(there))}
            with path.open("a", encoding="utf-8") as end:
                # a line that somebody could not finish stays a line
                end.write("".join(f"{name}\n" for name in more) if _ends(path) else "\n" + "\n".join([*more, ""]))
    return ",".join(_runs(sorted(known[name] for name in wanted)))


def meant(text: str, path: Path) -> frozenset[str]:
    """Return the names of numbers.

    Raises
    ------
    ValueError
        If there is a number that no name has.
    """
    known = _list(path)
    found = set()
    for part in filter(None, text.split(",")):
        low, _, high = part.partition("-")
        first, last = int(low), int(high or low)
        if not 0 <= first <= last < len(known):
            raise ValueError(f"numbers must be those of lines of {path.name}, which has {len(known)}, got {part}")
        found.update(known[first : last + 1])
    return frozenset(found)


def _runs(numbers: list[int]) -> Iterator[str]:
    start = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            yield str(number) if number == numbers[start] else f"{numbers[start]}-{number}"
            start = place + 1


def _ends(path: Path) -> bool:
    text = path.read_bytes() if path.exists() else b""
    return not text or text.endswith(b"\n")


def _list(path: Path) -> list[str]:
    try:
        state = path.stat()
    except OSError:
        return []
    mark = (state.st_mtime_ns, state.st_size, state.st_ino)
    known = _READ.get(path)
    if known is None or known[0] != mark:
        known = _READ[path] = mark, path.read_text(encoding="utf-8", errors="replace").splitlines()
    return known[1]

"""The objects of a JSON file as they come: an array of them, or one on each line, in bounded memory."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from theorems.regress.claim import Unread
from theorems.regress.errors import ClaimsFileError

_READ, _LONGEST_OBJECT = 1 << 16, 1 << 20


class Literal(str):
    """The text of a number in JSON, which a double carries."""


def objects(path: Path) -> Iterator[dict[str, Any] | Unread]:
    """Yield the objects of a file; what is none is told with the reason.

    Raises
    ------
    ClaimsFileError
        If the file is no JSON from some place on.
    """
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        start = file.read(1)
        while start and start.isspace():
            start = file.read(1)
        for found in _array(file, path) if start == "[" else _lines(start, file, path):
            if isinstance(found, (dict, Unread)):
                yield found
            else:
                yield Unread("", f"row must be an object, got {shown(found)!r}")


def shown(value: object) -> str:
    """Return a value as a message shows it; nothing where it is None."""
    return "" if value is None else encodable(str(value)[:80])


def encodable(text: str) -> str:
    """Return a text with half surrogates, which JSON can state and no file can carry, escaped."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        parse_float=Literal, parse_int=Literal, parse_constant=Literal, object_pairs_hook=_each_once
    )


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Unread:
    """Return an object; one that states a column twice is no claim, as which of them is meant is open."""
    cells = dict(pairs)
    if len(cells) == len(pairs):
        return cells
    twice = [shown(name) for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    return Unread(shown(cells.get("name")), f"row must have each column once, got {', '.join(twice)} again")


def _lines(start: str, file: IO[str], path: Path) -> Iterator[Any]:
    decoder, first = _decoder(), start
    while line := first + file.readline(_LONGEST_OBJECT):
        begins, first = bool(first), ""
        if not line.strip():
            continue
        try:
            yield decoder.decode(line)
        except (ValueError, RecursionError) as error:
            if begins and path.suffix.lower() == ".json":  # an object over many lines is none of claims
                raise ClaimsFileError(
                    f"{path} must be a JSON array of objects, or an object on each line, got: {error}"
                ) from None
            yield Unread("", f"row must be a JSON object on one line, got {shown(line.strip())!r} ({error})")


def _array(file: IO[str], path: Path) -> Iterator[Any]:
    """Yield the objects of an array as they come, without holding more than a few of them."""
    decoder, text, place, ended = _decoder(), "", 0, False
    while True:
        place = _past_blanks(text, place)
        if place < len(text) and text[place] == "]":
            return
        try:
            found, end = decoder.raw_decode(text, place) if place < len(text) else (None, len(text))
        except (ValueError, RecursionError) as error:
            found, end = None, len(text)
            if ended or len(text) - place > _LONGEST_OBJECT:
                raise ClaimsFileError(f"{path} must be a JSON array of objects, got: {error}") from None
        if end < len(text):  # a number at the end of what was read may go on
            yield found
            place = end
            continue
        more = file.read(_READ)
        if ended:
            raise ClaimsFileError(f"{path} must be a JSON array of objects, which ends with a bracket")
        ended = not more
        text, place = text[place:] + more, 0


def _past_blanks(text: str, place: int) -> int:
    while place < len(text) and (text[place].isspace() or text[place] == ","):
        place += 1
    return place

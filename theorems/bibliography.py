"""Sources out of a BibTeX file: whole records for a paper, one line of prose for a person."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

Bibliography = Path | Sequence[Path]
_RECORD = re.compile(r"^@\w+\{([^,\s]+),", re.MULTILINE)
_FIELD = re.compile(r"(\w+)\s*=\s*")
_ACCENT = re.compile(r"\\(['\"`^~=.]|[cvuH](?=\W))\s*\{?\s*\\?([A-Za-z])\}?")
_MARKS = "\u0301\u0308\u0300\u0302\u0303\u0304\u0307\u0327\u030c\u0306\u030b"
_COMBINING = dict(zip("'\"`^~=.cvuH", _MARKS, strict=True))


def paths(bibliography: Bibliography) -> tuple[Path, ...]:
    """Return the files of a bibliography, which may be one."""
    return (bibliography,) if isinstance(bibliography, Path) else tuple(bibliography)


def records(bibliography: Bibliography) -> dict[str, str]:
    """Return the records of one or more BibTeX files by key, each as it is written; a key means what the first file says."""
    found: dict[str, str] = {}
    for path in paths(bibliography):
        text = path.read_text(encoding="utf-8")
        for match in _RECORD.finditer(text):
            record = text[match.start() : _closing(text, text.index("{", match.start()))]
            found.setdefault(match[1], record)
    return found


def bibtex(keys: Iterable[str], bibliography: Bibliography) -> str:
    """Return the records of the keys, in alphabetical order and without repetition, as a BibTeX file.

    Raises
    ------
    KeyError
        If there is no record with one of the keys.
    """
    known = records(bibliography)
    return "".join(f"{known[key]}\n\n" for key in sorted(set(keys)))


def clashes(one: Path, other: Path) -> list[str]:
    """Return the keys that stand for works of different titles in two BibTeX files."""
    first, second = records(one), records(other)
    return [key for key in first if key in second and _title(first[key]) != _title(second[key])]


def _title(record: str) -> str:
    return re.sub(r"\W", "", fields(record).get("title", "").lower())


def reference(key: str, bibliography: Bibliography) -> str:
    """Return authors, title, place and year of one source as a line of prose.

    Raises
    ------
    KeyError
        If there is no record with the key.
    """
    found = fields(records(bibliography)[key])
    people = re.split(r"\s+and\s+", found.get("author", found.get("editor", "")))
    # BibTeX writes "Last, First"
    authors = ", ".join(" ".join(reversed(person.split(", ", 1))) for person in people)
    place = next(
        (found[name] for name in ("journal", "booktitle", "publisher", "school", "howpublished") if name in found), ""
    )
    where = ", ".join(part for part in (place, found.get("volume", ""), found.get("year", "")) if part)
    return ". ".join(part for part in (authors, found.get("title", ""), where) if part) or key


def kind(record: str) -> str:
    """Return what a record is of, in small letters: ``article``, ``book``."""
    return record[1 : record.index("{")].lower()


def fields(record: str) -> dict[str, str]:
    """Return the fields of a record by name in the order in which they stand, as plain text."""
    found: dict[str, str] = {}
    position = record.index(",") + 1
    while match := _FIELD.search(record, position):
        start, opening = match.end(), record[match.end()]
        if opening == "{":
            position = _closing(record, start)
        elif opening == '"':
            position = record.index('"', start + 1) + 1
        else:
            position = start + len(re.match(r"[^,}\n]*", record[start:])[0])  # type: ignore[index]
        found[match[1].lower()] = _plain(record[start:position])
    return found


def _closing(text: str, opening: int) -> int:
    """Return the place just behind the brace that closes the one at `opening`."""
    depth = 0
    for brace in re.finditer(r"[{}]", text[opening:]):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return opening + brace.end()
    return len(text)


def _plain(value: str) -> str:
    """Return a BibTeX value without its marks: accents as letters, no braces, one space between words."""
    letters = _ACCENT.sub(lambda accent: unicodedata.normalize("NFC", accent[2] + _COMBINING[accent[1]]), value)
    letters = letters.replace(r"\url", "").replace("``", "“").replace("''", "”")
    return " ".join(re.sub(r'[{}"]', "", letters).replace("~", " ").replace("--", "-").replace(r"\&", "&").split())

"""Claims from a file, one by one: CSV, JSON (an array, or an object a line) and Parquet, in bounded memory; tables of documents.

The columns are ``mechanism`` and ``quantity``, then ``value``, ``lower`` and ``upper`` (the claimed bracket), ``direction``,
``delta``, ``epsilon``, ``order``, ``rho``, ``mu`` (where the quantity is claimed), ``adjacency``, ``unit``, ``sensitivity``, ``name``,
and ``note``, which is not read; empty cells are left out. What columns are called elsewhere is read too (`theorems.regress.words`), and
``noise_multiplier``, ``q`` and ``steps`` may stand for the mechanism. Tables of Markdown and LaTeX, and the cases of tests in Python, are
read by their headers and captions (`theorems.regress.headers`). A number that is no text (in JSON or Parquet) is a double: it states 17
digits.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from theorems.regress.chains import plain
from theorems.regress.claim import Claim
from theorems.regress.decimals import with_17_digits
from theorems.regress.documents import DOCUMENTS, cells_of
from theorems.regress.errors import ClaimsFileError
from theorems.regress.words import NOTES, WORDS, named, tells, whole

PLACES = ("delta", "epsilon", "order", "rho", "mu")
COLUMNS = (
    "mechanism",
    "quantity",
    "value",
    "direction",
    "lower",
    "upper",
    *PLACES,
    "adjacency",
    "unit",
    "sensitivity",
    "name",
    "note",
)
_DIRECTIONS = {
    "": "exact",
    "=": "exact",
    **dict.fromkeys(("<=", "<", "at most", "upper bound", "upper_bound"), "upper"),
    **dict.fromkeys((">=", ">", "at least", "lower bound", "lower_bound"), "lower"),
}
Cells = Mapping[str, str]
_NUMBERS = frozenset({"value", "lower", "upper"})
_READ, _LONGEST_OBJECT, _BATCH = 1 << 16, 1 << 20, 4096


@dataclass(frozen=True)
class Unread:
    """A row that is no claim.

    Parameters
    ----------
    name : str
        What the row is called, if that could be read.
    reason : str
        Which column breaks which rule, with its value.
    """

    name: str
    reason: str


class _Literal(str):
    """The text of a number in JSON, which a double carries."""


def rows(path: Path, given: Mapping[str, str] | None = None) -> Iterator[Claim | Unread]:
    """Yield what each row of a file claims, in order; a row that is no claim is told with the reason.

    Parameters
    ----------
    path : Path
        The file.
    given : mapping of str to str, optional
        Cells, by their columns, of all rows that leave them out: what is said of a table beside it.

    Raises
    ------
    ClaimsFileError
        If the file cannot be read, claims nothing, its format is not known, or a column of a CSV or Parquet file is not known.
    """
    readers = {".csv": _csv, ".json": _json, ".jsonl": _json, ".ndjson": _json, ".parquet": _parquet}
    readers |= dict.fromkeys(DOCUMENTS, _document)
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise ClaimsFileError(f"a file of claims must end in {', '.join(readers)}, got {path.name!r}")
    try:
        found = reader(path, _given(given or {}))
        first = next(found, None)
        if first is None:
            raise ClaimsFileError(f"{path} must state at least one claim, got no claims")
        yield first
        yield from found
    except OSError as error:
        raise ClaimsFileError(f"file {path} must be readable, got: {error.strerror or error}") from None


def claim_of(cells: Mapping[str, Any], given: Cells = MappingProxyType({})) -> Claim | Unread:
    """Return what the cells of one row claim, by the names of the columns; what is given holds where the row says nothing."""
    texts = {}
    known = {named(str(name).lower()): cell for name, cell in cells.items()}
    if len(known) < len(cells):
        return Unread(_shown(cells.get("name")), f"row must have each column once, got {', '.join(map(str, cells))}")
    if strange := [name for name in known if name not in COLUMNS and name not in WORDS and name not in NOTES]:
        return Unread(_shown(cells.get("name")), _unknown(strange[0]))
    put = whole({**given, **{name: cell for name, cell in known.items() if cell not in (None, "")}} if given else known)
    if isinstance(put, str):
        return Unread(_shown(cells.get("name")), put)
    for name, cell in put.items():
        if isinstance(cell, bool) or not (cell is None or isinstance(cell, (str, int, float))):
            return Unread(_shown(cells.get("name")), f"{name} must be text or a number, got {_shown(cell)}")
        texts[name] = _text(name, cell)
    ends = texts.get("lower", ""), texts.get("upper", "")
    if bool(ends[0]) != bool(ends[1]):
        return Unread(
            texts.get("name", ""), f"bracket must be both ends, lower and upper, got {ends[0]!r} and {ends[1]!r}"
        )
    return Claim(
        texts.get("mechanism", ""),
        texts.get("quantity", "").lower(),
        tuple((name, texts[name]) for name in PLACES if texts.get(name)),
        texts.get("value", ""),
        _DIRECTIONS.get(direction := texts.get("direction", "").lower(), direction),
        ends if ends[0] else None,
        texts.get("adjacency", ""),
        texts.get("name", ""),
        texts.get("unit", "").lower(),
        texts.get("sensitivity", ""),
    )


def _text(name: str, cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str) and not isinstance(cell, _Literal):
        return _encodable(cell.strip() if name == "name" else plain(cell.strip()))
    text = cell if isinstance(cell, str) else repr(cell)
    return (
        with_17_digits(text)
        if name in _NUMBERS and text.lower().strip("+-") not in ("nan", "inf", "infinity")
        else str(text)
    )


def _shown(value: object) -> str:
    return "" if value is None else _encodable(str(value)[:80])


def _encodable(text: str) -> str:
    """Return a text with half surrogates, which JSON can state and no file can carry, escaped."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _unknown(name: object) -> str:
    near = get_close_matches(str(name), (*COLUMNS, *WORDS), n=1)
    return f"column must be one of {', '.join(COLUMNS)}, got {_shown(name)!r}" + (
        f"; did you mean {near[0]}?" if near else ""
    )


def _given(given: Mapping[str, str]) -> Cells:
    """Return what all rows share, by the names that columns have here."""
    for name in given:
        if named(name.lower()) not in COLUMNS and named(name.lower()) not in WORDS:
            raise ClaimsFileError(f"given {_unknown(name)}")
    return {named(name.lower()): cell for name, cell in given.items()}


def _check_header(names: Iterable[str] | None, path: Path, given: Cells) -> None:
    found = [named(name.lower()) for name in names or ()]
    for name in found:
        if name not in COLUMNS and name not in WORDS and name not in NOTES:
            raise ClaimsFileError(f"{path}: {_unknown(name)}")
    missing = [name for name in ("mechanism", "quantity") if name not in (*found, *given)]
    if missing and not tells([*found, *given]):
        raise ClaimsFileError(
            f"{path} must have the columns mechanism and quantity, {' and '.join(missing)} is missing"
        )
    if len(set(found)) < len(found):
        raise ClaimsFileError(f"{path} must have each column once, got {', '.join(found)}")


def _csv(path: Path, given: Cells) -> Iterator[Claim | Unread]:
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            header = [name.strip().lower() for name in next(reader, [])]
        except csv.Error as error:
            raise ClaimsFileError(f"{path} must begin with the names of its columns, got: {error}") from None
        _check_header(header, path, given)
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield Unread("", f"row must be comma-separated text, got: {error}")
                continue
            if len(cells) > len(header):
                yield Unread("", f"row must have {len(header)} cells, as the header, got {len(cells)}")
            elif cells:
                yield claim_of(dict(zip(header, cells, strict=False)), given)


def _json(path: Path, given: Cells) -> Iterator[Claim | Unread]:
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        start = file.read(1)
        while start and start.isspace():
            start = file.read(1)
        objects = _array(file, path) if start == "[" else _lines(start, file, path)
        for found in objects:
            if isinstance(found, Unread):
                yield found
            elif isinstance(found, dict):
                yield claim_of(found, given)
            else:
                yield Unread("", f"row must be an object, got {_shown(found)!r}")


def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        parse_float=_Literal, parse_int=_Literal, parse_constant=_Literal, object_pairs_hook=_each_once
    )


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Unread:
    """Return an object; one that states a column twice is no claim, as which of them is meant is open."""
    cells = dict(pairs)
    if len(cells) == len(pairs):
        return cells
    twice = [_shown(name) for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    return Unread(_shown(cells.get("name")), f"row must have each column once, got {', '.join(twice)} again")


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
            yield Unread("", f"row must be a JSON object on one line, got {_shown(line.strip())!r} ({error})")


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


def _parquet(path: Path, given: Cells) -> Iterator[Claim | Unread]:
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise ClaimsFileError(
            f"{path}: reading Parquet needs pyarrow; install it with: pip install 'dpsym[parquet]'"
        ) from None
    try:
        with ParquetFile(path) as file:
            _check_header(file.schema_arrow.names, path, given)
            for batch in file.iter_batches(batch_size=_BATCH):
                for cells in batch.to_pylist():
                    yield claim_of({name: _plain(cell) for name, cell in cells.items()}, given)
    except ArrowException as error:
        raise ClaimsFileError(f"{path} must be a Parquet file, got: {error}") from None


def _document(path: Path, given: Cells) -> Iterator[Claim | Unread]:
    for cells in cells_of(path, given):
        yield Unread("", cells) if isinstance(cells, str) else claim_of(cells, given)


def _plain(cell: Any) -> Any:
    """Return a decimal number as its text, exactly; everything else as it is."""
    from decimal import Decimal

    return str(cell) if isinstance(cell, Decimal) else cell

"""Claims from a file, one by one: CSV, JSON (an array, or an object a line) and Parquet, in bounded memory; tables of documents.

The columns are ``mechanism`` and ``quantity``, then ``value``, ``lower`` and ``upper`` (the claimed bracket), ``direction``,
``delta``, ``epsilon``, ``order``, ``level``, ``rho``, ``mu`` (where the quantity is claimed), ``adjacency``, ``unit``, ``sensitivity``, ``name``,
and ``note``, which is not read; empty cells are left out. What columns are called elsewhere is read too (`theorems.regress.words`), and
``noise_multiplier``, ``q`` and ``steps`` may stand for the mechanism. Tables of Markdown and LaTeX, and the cases of tests in Python, are
read by their headers and captions (`theorems.regress.headers`). A number that is no text (in JSON or Parquet) is a double: it states 17
digits.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from theorems.regress.chains import plain
from theorems.regress.claim import Claim, Unread
from theorems.regress.decimals import LONGEST, with_17_digits
from theorems.regress.documents import DOCUMENTS, cells_of
from theorems.regress.errors import ClaimsFileError
from theorems.regress.objects import Literal, encodable, objects, shown
from theorems.regress.words import NOTES, WORDS, named, tells, whole

PLACES = ("delta", "epsilon", "order", "level", "rho", "mu")
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
_BATCH = 4096


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
    readers = {".csv": _csv, ".json": _json, ".jsonl": _json, ".ndjson": _json, ".parquet": _parquet, ".tsv": _csv}
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
        return Unread(shown(cells.get("name")), f"row must have each column once, got {', '.join(map(str, cells))}")
    if strange := [name for name in known if name not in COLUMNS and name not in WORDS and name not in NOTES]:
        return Unread(shown(cells.get("name")), _unknown(strange[0]))
    if long := [
        name for name, cell in known.items() if isinstance(cell, str) and len(cell) > LONGEST and name not in NOTES
    ]:
        rule = f"{long[0]} must be of at most {LONGEST} characters, got {shown(known[long[0]])!r} and more"
        return Unread("" if long[0] == "name" else shown(cells.get("name")), rule)
    put = whole({**given, **{name: cell for name, cell in known.items() if cell not in (None, "")}} if given else known)
    if isinstance(put, str):
        return Unread(shown(cells.get("name")), put)
    for name, cell in put.items():
        if isinstance(cell, bool) or not (cell is None or isinstance(cell, (str, int, float))):
            return Unread(shown(cells.get("name")), f"{name} must be text or a number, got {shown(cell)}")
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
    if isinstance(cell, str) and not isinstance(cell, Literal):
        return encodable(cell.strip() if name == "name" else plain(cell.strip()))
    text = cell if isinstance(cell, str) else repr(cell)
    return (
        with_17_digits(text)
        if name in _NUMBERS and text.lower().strip("+-") not in ("nan", "inf", "infinity")
        else str(text)
    )


def _unknown(name: object) -> str:
    near = get_close_matches(str(name), (*COLUMNS, *WORDS), n=1)
    return f"column must be one of {', '.join(COLUMNS)}, got {shown(name)!r}" + (
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
    if any(sign in name for name in found for sign in "\0\ufffd"):
        raise ClaimsFileError(f"{path} must be text in UTF-8, got names of columns in another encoding")
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
        first = file.readline(LONGEST)
        file.seek(0)
        reader = csv.reader(file, strict=True, delimiter=next((mark for mark in ",;\t" if mark in first), ","))
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
    for found in objects(path):
        yield found if isinstance(found, Unread) else claim_of(found, given)


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

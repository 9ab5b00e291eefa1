"""A snapshot of claims: the values that a paper or a code base states, with what certifies them and the theorems behind them."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mechanisms import files
from theorems.errors import UnknownIdError
from theorems.regress.claim import Claim, Unread
from theorems.regress.decimals import outwards
from theorems.regress.errors import ClaimsFileError
from theorems.regress.rows import rows
from theorems.regress.running import code, decided
from theorems.regress.verdict import Kind, Tolerance, Verdict

if TYPE_CHECKING:
    from theorems.registry import Registry

FORMAT = "dpsym freeze 1"
_LIBRARIES = ("dpsym", "python-flint", "sympy")
_HEAD = 200
_BEGINNING = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{.*"format"\s*:\s*"' + FORMAT.encode() + b'"', re.DOTALL)
_CELLS = ("mechanism", "quantity", "value", "direction", "adjacency", "name", "unit", "sensitivity")

Snapshot = dict[str, Any]


def freeze(path: Path, *, tolerance: Tolerance = None, limit: float, library: Registry | None = None) -> Snapshot:
    """Return what a file of claims states, and what certifies it now.

    Parameters
    ----------
    path : Path
        A file of claims, as `rows` reads it.
    tolerance : number or text, optional
        As `judge` takes it.
    limit : float
        Seconds for one row; 0 for none.
    library : Registry, optional
        The registry of the theorems.

    Raises
    ------
    ClaimsFileError
        If the file cannot be used, or a row is not understood: a snapshot says what every row states.
    """
    frozen = []
    for number, claim in enumerate(rows(path), 1):
        if isinstance(claim, Unread):
            raise ClaimsFileError(f"row {number} of {path}: {claim.reason}")
        verdict = decided(claim, tolerance, limit)
        if verdict.kind is Kind.NOT_UNDERSTOOD:
            raise ClaimsFileError(f"row {number} of {path}: {verdict.reason}")
        frozen.append(row_of(claim, verdict))
    ids = dict.fromkeys(id for row in frozen for id in row["theorems"])
    return {"format": FORMAT, "versions": versions(), "code": code(), "theorems": facts(ids, library), "rows": frozen}


def row_of(claim: Claim, found: Verdict) -> dict[str, Any]:
    """Return a row of a snapshot."""
    bracket = found.reference
    cells = {name: getattr(claim, name) for name in _CELLS if getattr(claim, name)}
    return {
        **cells,
        "at": dict(claim.at),
        "bracket": None if claim.bracket is None else list(claim.bracket),
        "verdict": found.kind.value,
        "reason": found.reason,
        "lower": None if bracket is None or bracket.lower is None else outwards(bracket.lower, up=False),
        "upper": None if bracket is None else outwards(bracket.upper, up=True),
        "theorems": [] if bracket is None else list(bracket.theorems),
    }


def claim_of(row: dict[str, Any]) -> Claim:
    """Return the claim of a row of a snapshot."""
    cells = {name: row.get(name, "") for name in _CELLS}
    bracket = None if row["bracket"] is None else (row["bracket"][0], row["bracket"][1])
    return Claim(at=tuple(row["at"].items()), bracket=bracket, **cells)


def facts(ids: Iterable[str], library: Registry | None = None) -> dict[str, dict[str, str]]:
    """Return the digest of the statement and the status of entries; of one that does not exist, that."""
    if library is None:
        from theorems.registry import registry

        library = registry()
    found = {}
    for id in sorted(ids):
        try:
            found[id] = {"statement": library[id].fingerprint(), "status": library.own_status(id).value}
        except UnknownIdError:
            found[id] = {"statement": "", "status": "missing"}
    return found


def versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries that certify."""
    found = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def write(snapshot: Snapshot, path: Path, force: bool = False) -> None:
    """Write a snapshot beside its place and rename it."""
    files.write(path, files.marked(json.dumps(snapshot, ensure_ascii=False, indent=1), "json"), force)


def is_snapshot(path: Path) -> bool:
    """Return whether a file begins as a snapshot does."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return _BEGINNING.match(head) is not None


def read(path: Path) -> Snapshot:
    """Read a snapshot.

    Raises
    ------
    ClaimsFileError
        If it is damaged.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))
        for text in _texts(found):
            if not isinstance(text, str):
                raise TypeError(f"{text!r} where a text is due")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ClaimsFileError(f"snapshot {path} must be one that `dpsym freeze` wrote, whole, got: {error!r}") from None
    return found


def _texts(found: Snapshot) -> Iterator[Any]:
    """Yield what must be a text in a snapshot; a part that is missing is a KeyError."""
    yield found["code"]
    yield from found["versions"].values()
    for known in found["theorems"].values():
        yield from (known["statement"], known["status"])
    for row in found["rows"]:
        claim = claim_of(row)
        yield from (getattr(claim, name) for name in _CELLS)
        yield from (*row["at"].values(), *(claim.bracket or ()), row["verdict"], *row["theorems"])
        yield from (row[side] for side in ("lower", "upper") if row[side] is not None)

"""What moved since a snapshot: the formula, the library, or the number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorems.regress.claim import Claim, Unread
from theorems.regress.decimals import read_number
from theorems.regress.errors import ClaimsFileError
from theorems.regress.record import claim_cells, place_of
from theorems.regress.rows import rows
from theorems.regress.running import code, decided
from theorems.regress.snapshot import Snapshot, claim_of, facts, row_of, versions
from theorems.regress.verdict import Kind, Tolerance

if TYPE_CHECKING:
    from theorems.registry import Registry

Moves = dict[str, Any]

_UNTOLD = ("direction", "adjacency", "unit", "sensitivity")
"""The columns that a claim in words leaves out."""


def moves(
    snapshot: Snapshot,
    claims: Path | None = None,
    *,
    tolerance: Tolerance = None,
    limit: float,
    library: Registry | None = None,
) -> Moves:
    """Return what moved since a snapshot was taken.

    Parameters
    ----------
    snapshot : dict
        As `snapshot.read` returns it.
    claims : Path, optional
        The file of claims as it is now; the values of the snapshot if left out.
    tolerance : number or text, optional
        As `judge` takes it.
    limit : float
        Seconds for one row; 0 for none.
    library : Registry, optional
        The registry of the theorems.

    Returns
    -------
    dict
        ``formula``: entries whose statement or status is another, and rows that rest on other ones; ``library``: rows whose
        certified bracket no longer meets the old one, or whose verdict is another for the same value; ``number``: rows whose value
        is another, or that came or went; ``unsound``: rows that are unsound now; ``versions``: of the libraries that differ.

    Raises
    ------
    ClaimsFileError
        If the file of claims cannot be used.
    """
    stated = [claim_of(row) for row in snapshot["rows"]]
    old = dict(zip(_keys(stated), snapshot["rows"], strict=True))
    present = stated if claims is None else _claimed(claims)
    new = dict(zip(_keys(present), present, strict=True))
    found: Moves = {
        "rows": len(new),
        "formula": [],
        "library": [],
        "number": [],
        "unsound": [],
        "versions": _versions(snapshot),
    }
    found["number"] += [
        {"claim": _words(row), "was": _value(row), "is": None} for key, row in old.items() if key not in new
    ]
    now: dict[str, None] = {}
    for key, claim in new.items():
        row = row_of(claim, decided(claim, tolerance, limit))
        now |= dict.fromkeys(row["theorems"])
        for kind, entry in _compared(old.get(key), row):
            found[kind].append(entry)
        if row["verdict"] == Kind.UNSOUND.value:
            found["unsound"].append({"claim": _words(row), "reason": row["reason"], "theorems": row["theorems"]})
    found["formula"] = (
        _entries(snapshot["theorems"], facts({**snapshot["theorems"], **now}, library)) + found["formula"]
    )
    return found


def _keys(claims: list[Claim]) -> Iterator[tuple[Any, ...]]:
    """Yield what each row is known by: its name, or everything but its value; the second one alike is the second."""
    seen: Counter[tuple[Any, ...]] = Counter()
    for claim in claims:
        where = (
            claim.mechanism,
            claim.quantity,
            claim.at,
            claim.direction,
            claim.adjacency,
            claim.unit,
            claim.sensitivity,
        )
        key = (claim.name,) if claim.name else where
        seen[key] += 1
        yield (*key, seen[key])


def _claimed(path: Path) -> list[Claim]:
    found: list[Claim] = []
    for number, claim in enumerate(rows(path), 1):
        if isinstance(claim, Unread):
            raise ClaimsFileError(f"row {number} of {path}: {claim.reason}")
        found.append(claim)
    return found


def _compared(old: dict[str, Any] | None, new: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield in which of the three a row moved."""
    if old is None:
        yield "number", {"claim": _words(new), "was": None, "is": _value(new)}
        return
    if _value(old) != _value(new):
        yield "number", {"claim": _words(new), "was": _value(old), "is": _value(new)}
    elif old["verdict"] != new["verdict"]:
        yield ("library", {"claim": _words(new), "was": old["verdict"], "is": f"{new['verdict']}: {new['reason']}"})
    if _claim_but_value(old) != _claim_but_value(new):
        yield "number", {"claim": _words(new), "was": _words(old, new), "is": _words(new, old)}
        return
    if not _meet(old, new):
        yield "library", {"claim": _words(new), "was": _ends(old), "is": _ends(new)}
    if old["theorems"] != new["theorems"] and old["verdict"] == new["verdict"]:
        yield ("formula", {"claim": _words(new), "was": " ".join(old["theorems"]), "is": " ".join(new["theorems"])})


def _claim_but_value(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(
        row.get(name, "") for name in ("mechanism", "quantity", "at", "direction", "adjacency", "unit", "sensitivity")
    )


def _meet(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Return whether two certified brackets have a point in common; where there is none, nothing is said."""
    if None in (old["lower"], old["upper"], new["lower"], new["upper"]):
        return True
    ends = [read_number("end", row[side]) for row in (old, new) for side in ("lower", "upper")]
    return ends[0] <= ends[3] and ends[2] <= ends[1]


def _entries(old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> list[dict[str, Any]]:
    found = []
    for id, known in old.items():
        for what in ("statement", "status"):
            if known[what] != new[id][what]:
                found.append({"theorem": id, "what": what, "was": known[what], "is": new[id][what]})
                break
    return found


def _versions(snapshot: Snapshot) -> dict[str, list[str]]:
    now, before = {**versions(), "code": code()}, {**snapshot["versions"], "code": snapshot["code"]}
    return {name: [before.get(name, "none"), value] for name, value in now.items() if before.get(name) != value}


def _value(row: dict[str, Any]) -> str:
    return row.get("value", "") if row["bracket"] is None else f"{row.get('value', '')} in {row['bracket']}".strip()


def _words(row: dict[str, Any], other: dict[str, Any] | None = None) -> str:
    """Return a claim in words, with what else is not as in the other one."""
    claim = claim_of(row)
    words = place_of(claim_cells(claim))
    if other is not None:
        differing = [name for name in _UNTOLD if row.get(name, "") != other.get(name, "")]
        words += "".join(f", {name} {row.get(name) or 'left out'}" for name in differing)
    return f"{claim.name}: {words}" if claim.name else words


def _ends(row: dict[str, Any]) -> str:
    return f"[{row['lower']}, {row['upper']}]"


def told(found: Moves) -> Iterator[str]:
    """Yield what moved, line by line, for people."""
    for name, (before, now) in found["versions"].items():
        yield f"{name}: {before[:12]} -> {now[:12]}"
    for kind in ("formula", "library", "number"):
        yield f"{kind}: {len(found[kind]) or 'nothing'} moved"
        for entry in found[kind]:
            about = f"{entry['theorem']} ({entry['what']})" if "theorem" in entry else entry["claim"]
            yield f"  {about}: {entry['was'] or 'nothing'} -> {entry['is'] or 'nothing'}"
    yield f"unsound now: {len(found['unsound'])} of {found['rows']}"
    for entry in found["unsound"]:
        yield f"  {entry['claim']}: {entry['reason']} ({' '.join(entry['theorems'])})"

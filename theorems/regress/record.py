"""What is written about each row: one flat record, as JSON has it."""

from __future__ import annotations

import math
from typing import Any

from theorems.regress.claim import Claim, Unread
from theorems.regress.decimals import outwards
from theorems.regress.verdict import Kind, Verdict

Record = dict[str, Any]

_KINDS = [kind.value for kind in Kind]
_SAID = {"digits", "gap", "lower", "upper", "theorems", "road"}
_GAP = {"absolute", "relative"}


def record(number: int, found: Verdict | Unread) -> Record:
    """Return what is said about a row.

    Parameters
    ----------
    number : int
        Of the row, from 1.
    found : Verdict or Unread
        What was found.
    """
    if isinstance(found, Unread):
        return {"row": number, "name": found.name, "verdict": Kind.NOT_UNDERSTOOD.value, "reason": found.reason}
    claim, bracket, gap = found.claim, found.reference, found.gap
    return {
        "row": number,
        **claim_cells(claim),
        "verdict": found.kind.value,
        "digits": found.digits,
        "gap": None
        if gap is None
        else {
            "absolute": ("-" if gap.absolute < 0 else "") + outwards(abs(gap.absolute), up=False, digits=6),
            "relative": gap.relative if math.isfinite(gap.relative) else None,
        },
        "lower": None if bracket is None or bracket.lower is None else outwards(bracket.lower, up=False),
        "upper": None if bracket is None else outwards(bracket.upper, up=True),
        "theorems": [] if bracket is None else list(bracket.theorems),
        "road": "" if bracket is None else bracket.road,
        "reason": found.reason,
    }


def is_record(found: Record, number: int) -> bool:
    """Return whether an object that was read back is the record of a row."""
    if found.get("row") != number or found.get("verdict") not in _KINDS or "reason" not in found:
        return False
    if not found.keys() >= _SAID:
        return "name" in found and found["verdict"] == Kind.NOT_UNDERSTOOD.value
    return found["gap"] is None or (isinstance(found["gap"], dict) and found["gap"].keys() == _GAP)


def claim_cells(claim: Claim) -> Record:
    """Return a claim by the columns of a file of claims, without the empty ones."""
    ends = {} if claim.bracket is None else dict(zip(("lower_claimed", "upper_claimed"), claim.bracket, strict=True))
    cells = {
        "name": claim.name,
        "mechanism": claim.mechanism,
        "quantity": claim.quantity,
        "at": dict(claim.at),
        "value": claim.value,
        "direction": claim.direction,
        **ends,
        "adjacency": claim.adjacency,
        "unit": claim.unit,
        "sensitivity": claim.sensitivity,
    }
    return {name: cell for name, cell in cells.items() if cell}


def place_of(row: Record) -> str:
    """Return what a row claims, and where, on one line."""
    if "mechanism" not in row:
        return f"row {row['row']}"
    at = ", ".join(f"{name} = {text}" for name, text in row.get("at", {}).items())
    between = f" in [{row['lower_claimed']}, {row['upper_claimed']}]" if "lower_claimed" in row else ""
    value = f" = {row['value']}" if row.get("value") else ""
    return f"{row['mechanism']}: {row.get('quantity', '')}{value}{between}{' at ' + at if at else ''}"

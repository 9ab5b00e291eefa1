"""Claims settled in other variables: in both cases of a cut, or in a power of a variable."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from dpsym.ball import Ball
from dpsym.errors import NotDerivedError
from dpsym.prove.cases import Border, case, outside
from dpsym.prove.changes import changed, powers
from dpsym.prove.outcome import CasesPiece, ChangePiece, Proved, Refuted, Undecided
from dpsym.prove.statement import Goal, Spans
from dpsym.prove.witness import Point, witness

Settle = Callable[[Goal, Spans], Proved | Refuted | Undecided]


def cut(goal: Goal, spans: Spans, border: Border, settle: Settle) -> CasesPiece | tuple[Point, Ball] | None:
    """Return the proofs of both cases of a cut, or a counterexample; None if one stays open."""
    shown, changes = [], []
    for above in (False, True):
        try:
            there, box, change = case(goal, spans, border, above)
        except NotDerivedError:
            return None
        found = settle(there, box)
        if isinstance(found, Refuted):
            return witness(goal.left, goal.right, spans, [outside(found.witness, spans, border, change)])
        if not _is_whole(found, box):
            return None
        shown.append(found)
        changes.append(change)
    return CasesPiece(spans, border, (changes[0], changes[1]), (shown[0], shown[1]))


def change(goal: Goal, spans: Spans, settle: Settle) -> ChangePiece | None:
    """Return the proof of a claim on powers of a variable as one on the least of them; None if there is none, or it stays open."""
    for symbol, power in powers(goal, spans):
        try:
            there, box = changed(goal, spans, symbol, power)
        except NotDerivedError:
            continue
        found = settle(there, box)
        if _is_whole(found, box):
            return ChangePiece(spans, symbol, power, found)
    return None


def _is_whole(found: Proved | Refuted | Undecided, box: Spans) -> TypeGuard[Proved]:
    """Whether a claim is proved on the whole of a box."""
    return isinstance(found, Proved) and not found.omits and found.box == box

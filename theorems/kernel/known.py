"""What the record of the kernel's verdicts says of an entry as it stands, without Coq and without compiling anything."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from theorems.kernel import record, texts
from theorems.kernel.place import BUILT_IN, Place

if TYPE_CHECKING:
    from theorems.card import Card

_CLAIMED = re.compile(r":\s*(~\s*)?Stated\.\w+\.(\w+)\s*\.")


def accepted(card: Card, place: Place = BUILT_IN) -> record.Verdict | None:
    """Return the verdict about the whole of an entry's present statement by the present proof, None if there is none.

    One about finite spaces alone, where the statement is about more, is none. The record says what was compiled; what it says is looked
    at again by `dpsym check --kernel --full --frozen`, which compiles everything.

    Raises
    ------
    GateError
        If the record is damaged.
    """
    verdict = recorded(card.id, place)
    return verdict if verdict and verdict.grade != record.FINITE and is_present(verdict, card, place) else None


def recorded(id: str, place: Place = BUILT_IN) -> record.Verdict | None:
    """Return the verdict that is recorded about an entry, whatever became of its statement and proof; None if there is none."""
    return _recorded(place.record).get(id)


def is_present(verdict: record.Verdict, card: Card, place: Place = BUILT_IN) -> bool:
    """Return whether a verdict is about the present statement of its entry and by the present proof, which names this statement."""
    files, claimed = _present(verdict.group, place)
    named = claimed.get(verdict.id.replace(".", "__")) is verdict.refuted
    return named and (verdict.fingerprint, verdict.files) == (card.fingerprint, files)


@cache
def _recorded(file: Path) -> Mapping[str, record.Verdict]:
    return record.read(file)


@cache
def _present(group: str, place: Place) -> tuple[str, Mapping[str, bool]]:
    """Return the digest of a proof file, and which statements it names, each with whether it refutes it."""
    path = place.files().get(group)
    if path is None:
        return "", {}
    text = path.read_text()
    return texts.files(text), {name: bool(negated) for negated, name in _CLAIMED.findall(text)}

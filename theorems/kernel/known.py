"""What the record of the kernel's verdicts says of an entry as it stands, without Coq and without compiling anything."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from theorems.kernel import record, texts

if TYPE_CHECKING:
    from theorems.card import Card


def accepted(card: Card) -> record.Verdict | None:
    """Return the verdict about the whole of an entry's present statement by the present proof, None if there is none.

    One about finite spaces alone, where the statement is about more, is none. The record says what was compiled; what it says is looked
    at again by `dpsym check --kernel --full --frozen`, which compiles everything.

    Raises
    ------
    GateError
        If the record is damaged.
    """
    verdict = _recorded().get(card.id)
    if verdict is None or verdict.grade != record.EXACT or verdict.fingerprint != card.fingerprint:
        return None
    return verdict if verdict.files == _present(verdict.group) else None


@cache
def _recorded() -> Mapping[str, record.Verdict]:
    return record.read()


@cache
def _present(group: str) -> str:
    found = [place / f"{group}.v" for place in (texts.PROOFS, texts.WRITTEN) if (place / f"{group}.v").exists()]
    return texts.files(found[0].read_text()) if len(found) == 1 else ""

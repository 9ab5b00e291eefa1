"""What the kernel accepted, one line an entry, beside what it was asked: a proof is compiled again when anything that it rests on has changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from mechanisms import files
from theorems.kernel.errors import GateError

FILE = Path(__file__).parent / "accepted.jsonl"
EXACT, COUNTABLE, FINITE = "exact", "countable", "finite"
"""The grades: of the entry's own statement; and of the statement on finite spaces, where the entry is about countable ones, as far as
`theorems.kernel.reduction` passes from those to these, and where it does not."""


@dataclass(frozen=True)
class Verdict:
    """What the kernel accepts about an entry.

    Parameters
    ----------
    id : str
        Of the entry.
    group : str
        The proof file.
    grade : str
        `EXACT`, `COUNTABLE` or `FINITE`.
    refuted : bool
        Whether it is the negation of the statement that is proved.
    axioms : tuple of str
        What the proofs of the file assume.
    key : str
        A digest of Coq's version, the library, the statements, the proof, and the code that judges them.
    fingerprint : str
        Of the entry's mathematics.
    files : str
        A digest of the proof file, of what it requires, and of the code that judges it.
    written : bool
        Whether the program wrote the proof.
    """

    id: str
    group: str
    grade: str
    refuted: bool
    axioms: tuple[str, ...]
    key: str
    fingerprint: str
    files: str
    written: bool


def read(file: Path = FILE) -> dict[str, Verdict]:
    """Return the verdicts by entry.

    Raises
    ------
    GateError
        If the file is damaged.
    """
    if not file.exists():
        return {}
    try:
        found = [
            Verdict(**{**(row := json.loads(line)), "axioms": tuple(row["axioms"])})
            for line in file.read_text().splitlines()
        ]
    except (ValueError, TypeError, KeyError) as error:
        raise GateError(f"{file.name} must have a verdict a line, got {error}") from None
    return {verdict.id: verdict for verdict in found}


def write(verdicts: Iterable[Verdict], file: Path = FILE) -> None:
    """Write the verdicts, in the order of their ids."""
    rows = (json.dumps(asdict(one)) + "\n" for one in sorted(verdicts, key=lambda one: one.id))
    files.write(file, "".join(rows), force=True)  # the record is this program's own


def summary(verdicts: Mapping[str, Verdict]) -> str:
    """Return the line with which a check ends."""
    exact, countable, finite = (
        sum(verdict.grade == grade for verdict in verdicts.values()) for grade in (EXACT, COUNTABLE, FINITE)
    )
    refuted = sum(verdict.refuted for verdict in verdicts.values())
    written = sum(verdict.written for verdict in verdicts.values())
    return (
        f"{len(verdicts)} entries with a proof that the kernel accepts ({exact} exact, {countable} for countable spaces by limits of "
        f"finite ones, {finite} on finite spaces; "
        f"{refuted} of them refuted; {written} written by the program); axioms: {_names(verdicts.values())}"
    )


def line(verdict: Verdict) -> str:
    """Return what the kernel accepts about one entry, and on which axioms."""
    refuted = ", refuted" if verdict.refuted else ""
    by = "the program" if verdict.written else "hand"
    return f"{verdict.id}: {verdict.grade}{refuted}, by {by} in {verdict.group}; axioms: {_names([verdict])}"


def _names(verdicts: Iterable[Verdict]) -> str:
    return ", ".join(sorted({short(axiom) for verdict in verdicts for axiom in verdict.axioms})) or "none"


def short(axiom: str) -> str:
    """Return an axiom's name; the many operations of the machine integers are one."""
    from theorems.kernel.gate import AXIOMS

    return axiom if axiom in AXIOMS else "63-bit integers"

"""What a run of the checks has to say, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from theorems.check import finding, orphans
from theorems.describe import evidence
from theorems.mutants import record
from theorems.mutants.verdict import KINDS, LEFT_OUT, NOTICED
from theorems.outcome import TEXT, Outcome
from theorems.registry import Registry
from theorems.status import Status


@dataclass(frozen=True)
class Row:
    """One entry in the report; `how` and `evidence` are for people, the rest is the JSON record."""

    id: str
    title: str
    status: str
    effective: str
    ran: bool
    problem: str
    witness: dict[str, str]
    corrected_by: str
    sharpened_by: tuple[str, ...]
    conditional_on: tuple[str, ...]
    proofs: tuple[str, ...] = ()
    mutants: dict[str, Any] | None = None
    how: str = field(default="", repr=False)
    evidence: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Report:
    """What is known about the chosen entries after a run.

    Parameters
    ----------
    rows : tuple of Row
        One for each entry.
    orphans : tuple of str
        Certificates, and records of mutants, that belong to no entry.
    """

    rows: tuple[Row, ...]
    orphans: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing has to be mended."""
        return not self.orphans and not any(row.problem for row in self.rows)

    @property
    def counts(self) -> dict[str, int]:
        """How many entries have each status, in the order of the ladder; none that no entry has."""
        found = Counter(row.status for row in self.rows)
        return {status.value: found[status.value] for status in Status if status.value in found}

    @property
    def proofs(self) -> dict[str, int]:
        """How many entries are proved in each way; one that is proved in two ways counts in both."""
        return dict(sorted(Counter(how for row in self.rows for how in row.proofs).items()))

    @property
    def mutants(self) -> dict[str, int]:
        """How many mutants of the entries met each end, and how many entries were attacked at all; empty if none was."""
        attacks = [row.mutants for row in self.rows if row.mutants is not None]
        found: Counter[str] = Counter()
        for attack in attacks:
            found.update(attack["counts"])
        return {"entries": len(attacks), **found} if attacks else {}

    @property
    def scores(self) -> dict[str, tuple[int, int]]:
        """How many mutants of the entries of each status were noticed, of how many that could be."""
        found: dict[str, tuple[int, int]] = {}
        for row in self.rows:
            if row.mutants and row.mutants["different"]:
                noticed, number = found.get(row.status, (0, 0))
                found[row.status] = noticed + row.mutants["noticed"], number + row.mutants["different"]
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return the report as data that JSON can hold."""
        entries = [
            {key: value for key, value in asdict(row).items() if key not in ("how", "evidence")} for row in self.rows
        ]
        return {
            "entries": entries,
            "counts": self.counts,
            "proofs": self.proofs,
            "mutants": {**self.mutants, "scores": self.scores} if self.mutants else {},
            "orphans": list(self.orphans),
            "ok": self.ok,
            "ran": sum(row.ran for row in self.rows),
        }


def report(
    library: Registry,
    ids: Sequence[str],
    ran: Collection[str] = (),
    outdated: Mapping[str, str] | None = None,
    attacking: bool = False,
) -> Report:
    """Gather what is known about the entries.

    Parameters
    ----------
    library : Registry
        Where they stand.
    ids : sequence of str
        Which ones; certificates of no entry are looked for only in folders of which these are all.
    ran : collection of str
        Those whose checks were run just now.
    outdated : mapping of str to str, optional
        Why a certificate cannot be relied on, where it may not be brought up to date now; each is a problem.
    attacking : bool, optional
        Whether an entry that was not attacked is a problem, and an equation of which a mutant survives.
    """
    rows = tuple(_row(library, id, id in ran, (outdated or {}).get(id, ""), attacking) for id in ids)
    return Report(rows, tuple(_strangers(library, set(ids))))


def _strangers(library: Registry, ids: set[str]) -> Iterator[str]:
    """Yield the certificates and attacks of no entry, in the folders of which all entries were asked for."""
    for part, some in library.by_folder(library):
        if ids >= set(some):
            yield from (*orphans(part), *record.orphans(part))


def _row(library: Registry, id: str, ran: bool, outdated: str, attacking: bool) -> Row:
    known = finding(library, id, ran)
    attack = record.known(id, library)
    certificate, _ = evidence(library, id)
    outcomes = certificate.outcomes if certificate else ()
    return Row(
        id=id,
        title=library.card(id).title,
        status=known.status.value,
        effective=library.effective_status(id).value,
        ran=ran,
        problem=outdated or known.problem or (_survivors(library, id, attack) if attacking else ""),
        witness=certificate.witness if certificate else {},
        corrected_by=library.corrections.get(id, ""),
        sharpened_by=library.improvements.get(id, ()),
        conditional_on=library.conditional_on(id),
        proofs=library.proofs(id),
        mutants=None if attack is None else _attacked(attack),
        how=", ".join(map(_short, outcomes)) or "no check",
        evidence=tuple(f"{outcome.check}: {outcome.detail}" for outcome in outcomes if _speaks_against(outcome)),
    )


def _attacked(attack: record.Attack) -> dict[str, Any]:
    noticed, different = attack.score
    listed = {kind: list(attack.named(kind)) for kind in KINDS if kind not in (*NOTICED, *LEFT_OUT)}
    return {"noticed": noticed, "different": different, "counts": attack.counts, **listed}


def _survivors(library: Registry, id: str, attack: record.Attack | None) -> str:
    """Return what a blind check lets pass: nothing but the entry is true of an equation, while a bound may be better than is stated."""
    if attack is None:
        return "its mutants were not tried"
    survived = attack.named("survived") if library.card(id).is_equation else ()
    return f"mutants survive: {'; '.join(survived)}" if survived else ""


def _short(outcome: Outcome) -> str:
    """Return a check in a word or two, marked where it refutes (!) or could not decide (?)."""
    mark = "!" if outcome.status is Status.REFUTED else "?" if _speaks_against(outcome) else ""
    return f"{outcome.check} {outcome.points}{mark}" if outcome.points > 1 else f"{outcome.check}{mark}"


def _speaks_against(outcome: Outcome) -> bool:
    return not outcome.status.is_backed and not (outcome.leg == TEXT and outcome.status is Status.CLAIMED)

"""Certificates: what was found about an entry, on one line that a person can review, with what backs it in files beside.

In the folder of the certificates are a file a topic (statement, status, what each check found), and the same files once more under
``replay`` (covers, proofs, derived forms, numbers of runs: what it takes to look again without searching; points are drawn again) and
under ``code`` (what ran: when these change, the checks run again). Only the first are for review.

A line is tied to its entry: to the mathematics by the fingerprint and the text, to the checks one by one by their keys, and to what
stands in the files beside it by a digest. What it says is looked at again by `theorems.replay`.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorems import dependencies, lines, sources
from theorems.card import Card, Stated
from theorems.errors import CertificateError, VacuousError
from theorems.independence import apart
from theorems.outcome import CEILINGS, DEFINITION, LEGS, Outcome, combine, proofs
from theorems.ran import CODE, Ran, put
from theorems.ran import ran as known_to_have_run
from theorems.status import Status, join

if TYPE_CHECKING:
    from theorems.entry import Check, Theorem

FOLDER = Path(__file__).parent / "certificates"
REPLAY = "replay"
_DRAWN_AGAIN = {"at", "left", "right", "within", "text"}
"""What of a check's rows is not kept: points, and the values there."""
_STATED = {"smaller", "goal"}
"""Rows that say what the entry says are not kept either."""


@dataclass(frozen=True)
class Certificate:
    """The evidence for one entry.

    Parameters
    ----------
    id : str
        Of the entry.
    fingerprint : str
        Of the mathematics that was checked.
    outcomes : tuple of Outcome
        One for each check.
    stated : Stated
        What was checked, as text.
    """

    id: str
    fingerprint: str
    outcomes: tuple[Outcome, ...]
    stated: Stated

    @property
    def status(self) -> Status:
        """What the outcomes amount to."""
        return combine(self.outcomes)

    @property
    def proofs(self) -> tuple[str, ...]:
        """The ways in which it is proved, none if it is not."""
        return proofs(self.outcomes)

    @property
    def witness(self) -> dict[str, str]:
        """The first witness against the statement, empty if there is none."""
        return next((outcome.witness for outcome in self.outcomes if outcome.status is Status.REFUTED), {})

    def matches(self, card: Card) -> bool:
        """Return whether it is about the present statement and checks."""
        return not self.complaint(card)

    def complaint(self, card: Card) -> str:
        """Return why it is not about the present statement or not about the checks of the entry, empty if it is about both."""
        if (self.id, self.fingerprint, self.stated) != (card.id, card.fingerprint, card.stated):
            return "its certificate is about another statement"
        if [outcome.status for outcome in self.outcomes] == [Status.VACUOUS]:
            return ""
        keys = tuple(outcome.key for outcome in self.outcomes)
        if keys != card.keys:
            return f"its certificate must have one outcome for each check, in order: {_listed(card.keys)}, got {_listed(keys)}"
        for outcome in self.outcomes:
            kind = outcome.key.partition("(")[0]
            if kind in LEGS and (outcome.check, outcome.leg) != (kind, LEGS[kind]):
                return f"its certificate must say {kind} on {LEGS[kind]} of such a check, got {outcome.check} on {outcome.leg}"
            if outcome.witness and outcome.status is not Status.REFUTED and kind in LEGS:
                return f"its certificate must have witnesses of refutations alone, got one of {outcome.check}"
        return ""


def _listed(keys: tuple[str, ...]) -> str:
    return ", ".join(key.partition("(")[0] or "no key" for key in keys) or "none"


def certify(theorem: Theorem) -> tuple[Certificate, Ran]:
    """Run every check of an entry and watch what each runs: one that runs the code of another road backs nothing.

    A check that raises has decided nothing, and says so; where there is no admissible point the others are not run.
    """
    from theorems.observe import watched

    written, names = watched(lambda: _written(theorem.anew()))
    outcomes: list[Outcome] = []
    ran = [names]
    for check in written.checks:
        outcome, names = watched(partial(_run, check, written))
        ran.append(names)
        if outcome.status is Status.VACUOUS:
            outcomes = [outcome]
            break
        outcomes.append(outcome)
    judged, names = watched(partial(apart, outcomes, ran[1:]))
    certificate = Certificate(theorem.id, written.fingerprint(), judged, written.stated())
    ran.append(names)
    return certificate, Ran.now(certificate.fingerprint, dependencies.rested_on(frozenset().union(*ran)))


def _written(theorem: Theorem) -> Theorem:
    """Return the entry with its statement, and what says which it is, worked out."""
    theorem.fingerprint()
    theorem.stated()
    return theorem


def _run(check: Check, theorem: Theorem) -> Outcome:
    key = check.key()
    try:
        found = check.run(theorem)
    except VacuousError as error:
        return Outcome.vacuous(error)
    except Exception as error:  # whatever a check raises is reported as open: the others must still run
        name = type(check).__name__.lower()
        found = Outcome(name, LEGS.get(name, DEFINITION), Status.CLAIMED, f"raised {type(error).__name__}: {error}")
    return replace(found, key=key)


def write(certificate: Certificate, ran: Ran, folder: Path = FOLDER) -> Path:
    """Write a certificate: what backs it first, so that no line says more than there is."""
    rows = [kept(outcome) for outcome in certificate.outcomes]
    if any(rows):
        lines.write({"id": certificate.id, "replay": rows}, folder / REPLAY)
    else:
        lines.remove(certificate.id, folder / REPLAY)
    put(certificate.id, ran, folder)
    said = line(certificate)
    return lines.write({**said, "digest": digest(said, folder)}, folder)


def kept(outcome: Outcome) -> list[dict[str, Any]]:
    """Return of the rows of a check what cannot be drawn again from the seed, or read in the entry."""
    # where points were left out, the others must be named
    named = {"at"} if any("run" in row for row in outcome.replay) and len(outcome.replay) != outcome.points else set()
    parts = (
        {name: value for name, value in row.items() if name in named or name not in _DRAWN_AGAIN}
        for row in outcome.replay
        if not _STATED & set(row)
    )
    return [part for part in parts if part]


def digest(record: dict[str, Any], folder: Path) -> str:
    """Return the digest of what a line says with what stands beside it, `record` being the line as data."""
    said = lines.written({name: value for name, value in record.items() if name != "digest"})
    beside = (lines.text(record["id"], folder / name) for name in (REPLAY, CODE))
    return hashlib.sha256("\n".join((said, *beside)).encode()).hexdigest()[:16]


def changed(card: Card, folder: Path = FOLDER) -> str:
    """Return in words that a certificate is not what the checks of the entry wrote, empty if it may be; there must be one."""
    record, known = lines.read(card.id, folder) or {"id": card.id}, known_to_have_run(card.id, folder)
    seen = {name.partition(":")[0] for name in known.names if name.endswith(".run")} if known else set()
    if record.get("status") != Status.VACUOUS.value and (missing := sorted(_checking(card) - seen)):
        return f"what its checks ran lacks {missing[0]}"
    return (
        ""
        if record.get("digest") == digest(record, folder)
        else "its certificate is not what its checks wrote: the digest is another"
    )


def _checking(card: Card) -> set[str]:
    """Return the modules that define the checks of an entry, as far as they are the house's; what helps these need not have run."""
    defined = {name.lower(): target.partition(":")[0] for name, target in _checks().items()}
    return {defined[name] for key in card.keys if (name := key.partition("(")[0]) in defined}


@cache
def _checks() -> dict[str, str]:
    source = sources.source("theorems.checks")
    return {} if source is None else dict(source.exports)


def line(certificate: Certificate) -> dict[str, Any]:
    """Return what the line of a certificate says."""
    checks = [
        {"key": outcome.key}
        | {name: value for name, value in asdict(outcome).items() if name != "replay" and value not in ("", {}, 0)}
        | {"status": outcome.status.value}
        for outcome in certificate.outcomes
    ]
    return {
        "id": certificate.id,
        "status": certificate.status.value,
        **({"proofs": list(certificate.proofs)} if certificate.proofs else {}),
        **asdict(certificate.stated),
        "checks": checks,
        "fingerprint": certificate.fingerprint,
    }


def read(id: str, folder: Path = FOLDER) -> Certificate | None:
    """Read the certificate of an entry, or return None if there is none.

    Raises
    ------
    CertificateError
        If its line is damaged, or states a status that its outcomes do not amount to.
    """
    record = lines.read(id, folder)
    if record is None:
        return None
    try:
        outcomes = tuple(Outcome(**{**check, "status": Status(check["status"])}) for check in record["checks"])
        text = Stated(record["statement"], record["domain"], tuple(record["hypotheses"]))
        certificate = Certificate(record["id"], record["fingerprint"], outcomes, text)
        stated = record["status"], tuple(record.get("proofs", ()))
        _refuse_unknown(record, certificate)
    except (KeyError, TypeError, ValueError) as error:
        raise CertificateError(f"certificate of {id} must have the fields of one, got {error!r}") from None
    _refuse_above_evidence(certificate)
    if stated != (amount := (certificate.status.value, certificate.proofs)):
        raise CertificateError(
            f"certificate of {id} must state what its outcomes amount to, {_said(*amount)}, got {_said(*stated)}"
        )
    return certificate


def _said(status: str, how: tuple[str, ...]) -> str:
    return repr(f"{status} by {' and '.join(how)}" if how else status)


def _refuse_unknown(record: dict[str, Any], certificate: Certificate) -> None:
    if more := set(record) - set(line(certificate)) - {"digest", "proofs"}:
        raise ValueError(f"fields that it has not: {', '.join(sorted(more))}")


def _refuse_above_evidence(certificate: Certificate) -> None:
    for outcome in certificate.outcomes:
        most = CEILINGS.get(outcome.check)
        if most is not None and outcome.status.is_backed and join([most, outcome.status]) is not most:
            raise CertificateError(
                f"certificate of {certificate.id} must not state more than its evidence, {most.value!r} at most by "
                f"{outcome.check}, got {outcome.status.value!r}"
            )


def rows(id: str, folder: Path = FOLDER) -> list[list[dict[str, Any]]]:
    """Return for each check of a certificate the rows that are kept to look again.

    Raises
    ------
    CertificateError
        If it is missing or damaged, or what backs it is.
    """
    record, beside = lines.read(id, folder), lines.read(id, folder / REPLAY)
    if record is None or not isinstance(checks := record.get("checks"), list):
        raise CertificateError(f"certificate of {id} must have checks to look at again")
    stored = [[]] * len(checks) if beside is None else beside.get("replay")
    if not isinstance(stored, list) or len(stored) != len(checks) or not all(map(_are_rows, stored)):
        raise CertificateError(f"replay of {id} must have rows for each of its {len(checks)} checks")
    return stored


def _are_rows(part: Any) -> bool:
    return isinstance(part, list) and all(isinstance(row, dict) for row in part)

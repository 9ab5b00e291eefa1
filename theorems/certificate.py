"""Certificates: what was found about an entry, on one line that a person can review, with what backs it in files beside.

In the folder of the certificates are a file a topic (statement, status, what each check found), and the same files once more under
``replay`` (points and balls, covers, proofs: what it takes to look again without searching) and under ``code`` (what ran: when these
change, the checks run again). Only the first are for review.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorems import dependencies, lines, names
from theorems.card import Card, Stated
from theorems.errors import CertificateError, VacuousError
from theorems.outcome import CEILINGS, DEFINITION, Outcome, combine, proofs
from theorems.status import Status, join

if TYPE_CHECKING:
    from theorems.entry import Check, Theorem

FOLDER = Path(__file__).parent / "certificates"
REPLAY, CODE, NAMES = "replay", "code", "names.txt"


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
        """Return whether it is about the present statement and checks, in the fingerprint and in the text."""
        return (self.fingerprint, self.stated) == (card.fingerprint, card.stated)


@dataclass(frozen=True)
class Ran:
    """What ran while the checks of an entry did.

    Parameters
    ----------
    fingerprint : str
        Of the mathematics that was checked.
    code : str
        Digest of what ran.
    versions : str
        Of the libraries.
    names : frozenset of str
        Functions ``module:name``, and files ``package/path``.
    """

    fingerprint: str
    code: str
    versions: str
    names: frozenset[str]

    @classmethod
    def now(cls, fingerprint: str, ran: frozenset[str]) -> Ran:
        """Return what ran, with what it says now."""
        return cls(fingerprint, dependencies.digest(ran), dependencies.versions(), ran)

    def moved(self, fingerprint: str) -> str:
        """Return why running the checks again could give something else, empty if it could not."""
        if self.fingerprint != fingerprint:
            return "its checks ran on another statement"
        if self.versions != dependencies.versions():
            return f"its checks ran with {self.versions}"
        return "" if self.code == dependencies.digest(self.names) else "its checks run code that changed since"


def certify(theorem: Theorem) -> tuple[Certificate, Ran]:
    """Run every check of an entry and watch what runs; a check that raises has decided nothing, and says so."""
    from theorems.observe import watched

    found, names = watched(lambda: _certified(theorem.anew()))
    return found, Ran.now(found.fingerprint, dependencies.rested_on(names))


def _certified(theorem: Theorem) -> Certificate:
    try:
        outcomes = tuple(_run(check, theorem) for check in theorem.checks)
    except VacuousError as error:
        outcomes = (Outcome("vacuity", "text", Status.VACUOUS, str(error)),)
    return Certificate(theorem.id, theorem.fingerprint(), outcomes, theorem.stated())


def _run(check: Check, theorem: Theorem) -> Outcome:
    try:
        return check.run(theorem)
    except VacuousError:
        raise
    except Exception as error:  # whatever a check raises is reported as open: the others must still run
        name = type(check).__name__.lower()
        return Outcome(name, DEFINITION, Status.CLAIMED, f"raised {type(error).__name__}: {error}")


def write(certificate: Certificate, ran: Ran, folder: Path = FOLDER) -> Path:
    """Write a certificate: what backs it first, so that no line says more than there is."""
    rows = [outcome.replay for outcome in certificate.outcomes]
    if any(rows):
        lines.write({"id": certificate.id, "replay": rows}, folder / REPLAY)
    else:
        lines.remove(certificate.id, folder / REPLAY)
    lines.write({"id": certificate.id, **asdict(ran), "names": names.written(ran.names, folder / CODE / NAMES)}, folder / CODE)
    return lines.write(line(certificate), folder)


def line(certificate: Certificate) -> dict[str, Any]:
    """Return what the line of a certificate says."""
    checks = [
        {name: value for name, value in asdict(outcome).items() if name != "replay" and value not in ("", {}, 0)}
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
    except (KeyError, TypeError, ValueError) as error:
        raise CertificateError(f"certificate of {id} must have the fields of one, got {error!r}") from None
    _refuse_above_evidence(certificate)
    if stated != (amount := (certificate.status.value, certificate.proofs)):
        raise CertificateError(f"certificate of {id} must state what its outcomes amount to, {_said(*amount)}, got {_said(*stated)}")
    return certificate


def _said(status: str, how: tuple[str, ...]) -> str:
    return repr(f"{status} by {' and '.join(how)}" if how else status)


def _refuse_above_evidence(certificate: Certificate) -> None:
    for outcome in certificate.outcomes:
        most = CEILINGS.get(outcome.check)
        if most is not None and outcome.status.is_backed and join([most, outcome.status]) is not most:
            raise CertificateError(
                f"certificate of {certificate.id} must not state more than its evidence, {most.value!r} at most by "
                f"{outcome.check}, got {outcome.status.value!r}"
            )


def ran(id: str, folder: Path = FOLDER) -> Ran | None:
    """Read what ran when an entry was checked last, None if nothing is known of it.

    Raises
    ------
    CertificateError
        If its line is damaged.
    """
    record = lines.read(id, folder / CODE)
    if record is None:
        return None
    try:
        return Ran(record["fingerprint"], record["code"], record["versions"], names.meant(record["names"], folder / CODE / NAMES))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CertificateError(f"code of {id} must have the fields of such a line, got {error!r}") from None


def replay_record(id: str, folder: Path = FOLDER) -> dict[str, Any]:
    """Return a certificate with the rows that another program needs to look again, as data.

    Raises
    ------
    CertificateError
        If it is missing or damaged, or what backs it is.
    """
    record, rows = lines.read(id, folder), lines.read(id, folder / REPLAY)
    if record is None or not isinstance(checks := record.get("checks"), list):
        raise CertificateError(f"certificate of {id} must have checks to look at again")
    stored = [[]] * len(checks) if rows is None else rows.get("replay")
    if not isinstance(stored, list) or len(stored) != len(checks):
        raise CertificateError(f"replay of {id} must have rows for each of its {len(checks)} checks")
    paired = zip(checks, stored, strict=True)
    return {**record, "checks": [{"replay": part, **check} for check, part in paired]}

"""Certificates: what was found about an entry, as JSON that is committed and diffable."""

from __future__ import annotations

import json
import os
import platform
import re
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorems.card import Card, Stated
from theorems.errors import CertificateError, VacuousError
from theorems.outcome import CEILINGS, DEFINITION, Outcome, combine
from theorems.sources import code_digest
from theorems.status import Status, join

if TYPE_CHECKING:
    from theorems.entry import Check, Theorem

FOLDER = Path(__file__).parent / "certificates"
FORMAT = 2
ROWS = ("replay", "mutants")
"""The fields that hold lists of rows, which a diff shows line by line."""
_LIBRARIES = ("sympy", "python-flint", "numpy", "scipy")


@dataclass(frozen=True)
class Certificate:
    """The evidence for one entry.

    Parameters
    ----------
    id : str
        Of the entry.
    fingerprint : str
        Of the mathematics that was checked.
    code : str
        Digest of the code that the checks ran.
    outcomes : tuple of Outcome
        One for each check.
    versions : dict of str to str
        Of Python and the libraries.
    stated : Stated
        What was checked, as text.
    """

    id: str
    fingerprint: str
    code: str
    outcomes: tuple[Outcome, ...]
    versions: dict[str, str]
    stated: Stated

    @property
    def status(self) -> Status:
        """What the outcomes amount to."""
        return combine(self.outcomes)

    @property
    def witness(self) -> dict[str, str]:
        """The first witness against the statement, empty if there is none."""
        return next((outcome.witness for outcome in self.outcomes if outcome.status is Status.REFUTED), {})

    def matches(self, card: Card) -> bool:
        """Return whether it is about the present statement and checks, in the fingerprint and in the text."""
        return (self.fingerprint, self.stated) == (card.fingerprint, card.stated)

    def is_fresh(self, card: Card) -> bool:
        """Return whether running the checks again could not change it: same mathematics, same code."""
        return self.matches(card) and self.code == code_digest(card.modules)


def certify(theorem: Theorem) -> Certificate:
    """Run every check of an entry; a check that raises has decided nothing, and says so."""
    outcomes = tuple(_run(check, theorem) for check in theorem.checks)
    return certificate_of(theorem, outcomes, _versions())


def certificate_of(theorem: Theorem, outcomes: tuple[Outcome, ...], versions: dict[str, str]) -> Certificate:
    """Return the certificate that says so about the present entry."""
    card = theorem.card()
    return Certificate(card.id, card.fingerprint, code_digest(card.modules), outcomes, versions, card.stated)


def _run(check: Check, theorem: Theorem) -> Outcome:
    try:
        return check.run(theorem)
    except VacuousError:
        raise
    except Exception as error:  # whatever a check raises is reported as open: the others must still run
        return Outcome(
            type(check).__name__.lower(),
            DEFINITION,
            Status.CLAIMED,
            f"raised {type(error).__name__}: {error}",
        )


def write(certificate: Certificate, folder: Path = FOLDER) -> Path:
    """Write a certificate beside its place and rename it, so that no half-written file can be left."""
    record = {
        "format": FORMAT,
        "id": certificate.id,
        "status": certificate.status.value,
        **asdict(certificate.stated),
        "fingerprint": certificate.fingerprint,
        "code": certificate.code,
        "outcomes": [{**asdict(outcome), "status": outcome.status.value} for outcome in certificate.outcomes],
        "versions": certificate.versions,
    }
    return write_record(record, folder / f"{certificate.id}.json")


def write_record(record: dict[str, Any], path: Path) -> Path:
    """Write a record as JSON, each row of a list of rows on a line of its own, beside its place, and rename it."""
    rows: list[str] = []

    def marked(value: Any, name: str = "") -> Any:
        if name in ROWS:
            rows.extend(json.dumps(row, ensure_ascii=False) for row in value)
            return [f"\0{number}" for number in range(len(rows) - len(value), len(rows))]
        if isinstance(value, dict):
            return {key: marked(part, key) for key, part in value.items()}
        return [marked(part) for part in value] if isinstance(value, (list, tuple)) else value

    text = json.dumps(marked(record), indent=1, ensure_ascii=False)
    whole = re.sub(r'"\\u0000(\d+)"', lambda match: rows[int(match[1])], text)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(whole + "\n", encoding="utf-8")
    beside.replace(path)
    return path


def read(id: str, folder: Path = FOLDER) -> Certificate | None:
    """Read the certificate of an entry, or return None if there is none.

    Raises
    ------
    CertificateError
        If the file is damaged, of another format, or about another entry, or states a status that its outcomes do not amount to.
    """
    path = folder / f"{id}.json"
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise CertificateError(f"certificate {path.name} must be whole JSON, got {error}") from None
    try:
        outcomes = tuple(_outcome(outcome) for outcome in record["outcomes"])
        text = Stated(record["statement"], record["domain"], tuple(record["hypotheses"]))
        certificate = Certificate(
            record["id"], record["fingerprint"], record["code"], outcomes, record["versions"], text
        )
        stated, written = record["status"], record["format"]
    except (KeyError, TypeError, ValueError) as error:
        raise CertificateError(
            f"certificate {path.name} must have the fields of format {FORMAT}, got {error!r}"
        ) from None
    _refuse_above_evidence(path, certificate)
    if written != FORMAT:
        raise CertificateError(f"certificate {path.name} must have format {FORMAT}, got {written!r}")
    if certificate.id != id:
        raise CertificateError(f"certificate {path.name} must be about {id!r}, got {certificate.id!r}")
    if stated != certificate.status.value:
        raise CertificateError(
            f"certificate {path.name} must state what its outcomes amount to, {certificate.status.value!r}, got {stated!r}"
        )
    return certificate


def _outcome(record: dict[str, Any]) -> Outcome:
    return Outcome(**{**record, "status": Status(record["status"]), "replay": tuple(record["replay"])})


def _refuse_above_evidence(path: Path, certificate: Certificate) -> None:
    for outcome in certificate.outcomes:
        most = CEILINGS.get(outcome.check)
        if most is not None and outcome.status.is_backed and join([most, outcome.status]) is not most:
            raise CertificateError(
                f"certificate {path.name} must not state more than its evidence, {most.value!r} at most by {outcome.check}, "
                f"got {outcome.status.value!r}"
            )


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for library in _LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "absent"
    return found

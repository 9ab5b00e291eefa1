"""Certificates: what was found about an entry, as JSON that is committed and diffable."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from theorems.digest import code_digest
from theorems.entry import Theorem
from theorems.errors import CertificateError, VacuousError
from theorems.outcome import DEFINITION, Check, Outcome, combine
from theorems.status import Status

FOLDER = Path(__file__).parent / "certificates"
FORMAT = 1
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
    """

    id: str
    fingerprint: str
    code: str
    outcomes: tuple[Outcome, ...]
    versions: dict[str, str]

    @property
    def status(self) -> Status:
        """What the outcomes amount to."""
        return combine(self.outcomes)

    @property
    def witness(self) -> dict[str, str]:
        """The first witness against the statement, empty if there is none."""
        return next((outcome.witness for outcome in self.outcomes if outcome.status is Status.REFUTED), {})

    def matches(self, theorem: Theorem) -> bool:
        """Return whether it is about the present statement and checks."""
        return self.fingerprint == theorem.fingerprint()

    def is_fresh(self, theorem: Theorem) -> bool:
        """Return whether running the checks again could not change it: same mathematics, same code."""
        return self.matches(theorem) and self.code == theorem_code(theorem)


def theorem_code(theorem: Theorem) -> str:
    """Return the digest of all code that the entry's checks run."""
    modules = {module for check in theorem.checks for module in check.modules()}
    return code_digest(tuple(sorted(modules)))


def certify(theorem: Theorem) -> Certificate:
    """Run every check of an entry; a check that raises has decided nothing, and says so."""
    outcomes = tuple(_run(check, theorem) for check in theorem.checks)
    return Certificate(theorem.id, theorem.fingerprint(), theorem_code(theorem), outcomes, _versions())


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
        "fingerprint": certificate.fingerprint,
        "code": certificate.code,
        "outcomes": [{**asdict(outcome), "status": outcome.status.value} for outcome in certificate.outcomes],
        "versions": certificate.versions,
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{certificate.id}.json"
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
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
        outcomes = tuple(
            Outcome(**{**outcome, "status": Status(outcome["status"])}) for outcome in record["outcomes"]
        )
        certificate = Certificate(
            record["id"], record["fingerprint"], record["code"], outcomes, record["versions"]
        )
        stated, written = record["status"], record["format"]
    except (KeyError, TypeError, ValueError) as error:
        raise CertificateError(
            f"certificate {path.name} must have the fields of format {FORMAT}, got {error!r}"
        ) from None
    if written != FORMAT:
        raise CertificateError(f"certificate {path.name} must have format {FORMAT}, got {written!r}")
    if certificate.id != id:
        raise CertificateError(f"certificate {path.name} must be about {id!r}, got {certificate.id!r}")
    if stated != certificate.status.value:
        raise CertificateError(
            f"certificate {path.name} must state what its outcomes amount to, {certificate.status.value!r}, got {stated!r}"
        )
    return certificate


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for library in _LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "absent"
    return found

"""The main job: bring every certificate up to date, in parallel, and say what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from theorems import certificate as certificates
from theorems.errors import CertificateError, VacuousError
from theorems.independence import shared_code
from theorems.outcome import TEXT, Outcome
from theorems.registry import Registry
from theorems.status import Status
from theorems.workers import spread

if TYPE_CHECKING:
    from theorems.entry import Theorem


@dataclass(frozen=True)
class Finding:
    """What is known about one entry after a run.

    Parameters
    ----------
    id : str
        Of the entry.
    status : Status
        Its own status.
    ran : bool
        Whether its checks were run now, or an up-to-date certificate was read.
    problem : str
        Why the run must fail, empty if it need not.
    """

    id: str
    status: Status
    ran: bool
    problem: str = ""


def outdated(registry: Registry, ids: Sequence[str]) -> list[str]:
    """Return the ids whose checks have to be run: no certificate, a damaged one, or other mathematics or code."""
    found = []
    for id in ids:
        try:
            known = registry.certificate(id)
        except CertificateError:
            known = None
        if known is None or not known.is_fresh(registry.card(id)):
            found.append(id)
    return found


def run(registry: Registry, ids: Sequence[str], jobs: int = 1) -> Iterator[str]:
    """Run the checks of the entries and write each certificate as soon as it is there; yield the ids as they are done.

    With `jobs` above 1 the entries are spread over processes, which load the library themselves.
    """
    yield from spread(_certify_and_write, registry, ids, jobs)


def _certify_and_write(theorem: Theorem, registry: Registry) -> None:
    try:
        found = certificates.certify(theorem)
    except VacuousError as error:
        outcome = Outcome("vacuity", TEXT, Status.VACUOUS, str(error))
        found = certificates.certificate_of(theorem, (outcome,), {})
    certificates.write(found, registry.folder)


def finding(registry: Registry, id: str, ran: bool) -> Finding:
    """Say where an entry stands, and whether that must fail the run."""
    status = registry.own_status(id)
    return Finding(id, status, ran, _problem(registry, id, status))


def _problem(registry: Registry, id: str, status: Status) -> str:
    believed = registry.is_believed(id)
    if status is Status.REFUTED and believed:
        found = registry.certificate(id)
        where = ", ".join(f"{name} = {value}" for name, value in (found.witness if found else {}).items())
        return f"refuted, but nothing corrects it; witness: {where}"
    if status in (Status.STALE, Status.VACUOUS, Status.CONFLICT):
        return status.words
    if not believed and status is not Status.REFUTED:
        return f"{registry.corrections[id]} corrects it, but no check refutes it"
    certificate = registry.certificate(id)
    if certificate is not None and status is not Status.REFUTED:
        silent = [
            outcome.check
            for outcome in certificate.outcomes
            if outcome.status is Status.CLAIMED and outcome.leg != TEXT
        ]
        if silent:
            return f"a check could not decide: {', '.join(silent)}"
        return shared_code(registry.card(id), certificate.outcomes)
    return ""


def orphans(registry: Registry) -> list[str]:
    """Return the names of certificates that belong to no entry."""
    return sorted(path.stem for path in registry.folder.glob("*.json") if path.stem not in registry)

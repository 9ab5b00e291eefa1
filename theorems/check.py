"""The main job: bring every certificate up to date, in parallel, and say what is wrong."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from theorems import certificate as certificates
from theorems import lines
from theorems.cluster import on_cluster
from theorems.describe import evidence
from theorems.errors import CertificateError
from theorems.independence import shared_code
from theorems.observe import imported
from theorems.outcome import MECHANISM, TEXT
from theorems.ran import CODE, ran
from theorems.registry import Registry
from theorems.registry import registry as known
from theorems.spreading import spread
from theorems.status import Status
from theorems.workers import Lost

_ROUNDED = 1e-8
_OUT_OF_TIME = "the time is spent"
_TOLD = ("key", "check", "leg", "status", "witness", "points")


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


def outdated(registry: Registry, ids: Sequence[str]) -> dict[str, str]:
    """Return the ids whose checks have to be run, each with the reason: the evidence is missing or damaged, or something moved."""
    reasons = {id: evidence(registry, id)[1] or _moved(registry, id) or _changed(registry, id) for id in ids}
    return {id: reason for id, reason in reasons.items() if reason}


def _moved(registry: Registry, id: str) -> str:
    try:
        known = ran(id, registry.folder_of(id))
    except CertificateError as error:
        return f"what ran is damaged: {error}"
    return "it is not known what its checks ran" if known is None else known.moved(registry.card(id).fingerprint)


def _changed(registry: Registry, id: str) -> str:
    return certificates.changed(registry.card(id), registry.folder_of(id))


def again(registry: Registry, ids: Sequence[str]) -> dict[str, str]:
    """Run the checks of entries anew, writing nothing; return where something else comes out than their certificates say, and what."""
    found = {id: _differs(registry, id) for id in ids}
    return {id: f"run again, {said}" for id, said in found.items() if said}


def _differs(registry: Registry, id: str) -> str:
    stored, complaint = evidence(registry, id)
    if stored is None:
        return complaint
    made, _ = certificates.certify(registry[id])
    if len(made.outcomes) != len(stored.outcomes):
        return f"its status is {made.status.value}, its certificate says {stored.status.value}"
    for one, other in zip(made.outcomes, stored.outcomes, strict=True):
        if _OUT_OF_TIME in one.detail:  # a slower processor says nothing against a proof
            continue
        # what is drawn and counted in floats depends on the last bits of another processor's functions
        for name in _TOLD if one.leg == MECHANISM else (*_TOLD, "detail"):
            now, before = getattr(one, name), getattr(other, name)
            if now != before:
                return f"{one.check} has the {name} {_word(now)}, its certificate says {_word(before)}"
    for one, rows in zip(made.outcomes, certificates.rows(id, registry.folder_of(id)), strict=True):
        if (
            one.check != "audit"
            and _OUT_OF_TIME not in one.detail
            and not _alike(certificates.kept(one), rows, one.leg == MECHANISM)
        ):
            return f"{one.check} leaves other rows to look at"
    return ""


def _alike(one: Any, other: Any, rounded: bool) -> bool:
    """Return whether rows say the same; floats that are written as text may be those of another processor, which rounds otherwise."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[name], other[name], rounded) for name in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(_alike(*pair, rounded) for pair in zip(one, other, strict=True))
    try:
        return one == other or (rounded and math.isclose(float(one), float(other), rel_tol=_ROUNDED, abs_tol=_ROUNDED))
    except (TypeError, ValueError):
        return False


def _word(value: object) -> object:
    return value.value if isinstance(value, Status) else value or "none"


def run(registry: Registry, ids: Sequence[str], jobs: int = 1, cluster: str | None = None) -> Iterator[str]:
    """Run the checks of the entries and write each certificate as soon as it is there; yield the ids as they are done.

    With `jobs` above 1 the entries are spread over processes, which load what they need themselves; with the address of a dask scheduler
    over its workers, and the certificates are written here.

    Raises
    ------
    RuntimeError
        If a process ended in the midst of an entry, after all others were done.
    """
    if cluster is not None:
        yield from _run_there(registry, ids, cluster)
        return
    yield from spread(_certify_and_write, registry, ids, jobs)


def _run_there(registry: Registry, ids: Sequence[str], cluster: str) -> Iterator[str]:
    order, lost = sorted(ids, key=lambda id: -len(registry.card(id).roads)), []
    for number, found in on_cluster(_certified, order, cluster, batch=1):
        if isinstance(found, Lost):
            lost.append(f"{order[number]}: {found.reason}")
            continue
        certificate, code = found
        certificates.write(certificate, code, registry.folder)
        yield order[number]
    if lost:
        raise RuntimeError(f"entries must be done by their processes, got {'; '.join(lost)}")


def _certified(id: str) -> tuple[Any, ...]:
    """Return the certificate of an entry, with what ran; a worker of a cluster calls it."""
    library = known()
    if module := library.card(id).module:
        imported(module)
    return certificates.certify(library[id])


def _certify_and_write(id: str, registry: Registry) -> None:
    if module := registry.card(id).module:
        imported(module)
    certificates.write(*certificates.certify(registry[id]), registry.folder)


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
    """Return the ids of certificates that belong to no entry, and the files with lines that cannot be told to belong to one."""
    folders = [registry.folder / name for name in ("", certificates.REPLAY, CODE)]
    strangers = {id for folder in folders for id in lines.ids(folder) if id not in registry}
    return sorted(strangers | {name for folder in folders for name in lines.damaged(folder)})

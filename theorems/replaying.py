"""Lay before `theorems.verify` what an entry says, and nothing that its certificate says of it; and look again where that has no road.

Statement, domain and hypotheses are printed from the entry, points are drawn again by `theorems.points` (the drawing is the one part that a
replay shares with the checks), boxes, limits and texts are those of the entry's checks. What is replayed in part only is looked at
by the code of the search as well: a derivation is derived again, antiderivatives are looked at again, a proof's pieces are shown again without
search (`dpsym.prove.replay`), of each run one point is run again, another with each commit, and a witness is enclosed again.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from theorems import lines
from theorems.certificate import REPLAY, Certificate, changed, rows
from theorems.dependencies import versions
from theorems.describe import evidence
from theorems.errors import CertificateError, VacuousError
from theorems.given import given, kind_of, places_of
from theorems.outcome import Outcome
from theorems.sources import own_digest
from theorems.status import Status
from theorems.store import Store
from theorems.verify.judging import FAILED, NOT, PART, REPLAYED
from theorems.verify.replay import Replay, replayed

if TYPE_CHECKING:
    from theorems.entry import Check, Theorem
    from theorems.registry import Registry

_VERIFY = ("boxes", "definitions", "formula", "judging", "laws", "proofs", "replay")
_MODULES = ("theorems.given", "theorems.points", "theorems.replaying", *(f"theorems.verify.{name}" for name in _VERIFY))


@cache
def _store() -> Store:
    return Store("replayed")


def replays(registry: Registry, id: str, seed: str = "") -> list[Replay]:
    """Replay the certificate of an entry; one that is missing, damaged, changed, or about another statement has failed.

    What backs a status above sampled, or refutes, and was not replayed, has failed too.

    Parameters
    ----------
    seed : str
        By which the point of each run is drawn that is run again.
    """
    folder = registry.folder_of(id)
    found, complaint = evidence(registry, id)
    try:
        complaint = complaint or changed(registry.card(id), folder)
        if found is None or complaint:
            return [Replay(id, "certificate", FAILED, complaint)]
        made = list(replayed_again(registry[id], found, rows(id, folder), seed))
        if said := misprinted(registry, id):
            made.append(Replay(id, "certificate", FAILED, said))
    except (CertificateError, ValueError) as error:
        made = [Replay(id, "certificate", FAILED, str(error))]
    # a check of somebody else's making is not replayed, and what it says can be contradicted by running it alone
    ours = {"certificate", "vacuity", *(kind_of(check) for check in registry[id].checks)}
    failed = "; ".join(f"{each.check}: {each.detail}" for each in made if each.result == FAILED and each.check in ours)
    _store().put(_content(registry, id), failed)
    return made


def misprinted(registry: Registry, id: str) -> str:
    """Return in words what the card of an entry, by which it is listed and shown, says otherwise than the entry; empty if nothing is."""
    card = registry.card(id)
    entry = registry[id].anew().card(card.module)
    other = [field.name for field in fields(card) if getattr(card, field.name) != getattr(entry, field.name)]
    return f"its card is not of the entry, the {other[0]} is another" if other else ""


def keep() -> None:
    """Write what `contradicted` found in this process where others read it."""
    _store().save()


def read_again() -> None:
    """Read what other processes have found since."""
    _store.cache_clear()


def is_known(registry: Registry, id: str) -> bool:
    """Return whether `contradicted` answers without a replay."""
    return _known(registry, id) is not None


def _known(registry: Registry, id: str) -> str | None:
    return _store().get(_content(registry, id))


def contradicted(registry: Registry, id: str, seed: str = "") -> str:
    """Return in words what of a certificate is contradicted, empty if nothing is; replayed once for each content that it has."""
    known = _known(registry, id)
    if known is None:
        replays(registry, id, seed)
        known = _known(registry, id)
    return f"its certificate is contradicted by its replay: {known}" if known else ""


def _content(registry: Registry, id: str) -> str:
    """Return the digest of what a replay looks at, and of the code that does."""
    folder = registry.folder_of(id)
    parts = [repr(registry.card(id)), *(lines.text(id, place) for place in (folder, folder / REPLAY))]
    parts += [own_digest(_MODULES), versions()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def dossier(theorem: Theorem, certificate: Certificate, stored: list[list[dict[str, Any]]]) -> dict[str, Any]:
    """Return what `theorems.verify.replay.replayed` takes: the entry, and what its certificate found."""
    stated = theorem.stated()
    checks = []
    for check, outcome, part in zip(theorem.checks, certificate.outcomes, stored, strict=True):
        said = given(theorem, check)
        if (
            outcome.status is Status.REFUTED
            and outcome.witness not in said["at"]
            and _is_point(theorem, check, outcome.witness)
        ):
            said["at"] = [*said["at"], outcome.witness]
        kind = outcome.check if kind_of(check) else f"check of {type(check).__module__}"
        found = {"check": kind, "status": outcome.status.value, "points": outcome.points, "witness": outcome.witness}
        checks.append({**found, "undecided": outcome.undecided, "replay": part, "given": said})
    return {
        "id": theorem.id,
        "statement": stated.statement,
        "domain": stated.domain,
        "hypotheses": stated.hypotheses,
        "checks": checks,
    }


def replayed_again(
    theorem: Theorem, certificate: Certificate, stored: list[list[dict[str, Any]]], seed: str = ""
) -> Iterator[Replay]:
    """Yield what comes of each check of a certificate that is tied to its entry, given with the rows beside it."""
    if certificate.status is Status.VACUOUS:
        yield _vacuous(theorem)
        return
    laid = dossier(theorem, certificate, stored)
    for check, outcome, part, found in zip(theorem.checks, certificate.outcomes, stored, replayed(laid), strict=True):
        named = replace(found, check=outcome.check)
        yield _settled(named if found.result == FAILED else _again(theorem, check, outcome, part, named, seed), outcome)


def _vacuous(theorem: Theorem) -> Replay:
    try:
        for check in theorem.checks:
            given(theorem, check)
    except VacuousError as error:
        return Replay(theorem.id, "vacuity", REPLAYED, str(error))
    return Replay(theorem.id, "vacuity", FAILED, "the hypotheses admit points")


def _settled(found: Replay, outcome: Outcome) -> Replay:
    above = outcome.status is Status.REFUTED or (outcome.status.is_backed and outcome.status is not Status.SAMPLED)
    if found.result == NOT and above:
        return replace(
            found, result=FAILED, detail=f"{outcome.status.value}, and nothing of it is replayed: {found.detail}"
        )
    return found


def _again(
    theorem: Theorem, check: Check, outcome: Outcome, stored: list[dict[str, Any]], found: Replay, seed: str
) -> Replay:
    """Look again by the code of the search, where the replay was in part."""
    if not kind_of(check) or outcome.status is Status.CLAIMED or found.result == REPLAYED:
        return found
    look = _checked_again if outcome.status is Status.REFUTED else _LOOKS.get(outcome.check)
    if look is None:
        return found
    try:
        said = look(theorem, check, outcome, stored, seed)
    except Exception as error:  # an exception is never a success
        return replace(found, result=FAILED, detail=str(error) or type(error).__name__)
    if not said:
        return found
    return replace(found, result=PART, detail=f"{found.detail}; {said}" if found.result == PART else said)


def _derived_again(theorem: Theorem, check: Check, outcome: Outcome, stored: list[dict[str, Any]], seed: str) -> str:
    found = check.run(theorem)
    forms = [[row["derived"] for row in rows if "derived" in row] for rows in (found.replay, stored)]
    if not amounts_to(found, outcome) or forms[0] != forms[1]:
        raise CertificateError(f"derived again it is {found.status.value}, {found.detail}")
    return "derived again"


def _proved_again(theorem: Theorem, check: Check, outcome: Outcome, stored: list[dict[str, Any]], seed: str) -> str:
    from dpsym.prove import replay
    from dpsym.prove.words import statement_data

    if not stored:
        found = check.run(theorem)
        if found.replay:
            raise CertificateError("the proof is not stored, and not too long to be")
        return _same(found, outcome)
    (row,) = stored
    if row["proof"]["statement"] != statement_data(theorem.statement):
        raise CertificateError("the proof is of another statement")
    replay(row["proof"], {symbol.name: symbol for symbol in theorem.domain})
    return "its pieces shown again"


def _is_point(theorem: Theorem, check: Check, witness: dict[str, str]) -> bool:
    """Return whether a witness is a point of the entry: numbers in the domain, at which the hypotheses hold, or laws that are found again."""
    from sympy import Rational, Symbol

    from theorems.points import holds

    if not all(isinstance(name, Symbol) for name in theorem.domain):
        return check.run(theorem).witness == witness
    try:
        point = {name: Rational(witness[str(name)]) for name in theorem.domain}
    except (KeyError, TypeError, ValueError):
        return False
    inside = len(point) == len(witness) and all(
        theorem.domain[name].contains(value) == True  # noqa: E712
        for name, value in point.items()
    )
    return inside and all(holds(hypothesis, point) for hypothesis in theorem.hypotheses)


def _run_again(theorem: Theorem, check: Any, outcome: Outcome, stored: list[dict[str, Any]], seed: str) -> str:
    from theorems.checks.run import call
    from theorems.compare import point_text

    places = places_of(theorem, check)
    texts = [point_text(place) for place in places]
    drawn = int(hashlib.sha256(f"{seed} {theorem.id} {check.key()}".encode()).hexdigest(), 16) % len(stored)
    row = stored[drawn]
    place = places[texts.index(row["at"]) if "at" in row else drawn]
    measured, value, error = call(check.against, place), float(row["run"]), float(row["error"])
    if measured.value != value and not abs(measured.value - value) <= measured.error + error + 1e-13 * abs(value):
        raise CertificateError(f"run again at {point_text(place)} it gives {measured.value!r}, stored {row['run']}")
    if math.isfinite(measured.error) and error > 1e3 * measured.error + 1e-12 * max(1.0, abs(value)):
        raise CertificateError(
            f"run again at {point_text(place)} it is within {measured.error:.1e}, stored +/- {row['error']}"
        )
    return "one of them run again"


def _checked_again(theorem: Theorem, check: Check, outcome: Outcome, stored: list[dict[str, Any]], seed: str) -> str:
    """Run a check again; one that refutes up to where it does."""
    return _same(check.run(theorem), outcome)


def _same(found: Outcome, outcome: Outcome) -> str:
    if not amounts_to(found, outcome):
        raise CertificateError(f"checked again it is {found.status.value}, {found.detail}")
    return "checked again"


def amounts_to(found: Outcome, outcome: Outcome) -> bool:
    """Return whether it is what the certificate says, where a proof without a run beside it is worth agreement."""
    weakened = found.status is Status.PROVED and outcome.status is Status.SAMPLED
    return found.witness == outcome.witness and (weakened or found.status is outcome.status)


_LOOKS: dict[str, Callable[..., str]] = {
    "derive": _derived_again,
    "evaluated": _checked_again,
    "integrated": _checked_again,
    "proved": _proved_again,
    "quadrature": _run_again,
}

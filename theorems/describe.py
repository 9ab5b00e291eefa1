"""One entry in full, in words: statement, domain, sources, evidence, and its place among the others."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from theorems.bibliography import reference
from theorems.certificate import Certificate
from theorems.errors import CertificateError
from theorems.registry import Registry, registry
from theorems.status import Status
from theorems.unproved import missing

_FEW = 4
_LINKS = {
    "uses": "uses",
    "used_by": "used by",
    "corrects": "corrects",
    "corrected_by": "corrected by",
    "sharpens": "sharpens",
    "sharpened_by": "sharpened by",
    "specializes": "is a case of",
    "specialized_by": "has the cases",
}


def describe(id: str, library: Registry | None = None, width: int = 79) -> str:
    """Return everything that is known about an entry, as text.

    Parameters
    ----------
    id : str
        Of the entry.
    library : Registry, optional
        Where it stands; the registry of this package if left out.
    width : int
        Of the text, in characters.

    Raises
    ------
    UnknownIdError
        If there is no such entry.
    """
    known = record(registry() if library is None else library, id)
    lines = [known["id"], *textwrap.wrap(known["title"], width)]
    lines += _section("Statement", [known["statement"]], width)
    lines += _section("Domain", [f"{name}: {values}" for name, values in known["domain"].items()], width)
    lines += _section("Hypotheses", known["hypotheses"], width)
    lines += _section("Sources", [_source(source) for source in known["sources"]], width)
    lines += _section("Status", _status(known), width)
    lines += _section("Checks", [line for check in known["checks"] for line in _check(check)], width)
    links = {words: known[name] for name, words in _LINKS.items() if known[name]}
    lines += _section("Links", [f"{words}: {', '.join(ids)}" for words, ids in links.items()], width)
    lines += _section("Note", [known["note"]] if known["note"] else [], width)
    return "\n".join(lines)


def record(library: Registry, id: str) -> dict[str, Any]:
    """Return everything that is known about an entry, as data that JSON can hold.

    Raises
    ------
    UnknownIdError
        If there is no such entry.
    """
    known = library.card(id)
    certificate, complaint = evidence(library, id)
    status = library.own_status(id)
    return {
        "id": id,
        "title": known.title,
        "statement": known.stated.statement,
        "domain": known.stated.domain,
        "hypotheses": list(known.stated.hypotheses),
        "sources": [
            {**asdict(source), "reference": reference(source.key, library.bibliography)} for source in known.cites
        ],
        "status": status.value,
        "words": status.words,
        "proofs": list(library.proofs(id)),
        "effective": library.effective_status(id).value,
        "weakest": weakest(library, id),
        "conditional_on": list(library.conditional_on(id)),
        "missing": missing(id) if status is Status.SAMPLED else "",
        "complaint": complaint,
        "checks": [
            {**asdict(outcome), "status": outcome.status.value}
            for outcome in (certificate.outcomes if certificate else ())
        ],
        "uses": list(known.uses),
        "used_by": list(library.used_by(id)),
        "corrects": [known.corrects] if known.corrects else [],
        "corrected_by": [library.corrections[id]] if id in library.corrections else [],
        "sharpens": [known.sharpens] if known.sharpens else [],
        "sharpened_by": list(library.improvements.get(id, ())),
        "specializes": [known.specializes] if known.specializes else [],
        "specialized_by": list(library.cases.get(id, ())),
        "note": known.note,
    }


def weakest(library: Registry, id: str) -> list[str]:
    """Return the entries that the evidence rests on, directly or not, and whose status it cannot exceed; none where it has its own."""
    effective = library.effective_status(id)
    if effective is library.own_status(id):
        return []
    return [used for used in sorted(library.foundations(id)) if library.own_status(used) is effective]


def evidence(library: Registry, id: str) -> tuple[Certificate | None, str]:
    """Return the certificate if it is about the present statement, or why there is none to go by."""
    try:
        certificate = library.certificate(id)
    except CertificateError as error:
        return None, f"its certificate is damaged: {error}"
    if certificate is None:
        return None, "its checks were not run yet"
    complaint = certificate.complaint(library.card(id))
    return (None, complaint) if complaint else (certificate, "")


def _source(source: dict[str, str]) -> str:
    where = ", ".join(part for part in (source["locator"], source["version"]) if part)
    return f"{source['reference']}. {where + ' ' if where else ''}[{source['key']}]"


def _status(known: dict[str, Any]) -> list[str]:
    how = f" by {' and '.join(known['proofs'])}" if known["proofs"] else ""
    lines = [f"{known['status']}{how}: {known['words']}"]
    if known["missing"]:
        lines.append(f"no proof yet: {known['missing']}")
    if known["complaint"]:
        lines.append(known["complaint"])
    if known["effective"] != known["status"]:
        lines.append(f"{known['effective']} once everything it rests on is taken into account: {few(known['weakest'])}")
    if known["conditional_on"]:
        lines.append(f"conditional on {', '.join(known['conditional_on'])}")
    return lines


def few(ids: Sequence[str]) -> str:
    """Return the first of some ids, and how many there are more."""
    more = len(ids) - _FEW
    return ", ".join(ids[:_FEW]) + (f" and {more} more" if more > 0 else "")


def _check(check: dict[str, Any]) -> list[str]:
    facts = [check["status"]]
    if check["points"]:
        facts.append(f"{check['points']} looked at")
    if check["margin"]:
        facts.append(f"worst margin {check['margin']}")
    lines = [f"{check['check']} ({check['leg']}): {', '.join(facts)}", f"    {check['detail']}"]
    if check["reach"]:
        lines.append(f"    {check['reach']}")
    if check["witness"]:
        lines.append(f"    fails at {witness_text(check['witness'])}")
    return lines


def witness_text(witness: dict[str, str]) -> str:
    """Return a point on one line: ``alpha = 2, b = 1/3``."""
    return ", ".join(f"{name} = {value}" for name, value in witness.items())


def _section(title: str, lines: list[str], width: int) -> list[str]:
    """Return a heading with its lines below, folded; nothing where there are none."""
    folded = []
    for line in lines:
        indent = "  " + " " * (len(line) - len(line.lstrip()))
        folded += textwrap.wrap(
            line.strip(),
            width,
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return ["", title, *folded] if folded else []

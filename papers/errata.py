"""The errata of a paper for a reader and for a program: Markdown and JSON, each false claim with a line to recompute it.

The JSON object has the fields

``paper``
    ``key``, ``title``, ``translated``, ``author``, ``year`` and ``bib``, all texts.
``paste``
    The line to run before those of the witnesses: ``from papers import holds``.
``errata``
    A list in reading order of objects with

    - ``id``, ``where``, ``place``, ``printed``, ``right``, ``class`` (one of `papers.erratum.CLASSES`): texts;
    - ``privacy``: ``effect`` (one of `papers.erratum.PRIVACY`) and ``amount`` (a text, empty where nothing is lost);
    - ``origin`` (one of `papers.erratum.ORIGINS`) and ``evidence`` (one of `papers.erratum.EVIDENCE`): whose slip it is, and what shows it;
    - ``witness``: a list, empty or of two objects, the printed claim and the mended one, each with ``line`` (which a reader can paste
      into a REPL), ``value`` (what it evaluates to: false, then true), ``left`` and ``right`` (the sides, as balls or exact numbers);
    - ``entries``: a list of objects ``id``, ``status``, ``certificate`` (the fingerprint in its certificate, empty if there is none):
      the statement as printed and the one that repairs it, as far as the registry has them;
    - ``reference`` (where a printed cross-reference leads, and where it should), ``repair`` (what came of attacking the repaired
      statement over its domain) and ``note``: texts, empty if there are none;
    - ``problems``: a list of texts, why it does not come out; empty if it does.
``counts``
    How many errata there are of each class, of each effect on privacy, and shown by each kind of evidence.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from papers.erratum import CLASSES, NO_LOSS, PRIVACY
from papers.text import ORIGIN_WORDS
from papers.verdict import Account
from papers.witness import Evidence, reference_text, repair_text
from theorems.errors import CertificateError
from theorems.registry import Registry

PASTE = "from papers import holds"
_FACTS = ("title", "translated", "author", "year", "bib")


def witness_line(claim: str) -> str:
    """Return the line that decides a claim, to be pasted into a REPL."""
    return f'holds("{claim}")'


def errata_record(account: Account, registry: Registry) -> dict[str, Any]:
    """Return the errata as data that JSON can hold; the module says which fields there are."""
    return {
        "paper": {"key": account.paper.key, **{name: account.paper.facts[name] for name in _FACTS}},
        "paste": PASTE,
        "errata": [_record(known, account, registry) for known in account.evidence],
        "counts": {"class": by_class(account), "privacy": by_effect(account), "evidence": account.shown_by},
    }


def by_class(account: Account) -> dict[str, int]:
    """Return how many errata there are of each class, the gravest first; none that no erratum has."""
    found = Counter(known.erratum.kind for known in account.evidence)
    return {kind: found[kind] for kind in CLASSES if kind in found}


def by_effect(account: Account) -> dict[str, int]:
    """Return how many errata have each effect on privacy."""
    found = Counter(known.erratum.privacy for known in account.evidence)
    return {effect: found[effect] for effect in PRIVACY if effect in found}


def fingerprint(id: str, registry: Registry) -> str:
    """Return the digest of the mathematics that the certificate of an entry is about; empty if there is none to go by."""
    try:
        certificate = registry.certificate(id)
    except CertificateError:
        return ""
    return certificate.fingerprint if certificate is not None else ""


def _record(known: Evidence, account: Account, registry: Registry) -> dict[str, Any]:
    erratum = known.erratum
    sides = ((erratum.claim, known.claim), (erratum.mended, known.mended))
    return {
        "id": erratum.id,
        "where": erratum.where,
        "place": erratum.place,
        "printed": erratum.printed,
        "right": erratum.correct,
        "class": erratum.kind,
        "privacy": {"effect": erratum.privacy, "amount": erratum.amount},
        "origin": erratum.origin,
        "evidence": erratum.evidence,
        "witness": [
            {"line": witness_line(claim), "value": found.holds, "left": found.left, "right": found.right}
            for claim, found in sides
            if found is not None
        ],
        "entries": [
            {"id": id, "status": registry.own_status(id).value, "certificate": fingerprint(id, registry)}
            for id in (erratum.entry, erratum.repair)
            if id
        ],
        "reference": reference_text(account.paper, erratum) if erratum.reference_correct else "",
        "repair": repair_text(account.paper, known),
        "note": erratum.note,
        "problems": list(known.problems),
    }


def errata_markdown(account: Account, registry: Registry) -> str:
    """Return the errata as a Markdown page, by class, each with the lines that recompute it."""
    record = errata_record(account, registry)
    facts = account.paper.facts
    lines = [
        f"# Errata: {facts['translated'] or facts['title']}",
        "",
        f"{facts['author']}, *{facts['title']}*, {facts['year']}. Made by `dpsym paper errata {account.paper.key} --format markdown`;"
        " values and counts are computed.",
        "",
        f"A line in a box decides a claim from the definitions, after `{PASTE}`: the printed claim is False, the mended one True.",
    ]
    for kind in record["counts"]["class"]:
        lines += ["", f"## {kind[0].upper()}{kind[1:]}"]
        for erratum in record["errata"]:
            if erratum["class"] == kind:
                lines += ["", *_markdown(erratum)]
    return "\n".join(lines) + "\n"


def _markdown(erratum: dict[str, Any]) -> list[str]:
    star = f" ({ORIGIN_WORDS[erratum['origin']]})" if erratum["origin"] in ORIGIN_WORDS else ""
    lines = [
        f"### {_safe(erratum['where'])}: {erratum['id']}",
        "",
        f"- Where: {_safe(erratum['place'])}{star}",
        f"- Printed: {_safe(erratum['printed'])}",
        f"- Right: {_safe(erratum['right'])}",
    ]
    effect = erratum["privacy"]
    if effect["effect"] != NO_LOSS:
        lines.append(f"- Effect on privacy: {_safe(': '.join(filter(None, (effect['effect'], effect['amount']))))}")
    for name in ("reference", "repair", "note"):
        lines += [f"- {name.capitalize()}: {_safe(erratum[name])}"] if erratum[name] else []
    for entry in erratum["entries"]:
        lines.append(f"- Entry: `{entry['id']}`, {entry['status']}, certificate `{entry['certificate'] or 'none'}`")
    lines += [f"- Problem: {_safe(problem)}" for problem in erratum["problems"]]
    if erratum["witness"]:
        shown = [line for one in erratum["witness"] for line in (f">>> {one['line']}", str(one["value"]))]
        lines += ["", "```python", *shown, "```"]
    return lines


def _safe(text: str) -> str:
    """Return prose in which Markdown finds no marks of its own."""
    return "".join(f"\\{character}" if character in "\\`*_[]<>|#" else character for character in text)

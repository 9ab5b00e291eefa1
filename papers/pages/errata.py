r"""The errata of a paper as LaTeX: by class, each with the lines that recompute it and its effect on privacy."""

from __future__ import annotations

from papers.errata import PASTE, by_class, fingerprint, witness_line
from papers.erratum import CONVERSION, NO_LOSS, NOT_SHARP, OPEN, Erratum
from papers.pages.typeset import code, plain, typeset
from papers.text import ORIGIN_WORDS, decided
from papers.verdict import Account
from papers.witness import Evidence, reference_text
from theorems.registry import Registry

_SHOWN = 16
_MARKS = {OPEN: "*", CONVERSION: "**"}


def errata(account: Account, registry: Registry) -> str:
    """Return a subsection for each class of errata, with a paragraph for each erratum in reading order."""
    if not account.evidence:
        return "No erratum is known.\n"
    lines = [_legend(account)]
    for kind in by_class(account):
        here = [known for known in account.evidence if known.erratum.kind == kind]
        lines += ["", rf"\subsection*{{{plain(kind[0].upper() + kind[1:])} ({len(here)})}}"]
        for known in here:
            lines += ["", *_paragraph(known, account, registry)]
    return "\n".join(lines) + "\n"


def _legend(account: Account) -> str:
    origins = {known.erratum.origin for known in account.evidence}
    star = "".join(
        f" Slips marked {mark}: {ORIGIN_WORDS[origin]}." for origin, mark in _MARKS.items() if origin in origins
    )
    return (
        rf"A line in typewriter face can be pasted into a REPL after \texttt{{{code(PASTE)}}}. It decides a claim from the definitions, "
        rf"by rigorous enclosures: the first of a pair is the printed claim and false, the second the mended one and true.{star}"
    )


def _paragraph(known: Evidence, account: Account, registry: Registry) -> list[str]:
    erratum = known.erratum
    star = _MARKS.get(erratum.origin, "")
    lines = [
        rf"\erratum{{{plain(erratum.where)}}}{{{typeset(erratum.place)}{star}}}{{{code(erratum.id)}}}",
        rf"\told{{Printed}}{{{typeset(erratum.printed)}}}",
        rf"\told{{Right}}{{{typeset(erratum.correct)}}}",
    ]
    if erratum.privacy != NO_LOSS:
        effect = rf"\textbf{{{plain(erratum.privacy)}}}" + (f": {typeset(erratum.amount)}" if erratum.amount else "")
        lines.append(rf"\told{{Privacy}}{{{effect}}}")
    for claim, found in ((erratum.claim, known.claim), (erratum.mended, known.mended)):
        if found is not None:
            lines.append(rf"\witness{{{code(witness_line(claim))}}}{{{code(decided(found, claim))}}}")
    if erratum.reference_correct:
        lines.append(rf"\told{{Reference}}{{{typeset(reference_text(account.paper, erratum))}}}")
    if said := _entries(erratum, registry):
        lines.append(rf"\told{{Registry}}{{{said}}}")
    if erratum.note:
        lines.append(rf"\told{{Note}}{{{typeset(erratum.note)}}}")
    lines += [rf"\told{{Problem}}{{{typeset(problem)}}}" for problem in known.problems]
    return lines


def _entries(erratum: Erratum, registry: Registry) -> str:
    """Return which entries state what is printed and what repairs it, with the digests of their certificates."""
    link = "sharpened by" if erratum.kind == NOT_SHARP else "corrected by"
    told = [_entry(id, registry) for id in (erratum.entry, erratum.repair) if id]
    return f", {link} ".join(told)


def _entry(id: str, registry: Registry) -> str:
    digest = fingerprint(id, registry)[:_SHOWN] or "none"
    return rf"\texttt{{{code(id)}}} ({plain(registry.own_status(id).value)}, certificate \texttt{{{digest}}})"

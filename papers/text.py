"""An account of a paper as plain text that reads at 80 columns, and as data for JSON."""

from __future__ import annotations

import re
import textwrap
from itertools import groupby
from typing import Any

from papers.erratum import CONVERSION, NO_LOSS, NOT_SHARP, OPEN
from papers.verdict import Account, Judgement, Verdict
from papers.witness import Evidence, reference_text, repair_text
from theorems.compare import Comparison

WIDTH = 80
ORIGIN_WORDS = {CONVERSION: "the text conversion's; the page is right", OPEN: "may be the text conversion's"}
_DIGITS = 10
_SIGN = re.compile(r"(<=|>=|==|<|>)")
_LABEL_WIDTH = 18


def results_text(account: Account) -> str:
    """Return every numbered result with verdict and findings, in reading order, then the other errata."""
    facts = account.paper.facts
    where = ", ".join(filter(None, (facts["school"], facts["year"])))
    heading = f"{facts['author']}, {facts['translated'] or facts['title']} ({where})"
    lines = textwrap.wrap(heading, WIDTH)
    section = ""
    for judgement in account.judgements:
        here = account.paper.section_of(judgement.item)
        if here != section:
            section = here
            lines += ["", f"{section.partition(' ')[2]}  {account.paper.sections[section]}"]
        lines += ["", *_judgement(judgement)]
    return "\n".join([*lines, *_between(account), "", *summary_lines(account)]) + "\n"


def summary_lines(account: Account) -> list[str]:
    """Return how many results have each verdict, and what does not come out."""
    counts = ", ".join(f"{number} {verdict}" for verdict, number in account.counts.items())
    shown = ", ".join(f"{number} {kind}" for kind, number in account.shown_by.items())
    lines = textwrap.wrap(
        f"{len(account.judgements)} numbered results: {counts}; {len(account.evidence)} errata, shown by: {shown or 'nothing'}.",
        WIDTH,
    )
    for known in account.evidence:
        lines += _folded(f"{known.erratum.id}: {'; '.join(known.problems)}", 2) if known.problems else []
    for judgement in account.judgements:
        found = [finding for finding in judgement.findings if finding.verdict is Verdict.INCONSISTENT]
        lines += [
            line
            for finding in found
            for line in _folded(f"{judgement.item.label}: {finding.source}: {finding.text}", 2)
        ]
    return lines


def errata_text(account: Account) -> str:
    """Return every erratum with its witness, in reading order."""
    return "\n\n".join("\n".join(_erratum(known, account)) for known in account.evidence) + "\n"


def as_record(account: Account) -> dict[str, Any]:
    """Return the account as data that JSON can hold."""
    return {
        "paper": {"key": account.paper.key, **account.paper.facts},
        "results": [
            {
                "label": judgement.item.label,
                "kind": judgement.item.kind,
                "statement": judgement.item.statement,
                "verdict": judgement.verdict.value,
                "scope": judgement.scope,
                "findings": [
                    {"verdict": finding.verdict.value, "source": finding.source, "text": finding.text}
                    for finding in judgement.findings
                ],
            }
            for judgement in account.judgements
        ],
        "errata": [_erratum_record(known, account) for known in account.evidence],
        "counts": account.counts,
        "ok": account.ok,
    }


def _erratum_record(known: Evidence, account: Account) -> dict[str, Any]:
    fields = {name: value for name, value in vars(known.erratum).items() if value not in ("", False)}
    fields["class"] = fields.pop("kind")
    sides = {"claim": known.claim, "mended": known.mended}
    values = {name: [found.left, found.right] for name, found in sides.items() if found is not None}
    leads = {"reference": reference_text(account.paper, known.erratum)} if known.erratum.reference_correct else {}
    attacked = {"attacked": told} if (told := repair_text(account.paper, known)) else {}
    ends = {"problems": list(known.problems), "waiting": list(known.waiting)}
    return {**fields, **leads, **attacked, "values": values, **ends}


def _judgement(judgement: Judgement) -> list[str]:
    lines = _headed(judgement.item.label, judgement.verdict.value)
    lines += _folded(judgement.item.statement, 4)
    if judgement.scope:
        lines += _folded(f"Covered: {judgement.scope}", 4)
    for finding in judgement.findings:
        source = f" [{finding.source}]" if finding.source else ""
        lines += _folded(f"- {finding.verdict.value}{source}: {finding.text}", 4, hanging=2)
    return lines


def _between(account: Account) -> list[str]:
    """Return the errata of the text between the numbered results, by chapter and section."""
    sections = account.paper.sections
    known = [known for known in account.evidence if known.erratum.where in sections]
    lines = ["", "Between the numbered results"] if known else []
    for where, here in groupby(known, key=lambda known: known.erratum.where):
        lines += ["", f"{where}  {sections[where]}"]
        lines += [
            line for known in here for line in _folded(f"- {_outcome(known)} {_printed_and_right(known)}", 4, hanging=2)
        ]
    return lines


def _erratum(known: Evidence, account: Account) -> list[str]:
    erratum = known.erratum
    lines = _headed(f"{erratum.id}", _outcome(known)) + _folded(f"{erratum.where}, {erratum.place}", 2)
    rows = [("printed", erratum.printed), ("right", erratum.correct), *_witness(known)]
    if erratum.reference_correct:
        rows.append(("reference", reference_text(account.paper, erratum)))
    if erratum.privacy != NO_LOSS:
        rows.append(("privacy", ": ".join(filter(None, (erratum.privacy, erratum.amount)))))
    rows += [("repair", told)] if (told := repair_text(account.paper, known)) else []
    rows += [("note", erratum.note)] if erratum.note else []
    rows += [("origin", ORIGIN_WORDS[erratum.origin])] if erratum.origin in ORIGIN_WORDS else []
    rows += [("PROBLEM", problem) for problem in known.problems]
    for name, value in rows:
        lines += textwrap.wrap(
            value, WIDTH, initial_indent=f"  {name:<10}", subsequent_indent=" " * 12, break_on_hyphens=False
        )
    return lines


def _witness(known: Evidence) -> list[tuple[str, str]]:
    """Return the claims with their values, and the entries, as rows."""
    erratum = known.erratum
    rows = []
    for name, claim, found in (("claim", erratum.claim, known.claim), ("mended", erratum.mended, known.mended)):
        if found is not None:
            rows += [(name, claim), ("", decided(found, claim))]
    if erratum.entry:
        link = "sharpened" if erratum.kind == NOT_SHARP else "corrected"
        rows.append(("entry", f"{erratum.entry}, {link} by {erratum.repair}"))
    elif erratum.repair:
        rows.append(("entry", erratum.repair))
    return rows


def _outcome(known: Evidence) -> str:
    if known.problems:
        return "does not come out"
    return f"{known.erratum.kind} (not checked yet)" if known.waiting else known.erratum.kind


def decided(found: Comparison, claim: str) -> str:
    """Return whether a claim is true, and its two sides as numbers."""
    truth = "true" if found.holds else "false" if found.fails else "undecided"
    sign = _SIGN.search(claim)
    sides = f" {sign.group()} ".join(map(_short, (found.left, found.right))) if sign else claim
    return f"{truth}: {sides}"


def _short(value: str) -> str:
    """Return the leading digits of a ball or of an exact number, for display."""
    number = value.split(" +/- ")[0]
    mantissa, exponent = [*number.split("e"), ""][:2]
    if "." not in mantissa:
        return number
    shown = mantissa[: mantissa.index(".") + _DIGITS].rstrip("0").rstrip(".")
    return f"{shown}e{exponent}" if exponent else shown


def _printed_and_right(known: Evidence) -> str:
    erratum = known.erratum
    return f"[{erratum.id}] {erratum.place}: {erratum.printed} -> {erratum.correct}"


def _headed(name: str, verdict: str) -> list[str]:
    return [f"{name:<{_LABEL_WIDTH}}  {verdict}"]


def _folded(text: str, indent: int, hanging: int = 0) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + hanging), break_on_hyphens=False
    )

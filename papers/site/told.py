"""The papers, result by result, with their verdicts and errata."""

from __future__ import annotations

from collections import defaultdict

from papers.errata import PASTE, by_class, by_effect, errata_record
from papers.folders import keys
from papers.pages.results import MEANINGS
from papers.paper import load
from papers.site.entry import statuses
from papers.site.page import Page
from papers.verdict import Account, Verdict, judge
from theorems.registry import Registry

FOLDER = "papers"


def accounts(library: Registry) -> list[Account]:
    """Return the account of every paper."""
    return [judge(load(key), library) for key in keys()]


def told(found: list[Account]) -> dict[str, list[tuple[str, str, str]]]:
    """Return for each entry the results that papers link to it: key of the paper, label, verdict."""
    made: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for account in found:
        for judgement in account.judgements:
            result = account.paper.results[judgement.item.label]
            for id in dict.fromkeys((*result.entries, *result.about)):
                made[id].append((account.paper.key, judgement.item.label, judgement.verdict.value))
    return made


def papers_page(found: list[Account]) -> Page:
    """Return the list of papers."""
    rows = [
        {
            "key": account.paper.key,
            "facts": account.paper.facts,
            "results": len(account.judgements),
            "false": account.counts.get(Verdict.FALSE.value, 0),
            "errata": len(account.evidence),
        }
        for account in found
    ]
    return Page(FOLDER, "Papers", "papers", {"rows": rows}, says="Papers told result by result.")


def paper_page(account: Account, library: Registry) -> Page:
    """Return the page of a paper: every numbered result with its verdict, then every erratum with the lines that recompute it."""
    paper = account.paper
    sections: dict[str, list[dict[str, object]]] = defaultdict(list)
    for judgement in account.judgements:
        result = paper.results[judgement.item.label]
        sections[paper.section_of(judgement.item)].append(
            {
                "item": judgement.item,
                "anchor": judgement.item.label.replace(" ", "-"),
                "verdict": judgement.verdict,
                "scope": judgement.scope,
                "entries": result.entries,
                "about": result.about,
                "findings": [finding for finding in judgement.findings if finding.source not in result.about],
            }
        )
    record = errata_record(account, library)
    content = {
        "facts": paper.facts,
        "key": paper.key,
        "counts": [(Verdict(value), count) for value, count in account.counts.items()],
        "meanings": MEANINGS,
        "sections": [(label, paper.sections[label], rows) for label, rows in sections.items()],
        "errata": [(kind, [one for one in record["errata"] if one["class"] == kind]) for kind in by_class(account)],
        "effects": by_effect(account),
        "paste": PASTE,
        "status_of": statuses(library),
    }
    title = paper.facts["translated"] or paper.facts["title"]
    return Page(
        f"{FOLDER}/{paper.key}",
        title,
        "paper",
        content,
        says=f"{paper.facts['author']}: {len(account.judgements)} results.",
    )

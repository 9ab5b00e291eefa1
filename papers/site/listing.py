"""The ways in: all entries with their filters, the index that is searched, the refuted statements, and the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from papers.site.diagram import atlas
from papers.site.entry import statuses
from papers.site.facets import Facets, facets
from papers.site.page import Page
from theorems.bibliography import reference
from theorems.describe import record, witness_text
from theorems.registry import Registry
from theorems.search import vocabulary
from theorems.status import Status

_FILTERS = ("status", "quantity", "family", "topic", "source")
SESSION = """\
>>> from dpsym import *
>>> from dpsym.symbols import alpha, b
>>> Laplace(b).renyi(alpha)
log((alpha*exp((alpha - 1)/b) + (alpha - 1)*exp(-alpha/b))/(2*alpha - 1))/(alpha - 1)"""
_QUOTED = 12


def entries_page(library: Registry) -> Page:
    """Return the page with all entries, by topic, and filters over them."""
    found = {id: facets(library, id) for id in library}
    values = {name: _counted(one for each in found.values() for one in _values(each, name)) for name in _FILTERS}
    place = {name: {value: number for number, (value, _) in enumerate(listed)} for name, listed in values.items()}
    groups: dict[str, list[tuple[str, str, str, str]]] = {}
    for id, each in found.items():
        numbers = "|".join(",".join(str(place[name][value]) for value in _values(each, name)) for name in _FILTERS)
        groups.setdefault(each.topic, []).append((id, library.card(id).title, each.status, numbers))
    words = {"quantity": "Quantity", "family": "Family", "topic": "Topic", "status": "Status", "source": "Source"}
    content = {
        "filters": [(name, words[name], values[name]) for name in _FILTERS],
        "groups": sorted(groups.items()),
        "total": len(found),
    }
    return Page("theorems", "Theorems", "theorems", content, says=f"All {len(found)} statements, with filters.")


def _values(found: Facets, name: str) -> tuple[str, ...]:
    return {
        "status": (found.status,),
        "quantity": found.quantities,
        "family": found.families,
        "topic": (found.topic,),
        "source": found.sources,
    }[name]


def _counted(values: Iterable[str]) -> list[tuple[str, int]]:
    return sorted(Counter(values).items(), key=lambda pair: (pair[0] == "other", pair[0].lower()))


def front_page(library: Registry, papers: int) -> Page:
    """Return the front page."""
    known = statuses(library)
    counts = Counter(known.values())
    use = {id: len(library.used_by(id)) for id in library if not id.startswith("density.")}
    quoted = sorted(use, key=lambda id: (-use[id], id))[:_QUOTED]
    content = {
        "total": len(library),
        "counts": [(value, count) for value, count in counts.most_common() if count],
        "words": {status.value: status.words for status in Status},
        "papers": papers,
        "session": SESSION,
        "quoted": [(id, library.card(id).title, use[id]) for id in quoted],
        "status_of": known,
    }
    return Page(
        "",
        "dpsym: the workbench for privacy proofs",
        "front",
        content,
        says="Privacy bounds, each tied to its machine checks.",
    )


def refuted_page(library: Registry) -> Page:
    """Return the page of false statements, each with its witness and its repair."""
    rows = []
    for id in (id for id, status in statuses(library).items() if status == Status.REFUTED.value):
        known = record(library, id)
        check = next(check for check in known["checks"] if check["status"] == Status.REFUTED.value)
        sources = [f"{source['reference']}, {source['locator']}" for source in known["sources"]]
        rows.append(
            {
                "id": id,
                "title": known["title"],
                "latex": library.card(id).latex.statement,
                "witness": witness_text(check["witness"]),
                "detail": check["detail"],
                "source": sources[0] if sources else "",
                "corrected": (known["corrected_by"] or [""])[0],
            }
        )
    content = {"rows": rows, "status_of": statuses(library)}
    return Page(
        "refuted", "Refuted statements", "refuted", content, says=f"{len(rows)} false statements with witnesses."
    )


def graph_page(library: Registry) -> Page:
    """Return the map of what rests on what."""
    content = {
        "atlas": atlas(library),
        "statuses": list(dict.fromkeys(statuses(library).values())),
        "total": len(library),
    }
    return Page("graph", "What rests on what", "graph", content, says="All entries, and what each rests on.")


def graph_data(library: Registry) -> dict[str, Any]:
    """Return what the map's script walks on: each entry with title, status, and the places of those that it rests on."""
    place = {id: number for number, id in enumerate(library)}
    return {
        id: [library.card(id).title, status, [place[one] for one in library.rests_on(id)]]
        for id, status in statuses(library).items()
    }


def search_data(library: Registry) -> dict[str, Any]:
    """Return what the search of the site looks at: a row an entry, its sources in words, and the vocabulary of the registry's search."""
    rows = []
    for id in library:
        card, each = library.card(id), facets(library, id)
        named = " ".join((*each.quantities, *each.families, *card.stated.domain)).replace("other", "")
        rows.append([id, card.title, each.status, f"{card.note} {named}".strip(), [cite.key for cite in card.cites]])
    keys = sorted({key for row in rows for key in row[4]})
    return {
        "rows": rows,
        "sources": {key: reference(key, library.bibliography) for key in keys},
        "general": [number for number, id in enumerate(library) if ".general." in library.card(id).module],
        **vocabulary(),
    }

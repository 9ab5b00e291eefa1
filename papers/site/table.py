"""The table of coverage: which quantity of which family has a closed form, and what backs it; and a page a family with the forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from papers.site.entry import statuses
from papers.site.page import Page
from theorems import coverage
from theorems.registry import Registry
from theorems.status import Status

FOLDER = "coverage"
CLOSED, OPEN = "closed", "open"
_LONGEST = 3000


def pages(library: Registry) -> Iterator[Page]:
    """Yield the table, and the page of each family."""
    known = statuses(library)
    families: dict[str, list[dict[str, Any]]] = {}
    for cell in coverage.coverage(library):
        families.setdefault(cell.family, []).append(_told(cell, known))
    every = [cell for row in families.values() for cell in row]
    content = {
        "quantities": list(coverage.QUANTITIES),
        "families": [(name, _slug(name), row) for name, row in families.items()],
        "closed": sum(cell["evidence"] != OPEN for cell in every),
        "backed": sum(bool(cell["entries"]) for cell in every),
        "total": len(every),
    }
    yield Page(FOLDER, "Coverage", "coverage", content, says="Closed forms of every quantity and family.")
    for name, row in families.items():
        yield Page(
            f"{FOLDER}/{_slug(name)}",
            _capital(name),
            "family",
            {"row": row, "status_of": known},
            says=f"Closed forms for {name}.",
        )


def _told(cell: coverage.Cell, known: dict[str, str]) -> dict[str, Any]:
    """Return what the table and the page of a family say of a cell; a form that fills pages is left out."""
    ids = [id for id in cell.entries if id in known]
    form = cell.form
    return {
        "quantity": cell.quantity,
        "head": cell.head,
        "latex": form.latex if form and len(form.latex) <= _LONGEST else "",
        "closes": form is not None,
        "conditions": form.conditions_latex if form else (),
        "entries": ids,
        "evidence": _evidence(cell, ids, known),
    }


def _evidence(cell: coverage.Cell, ids: list[str], known: dict[str, str]) -> str:
    if cell.form is None:
        return OPEN
    found = {known[id] for id in ids}
    return next((status.value for status in (Status.PROVED, Status.SAMPLED) if status.value in found), CLOSED)


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]

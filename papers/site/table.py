"""The table of coverage: which quantity of which family has a closed form, and what backs it; and a page a family with the forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from papers.site.entry import statuses
from papers.site.memory import remembered
from papers.site.page import Page
from theorems import coverage
from theorems.registry import Registry
from theorems.status import Status
from theorems.text import formula_latex

FOLDER = "coverage"
CLOSED, OPEN = "closed", "open"
_LONGEST = 3000


def pages(library: Registry) -> Iterator[Page]:
    """Yield the table, and the page of each family."""
    known = statuses(library)
    families: dict[str, list[dict[str, Any]]] = {}
    for cell in cells(library):
        ids = [id for id in cell["entries"] if id in known]
        told = {**cell, "entries": ids, "evidence": _evidence(cell, ids, known)}
        families.setdefault(cell["family"], []).append(told)
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


def cells(library: Registry) -> list[dict[str, Any]]:
    """Return a record for each family and quantity: the closed form in LaTeX, its conditions and its entries."""
    name = "coverage " + " ".join(library.card(id).fingerprint for id in library)
    return remembered(name, lambda: [_record(cell) for cell in coverage.coverage(library)], __file__)


def _record(cell: coverage.Cell) -> dict[str, Any]:
    derivation = cell.derivation
    latex = "" if derivation is None else formula_latex(derivation.expression)
    return {
        "family": cell.family,
        "quantity": cell.quantity,
        "head": "" if derivation is None else formula_latex(derivation.head),
        "latex": latex if len(latex) <= _LONGEST else "",
        "closes": derivation is not None,
        "conditions": [] if derivation is None else [formula_latex(one) for one in derivation.conditions],
        "entries": list(cell.entries),
    }


def _evidence(cell: dict[str, Any], ids: list[str], known: dict[str, str]) -> str:
    if not cell["closes"]:
        return OPEN
    found = {known[id] for id in ids}
    return next((status.value for status in (Status.PROVED, Status.SAMPLED) if status.value in found), CLOSED)


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]

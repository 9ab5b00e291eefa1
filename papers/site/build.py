"""The whole site: which pages there are, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from papers.site import calculator, documentation, gallery, listing, matrix, reference, sides, table, told, trace
from papers.site.entry import Around, entry_page, kernel_scripts, statuses
from papers.site.history import histories
from papers.site.page import Page, Writer
from papers.verdict import Account
from theorems.commands.check import default_jobs
from theorems.registry import Registry

NAVIGATION = (
    ("theorems", "Theorems"),
    ("refuted", "Refuted"),
    ("papers", "Papers"),
    ("graph", "Map"),
    ("coverage", "Coverage"),
    ("routes", "Routes"),
    ("calculator", "Calculator"),
    ("docs", "Docs"),
)


def build(library: Registry, folder: Path) -> dict[str, int]:
    """Write the whole site into a folder that is there, and return the size of each file in bytes.

    Derivations, curves of inequalities and the tables of the calculator, half of the work, are computed in processes beside this one.
    """
    with ProcessPoolExecutor(max(1, min(3, default_jobs() - 1)), get_context("spawn")) as beside:
        traces, curves, tables = (
            beside.submit(trace.every),
            beside.submit(sides.every),
            beside.submit(calculator.tables),
        )
        writer = Writer(folder, NAVIGATION)
        accounts = told.accounts(library)
        for page in pages(library, accounts):
            writer.page(page)
        for name, drawn in gallery.pictures():
            writer.picture(name, drawn)
        around = Around(statuses(library), told.told(accounts), histories(library), curves.result(), traces.result())
        for id in library:
            writer.page(entry_page(library, id, around))
        writer.data("search.js", "DPSYM_SEARCH", listing.search_data(library))
        writer.data("graph.js", "DPSYM_GRAPH", listing.graph_data(library))
        for name, text in kernel_scripts().items():
            writer.file(name, text)
        writer.static()
        writer.data("calculator.js", "DPSYM_TABLES", tables.result())
    return writer.sizes


def pages(library: Registry, accounts: list[Account]) -> Iterator[Page]:
    """Yield every page but those of the entries."""
    yield listing.front_page(library, len(accounts))
    yield listing.entries_page(library)
    yield listing.refuted_page(library)
    yield listing.graph_page(library)
    yield told.papers_page(accounts)
    for account in accounts:
        yield told.paper_page(account, library)
    yield from table.pages(library)
    yield matrix.page(library)
    yield calculator.page(library)
    yield gallery.page()
    yield from documentation.pages()
    yield from reference.pages()

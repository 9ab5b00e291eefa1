"""Which entries the library has, without importing it: the cards of each module, kept until the code that the module reaches changes."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from theorems import sources
from theorems.card import Card
from theorems.errors import EntryError
from theorems.store import Store

if TYPE_CHECKING:
    from theorems.entry import Theorem

_STORE = Store("index")
_FORMAT = 1


def cards(package: str) -> list[Card]:
    """Return the cards of every `Theorem` that is a constant of a module of the package, in the order of modules and lines.

    Only modules whose code, or that of what they import, is not the one that was seen last are imported.
    """
    return [card for module in _modules(package) for card in _cards(module)]


def load(card: Card) -> Theorem:
    """Return the entry of a card: its module is imported.

    Raises
    ------
    EntryError
        If the module does not have it.
    """
    for entry in entries(card.module):
        if entry.id == card.id:
            return entry
    raise EntryError(f"module {card.module} must have the entry {card.id!r}, got none")


def entries(module: str) -> list[Theorem]:
    """Return the entries that are constants of a module, those aside that it imports; each once."""
    from theorems.entry import Theorem

    found = [value for value in vars(importlib.import_module(module)).values() if isinstance(value, Theorem)]
    unique = list({id(entry): entry for entry in found}.values())
    return [entry for entry in unique if not _is_foreign(entry, module)]


def _is_foreign(entry: Theorem, module: str) -> bool:
    """Return whether a module has an entry only because it imports it."""
    text = sources.path_of(module)
    if text is None:
        return False
    namespace = vars(importlib.import_module(module))
    taken = {
        alias.asname or alias.name
        for node in ast.parse(text.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }  # fmt: skip
    return all(name in taken for name, value in namespace.items() if value is entry)


def _modules(package: str) -> Iterator[str]:
    start = sources.path_of(package)
    if start is None:
        raise LookupError(f"library must be a package of the project, got {package}")
    root: Path = start.parent
    for name in sorted(
        ".".join((package, *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
        for path in root.rglob("*.py")
    ):
        if name != package:
            yield name


def _cards(module: str) -> list[Card]:
    key = f"{_FORMAT}:{version('sympy')}:{module}:{sources.code_digest((module,))}"
    known = _STORE.get(key)
    if known is not None:
        return [Card.of_record(record) for record in known]
    found = [entry.card(module) for entry in entries(module)]
    _STORE.put(key, [card.record() for card in found])
    return found

"""Which entries the library has, without importing it: the cards of each module, kept until what writing them ran changes."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from theorems import dependencies, observe, sources
from theorems.card import Card, Stated
from theorems.errors import EntryError
from theorems.store import Store

if TYPE_CHECKING:
    from theorems.entry import Theorem

_STORE = Store("index")
_ID = re.compile(r"(?!.*\bprinted\.)[a-z][a-z0-9_]*(?:\.[a-z0-9][a-z0-9_]*)*")
_NAME = re.compile(r"[^\W\d]\w*")
_ENDS = re.compile(r"[][()]")
_MIRRORED = {" = ": " = ", " <= ": " >= ", " >= ": " <= ", " < ": " > ", " > ": " < "}


def cards(package: str) -> list[Card]:
    """Return the cards of every `Theorem` that is a constant of a module of the package, in the order of modules and lines.

    A module is imported only if its own code, or anything that the making of the cards of this package ran, has changed.
    """
    known = _STORE.get(package) or {"ran": [], "seen": "", "cards": {}}
    own = {module: sources.code_digest((module,), within=package) for module in _modules(package)}
    kept = known["cards"] if known["seen"] == _seen(known["ran"]) else {}
    kept = {module: kept[module] for module, code in own.items() if module in kept and kept[module]["code"] == code}
    if len(kept) == len(own):
        return [Card.of_record(record) for module in own for record in kept[module]["cards"]]
    missing = [module for module in own if module not in kept]
    for module in missing:
        observe.imported(module)
    made, ran = observe.watched(lambda: {module: _made(module) for module in missing})
    elsewhere = {name for name in ran if not name.startswith(f"{package}.")} | set(known["ran"] if kept else ())
    names = sorted(dependencies.rested_on(elsewhere))
    kept |= {
        module: {"code": own[module], "cards": [card.record() for card in found]} for module, found in made.items()
    }
    _refuse_twins(Card.of_record(record) for module in own for record in kept[module]["cards"])
    _STORE.put(package, {"ran": names, "seen": _seen(names), "cards": kept})
    _STORE.save()  # processes that are started now must not do it again
    return [Card.of_record(record) for module in own for record in kept[module]["cards"]]


def _made(module: str) -> list[Card]:
    found = [entry.anew() for entry in entries(module)]
    for entry in found:
        refuse(entry)
    return [entry.card(module) for entry in found]


def refuse(entry: Theorem) -> None:
    """Refuse an entry that says nothing, or is stated beyond what its symbols assume: what is worked out with them would not hold there.

    Raises
    ------
    EntryError
        With the reason.
    """
    from sympy import Interval, S, Symbol, oo

    if not _ID.fullmatch(entry.id):
        raise EntryError(f"id must be small words joined by dots, `printed` the last of them, got {entry.id!r}")
    entry.refuse_emptiness()
    for symbol, values in entry.domain.items():
        if not isinstance(symbol, Symbol):
            continue
        if symbol.is_nonnegative and not values.intersect(Interval.open(-oo, 0)).is_empty:
            raise EntryError(
                f"domain of {entry.id} must be of the sign that the symbol assumes, got {symbol} in {values}"
            )
        if symbol.is_integer and not values.is_subset(S.Integers):
            raise EntryError(f"domain of {entry.id} must be integers, as the symbol assumes, got {symbol} in {values}")


def _refuse_twins(found: Iterable[Card]) -> None:
    """Refuse two entries of one statement, up to the names of its variables, the order of its sides, and the ends of domains.

    Where the ends differ one may be a case of the other, or correct it, and says so.

    Raises
    ------
    EntryError
        If there are such.
    """
    known: dict[tuple[object, ...], Card] = {}
    for card in found:
        for statement in _turned(card.stated.statement):
            other = known.setdefault(_form(statement, card.stated), card)
            tied = card.id in (other.specializes, other.corrects) or other.id in (card.specializes, card.corrects)
            if other.id != card.id and not (tied and other.stated.domain != card.stated.domain):
                raise EntryError(f"a statement must stand under one id, got {other.id} and {card.id}")


def _turned(statement: str) -> set[str]:
    """Return a statement with its sides as they are, and the other way round."""
    for sign, mirrored in _MIRRORED.items():
        first, found, second = statement.partition(sign)
        if found:
            return {statement, f"{second}{mirrored}{first}"}
    return {statement}


def _form(statement: str, stated: Stated) -> tuple[object, ...]:
    """Return a statement with its variables numbered as they come, and what is assumed of them."""
    names: dict[str, str] = {}

    def numbered(text: str) -> str:
        return _NAME.sub(
            lambda found: names.setdefault(found[0], f"_{len(names)}") if found[0] in stated.domain else found[0], text
        )

    formula, hypotheses = numbered(statement), tuple(sorted(map(numbered, stated.hypotheses)))
    return formula, hypotheses, tuple(_ENDS.sub("", stated.domain[name]) for name in names)


def _seen(ran: list[str]) -> str:
    return f"{dependencies.digest(ran)}, {dependencies.versions()}"


def load(card: Card) -> Theorem:
    """Return the entry of a card: its module is imported.

    Raises
    ------
    EntryError
        If the module does not have it.
    """
    for entry in _constants(card.module).values():
        if entry.id == card.id:
            return entry
    raise EntryError(f"module {card.module} must have the entry {card.id!r}, got none")


def entries(module: str) -> list[Theorem]:
    """Return the entries that are constants of a module, those aside that it imports; each once."""
    named = _constants(module)
    text = sources.path_of(module)
    taken = {
        alias.asname or alias.name
        for node in (ast.parse(text.read_text(encoding="utf-8")).body if text and named else ())
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return list({id(entry): entry for name, entry in named.items() if name not in taken}.values())


def _constants(module: str) -> dict[str, Theorem]:
    """Return the entries in the namespace of a module by name."""
    from theorems.entry import Theorem

    return {name: value for name, value in vars(importlib.import_module(module)).items() if isinstance(value, Theorem)}


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

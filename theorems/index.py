"""Which entries the library has, without importing it: the cards of each module, kept until what writing them ran changes.

They are kept twice: in the user's cache, and beside the certificates, where `dpsym check` writes them, so that the first command of a
clone or a wheel need not build every entry. Both are held against the code in the same way.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from mechanisms import files
from theorems import dependencies, observe, sources
from theorems.card import Card, Stated
from theorems.errors import EntryError
from theorems.store import Store

if TYPE_CHECKING:
    from theorems.entry import Theorem

LIBRARY = "theorems.library"
SHIPPED = Path(__file__).parent / "certificates" / "cards.json"
_STORE = Store("index")
_MAKERS = tuple(f"theorems.{name}" for name in ("card", "dependencies", "index", "observe", "sources"))
_PRINTING = ("sympy", "mpmath", "python-flint")
"""Libraries on whose version it depends what a card says."""
_ID = re.compile(r"(?!.*\bprinted\.)[a-z][a-z0-9_]*(?:\.[a-z0-9][a-z0-9_]*)*")
_NAME = re.compile(r"[^\W\d]\w*")
_ENDS = re.compile(r"[][()]")
_MIRRORED = {" = ": " = ", " <= ": " >= ", " >= ": " <= ", " < ": " > ", " > ": " < "}


def cards(package: str) -> list[Card]:
    """Return the cards of every `Theorem` that is a constant of a module of the package, in the order of modules and lines.

    A module is imported only if its own code, or anything that the making of the cards of this package ran, has changed.
    """
    return _parsed(_known(package)["cards"])


def ship(package: str = LIBRARY) -> None:
    """Write the cards of the library where every copy of this program has them, if those there are not what they should be."""
    known, found = _known(package), _read(SHIPPED)
    if _is_current(found) and found["cards"] == known["cards"]:
        return
    rows = ",\n".join(f"  {json.dumps(module)}: {json.dumps(row)}" for module, row in known["cards"].items())
    head = f' "seen": {json.dumps(_seen(known["ran"]))},\n "ran": {json.dumps(known["ran"])}'
    files.write(SHIPPED, files.marked(f'{{\n{head},\n "cards": {{\n{rows}\n }}\n}}', "json"))


def _known(package: str) -> dict[str, Any]:
    """Return the cards of a package as records by module, each with the digest of its code, and what making them ran."""
    own = {module: sources.code_digest((module,), within=package) for module in _modules(package)}
    kept: dict[str, Any] = {}
    ran: frozenset[str] = frozenset()
    for found in (_STORE.get(package), _read(SHIPPED) if package == LIBRARY else None):
        if len(kept) < len(own) and _is_current(found):
            kept = {module: row for module, row in found["cards"].items() if own.get(module) == row["code"]} | kept
            ran |= frozenset(found["ran"])
    missing = [module for module in own if module not in kept]
    if missing:
        for module in missing:
            observe.imported(module)
        made, watched = observe.watched(lambda: {module: _made(module) for module in missing})
        ran = dependencies.rested_on(ran | {name for name in watched if not name.startswith(f"{package}.")})
        kept |= {module: {"code": own[module], "cards": [card.record() for card in made[module]]} for module in missing}
    known: dict[str, Any] = {"ran": sorted(ran), "cards": {module: kept[module] for module in own}}
    if missing:
        _refuse_twins(_parsed(known["cards"]))
        _STORE.put(package, known | {"seen": _seen(known["ran"])})
        _STORE.save()  # processes that are started now must not do it again
    return known


def _parsed(rows: dict[str, Any]) -> list[Card]:
    return [Card.of_record(record) for row in rows.values() for record in row["cards"]]


def _read(place: Path) -> Any:
    """Return what a file says; a damaged one says nothing."""
    try:
        return json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _is_current(found: object) -> TypeGuard[dict[str, Any]]:
    """Return whether what made cards is what would make them now."""
    return isinstance(found, dict) and found.get("seen") == _seen(found.get("ran", []))


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
    return f"{dependencies.digest(ran)}, {sources.own_digest(_MAKERS)}, {dependencies.versions(_PRINTING)}"


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

"""The registry: every entry of the library, validated at load, with its certificate and its place in the graph."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from theorems import certificate as certificates
from theorems.certificate import Certificate
from theorems.entry import Theorem
from theorems.errors import CertificateError, EntryError, UnknownIdError
from theorems.graph import uses_graph
from theorems.status import Status, meet

if TYPE_CHECKING:
    import networkx

BIBLIOGRAPHY = Path(__file__).parent / "refs.bib"


class Registry(Mapping[str, Theorem]):
    """The entries by id, with what is known about each.

    Parameters
    ----------
    entries : iterable of Theorem
        Ids must be unique, links resolve, and sources stand in the bibliography.
    folder : Path
        Where the certificates are.
    bibliography : Path
        The BibTeX file.

    Raises
    ------
    EntryError
        If an entry is malformed.
    """

    def __init__(
        self,
        entries: Iterable[Theorem],
        folder: Path = certificates.FOLDER,
        bibliography: Path = BIBLIOGRAPHY,
    ) -> None:
        self._entries: dict[str, Theorem] = {}
        self.folder = folder
        self.bibliography = bibliography
        keys = set(re.findall(r"^@\w+\{([^,\s]+),", bibliography.read_text(encoding="utf-8"), re.MULTILINE))
        corrected: dict[str, str] = {}
        for entry in entries:
            if entry.id in self._entries:
                raise EntryError(f"theorem id must be unique, got {entry.id!r} twice")
            if unknown := {cite.key for cite in entry.cites} - keys:
                raise EntryError(
                    f"sources of {entry.id} must stand in {bibliography.name}, got {sorted(unknown)}"
                )
            self._entries[entry.id] = entry
            if entry.corrects and (other := corrected.setdefault(entry.corrects, entry.id)) != entry.id:
                raise EntryError(
                    f"a false statement must have one correction, got {other} and {entry.id} for {entry.corrects}"
                )
        self.graph: networkx.DiGraph = uses_graph(self._entries)

    def __getitem__(self, id: str) -> Theorem:
        try:
            return self._entries[id]
        except KeyError:
            raise UnknownIdError(id, self._entries) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def search(self, words: str) -> list[Theorem]:
        """Return the entries whose id, title, note or sources contain every one of the words, in any case."""
        wanted = words.lower().split()
        texts = {
            id: f"{id} {e.title} {e.note} {' '.join(map(str, e.cites))}".lower()
            for id, e in self._entries.items()
        }
        return [self._entries[id] for id, text in texts.items() if all(word in text for word in wanted)]

    def certificate(self, id: str) -> Certificate | None:
        """Return the entry's certificate, or None if it has none."""
        return certificates.read(self[id].id, self.folder)

    def own_status(self, id: str) -> Status:
        """Return what the entry's own evidence amounts to; a damaged or outdated certificate is stale."""
        try:
            found = self.certificate(id)
        except CertificateError:
            return Status.STALE
        if found is None:
            return Status.CLAIMED
        return found.status if found.matches(self[id]) else Status.STALE

    def effective_status(self, id: str) -> Status:
        """Return the status with everything that the entry rests on taken into account."""
        own = self.own_status(id)
        return meet([own, *(self.own_status(used) for used in self.ancestors(id))]) if own.is_backed else own

    def conditional_on(self, id: str) -> tuple[str, ...]:
        """Return the entries that this one rests on and that nothing backs."""
        return tuple(used for used in sorted(self.ancestors(id)) if not self.own_status(used).is_backed)

    def ancestors(self, id: str) -> frozenset[str]:
        """Return everything that the entry rests on, directly or not."""
        import networkx

        return frozenset(networkx.descendants(self.graph, self[id].id))

    def used_by(self, id: str) -> tuple[str, ...]:
        """Return the entries that use this one."""
        return tuple(sorted(self.graph.predecessors(self[id].id)))

    @cached_property
    def corrections(self) -> dict[str, str]:
        """For each false statement, the id of the entry that repairs it."""
        return {entry.corrects: entry.id for entry in self._entries.values() if entry.corrects}

    @cached_property
    def improvements(self) -> dict[str, tuple[str, ...]]:
        """For each statement that is not sharp, the ids of those that sharpen it."""
        found: dict[str, tuple[str, ...]] = {}
        for entry in self._entries.values():
            if entry.sharpens:
                found[entry.sharpens] = (*found.get(entry.sharpens, ()), entry.id)
        return found

    def is_believed(self, id: str) -> bool:
        """Return whether the registry holds the statement to be true: nothing in it claims to correct it."""
        return self[id].id not in self.corrections


def collect(package: ModuleType) -> list[Theorem]:
    """Return every `Theorem` that is a constant of a module of the package, in the order of the modules and of their lines."""
    found: list[Theorem] = []
    for module in sorted(
        pkgutil.walk_packages(package.__path__, f"{package.__name__}."), key=lambda info: info.name
    ):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Theorem) and value not in found:
                found.append(value)
    return found


@lru_cache(maxsize=1)
def registry() -> Registry:
    """Return the registry of this package, loaded once."""
    import theorems.library

    return Registry(collect(theorems.library))

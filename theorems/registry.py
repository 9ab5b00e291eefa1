"""The registry: every entry of the library, validated at load, with its certificate and its place in the graph."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from theorems import certificate as certificates
from theorems import index, search
from theorems.bibliography import Bibliography, clashes, paths, records
from theorems.card import Card
from theorems.certificate import Certificate
from theorems.errors import CertificateError, EntryError
from theorems.graph import check_links
from theorems.kernel.known import accepted
from theorems.kernel.place import BUILT_IN, Place
from theorems.links import Links
from theorems.loading import modules
from theorems.project import Project, ProjectError, current
from theorems.status import Status, join, meet

if TYPE_CHECKING:
    from theorems.entry import Theorem
    from theorems.kernel.record import Verdict

KERNEL = "kernel"
"""How a statement is proved of which the kernel of a proof assistant accepts a proof."""
BIBLIOGRAPHY = Path(__file__).parent / "refs.bib"


class Registry(Links):
    """The entries by id, with what is known about each; an entry is built when it is asked for.

    Parameters
    ----------
    entries : iterable of Theorem or Card
        Ids must be unique, links resolve, and sources stand in the bibliography.
    folder : Path
        Where the certificates are.
    bibliography : Path or sequence of Path
        The BibTeX files.
    homes : mapping of str to Path, optional
        The ids of entries of which the certificates are elsewhere, and where.
    kernel : Place or None, optional
        Where the Coq proofs of those entries are; None if they have none.

    Raises
    ------
    EntryError
        If an entry is malformed.
    """

    def __init__(
        self,
        entries: Iterable[Theorem | Card],
        folder: Path = certificates.FOLDER,
        bibliography: Bibliography = BIBLIOGRAPHY,
        homes: Mapping[str, Path] | None = None,
        kernel: Place | None = BUILT_IN,
    ) -> None:
        known: dict[str, Theorem | Card] = {}
        self._built: dict[str, Theorem] = {}
        self.folder = folder
        self.bibliography = bibliography
        self._homes = dict(homes or {})
        self._places = dict.fromkeys(self._homes, kernel)
        self.kernel = kernel
        keys = set(records(bibliography))
        corrected: dict[str, str] = {}
        for entry in entries:
            if entry.id in known:
                raise EntryError(f"theorem id must be unique, got {entry.id!r} twice")
            if unknown := {cite.key for cite in entry.cites} - keys:
                files = " or ".join(path.name for path in paths(bibliography))
                raise EntryError(f"sources of {entry.id} must stand in {files}, got {sorted(unknown)}")
            known[entry.id] = entry
            if entry.corrects and (other := corrected.setdefault(entry.corrects, entry.id)) != entry.id:
                raise EntryError(
                    f"a false statement must have one correction, got {other} and {entry.id} for {entry.corrects}"
                )
        check_links(known)
        super().__init__(known)

    def __getitem__(self, id: str) -> Theorem:
        known = self._entry(id)
        if not isinstance(known, Card):
            return known
        if id not in self._built:
            self._built[id] = index.load(known)
        return self._built[id]

    def search(self, words: str) -> list[str]:
        """Return the ids of the entries that answer a question, the likeliest first; all entries if there are no words."""
        return search.search(words, self._known.values(), self.corrections)

    def nearest(self, words: str) -> str:
        """Return a question near to one that nothing answers, empty if there is none."""
        return search.nearest(words, self._known.values())

    def certificate(self, id: str) -> Certificate | None:
        """Return the entry's certificate, or None if it has none."""
        return certificates.read(self._entry(id).id, self.folder_of(id))

    @property
    def own(self) -> tuple[str, ...]:
        """The ids of the entries of a project, of which the certificates are in its own folder; none without a project."""
        return tuple(self._homes)

    def folder_of(self, id: str) -> Path:
        """Return where the entry's certificate is, or would be."""
        return self._homes.get(id, self.folder)

    def place_of(self, id: str) -> Place | None:
        """Return where the Coq proof of the entry is, or would be; None for an entry of a project without proofs."""
        return self._places.get(id, BUILT_IN)

    def accepted(self, id: str) -> Verdict | None:
        """Return what the kernel of the proof assistant accepts about the whole of the entry's statement, None if nothing."""
        place = self.place_of(id)
        return accepted(self.card(id), place) if place else None

    def by_folder(self, ids: Iterable[str]) -> list[tuple[Registry, list[str]]]:
        """Return the ids by the folders of their certificates, each with this registry as it looks from there.

        What is written about those ids belongs into the `folder` of that registry. Without ids, every folder is there.
        """
        parted: dict[Path, list[str]] = {folder: [] for folder in (self.folder, *self._homes.values())}
        for id in ids:
            parted[self.folder_of(id)].append(id)
        return [(self._from(folder), some) for folder, some in parted.items()]

    def beside(self, id: str) -> Registry:
        """Return this registry as it looks from the folder of the entry's certificate."""
        return self._from(self.folder_of(id))

    def _from(self, folder: Path) -> Registry:
        if folder == self.folder:
            return self
        other = copy.copy(self)
        other._homes = {id: self.folder_of(id) for id in self._known if self.folder_of(id) != folder}
        other.folder = folder
        return other

    def own_status(self, id: str) -> Status:
        """Return what the entry's own evidence amounts to: its checks, and a proof or refutation that the kernel accepts beside them.

        A proof without any check that agrees backs nothing: nobody but the printer would have read the statement.
        """
        checked, verdict = self.checked_status(id), self.accepted(id)
        if verdict is None or (checked is Status.CLAIMED and not verdict.refuted):
            return checked
        return join((checked, Status.REFUTED if verdict.refuted else Status.PROVED))

    def proofs(self, id: str) -> tuple[str, ...]:
        """Return the ways in which the entry is proved, none if it is not."""
        if self.own_status(id) is not Status.PROVED:
            return ()
        found = self.certificate(id)
        return (*(found.proofs if found else ()), *([KERNEL] if self.accepted(id) else []))

    def checked_status(self, id: str) -> Status:
        """Return what the entry's checks amount to; a damaged or outdated certificate is stale."""
        try:
            found = self.certificate(id)
        except CertificateError:
            return Status.STALE
        if found is None:
            return Status.CLAIMED
        return found.status if found.matches(self.card(id)) else Status.STALE

    def effective_status(self, id: str) -> Status:
        """Return the status with everything that the entry's evidence rests on taken into account."""
        own = self.own_status(id)
        return meet([own, *(self.own_status(used) for used in self.foundations(id))]) if own.is_backed else own

    def conditional_on(self, id: str) -> tuple[str, ...]:
        """Return the entries that this one's evidence rests on and that nothing backs."""
        return tuple(used for used in sorted(self.foundations(id)) if not self.own_status(used).is_backed)

    def foundations(self, id: str) -> frozenset[str]:
        """Return everything that the entry's evidence rests on: a proof that the kernel accepts uses no entry but what the laws in it are."""
        return self._reached(id, self._supports)

    def _supports(self, id: str) -> tuple[str, ...]:
        verdict = self.accepted(id)
        return self.rests_on(id) if verdict is None or verdict.refuted else self._densities(id)


def registry() -> Registry:
    """Return the registry of this package, with the entries of the project that one works in beside its own.

    Raises
    ------
    ProjectError
        If the project is malformed, a module of its library cannot be loaded, or an id of it is taken.
    """
    return _registry(current())


@lru_cache(maxsize=2)
def _registry(project: Project | None) -> Registry:
    entries = index.cards(index.LIBRARY)
    if project is None:
        return Registry(entries)
    own = _own(project, {card.id: card for card in entries})
    homes = {entry.id: project.certificates for entry in own}
    kernel = Place.of_project(project.kernel) if project.kernel else None
    if project.bibliography is None:
        return Registry([*entries, *own], homes=homes, kernel=kernel)
    if twice := clashes(BIBLIOGRAPHY, project.bibliography):
        raise ProjectError(
            f"keys of {project.bibliography} must not stand for other works in the built-in registry, got {twice}"
        )
    return Registry([*entries, *own], bibliography=(BIBLIOGRAPHY, project.bibliography), homes=homes, kernel=kernel)


def _own(project: Project, known: Mapping[str, Card]) -> list[Theorem]:
    """Return the entries of a project; modules of it may import some of `known`, which stay what they are."""
    from theorems.entry import Theorem

    found: dict[str, tuple[Theorem, ModuleType]] = {}
    for module in modules(project):
        for entry in (value for value in vars(module).values() if isinstance(value, Theorem)):
            if entry.id in known and index.load(known[entry.id]) is entry:
                continue
            other, where = found.setdefault(entry.id, (entry, module))
            if entry.id in known or other is not entry:
                place = "the built-in registry has it" if entry.id in known else f"{where.__file__} has it"
                raise ProjectError(f"theorem id must be unique, got {entry.id!r} in {module.__file__}; {place}")
            index.refuse(entry)
    return [entry for entry, _ in found.values()]

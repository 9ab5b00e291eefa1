"""What entries say of one another: what each rests on, repairs, sharpens and is a case of, read off without building them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from theorems.card import Card
from theorems.errors import UnknownIdError
from theorems.graph import densities, laws_in, uses_graph

if TYPE_CHECKING:
    import networkx

    from theorems.entry import Theorem


class Links(Mapping[str, "Theorem"]):
    """Entries by id, and the links between them.

    Parameters
    ----------
    known : mapping of str to Theorem or Card
        Each entry by its id, or what is known of it; their links resolve.
    """

    def __init__(self, known: dict[str, Theorem | Card]) -> None:
        self._known = known
        self._cards: dict[str, Card] = {}
        self._laws: dict[str, tuple[str, ...]] = {}

    def __contains__(self, id: object) -> bool:
        return id in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def card(self, id: str) -> Card:
        """Return what is known of an entry without building it.

        Raises
        ------
        UnknownIdError
            If there is no such entry.
        """
        known = self._entry(id)
        if isinstance(known, Card):
            return known
        if id not in self._cards:
            self._cards[id] = known.card()
        return self._cards[id]

    def _entry(self, id: str) -> Theorem | Card:
        try:
            return self._known[id]
        except KeyError:
            raise UnknownIdError(id, self._known) from None

    def rests_on(self, id: str) -> tuple[str, ...]:
        """Return what the entry rests on directly: what it says that it uses, and the densities of the laws in its statement."""
        return tuple(dict.fromkeys((*self._entry(id).uses, *self._densities(id))))

    def _densities(self, id: str) -> tuple[str, ...]:
        if not self._of_laws:
            return ()
        if id not in self._laws:
            self._laws[id] = laws_in(self.card(id).stated)
        return tuple(density for law in self._laws[id] for density in self._of_laws.get(law, ()))

    @cached_property
    def _of_laws(self) -> dict[str, list[str]]:
        """The entries about the density of each law, by its name in ids; no statement in them contains a law."""
        return densities(self._known)

    def used_by(self, id: str) -> tuple[str, ...]:
        """Return the entries that use this one, or are about the law of which it is the density."""
        return tuple(sorted(other for other in self._known if self._entry(id).id in self.rests_on(other)))

    @cached_property
    def graph(self) -> networkx.DiGraph:
        """What rests on what."""
        return uses_graph(self._known)

    @cached_property
    def corrections(self) -> dict[str, str]:
        """For each false statement, the id of the entry that repairs it."""
        return {entry.corrects: entry.id for entry in self._known.values() if entry.corrects}

    @cached_property
    def improvements(self) -> dict[str, tuple[str, ...]]:
        """For each statement that is not sharp, the ids of those that sharpen it."""
        found: dict[str, tuple[str, ...]] = {}
        for entry in self._known.values():
            if entry.sharpens:
                found[entry.sharpens] = (*found.get(entry.sharpens, ()), entry.id)
        return found

    @cached_property
    def cases(self) -> dict[str, tuple[str, ...]]:
        """For each statement that others are cases of, their ids."""
        found: dict[str, tuple[str, ...]] = {}
        for entry in self._known.values():
            if entry.specializes:
                found[entry.specializes] = (*found.get(entry.specializes, ()), entry.id)
        return found

    def ancestors(self, id: str) -> frozenset[str]:
        """Return everything that the entry rests on, directly or not."""
        return self._reached(id, self.rests_on)

    def _reached(self, id: str, below: Callable[[str], tuple[str, ...]]) -> frozenset[str]:
        found: set[str] = set()
        waiting = list(below(id))
        while waiting:
            if (used := waiting.pop()) not in found:
                found.add(used)
                waiting.extend(below(used))
        return frozenset(found)

    def is_believed(self, id: str) -> bool:
        """Return whether the registry holds the statement to be true: nothing in it claims to correct it."""
        return self._entry(id).id not in self.corrections

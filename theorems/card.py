"""What is known of an entry without building it: its words, its links, its mathematics as text, and what its checks run."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Cite:
    """Where a statement is from: a key of `refs.bib`, the number in it, and the version."""

    key: str
    locator: str
    version: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.key, self.locator, self.version) if part)


@dataclass(frozen=True)
class Stated:
    """The mathematics of an entry as text, for those who read certificates without the library.

    Parameters
    ----------
    statement : str
        On one line.
    domain : dict of str to str
        Where each variable ranges.
    hypotheses : tuple of str
        What the domain alone does not say.
    """

    statement: str
    domain: dict[str, str]
    hypotheses: tuple[str, ...]

    @classmethod
    def of_record(cls, record: dict[str, Any]) -> Stated:
        """Read it from data as JSON holds it."""
        return cls(record["statement"], record["domain"], tuple(record["hypotheses"]))


@dataclass(frozen=True)
class Card:
    """An entry without its objects; the fields that `Theorem` has too mean what they mean there.

    Parameters
    ----------
    module : str
        Where the entry is a constant, dotted; empty if it is in no module.
    stated : Stated
        Its mathematics as text.
    latex : Stated
        The same in LaTeX; each variable with a phrase that says where it ranges.
    fingerprint : str
        Of its mathematics, links and checks.
    modules : tuple of str
        The modules whose code its checks run.
    roads : tuple of tuple of str
        For each check the modules by which it comes to its side of the statement.
    keys : tuple of str
        The key of each check.
    """

    id: str
    module: str
    title: str
    note: str
    cites: tuple[Cite, ...]
    uses: tuple[str, ...]
    corrects: str
    sharpens: str
    stated: Stated
    latex: Stated
    fingerprint: str
    modules: tuple[str, ...]
    roads: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...]

    @property
    def is_equation(self) -> bool:
        """Whether it states that two sides are equal, which leaves no room for another constant."""
        return " = " in self.stated.statement

    def record(self) -> dict[str, Any]:
        """Return the card as data that JSON can hold."""
        return asdict(self)

    @classmethod
    def of_record(cls, record: dict[str, Any]) -> Card:
        """Read it from such data."""
        return cls(
            **{
                **record,
                "cites": tuple(Cite(**cite) for cite in record["cites"]),
                "uses": tuple(record["uses"]),
                "modules": tuple(record["modules"]),
                "roads": tuple(map(tuple, record["roads"])),
                "keys": tuple(record["keys"]),
                "stated": Stated.of_record(record["stated"]),
                "latex": Stated.of_record(record["latex"]),
            }
        )

"""What is known of an entry without building it: its words, its links, its mathematics as text, and what its checks run."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

OURS = "Ours: "
"""How the note of an entry begins that was worked out here; what follows is the proof."""
QUANTITY = re.compile(
    r"\b(?:ChiSquaredDivergence|ConcentratedBudget|DominationGap|GaussianRatio|HockeyStick|InverseProfile|KL|KernelRenyi|LossCumulant|LossTail|(?:Greatest|Least)[A-Z]\w*"
    r"|MaxDivergence|Renyi|RenyiOverSecond|RenyiUnderFirst|MaxOverSecond|SquaredHellinger|TotalVariation|TradeOff)\("
)
"""What is asked of two laws: a statement without any of it is a step or a lemma, unless it is about all laws, kernels or events."""
_VARIABLE = re.compile(r"any (?!value)")
_PROOFS = ("derive", "integrated", "proved")
"""Checks that are a proof themselves, written down in the certificate or printed by `dpsym derive`."""


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
    specializes: str
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

    @property
    def is_general(self) -> bool:
        """Whether it is about all laws, kernels or events of a kind."""
        return any(_VARIABLE.match(values) for values in self.stated.domain.values())

    @property
    def is_step(self) -> bool:
        """Whether nothing private is in it: a scalar lemma, a step of a proof, an integral."""
        text = " ".join((self.stated.statement, *self.stated.hypotheses))
        return not self.is_general and not QUANTITY.search(text)

    @property
    def has_source(self) -> bool:
        """Whether it names where it is from: a work, or that it is ours with the proof, or a check that is a proof."""
        return bool(self.cites) or self.note.startswith(OURS) or any(key.startswith(_PROOFS) for key in self.keys)

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

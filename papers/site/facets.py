"""By what entries are filtered: quantity, family, status, source; read in their statements, never typed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dpsym.kinds import HEADS, LAWS
from theorems.card import Card
from theorems.registry import Registry

_CALLED = re.compile(r"\b([A-Z]\w*)\(")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SYNONYMS = {
    "RandomizedResponse": "randomized response",
    "RR": "randomized response",
    "KL": "KL",
    "Renyi": "Rényi divergence",
}
_NONE = "other"


@dataclass(frozen=True)
class Facets:
    """What an entry is filtered by.

    Parameters
    ----------
    topic : str
        The first word of its id.
    quantities, families, sources : tuple of str
        Divergences and laws that occur in its statement or hypotheses, and the keys of its sources.
    status : str
        Its own.
    """

    topic: str
    quantities: tuple[str, ...]
    families: tuple[str, ...]
    sources: tuple[str, ...]
    status: str


def facets(library: Registry, id: str) -> Facets:
    """Return by what an entry is filtered."""
    card = library.card(id)
    called = _called(card)
    return Facets(
        topic=id.partition(".")[0],
        quantities=tuple(dict.fromkeys(words(name) for name in called if name in HEADS)) or (_NONE,),
        families=tuple(dict.fromkeys(words(name) for name in called if name in LAWS)) or (_NONE,),
        sources=tuple(dict.fromkeys(cite.key for cite in card.cites)),
        status=library.own_status(id).value,
    )


def words(name: str) -> str:
    """Return the name of a class as words: ``hockey stick`` for ``HockeyStick``."""
    return _SYNONYMS.get(name) or " ".join(part if part.isupper() else part.lower() for part in _CAPITAL.split(name))


def _called(card: Card) -> list[str]:
    texts = (card.stated.statement, *card.stated.hypotheses)
    return list(dict.fromkeys(name for text in texts for name in _CALLED.findall(text)))

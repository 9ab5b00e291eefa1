"""Find entries as people ask for them: in other words, without accents, by abbreviations, the likeliest first."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from typing import Any, Protocol

from theorems.vocabulary import ENDINGS, GENERIC, LITTLE, MEANS, PHRASES

_WORD = re.compile(r"[a-z0-9]+")
_SHORTEST = 4
_TELLS_LITTLE = 0.3
_SLIP = 0.8
"""How near to a word of an entry a word is that nothing has, if it is a slip."""
_LONGEST_FIRST = sorted(PHRASES, key=lambda pair: -len(pair[0]))
_IN_ID, _IN_TITLE, _IN_REST = 6.0, 3.0, 1.0
_STEM, _OTHER, _PART = 0.9, 0.8, 0.5
_USED = frozenset(
    (
        *(
            "amplification",
            "calibration",
            "dominating",
            "dp",
            "gdp",
            "hockey_stick",
            "kl",
            "max",
            "mechanism",
            "profile",
        ),
        *("rdp", "renyi", "tcdp", "tradeoff", "tv", "zcdp"),
    )
)
"""The topics that proofs quote; the others are catalogues and steps."""
_FALSE, _QUOTED, _GENERAL, _UNASKED = 4.0, 1.0, 1.5, 0.5
_FIRST = {"mechanism": 0.4, "dp": 0.2}
"""Topics that come before the others where nothing else tells."""
_CASE, _STEP, _WHOLE = 0.3, 1.0, 1.5
"""How far a case comes behind for being one, and a step; and how far before the others an id of which all words are asked for."""
_PLAIN = frozenset(("any", "many", "adaptive", "to"))
"""Words of ids that make a statement no more special."""


class Found(Protocol):
    """What is looked at of an entry, built or not."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def note(self) -> str: ...

    @property
    def cites(self) -> Sequence[object]: ...

    @property
    def specializes(self) -> str: ...


@dataclass(frozen=True)
class _Text:
    """The words of an entry and their stems by where they stand, those that make it special, and how likely it is asked for.

    The words of a place stand once more in one text, each behind a blank, in which a beginning is looked up.
    """

    places: tuple[tuple[float, frozenset[str], frozenset[str], str], ...]
    special: frozenset[str]
    prior: float


def search(words: str, entries: Iterable[Found], false: Iterable[str] = ()) -> list[str]:
    """Return the ids of the entries in which every word is found, in these or other words, the likeliest first.

    Where no entry has all words, one word may be missing, and those that are nowhere, unless they look like a slip. A statement about all
    laws answers whatever one of its cases answers, and comes before it.

    Parameters
    ----------
    words : str
        Any case, with or without accents; abbreviations and several words for one are understood, what tells little may be missing. All
        entries if there is none.
    entries : iterable
        Looked at in id, title, note and sources.
    false : iterable of str
        Ids of statements that are known to be false, which come last.
    """
    entries = list(entries)
    asked = tuple(word for word in _words(words) if word not in LITTLE) or tuple(_words(words))
    if not asked:
        return [entry.id for entry in entries]
    known_false = set(false)
    understood = {other for word in asked for other in (word, _stem(word), *MEANS.get(word, ()))}
    weights = [_TELLS_LITTLE if word in GENERIC else 1.0 for word in asked]
    needed = [place for place, word in enumerate(asked) if word not in GENERIC] or list(range(len(asked)))
    scored = []
    for entry in entries:
        text = _text(
            entry.id, entry.title, f"{entry.note} {' '.join(map(str, entry.cites))}", getattr(entry, "module", "")
        )
        scores = [_score(word, text) for word in asked]
        unasked = sum(word not in understood and _stem(word) not in understood for word in text.special)
        behind = (
            _FALSE * (entry.id in known_false)
            + _CASE * bool(entry.specializes)
            + _STEP * getattr(entry, "is_step", False)
        )
        mean = sum(map(mul, weights, scores)) / sum(weights)
        scored.append((entry.id, scores, mean + text.prior + _WHOLE * (not unasked) - _UNASKED * unasked - behind))
    missing = 0
    if not any(all(scores[place] for place in needed) for _, scores, _ in scored) and len(needed) > 1:
        nowhere = [asked[place] for place in needed if not any(scores[place] for _, scores, _ in scored)]
        missing = 0 if any(_neighbour(word, entries, _SLIP) for word in nowhere) else max(1, len(nowhere))
    enough = max(1, len(needed) - missing)
    found = {id: total for id, scores, total in scored if sum(scores[place] > 0 for place in needed) >= enough}
    general = {entry.id for entry in entries if getattr(entry, "is_general", False)}
    for entry in entries:
        if entry.id in found and entry.specializes in general and entry.id not in known_false:
            found[entry.specializes] = max(found.get(entry.specializes, 0.0), found[entry.id] + _CASE)
    places = {entry.id: place for place, entry in enumerate(entries)}
    return sorted(found, key=lambda id: (-found[id], places[id]))


def nearest(words: str, entries: Iterable[Found]) -> str:
    """Return a question near to one that nothing answers, of words that entries have; empty if there is none."""
    entries = list(entries)
    meant = " ".join(filter(None, (_neighbour(word, entries, 0.7) for word in _words(words))))
    return meant if meant and meant != " ".join(_words(words)) and search(meant, entries) else ""


def _neighbour(word: str, entries: Iterable[Found], cutoff: float) -> str:
    """Return the word of an id or title that is nearest to a word, empty if none is near."""
    vocabulary = sorted({each for entry in entries for each in _words(f"{entry.id} {entry.title}")} | set(MEANS))
    return next(iter(difflib.get_close_matches(word, vocabulary, n=1, cutoff=cutoff)), "")


def vocabulary() -> dict[str, Any]:
    """Return the words by which entries are found, for a search elsewhere that is to find alike."""
    return {
        "phrases": _LONGEST_FIRST,
        "means": MEANS,
        "little": sorted(LITTLE),
        "endings": ENDINGS,
        "quoted": sorted(_USED),
        "first": _FIRST,
        "plain": sorted(_PLAIN),
    }


def folded(text: str) -> str:
    """Return a text in small letters without accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(letter)
    )


def _words(text: str) -> Iterator[str]:
    joined = f" {' '.join(_WORD.findall(folded(text)))} "
    for phrase, word in _LONGEST_FIRST:
        joined = joined.replace(f" {phrase} ", f" {word} ")
    return iter(joined.split())


@cache
def _text(id: str, title: str, rest: str, module: str) -> _Text:
    topic = id.partition(".")[0]
    where = ((_IN_ID, _both(id)), (_IN_TITLE, _both(title)), (_IN_REST, _both(rest)))
    places = tuple((weight, found, frozenset(map(_stem, found)), f" {' '.join(found)}") for weight, found in where)
    special = frozenset(_words(id)) - _PLAIN
    return _Text(
        places, special, _QUOTED * (topic in _USED) + _GENERAL * (".general." in module) + _FIRST.get(topic, 0.0)
    )


def _both(text: str) -> frozenset[str]:
    """Return the words of a text as they are, and as phrases are understood."""
    return frozenset((*_WORD.findall(folded(text)), *_words(text)))


def _score(word: str, text: _Text) -> float:
    """Return how well one word of a question is met: as it is, by its stem, in another word, or as the beginning of one."""
    best = 0.0
    others = MEANS.get(word, ())
    for weight, named, stems, joined in text.places:
        if word in named:
            return max(best, weight)
        if _stem(word) in stems:
            best = max(best, weight * _STEM)
        for place, other in enumerate(others):
            if other in named:
                best = max(best, weight * _OTHER / (1 + 0.05 * place))
        if len(word) >= _SHORTEST and f" {word}" in joined:
            best = max(best, weight * _PART)
    return best


@cache
def _stem(word: str) -> str:
    """Return a word without its ending, if enough is left."""
    return next(
        (word[: -len(end)] for end in ENDINGS if word.endswith(end) and len(word) - len(end) >= _SHORTEST), word
    )

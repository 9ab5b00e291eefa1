"""Whether a title promises more than its statement says: a law for all mechanisms, an optimum, a notion, a number of steps."""

from __future__ import annotations

import re
from collections.abc import Iterator

from theorems.card import QUANTITY, Card

_QUANTIFIED = re.compile(
    r"\b(?:every|any|all|each|no|none|whatever|whichever)(?: [\w-]+){0,3}? "
    r"(?:mechanisms?|pairs?|laws?|randomi[sz]ers?|tests?|kernels?|outputs|bod(?:y|ies)|simplex|simplices)\b"
)
_OPTIMUM = re.compile(
    r"(?<!at )\b(?:optimal|optimum|optimality|least|greatest|best|minimax|minimum|maximum|smallest|largest|worst|dominates"
    r"|no (?:smaller|greater|better|worse|less)|most (?:truthful|accurate|informative))\b"
)
_EXTREME = re.compile(r"\b(?:Min|Max|Worst|Least\w*|Greatest\w*)\(")
_OVER_ALL = re.compile(r"\b(?:Worst|Least\w*|Greatest\w*|Any\w*)\(")
_EXTREMAL = {
    "MaxDivergence": ("no better", "no less", "greatest loss", "loss is greatest"),
    "HockeyStick": ("least delta", "worst event"),
    "TradeOff": ("greatest power",),
    "InverseProfile": ("least eps",),
}
"""Quantities that are extremes themselves, and the words for what an equation says of them."""
_NOTION = re.compile(r"-(?:DP|GDP|zCDP|tCDP|RDP|private)\b|\bis private\b")
_EXACT = re.compile(r"\bis exact\b|[:,] (?:the )?exact\b|\bexactly\b|\btight\b|\bif and only if\b|\bbest constant\b")
_ATTAINED = re.compile(r"\b(?:attain(?:s|ed)?|approached)\b")
_BOUNDED = re.compile(
    r"(?<!at )(?<!by )\bthe (?:greatest|least|smallest|largest|best|optimal) "
    r"(?:[\w-]+ )?(?:profile|power|divergence|trade-off function|delta|eps|constant|conversion)(?![\w-])",
    re.IGNORECASE,
)
_SHARP = ("tight(", "limit(")
"""Checks that see whether a bound is attained."""
_LETTER = re.compile(r"(?<![\w^(/*-])(?:[dkmn])(?![\w(^'-])")
_NUMBER = re.compile(r"\b(?:two|three|four|both|twice|plane|pair)\b")
_NUMBERS = {2: "two|both|twice|plane|pairs?", 3: "three|triple", 4: "four"}
_COUNTED = ("ProductLaw(", "Softmax(")
_NOTIONS = frozenset(("dp", "rdp", "zcdp", "tcdp", "gdp"))
_FAMILIES = re.compile(
    r"\b(?:extremal mechanism|randomized responses?|worst pairs?|two points"
    r"|(?:Gaussian|Laplace|Poisson|geometric) (?:noise|laws?|mechanisms?))\b",
    re.IGNORECASE,
)


def overstatements(card: Card) -> Iterator[str]:
    """Yield in words what the title of an entry promises and its statement does not hold.

    Parameters
    ----------
    card : Card
        The entry. A law, kernel or event variable in its domain stands for whatever is quantified; an extreme may also be one by a
        head of extremes, or by an inequality in which a variable stands on one side alone: the competitor.
    """
    title, stated = card.title, card.stated
    if card.id.endswith(".printed"):
        return
    letter = _LETTER.search(title)
    if letter and letter[0] not in stated.domain and not _NUMBER.search(title):
        yield f"{letter[0]!r} needs that symbol in the statement"
    text = " ".join((stated.statement, *stated.hypotheses))
    if not card.is_equation:
        if found := _EXACT.search(title):
            yield f"{found[0]!r} needs an equation"
        if (found := _ATTAINED.search(title)) and not any(key.startswith(_SHARP) for key in card.keys):
            yield f"{found[0]!r} needs an equation, or a check that sees it"
        if (found := _BOUNDED.search(title)) and not _OVER_ALL.search(stated.statement):
            yield f"{found[0]!r} needs an equation or an extreme in the statement: an inequality is a bound"
    if card.is_general:
        return
    if (found := _QUANTIFIED.search(title)) and not re.search(r"\b(?:Least|Greatest)\w+\(", text):
        yield f"{found[0]!r} needs a variable for it in the statement"
    for found in _OPTIMUM.finditer(title):
        if not _is_extreme(title, card):
            yield f"{found[0]!r} needs a competitor or an extreme in the statement"
    if (found := _NOTION.search(title)) and not QUANTITY.search(text):
        yield f"{found[0]!r} needs a divergence of two laws in the statement"
    for number in sorted(_counts(text)):
        if not re.search(rf"\b(?:{_NUMBERS.get(number, number)})\b", card.title):
            yield f"a statement about {number} parts needs that number in the title"
    about_laws = QUANTITY.search(stated.statement) and not _FAMILIES.search(title)
    if about_laws and card.id.partition(".")[0] in _NOTIONS:
        yield "a statement about one family of laws needs its name in the title"


def _is_extreme(title: str, card: Card) -> bool:
    statement = card.stated.statement
    if _EXTREME.search(statement):
        return True
    if card.is_equation:
        return any(
            f"{head}(" in statement and any(word in title for word in words) for head, words in _EXTREMAL.items()
        )
    left, _, right = re.split(r" (<=|<|>=|>) ", statement, maxsplit=1)
    return any(_names(name, left) != _names(name, right) for name in card.stated.domain)


def _names(name: str, side: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", side) is not None


def _counts(text: str) -> set[int]:
    """Return how many parts the products of laws and the choices of a statement have."""
    found = set()
    for head in _COUNTED:
        start = text.find(head)
        while start >= 0:
            depth, parts, place = 1, 1, start + len(head)
            while depth:
                letter = text[place]
                depth += (letter in "([{") - (letter in ")]}")
                parts += letter == "," and depth == 1
                place += 1
            found.add(parts)
            start = text.find(head, place)
    return found

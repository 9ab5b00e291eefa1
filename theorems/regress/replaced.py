"""Chains for one record replaced from their beginning: shuffled answers, and samples of a fixed size, know no other neighbours.

The adjacency of such a claim belongs to what stands in front of the sampling, and cannot be put behind it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpsym.distributions import Law
from dpsym.errors import ParseError
from dpsym.guarantees.guarantee import guarantee
from dpsym.guarantees.notions import Notion
from dpsym.guarantees.reading import asked

_SAMPLED = re.compile(r"\.shuffle\(|\.subsample\(\s*(?:size|population)\s*=", re.ASCII)
_LONGEST = 4000


def is_of_replaced(words: str) -> bool:
    """Return whether a chain shuffles, or draws samples of a fixed size, and says itself nothing of its neighbours."""
    return bool(_SAMPLED.search(words)) and ".guarantee(" not in words


def replacing(words: str, values: Mapping[str, Fraction]) -> Any:
    """Return the guarantee of a chain that begins with one record replaced, which moves a query by its sensitivity.

    Parameters
    ----------
    words : str
        A law or a promise with methods behind it, in the words of the grammar; what has neighbours of its own keeps them.
    values : mapping of str to Fraction
        Numbers for the names in it.

    Raises
    ------
    ParseError
        If it is not such a chain.
    """
    if len(words) > _LONGEST:
        raise ParseError(f"a guarantee must be a text of at most {_LONGEST} characters, got {words[:40]!r}")
    for name, value in values.items():
        words = re.sub(rf"\b{name}\b(?!\s*[=(])", f"({value})", words)
    first, *calls = _pieces(words)
    start, *_ = asked(first)
    found = guarantee(start, adjacency="replace") if isinstance(start, (Law, Notion)) else start
    for call in calls:
        _, name, arguments, named = asked(f"{first}.{call}")
        try:
            found = getattr(found, name)(*arguments, **named)
        except TypeError as error:
            raise ParseError(f"{name} was called wrongly: {error}") from None
    return found


def _pieces(words: str) -> list[str]:
    """Return what a chain begins with, and each call behind it."""
    found, depth, start = list[str](), 0, 0
    for place, sign in enumerate(words):
        depth += (sign == "(") - (sign == ")")
        if sign == "." and not depth and words[:place].rstrip().endswith(")"):
            found.append(words[start:place])
            start = place + 1
    return [*found, words[start:]]

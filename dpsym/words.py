"""The law or divergence that one word of a text names.

What is worked out from a text rests on the laws that it names, and on no others: each answer says by an auditing event where it is from.
"""

from __future__ import annotations

import sys

from dpsym import kinds


def named(word: str) -> type | None:
    """Return the law or divergence that a word names, None if there is none.

    What is found raises the auditing event ``dpsym.word`` with the package that hands it on, and the word. A word without a meaning may
    have one when there are more laws: all of them are looked through.
    """
    if word not in kinds.WORDS:
        every()
        return None
    sys.audit("dpsym.word", kinds.divergences.__name__ if word in kinds.HEADS else kinds.distributions.__name__, word)
    return kinds.WORDS[word]


def every() -> tuple[str, ...]:
    """Return all words."""
    return kinds.every()

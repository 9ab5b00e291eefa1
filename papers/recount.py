"""A number counted again, held against the printed one and against wrong ones: for the illustrations of papers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from papers.result import Illustration


def equal(found: float, printed: float, twins: Mapping[str, float], words: str) -> Illustration:
    """Say whether a number is the printed one, and which wrong ones would have been found out.

    Parameters
    ----------
    found, printed : float
        As counted again, and as printed.
    twins : mapping of str to float
        Wrong numbers, each with what it is.
    words : str
        What was counted, for a person.
    """
    told = tuple(name for name, value in twins.items() if not math.isclose(found, value))
    missed = tuple(name for name in twins if name not in told)
    return Illustration(math.isclose(found, printed), words, told, missed)


def bounded(margins: Mapping[str, float], twins: Mapping[str, float], words: str) -> Illustration:
    """Say whether inequalities hold, by what is least left of each, and which false ones fail at the same points.

    Parameters
    ----------
    margins : mapping of str to float
        What is least left of each printed inequality: at least 0 up to rounding.
    twins : mapping of str to float
        The same of false inequalities.
    words : str
        What was tried, for a person.
    """
    rounding = -1e-12
    told = tuple(name for name, value in twins.items() if value < rounding)
    missed = tuple(name for name in twins if name not in told)
    return Illustration(all(value >= rounding for value in margins.values()), words, told, missed)


def hockey_stick(first: Sequence[float], second: Sequence[float], eps: float) -> float:
    """Return the exact delta at eps of two laws on finitely many points."""
    return math.fsum(max(0.0, p - math.exp(eps) * q) for p, q in zip(first, second, strict=True))

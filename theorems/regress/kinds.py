"""What a claim can turn out to be."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from theorems.regress.claim import Claim
from theorems.regress.decimals import Number
from theorems.regress.reference import Reference


class Kind(enum.Enum):
    """What a claim turned out to be."""

    RIGHT = "right"
    SOUND = "sound"
    UNSOUND = "unsound"
    UNDECIDED = "undecided"
    NOT_UNDERSTOOD = "not understood"

    def __bool__(self) -> bool:
        raise TypeError("a verdict has no truth value; compare it with a member of Kind")


@dataclass(frozen=True)
class Gap:
    """How far a claim is from the truth: claimed less true, at the end of the certified bracket that is nearer to the claim.

    Parameters
    ----------
    absolute : Fraction or float
        Negative where too little is claimed.
    relative : float
        Of the truth.
    """

    absolute: Number
    relative: float


@dataclass(frozen=True)
class Verdict:
    """What is said about one claim.

    Parameters
    ----------
    claim : Claim
        As it was written.
    kind : Kind
        What it is.
    digits : int or None
        To how many significant digits the value is certainly right; for `Kind.RIGHT` at least so many.
    gap : Gap or None
        Of a claim that is sound or unsound.
    reference : Reference or None
        The certified bracket that says so.
    reason : str
        In words.
    """

    claim: Claim
    kind: Kind
    digits: int | None
    gap: Gap | None
    reference: Reference | None
    reason: str

    @property
    def factor(self) -> float:
        """The claimed value over the true one; nan where there is none."""
        return math.nan if self.gap is None else 1 + self.gap.relative

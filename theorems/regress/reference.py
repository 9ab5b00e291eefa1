"""The certified value that a claim is held against."""

from __future__ import annotations

from dataclasses import dataclass

from theorems.regress.claim import Claim
from theorems.regress.decimals import Number, outwards
from theorems.regress.question import Question, question
from theorems.regress.truths import Truth

DIGITS = 12
"""How many digits of a reference agree, where the road reaches them."""


@dataclass(frozen=True)
class Reference:
    """A certified bracket of the exact value.

    Parameters
    ----------
    lower : Fraction, float or None
        Certainly not above the truth, in the claim's unit; None where no lower end is known.
    upper : Fraction or float
        Certainly not below it; infinite where none is known.
    theorems : tuple of str
        The registry's entries that it rests on.
    road : str
        How it was computed, in words.
    """

    lower: Number | None
    upper: Number
    theorems: tuple[str, ...]
    road: str

    def __str__(self) -> str:
        low = "?" if self.lower is None else outwards(self.lower, up=False)
        return f"[{low}, {outwards(self.upper, up=True)}]"


def reference(claim: Claim, digits: int = DIGITS) -> Reference:
    """Return the exact value of what a claim is about, as a certified bracket.

    Parameters
    ----------
    claim : Claim
        Its value is not looked at, but for where a search begins.
    digits : int, optional
        How close the ends are wanted.

    Raises
    ------
    UnreadableClaimError
        If the claim is not understood.
    UndecidedError
        If nothing is certified.
    """
    asked = question(claim, valued=False)
    return bracketed(asked, asked.truth(), digits)


def bracketed(asked: Question, truth: Truth, digits: int = DIGITS) -> Reference:
    """Return the bracket of what is known, in the unit of the claim.

    Raises
    ------
    UndecidedError
        If there is none.
    """
    lower, upper = truth.bracket(digits, asked.near)
    return Reference(
        None if lower is None else asked.outside(lower, up=False),
        asked.outside(upper, up=True),
        truth.theorems,
        truth.road,
    )

"""Printed digits against a value that was made again: equal, equal after rounding, or different by so many units."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from papers.errors import PaperDataError

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?")


class Match(enum.Enum):
    """How a printed number compares with a value."""

    EQUAL = "equal"
    ROUNDED = "equal after rounding"
    OPEN = "equal within the error of the value"
    DIFFERENT = "different"


@dataclass(frozen=True)
class Digits:
    """A printed number beside a value.

    Parameters
    ----------
    printed : str
        As it stands in the paper: ``"0.05"``.
    value : Fraction
        The value that was made again.
    error : Fraction
        A bound on the error of the value.
    match : Match
        The verdict.
    units : float
        ``value - printed`` in units in the last printed place.
    """

    printed: str
    value: Fraction
    error: Fraction
    match: Match
    units: float

    def __str__(self) -> str:
        if self.match is not Match.DIFFERENT:
            return self.match.value
        return f"different by {abs(self.units):.3g} units in the last place"


def compare_digits(printed: str, value: Fraction | float | str, error: Fraction | float | str = 0) -> Digits:
    """Hold a printed decimal against a value.

    Parameters
    ----------
    printed : str
        A decimal as printed; its last digit says to which place it was rounded.
    value : Fraction, float or decimal text
        The value; a float stands for the binary number that it is.
    error : Fraction, float or decimal text, optional
        A bound on the error of the value: where the value rounds to the printed digits, or may do so within this error,
        the two are not different.

    Raises
    ------
    PaperDataError
        If the printed text is no decimal number.
    """
    if not isinstance(printed, str) or not _NUMBER.fullmatch(printed):
        raise PaperDataError(f"a printed number must be a decimal like 0.05, got {printed!r}")
    exact, slack = _fraction("value", value), _fraction("error", error)
    if slack < 0:
        raise PaperDataError(f"the error of a value must not be negative, got {error!r}")
    number = Decimal(printed)
    place = Fraction(Decimal(1).scaleb(int(number.as_tuple().exponent)))
    target = Fraction(number)
    units = float((exact - target) / place)
    if exact == target:
        match = Match.EQUAL
    elif _rounded(exact, place) == target:
        match = Match.ROUNDED
    elif abs(exact - target) <= place / 2 + slack:
        match = Match.OPEN
    else:
        match = Match.DIFFERENT
    return Digits(printed, exact, slack, match, units)


def _fraction(name: str, value: Fraction | float | str) -> Fraction:
    try:
        return Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise PaperDataError(f"the {name} must be a finite number, got {value!r}") from None


def _rounded(value: Fraction, place: Fraction) -> Fraction:
    """Return the value rounded to a multiple of the place, halves to even."""
    return round(value / place) * place

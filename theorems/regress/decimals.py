"""Decimal text read exactly, and exact numbers written as decimals rounded outwards."""

from __future__ import annotations

import math
import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from theorems.regress.errors import UnreadableClaimError

Number = Fraction | float
"""An exact number, or a float that is an infinity or not a number."""

LONGEST = 4000
"""Of the text of a cell: patterns on longer ones take more than a moment."""
_MOST_DIGITS, _GREATEST_EXPONENT = 800, 6000
_DECIMAL = re.compile(r"[+-]?(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,5}))?", re.ASCII)
_RATIO = re.compile(r"[+-]?\d{1,400}/\d{1,400}", re.ASCII)
_WORDS = {"inf": math.inf, "infinity": math.inf, "oo": math.inf, "nan": math.nan}


def read_number(column: str, text: object) -> Number:
    """Return the number that a decimal text states, exactly.

    Parameters
    ----------
    column : str
        What an error names.
    text : str
        A decimal, with an exponent or without, or a ratio of integers; ``inf``, ``-inf`` and ``nan`` in any case.

    Raises
    ------
    UnreadableClaimError
        If it is anything else, or longer than any measurement.
    """
    if not isinstance(text, str):
        raise UnreadableClaimError(column, "decimal text", text)
    stripped = text.strip()
    if (matched := _DECIMAL.fullmatch(stripped)) is not None:
        digits = len(stripped) - len(matched[4] or "")
        if digits > _MOST_DIGITS or abs(int(matched[4] or 0)) > _GREATEST_EXPONENT:
            raise UnreadableClaimError(
                column, f"of at most {_MOST_DIGITS} digits and an exponent up to {_GREATEST_EXPONENT}", text
            )
        return Fraction(stripped)
    if _RATIO.fullmatch(stripped) is not None and int(stripped.partition("/")[2]):
        return Fraction(stripped)
    word = stripped.lower()
    if word.lstrip("+-") in _WORDS and word.count("-") + word.count("+") <= 1:
        return -_WORDS[word[1:]] if word.startswith("-") else _WORDS[word.lstrip("+")]
    raise UnreadableClaimError(column, "decimal text such as 1.25, 1e-5, inf or nan", text)


def read_finite(column: str, text: object) -> Fraction:
    """Return the finite number that a decimal text states, exactly.

    Raises
    ------
    UnreadableClaimError
        If it is no number, or not finite.
    """
    value = read_number(column, text)
    if not isinstance(value, Fraction):
        raise UnreadableClaimError(column, "finite", text)
    return value


def last_place(text: str) -> Fraction:
    """Return a unit of the last digit that a decimal text prints; 0 of an infinity or no number."""
    matched = _DECIMAL.fullmatch(text.strip())
    if matched is None:
        return Fraction(0)
    places = len(matched[2] or matched[3] or "")
    power = int(matched[4] or 0) - places
    return Fraction(10**power) if power >= 0 else Fraction(1, 10**-power)


def of_float(value: float) -> str:
    """Return the decimal that a float prints, with 17 digits, so that the text states the precision of its carrier."""
    return with_17_digits(repr(float(value))) if math.isfinite(value) else str(value)


def with_17_digits(text: str) -> str:
    """Return a decimal text of the same value with at least 17 digits; one that no decimal can hold is left as it is."""
    try:
        value = Decimal(text)
        return text if len(value.as_tuple().digits) > 17 else f"{value:.16e}"
    except ArithmeticError:
        return text


def outwards(value: Number, up: bool, digits: int = 12) -> str:
    """Return a number as decimal text of so many significant digits, not below it (`up`) or not above it."""
    if not isinstance(value, Fraction):
        return str(value)
    context = Context(prec=digits, rounding=ROUND_CEILING if up else ROUND_FLOOR, Emin=-(10**9), Emax=10**9)
    found = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    text = f"{found.normalize(context):g}" if found else "0"
    return text.replace("e+", "e")


def as_float(value: Number) -> float:
    """Return the nearest float; what is too large is infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf

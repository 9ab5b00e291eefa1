"""Numbers whose float is what they say: an exact form of numbers where SymPy works it out rightly, else a certified bound.

SymPy evaluates a form to fifteen digits, and where terms of it cancel further than it looks it says 0: that would be a privacy loss below
the truth.
"""

from __future__ import annotations

import math
from fractions import Fraction

from sympy import Expr, Rational

from dpsym.ball import as_fraction
from dpsym.divergences import Divergence
from dpsym.enclose import enclose
from dpsym.errors import DpsymError
from dpsym.guarantees.numbers import rounded_down, rounded_up

_DIGITS = 18
_ROUNDED = 12
_PRINTED_BITS = 14000  # of an integer that Python prints
_CLOSE = Fraction(1, 2**48)


def faithful(value: Expr, is_upper: bool = True) -> Expr:
    r"""Return a value without symbols so that its float is right to a relative :math:`2^{-48}`; one with symbols as it is.

    Parameters
    ----------
    value : Expr
        Not negative, as every privacy loss, probability and error is.
    is_upper : bool, optional
        Whether it is a bound from above, as a privacy loss is, or from below, as the error of a test.

    Raises
    ------
    UndecidedError
        If its float is negative or no number, and no ball says what it is.
    """
    if isinstance(value, Rational) and max(abs(value.p), value.q).bit_length() > _PRINTED_BITS:
        return _on_side(as_fraction(value), is_upper)
    if value.free_symbols or isinstance(value, Rational) or value.is_infinite or value.has(Divergence):
        return value
    shown = _float(value)
    if shown is None or shown == (math.inf if is_upper else 0):  # what is beyond the floats is on the safe side
        return value
    try:
        ball = enclose(value, digits=_DIGITS)
        low, high = ball.lower, ball.upper
    except DpsymError:  # as of what is too small, or too great, for a fraction
        if shown >= 0:
            return value
        raise
    if not (isinstance(low, Fraction) and isinstance(high, Fraction)):
        return value
    if math.isfinite(shown) and low * (1 - _CLOSE) <= Fraction(shown) <= high * (1 + _CLOSE):
        return value
    return _on_side(high if is_upper else low, is_upper)


def _on_side(value: Fraction, is_upper: bool) -> Expr:
    return (rounded_up if is_upper else rounded_down)(max(value, Fraction(0)), _ROUNDED)


def _float(value: Expr) -> float | None:
    """Return what ``float`` says of a value, None where it says nothing."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        return None

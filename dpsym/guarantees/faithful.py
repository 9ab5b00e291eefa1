"""Numbers whose float is what they say: an exact form of numbers where SymPy works it out rightly, else a certified bound.

SymPy evaluates a form to fifteen digits, and where terms of it cancel further than it looks it says 0: that would be a privacy loss below
the truth.
"""

from __future__ import annotations

import math
from fractions import Fraction

from sympy import Expr, Rational

from dpsym.divergences import Divergence
from dpsym.enclose import enclose
from dpsym.errors import DpsymError
from dpsym.guarantees.numbers import rounded_down, rounded_up

_DIGITS = 18
_ROUNDED = 12
_CLOSE = Fraction(1, 2**48)


def faithful(value: Expr, is_upper: bool = True) -> Expr:
    r"""Return a value without symbols so that its float is right to a relative :math:`2^{-48}`; one with symbols as it is.

    Parameters
    ----------
    value : Expr
        Not negative, as every privacy loss, probability and error is.
    is_upper : bool, optional
        Whether it is a bound from above, as a privacy loss is, or from below, as the error of a test.
    """
    if value.free_symbols or isinstance(value, Rational) or value.is_infinite or value.has(Divergence):
        return value
    shown = _float(value)
    if shown is None or (shown == 0 and not is_upper):  # what is beyond the floats is on the safe side
        return value
    try:
        ball = enclose(value, digits=_DIGITS)
    except DpsymError:
        return value
    low, high = ball.lower, ball.upper
    if not (isinstance(low, Fraction) and isinstance(high, Fraction)):
        return value
    if low * (1 - _CLOSE) <= shown <= high * (1 + _CLOSE):
        return value
    return rounded_up(max(high, Fraction(0)), _ROUNDED) if is_upper else rounded_down(max(low, Fraction(0)), _ROUNDED)


def _float(value: Expr) -> Fraction | None:
    """Return what ``float`` says of a value, None where it is no finite number."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        return None
    return Fraction(number) if math.isfinite(number) else None

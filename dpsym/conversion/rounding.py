"""From exact expressions to rationals on the safe side, and comparisons that are certain or say so."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Expr, Rational

from dpsym.ball import exact_fraction
from dpsym.enclose import Ball, enclose
from dpsym.enclose.expression import admitted
from dpsym.enclose.walker import Walker
from dpsym.errors import UndecidedError
from dpsym.guarantees.numbers import Lower, Upper, end_above

DIGITS = 16
"""The significant digits to which numbers are rounded."""
_MOST_BITS = 1 << 14


def rounded(value: Fraction, up: bool, digits: int = DIGITS) -> Rational:
    """Return a fraction rounded to so many significant decimal digits, up or down.

    Parameters
    ----------
    value : Fraction
        Of any sign.
    up : bool
        Whether to the greater side.
    digits : int, optional
        The significant digits that are kept.
    """
    if value == 0:
        return Rational(0)
    size = int(0.30103 * (value.numerator.bit_length() - value.denominator.bit_length()))
    shift = digits - size
    scaled = value * 10**shift if shift >= 0 else value / 10**-shift
    whole = ceil(scaled) if up else floor(scaled)
    return Rational(whole, 10**shift) if shift >= 0 else Rational(whole * 10**-shift)


def upper(value: Ball | Expr, digits: int = DIGITS) -> Rational:
    """Return an `Upper` that is certainly not below a number, and agrees with it to about `digits` digits.

    A rational expression is returned as it is.

    Raises
    ------
    UndecidedError
        If the number cannot be enclosed, or is infinite.
    """
    return _side(value, True, digits)


def lower(value: Ball | Expr, digits: int = DIGITS) -> Rational:
    """Return a `Lower` that is certainly not above a number, and agrees with it to about `digits` digits.

    A rational expression is returned as it is.

    Raises
    ------
    UndecidedError
        If the number cannot be enclosed, or is infinite.
    """
    return _side(value, False, digits)


def _side(value: Ball | Expr, up: bool, digits: int) -> Rational:
    if isinstance(value, Expr) and value.is_Rational:
        return value
    ball = value if isinstance(value, Ball) else enclose(value, {}, digits + 4)
    bound = end_above(ball) if up else ball.lower
    if not isinstance(bound, Fraction):
        raise UndecidedError(f"{value} is infinite")
    kind = Rational if bound < 0 else Upper if up else Lower
    return kind(rounded(bound, up, digits))


def sign(value: Expr) -> int | None:
    """Return the sign of an expression where it is certain, None where symbols or digits leave it open."""
    if value.free_symbols:
        found = value.is_positive, value.is_negative, value.is_zero
        return 1 if found[0] else -1 if found[1] else 0 if found[2] else None
    if value.is_Rational:
        return int(bool(value > 0)) - int(bool(value < 0))
    bits = 128
    while bits <= _MOST_BITS:
        ball = ball_of(value, bits)
        if ball is not None and (ball > 0 or ball < 0 or ball.is_zero()):
            return int(ball > 0) - int(ball < 0)
        bits *= 4
    return None


def ball_of(value: Expr, bits: int) -> arb | None:
    """Return one ball at a precision, however wide; None where the walk refuses."""
    with ctx.workprec(bits):
        try:
            ball = arb(Walker({})(admitted(value)))
        except UndecidedError:
            return None
    return None if ball.is_nan() else ball


def fraction(value: Any) -> Fraction:
    """Return a SymPy rational as a Fraction."""
    return exact_fraction("number", value)


def rational(value: fmpq) -> Rational:
    """Return a flint rational as a SymPy rational."""
    return Rational(int(value.p), int(value.q))

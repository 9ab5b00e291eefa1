"""Balls compared with exact numbers, and written as exact ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import Ball
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError
from theorems.regress.decimals import Number

Bracket = tuple[Number | None, Number]
"""A lower end, None where none is known, and an upper one."""

_LADDER = (12, 30, 75)  # digits at which two numbers are told apart
_SMALLEST = 1 << 17  # binary exponent beyond which an end is written as 0 or as infinity
_TINY = Fraction(1, 1 << _SMALLEST)


def ends(value: arb) -> tuple[Number, Number]:
    """Return exact ends of a ball; what is beyond all measure is 0, or infinite, on the outer side."""
    if not value.is_finite():
        found = Ball(value)
        return found.lower, found.upper
    if value.is_zero():
        return Fraction(0), Fraction(0)
    with ctx.workprec(64):
        size = float(abs(value).upper().log().mid()) / math.log(2)
    if size < -_SMALLEST:
        return (Fraction(0), _TINY) if value > 0 else (-_TINY, Fraction(0) if value < 0 else _TINY)
    if size > _SMALLEST:
        huge = Fraction(1 << _SMALLEST) if value > 0 else -math.inf
        return huge, math.inf
    found = Ball(value)
    return found.lower, found.upper


def exceeds(ball: Callable[[int], arb], point: Fraction) -> bool | None:
    """Return whether a value, known by balls of so many digits, is above a number; None where that is open."""
    for digits in _LADDER:
        try:
            found = compared(ball(digits), point, digits)
        except UndecidedError:
            return None
        if found is not None:
            return found
    return None


def compared(value: arb, point: Fraction, digits: int) -> bool | None:
    """Return whether a ball is certainly above a number, certainly not, or None."""
    with ctx.workprec(64 + 4 * digits):
        number = ball_of(point)
        return True if value > number else False if value <= number else None


def greatest(sides: Iterable[bool | None]) -> bool | None:
    """Return whether the greatest of several values is above a number, of which each is known to be, or not, or None."""
    unsure = False
    for side in sides:
        if side:
            return True
        unsure |= side is None
    return None if unsure else False

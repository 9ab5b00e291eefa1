"""Balls to so many digits, from engines that may refuse."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from dpsym.errors import DpsymError, UndecidedError

BITS_A_DIGIT = math.log2(10)
FIRST_BITS, MOST_BITS = 64, 1 << 14


def to_digits(value: Any, digits: int, most: int = MOST_BITS) -> arb:
    """Return a ball of so many digits, at a precision that rises until it has them; exactly 0 has all of them.

    Raises
    ------
    UndecidedError
        If the greatest precision does not reach them.
    """
    wanted = int(digits * BITS_A_DIGIT) + 2
    bits = FIRST_BITS + wanted
    while bits <= max(most, FIRST_BITS + wanted):
        with ctx.workprec(bits):
            found = value()
            if found.is_finite() and (found.is_zero() or found.rel_accuracy_bits() >= wanted):
                return found
            if found.is_exact() and not found.is_nan():  # an infinity
                return found
        bits *= 2
    raise UndecidedError(f"{digits} digits were not reached with {most} bits")


def guarded(work: Any) -> Any:
    """Return what is asked of an engine; whatever it cannot do is undecided.

    Raises
    ------
    UndecidedError
        If it could not.
    """
    try:
        return work()
    except UndecidedError:
        raise
    except (DpsymError, ArithmeticError, ValueError, MemoryError, RecursionError, NotImplementedError) as error:
        raise UndecidedError(str(error) or type(error).__name__) from None


def log_of(value: Fraction) -> float:
    """Return about the logarithm of a positive number, however large or small."""
    return math.log(value.numerator) - math.log(value.denominator) if value > 0 else -math.inf


def as_log_float(value: Fraction) -> float:
    """Return about a positive number, where floats have one near it."""
    return math.exp(max(-700.0, min(700.0, log_of(value))))

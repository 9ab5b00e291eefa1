"""Arithmetic on arrays of floats with a running bound on the error.

Every value is carried as ``mantissa * exp(exponent)``, so that neither exponentials in a logarithm nor the tails of
the Gaussian law leave the range of a float. The bounds follow running error analysis: a rounding of arithmetic counts
2^-52 of the value, one of an elementary function 2^-49, at least twice what NumPy and SciPy do.
"""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import numpy as np

UNIT = 2.0**-52
FUNCTION_UNIT = 2.0**-49
TINY = float(np.finfo(float).tiny)


class Number(NamedTuple):
    """A number, off by at most error * exp(exponent); the exponent is a float 0.0 before any exponential."""

    mantissa: Any
    exponent: Any = 0.0
    error: Any = 0.0

    @property
    def is_plain(self) -> bool:
        """Whether the exponent is 0 from the start; a NumPy scalar is a float too, but came from an exponential."""
        return type(self.exponent) is float


UNKNOWN = Number(np.nan, 0.0, np.inf)


def aligned(numbers: list[Number]) -> tuple[Any, list[Number]]:
    """Return the greatest exponent, and each mantissa and error at it, with the shift that took it there."""
    tops = [np.where((each.mantissa == 0) & (each.error == 0), -np.inf, each.exponent) for each in numbers]
    top = reduce(np.maximum, tops)
    top = np.where(top == -np.inf, 0.0, top)
    moved = []
    for each in numbers:
        shift = np.minimum(each.exponent - top, 0.0)
        mantissa = each.mantissa * np.exp(shift)
        rounding = np.abs(mantissa) * np.where(shift < 0, FUNCTION_UNIT - UNIT * shift, 0.0)
        lost = np.where(shift < -700, TINY * (np.abs(each.mantissa) + each.error), 0.0)
        moved.append(Number(mantissa, shift, each.error * np.exp(shift) + rounding + lost))
    return top, moved


def add(a: Number, b: Number) -> Number:
    """Add; where the exponents are close, expm1 keeps 1 - exp(-x) from cancelling."""
    total = a.mantissa + b.mantissa
    if a.is_plain and b.is_plain:
        return Number(total, 0.0, a.error + b.error + UNIT * np.abs(total))
    top, moved = aligned([a, b])
    far, far_error = sum(each.mantissa for each in moved), sum(each.error for each in moved)
    near, near_error = total, a.error + b.error + UNIT * np.abs(total)
    for number, each in zip((a, b), moved, strict=True):
        change = number.mantissa * np.expm1(each.exponent)
        near, near_error = near + change, near_error + 2 * FUNCTION_UNIT * np.abs(change)
    is_near = np.minimum(*(each.exponent for each in moved)) > -0.5
    mantissa = np.where(is_near, near, far)
    return Number(mantissa, top, np.where(is_near, near_error, far_error) + UNIT * np.abs(mantissa))


def multiply(a: Number, b: Number) -> Number:
    """Multiply."""
    mantissa, exponent = a.mantissa * b.mantissa, a.exponent + b.exponent
    error = np.abs(a.mantissa) * b.error + np.abs(b.mantissa) * a.error + a.error * b.error
    rounding = UNIT * np.abs(mantissa) * (1 + np.abs(exponent))
    return Number(mantissa, exponent, error + rounding + lost(mantissa, (a.mantissa != 0) & (b.mantissa != 0)))


def lost(result: Any, factors_are_nonzero: Any) -> Any:
    """Return what underflow may have taken from a product."""
    return np.where((np.abs(result) < TINY) & factors_are_nonzero, TINY, 0.0)


def plain(number: Number) -> Number:
    """Return the number with exponent 0."""
    if number.is_plain:
        return number
    factor = np.exp(number.exponent)
    value = number.mantissa * factor
    rounding = np.where(number.exponent == 0, 0.0, FUNCTION_UNIT * np.abs(value))
    return Number(value, 0.0, number.error * factor + rounding + lost(value, number.mantissa != 0))


def exponential(value: Any, error: Any) -> Number:
    """Return the exponential of a plain number."""
    is_zero = (value == -np.inf) & (error == 0)
    return Number(np.where(is_zero, 0.0, 1.0), np.where(is_zero, 0.0, value), np.expm1(error))


def logarithm(number: Number) -> Number:
    """Return the logarithm."""
    plain_part = np.log(number.mantissa)
    value = plain_part + number.exponent
    error = -np.log1p(-number.error / number.mantissa) + FUNCTION_UNIT * np.abs(plain_part)
    return Number(value, 0.0, np.where(number.mantissa > 0, error + UNIT * np.abs(value), np.inf))


def negative(number: Number) -> Number:
    """Return the number times -1."""
    return Number(-number.mantissa, number.exponent, number.error)

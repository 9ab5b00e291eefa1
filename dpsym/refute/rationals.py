"""Simple rationals: which they are, how simple, and the simplest one in an interval."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sympy import Basic, Expr, Rational, log

_COMMON = ("1", "2", "1/2", "3", "0", "3/2", "1/3", "4", "2/3", "1/4", "3/4", "5", "1/5", "8", "10", "1/10", "9/10")
_LESS_COMMON = ("20", "16", "1/20", "30", "64", "99/100", "1/100", "100")
SIMPLE = tuple(map(Fraction, _COMMON + _LESS_COMMON))
FAR = tuple(map(Fraction, ("1000", "1/1000", "1000000", "1/1000000")))
RATIOS = tuple(map(Fraction, ("2", "3", "1", "3/2", "4", "5", "10", "4/3", "20", "100", "11/10", "1/2")))
_COMPLICATED = 1 << 10


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the rational of least denominator in a closed interval, and the nearest to 0 of these."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_between(-high, -low)
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    # both ends lie strictly between the same integers
    return whole - 1 + 1 / simplest_between(1 / (high - whole + 1), 1 / (low - whole + 1))


def weight(value: Basic) -> int:
    """Return how complicated a rational is, or the logarithm of one, or the rationals in a law, or anything else (very)."""
    if not isinstance(value, Expr):
        return sum(map(weight, value.args))
    inner = value.args[0] if isinstance(value, log) else value
    if not isinstance(inner, Rational):
        return _COMPLICATED
    return int(inner.p).bit_length() + 2 * int(inner.q).bit_length() + 2 * isinstance(value, log)


def as_rational(value: Fraction) -> Rational:
    """Return a Fraction as a SymPy number."""
    return Rational(value.numerator, value.denominator)


def compositions(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a positive integer as an ordered sum of so many positive integers."""
    if count == 1:
        yield (total,)
        return
    for first in range(1, total - count + 2):
        yield from ((first, *rest) for rest in compositions(total - first, count - 1))

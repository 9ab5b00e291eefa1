"""A range: an interval by its two ends, each rounded outwards.

A wide Arb ball loses the sign of an exponential and the domain of a logarithm; over a box monotone functions
are therefore evaluated at the two ends. At a point a ball does the same for half the price.
"""

from __future__ import annotations

from typing import Any

from flint import arb, ctx, fmpq

from dpsym.errors import UndecidedError

_EXTRA_BITS = 4096
_INCREASING = ("exp", "log", "sqrt", "sinh", "tanh", "erf", "asin", "atan", "asinh", "acosh", "atanh", "erfinv")
_DECREASING = ("erfc", "acos", "erfcinv")
_BY_BALLS = ("gamma", "lgamma", "sin", "cos", "tan")


class Range:
    """The interval from `lo` to `hi`, both exact; never NaN.

    Raises
    ------
    UndecidedError
        If an end is not a number.
    """

    __slots__ = ("hi", "lo")

    def __init__(self, lo: arb, hi: arb) -> None:
        self.lo, self.hi = lo.lower(), hi.upper()
        if not self.lo <= self.hi:  # false for NaN too
            raise UndecidedError("an interval operation gave no number")

    @staticmethod
    def of(value: Any) -> Range:
        """Return a rational or a ball as a range."""
        if isinstance(value, Range):
            return value
        ball = arb(value)
        return Range(ball, ball)

    def __add__(self, other: Any) -> Range:
        other = Range.of(other)
        return Range(self.lo + other.lo, self.hi + other.hi)

    __radd__ = __add__

    def __neg__(self) -> Range:
        return Range(-self.hi, -self.lo)

    def __sub__(self, other: Any) -> Range:
        return self + -Range.of(other)

    def __mul__(self, other: Any) -> Range:
        other = Range.of(other)
        if self.lo >= 0 and other.lo >= 0:
            return Range(self.lo * other.lo, self.hi * other.hi)
        return _hull(x * y for x in (self.lo, self.hi) for y in (other.lo, other.hi))

    __rmul__ = __mul__

    def inverse(self) -> Range:
        """Return 1/x.

        Raises
        ------
        UndecidedError
            If 0 is inside.
        """
        if not (self.lo > 0 or self.hi < 0):
            raise UndecidedError("division by a range that contains 0")
        return Range(1 / self.hi, 1 / self.lo)

    def integer_power(self, n: int) -> Range:
        """Return x^n for a positive integer n: an even power is never negative."""
        ends = self.lo**n, self.hi**n
        if n % 2 or self.lo >= 0:
            return Range(*ends)
        if self.hi <= 0:
            return Range(ends[1], ends[0])
        return Range(arb(0), ends[0].max(ends[1]))

    def union(self, other: Any) -> Range:
        """Return the least range that contains both."""
        other = Range.of(other)
        return _hull((self.lo, self.hi, other.lo, other.hi))

    def intersection(self, other: Range) -> Range:
        """Return what is in both ranges.

        Raises
        ------
        UndecidedError
            If nothing is.
        """
        return Range(self.lo.max(other.lo), self.hi.min(other.hi))

    def max(self, other: Any) -> Range:
        """Return the range of the greater of the two."""
        other = Range.of(other)
        return Range(self.lo.max(other.lo), self.hi.max(other.hi))

    def min(self, other: Any) -> Range:
        """Return the range of the lesser of the two."""
        return -(-self).max(-Range.of(other))

    def __abs__(self) -> Range:
        return self.max(-self).max(0)

    def cosh(self) -> Range:
        """Return the hyperbolic cosine, which depends on the absolute value."""
        size = abs(self)
        return Range(size.lo.cosh(), size.hi.cosh())

    def ball(self) -> arb:
        """Return a ball that contains the range, and that keeps its sign where it has one."""
        if self.lo == self.hi:
            return self.lo
        width = arb(0, ((self.hi - self.lo) / 2).upper())
        with ctx.workprec(ctx.prec + _EXTRA_BITS):
            return self.hi - width.rad() + width if self.hi <= 0 else self.lo + width.rad() + width

    def __getattr__(self, name: str) -> Any:
        """Give the monotone functions, evaluated at both ends, and others by ball arithmetic."""
        if name in _INCREASING:
            return lambda: Range(getattr(self.lo, name)(), getattr(self.hi, name)())
        if name in _DECREASING:
            return lambda: Range(getattr(self.hi, name)(), getattr(self.lo, name)())
        if name in _BY_BALLS:
            return lambda: Range.of(getattr(self.ball(), name)())
        raise AttributeError(name)


def _hull(ends: Any) -> Range:
    """Return the least range that contains the given balls."""
    first, *rest = ends
    lo, hi = first.lower(), first.upper()
    for end in rest:
        lo, hi = lo.min(end.lower()), hi.max(end.upper())
    return Range(lo, hi)


def between(lo: fmpq, hi: fmpq) -> Range:
    """Return the range with two rational ends."""
    return Range(arb(lo), arb(hi))

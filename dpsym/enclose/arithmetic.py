"""The operations that rationals, balls, complex balls and ranges share, with the same refusals."""

from __future__ import annotations

from functools import reduce
from typing import Any

from flint import acb, arb, fmpq

from dpsym.enclose.ranges import Range
from dpsym.errors import UndecidedError

Value = fmpq | arb | acb | Range
_GREATEST_EXACT_BITS = 1 << 16
_HALF = fmpq(1, 2)


def checked(value: Value, what: str) -> Value:
    """Return a value that is a number; infinity itself is one, NaN and the whole line are not.

    Raises
    ------
    UndecidedError
        If nothing is known about the value.
    """
    if isinstance(value, arb) and (value.is_nan() or not value.rad().is_finite()):
        raise UndecidedError(f"{what} is not certainly a real number")
    if isinstance(value, acb) and not value.is_finite():
        raise UndecidedError(f"{what} is not certainly a finite number")
    return value


def signs(value: Value) -> set[int]:
    """Return the signs that a value may have; of a complex ball, those of its real part."""
    low: Any = value.real if isinstance(value, acb) else value
    high = low
    if isinstance(value, Range):
        low, high = value.lo, value.hi
    possible = {-1, 0, 1}
    if low >= 0:
        possible.discard(-1)
    if high <= 0:
        possible.discard(1)
    if low > 0 or high < 0:
        possible.discard(0)
    return possible


def alike(*values: Value) -> tuple[Any, ...]:
    """Return the values as one kind, the most general among them."""
    kinds = {type(value) for value in values}
    if Range in kinds:
        return tuple(Range.of(value) for value in values)
    kind = acb if acb in kinds else arb
    return tuple(kind(value) for value in values)


def is_finite(value: Value) -> bool:
    """Whether a value is certainly a finite number."""
    if isinstance(value, Range):
        return bool(value.lo.is_finite() and value.hi.is_finite())
    return isinstance(value, fmpq) or bool(value.is_finite())


def union(first: Value, second: Value) -> Value:
    """Return what covers both values."""
    left, right = alike(first, second)
    return left.union(right)


def product(factors: list[Value]) -> Value:
    """Return the product; a rational 0 times finite numbers is the rational 0."""
    if any(isinstance(factor, fmpq) and factor == 0 for factor in factors) and all(map(is_finite, factors)):
        return fmpq(0)
    return reduce(lambda left, right: left * right, factors)


def apply(name: str, value: Value, smooth: bool) -> Value:
    """Return the value of the flint function `name`; rational where that is certain."""
    if isinstance(value, fmpq):
        result = getattr(arb(value), name)()
        return result.fmpq() if result.is_exact() and result.is_finite() else result
    if isinstance(value, acb) and name == "log":
        return value.log(analytic=smooth)
    return getattr(value, name)()


def absolute(value: Value, smooth: bool) -> Value:
    """Return the absolute value; where analyticity is wanted, the value must be away from 0."""
    possible = signs(value)
    if possible <= ({1} if smooth else {0, 1}):
        return value
    if possible <= ({-1} if smooth else {-1, 0}):
        return -value
    return value.real_abs(analytic=smooth) if isinstance(value, acb) else abs(_unless(smooth, value))


def greater(first: Value, second: Value, smooth: bool) -> Value:
    """Return the maximum of two values; where analyticity is wanted, they must be apart."""
    possible = signs(first + (-second)) if is_finite(first) and is_finite(second) else {-1, 0, 1}
    if possible <= ({1} if smooth else {0, 1}):
        return first
    if possible <= ({-1} if smooth else {-1, 0}):
        return second
    left, right = alike(first, second)
    return left.real_max(right, analytic=smooth) if isinstance(left, acb) else _unless(smooth, left).max(right)


def _unless(smooth: bool, value: Any) -> Any:
    if smooth and not isinstance(value, fmpq):
        raise UndecidedError("the expression may have a kink here")
    return value


def power(base: Value, exponent: Value, smooth: bool = False) -> Value:
    """Return base^exponent: to an integer power, or of a base that is positive (0 to a positive power is 0).

    Raises
    ------
    UndecidedError
        If the power is not certainly a real number.
    """
    if isinstance(exponent, fmpq) and exponent.denominator == 1:
        return _integer_power(base, int(exponent.numerator))
    if isinstance(base, fmpq):
        if base == 0 and signs(exponent) == {1}:
            return base
        roots = [arb(part).sqrt() for part in (base.numerator, base.denominator)]
        if exponent == _HALF and all(root.is_exact() and root.is_finite() for root in roots):
            return roots[0].fmpq() / roots[1].fmpq()
        base = arb(base)
    left, right = alike(base, exponent)
    return _real_power(left, right, isinstance(exponent, fmpq) and exponent == _HALF, smooth)


def _integer_power(base: Any, n: int) -> Value:
    if n == 0:
        return fmpq(1)
    if n == 1:
        return base
    if n < 0:
        if signs(base) == {0} or (isinstance(base, acb) and base.contains(0)):
            raise UndecidedError("division by 0")
        if isinstance(base, Range):
            return base.inverse().integer_power(-n)
    if isinstance(base, Range):
        return base.integer_power(n)
    if isinstance(base, fmpq):
        exact = abs(n) * base.height_bits() <= _GREATEST_EXACT_BITS
        return base**n if exact else arb(base) ** n
    if n < 0 or not base.contains(0):
        return base**n
    half = _integer_power(base, n // 2)  # by squaring, because flint's power gives NaN around 0
    return half * half * base if n % 2 else half * half


def _real_power(base: Any, exponent: Any, square_root: bool, smooth: bool) -> Value:
    if isinstance(base, acb):
        return base.sqrt(analytic=smooth) if square_root else base.pow(exponent, analytic=smooth)
    if smooth and signs(base) != {1}:
        raise UndecidedError("a power is analytic only where its base is positive")
    if square_root:
        return base.sqrt()
    if not isinstance(base, Range):
        return base**exponent
    if signs(base) == {0, 1} and signs(exponent) == {1}:
        top = Range(base.hi, base.hi).log() * exponent if base.hi > 0 else None
        return Range(arb(0), top.exp().hi if top else arb(0))
    return (base.log() * exponent).exp()

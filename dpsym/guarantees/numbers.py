"""Numbers that are reported: rounded up, so that no loss is ever below the truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from flint import arb
from mpmath.libmp import from_rational
from sympy import Add, Expr, Integer, Max, Rational, oo
from sympy.printing.pretty.stringpict import prettyForm

from dpsym.ball import Ball, as_fraction
from dpsym.enclose import enclose
from dpsym.errors import DpsymError, NotApplicableError, UndecidedError

_SPARE = 3
_COMPARED = 12
_SHOWN = 17
_LEAST = Fraction(1, 10**10000)
_TINY = arb(10) ** -10001
GUARD_BITS = 4
"""What `N` asks for beyond the digits that it returns, and then rounds away."""


class Upper(Rational):
    """A decimal number that was rounded up; ``float`` and ``N`` round it up too.

    It is a SymPy rational, equal to the plain one, and prints as a decimal. A whole number is a plain `Integer`.
    """

    __slots__ = ()
    side: ClassVar[int] = 1

    def __new__(cls, p: object, q: int = 1) -> Any:
        value = Rational(p, q)
        if isinstance(value, Integer):
            return value
        made = Expr.__new__(cls)
        made.p, made.q = value.p, value.q
        return made

    def __hash__(self) -> int:
        return hash(Rational(self.p, self.q))

    def __float__(self) -> float:
        return as_float(self) if self.side > 0 else -as_float(-self)

    def _as_mpf_val(self, precision: int) -> Any:
        return from_rational(self.p, self.q, max(precision - GUARD_BITS, 1), "c" if self.side > 0 else "f")

    def _sympystr(self, printer: Any) -> str:
        return scientific(self, _SHOWN)

    def _latex(self, printer: Any) -> str:
        mantissa, _, exponent = scientific(self, _SHOWN).partition("e")
        return rf"{mantissa} \cdot 10^{{{exponent}}}" if exponent else mantissa

    def _pretty(self, printer: Any) -> Any:
        return prettyForm(scientific(self, _SHOWN))


class Lower(Upper):
    """A decimal number that was rounded down, as an error that a test must make is; ``float`` and ``N`` round it down too."""

    __slots__ = ()
    side = -1


def worse_of(values: Sequence[Expr], pick: type[Expr]) -> Expr:
    """Return the worst one of the values in all directions, by `Max` or `Min`: one of them where that is certain, else all under it."""
    distinct = list(dict.fromkeys(values))
    if len(distinct) == 1:
        return distinct[0]
    if pick is Max and oo in distinct:
        return oo
    if not any(value.free_symbols for value in distinct):
        try:
            balls = [enclose(value, digits=_COMPARED) for value in distinct]
        except DpsymError:
            return pick(*distinct, evaluate=False)
        for place, ball in enumerate(balls):
            others = balls[:place] + balls[place + 1 :]
            if all(other.certainly_below(ball) if pick is Max else ball.certainly_below(other) for other in others):
                return distinct[place]
    return pick(*distinct, evaluate=False)


def rounded_up(value: Fraction, digits: int) -> Rational:
    """Return the least decimal number of so many significant digits that is not below a non-negative value."""
    return Upper(_on_grid(value, digits, True))


def rounded_down(value: Fraction, digits: int) -> Rational:
    """Return the greatest decimal number of so many significant digits that is not above a non-negative value."""
    return Lower(_on_grid(value, digits, False))


def _on_grid(value: Fraction, digits: int, is_up: bool) -> Fraction:
    """Return a non-negative value rounded up or down to so many significant digits, by integers: fractions would be reduced at every step."""
    if value == 0:
        return value
    # the power of ten from the sizes of numerator and denominator: floats would underflow
    exponent = _size(value.numerator) - _size(value.denominator) - digits
    while True:
        above, below = value.numerator * 10 ** max(0, -exponent), value.denominator * 10 ** max(0, exponent)
        steps = above // below
        if 10 ** (digits - 1) <= steps < 10**digits:
            break
        exponent += 1 if steps >= 10**digits else -1
    steps += is_up and steps * below < above
    return Fraction(steps * 10 ** max(0, exponent), 10 ** max(0, -exponent))


def _size(number: int) -> int:
    """Return about the decimal digits of a positive integer, however long (Python refuses to print those of thousands)."""
    return int(number.bit_length() * 0.30103)


def upper(expression: Expr, digits: int = 12) -> Rational:
    """Return a decimal number of so many digits that is not below an expression without symbols.

    Raises
    ------
    NotApplicableError
        If it could not be enclosed, or is infinite or negative.
    """
    if isinstance(expression, Rational):
        bound: Fraction | float = as_fraction(expression)
    else:
        try:
            bound = end_above(enclose(expression, digits=digits + _SPARE))
        except UndecidedError as error:
            raise NotApplicableError(f"undecided: {error}") from None
    if not isinstance(bound, Fraction):
        raise NotApplicableError(f"{expression} is infinite")
    return rounded_up(max(bound, Fraction(0)), digits)


def end_above(ball: Ball) -> Fraction | float:
    """Return the upper end of a ball, a greater one where that is too small to be written as a fraction."""
    return _LEAST if abs(ball.value) < _TINY and not ball.value.is_zero() else ball.upper


def as_upper(value: Expr) -> Expr:
    """Return a rational number as one that was rounded up, which prints as a decimal, and an expression as it is."""
    return Upper(value.p, value.q) if isinstance(value, Rational) else value  # type: ignore[no-any-return]


def counted_sum(terms: Sequence[tuple[Expr, Expr]]) -> Expr:
    """Return the sum of some bounds, each so many times: of rational numbers of which one was rounded up such a one as well."""
    total = Add(*(count * each for each, count in terms))
    return as_upper(total) if any(type(each) is Upper for each, _ in terms) else total


def as_float(value: Rational) -> float:
    """Return the least float that is not below a rational number."""
    try:
        nearest = float(as_fraction(value))
    except OverflowError:
        return math.inf
    below = math.isfinite(nearest) and Fraction(nearest) < as_fraction(value)
    return math.nextafter(nearest, math.inf) if below else nearest


def scientific(value: Rational, digits: int = 12) -> str:
    """Return a decimal number as text, with an exponent where the number is great or small; it is rounded up."""
    number = rounded_up(as_fraction(value), digits)
    if number == 0:
        return "0"
    exponent = _size(int(number.p)) - _size(int(number.q))
    while as_fraction(number) >= Fraction(10) ** (exponent + 1):
        exponent += 1
    while as_fraction(number) < Fraction(10) ** exponent:
        exponent -= 1
    mantissa = str(int(number * Rational(10) ** (digits - 1 - exponent))).rstrip("0") or "0"
    if -5 <= exponent < digits:
        whole = mantissa.ljust(exponent + 1, "0") if exponent >= 0 else "0" * -exponent + mantissa
        place = max(exponent, 0) + 1
        return whole[:place] + (f".{whole[place:]}" if whole[place:] else "")
    return mantissa[0] + (f".{mantissa[1:]}" if mantissa[1:] else "") + f"e{exponent}"

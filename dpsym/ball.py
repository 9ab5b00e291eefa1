"""A ball: a real number known to lie between two exact bounds."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx, fmpq
from sympy import Rational

from dpsym.errors import ParameterError, UndecidedError

_PRINTED_DIGITS = 60
_GREATEST_EXPONENT = 1 << 24  # beyond, flint runs out of memory, and takes the process with it


@dataclass(frozen=True, eq=False)
class Ball:
    """A certified enclosure of one real number, or exactly plus or minus infinity.

    It has no truth value. Two balls are equal when they are the same set; that says nothing about the numbers
    in them, for which there are `overlaps`, `contains` and `certainly_below`.

    Parameters
    ----------
    value : flint.arb
        Midpoint and radius.

    Raises
    ------
    UndecidedError
        If the value is not a number, or so wide that it is the whole line.
    """

    value: arb

    def __post_init__(self) -> None:
        if not isinstance(self.value, arb):
            raise ParameterError("value of a ball", "a flint.arb", self.value)
        if self.value.is_nan() or not self.value.rad().is_finite():
            raise UndecidedError(f"a ball must enclose a number, got {self.value}")

    def _bound(self, side: int) -> Fraction | float:
        if not self.value.is_finite():
            return math.inf if self.value > 0 else -math.inf
        return as_fraction(_rational(self.value.mid()) + side * _rational(self.value.rad()))

    @property
    def lower(self) -> Fraction | float:
        """The exact lower bound: a Fraction, or an infinite float."""
        return self._bound(-1)

    @property
    def upper(self) -> Fraction | float:
        """The exact upper bound: a Fraction, or an infinite float."""
        return self._bound(1)

    @property
    def mid(self) -> float:
        """The midpoint, rounded to a float: for display, it certifies nothing."""
        return float(self.value.mid())

    @property
    def radius(self) -> float:
        """The radius, rounded up to a float."""
        rad = self.value.rad()
        return 0.0 if rad.is_zero() else math.nextafter(float(rad), math.inf)

    @property
    def digits(self) -> int:
        """The number of certified significant digits; `sys.maxsize` if exact, 0 where 0 is inside."""
        if self.value.is_exact():
            return sys.maxsize
        return max(0, self.value.rel_accuracy_bits() * 30102 // 100000)

    def is_positive(self) -> bool:
        """Whether every number of the ball is positive."""
        return bool(self.value > 0)

    def is_negative(self) -> bool:
        """Whether every number of the ball is negative."""
        return bool(self.value < 0)

    def overlaps(self, other: Ball) -> bool:
        """Whether the two balls have a point in common."""
        return bool(self.value.overlaps(other.value))

    def contains(self, value: Ball | Fraction | int | Rational) -> bool:
        """Whether an exact number, or every number of another ball, lies in this ball.

        Raises
        ------
        ParameterError
            If `value` is neither a ball nor an exact number (a float is not exact).
        """
        if isinstance(value, Ball):
            return bool(self.value.contains(value.value))
        return bool(self.lower <= exact_fraction("value", value) <= self.upper)

    def certainly_below(self, other: Ball) -> bool:
        """Whether every number of this ball is less than every number of the other."""
        return bool(self.value < other.value)

    def __neg__(self) -> Ball:
        with ctx.workprec(_exact_bits(self)):
            return Ball(-self.value)

    def __sub__(self, other: Ball) -> Ball:
        if not isinstance(other, Ball):
            return NotImplemented
        with ctx.workprec(max(_exact_bits(self), _exact_bits(other))):
            return Ball(self.value - other.value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ball):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[arb, arb]:
        return self.value.mid(), self.value.rad()

    def __bool__(self) -> bool:
        raise TypeError("a ball has no truth value: use is_positive, overlaps, contains or certainly_below")

    def __str__(self) -> str:
        if not self.value.is_finite():
            return "oo" if self.value > 0 else "-oo"
        text = self.value.str(min(max(self.digits, 1), _PRINTED_DIGITS)).strip("[]")
        if text.startswith("+/-"):
            return f"0 {text}"
        return text.rstrip("0").rstrip(".") if "." in text and "e" not in text and "+/-" not in text else text

    __repr__ = __str__


def _exact_bits(ball: Ball) -> int:
    """Return a precision at which the endpoints of a ball suffer no visible rounding."""
    return 2 * ball.value.bits() + 64


def exact_fraction(name: str, value: object) -> Fraction:
    """Return an exact rational number as a Fraction.

    Raises
    ------
    ParameterError
        If `value` is not an int, a Fraction or a SymPy Rational.
    """
    if isinstance(value, Rational) and value.is_finite:
        return as_fraction(value)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    raise ParameterError(name, "an exact rational number", value)


def as_fraction(value: arb | fmpq | Rational) -> Fraction:
    """Return a rational number of flint or of SymPy, or a ball of radius 0, as a Fraction.

    Raises
    ------
    UndecidedError
        If a ball is infinite, or too large or too small to be written as a fraction.
    """
    exact = _rational(value) if isinstance(value, arb) else value
    return Fraction(int(exact.p), int(exact.q))


def _rational(value: arb) -> fmpq:
    """Return a ball of radius 0 as a flint rational, if it is finite and its exponent is within reach."""
    if not value.is_finite():
        raise UndecidedError(f"no fraction is {'oo' if value > 0 else '-oo'}")
    if abs(value.man_exp()[1]) > _GREATEST_EXPONENT:
        raise UndecidedError("the number is too large or too small to be written as a fraction")
    return value.fmpq()


def to_fmpq(value: Fraction | Rational) -> fmpq:
    """Return a Fraction, or a rational number of SymPy, as a flint rational."""
    return fmpq(value.numerator, value.denominator)


def check_positive_integer(name: str, value: object) -> None:
    """Refuse what is not a positive int.

    Raises
    ------
    ParameterError
        If it is not one.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ParameterError(name, "a positive integer", value)

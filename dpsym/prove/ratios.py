"""Fractions of polynomials in numbered quantities, over the rationals."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from dpsym.errors import NotDerivedError

Poly = fmpq_mpoly
MOST_GENERATORS = 24
_MOST_TERMS = 400
CONTEXT = fmpq_mpoly_ctx.get(tuple(f"g{k}" for k in range(MOST_GENERATORS)), "lex")
ONE = CONTEXT.from_dict({(0,) * MOST_GENERATORS: 1})


@dataclass
class Generator:
    """One of the quantities of which everything is a fraction of polynomials, with bounds inside the domain.

    `kind` is variable, constant, exponential, logarithm, root or error; `base` is the polynomial under a logarithm
    or a root, `root` the index of a root.
    """

    expression: sp.Expr
    kind: str
    low: Fraction | None = None
    high: Fraction | None = None
    base: Poly | None = None
    root: int = 0
    slopes: dict[sp.Symbol, Ratio] = field(default_factory=dict)


@dataclass(frozen=True)
class Ratio:
    """A fraction of two polynomials without a common factor; the denominator has no zero inside the domain."""

    top: Poly
    bottom: Poly

    def __add__(self, other: Ratio) -> Ratio:
        if self.bottom == other.bottom:
            return ratio(self.top + other.top, self.bottom)
        return ratio(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __neg__(self) -> Ratio:
        return ratio(-self.top, self.bottom)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        return ratio(self.top * other.top, self.bottom * other.bottom)

    def inverse(self) -> Ratio:
        """Return the fraction turned over; the numerator must have no zero inside the domain."""
        return ratio(self.bottom, self.top)


def ratio(top: Poly, bottom: Poly = ONE) -> Ratio:
    """Return a fraction in lowest terms.

    Raises
    ------
    NotDerivedError
        If it has grown too long.
    """
    if len(top) + len(bottom) > _MOST_TERMS:
        raise NotDerivedError("a fraction of too many terms")
    common = top.gcd(bottom)
    if not common.is_one():
        top, bottom = _exact(top, common), _exact(bottom, common)
    unit = bottom.leading_coefficient()
    return Ratio(top / unit, bottom / unit)


def _exact(poly: Poly, divisor: Poly) -> Poly:
    quotient, rest = divmod(poly, divisor)
    if rest != 0:
        raise ArithmeticError("a division of polynomials left a rest")
    return quotient


def gen(place: int) -> Poly:
    """Return a generator as a polynomial."""
    return CONTEXT.gen(place)


def coefficients(poly: Poly, place: int) -> list[tuple[int, Poly]]:
    """Return a polynomial by the powers of one generator."""
    parts: dict[int, dict[tuple[int, ...], Any]] = {}
    for exponents, coefficient in poly.to_dict().items():
        rest = (*exponents[:place], 0, *exponents[place + 1 :])
        parts.setdefault(int(exponents[place]), {})[rest] = coefficient
    return [(power, CONTEXT.from_dict(part)) for power, part in sorted(parts.items())]


def rational(value: fmpq) -> sp.Rational:
    """Return a rational number of flint as one of SymPy."""
    return sp.Rational(int(value.p), int(value.q))

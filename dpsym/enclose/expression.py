"""A ball of any wanted number of digits for an expression at an exact point."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import sympy as sp
from flint import arb, ctx

from dpsym.ball import Ball, check_positive_integer, exact_fraction, to_fmpq
from dpsym.enclose.arithmetic import Value
from dpsym.enclose.walker import Walker
from dpsym.errors import ParameterError, UndecidedError

Exact: TypeAlias = "int | Fraction | sp.Rational"
_GUARD_BITS = 24


def enclose(
    expression: sp.Basic | Exact,
    values: Mapping[sp.Symbol, Exact] | None = None,
    digits: int = 30,
    max_bits: int = 4096,
) -> Ball:
    """Return a ball that certainly contains the value of an expression at a point.

    The precision is doubled until the ball has the wanted digits. Divergences come from their definition.

    Parameters
    ----------
    expression : Expr
        Of numbers, symbols, elementary and special functions, Piecewise, sums, definite integrals, divergences.
    values : mapping of Symbol to int, Fraction or Rational, optional
        The point; floats are refused.
    digits : int, optional
        The wanted number of certified significant digits.
    max_bits : int, optional
        The greatest working precision, in bits.

    Returns
    -------
    Ball
        With at least `digits` digits, or exactly infinite. Where the value cannot be told from 0 at the
        greatest precision, a ball around 0 of radius below ``10**(-2 * digits)``.

    Raises
    ------
    UndecidedError
        If the greatest precision does not suffice, or the expression is not a real number there.
    ParameterError
        If a value or a number in the expression is not exact, or a symbol has no value.
    NotDerivedError
        If the expression holds a node for which no rigorous evaluation is known.

    Examples
    --------
    >>> from sympy import log
    >>> print(enclose(log(2), digits=15))
    0.693147180559945309417 +/- 2.63e-22
    """
    tree, leaves = admitted(expression), _leaves(values or {})
    check_positive_integer("digits", digits)
    check_positive_integer("max_bits", max_bits)
    bits = min(digits * 10 // 3 + _GUARD_BITS, max_bits)
    while True:
        found, reason = _attempt(tree, leaves, bits)
        if found is not None and (not found.value.is_finite() or found.digits >= digits):
            return found
        if bits == max_bits:
            break
        bits = min(2 * bits, max_bits)
    if found is not None and found.value.contains(0) and abs(found.value) < arb(10) ** (-2 * digits):
        return found
    raise UndecidedError(f"{tree} could not be enclosed to {digits} digits with {max_bits} bits: {reason}")


def _attempt(tree: sp.Basic, leaves: dict[sp.Basic, Value], bits: int) -> tuple[Ball | None, str]:
    with ctx.workprec(bits):
        try:
            ball = Ball(arb(Walker(leaves)(tree)))
        except UndecidedError as reason:
            return None, str(reason)
    return ball, f"the best ball is {ball}"


def admitted(expression: object) -> sp.Basic:
    """Return an expression that may be enclosed: a SymPy tree without floats.

    Raises
    ------
    ParameterError
        If it is text, a float, or holds a float.
    """
    if isinstance(expression, (int, Fraction)) and not isinstance(expression, bool):
        return sp.Rational(expression)
    if not isinstance(expression, sp.Expr):
        raise ParameterError("expression to enclose", "a SymPy expression", expression)
    if expression.has(sp.Float):
        raise ParameterError("number in an expression", "exact (a Rational, not a float)", expression)
    return expression


def check_assumptions(symbol: object, lower: Fraction, upper: Fraction) -> None:
    """Refuse values that contradict what the symbol assumes, for SymPy has already simplified by it.

    The end 0 of the range of a positive or negative symbol is admitted: there the expression is continued.

    Raises
    ------
    ParameterError
        If the symbol is not a Symbol, or a value contradicts it.
    """
    if not isinstance(symbol, sp.Symbol):
        raise ParameterError("key of the values", "a Symbol", symbol)
    if symbol.is_real is False or (symbol.is_nonnegative and lower < 0) or (symbol.is_nonpositive and upper > 0):
        raise ParameterError(f"value of {symbol}", "of the sign that the symbol assumes", str(lower))
    if symbol.is_integer and (lower != upper or lower.denominator != 1):
        raise ParameterError(f"value of {symbol}", "an integer, as the symbol assumes", str(lower))


def _leaves(values: Mapping[sp.Symbol, Exact]) -> dict[sp.Basic, Value]:
    leaves: dict[sp.Basic, Value] = {}
    for symbol, value in values.items():
        number = exact_fraction(f"value of {symbol}", value)
        check_assumptions(symbol, number, number)
        leaves[symbol] = to_fmpq(number)
    return leaves

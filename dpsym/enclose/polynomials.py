"""Expressions that are polynomials of degree at most 2 between kinks: their coefficients, exact."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import sympy as sp
from flint import ctx, fmpq

from dpsym.enclose.arithmetic import Value, signs
from dpsym.enclose.quadrature import Polynomial
from dpsym.enclose.walker import Walker
from dpsym.errors import NotDerivedError, UndecidedError

Coefficients = tuple[sp.Expr, ...]


class AtPrecision:
    """A property that is worked out once at each working precision."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, owner: Any, kind: type | None = None) -> Any:
        if owner is None:
            return self
        known = owner.__dict__.setdefault(("at precision", self.function.__name__), {})
        if ctx.prec not in known:
            known[ctx.prec] = self.function(owner)
        return known[ctx.prec]


def evaluate(expression: sp.Expr) -> Value:
    """Return the value of an expression without symbols, at the working precision."""
    if expression.is_Rational:
        return fmpq(int(expression.p), int(expression.q))
    return Walker({})(expression)


def polynomial(*terms: tuple[sp.Expr, Coefficients]) -> Polynomial:
    """Return the polynomial of a linear combination; like terms cancel before anything is rounded."""
    constant, slope, curvature = (
        evaluate(sp.expand(sum((factor * coefficients[k] for factor, coefficients in terms), sp.S.Zero)))
        for k in range(3)
    )
    return Polynomial((constant, slope, curvature))


def order(left: Value, right: Value) -> int:
    """Return the sign of the difference of two numbers.

    Raises
    ------
    UndecidedError
        If they cannot be told apart at the working precision.
    """
    possible = signs(left - right)
    if len(possible) != 1:
        raise UndecidedError(f"{left} and {right} cannot be told apart")
    return possible.pop()


def roots(node: sp.Abs, point: sp.Symbol) -> list[sp.Expr]:
    """Return the kinks of the absolute value of a linear function.

    Raises
    ------
    NotDerivedError
        If the function is not linear.
    """
    constant, slope, curvature = coefficients(node.args[0], point, None)
    if curvature != 0:
        raise NotDerivedError(f"the kinks of {node} are not those of a linear function")
    return [] if slope == 0 else [-constant / slope]


def coefficients(node: sp.Expr, point: sp.Symbol, inside: Value | None) -> Coefficients:
    """Return the coefficients of a polynomial; the sign inside Abs is taken at a point of the cell."""
    if not node.has(point):
        return node, sp.S.Zero, sp.S.Zero
    if node == point:
        return sp.S.Zero, sp.S.One, sp.S.Zero
    if isinstance(node, sp.Add):
        parts = [coefficients(part, point, inside) for part in node.args]
        return tuple(sp.Add(*column) for column in zip(*parts, strict=True))
    if isinstance(node, sp.Mul):
        return reduce(_times, (coefficients(part, point, inside) for part in node.args))
    if isinstance(node, sp.Pow) and node.exp == 2:
        base = coefficients(node.base, point, inside)
        return _times(base, base)
    if isinstance(node, sp.Abs) and inside is not None:
        sign = sp.Integer(order(Walker({point: inside})(node.args[0]), fmpq(0)))
        return _times((sign, sp.S.Zero, sp.S.Zero), coefficients(node.args[0], point, inside))
    raise NotDerivedError(f"{node} is not a polynomial of degree at most 2 between kinks")


def _times(left: Coefficients, right: Coefficients) -> Coefficients:
    full = [sum((left[i] * right[k - i] for i in range(3) if 0 <= k - i < 3), sp.S.Zero) for k in range(5)]
    if any(sp.expand(coefficient) != 0 for coefficient in full[3:]):
        raise NotDerivedError("a log-density is not a polynomial of degree at most 2 between kinks")
    return tuple(full[:3])

"""Two laws on the line, cut into cells on which their log-densities are polynomials of degree at most 2."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import sympy as sp
from flint import arb, fmpq

from dpsym.distributions import Law
from dpsym.enclose.arithmetic import Value, signs
from dpsym.enclose.quadrature import Polynomial
from dpsym.enclose.walker import Walker
from dpsym.errors import NotDerivedError, UndecidedError

Coefficients = tuple[sp.Expr, ...]


@dataclass(frozen=True)
class Cell:
    """An open interval, with the coefficients of both log-densities there; None where the law has no mass."""

    start: Value
    end: Value
    first: Coefficients | None
    second: Coefficients | None


def evaluate(expression: sp.Expr) -> Value:
    """Return the value of an expression without symbols, at the working precision."""
    return Walker({})(expression)


def polynomial(*terms: tuple[sp.Expr, Coefficients]) -> Polynomial:
    """Return the polynomial of a linear combination; like terms cancel before anything is rounded."""
    constant, slope, curvature = (
        evaluate(sp.expand(sum((factor * coefficients[k] for factor, coefficients in terms), sp.S.Zero)))
        for k in range(3)
    )
    return Polynomial((constant, slope, curvature))


def cells(first: Law, second: Law) -> list[Cell]:
    """Return the cells of the line, from left to right.

    Raises
    ------
    NotDerivedError
        If a log-density is not a polynomial of degree at most 2 between its kinks.
    UndecidedError
        If two cuts cannot be told apart at the working precision.
    """
    point = sp.Dummy("x", real=True)
    densities = [_log_density(law, point) for law in (first, second)]
    kinks = {
        kink
        for density in densities
        for node in density.atoms(sp.Abs)
        if node.has(point)
        for kink in _roots(node, point)
    }
    for law in (first, second):
        if not isinstance(law.support, sp.Interval):
            raise NotDerivedError(f"the support of {law} is not an interval")
        kinks |= {*law.breakpoints, law.support.start, law.support.end}
    cuts = _sorted({sp.expand(kink) for kink in kinks if kink.is_finite is not False})
    places: list[Value] = [-arb("inf"), *cuts, arb("inf")]
    result = []
    for start, end in pairwise(places):
        inside = _inside(start, end)
        pieces = (
            coefficients(density, point, inside) if _is_in(law.support, inside) else None
            for law, density in zip((first, second), densities, strict=True)
        )
        result.append(Cell(start, end, *pieces))
    return result


def _log_density(law: Law, point: sp.Symbol) -> sp.Expr:
    try:
        return law.log_density(point)
    except NotImplementedError as error:
        raise NotDerivedError(f"{law} has no log-density to integrate") from error


def _roots(node: sp.Abs, point: sp.Symbol) -> list[sp.Expr]:
    constant, slope, curvature = coefficients(node.args[0], point, None)
    if curvature != 0:
        raise NotDerivedError(f"the kinks of {node} are not those of a linear function")
    return [] if slope == 0 else [-constant / slope]


def _sorted(kinks: set[sp.Expr]) -> list[Value]:
    """Return the cuts in increasing order, proven."""
    values = sorted((evaluate(kink) for kink in kinks), key=lambda value: arb(value).mid())
    distinct: list[Value] = []
    for value in values:
        if not distinct or _order(value, distinct[-1]) == 1:
            distinct.append(value)
    return distinct


def _order(left: Value, right: Value) -> int:
    """Return the sign of the difference of two numbers.

    Raises
    ------
    UndecidedError
        If they cannot be told apart at the working precision.
    """
    order = signs(left - right)
    if len(order) != 1:
        raise UndecidedError(f"{left} and {right} cannot be told apart")
    return order.pop()


def _inside(start: Value, end: Value) -> Value:
    """Return a point that is certainly inside a cell."""
    left, right = arb(start), arb(end)
    if left.is_finite() and right.is_finite():
        inside = ((left + right) / 2).mid()
    elif left.is_finite() or right.is_finite():
        inside = left.upper() + 1 if left.is_finite() else right.lower() - 1
    else:
        return fmpq(0)
    if _order(inside, left) != 1 or _order(right, inside) != 1:
        raise UndecidedError("no point is certainly inside a cell")
    return inside


def _is_in(support: sp.Interval, inside: Value) -> bool:
    """Return whether a point inside a cell, and with it the cell, belongs to a support; its ends are cuts."""
    return _order(inside, evaluate(support.start)) == 1 and _order(evaluate(support.end), inside) == 1


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
        sign = sp.Integer(_order(Walker({point: inside})(node.args[0]), fmpq(0)))
        return _times((sign, sp.S.Zero, sp.S.Zero), coefficients(node.args[0], point, inside))
    raise NotDerivedError(f"{node} is not a polynomial of degree at most 2 between kinks")


def _times(left: Coefficients, right: Coefficients) -> Coefficients:
    full = [sum((left[i] * right[k - i] for i in range(3) if 0 <= k - i < 3), sp.S.Zero) for k in range(5)]
    if any(sp.expand(coefficient) != 0 for coefficient in full[3:]):
        raise NotDerivedError("a log-density is not a polynomial of degree at most 2 between kinks")
    return tuple(full[:3])

"""Solve f(s) = value for s where s stands once in f: undo the outermost operation, again and again."""

from __future__ import annotations

from sympy import Expr, Pow, Symbol, erf, erfc, erfinv, exp, log

from dpsym.special import erfcinv


def invert(expression: Expr, symbol: Symbol, value: Expr) -> Expr | None:
    """Return the solution on the branch where powers have a positive base, or None where the symbol does not stand once."""
    if expression.count(symbol) != 1:
        return None
    while expression != symbol:
        step = _undo(expression, symbol, value)
        if step is None:
            return None
        expression, value = step
    return value


def _undo(expression: Expr, symbol: Symbol, value: Expr) -> tuple[Expr, Expr] | None:
    if expression.is_Add:
        rest, inner = expression.as_independent(symbol, as_Add=True)
        return inner, value - rest
    if expression.is_Mul:
        rest, inner = expression.as_independent(symbol, as_Add=False)
        return inner, value / rest
    inverse = {exp: log, log: exp, erfc: erfcinv, erf: erfinv}.get(expression.func)
    if inverse is not None:
        return expression.args[0], inverse(value)
    if isinstance(expression, Pow):
        base, power = expression.args
        return (base, value ** (1 / power)) if base.has(symbol) else (power, log(value) / log(base))
    return None

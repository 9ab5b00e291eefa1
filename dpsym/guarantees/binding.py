"""Curves: functions of one variable that they bind as a lambda does, so that no symbol of a user can be captured.

A privacy profile, a Rényi budget and a trade-off function each run over a variable of a class of its own, which no formula,
parser or user can write. `ProfileDP(lambda threshold: ...)` makes one, `curve(x)` reads one. An expression of the documented
symbol (`dpsym.eps`, `dpsym.alpha`, `dpsym.t`) binds that symbol, in that expression; a curve whose parameter is itself called
eps is written as a SymPy Lambda or a function of Python.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, S, Symbol, Tuple

from dpsym.errors import NotApplicableError
from dpsym.parameters import alpha, eps, exact, t


class Bound(Symbol):
    """A variable that curves bind; it equals no symbol, whatever its name."""

    __slots__ = ()


BOUND_ORDER, BOUND_THRESHOLD, BOUND_LEVEL = (Bound(symbol.name, positive=True) for symbol in (alpha, eps, t))
_DOCUMENTED = {BOUND_ORDER: alpha, BOUND_THRESHOLD: eps, BOUND_LEVEL: t}


class Curve(Lambda):
    """A function of one bound variable, ``curve(x)`` its value at x.

    Parameters
    ----------
    variable : Symbol
        What is bound in the expression.
    expression : Expr
        The value at the variable.
    """

    def __new__(cls, variable: Any, expression: Any) -> Any:
        (bound,) = variable if isinstance(variable, (tuple, Tuple)) else (variable,)
        return Expr.__new__(cls, Tuple(bound), expression)

    def __call__(self, point: object) -> Any:
        """Return the value at a point.

        Raises
        ------
        NotApplicableError
            If the formula has none there.
        """
        value = self.expr.xreplace({self.variable: exact(point)})
        if value.has(S.NaN, S.ComplexInfinity):
            raise NotApplicableError(f"the curve {self} has no value at {point}")
        return value

    @property
    def variable(self) -> Bound:
        """The variable that is bound."""
        return self.args[0][0]

    def shown(self) -> tuple[Symbol, Expr]:
        """Return a symbol that stands for the variable, of a name that occurs nowhere in the expression, and the expression in it."""
        taken = {symbol.name for symbol in self.free_symbols}
        name = self.variable.name
        names = (name, *(f"{name}_{number}" for number in range(1, len(taken) + 1)))
        shown = Symbol(next(each for each in names if each not in taken), positive=True)
        return shown, self.expr.xreplace({self.variable: shown})

    def _sympystr(self, printer: Any) -> str:
        variable, expression = self.shown()
        return f"{variable} -> {printer._print(expression)}"

    _sympyrepr = _sympystr

    def _latex(self, printer: Any) -> str:
        variable, expression = (printer._print(part) for part in self.shown())
        return rf"{variable} \mapsto {expression}"


def curve(value: object, variable: Bound) -> Curve | None:
    """Return a curve over a variable, None where it is neither a function nor an expression.

    Parameters
    ----------
    value : Curve, Lambda, callable, Expr or real
        A function of one variable; or an expression, in which the documented symbol is bound.
    variable : Bound
        `BOUND_ORDER`, `BOUND_THRESHOLD` or `BOUND_LEVEL`.
    """
    if isinstance(value, Curve) and value.variable == variable:
        return value
    if isinstance(value, Lambda):
        value = value(variable) if len(value.variables) == 1 else None
    elif isinstance(value, Expr):
        value = value.xreplace({_DOCUMENTED[variable]: variable})
    elif callable(value):
        value = value(variable)
    expression = exact(value)
    return None if expression is None else Curve(variable, expression)

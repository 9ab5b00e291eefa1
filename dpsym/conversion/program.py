"""An expression of the order flattened once, for the many evaluations of a search: a sum of thousands of budgets is walked once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Add, Expr, Mul, Pow, exp, log

from dpsym.enclose.walker import Walker
from dpsym.guarantees.binding import Curve

_SMALL = 8  # arguments of a node that is looked through for the order

Step = Callable[[list[Any], Any], Any]
"""From the values so far and the order to one more value."""


class Program:
    """A list of steps, in balls, that ends with the value of a curve of the order.

    What does not depend on the order is evaluated at once, at the working precision of its making, which is to stay that of its calls; a node of
    another kind is left to the walk.

    Parameters
    ----------
    budget : Curve
        Of no free symbol.
    """

    def __init__(self, budget: Curve) -> None:
        self._variable = budget.variable
        self._steps: list[Step] = []
        self._places: dict[Expr, int] = {}
        self._walker = Walker({})
        self._known: dict[fmpq, arb] = {}
        self._last = self._place(budget.expr)

    def __call__(self, order: Any) -> arb:
        """Return the value at an order, rational or a ball, at the working precision.

        Raises
        ------
        UndecidedError
            If a node cannot be evaluated there.
        """
        if isinstance(order, fmpq) and order in self._known:
            return self._known[order]
        values: list[Any] = []
        for step in self._steps:
            values.append(step(values, order))
        if isinstance(order, fmpq):
            self._known[order] = values[self._last]
        return values[self._last]

    def _place(self, node: Expr) -> int:
        if node not in self._places:
            self._places[node] = self._added(self._step(node))
        return self._places[node]

    def _added(self, step: Step) -> int:
        self._steps.append(step)
        return len(self._steps) - 1

    def _step(self, node: Expr) -> Step:
        if node == self._variable:
            return lambda values, order: arb(order)
        if not node.args or (len(node.args) < _SMALL and self._variable not in node.free_symbols):
            constant = arb(self._walker(node))
            return lambda values, order: constant
        if isinstance(node, (Add, Mul)):
            return self._folded(node, isinstance(node, Add))
        if isinstance(node, (exp, log)):
            inner, is_exp = self._place(node.args[0]), isinstance(node, exp)
            return lambda values, order: values[inner].exp() if is_exp else values[inner].log()
        if isinstance(node, Pow) and node.exp.is_Integer:
            base, power = self._place(node.base), int(node.exp)
            return lambda values, order: values[base] ** power
        if isinstance(node, Pow):
            base, exponent = self._place(node.base), self._place(node.exp)
            return lambda values, order: values[base] ** values[exponent]
        return lambda values, order: arb(Walker({self._variable: order})(node))

    def _folded(self, node: Expr, is_sum: bool) -> Step:
        parts = [self._place(part) for part in node.args]

        def fold(values: list[Any], order: Any) -> Any:
            total = values[parts[0]]
            for part in parts[1:]:
                total = total + values[part] if is_sum else total * values[part]
            return total

        return fold


def program_of(budget: Curve) -> Program:
    """Return the program of a curve at the working precision; one search after the other asks it, at the same orders for several bounds."""
    return _made(budget, ctx.prec)


@lru_cache(maxsize=64)
def _made(budget: Curve, bits: int) -> Program:
    return Program(budget)

r"""Rényi promises at single orders, where one of another order is asked for.

The divergence does not decrease with the order: a budget at an order holds at every one below it, and of several listed from an order on
the least one holds there. Above the greatest listed order nothing follows.
"""

from __future__ import annotations

from math import inf

from sympy import Expr, FiniteSet, Min

from dpsym.enclose import enclose
from dpsym.errors import DpsymError, ParameterError
from dpsym.guarantees.notions import RenyiDP

_DIGITS = 9


def is_listed(value: RenyiDP) -> bool:
    """Return whether a promise is one at single orders that are numbers."""
    return isinstance(value.orders, FiniteSet) and all(order.is_Rational for order in value.orders.args)


def budget_from(value: RenyiDP, order: Expr) -> Expr:
    """Return what a promise tells of an order: its budget there, of listed orders the least of the budgets from there on.

    Parameters
    ----------
    value : RenyiDP
        A promise.
    order : Expr
        From 1 on, where the promise is listed at numbers: there 1 is the Kullback-Leibler divergence.

    Raises
    ------
    ParameterError
        If nothing is promised from that order on.
    """
    if not (is_listed(value) and order.is_Rational):
        return value.at(order)
    budgets = [value.budget(listed) for listed in value.orders.args if listed >= order]
    if not budgets:
        greatest = max(value.orders.args)
        raise ParameterError("order alpha", f"at most {greatest}, the greatest at which anything is promised", order)
    return Min(*budgets) if value.budget.free_symbols else min(budgets, key=_number)


def _number(budget: Expr) -> float:
    """Return about the number that a budget is, which SymPy could not tell of every sum; infinity where it is not found."""
    try:
        return enclose(budget, digits=_DIGITS).mid
    except DpsymError:
        return inf

r"""Rényi promises at single orders, where one of another order is asked for.

The divergence does not decrease with the order: a budget at an order holds at every one below it, and of several listed from an order on
the least one holds there. Above the greatest listed order nothing follows.
"""

from __future__ import annotations

from sympy import Expr, FiniteSet, Min

from dpsym.errors import ParameterError
from dpsym.guarantees.notions import RenyiDP


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
    return Min(*budgets)

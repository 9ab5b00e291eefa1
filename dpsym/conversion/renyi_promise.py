"""Rényi promises of which the worst pair is known: budgets on a line up to an order, or at finitely many orders."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb
from sympy import Expr, FiniteSet, Interval, Poly, Rational, S, oo

from dpsym.ball import as_fraction
from dpsym.conversion.orders import budget_at, order_value
from dpsym.conversion.two_points import TwoPoints, keeps_line, keeps_orders
from dpsym.guarantees.notions import ZCDP, Notion, RenyiDP, TruncatedCDP

_REACH, _MOST_ORDERS = 30.0, 64


@dataclass(frozen=True)
class Promise:
    r"""A Rényi promise: a budget :math:`\xi + \rho\alpha` up to an order, or budgets at finitely many orders.

    Parameters
    ----------
    rho, xi : Fraction
        The line.
    last : Fraction or None
        Up to where; None for all orders.
    orders : tuple of (Fraction, float, callable)
        The orders instead, each with about its budget and a ball of it.
    """

    rho: Fraction = Fraction(0)
    xi: Fraction = Fraction(0)
    last: Fraction | None = None
    orders: tuple[tuple[Fraction, float, Callable[[], arb]], ...] = ()

    def is_kept(self, pair: TwoPoints) -> bool:
        """Whether a pair certainly keeps it, in both directions."""
        if self.orders:
            return keeps_orders(pair, [(order, exact) for order, _, exact in self.orders])
        return keeps_line(pair, self.rho, self.xi, self.last)

    def budget(self, order: float) -> float:
        """Return about the budget at an order on the line."""
        return float(self.xi) + float(self.rho) * order

    @property
    def reach(self) -> float:
        """Return up to which order, less 1, a violation is looked for: in the logarithm."""
        return _REACH if self.last is None else math.log(self.last - 1)


def promise_of(value: Notion) -> Promise | None:
    """Return a Rényi promise as a line or a list, or None of a notion that is neither."""
    if isinstance(value, ZCDP) and value.is_numeric:
        return _line(value.rho, value.xi, None)
    if isinstance(value, TruncatedCDP) and value.is_numeric:
        return _line(value.rho, S.Zero, value.omega)
    if not isinstance(value, RenyiDP) or not value.is_numeric:
        return None
    orders = value.orders
    if isinstance(orders, FiniteSet):
        return _listed(value, orders)
    if not isinstance(orders, Interval) or orders.start != 1:
        return None
    order = value.budget.variable
    if not value.budget.expr.is_polynomial(order):
        return None
    line = Poly(value.budget.expr, order)
    if line.degree() > 1:
        return None
    return _line(line.coeff_monomial(order), line.coeff_monomial(1), None if orders.end == oo else orders.end)


def _line(rho: Expr, xi: Expr, last: Expr | None) -> Promise | None:
    numbers = [each for each in (rho, xi, last) if each is not None]
    if not all(isinstance(each, Rational) and each >= 0 for each in numbers):
        return None
    if rho == 0 and last is None:  # pure privacy, whose own conversions are exact
        return None
    return Promise(*(None if each is None else as_fraction(each) for each in (rho, xi, last)))  # type: ignore[arg-type]


def _listed(value: RenyiDP, orders: FiniteSet) -> Promise | None:
    if len(orders) > _MOST_ORDERS or not all(isinstance(order, Rational) for order in orders):
        return None

    def exact(order: Expr) -> Callable[[], arb]:
        return lambda: budget_at(value.budget, order_value(order))

    return Promise(
        orders=tuple((as_fraction(order), float(value.budget(order).evalf()), exact(order)) for order in orders)
    )

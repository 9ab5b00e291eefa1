"""Rényi odometers: what fully adaptive mechanisms have lost so far, read after every one of them, without a budget beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from sympy import Add, Expr, Min, Rational, S, log
from sympy.logic.boolalg import Boolean

from dpsym.composition.filters import checked_spent, guarantee_under, renyi_cost
from dpsym.conversion.rounding import upper
from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Adjacency, adjacency_of
from dpsym.guarantees.guarantee import Guarantee
from dpsym.parameters import ABOVE_ONE_ORDER, POSITIVE_COUNT, TARGET

_ORDERS = tuple(map(Rational, ("5/4", "3/2", 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256)))


@dataclass(frozen=True)
class RenyiOdometer:
    r"""An odometer: with probability :math:`1 - \delta` the privacy loss is never above its reading, at all steps at once.

    .. math:: \varepsilon_t = \min_{\alpha \in A} \left( \sum_{i=1}^t \zeta_i(\alpha) + \frac{\log(|A|/\delta)}{\alpha - 1} \right)

    The loss is :math:`\log(P/Q)` of all answers so far, under P; mechanisms and their budgets are chosen by the answers, and so may be
    when to stop. Whoever stops before the reading is above some eps that was fixed beforehand has (eps, delta)-privacy; where that eps is
    known a filter is sharper.

    Parameters
    ----------
    delta : real in (0, 1)
        A probability.
    orders : real above 1, or several, optional
        The orders among which delta is divided: fixed beforehand.
    adjacency : Adjacency or str, optional
        Of the mechanisms.
    spent : tuple of Expr, optional
        The budget that was spent so far at each order, in nats.
    conditions : tuple of Boolean, optional
        Under which the budgets are known, where symbols leave it open.

    Notes
    -----
    The entry is ``rdp.odometer``: a maximal inequality at each order, and the sum of the probabilities over the orders.

    Examples
    --------
    >>> from dpsym import Gaussian, RenyiOdometer
    >>> run = RenyiOdometer(1e-6).spend(Gaussian(5)).spend(Gaussian(10), 20)
    >>> float(run.reading)  # doctest: +SKIP
    """

    delta: Expr
    orders: tuple[Expr, ...] = _ORDERS
    adjacency: Adjacency = field(default=Adjacency(), kw_only=True)
    spent: tuple[Expr, ...] = field(default=(), kw_only=True)
    conditions: tuple[Boolean, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        delta, given = TARGET.check(self.delta), self.orders
        if delta in (0, 1):
            raise ParameterError("privacy parameter delta", "in (0, 1)", self.delta)
        orders = tuple(map(ABOVE_ONE_ORDER.check, given if isinstance(given, Iterable) else (given,)))
        if not orders or len(set(orders)) < len(orders):
            raise ParameterError("orders of an odometer", "different ones, one at least", given)
        for name, value in (("delta", delta), ("orders", orders), ("adjacency", adjacency_of(self.adjacency))):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "spent", checked_spent(self.spent, len(orders)))

    def spend(self, step: object, count: object = 1) -> RenyiOdometer:
        """Return the odometer after a mechanism.

        Parameters
        ----------
        step : Guarantee, Law or Notion
            A law is noise on a query of sensitivity 1.
        count : positive integer, optional
            How often it is run.

        Raises
        ------
        AdjacencyError
            If the adjacency is not that of the odometer.
        NoRouteError
            If no Rényi budget is known of the mechanism.
        """
        made = guarantee_under(self.adjacency, step)
        times = POSITIVE_COUNT.check(count)
        found = [_cost(made, order) for order in self.orders]
        spent = tuple(Add(before, times * cost[0]) for before, (cost, _) in zip(self.spent, found, strict=True))
        conditions = dict.fromkeys((*self.conditions, *(each for _, given in found for each in given)))
        return replace(self, spent=spent, conditions=tuple(conditions))

    @property
    def reading(self) -> Expr:
        """A bound on the privacy loss so far, in nats, rounded up where it is a number; it may be read after every step."""
        slack = log(len(self.orders) / self.delta)
        values = [spent + slack / (order - 1) for order, spent in zip(self.orders, self.spent, strict=True)]
        if any(value.free_symbols for value in values):
            return Min(*values, evaluate=False)
        finite = [upper(value) for value in values if value is not S.Infinity]
        return min(finite) if finite else S.Infinity


def _cost(step: Guarantee, order: Expr) -> tuple[tuple[Expr, ...], tuple[Boolean, ...]]:
    """Return what a mechanism costs at an order, infinity where nothing is promised there."""
    try:
        return renyi_cost(step, order)
    except ParameterError:
        return (S.Infinity,), ()

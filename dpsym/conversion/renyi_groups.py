"""Group privacy under Rényi privacy: from one order, along a curve, and as it is printed."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Add, Expr, FiniteSet, Integer, Interval, S, oo

from dpsym.conversion.groups import CHAIN, MOST_NESTED
from dpsym.conversion.listed_orders import is_listed
from dpsym.conversion.rounding import sign
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.binding import BOUND_ORDER
from dpsym.guarantees.notions import RenyiDP


def group_order(count: Expr, order: Expr) -> Expr:
    r"""Return the order at distance k that belongs to an order at distance 1.

    .. math:: 1 - \frac1{\alpha_k} = \left(1 - \frac1\alpha\right)^k

    Parameters
    ----------
    count, order : Expr
        The distance k, and the order alpha above 1.
    """
    return 1 / (1 - (1 - 1 / order) ** count)


def base_order(count: Expr, order: Expr) -> Expr:
    r"""Return the order at distance 1 that gives an order at distance k: the inverse of `group_order`.

    .. math:: 1 - \frac1\alpha = \left(1 - \frac1{\alpha_k}\right)^{1/k}

    Parameters
    ----------
    count, order : Expr
        The distance k, and the order alpha_k above 1.
    """
    return 1 / (1 - (1 - 1 / order) ** (1 / count))


def group_budget(count: Expr, order: Expr, budget: Expr) -> Expr:
    r"""Return the Rényi budget at distance k, at the order `group_order`, from one order.

    .. math:: \zeta_k = \zeta (\alpha - 1) \left(\left(\frac\alpha{\alpha-1}\right)^k - 1\right)

    Parameters
    ----------
    count : Expr
        The distance k.
    order, budget : Expr
        The order alpha above 1, and the budget zeta there at distance 1.

    Notes
    -----
    The weak triangle inequality (Mironov, Proposition 11) step by step, the order alpha on every step. Sharp: chains of
    Poisson laws whose means shrink ever faster come as near as one likes, whatever alpha, zeta and k.
    """
    return budget * (order - 1) * ((order / (order - 1)) ** count - 1)


def spaced_orders(count: int, order: Expr) -> tuple[Expr, ...]:
    r"""Return the orders at distance 1 that are spaced equally below k times an order at distance k.

    .. math:: \alpha_i = k(\alpha - 1) + i, \qquad i = 1, \dots, k

    Parameters
    ----------
    count, order : int and Expr
        The distance k, and the order alpha above 1 at distance k.
    """
    return tuple(count * (order - 1) + i for i in range(1, count + 1))


def group_budget_spaced(order: Expr, budgets: Sequence[Expr]) -> Expr:
    r"""Return the Rényi budget at distance k from those at the orders of `spaced_orders`.

    .. math:: \zeta_k(\alpha) = k \alpha \sum_{i=1}^{k} \frac{\zeta(\alpha_i)}{\alpha_i}

    Parameters
    ----------
    order : Expr
        The order alpha above 1, at distance k.
    budgets : sequence of Expr
        The budgets of the k steps, the i-th at the i-th of those orders.

    Notes
    -----
    The weak triangle inequality (Mironov, Proposition 11) step by step. For a budget rho alpha it is k^2 rho alpha, which
    Gaussian noise attains.
    """
    count = len(budgets)
    pairs = zip(budgets, spaced_orders(count, order), strict=True)
    return count * order * Add(*(budget / each for budget, each in pairs))


def group_budget_printed(steps: Expr, budget: Expr) -> Expr:
    r"""Return the Rényi budget at distance 2^c and order alpha/2^c as it is printed.

    .. math:: \zeta_{2^c} = 3^c \zeta, \qquad \alpha \ge 2^{c+1}

    Parameters
    ----------
    steps, budget : Expr
        The number c of doublings, and the budget zeta at the order alpha.

    Notes
    -----
    Mironov, *Rényi differential privacy*, Proposition 2.
    """
    return 3**steps * budget


def _renyi(value: RenyiDP, count: Expr, request: Request) -> RenyiDP:
    orders = value.orders
    if isinstance(orders, FiniteSet):
        if len(orders) == 1:
            (order,) = orders.args
            return RenyiDP.at_order(group_order(count, order), group_budget(count, order, value.at(order)))
        require(is_listed(value) and count.is_Integer, "several single orders, and the distance, have to be numbers")
        return RenyiDP.at_orders(
            {group_order(count, order): group_budget(count, order, value.budget(order)) for order in orders.args}
        )
    interval = isinstance(orders, Interval) and orders.start == 1
    require(interval, "the budget has to hold from order 1 on, or at one order")

    def budget(order: Expr) -> Expr:
        base = base_order(count, order)
        return group_budget(count, base, value.budget(base))

    if orders.end == oo:
        return RenyiDP(budget)
    return RenyiDP(budget, Interval(1, group_order(count, orders.end), True, orders.right_open))


def _renyi_spaced(value: RenyiDP, count: Expr, request: Request) -> RenyiDP:
    orders = value.orders
    require(isinstance(orders, Interval) and orders.start == 1, "the budget has to hold from order 1 on")
    require(count.is_Integer and count <= MOST_NESTED, f"the distance has to be a number up to {MOST_NESTED}")
    line = value.budget.expr.is_polynomial(BOUND_ORDER)

    def budget(order: Expr) -> Expr:
        found = group_budget_spaced(order, [value.budget(each) for each in spaced_orders(int(count), order)])
        return found.expand() if line else found

    if orders.end == oo:
        return RenyiDP(budget)
    require(sign(orders.end - count) == 1, "the budget does not hold up to an order above the distance")
    return RenyiDP(budget, Interval(1, orders.end / count, True, orders.right_open))


def _renyi_printed(value: RenyiDP, count: Expr, request: Request) -> RenyiDP:
    require(count.is_Integer, "the distance has to be a number")
    steps = Integer(int(count).bit_length() - 1)
    require(2**steps == count, "the distance has to be a power of 2")
    if isinstance(value.orders, FiniteSet):
        (order,) = value.orders.args if len(value.orders) == 1 else (S.One,)
        require(sign(order - 2 ** (steps + 1)) in (0, 1), f"the order has to be at least {2 ** (steps + 1)}")
        return RenyiDP.at_order(order / count, group_budget_printed(steps, value.at(order)))
    ends = isinstance(value.orders, Interval) and value.orders.start == 1 and value.orders.end == oo
    require(ends, "the budget has to hold at every order above 1, or at one order")
    return RenyiDP(lambda order: group_budget_printed(steps, value.budget(count * order)), Interval(2, oo))


_MIRONOV = "mironov2017renyi"

GROUP_RENYI = Arrow(
    name="group.renyi",
    kind=Kind.GROUP,
    source=RenyiDP,
    theorems=("rdp.group.any",),
    says="at order alpha_k, 1 - 1/alpha_k = (1 - 1/alpha)^k: zeta_k = zeta (alpha - 1)((alpha/(alpha - 1))^k - 1)",
    cites=(Source(_MIRONOV, "Proposition 11, step by step"),),
    apply=_renyi,
    hypotheses=(CHAIN,),
    tight="Poisson laws whose means shrink ever faster, in the limit",
)
GROUP_RENYI_SPACED = Arrow(
    name="group.renyi.spaced",
    kind=Kind.GROUP,
    source=RenyiDP,
    theorems=("rdp.group.spaced.any",),
    says="zeta_k(alpha) = k alpha (sum over i = 1, ..., k of zeta(alpha_i)/alpha_i), alpha_i = k (alpha - 1) + i",
    cites=(Source(_MIRONOV, "Proposition 11, step by step"),),
    apply=_renyi_spaced,
    hypotheses=(CHAIN, "k a number", "the budget holds up to the order k alpha"),
    tight="Gaussian noise",
)
GROUP_RENYI_PRINTED = Arrow(
    name="group.renyi.printed",
    kind=Kind.GROUP,
    source=RenyiDP,
    theorems=("rdp.group.doubled",),
    says="at order alpha/2^c and distance 2^c: zeta_k = 3^c zeta, for alpha >= 2^(c+1)",
    cites=(Source(_MIRONOV, "Proposition 2"),),
    apply=_renyi_printed,
    hypotheses=(CHAIN, "k = 2^c", "alpha >= 2^(c+1)"),
    tight="no: group.renyi is better",
)

"""Concentrated privacy to and from a Rényi budget that is a line in the order."""

from __future__ import annotations

from sympy import Expr, Interval, S, oo

from dpsym.conversion.hypotheses import at_least, equal
from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Arrow, Conditional, Request, Source, require, under
from dpsym.guarantees.binding import BOUND_ORDER, Curve
from dpsym.guarantees.notions import ZCDP, RenyiDP, TruncatedCDP


def coefficients(budget: Curve) -> tuple[Expr, Expr]:
    r"""Return xi and rho of a budget :math:`\xi + \rho\alpha`.

    Raises
    ------
    NotApplicableError
        If the budget is not a line in the order.
    """
    line = budget.expr.expand() if budget.expr.is_polynomial(BOUND_ORDER) else S.NaN
    constant, rest = line.as_independent(BOUND_ORDER, as_Add=True)
    slope = rest / BOUND_ORDER
    if line is S.NaN or BOUND_ORDER in slope.free_symbols:
        raise NotApplicableError("the Rényi budget is not a line in the order")
    return constant, slope


def _from_line(value: RenyiDP, request: Request) -> ZCDP | Conditional:
    require(value.orders == Interval.open(1, oo), "the budget has to hold at every order above 1")
    constant, slope = coefficients(value.budget)
    reason = "the offset and the slope of the line must not be negative"
    conditions = (*at_least(constant, S.Zero, reason), *at_least(slope, S.Zero, reason))
    return under(conditions, ZCDP(slope, constant))


def _from_short_line(value: RenyiDP, request: Request) -> TruncatedCDP | Conditional:
    orders = value.orders
    reaches = isinstance(orders, Interval) and orders.start == 1 and orders.end != oo
    require(reaches, "the budget has to hold at every order from 1 to a finite one")
    constant, slope = coefficients(value.budget)
    conditions = (
        *equal(constant, S.Zero, "the line has to go through 0"),
        *at_least(slope, S.Zero, "the slope of the line must not be negative"),
    )
    return under(conditions, TruncatedCDP(slope, orders.end))


BUN_STEINKE = "bunsteinke2016"
TRUNCATED = "bundworkrothblumsteinke2018"
ZCDP_RENYI = Arrow(
    name="zcdp_to_renyi",
    source=ZCDP,
    target=RenyiDP,
    theorems=("renyi.monotone",),
    says="zeta(alpha) = xi + rho alpha",
    cites=(Source(BUN_STEINKE, "Definition 1.1"),),
    apply=lambda value, request: RenyiDP(lambda order: value.xi + value.rho * order),
    tight="the definition",
)
TCDP_RENYI = Arrow(
    name="tcdp_to_renyi",
    source=TruncatedCDP,
    target=RenyiDP,
    theorems=("renyi.monotone",),
    says="zeta(alpha) = rho alpha for 1 < alpha <= omega",
    cites=(Source(TRUNCATED, "Definition 1"),),
    # the divergence is continuous from the left in the order, so the bound holds at omega too
    apply=lambda value, request: RenyiDP(lambda order: value.rho * order, Interval.Lopen(1, value.omega)),
    tight="the definition, and continuity from the left",
)
RENYI_ZCDP = Arrow(
    name="renyi_to_zcdp",
    source=RenyiDP,
    target=ZCDP,
    theorems=("renyi.monotone",),
    says="a budget xi + rho alpha at every order is (xi, rho)-zCDP",
    cites=(Source(BUN_STEINKE, "Definition 1.1"),),
    apply=_from_line,
    hypotheses=("the budget is a line in the order", "it holds at every order above 1"),
    tight="the definition",
)
RENYI_TCDP = Arrow(
    name="renyi_to_tcdp",
    source=RenyiDP,
    target=TruncatedCDP,
    theorems=("renyi.monotone",),
    says="a budget rho alpha up to the order omega is (rho, omega)-tCDP",
    cites=(Source(TRUNCATED, "Definition 1"),),
    apply=_from_short_line,
    hypotheses=("the budget is rho alpha", "it holds from order 1 on"),
    tight="the definition",
)

"""What the arrows to approximate privacy share: reading a request, and answering it at one order or at the best one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, ctx
from sympy import Expr, FiniteSet, Interval, Max, Min, Rational, S, exp, log, oo

from dpsym.conversion.hypotheses import at_edge
from dpsym.conversion.orders import BITS, best_order, budget_at, order_value
from dpsym.conversion.program import program_of
from dpsym.conversion.rounding import ball_of, sign, upper
from dpsym.divergences import Divergence
from dpsym.enclose import Ball
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import Request, require
from dpsym.guarantees.notions import ApproxDP, RenyiDP

Formula = Callable[[Any, Any, Any], Any]
"""From order, budget and target to eps, or to the logarithm of delta: of SymPy expressions, or of balls."""

_DIGITS = 20
_PRECISIONS = (256, 1024, 4096)
_ENCLOSED = Interval(1 + Rational(1, 10**4), 2**10)  # orders that are tried where a divergence is enclosed at each one
_LEAST_WRITTEN_OUT = -5000  # of log delta; a rational below would have thousands of digits


def require_target(request: Request) -> None:
    """Refuse a request that names neither a delta nor an eps.

    Raises
    ------
    NotApplicableError
        If both are left out.
    """
    require(request.delta is not None or request.eps is not None, "a target delta or eps has to be given")


def require_positive(delta: Expr) -> None:
    """Refuse a delta of which it is certain that it is 0.

    Raises
    ------
    NotApplicableError
        If delta is 0.
    """
    require(sign(delta) != 0, "at delta = 0 the bound is infinite")


def is_number(*values: Any) -> bool:
    """Return whether no symbol is left in any of the values."""
    return not any(value.free_symbols for value in values if value is not None)


def from_zero(eps: Expr) -> Expr:
    """Return the eps, or 0 where it is negative: a bound on delta below 0 is one at 0."""
    return _limited(eps, sign(eps), -1, Max, S.Zero)


def to_one(delta: Expr) -> Expr:
    """Return the delta, or 1 where it is greater."""
    return _limited(delta, sign(delta - 1), 1, Min, S.One)


def _limited(value: Expr, found: int | None, beyond: int, better: type[Expr], end: Expr) -> Expr:
    if found is None and value.free_symbols:
        # SymPy would try for milliseconds to order what it cannot
        return better(end, value, evaluate=False)
    return end if found == beyond else value


def certified(value: Expr) -> arb:
    """Return a ball of an exact number at the working precision.

    Raises
    ------
    UndecidedError
        If none is found.
    """
    ball = ball_of(value, ctx.prec)
    if ball is None:
        raise UndecidedError(f"{value} could not be enclosed")
    return ball


def certified_upper(bound: Callable[[], arb]) -> Expr:
    """Return a rational of some 20 digits that is certainly not below a number, given by balls.

    Raises
    ------
    UndecidedError
        If no precision tried gives so many digits.
    """
    for bits in _PRECISIONS:
        with ctx.workprec(bits):
            try:
                ball = bound()
            except UndecidedError:
                continue
            if ball.is_finite() and (Ball(ball).digits >= _DIGITS or abs(ball) < arb(10) ** (-2 * bits)):
                return upper(Ball(ball), _DIGITS)
    raise UndecidedError(f"the bound could not be enclosed to {_DIGITS} digits with {_PRECISIONS[-1]} bits")


def certified_exponential(exponent: Callable[[], arb]) -> Expr:
    """Return an upper bound of the exponential of a number, given by balls: a rational, or an exponential of one.

    Raises
    ------
    UndecidedError
        If no precision tried gives 20 digits.
    """
    with ctx.workprec(_PRECISIONS[0]):
        rough = exponent()
    if rough > 0:
        return S.One
    if rough > _LEAST_WRITTEN_OUT:
        return certified_upper(lambda: exponent().exp())
    return exp(certified_upper(exponent))


def chosen_order(value: RenyiDP, request: Request, objective: Formula) -> Expr:
    """Return the only order of a guarantee, or the one at which a bound is about least.

    Raises
    ------
    NotApplicableError
        If symbols leave no order to choose.
    """
    if isinstance(value.orders, FiniteSet) and len(value.orders) == 1:
        return value.orders.args[0]
    target = request.delta if request.delta is not None else request.eps
    left = value.free_symbols | value.orders.free_symbols | target.free_symbols
    if left:
        names = ", ".join(sorted(map(str, left)))
        raise NotApplicableError(f"the best order is looked for among numbers, {names} left")
    with ctx.workprec(BITS):
        budget, goal = program_of(value.budget), certified(target)
        orders = value.orders.intersect(_ENCLOSED) if value.budget.expr.has(Divergence) else value.orders
        return best_order(lambda order: objective(order, budget(order), goal), orders)


def at_best_order(value: RenyiDP, request: Request, epsilon: Formula, log_delta: Formula) -> ApproxDP:
    """Return the approximate privacy that a bound at one order gives at the best order of a Rényi guarantee.

    Parameters
    ----------
    value : RenyiDP
        With symbols only where it is stated at one order.
    request : Request
        A delta or an eps.
    epsilon, log_delta : callable
        The bound on eps, and on the logarithm of delta, from order, budget and the other parameter.

    Returns
    -------
    ApproxDP
        Of numbers, with a rational on the safe side.

    Raises
    ------
    NotApplicableError
        If there is no target, delta is 0, or symbols leave no order to choose.
    """
    require_target(request)
    if request.delta is not None:
        require_positive(request.delta)
    formula = epsilon if request.delta is not None else log_delta
    order = chosen_order(value, request, formula)
    if not is_number(value, order, request.delta, request.eps):
        return _symbolic(order, value.budget(order), request, formula)

    def bound() -> arb:
        place, target = order_value(order), request.delta if request.delta is not None else request.eps
        return formula(place, budget_at(value.budget, place), certified(target))

    if request.delta is not None:
        return ApproxDP(from_zero(certified_upper(bound)), request.delta)
    return ApproxDP(request.eps, certified_exponential(bound))


def _symbolic(order: Expr, budget: Expr, request: Request, formula: Formula) -> ApproxDP:
    if request.delta is not None:
        eps = from_zero(formula(order, budget, request.delta))
        return ApproxDP(at_edge(request.delta, S.Zero, oo, eps), request.delta)
    return ApproxDP(request.eps, exp(formula(order, budget, request.eps)))


def log_of(value: Any) -> Any:
    """Return the logarithm of an expression, or of a ball."""
    return log(value) if isinstance(value, Expr) else arb(value).log()


def exp_of(value: Any) -> Any:
    """Return the exponential of an expression, or of a ball."""
    return exp(value) if isinstance(value, Expr) else arb(value).exp()

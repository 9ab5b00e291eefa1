"""Strategy: divergences that are another divergence in disguise.

Chi-squared and squared Hellinger are power moments, hence Rényi divergences of order 2 and 1/2; total variation is the hockey-stick
divergence at threshold 0; the cumulants of the privacy loss are derivatives of (alpha - 1) D_alpha at alpha = 1.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Add, Derivative, Dummy, Expr, S, exp, log

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions import Discrete
from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    Divergence,
    HockeyStick,
    LossCumulant,
    Renyi,
    SquaredHellinger,
    TotalVariation,
)

_MOST = 8


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the other divergence, and translate."""
    if all(isinstance(law, Discrete) for law in head.laws) and not isinstance(head, LossCumulant):
        return None
    if isinstance(head, (ChiSquaredDivergence, SquaredHellinger)):
        inner = derive(Renyi(head.order, *head.laws))
        return None if inner is None else _moment(head, inner)
    if isinstance(head, TotalVariation):
        inner = derive(HockeyStick(S.Zero, *head.laws))
        text = "the hockey-stick divergence at threshold 0"
        return (
            None
            if inner is None
            else Derivation(head, inner.expression, (*inner.steps, Step(text, inner.expression)), inner.strategy)
        )
    return _cumulant(head, derive) if isinstance(head, LossCumulant) else None


def _moment(head: Divergence, inner: Derivation) -> Derivation:
    if inner.expression is S.Infinity:
        closed = head.assemble(S.Infinity if head.order > 1 else S.Zero)
    else:
        closed = head.assemble(exponential_of((head.order - 1) * inner.expression))
    text = f"the power moment of order {head.order} from the Rényi divergence"
    return Derivation(head, closed, (*inner.steps, Step(text, closed)), inner.strategy)


def exponential_of(logarithm: Expr) -> Expr:
    """Return e to a sum, its logarithms undone."""
    total = S.One
    for term in logarithm.expand(deep=False).as_ordered_terms():
        inner = exp(term.together()) if term.has(log) else exp(term)
        total *= inner
    return total


def _cumulant(head: LossCumulant, derive: Engine) -> Derivation | None:
    if head.degree == 1:
        inner = derive(KL(*head.laws))
        text = "the first cumulant is the mean: the Kullback-Leibler divergence"
        return (
            None
            if inner is None
            else Derivation(head, inner.expression, (*inner.steps, Step(text, inner.expression)), inner.strategy)
        )
    if not head.degree.is_Integer or head.degree > _MOST:
        return None
    order = Dummy("alpha", positive=True)
    inner = derive(Renyi(order, *head.laws))
    if inner is None or inner.expression is S.Infinity or not _holds_around_one(inner, order):
        return None
    generating = Add(*((order - 1) * term for term in Add.make_args(inner.expression)))
    closed = generating.diff((order, int(head.degree))).subs(order, 1)
    if closed.has(S.NaN, S.ComplexInfinity, Derivative):
        return None
    steps = (
        *(_at_one(step, order) for step in inner.steps),
        Step("the derivative of (alpha - 1) D_alpha at alpha = 1, as often as the cumulant's order", closed),
    )
    return Derivation(head, closed, steps, inner.strategy)


def _at_one(step: Step, order: Expr) -> Step:
    """Return a step with its hypothesis put at order 1."""
    return step if step.hypothesis is None else replace(step, hypothesis=step.hypothesis.subs(order, 1))


def _holds_around_one(inner: Derivation, order: Expr) -> bool:
    """Return whether the conditions of the Rényi divergence hold at order 1, and with them in an interval around it."""
    for condition in inner.conditions:
        at_one = condition.subs(order, 1) if order in condition.free_symbols else S.true
        if at_one is S.false or (at_one is not S.true and at_one.rel_op not in (">", "!=")):
            return False
    return True

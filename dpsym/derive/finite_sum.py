"""Strategy: both laws live on finitely many points, so that the definition is a finite sum."""

from __future__ import annotations

from sympy import Expr, Max, S, exp, expand_log, log, simplify

from dpsym.derive.derivation import Derivation, Step
from dpsym.derive.rewriting import collect_exponentials
from dpsym.distributions import Discrete
from dpsym.divergences import KL, Divergence, MaxDivergence, Renyi


def attempt(head: Divergence) -> Derivation | None:
    """Sum the definition over the points, if there are finitely many."""
    if not all(isinstance(law, Discrete) for law in head.laws):
        return None
    definition = head.definition()
    closed = _tidy(head, definition)
    steps = [Step("the definition, point by point", definition)]
    if closed != definition:
        steps.append(Step("collect the exponentials", closed))
    return Derivation(head, closed, tuple(steps), "finite sum")


def _tidy(head: Divergence, definition: Expr) -> Expr:
    if definition.has(S.Infinity, S.NegativeInfinity):
        return definition
    if isinstance(head, MaxDivergence):
        return Max(*(_plain_log(term) if term.has(exp) else term for term in Max.make_args(definition)))
    if not definition.has(exp):
        return definition
    if isinstance(head, Renyi):
        moment = (definition * (head.order - 1)).args[0]
        return log(collect_exponentials(moment)) / (head.order - 1)
    if isinstance(head, KL):
        return simplify(_plain_log(definition))
    return definition.replace(
        lambda e: isinstance(e, Max), lambda e: Max(*(collect_exponentials(part) for part in e.args))
    )


def _plain_log(expression: Expr) -> Expr:
    """Expand logarithms of quotients and exponentials of positive arguments."""
    return expand_log(expression.replace(lambda e: e.func is log, lambda e: log(simplify(e.args[0]))))

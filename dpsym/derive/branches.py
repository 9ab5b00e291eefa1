"""What an expression is where signs are known: branches that cannot be taken are left out, and the first open one is named."""

from __future__ import annotations

from sympy import Abs, Basic, Expr, Ge, Max, Min, Not, Piecewise, S, exp, factor, log, together
from sympy.logic.boolalg import Boolean

from dpsym.derive.sign_sets import ALLOWED
from dpsym.derive.signs import Signs

_AT_LEAST, _AT_MOST = ALLOWED[Ge], frozenset({-1, 0})
_BRANCHING = (Piecewise, Max, Min, Abs)


def settled(expression: Expr, signs: Signs) -> Expr:
    """Return an equal expression without the branches that the signs exclude, of greatest, least and absolute values too."""
    if not expression.has(*_BRANCHING):
        return expression
    parts = [settled(part, signs) if isinstance(part, Expr) else part for part in expression.args]
    if isinstance(expression, Piecewise):
        return _chosen(expression, signs)
    if isinstance(expression, (Max, Min)):
        return _extreme(type(expression), [factor(together(part)) for part in parts], signs)
    if isinstance(expression, Abs):
        inside = factor(together(parts[0]))
        found = signs(inside)
        return inside if found <= _AT_LEAST else -inside if found <= _AT_MOST else Abs(inside)
    return expression.func(*parts)


def _chosen(expression: Piecewise, signs: Signs) -> Expr:
    """Return a case distinction without the cases of which the condition is shown to fail, or to hold after another that does."""
    cases: list[tuple[Expr, Basic]] = []
    for value, condition in expression.args:
        if isinstance(condition, Boolean) and condition is not S.true and signs.imply(Not(condition)):
            continue
        holds = condition is S.true or signs.imply(condition)
        cases.append((settled(value, signs if holds else signs.given(condition)), S.true if holds else condition))
        if holds:
            break
        signs = signs.given(Not(condition))
    return Piecewise(*cases, evaluate=False) if len(cases) > 1 or cases[0][1] != S.true else cases[0][0]


def _extreme(kind: type[Max] | type[Min], parts: list[Expr], signs: Signs) -> Expr:
    """Return a greatest or least value without what is shown not to be above, or below, another."""
    losing = _AT_MOST if kind is Max else _AT_LEAST
    kept: list[Expr] = []
    for part in parts:
        if any(signs(part - other) <= losing for other in kept):
            continue
        kept = [*(other for other in kept if not signs(other - part) <= losing), part]
    return kind(*kept)


def choice(*expressions: Expr) -> tuple[Expr, Basic, Expr, Expr] | None:
    """Return an innermost branching node with a condition, what the node is where it holds, and where it does not; None without any.

    Of several it is one with a short condition, without exponentials and logarithms if there is one: most follows from that.
    """
    nodes = {node for expression in expressions for node in expression.atoms(*_BRANCHING)}
    innermost = [_cases(node) for node in nodes if not any(part.has(*_BRANCHING) for part in node.args)]
    return min(innermost, key=lambda found: (found[1].has(exp, log), found[1].count_ops(), str(found)), default=None)


def _cases(node: Expr) -> tuple[Expr, Basic, Expr, Expr]:
    if isinstance(node, Piecewise):
        (value, condition), *others = node.args
        return node, condition, value, Piecewise(*others) if others else S.NaN
    if isinstance(node, Abs):
        return node, Ge(node.args[0], 0), node.args[0], -node.args[0]
    first, second, *others = node.args
    winner, loser = (first, second) if isinstance(node, Max) else (second, first)
    return node, Ge(winner - loser, 0), node.func(first, *others), node.func(second, *others)

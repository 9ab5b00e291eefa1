"""Change an expression in one place at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sympy import Add, Basic, Dummy, Expr, Function, Max, Min, Rational, Sum, Symbol, Tuple, exp
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.relational import Relational
from sympy.matrices import MatrixBase

from dpsym.distributions.base import Law
from dpsym.divergences import Divergence

Change = tuple[str, Basic]
Rule = Callable[[Basic], Iterator[Change]]

SLIGHTLY = Rational(1, 1000)


def everywhere(expression: Basic, rule: Rule) -> Iterator[Change]:
    """Yield the expression with the rule applied in one place, for each place and each change that it offers there."""
    if getattr(expression, "is_law_variable", False):
        return
    yield from rule(expression)
    if isinstance(expression, MatrixBase):
        yield from _in_matrix(expression, rule)
        return
    closed = isinstance(expression, (ExprWithLimits, Law))  # limits have a rule of their own, masses must add up to 1
    bound = set(expression.bound_symbols) if isinstance(expression, ExprWithLimits) else set()
    for index, argument in enumerate(expression.args):
        if isinstance(argument, Dummy) or argument in bound or (closed and isinstance(argument, Tuple)):
            continue
        for place, changed in everywhere(argument, rule):
            arguments = [*expression.args]
            arguments[index] = changed
            if (rebuilt := _rebuilt(expression, arguments)) is not None:
                yield place, rebuilt


def _in_matrix(matrix: MatrixBase, rule: Rule) -> Iterator[Change]:
    for index, entry in enumerate(matrix):
        for place, changed in everywhere(entry, rule):
            entries = [*matrix]
            entries[index] = changed
            yield place, type(matrix)(*matrix.shape, entries)


def _rebuilt(expression: Basic, arguments: list[Basic]) -> Basic | None:
    """Return the expression with other arguments, or None where they make no such expression."""
    try:
        return expression.func(*arguments)
    except (ValueError, TypeError):
        return None


def numbers(up_and_down: bool) -> Rule:
    """Return the rule that puts a number off by a thousandth, in both directions if wanted."""

    def rule(node: Basic) -> Iterator[Change]:
        if getattr(node, "is_Number", False) and node.is_finite and node != 0:
            for factor, sign in ((1 + SLIGHTLY, "+"), (1 - SLIGHTLY, "-"))[: 1 + up_and_down]:
                yield f"{node} {sign} 0.1 %", node * factor

    return rule


def signs(node: Basic) -> Iterator[Change]:
    """Reverse the sign of one summand, or of the argument of a function."""
    if isinstance(node, Add):
        for term in node.args:
            yield f"sign of {term}", node - 2 * term
    elif isinstance(node, (Function, exp)) and len(node.args) == 1 and not isinstance(node.args[0], Add):
        changed = node.func(-node.args[0])
        if changed.is_extended_real is not False:
            yield f"sign in {node}", changed


def extremes(node: Basic) -> Iterator[Change]:
    """Exchange a maximum and a minimum."""
    if isinstance(node, (Max, Min)):
        other = Min if isinstance(node, Max) else Max
        yield f"{node.func.__name__} -> {other.__name__}", other(*node.args)


def conditions(node: Basic) -> Iterator[Change]:
    """Reverse a condition of a case."""
    if isinstance(node, Relational):
        yield f"condition {node} reversed", node.negated


def limits(node: Basic) -> Iterator[Change]:
    """Move a limit of a sum or an integral by 1."""
    if isinstance(node, ExprWithLimits) and len(node.limits) == 1 and len(node.limits[0]) == 3:
        name, low, high = node.limits[0]
        kind = "sum" if isinstance(node, Sum) else "integral"
        for which, ends in (("lower", (low + 1, high)), ("upper", (low, high - 1)), ("upper", (low, high + 1))):
            if ends != (low, high):
                yield (f"{which} limit of the {kind}: {ends[0]} to {ends[1]}", node.func(node.function, (name, *ends)))


def orders(order: Symbol) -> Rule:
    """Return the rule that exchanges alpha and alpha - 1."""
    below = order - 1

    def rule(node: Basic) -> Iterator[Change]:
        if node == below:
            yield f"{below} -> {order}", order
        elif node == order:
            yield f"{order} -> {below}", below

    return rule


def swapped_laws(node: Basic) -> Iterator[Change]:
    """Exchange the two laws of a divergence."""
    if isinstance(node, Divergence):
        first, second = node.laws
        yield f"laws of {type(node).__name__} exchanged", node.func(*node.args[:-2], second, first)


def misread(expression: Expr, scale: Expr, power: int, laws: tuple[Basic, ...]) -> Expr:
    """Return the expression with a scale inside the laws raised to a power."""
    return expression.xreplace({law: law.xreplace({scale: scale**power}) for law in laws})

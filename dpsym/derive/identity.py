"""Whether two formulas agree where symbols are in a domain, and what a formula demands to be a real number there."""

from __future__ import annotations

from sympy import Basic, Expr, Ge, Gt, Ne, Not, Piecewise, Pow, S, Sum, exp, gamma, log, loggamma
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.derive.branches import choice, settled
from dpsym.derive.signs import Signs
from dpsym.derive.vanishing import vanishes, written_out
from dpsym.divergences import Divergence

_MOST_SPLITS = 8
"""Into how many cases, one within another, an identity is taken apart."""


def agree(one: Expr, other: Expr, signs: Signs) -> bool:
    """Return True if two formulas are proved to agree wherever both are real numbers, case by case; False says nothing.

    Cases are those of `Piecewise`, `Max`, `Min` and `Abs`, wherever they stand; what the signs decide is no case.
    """
    return _agree(written_out(one), written_out(other), signs, _MOST_SPLITS)


def _agree(one: Expr, other: Expr, signs: Signs, splits: int) -> bool:
    if one == other or signs.exclude_all:
        return True
    if isinstance(one, Piecewise) and isinstance(other, Piecewise):
        cases, others = (_cases(side) for side in (one, other))
        if len(cases) == len(others) and all(
            _same_condition(when[-1], then[-1], signs)
            for (_, when), (_, then) in zip(cases[:-1], others[:-1], strict=True)
        ):
            return all(
                _agree(first, second, signs.given(*when), splits)
                for (first, when), (second, _) in zip(cases, others, strict=True)
            )
    one, other = (settled(side, signs) for side in (one, other))
    found = choice(one, other)
    if found is None:
        return one.as_dummy() == other.as_dummy() or vanishes(one - other, signs)
    if splits == 0:
        return False
    node, condition, value, rest = found
    return all(
        _agree(one.xreplace({node: chosen}), other.xreplace({node: chosen}), signs.given(when), splits - 1)
        for when, chosen in ((condition, value), (Not(condition), rest))
    )


def _same_condition(one: Basic, other: Basic, signs: Signs) -> bool:
    """Return True if two relations are proved to be the same: their margins agree."""
    if one == other:
        return True
    is_alike = type(one) is type(other) and isinstance(one, Relational)
    return is_alike and vanishes((one.lhs - one.rhs) - (other.lhs - other.rhs), signs)


def _cases(expression: Expr) -> list[tuple[Expr, tuple[Basic, ...]]]:
    """Return the values, each with what holds in its case: its condition, and none of the earlier ones."""
    if not isinstance(expression, Piecewise):
        return [(expression, ())]
    earlier: list[Basic] = []
    cases = []
    for value, condition in expression.args:
        cases.append((value, (*earlier, condition)))
        earlier.append(Not(condition))
    return cases


def unmet(expression: Expr, signs: Signs) -> list[Boolean]:
    """Return the demands of a formula that are not shown to follow; what stands in a case of a Piecewise is asked in that case only."""
    found: dict[Boolean, None] = {}
    _collect(expression, signs, found)
    return list(found)


def _collect(node: Basic, signs: Signs, found: dict[Boolean, None]) -> None:
    if isinstance(node, (Divergence, Sum)):  # real by definition; and what is summed has symbols of its own
        return
    if isinstance(node, Piecewise):
        for value, when in _cases(node):
            _collect(value, signs.given(*when), found)
        return
    demand = _demand(node)
    if demand is not None and not signs.imply(demand):
        found[demand] = None
    for part in node.args:
        _collect(part, signs, found)


def _demand(node: Basic) -> Boolean | None:
    """Return what makes the outermost operation a real number, if its arguments are."""
    if isinstance(node, (log, loggamma, gamma)):
        return Gt(node.args[0], 0)
    if isinstance(node, Pow) and not isinstance(node, exp):
        base, exponent = node.args
        if exponent.is_Integer:
            return Ne(base, 0) if exponent.is_negative else None
        return Ge(base, 0) if exponent.is_positive else Gt(base, 0)
    return Gt(S.Zero, 0) if node in (S.ImaginaryUnit, S.NaN, S.ComplexInfinity) else None

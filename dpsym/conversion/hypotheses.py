"""Hypotheses as relations: refused where they fail, returned where symbols leave them open."""

from __future__ import annotations

from sympy import Eq, Expr, Ge, Gt, Piecewise, false, true
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.conversion.rounding import sign
from dpsym.errors import NotApplicableError


def at_least(left: Expr, right: Expr, reason: str) -> tuple[Boolean, ...]:
    """Return the relation ``left >= right`` where it is open, nothing where it holds.

    Raises
    ------
    NotApplicableError
        With the reason, where it fails or is not certain of numbers.
    """
    return _open(Ge, left, right, (0, 1), reason)


def greater(left: Expr, right: Expr, reason: str) -> tuple[Boolean, ...]:
    """Return the relation ``left > right`` where it is open, nothing where it holds; refused as in `at_least`."""
    return _open(Gt, left, right, (1,), reason)


def equal(left: Expr, right: Expr, reason: str) -> tuple[Boolean, ...]:
    """Return the relation ``left = right`` where it is open, nothing where it holds; refused as in `at_least`."""
    return _open(Eq, left, right, (0,), reason)


def at_edge(parameter: Expr, edge: Expr, value: Expr, formula: Expr) -> Expr:
    """Return a formula, with the value at an edge of a parameter as a case of its own where symbols may reach it."""
    if parameter.has(Piecewise):  # its cases are for different places, and SymPy would ask for the edge in each
        return formula
    return Piecewise((value, Eq(parameter, edge)), (formula, True))


def _open(
    relation: type[Relational], left: Expr, right: Expr, signs: tuple[int, ...], reason: str
) -> tuple[Boolean, ...]:
    symbolic = left.free_symbols or right.free_symbols
    found = relation(left, right) if symbolic else true if sign(left - right) in signs else false
    if found == False:  # noqa: E712
        raise NotApplicableError(reason)
    if found == True:  # noqa: E712
        return ()
    return (found if found.lhs.free_symbols else found.reversed,)

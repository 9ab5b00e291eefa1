"""The eps at a delta that stands in logarithms alone: a formula in log(1/delta), as papers print it."""

from __future__ import annotations

from sympy import Add, Dummy, Eq, Expr, Max, Piecewise, Symbol, log

from dpsym.derive.cost import cost
from dpsym.derive.form import short

_SPARE = 8
"""By how much the terms of a theorem may cost more than one fraction of them."""


def short_at(eps: Expr, delta: Expr) -> Expr:
    r"""Return the short form of an eps at a delta, in :math:`\log(1/\delta)` where delta stands nowhere else.

    The logarithm is one value to whoever shortens the formula, so that no power of delta is drawn into another logarithm.

    Parameters
    ----------
    eps : Expr
        A formula of delta.
    delta : Expr
        A symbol for a number in [0, 1]; of another expression the short form is the usual one.
    """
    edges, inner = _edges(eps, delta) if isinstance(delta, Symbol) else ((), eps)
    level = Dummy("L", positive=True)
    told = inner.subs({log(1 / delta): level, log(delta): -level}) if isinstance(delta, Symbol) else eps
    if told.has(delta) or not told.has(level):
        return short(eps)
    terms, whole = _term_by_term(told), short(told)
    found = terms if cost(terms) <= cost(whole) + _SPARE else whole
    found = found.xreplace({level: log(1 / delta)})
    return Piecewise(*edges, (found, True)) if edges else found


def _term_by_term(formula: Expr) -> Expr:
    """Return a formula whose terms are short each, in the sum that the theorem is told with."""
    if isinstance(formula, Max):
        return formula.func(*map(_term_by_term, formula.args), evaluate=False)
    return Add(*map(short, formula.args)) if isinstance(formula, Add) else short(formula)


def _edges(eps: Expr, delta: Symbol) -> tuple[tuple[tuple[Expr, Expr], ...], Expr]:
    """Return the cases at single values of delta in front of a formula, in their short form, and the formula behind them."""
    edges: list[tuple[Expr, Expr]] = []
    while isinstance(eps, Piecewise) and isinstance(eps.args[0].cond, Eq) and eps.args[0].cond.lhs == delta:
        edges.append((short(eps.args[0].expr), eps.args[0].cond))
        eps = eps.func(*eps.args[1:])
    return tuple(edges), eps

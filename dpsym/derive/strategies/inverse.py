r"""Strategy: the inverse of the privacy profile, the least eps at which the hockey-stick divergence is at most delta.

The profile is derived in cases of eps, from the greatest privacy loss down; in each case in which eps stands once, the equation is
undone step by step.
"""

from __future__ import annotations

from sympy import Add, Dummy, Expr, Max, Piecewise, S, expand_log, log, oo

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.inversion import invert
from dpsym.derive.rewriting import sign_of
from dpsym.divergences import Divergence, HockeyStick, InverseProfile, MaxDivergence

Case = tuple[Expr, Expr]


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Invert the profile, where each of its cases can be inverted."""
    if not isinstance(head, InverseProfile):
        return None
    if head.delta == 0:
        return _pure(head, derive)
    eps = Dummy("epsilon", positive=True)
    inner = derive(HockeyStick(eps, *head.laws))
    if inner is None:
        return None
    cases = _cases(inner.expression, eps)
    if cases is None:
        return None
    delta, branches = head.delta, []
    for value, low in cases:
        if not value.has(eps):
            if value != 0:  # delta is never less, however great eps is
                branches.append((oo, delta < value))
            continue
        solved = invert(value, eps, delta)
        if solved is None:
            return None
        branches.append((expand_log(solved), delta <= value.subs(eps, low)))
    branches.append((S.Zero, True))
    closed = Piecewise(*branches)
    step = Step("solve delta(eps) = delta case by case; below eps = 0 nothing is asked", closed)
    return Derivation(head, closed, (*inner.steps, step), inner.strategy)


def _pure(head: InverseProfile, derive: Engine) -> Derivation | None:
    """Return the greatest privacy loss, from which on the profile is 0."""
    inner = derive(MaxDivergence(*head.laws))
    if inner is None:
        return None
    step = Step("the profile is 0 from the greatest privacy loss on", inner.expression)
    return Derivation(head, inner.expression, (*inner.steps, step), inner.strategy)


def _cases(expression: Expr, eps: Expr) -> list[Case] | None:
    """Return the formulas from the greatest eps down, each with the least eps that it is for."""
    if isinstance(expression, Max):
        parts = [part for part in expression.args if part != 0]
        return [(parts[0], S.Zero)] if len(parts) == 1 else None
    if isinstance(expression, Piecewise):
        found: list[Case] = []
        for value, condition in expression.args:
            low = S.Zero if condition == True else _least(condition, eps)  # noqa: E712
            inner = [(value, S.Zero)] if not isinstance(value, (Max, Piecewise)) else _cases(value, eps)
            if low is None or inner is None or len(inner) != 1:
                return None
            found.append((inner[0][0], low))
        return found
    if isinstance(expression, Add) and any(isinstance(part, Max) for part in expression.args):
        alive = [part for part in expression.args if not _vanishes(part, eps)]
        return _cases(alive[0], eps) if len(alive) == 1 else None
    return [(expression, S.Zero)]


def _least(condition: Expr, eps: Expr) -> Expr | None:
    """Return the bound of a condition eps >= bound."""
    return condition.rhs if condition.is_Relational and condition.rel_op == ">=" and condition.lhs == eps else None


def _vanishes(part: Expr, eps: Expr) -> bool:
    """Return whether a positive part is 0 for all positive eps."""
    inner = [each for each in part.args if each != 0]
    numerator = inner[0].as_numer_denom()[0] if len(inner) == 1 else S.One
    return bool(isinstance(part, Max) and (numerator.is_nonpositive or _falls_below(numerator)))


def _falls_below(numerator: Expr) -> bool:
    return sign_of(numerator) == -1 or (numerator.has(log) and numerator.is_negative is True)

"""Strategy: the max divergence as the greatest privacy loss over the cells."""

from __future__ import annotations

from sympy import And, Eq, Expr, Ge, Gt, Max, Piecewise, S, expand_log, log, oo, sqrt

from dpsym.derive.cells import Cell
from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.kernels import Terms
from dpsym.derive.pairs import cut_pair
from dpsym.derive.rewriting import sign_of
from dpsym.divergences import Divergence, MaxDivergence

Cases = list[tuple[Expr, object]]


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the max divergence of two laws whose privacy loss is monotone, or concave with a known vertex, on each cell."""
    if not isinstance(head, MaxDivergence):
        return None
    pair = cut_pair(head)
    if pair is None:
        return None
    if not pair.is_covered:
        step = Step("P has mass where Q has none: the privacy loss is infinite there", S.Infinity)
        return Derivation(head, S.Infinity, (*pair.steps, step), "divergent")
    candidates: list[Expr] = []
    finite: list[object] = []
    for cell in pair.cells:
        if cell.first is not None:
            found = _supremum(cell)
            if found is None:
                return None
            candidates += [pair.back(value) for value in found[0]]
            finite.append(pair.back(found[1]))
    closed = Piecewise((_greatest(candidates), And(*finite)), (oo, True))
    step = Step("the privacy loss is monotone on each cell, or has one vertex: its greatest value", closed)
    return Derivation(head, closed, (*pair.steps, step), "supremum of the loss")


def _greatest(candidates: list[Expr]) -> Expr:
    """Return the maximum, without those that are certainly not above another one."""
    kept: list[Expr] = []
    for candidate in dict.fromkeys(
        expand_log(value.expand()) if not value.has(Piecewise) else value for value in candidates
    ):
        if any(_is_at_most(candidate, other) for other in kept):
            continue
        kept = [other for other in kept if not _is_at_most(other, candidate)]
        kept.append(candidate)
    return kept[0] if len(kept) == 1 else Max(*kept, evaluate=False)


def _is_at_most(one: Expr, other: Expr) -> bool:
    gap = one - other
    return sign_of(gap) in (-1, 0) or bool(gap.together().factor().is_nonpositive)


def _supremum(cell: Cell) -> tuple[list[Expr], object] | None:
    """Return values of which the greatest is the supremum over a cell, and the condition under which it is finite."""
    loss = dict(cell.loss)
    constant = loss.pop(S.One, S.Zero)
    if not loss:
        return [constant], S.true
    if len(loss) == 1:
        ((statistic, factor),) = loss.items()
        return _monotone(cell, statistic, factor, constant)
    if cell.point.is_integer:
        return None
    for rule in (_log_and_line, _two_logs, _line_and_inverse):
        cases = rule(cell, loss)
        if cases is not None:
            value = Piecewise(*((constant + value, condition) for value, condition in cases), (oo, True))
            return [value], S.true
    return None


def _monotone(cell: Cell, statistic: Expr, factor: Expr, constant: Expr) -> tuple[list[Expr], object] | None:
    """Return the values of constant + factor * statistic, a monotone statistic, at the ends where it is finite."""
    low, high = (end_of(statistic, cell.point, end) for end in (cell.lower, cell.upper))
    if low is None or high is None:
        return None
    values = [constant + factor * end for end in (low, high) if not end.is_infinite]
    if len(values) == 2:
        return values, S.true
    if not values:
        return [constant], S.false if sign_of(factor) else Eq(factor, 0)
    direction = 1 if high == oo else -1
    known = sign_of(factor)
    if known is None:
        return values, factor <= 0 if direction > 0 else factor >= 0
    return values, S.true if known != direction else S.false


def end_of(statistic: Expr, point: Expr, end: Expr) -> Expr | None:
    """Return the limit of a monotone statistic at an end of a cell."""
    if statistic == point:
        return end
    if statistic == log(point):
        return -oo if end.is_zero else log(end) if end.is_finite else oo
    return None


def _log_and_line(cell: Cell, loss: Terms) -> Cases | None:
    x = cell.point
    if loss.keys() != {log(x), x} or not cell.lower.is_zero or cell.upper != oo:
        return None
    power, rate = loss[log(x)], -loss[x]
    vertex = power * log(power / rate) - power
    return [(vertex, And(Gt(power, 0), Gt(rate, 0))), (S.Zero, And(Eq(power, 0), Ge(rate, 0)))]


def _two_logs(cell: Cell, loss: Terms) -> Cases | None:
    x = cell.point
    if loss.keys() != {log(x), log(1 - x)}:
        return None
    first, second = loss[log(x)], loss[log(1 - x)]
    vertex = first * log(first / (first + second)) + second * log(second / (first + second))
    both = And(Gt(first, 0), Gt(second, 0))
    return [(vertex, both), (S.Zero, And(Ge(first, 0), Ge(second, 0)))]


def _line_and_inverse(cell: Cell, loss: Terms) -> Cases | None:
    x = cell.point
    if loss.keys() != {x, 1 / x} or not cell.lower.is_zero or cell.upper != oo:
        return None
    rate, weight = -loss[x], -loss[1 / x]
    return [(-2 * sqrt(rate * weight), And(Ge(rate, 0), Ge(weight, 0)))]

r"""Strategy: the Kullback-Leibler divergence as the mean of the privacy loss.

The mean of a statistic is the derivative of the kernel by the coefficient of the statistic, cell by cell.
"""

from __future__ import annotations

from sympy import Dummy, Expr, S, collect, exp, expand_log

from dpsym.derive.cells import Cell
from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.kernels import Terms, integrate
from dpsym.derive.kernels.closed import Closed
from dpsym.derive.pairs import cut_pair
from dpsym.divergences import KL, Divergence


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the Kullback-Leibler divergence of two laws with log-densities in the table of kernels."""
    if not isinstance(head, KL):
        return None
    pair = cut_pair(head)
    if pair is None:
        return None
    if not pair.is_covered:
        step = Step("P has mass where Q has none: the divergence is infinite", S.Infinity)
        return Derivation(head, S.Infinity, (*pair.steps, step), "divergent")
    steps, total = list(pair.steps), S.Zero
    charged = [cell for cell in pair.cells if cell.first is not None]
    for cell in charged:
        mean = _mean(cell, whole=len(charged) == 1)
        if mean is None:
            return None
        total += mean
        steps.append(
            Step(
                f"the mean of the privacy loss over ({pair.back(cell.lower)}, {pair.back(cell.upper)})", pair.back(mean)
            )
        )
    closed = pair.back(total if len(charged) == 1 else _collected(total))
    steps.append(Step("add the pieces", closed))
    return Derivation(head, closed, tuple(steps), "mean of the statistics")


def _collected(total: Expr) -> Expr:
    """Return a sum of polynomials times exponentials, like terms taken together."""
    expanded = expand_log(total).expand()
    # SymPy takes one exponential for a power of another one, unless it sees symbols only
    names = {each: Dummy("e", positive=True) for each in sorted(expanded.atoms(exp), key=str)}
    collected = collect(expanded.xreplace(names), list(names.values()))
    return collected.xreplace({name: each for each, name in names.items()})


def _mean(cell: Cell, whole: bool) -> Expr | None:
    """Return the integral of p log(p/q) over a cell; over the whole space the mass of P is known to be 1."""
    loss = cell.loss
    mass = S.One if whole else _value(cell.integral(cell.first))
    if mass is None:
        return None
    total = loss.get(S.One, S.Zero) * mass
    for statistic, factor in loss.items():
        if statistic != 1:
            moment = _moment(cell, statistic, whole)
            if moment is None:
                return None
            total += factor * moment
    return total


def _value(closed: Closed | None) -> Expr | None:
    return None if closed is None else closed.value


def _moment(cell: Cell, statistic: Expr, whole: bool) -> Expr | None:
    """Return the integral of p times a statistic, by differentiating the kernel at the coefficients of P."""
    if statistic == cell.point and not set(cell.first) - {S.One}:
        return _flat(cell)
    free: Terms = {
        each: Dummy(f"c_{number}", real=True)
        for number, each in enumerate({**(cell.first or {}), **cell.loss})
        if each != 1
    }
    carriers = {
        each: factor for each, factor in cell.first.items() if each not in cell.loss and each not in (1, cell.point)
    }
    terms = {**free, **{each: factor for each, factor in carriers.items() if factor.is_number}}
    closed = integrate(terms, cell.point, cell.lower, cell.upper)
    if closed is None:
        return None
    values = {symbol: cell.first.get(each, S.Zero) for each, symbol in free.items()}
    if whole:
        return closed.logarithm.diff(free[statistic]).subs(values)
    return (closed.value.diff(free[statistic]) * exp(cell.first.get(S.One, S.Zero))).subs(values)


def _flat(cell: Cell) -> Expr | None:
    """Return the integral of p times the point where p is constant."""
    density = cell.first or {}
    if set(density) - {S.One} or not (cell.lower.is_finite and cell.upper.is_finite):
        return None
    length = cell.upper - cell.lower + (1 if cell.point.is_integer else 0)
    return (cell.lower + cell.upper) / 2 * length * exp(density.get(S.One, S.Zero))

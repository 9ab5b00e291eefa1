r"""Strategy: the Rényi divergence by kernels.

On each cell the integrand :math:`p^\alpha q^{1-\alpha}` is the exponential of a combination of statistics. Where both laws belong to
one exponential family there is one cell, and the kernel is the family's partition function; its convergence is the condition.
"""

from __future__ import annotations

from sympy import Add, Expr, Lt, S, expand_log, factor, log, together

from dpsym.derive.cells import Cell
from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.kernels import Closed, combine, exponential, joined
from dpsym.derive.pairs import CutPair, cut_pair
from dpsym.derive.rewriting import collect_exponentials
from dpsym.divergences import Divergence, Renyi


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the Rényi divergence of two laws with log-densities in the table of kernels."""
    if not isinstance(head, Renyi):
        return None
    pair = cut_pair(head)
    if pair is None:
        return None
    if not pair.is_covered and (head.order - 1).is_positive:
        return _infinite(head, pair)
    steps = list(pair.steps)
    if not pair.is_covered:
        text = "P has mass where Q has none: from order 1 on the divergence is infinite"
        steps.append(Step(text, S.Infinity, Lt(head.order, 1)))
    shared = [cell for cell in pair.cells if cell.first is not None and cell.second is not None]
    return _family(head, pair, shared[0], steps) if len(shared) == 1 else _piecewise(head, pair, shared, steps)


def _piecewise(head: Renyi, pair: CutPair, shared: list[Cell], steps: list[Step]) -> Derivation | None:
    """Add the integrals over the cells."""
    alpha, pieces = head.order, []
    for cell in shared:
        closed = cell.integral(combine(cell.first, cell.second, alpha, 1 - alpha))
        if closed is None:
            return None
        pieces.append(closed)
        steps += _described(pair, cell, closed, "", pair.back(closed.value))
    if any(S.false in closed.conditions for closed in pieces):
        return _infinite(head, pair, tuple(steps))
    closed = log(pair.back(_sum(pieces))) / (alpha - 1)
    steps.append(Step("take the logarithm and divide by alpha - 1", closed))
    return Derivation(head, closed, tuple(steps), f"piecewise: {pieces[0].name}")


def _family(head: Renyi, pair: CutPair, cell: Cell, steps: list[Step]) -> Derivation | None:
    r"""Return :math:`c_P - c_Q + (\log Z + c_P)/(\alpha - 1)`, with Z the kernel and c the logarithms of the normalisers."""
    alpha = head.order
    constants = [terms.get(S.One, S.Zero) for terms in (cell.first, cell.second)]
    first, second = (
        {statistic: factor for statistic, factor in terms.items() if statistic != 1}
        for terms in (cell.first, cell.second)
    )
    closed = cell.integral(combine(first, second, alpha, 1 - alpha))
    if closed is None:
        return None
    logarithm = closed.logarithm
    steps += _described(pair, cell, closed, "the logarithm, without the normalisers: ", pair.back(logarithm))
    if S.false in closed.conditions:
        return _infinite(head, pair, tuple(steps))
    ratio = pair.back(expand_log((constants[0] - constants[1]).expand(deep=False)))
    rest = pair.back((logarithm + expand_log(constants[0])).expand(deep=False))
    algebraic, others = _algebraic(rest)
    both, others_ratio = _algebraic(ratio)
    if algebraic != 0:
        both = factor(together(both + algebraic / (alpha - 1)))
    value = joined(both + others_ratio) + joined(others) / (alpha - 1)
    steps.append(Step("put the normalisers back and divide by alpha - 1", value))
    return Derivation(head, value, tuple(steps), f"exponential family: {closed.name}")


def _algebraic(expression: Expr) -> tuple[Expr, Expr]:
    """Split a sum into its rational terms and the others."""
    parts: dict[bool, list[Expr]] = {True: [], False: []}
    for term in Add.make_args(expression):
        parts[term.is_rational_function() is True].append(term)
    return Add(*parts[True]), Add(*parts[False])


def _described(pair: CutPair, cell: Cell, closed: Closed, note: str, value: Expr) -> list[Step]:
    """Return the step of one cell, once for each condition that it needs."""
    verb = "sum" if cell.point.is_integer else "integrate"
    text = f"{verb} p^alpha q^(1 - alpha) over ({pair.back(cell.lower)}, {pair.back(cell.upper)}), {closed.name}; {note}".removesuffix(
        "; "
    )
    conditions = [pair.back(condition) for condition in closed.conditions] or [None]
    return [Step(text if number == 0 else "and", value, condition) for number, condition in enumerate(conditions)]


def _infinite(head: Renyi, pair: CutPair, steps: tuple[Step, ...] = ()) -> Derivation:
    reason = "the integral diverges" if steps else "P has mass where Q has none: the divergence is infinite"
    return Derivation(head, S.Infinity, (*(steps or pair.steps), Step(reason, S.Infinity)), "divergent")


def _sum(pieces: list[Closed]) -> Expr:
    return collect_exponentials(Add(*(closed.factor * exponential(expand_log(closed.exponent)) for closed in pieces)))

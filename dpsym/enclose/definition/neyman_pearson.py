r"""The least type II error at a type I error t, enclosed from both sides.

By the lemma of Neyman and Pearson it is the maximum over :math:`\lambda \ge 0` of the concave function

.. math:: g(\lambda) = \int \min(q, \lambda p) - \lambda t = \lambda (1 - t - H_{1/\lambda}(P\|Q)),

whose slope is P(L <= eps) - t at lambda = exp(-eps). Each value of g is a lower bound, and each tangent an upper one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy as sp
from flint import arb, ctx, fmpq

from dpsym.enclose.arithmetic import Value, signs
from dpsym.enclose.definition.line import Cell
from dpsym.enclose.polynomials import evaluate
from dpsym.errors import UndecidedError

_MOST_STEPS = 80
_FARTHEST = 40
_ROUGH_BITS, _ROUGH_STEPS = 80, 40
Measure = Callable[[sp.Expr, Sequence[Cell]], Value]


@dataclass(frozen=True)
class _Tangent:
    """The value and the slope of g at lambda = exp(-threshold)."""

    threshold: sp.Expr
    place: arb
    value: arb
    slope: arb


def mass_apart(cells: Sequence[Cell]) -> Value:
    """Return the mass of P where Q has none."""
    apart = (cell.probability(cell.first) for cell in cells if cell.first is not None and cell.second is None)
    return sum(apart, fmpq(0))


def least_error(level: sp.Expr, cells: Sequence[Cell], excess: Measure, tail: Measure) -> Value:
    """Return a ball for the least type II error.

    Parameters
    ----------
    level : Expr
        The type I error t.
    cells : sequence of Cell
        The cells of the space.
    excess, tail : callable
        The hockey-stick divergence, and the mass of P where the loss exceeds a threshold.

    Raises
    ------
    UndecidedError
        If the working precision does not suffice.
    """
    t = evaluate(level)
    charged = [cell for cell in cells if cell.first is not None]
    certain = mass_apart(cells)
    left = signs(1 - t - certain)
    if left <= {0, -1}:
        return fmpq(0)  # P is accepted only where Q has no mass
    if 0 in left:  # the curve is convex, and falls to 0 at 1 - certain
        return arb(0).union((arb(1 - t - certain) / (1 - certain)).upper())
    if signs(t) == {0}:
        return sum((cell.probability(cell.second) for cell in charged if cell.second is not None), fmpq(0))

    def tangent(threshold: sp.Expr) -> _Tangent:
        place = (-arb(evaluate(threshold))).exp()
        value = place * (1 - t - excess(threshold, cells))
        return _Tangent(threshold, place, value, arb(1 - t - tail(threshold, cells)))

    rough = _ROUGH_BITS if ctx.prec > _ROUGH_BITS else ctx.prec
    with ctx.workprec(rough):
        near = _closest(tangent, _bracket(tangent), _ROUGH_STEPS)[0]
    start = [tangent(part.threshold) for part in near]
    if not (start[0].slope < 0 < start[1].slope):
        start = list(_bracket(tangent))
    return _closest(tangent, (start[0], start[1]), _MOST_STEPS)[1]


def _bracket(tangent: Callable[[sp.Expr], _Tangent]) -> tuple[_Tangent, _Tangent]:
    """Return tangents at a lower threshold, of negative slope, and at a higher one, of positive slope."""
    found = {}
    for side in (-1, 1):
        for k in range(_FARTHEST):
            part = tangent(sp.Integer(side) * (sp.Integer(2) ** k - 1) + sp.Rational(side, 7))
            if side * part.slope > 0:
                found[side] = part
                break
        else:
            raise UndecidedError("no threshold was found beyond the level")
    return found[-1], found[1]


def _closest(
    tangent: Callable[[sp.Expr], _Tangent], bracket: tuple[_Tangent, _Tangent], most: int
) -> tuple[tuple[_Tangent, _Tangent], arb]:
    """Narrow a bracket until the bounds meet; return the bracket, and the ball between the best bounds."""
    low, high = bracket
    best = low.value.max(high.value).lower()
    top = _crossing(low, high)[1]
    for step in range(most):
        if top - best <= abs(top) / arb(2) ** (ctx.prec - 24):
            break
        there = tangent(_next(low, high, step))
        best = best.max(there.value.lower())
        top = top.min((there.value + abs(there.slope) * (low.place - high.place)).upper())
        if there.slope < 0:
            low = there
        elif there.slope > 0:
            high = there
        else:
            break
        top = top.min(_crossing(low, high)[1])
    return (low, high), best.union(top)


def _crossing(low: _Tangent, high: _Tangent) -> tuple[arb, arb]:
    """Return where two tangents meet, and an upper bound of g there."""
    place = (high.value - low.value + low.slope * low.place - high.slope * high.place) / (low.slope - high.slope)
    return place, (low.value + low.slope * (place - low.place)).upper()


def _next(low: _Tangent, high: _Tangent, step: int) -> sp.Expr:
    """Return the next threshold: where the tangents meet, where the chord of the slopes is 0, or the middle."""
    left, right = (arb(evaluate(part.threshold)) for part in (low, high))
    guess = (left + right) / 2
    if step % 3 == 0:
        guess = -_crossing(low, high)[0].log()
    elif step % 3 == 1:
        guess = (left * high.slope - right * low.slope) / (high.slope - low.slope)
    mantissa, exponent = guess.mid().man_exp() if guess.is_finite() else (0, 0)
    rational = sp.Rational(int(mantissa)) * sp.Integer(2) ** int(exponent)
    return rational if low.threshold < rational < high.threshold else (low.threshold + high.threshold) / 2

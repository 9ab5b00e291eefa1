"""The divergences as sums over cells, by their definitions and the conventions for points without mass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import comb

import sympy as sp
from flint import arb, fmpq

from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    Divergence,
    HockeyStick,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.enclose.arithmetic import Value, apply, checked, greater, is_finite, signs
from dpsym.enclose.definition.line import Cell
from dpsym.enclose.definition.neyman_pearson import least_error
from dpsym.enclose.definition.weights import Moment
from dpsym.enclose.polynomials import evaluate
from dpsym.errors import NotDerivedError, UndecidedError

_INFINITY = arb("inf")
_ONE = sp.S.One
Cells = Sequence[Cell]


def power_moment(order: sp.Expr, cells: Cells) -> Value:
    """Return the integral of p^order q^(1 - order): infinite above order 1 where only P has mass."""
    side = signs(evaluate(order) - 1)
    if side not in ({-1}, {1}):
        raise UndecidedError(f"the order {order} is not certainly above or below 1")
    total: Value = fmpq(0)
    for cell in cells:
        if cell.first is None or (cell.second is None and side == {-1}):
            continue
        if cell.second is None:
            return _INFINITY
        total = total + cell.mass(cell.exponent(order))
    return total


def _renyi(head: Renyi, cells: Cells) -> Value:
    total = power_moment(head.order, cells)
    if signs(total) == {0}:
        return _INFINITY  # no common support
    return apply("log", total, False) / (evaluate(head.order) - 1)


def loss_moment(cells: Cells, degree: int) -> Value:
    """Return the mean under P of a power of the privacy loss."""
    total: Value = fmpq(0)
    for cell in cells:
        if cell.first is None:
            continue
        if cell.second is None:
            return _INFINITY
        if not cell.loss.is_zero:
            found = checked(cell.mass(cell.first, Moment(cell.loss, degree)), "a moment of the privacy loss")
            if not is_finite(found):
                return _INFINITY
            total = total + found
    return total


def _cumulant(head: LossCumulant, cells: Cells) -> Value:
    """Return the cumulant from the moments: m_n = sum of C(n-1, j-1) k_j m_(n-j) over j = 1..n."""
    degree = int(head.degree)
    if degree > 1 and _is_constant(cells):
        return fmpq(0)
    moments: list[Value] = [fmpq(1), *(loss_moment(cells, k) for k in range(1, degree + 1))]
    if not all(is_finite(moment) for moment in moments):
        if degree == 1 or (degree == 2 and is_finite(moments[1])):
            return _INFINITY
        raise UndecidedError("the privacy loss has no cumulant of this order")
    found: list[Value] = [fmpq(0)]
    for n in range(1, degree + 1):
        lower = (comb(n - 1, j - 1) * found[j] * moments[n - j] for j in range(1, n))
        found.append(moments[n] - sum(lower, fmpq(0)))
    return found[degree]


def _is_constant(cells: Cells) -> bool:
    """Whether the privacy loss is certainly one number."""
    charged = [cell for cell in cells if cell.first is not None]
    if any(cell.second is None or cell.loss.numbers[1] for cell in charged):
        return False
    return all(cell.loss.shifted(-charged[0].loss.constant).is_zero for cell in charged)


def excess(threshold: sp.Expr, cells: Cells) -> Value:
    """Return the integral of the positive part of p - e^threshold q."""
    total: Value = fmpq(0)
    for cell in cells:
        if cell.first is not None:
            total = total + (cell.probability(cell.first) if cell.second is None else cell.excess(threshold))
    return total


def tail_of_loss(threshold: sp.Expr, cells: Cells) -> Value:
    """Return the mass of P where the privacy loss exceeds a threshold; it is infinite where Q has no mass."""
    total: Value = fmpq(0)
    for cell in cells:
        if cell.first is not None:
            total = total + (cell.probability(cell.first) if cell.second is None else cell.above(threshold, cell.first))
    return total


def _max(head: MaxDivergence, cells: Cells) -> Value:
    charged = [cell for cell in cells if cell.first is not None]
    if any(cell.second is None for cell in charged):
        return _INFINITY
    return reduce(lambda left, right: greater(left, right, False), (cell.supremum() for cell in charged))


_HEADS: dict[type, Callable[..., Value]] = {
    Renyi: _renyi,
    # the negative part of p log(p/q) is integrable for all laws, so that a divergent integral is plus infinity
    KL: lambda head, cells: loss_moment(cells, 1),
    HockeyStick: lambda head, cells: excess(head.threshold, cells),
    MaxDivergence: _max,
    TotalVariation: lambda head, cells: excess(sp.S.Zero, cells),
    ChiSquaredDivergence: lambda head, cells: power_moment(sp.Integer(2), cells) - fmpq(1),
    SquaredHellinger: lambda head, cells: fmpq(1) - power_moment(sp.S.Half, cells),
    LossTail: lambda head, cells: tail_of_loss(head.threshold, cells),
    LossCumulant: _cumulant,
    TradeOff: lambda head, cells: least_error(head.level, cells, excess, tail_of_loss),
}


def kind_of(head: Divergence) -> type:
    """Return the divergence whose definition a head has; it may be a kind of it that changes nothing there.

    Raises
    ------
    NotDerivedError
        If there is none.
    """
    kind = next((kind for kind in type(head).__mro__ if kind in _HEADS), None)
    if kind is None or any(
        getattr(head, name).__func__ is not getattr(kind, name) for name in ("integrand", "assemble", "atom")
    ):
        raise NotDerivedError(f"no definition to integrate is known for {type(head).__name__}")
    return kind


def over_cells(head: Divergence, cells: Cells) -> Value:
    """Return a ball for a divergence over the cells of a space.

    Raises
    ------
    UndecidedError
        If the working precision does not suffice.
    NotDerivedError
        If the divergence has a convention of its own.
    """
    kind = kind_of(head)
    if kind is not type(head) and any((cell.first is None) != (cell.second is None) for cell in cells):
        raise NotDerivedError(f"{type(head).__name__} has a convention of its own where one law has no mass")
    common = [cell for cell in cells if cell.first is not None or cell.second is not None]
    if kind is not TradeOff and all(
        cell.first is not None and cell.second is not None and cell.loss.is_zero for cell in common
    ):
        return _of_equal_laws(head, kind)
    return _HEADS[kind](head, common)


def _of_equal_laws(head: Divergence, kind: type) -> Value:
    """Return the value where the two densities are the same function, which is one of mass 1."""
    if kind is LossTail or kind is HockeyStick:
        order = signs(evaluate(head.threshold))
        if len(order) != 1:
            raise UndecidedError("the sign of the threshold is undecided")
        if order == {-1}:
            return fmpq(1) if kind is LossTail else fmpq(1) - apply("exp", evaluate(head.threshold), False)
    return fmpq(0)

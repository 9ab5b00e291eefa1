r"""Strategy: the hockey-stick divergence and the tail of the loss, cell by cell, where the loss rises and falls.

On a cell with a loss linear in x the part where it exceeds eps is an interval from one end to the point t where it is eps, cut off at
the ends of the cell. Where the sign of one slope is open, both cases are derived.
"""

from __future__ import annotations

from sympy import Dummy, Expr, Max, Min, Ne, Piecewise, S, exp

from dpsym.derive.cells import Cell
from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.kernels import Terms
from dpsym.derive.pairs import CutPair, cut_pair
from dpsym.derive.rewriting import sign_of
from dpsym.divergences import Divergence, HockeyStick, LossTail

NAME = "threshold of the loss, cell by cell"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive both for laws on the line whose privacy loss is linear on each cell."""
    if not isinstance(head, (HockeyStick, LossTail)):
        return None
    pair = cut_pair(head)
    if pair is None or len(pair.cells) < 2 or any(cell.point.is_integer for cell in pair.cells):
        return None
    both = [cell for cell in pair.cells if cell.first is not None and cell.second is not None]
    if any(cell.loss.keys() - {S.One, cell.point} for cell in both):
        return None
    unknown = _open_slope(both)
    if unknown is None:
        closed, condition = _total(head, pair, S.Zero, 1), None
    else:
        values = [_total(head, pair, unknown, sign) for sign in (1, -1)]
        closed = None if None in values else Piecewise((values[0], unknown > 0), (values[1], True))
        condition = None if unknown.is_zero else Ne(pair.back(unknown), 0, evaluate=False)
    if closed is None:
        return None
    step = Step(
        "on each cell the mass where the loss exceeds eps, from one end to the point where it is eps",
        pair.back(closed),
        condition,
    )
    return Derivation(head, pair.back(closed), (*pair.steps, step), NAME)


def _open_slope(cells: list[Cell]) -> Expr | None:
    """Return the slope whose sign is open, if there is one up to its sign."""
    slopes = (cell.loss.get(cell.point, S.Zero) for cell in cells)
    return next((slope for slope in slopes if sign_of(slope) is None), None)


def _total(head: HockeyStick | LossTail, pair: CutPair, unknown: Expr, sign: int) -> Expr | None:
    """Return the sum over the cells, with the open slope of the given sign."""
    total = S.Zero
    for cell in pair.cells:
        if cell.first is None:
            continue
        part = _part(head, cell, unknown, sign)
        if part is None:
            return None
        total += part
    return total


def _part(head: HockeyStick | LossTail, cell: Cell, unknown: Expr, sign: int) -> Expr | None:
    if cell.second is None:
        return _excess(head, cell, cell.lower, cell.upper)
    slope, constant = cell.loss.get(cell.point, S.Zero), cell.loss.get(S.One, S.Zero)
    direction = sign_of(slope)
    if direction is None:
        direction = sign if (slope - unknown).expand() == 0 else -sign if (slope + unknown).expand() == 0 else None
    if direction is None:
        return None
    if direction == 0:
        return Piecewise((_excess(head, cell, cell.lower, cell.upper), head.threshold < constant), (S.Zero, True))
    place = Min(Max((head.threshold - constant) / slope, cell.lower, evaluate=False), cell.upper, evaluate=False)
    return _excess(head, cell, *((cell.lower, place) if direction < 0 else (place, cell.upper)))


def _excess(head: HockeyStick | LossTail, cell: Cell, lower: Expr, upper: Expr) -> Expr | None:
    """Return the mass of P on an interval, less e^eps times that of Q for the hockey-stick divergence."""
    mass = _mass(cell, cell.first, lower, upper)
    if isinstance(head, LossTail) or cell.second is None or mass is None:
        return mass
    other = _mass(cell, cell.second, lower, upper)
    return None if other is None else mass - exp(head.threshold) * other


def _mass(cell: Cell, terms: Terms, lower: Expr, upper: Expr) -> Expr | None:
    # the ends stand for numbers in the cell, whatever they are written as
    names = [end if not end.has(Min) else Dummy("t", real=True) for end in (lower, upper)]
    closed = cell.integral(terms, *names)
    if closed is None or S.false in closed.conditions:
        return None
    return closed.value.subs(dict(zip(names, (lower, upper), strict=True)))

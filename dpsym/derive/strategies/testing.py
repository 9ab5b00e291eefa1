r"""Strategy: the trade-off function by Neyman and Pearson.

The best test rejects P where the privacy loss is least. Where the loss is monotone that is a half line from one end of the space;
its P-mass is the level t, and the Q-mass of the rest the type II error.
"""

from __future__ import annotations

from sympy import Dummy, Expr, Lt, Ne, Piecewise, S, expand

from dpsym.derive.cells import Cell
from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.inversion import invert
from dpsym.derive.kernels import Terms
from dpsym.derive.pairs import CutPair, cut_pair
from dpsym.derive.rewriting import collect_exponentials
from dpsym.derive.strategies.threshold import single_slope, slope_sign
from dpsym.divergences import Divergence, TradeOff

NAME = "most powerful test"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the trade-off function of two laws on the line with a monotone privacy loss."""
    if not isinstance(head, TradeOff):
        return None
    pair = cut_pair(head)
    if pair is None or any(cell.point.is_integer for cell in pair.cells):
        return None
    signs = {slope_sign(cell) for cell in pair.cells if cell.first is not None and cell.second is not None}
    if {1, -1} <= signs:
        return None
    if None in signs:
        return _both_ways(head, pair)
    falls = -1 in signs or (1 not in signs and pair.cells[0].second is None)
    closed = _value(head, pair, falls)
    if closed is None:
        return None
    words = "right" if falls else "left"
    step = Step(f"reject where the privacy loss is least, from the {words}; the Q-mass of the rest", pair.back(closed))
    return Derivation(head, pair.back(closed), (*pair.steps, step), NAME)


def _both_ways(head: TradeOff, pair: CutPair) -> Derivation | None:
    """Derive both cases where the sign of the one coefficient of the loss is open."""
    if len(pair.cells) != 1:
        return None
    factor, grows = single_slope(pair.cells[0])
    if factor is None or grows is None:
        return None
    values = [_value(head, pair, falls) for falls in (False, True)]
    if None in values:
        return None
    closed = pair.back(Piecewise((values[0 if grows > 0 else 1], factor > 0), (values[1 if grows > 0 else 0], True)))
    step = Step(
        "the privacy loss is monotone: reject from the end where it is least; the Q-mass of the rest",
        closed,
        Ne(pair.back(factor), 0, evaluate=False),
    )
    return Derivation(head, closed, (*pair.steps, step), NAME)


def _value(head: TradeOff, pair: CutPair, falls: bool) -> Expr | None:
    """Return the type II error in cases of the level, from level 0 up."""
    # where P has no mass one rejects for nothing, where Q has none never
    shared = [cell for cell in pair.cells if cell.first is not None and cell.second is not None]
    cells = shared[::-1] if falls else shared
    level, branches = head.level, []
    used = S.Zero
    for number, cell in enumerate(cells):
        whole, rest, part = (cell.integral(cell.first), _mass(cells[number + 1 :]), _part(cell, falls, level - used))
        if whole is None or rest is None or part is None:
            return None
        used = used + whole.value
        value = rest + part
        branches.append((collect_exponentials(expand(value)) if len(pair.cells) > 1 else value, Lt(level, used)))
    if not branches:
        return None
    last_is_all = pair.is_covered
    if last_is_all:
        branches[-1] = (branches[-1][0], True)
    else:
        branches.append((S.Zero, True))
    return Piecewise(*branches)


def _mass(cells: list[Cell]) -> Expr | None:
    """Return the Q-mass of cells."""
    values = [cell.integral(cell.second) for cell in cells]
    return None if None in values else sum((closed.value for closed in values), S.Zero)


def _part(cell: Cell, falls: bool, level: Expr) -> Expr | None:
    """Return the Q-mass of what is left of a cell when a P-mass of `level` is rejected from its far end."""
    if set(cell.loss) <= {S.One}:
        first, second = cell.integral(cell.first), cell.integral(cell.second)
        return second.value * (1 - level / first.value)
    end = Dummy("s", real=True)

    def mass(terms: Terms, rejected: bool) -> Expr | None:
        at_upper = rejected == falls
        closed = cell.integral(terms, lower=end) if at_upper else cell.integral(terms, upper=end)
        return None if closed is None else closed.value

    rejected, left = mass(cell.first, True), mass(cell.second, False)
    if rejected is None or left is None:
        return None
    place = invert(rejected, end, level)
    return None if place is None else left.subs(end, place)

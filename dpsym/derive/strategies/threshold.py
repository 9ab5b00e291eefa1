r"""Strategy: the hockey-stick divergence and the tail of the privacy loss, through the set where the loss exceeds eps.

Where the privacy loss is monotone, that set reaches from the better end of the space to one point t, which solves an equation
with one statistic in it. By Neyman and Pearson no other set has a greater P(S) - e^eps Q(S).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sympy import Add, Dummy, Expr, Max, Ne, Piecewise, S, ceiling, exp, expand, floor, oo

from dpsym.derive.cells import Cell
from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.inversion import invert
from dpsym.derive.kernels import Terms
from dpsym.derive.pairs import CutPair, cut_pair
from dpsym.derive.rewriting import collect_exponentials, sign_of
from dpsym.derive.strategies.supremum import end_of
from dpsym.divergences import Divergence, HockeyStick, LossTail

_SIGNS = {True: 1, False: -1}


@dataclass(frozen=True)
class Walk:
    """The cells from the greatest privacy loss to the least, and on which side of each the loss is greater."""

    cells: tuple[Cell, ...]
    falls: bool

    def ends(self, cell: Cell) -> tuple[Expr, Expr]:
        """Return the end of greater loss, and the other."""
        return (cell.lower, cell.upper) if self.falls else (cell.upper, cell.lower)

    def part(self, cell: Cell, terms: Terms, point: Expr) -> Expr | None:
        """Return the mass between the end of greater loss and a point where the loss is eps; atoms there do not count."""
        # the point lies inside the cell, which its own expression may not show
        place = Dummy("t", integer=cell.point.is_integer, positive=cell.lower.is_nonnegative or None)
        if cell.point.is_integer:
            point = ceiling(point) - 1 if self.falls else floor(point) + 1
        closed = cell.integral(terms, upper=place) if self.falls else cell.integral(terms, lower=place)
        return None if closed is None else closed.value.subs(place, point)


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the hockey-stick divergence, or the tail of the loss, of two laws with a monotone privacy loss."""
    if not isinstance(head, (HockeyStick, LossTail)):
        return None
    pair = cut_pair(head)
    if pair is None:
        return None
    walks = [Walk(pair.cells, True), Walk(pair.cells[::-1], False)]
    signs = [slope_sign(cell) for cell in pair.cells if cell.first is not None and cell.second is not None]
    if any(sign is None for sign in signs):
        return _both_ways(head, pair, walks, signs)
    falls, rises = -1 in signs, 1 in signs
    if falls and rises:
        return None
    first_only = [number for number, cell in enumerate(pair.cells) if cell.second is None]
    walk = walks[0] if falls or (not rises and first_only == [0]) else walks[1]
    closed = _value(head, pair, walk)
    if closed is None:
        return None
    words = "falls from left to right" if walk.falls else "grows from left to right"
    step = Step(f"the privacy loss {words}: the mass of P where it exceeds eps{_less(head)}", pair.back(closed))
    return Derivation(head, pair.back(closed), (*pair.steps, step), "threshold of the loss")


def _less(head: Divergence) -> str:
    return ", less e^eps times that of Q" if isinstance(head, HockeyStick) else ""


def _both_ways(head: Divergence, pair: CutPair, walks: list[Walk], signs: list) -> Derivation | None:
    """Derive both cases where the sign of the one coefficient of the loss is open."""
    if len(pair.cells) != 1:
        return None
    factor, direction = single_slope(pair.cells[0])
    if factor is None or direction is None:
        return None
    values = [_value(head, pair, walk) for walk in walks]
    if None in values:
        return None
    closed = pair.back(
        Piecewise((values[1 if direction > 0 else 0], factor > 0), (values[0 if direction > 0 else 1], True))
    )
    step = Step(
        f"the privacy loss is monotone: the mass of P where it exceeds eps{_less(head)}",
        closed,
        Ne(pair.back(factor), 0, evaluate=False),
    )
    return Derivation(head, closed, (*pair.steps, step), "threshold of the loss")


def _single(loss: Terms) -> tuple[Expr | None, Expr | None]:
    """Return the coefficient and the statistic of a loss with one statistic; (0, 1) of a constant one."""
    found = [(factor, statistic) for statistic, factor in loss.items() if statistic != 1]
    return (S.Zero, S.One) if not found else found[0] if len(found) == 1 else (None, None)


def _direction(statistic: Expr, cell: Cell) -> int | None:
    """Return whether a statistic grows (1) or falls (-1) on its cell, None where it does neither or that is not known."""
    place = Dummy("x", positive=True) if cell.lower.is_nonnegative else Dummy("x", real=True)
    return _SIGNS.get(statistic.xreplace({cell.point: place}).diff(place).is_positive)


def single_slope(cell: Cell) -> tuple[Expr | None, int | None]:
    """Return the coefficient of the one statistic of the loss, and whether that statistic grows (1) or falls (-1)."""
    factor, statistic = _single(cell.loss)
    return (None, None) if factor is None else (factor, _direction(statistic, cell))


def slope_sign(cell: Cell) -> int | None:
    """Return the sign of the change of the loss over a cell: 0 where it is constant, None where it is open."""
    factor, statistic = _single(cell.loss)
    if factor is None:
        return None
    if factor.is_zero:
        return 0
    direction = _direction(statistic, cell)
    sign = sign_of(factor)
    return None if sign is None or direction is None else sign * direction


def _value(head: Divergence, pair: CutPair, walk: Walk) -> Expr | None:
    """Return the value in cases of eps, from the greatest loss down."""
    eps = head.threshold
    branches: list[tuple[Expr, object]] = []
    previous: Expr = oo

    def excess(mass_p: Expr, mass_q: Expr) -> Expr:
        value = mass_p - exp(eps) * mass_q if isinstance(head, HockeyStick) else mass_p
        return collect_exponentials(expand(value)) if len(pair.cells) > 1 else value

    # where Q has no mass the loss is infinite, wherever that is; where P has none nothing counts
    alone = [cell.integral(cell.first) for cell in walk.cells if cell.first is not None and cell.second is None]
    shared = [cell for cell in walk.cells if cell.first is not None and cell.second is not None]
    if None in alone:
        return None
    better_p, better_q = sum((closed.value for closed in alone), S.Zero), S.Zero
    for cell in shared:
        whole = [cell.integral(terms) for terms in (cell.first, cell.second)]
        high, low = _loss_at_ends(cell, walk)
        if high is None or None in whole:
            return None
        if high != previous:
            branches.append((excess(better_p, better_q), eps >= high))
        if high != low:
            parts = _partial(cell, walk, eps)
            if parts is None:
                return None
            branches.append((excess(better_p + parts[0], better_q + parts[1]), eps >= low))
        better_p, better_q = better_p + whole[0].value, better_q + whole[1].value
        previous = low
    if previous != -oo:
        branches.append((_all(head, walk, better_q, excess), True))
    else:
        branches[-1] = (branches[-1][0], True)
    return Piecewise(*branches) if isinstance(head, LossTail) else _joined(branches, walk)


def _all(head: Divergence, walk: Walk, mass_q: Expr, excess: Callable[[Expr, Expr], Expr]) -> Expr:
    """Return the value where the loss always exceeds eps: all of P counts, and all of Q if no cell is its alone."""
    if any(cell.first is None for cell in walk.cells):
        return excess(S.One, mass_q)
    return 1 - exp(head.threshold) if isinstance(head, HockeyStick) else S.One


def _loss_at_ends(cell: Cell, walk: Walk) -> tuple[Expr | None, Expr | None]:
    factor, statistic = _single(cell.loss)
    constant = cell.loss.get(S.One, S.Zero)
    if factor.is_zero:
        return expand(constant), expand(constant)
    ends = [end_of(statistic, cell.point, end) for end in walk.ends(cell)]
    if None in ends:
        return None, None
    values = []
    for end, infinity in zip(ends, (oo, -oo), strict=True):
        values.append(infinity if end.is_infinite else expand(constant + factor * end))
    return values[0], values[1]


def _partial(cell: Cell, walk: Walk, eps: Expr) -> tuple[Expr, Expr] | None:
    """Return the masses of P and Q in the part of a cell where the loss exceeds eps."""
    factor, statistic = _single(cell.loss)
    loss = Add(cell.loss.get(S.One, S.Zero), factor * statistic)
    point = invert(loss, cell.point, eps)
    if point is None:
        return None
    if len(cell.loss) < 3 and statistic == cell.point:
        point = expand(point)
    masses = [walk.part(cell, terms, point) for terms in (cell.first, cell.second)]
    return None if None in masses else (masses[0], masses[1])


def _joined(branches: list[tuple[Expr, object]], walk: Walk) -> Expr:
    """Join the cases; the first two into a maximum with 0 where the density of Q goes on in the same form.

    On the integers they stay apart: where a case ends the formula is a 0 that SymPy does not see, nor compares with 0.
    """
    first, *rest = branches
    cells = [cell for cell in walk.cells if cell.first is not None]
    if cells[0].point.is_integer:
        return Piecewise(*branches)
    if first[0].is_zero and len(rest) > 0 and len(cells) > 1 and cells[0].second == cells[1].second:
        reaches_out = cells[0].lower == -oo if walk.falls else cells[0].upper == oo
        if reaches_out:
            # beyond the first cell t moves on into it, where Q has mass: the formula falls below 0
            first, *rest = rest
            branches = [(Max(S.Zero, first[0], evaluate=False), first[1]), *rest]
    return Piecewise(*branches)

"""Two laws cut into cells, on each of which both log-densities keep one form."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from sympy import Dummy, Expr, Gt, Rational, S, Symbol
from sympy.logic.boolalg import And, Boolean

from dpsym.derive.kernels import Closed, Terms, combine, integrate
from dpsym.distributions import Law, Piece

# where an order is not decided by the signs of symbols, the one at these values is taken, and noted as the case
_DISTANCE, _OTHERS = S.One, (Rational(31, 7), Rational(47, 10), Rational(53, 11), Rational(61, 12))


@dataclass(frozen=True)
class Cell:
    """An interval, or a run of integers with both ends, and the log-densities there; None where a law has no mass."""

    lower: Expr
    upper: Expr
    point: Symbol
    first: Terms | None
    second: Terms | None

    @property
    def loss(self) -> Terms:
        """The privacy loss, statistic by statistic."""
        return combine(self.first, self.second, S.One, -S.One)

    def integral(self, terms: Terms, lower: Expr | None = None, upper: Expr | None = None) -> Closed | None:
        """Return the integral of exp(terms) over the cell or a part of it."""
        return integrate(
            terms, self.point, self.lower if lower is None else lower, self.upper if upper is None else upper
        )


@dataclass(frozen=True)
class Cells:
    """The cells from left to right, and the case in which they come in this order."""

    parts: tuple[Cell, ...]
    case: Boolean


def cut(first: Law, second: Law, distance: Expr = S.One) -> Cells:
    """Cut the space at the ends of the pieces of both laws."""
    point = Dummy("x", integer=True) if first.is_discrete else Dummy("x", real=True)
    pieces = [law.pieces(point) for law in (first, second)]
    # on the integers a piece ends at its last point, and a cell begins after it
    gap = S.One if first.is_discrete else S.Zero
    edges = {end for law in pieces for piece in law for end in (piece.lower, piece.upper + gap)}
    ordered, case = _in_order(edges, distance)
    parts = []
    for lower, upper in pairwise(ordered):
        terms = [_at(law, lower, ordered, gap) for law in pieces]
        if terms != [None, None]:
            parts.append(Cell(lower, upper - gap, point, *terms))
    return Cells(tuple(parts), case)


def _at(pieces: tuple[Piece, ...], lower: Expr, ordered: list[Expr], gap: Expr) -> Terms | None:
    place = ordered.index(lower)
    for piece in pieces:
        if ordered.index(piece.lower) <= place < ordered.index(piece.upper + gap):
            return piece.terms
    return None


def _in_order(edges: set[Expr], distance: Expr) -> tuple[list[Expr], Boolean]:
    """Sort the edges at sample values of the symbols; return the neighbours whose order that had to decide as the case."""
    symbols = sorted(set().union(*(edge.free_symbols for edge in edges)), key=str)
    others = iter(_OTHERS * len(symbols))
    values = {symbol: _DISTANCE if symbol == distance else next(others) for symbol in symbols}
    ordered = sorted(edges, key=lambda edge: edge.subs(values))
    unsure = (Gt(upper - lower, 0) for lower, upper in pairwise(ordered) if not (upper - lower).is_positive)
    return ordered, And(*unsure)

"""The pair that the kernels work on: standardised if it is of one location family, and cut into cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sympy import Expr, S

from dpsym.derive.cells import Cell, cut
from dpsym.derive.derivation import Step
from dpsym.derive.location_scale import standardise
from dpsym.distributions import Discrete, Law
from dpsym.divergences import Divergence


@dataclass(frozen=True)
class CutPair:
    """Two laws cut into cells, with the steps so far and the way back to the original parameters."""

    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]
    back: Callable[[Expr], Expr]

    @property
    def is_covered(self) -> bool:
        """Whether P has no mass where Q has none."""
        return all(cell.first is None or cell.second is not None for cell in self.cells)


def cut_pair(head: Divergence) -> CutPair | None:
    """Return the pair of a head cut into cells, or None if its laws have no pieces with statistics."""
    first, second = head.laws
    if not all(has_pieces(law) for law in (first, second)):
        return None
    pair = standardise(head)
    if pair is None:
        cells = cut(first, second)
        steps: tuple[Step, ...] = ()
        back: Callable[[Expr], Expr] = _unchanged
    else:
        names = pair.distance.free_symbols
        cells = cut(pair.first, pair.second, names.pop() if names else S.One)
        steps, back = (pair.step,), pair.back
    if cells.case != True:  # noqa: E712
        step = Step(
            "the cells between the ends and modes of both laws, in this order", first.args[0], case=back(cells.case)
        )
        steps = (*steps, step)
    return CutPair(cells.parts, steps, back)


def _unchanged(expression: Expr) -> Expr:
    return expression


def has_pieces(law: Law) -> bool:
    """Return whether a law on the line or on the integers is given by statistics."""
    own = type(law)
    return (
        law.space in ("line", "integers")
        and not isinstance(law, Discrete)
        and (own.pieces is not Law.pieces or own.terms is not Law.terms)
    )

"""An engine that works with more bits than the answer has: where what it adds up is greater than delta."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from flint import arb, ctx

from dpsym.curves.effort import SpentError

_MOST = 1 << 13


class Engine(Protocol):
    """What gives delta of the finite part of a loss at thresholds."""

    def delta(self, eps: Fraction, /) -> arb:
        """Return a ball for it."""
        ...


Road = Callable[[float | None], Engine]
"""What makes an engine, of about the logarithm of delta where that is known."""


class MoreBits:
    """An engine, made and asked at a higher working precision.

    Parameters
    ----------
    more : int
        How many more bits.
    make : callable
        Makes the engine.

    Raises
    ------
    SpentError
        If it takes more bits than any line that is worth its nodes: floats planned far beyond all losses.
    """

    def __init__(self, more: int, make: Callable[[], Engine]) -> None:
        if more > _MOST:
            raise SpentError(f"the nodes would take {more} bits more than the answer")
        self._more = more
        with ctx.workprec(ctx.prec + more):
            self._engine = make()

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta at a threshold."""
        with ctx.workprec(ctx.prec + self._more):
            return self._engine.delta(eps)

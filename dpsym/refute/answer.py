"""What a search for a counterexample answers; neither answer has a truth value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from sympy import Basic, Rational

from dpsym.enclose import Ball


class _Answer:
    def __bool__(self) -> NoReturn:
        raise TypeError("an answer of refute has no truth value: ask for its type, Refuted or NotRefuted")


@dataclass(frozen=True, repr=False)
class Refuted(_Answer):
    """A statement that certainly fails at the witness.

    Parameters
    ----------
    witness : mapping
        An exact value for every variable: a rational or the logarithm of one, a finite law, a kernel, an event.
    margin : Rational or Ball
        By how much the statement fails there: the excess of the side that should be the smaller one, or the distance
        of the two sides of an equation. Exact where all of it is rational.
    how : str
        What found it.
    tried : int
        How many points were looked at.
    seconds : float
        How long that took, shrinking included.
    """

    witness: Mapping[Basic, Any]
    margin: Ball | Rational
    how: str
    tried: int
    seconds: float

    def __str__(self) -> str:
        where = ", ".join(f"{variable} = {value}" for variable, value in self.witness.items())
        return f"refuted{f' at {where}' if where else ''}: off by {self.margin} ({self.how})"

    __repr__ = __str__


@dataclass(frozen=True, repr=False)
class NotRefuted(_Answer):
    """No counterexample was found, which proves nothing.

    Parameters
    ----------
    tried : int
        How many points were looked at.
    closest : mapping
        The point at which the statement came nearest to failing, in floats; empty where no point was admissible.
    gap : float
        There, the two sides' signed difference relative to the greater of them, roughly; -inf where no point was
        admissible.
    seconds : float
        How long the search took.
    exhausted : bool
        Whether all searches ran to their end, so that more seconds would bring nothing new.
    """

    tried: int
    closest: Mapping[Basic, Any]
    gap: float
    seconds: float
    exhausted: bool

    def __str__(self) -> str:
        if not self.closest:
            return f"not refuted: none of {self.tried} points met the hypotheses, so nothing was tested"
        where = ", ".join(f"{variable} = {value}" for variable, value in self.closest.items())
        return (
            f"not refuted by {self.tried} points, which proves nothing; closest at {where} "
            f"(relative gap {self.gap:.2g})"
        )

    __repr__ = __str__

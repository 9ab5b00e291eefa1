"""The outcome of an attempt to prove an inequality over a box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import sympy as sp

from dpsym.enclose.forms import Sides

SidesText = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ProvedBox:
    """A box, its ends as exact text, and the rule that proves the inequality on it."""

    sides: SidesText
    rule: str


@dataclass(frozen=True)
class Cover:
    """The outcome of an attempt to prove an inequality over a box; it has no truth value.

    Attributes
    ----------
    verdict : str
        ``"proved"``, ``"refuted"`` or ``"undecided"``.
    symbols : tuple of str
        The names of the variables, in the order of the sides of a box.
    boxes : tuple of ProvedBox
        What was proved; together the boxes of a proof tile the box.
    leftover : tuple
        The sides of the boxes that stayed undecided.
    witness : mapping of str to Rational, or None
        The simplest point found at which the inequality certainly fails.
    margin : float or None
        Of a proof, the least of the certified lower bounds of what its rules show not negative; of a
        refutation, a certified upper bound of the greater side less the smaller at the witness, so negative; of a
        search broken off, the least so far.
    strict : bool
        Whether the inequality is strict, off the faces that the rules name.
    """

    verdict: str
    symbols: tuple[str, ...]
    boxes: tuple[ProvedBox, ...] = ()
    leftover: tuple[SidesText, ...] = ()
    witness: Mapping[str, sp.Rational] | None = field(default=None, hash=False)
    margin: float | None = None
    strict: bool = False

    def __bool__(self) -> bool:
        raise TypeError("a cover has no truth value: read its verdict")


def write_sides(sides: Sides) -> SidesText:
    """Return a box as exact text."""
    return tuple((str(low), str(high)) for low, high in sides)


def read_sides(text: SidesText) -> Sides:
    """Return a box from exact text."""
    return tuple((Fraction(low), Fraction(high)) for low, high in text)

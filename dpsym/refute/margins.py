"""Margins in floats, and the greatest of the sides that hypotheses put below a variable."""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb, fmpq
from sympy import Eq, Expr, Ge, Gt, Ne, log
from sympy.core.relational import Relational

from dpsym.ball import as_fraction
from dpsym.divergences import Divergence
from dpsym.enclose.walker import Walker
from dpsym.errors import UndecidedError
from dpsym.refute.blocks import FINENESS
from dpsym.refute.certification import real
from dpsym.refute.rationals import as_rational, simplest_between


def gap(relation: Relational, left: float, right: float, noise: float = 0.0) -> float:
    """Return by how much two floats break a relation, relative to the greater of them; negative where they do not.

    A difference of at most `noise` counts as none.
    """
    if isinstance(relation, (Ge, Gt)):
        left, right = right, left
    if math.isnan(left) or math.isnan(right):
        return math.nan
    if left == right or abs(left - right) <= noise:
        found = 0.0
    elif math.inf in (left, -right):
        found = 1.0
    elif math.inf in (-left, right):
        found = -1.0
    else:
        found = (left - right) / max(abs(left), abs(right))
    if isinstance(relation, Eq):
        return abs(found)
    return -abs(found) if isinstance(relation, Ne) else found


def greatest(lefts: list[Expr]) -> Expr | Fraction:
    """Return the greatest of some numbers where rationals or logarithms of them allow it exactly, else a Fraction above it.

    Parameters
    ----------
    lefts : list of Expr
        Expressions without variables.

    Raises
    ------
    UndecidedError
        If one of them is infinite, or not certainly a real number.
    """
    values = [(arb(value), value, left) for left in lefts for value in [real(Walker({})(left))]]
    ball, value, head = max(values, key=lambda triple: float(triple[0].mid()))
    if isinstance(value, fmpq):
        return as_rational(as_fraction(value))
    written = head.definition() if isinstance(head, Divergence) else head
    if isinstance(written, log) and written.args[0].is_Rational:
        return written
    if not ball.is_finite():
        raise UndecidedError(f"{head} is not finite")
    return as_fraction(ball.upper())


def above(value: Expr | Fraction, level: int) -> Expr:
    """Return an exact number as it is, and a simple rational a little above a Fraction.

    Parameters
    ----------
    value : Expr or Fraction
        What `greatest` found.
    level : int
        How near the rational should be, an index of `FINENESS`.
    """
    if not isinstance(value, Fraction):
        return value
    return as_rational(simplest_between(value, value + abs(value) * FINENESS[level]))

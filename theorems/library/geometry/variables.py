"""The symbols, boxes and sources that the entries on convex bodies share."""

from __future__ import annotations

from sympy import Expr, Range, Rational, S, gamma, oo, pi, symbols

from dpsym.parameters import eps

__all__ = [
    "DIMENSIONS",
    "FROM_TWO",
    "HARDT_TALWAR",
    "LODRANT",
    "LOSSES",
    "d",
    "eps",
    "h1",
    "h2",
    "j",
    "k",
    "theta",
    "unit_ball",
    "x",
]

d, k = symbols("d k", integer=True, positive=True)
j = symbols("j", integer=True, nonnegative=True)
x = symbols("x", real=True)
h1, h2, theta = symbols("h1 h2 theta", positive=True)

LODRANT, HARDT_TALWAR = "lodrant2019", "hardttalwar2010"
DIMENSIONS, LOSSES = (1, 8), (Rational(1, 4), 4)
FROM_TWO = Range(2, oo)


def unit_ball(dimension: Expr) -> Expr:
    """Return the volume of the Euclidean unit ball."""
    return pi ** (dimension / 2) / gamma(dimension / 2 + S.One)

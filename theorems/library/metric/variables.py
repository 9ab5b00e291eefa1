"""The symbols and boxes that the entries on metric spaces share."""

from sympy import Rational, S, symbols

from dpsym.parameters import SENSITIVITY, delta, eps
from theorems.library.space import SMALL, ranges
from theorems.statement import POSITIVE, UNIT_OPEN

JAZBEC = "jazbec2018"

Delta = SENSITIVITY.symbol
"""The diameter of the data, or the distance of two points of them."""
kappa = symbols("kappa", positive=True)
"""The least distance of two different points."""
m = symbols("m", integer=True, positive=True)
"""One less than the number of points."""
p1, p2, q1, q2 = symbols("p1 p2 q1 q2", nonnegative=True)
x = symbols("x", real=True)

LENGTHS = (Rational(1, 4), 8)
TARGET = {eps: SMALL, delta: (UNIT_OPEN, ("1/100", "9/10"))}
TWO_POINTS = {Delta: (POSITIVE, LENGTHS), **TARGET}
POINTS = ranges({kappa: (POSITIVE, LENGTHS), m: (S.Naturals, (1, 5)), **TARGET})

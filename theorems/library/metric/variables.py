"""The symbols and boxes that the entries on metric spaces share."""

from sympy import Rational, S, symbols

from dpsym.parameters import SENSITIVITY, delta, eps
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT_OPEN

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
TARGET_DOMAIN = {eps: NONNEGATIVE, delta: UNIT_OPEN}
TARGET_BOX = {eps: (0, 2), delta: (Rational(1, 100), Rational(9, 10))}
TWO_POINTS = {"domain": {Delta: POSITIVE, **TARGET_DOMAIN}, "typical": {Delta: LENGTHS, **TARGET_BOX}}
POINTS = {
    "domain": {kappa: POSITIVE, m: S.Naturals, **TARGET_DOMAIN},
    "typical": {kappa: LENGTHS, m: (1, 5), **TARGET_BOX},
}

"""The symbols, boxes and sources that the entries on private functions share."""

from __future__ import annotations

from sympy import Interval, Rational, symbols

from theorems.library.variables import n

__all__ = ["DELTAS", "HALL", "JAZBEC", "POST", "UP_TO_ONE", "a1", "a2", "c", "d", "h", "n", "x"]

c, h = symbols("c h", positive=True)
d = symbols("d", integer=True, positive=True)
x, a1, a2 = symbols("x a1 a2", real=True)

HALL, POST, JAZBEC = "hall2013functions", "hallpost", "jazbec2018"
DELTAS = (Rational(1, 10**6), Rational(999, 1000))
UP_TO_ONE = Interval.Lopen(0, 1)

"""Statements that SymPy leaves as they were written, and the domains that most of them share."""

from __future__ import annotations

from typing import Any

from sympy import Eq, Interval, Le, Lt, oo

POSITIVE = Interval.open(0, oo)
NONNEGATIVE = Interval(0, oo)
REAL = Interval.open(-oo, oo)
ABOVE_ONE = Interval.open(1, oo)
UNIT_OPEN = Interval.open(0, 1)
UNIT = Interval(0, 1)


def eq(left: Any, right: Any) -> Eq:
    """Return the equation, unevaluated."""
    return Eq(left, right, evaluate=False)


def le(left: Any, right: Any) -> Le:
    """Return ``left <= right``, unevaluated."""
    return Le(left, right, evaluate=False)


def lt(left: Any, right: Any) -> Lt:
    """Return ``left < right``, unevaluated."""
    return Lt(left, right, evaluate=False)

"""The domain of an entry and its typical box, told together: symbol by symbol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Rational

from theorems.library.variables import BUDGETS, ORDERS, SCALES, WIDE_ORDERS
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, REAL, UNIT

ORDER, WIDE_ORDER = (ABOVE_ONE, ORDERS), (ABOVE_ONE, WIDE_ORDERS)
SMALL, MEDIUM = (NONNEGATIVE, (0, 2)), (NONNEGATIVE, (0, 3))
"""Losses and budgets that may be 0."""
LOSS, SCALE = (POSITIVE, BUDGETS), (POSITIVE, SCALES)
SHARE, THRESHOLD = (UNIT, (0, 1)), (REAL, (-2, 2))


def ranges(space: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the domain and the typical box of an entry.

    Parameters
    ----------
    space : mapping of Symbol to (Set, (low, high)), and of law variable to Set
        Where each may lie, and for a symbol from where points near are drawn.
    """
    pairs = {name: values if isinstance(values, tuple) else (values, None) for name, values in space.items()}
    return {
        "domain": {name: values for name, (values, _) in pairs.items()},
        "typical": {name: tuple(map(Rational, box)) for name, (_, box) in pairs.items() if box is not None},
    }

"""A ball for an expression over a whole box."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp
from flint import ctx

from dpsym.ball import Ball, check_positive_integer, exact_fraction, to_fmpq
from dpsym.enclose.expression import Exact, admitted, check_assumptions
from dpsym.enclose.ranges import Range, between
from dpsym.enclose.walker import Walker
from dpsym.errors import ParameterError, UndecidedError

Box = Mapping[sp.Symbol, tuple[Exact, Exact]]


def enclose_box(expression: sp.Basic, box: Box, bits: int = 128) -> Ball:
    """Return a ball that contains every value of an expression over a compact box.

    Where a condition holds on a part of the box only, both cases are covered.

    Parameters
    ----------
    expression : Expr
        Built from numbers, symbols, elementary functions, Piecewise and finite sums.
    box : mapping of Symbol to pair of exact numbers
        The lower and the upper end of each symbol.
    bits : int, optional
        The working precision, in bits.

    Raises
    ------
    UndecidedError
        If the expression is not certainly a bounded real number everywhere on the box.
    ParameterError
        If an end is not an exact number, the ends are in the wrong order, or a symbol has none.
    NotDerivedError
        If the expression holds a node for which no evaluation over a box is known.
    """
    tree = admitted(expression)
    check_positive_integer("bits", bits)
    with ctx.workprec(bits):
        leaves = {symbol: between(to_fmpq(low), to_fmpq(high)) for symbol, (low, high) in checked_box(box).items()}
        value = Range.of(Walker(leaves, hull=True)(tree))
        if not (value.lo.is_finite() and value.hi.is_finite()):
            raise UndecidedError(f"{tree} is not certainly bounded on the box")
        return Ball(value.ball())


def checked_box(box: Box) -> dict[sp.Symbol, tuple[Fraction, Fraction]]:
    """Return a box with its ends as Fractions.

    Raises
    ------
    ParameterError
        If an end is not an exact number, the ends are in the wrong order, or the symbol assumes another sign.
    """
    ends = {}
    for symbol, pair in box.items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise ParameterError(f"range of {symbol}", "a pair of exact numbers", pair)
        low, high = (exact_fraction(f"end of the range of {symbol}", end) for end in pair)
        if low > high:
            raise ParameterError(f"range of {symbol}", "a lower and an upper end, in this order", pair)
        check_assumptions(symbol, low, high)
        ends[symbol] = (low, high)
    return ends

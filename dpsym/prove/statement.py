"""What may be proved: a comparison, a monotonicity or a convexity, over a box that may be open or unbounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import sympy as sp

from dpsym.ball import as_fraction, exact_fraction
from dpsym.derive import derive
from dpsym.divergences import Divergence
from dpsym.enclose.expression import admitted, check_assumptions
from dpsym.errors import ParameterError
from dpsym.prove.ratios import Ratio, ratio
from dpsym.prove.tower import Tower

_KINDS: dict[type, str] = {sp.Le: "<=", sp.Lt: "<", sp.Ge: "<=", sp.Gt: "<", sp.Eq: "==", sp.Ne: "!="}


@dataclass(frozen=True)
class Monotone:
    """The statement that an expression is nondecreasing, or nonincreasing, in a symbol."""

    expression: sp.Expr
    symbol: sp.Symbol
    increasing: bool = True


@dataclass(frozen=True)
class Convex:
    """The statement that an expression is convex in a symbol."""

    expression: sp.Expr
    symbol: sp.Symbol


Statement: TypeAlias = "sp.Rel | Monotone | Convex"


@dataclass(frozen=True)
class Span:
    """An interval: its ends, rational or infinite, and which of them do not belong to it."""

    low: sp.Expr
    high: sp.Expr
    low_open: bool
    high_open: bool

    @property
    def interval(self) -> sp.Interval:
        """The interval as a set of SymPy."""
        return sp.Interval(self.low, self.high, self.low_open, self.high_open)

    @property
    def middle(self) -> sp.Expr:
        """A point inside."""
        if self.low.is_finite and self.high.is_finite:
            return (self.low + self.high) / 2
        return self.low + 1 if self.low.is_finite else self.high - 1 if self.high.is_finite else sp.S.Zero

    @property
    def closed(self) -> list[sp.Expr]:
        """The ends that belong to the interval."""
        return [end for end, is_open in ((self.low, self.low_open), (self.high, self.high_open)) if not is_open]


Spans = dict[sp.Symbol, Span]


@dataclass(frozen=True)
class Goal:
    """A statement as a claim on two expressions: `kind` is one of ``<= < == !=``.

    Attributes
    ----------
    kind : str
        How `left` compares with `right`; of a monotonicity or convexity, ``<=`` between 0 and the derivative.
    left, right : Expr
        Divergences in them are replaced by their derived forms.
    symbol : Symbol or None
        The variable in which a derivative is taken, with `order` and `sign`: then `right` is what is differentiated.
    conditions : tuple
        What the derived forms rest on, beside the domains of the parameters.
    """

    kind: str
    left: sp.Expr
    right: sp.Expr
    symbol: sp.Symbol | None = None
    order: int = 0
    sign: int = 1
    conditions: tuple[sp.Basic, ...] = ()

    def value(self, tower: Tower, shift: Mapping[sp.Symbol, sp.Expr]) -> Ratio:
        """Return the fraction that is claimed not to be negative, worked out in a tower."""
        found, below = tower.read_all([self.right.xreplace(dict(shift)), self.left.xreplace(dict(shift))])
        if self.symbol is None:
            return found - below
        change = shift[self.symbol]
        (inner,) = change.free_symbols
        for _ in range(self.order):
            found = tower.derivative(found, inner)
        turned = self.sign * int(sp.diff(change, inner)) ** self.order
        return ratio(found.top * turned, found.bottom)

    def sides(self) -> tuple[sp.Expr, sp.Expr]:
        """Return the two sides of an inequality, with derivatives taken."""
        if self.symbol is None:
            return self.left, self.right
        return self.left, self.sign * sp.diff(self.right, self.symbol, self.order)


def read_statement(statement: Any) -> Goal:
    """Return what a statement claims.

    Raises
    ------
    ParameterError
        If it is none, holds a float, or has been decided by SymPy already.
    """
    if isinstance(statement, (Monotone, Convex)):
        expression, conditions = _derived(admitted(statement.expression))
        if not isinstance(statement.symbol, sp.Symbol):
            raise ParameterError("symbol of a statement", "a Symbol", statement.symbol)
        rising = isinstance(statement, Convex) or statement.increasing
        order = 2 if isinstance(statement, Convex) else 1
        return Goal("<=", sp.S.Zero, expression, statement.symbol, order, 1 if rising else -1, conditions)
    if type(statement) not in _KINDS:
        raise ParameterError("statement", "a comparison, Monotone or Convex", statement)
    sides = (
        [_derived(admitted(side)) for side in (statement.lts, statement.gts)]
        if isinstance(statement, (sp.Le, sp.Lt, sp.Ge, sp.Gt))
        else [_derived(admitted(side)) for side in statement.args]
    )
    (left, some), (right, more) = sides
    return Goal(_KINDS[type(statement)], left, right, conditions=tuple(dict.fromkeys((*some, *more))))


def _derived(side: sp.Expr) -> tuple[sp.Expr, tuple[sp.Basic, ...]]:
    found: dict[sp.Basic, sp.Expr] = {}
    conditions: list[sp.Basic] = []
    for node in side.atoms(Divergence):
        derivation = derive(node)
        found[node] = derivation.expression
        conditions += derivation.conditions
    return side.xreplace(found), tuple(conditions)


def read_box(box: Any, goal: Goal) -> Spans:
    """Return a box with its ends exact.

    A pair is closed at its finite ends, a SymPy Interval says so itself; but 0 is no value of a symbol that is positive or negative.

    Raises
    ------
    ParameterError
        If an end is not exact, the order is wrong, or a symbol of the statement has no interval.
    """
    if not isinstance(box, Mapping) or not box:
        raise ParameterError("box", "a mapping of symbols to intervals", box)
    spans = {symbol: _span(symbol, ends) for symbol, ends in box.items()}
    used = goal.left.free_symbols | goal.right.free_symbols | ({goal.symbol} if goal.symbol else set())
    if strangers := used - set(spans):
        raise ParameterError("box", f"one that gives an interval to {sorted(map(str, strangers))}", box)
    if len({symbol.name for symbol in spans}) < len(spans):
        raise ParameterError("box", "in symbols of different names", box)
    return spans


def _span(symbol: Any, ends: Any) -> Span:
    if isinstance(ends, sp.Interval):
        low, high, left, right = ends.start, ends.end, bool(ends.left_open), bool(ends.right_open)
    elif isinstance(ends, tuple) and len(ends) == 2:
        (low, high), left, right = ends, False, False
    else:
        raise ParameterError(f"range of {symbol}", "a pair or an Interval", ends)
    low, high = (_end(symbol, end) for end in (low, high))
    if low is sp.oo or high is -sp.oo or not low < high:
        raise ParameterError(f"range of {symbol}", "a lower end below an upper end", ends)
    check_assumptions(
        symbol, Fraction(-1) if low is -sp.oo else as_fraction(low), Fraction(1) if high is sp.oo else as_fraction(high)
    )
    positive = bool(symbol.is_positive and low == 0) or bool(symbol.is_negative and high == 0)
    return Span(
        low, high, left or low is -sp.oo or (positive and low == 0), right or high is sp.oo or (positive and high == 0)
    )


def _end(symbol: sp.Symbol, value: Any) -> sp.Expr:
    if value in (sp.oo, -sp.oo):
        return value
    exact = exact_fraction(f"end of the range of {symbol}", value)
    return sp.Rational(exact.numerator, exact.denominator)


def may_vanish(symbol: sp.Symbol) -> sp.Symbol:
    """Return the symbol of the same name that may be 0: SymPy removes what is so at 0 only from what holds a positive one."""
    if symbol.is_positive:
        return sp.Symbol(symbol.name, nonnegative=True)
    return sp.Symbol(symbol.name, nonpositive=True) if symbol.is_negative else symbol

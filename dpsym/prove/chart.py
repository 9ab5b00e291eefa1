"""A box with variables that are positive, in which a goal is worked out exactly."""

from __future__ import annotations

import sympy as sp

from dpsym.errors import DpsymError, NotDerivedError, ParameterError
from dpsym.prove.ratios import ONE, Poly, Ratio, ratio
from dpsym.prove.statement import Goal, Spans
from dpsym.prove.tower import Tower


class Chart:
    """A box with its variables counted from an end, so that they are positive: u = x - low, or u = high - x; a line stays."""

    def __init__(self, spans: Spans) -> None:
        self.shift: dict[sp.Symbol, sp.Expr] = {}
        self.back: dict[sp.Symbol, sp.Expr] = {}
        domain = {}
        for symbol, span in spans.items():
            inner = sp.Symbol(f"{symbol.name}~", positive=True)
            if span.low.is_finite:
                self.shift[symbol], self.back[inner] = span.low + inner, symbol - span.low
                domain[inner] = (sp.S.Zero, span.high - span.low)
            elif span.high.is_finite:
                self.shift[symbol], self.back[inner] = span.high - inner, span.high - symbol
                domain[inner] = (sp.S.Zero, sp.oo)
            else:
                inner = sp.Symbol(f"{symbol.name}~", real=True)
                self.shift[symbol], self.back[inner] = inner, symbol
                domain[inner] = (-sp.oo, sp.oo)
        self.tower = Tower(domain)

    def outer_end(self, inner: sp.Symbol, end: sp.Expr) -> sp.Expr:
        """Return an end of an inner variable as one of the box."""
        (change,) = (change for change in self.shift.values() if change.has(inner))
        return change.subs(inner, end)

    def inner_end(self, symbol: sp.Symbol | None, end: str) -> tuple[sp.Symbol, sp.Expr]:
        """Return the inner variable of a symbol, and which of its ends a text names.

        Raises
        ------
        ParameterError
            If there is no such symbol or end.
        """
        if symbol in self.shift:
            (inner,) = self.shift[symbol].free_symbols
            for candidate in self.tower.domain[inner]:
                if str(self.outer_end(inner, candidate)) == end:
                    return inner, candidate
        raise ParameterError("end of a step", "an end of a variable of the box", (symbol, end))

    def inner_place(self, symbol: sp.Symbol, place: sp.Expr) -> sp.Expr:
        """Return a value of a symbol of the box, an expression in the others, as one of its inner variable."""
        change = self.shift[symbol]
        (inner,) = change.free_symbols
        return (place - change.subs(inner, 0)) * sp.diff(change, inner)

    def write(self, value: Ratio | Poly) -> sp.Expr:
        """Return a fraction or polynomial in the variables of the box."""
        return self.tower.write(value).xreplace(self.back)

    def read(self, expression: sp.Expr) -> Ratio:
        """Return an expression in the variables of the box as a fraction."""
        return self.tower.read(expression.xreplace(self.shift))


def is_identity(goal: Goal, spans: Spans) -> bool:
    """Whether the two sides have the same normal form inside a box, or as numbers without one."""
    try:
        chart = Chart(spans)
        return bool(goal.value(chart.tower, chart.shift).top == 0)
    except DpsymError:
        return False


def check_conditions(goal: Goal, chart: Chart) -> None:
    """Refuse a derived form where its condition is not certain inside the box.

    Raises
    ------
    NotDerivedError
        If a condition is not certain.
    """
    wanted = {sp.Gt: {1}, sp.Lt: {-1}, sp.Ge: {0, 1}, sp.Le: {-1, 0}, sp.Ne: {-1, 1}}
    for condition in goal.conditions:
        signs = wanted.get(type(condition), set())
        gap = chart.read(condition.lhs - condition.rhs) if signs else ratio(ONE)
        if chart.tower.sign_of(gap) not in signs:
            raise NotDerivedError(f"the derived form needs {condition}, which is not certain inside the box")

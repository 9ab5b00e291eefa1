"""Floats that say where to look: an expression as nested closures. They certify nothing."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, ctx, fmpq

from dpsym.enclose.walker import Walker
from dpsym.refute.certification import SENSELESS, real

Closure = Callable[[Sequence[float]], float]

_FUNCTIONS: dict[type, Callable[[float], float]] = {
    sp.exp: math.exp,
    sp.log: math.log,
    sp.erf: math.erf,
    sp.erfc: math.erfc,
    sp.tanh: math.tanh,
    sp.sinh: math.sinh,
    sp.cosh: math.cosh,
    sp.Abs: abs,
}
_RELATIONS: dict[type, Callable[[float, float], bool]] = {
    sp.Gt: operator.gt,
    sp.Ge: operator.ge,
    sp.Lt: operator.lt,
    sp.Le: operator.le,
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
}


class Scout:
    """A quick float function of an expression, NaN where it is not a number; what overflows is left to balls.

    Parameters
    ----------
    expression : Expr
        What `dpsym.enclose.enclose` admits; a kind of node that floats do not know is left to balls of 64 bits.
    places : mapping of Symbol to int
        Where in the argument the value of each symbol is.
    """

    def __init__(self, expression: sp.Basic, places: Mapping[sp.Symbol, int]) -> None:
        known: dict[sp.Basic, Closure] = {}

        def made(node: sp.Basic) -> Closure:
            if node not in known:
                known[node] = _made(node, places, made)
            return known[node]

        self._expression = expression
        self._used = {symbol: places[symbol] for symbol in expression.free_symbols}
        self._quick = made(expression)

    def __call__(self, point: Sequence[float]) -> float:
        """Return the value by floats."""
        try:
            return self._quick(point)
        except OverflowError:
            return self.by_balls(point)

    def by_balls(self, point: Sequence[float]) -> float:
        """Return the value by balls, slower and free of cancellation."""
        return _by_balls(self._expression, {s: point[place] for s, place in self._used.items()}, bits=192)


def _made(node: Any, places: Mapping[sp.Symbol, int], made: Callable[[Any], Closure]) -> Closure:
    if isinstance(node, sp.Symbol):
        return operator.itemgetter(places[node])
    if not node.free_symbols:
        value = _by_balls(node, {})
        return lambda point: value
    kind = type(node)
    if kind is sp.Piecewise:
        return _piecewise([(made(value), _condition(test, made)) for value, test in node.args])
    if kind in (sp.Add, sp.Mul, sp.Max, sp.Min):
        return _folded(kind, tuple(map(made, node.args)))
    if kind is sp.Pow:
        return _power(made(node.base), made(node.exp))
    if kind in _FUNCTIONS:
        return _applied(_FUNCTIONS[kind], made(node.args[0]))
    used = {symbol: places[symbol] for symbol in node.free_symbols}
    return lambda point: _by_balls(node, {symbol: point[place] for symbol, place in used.items()})


def _by_balls(node: sp.Basic, values: Mapping[sp.Symbol, float], bits: int = 64) -> float:
    """Return the midpoint of a ball."""
    try:
        with ctx.workprec(bits):
            return float(arb(real(Walker({s: _rational(value) for s, value in values.items()})(node))))
    except (*SENSELESS, NotImplementedError):
        return math.nan


def _rational(value: float) -> fmpq:
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def _folded(kind: type, parts: tuple[Closure, ...]) -> Closure:
    if kind is sp.Add:
        return lambda point: sum([part(point) for part in parts])
    if kind is sp.Mul:
        return lambda point: math.prod([part(point) for part in parts])
    best = max if kind is sp.Max else min

    def extreme(point: Sequence[float]) -> float:
        values = [part(point) for part in parts]
        return math.nan if any(map(math.isnan, values)) else best(values)

    return extreme


def _power(base: Closure, exponent: Closure) -> Closure:
    def power(point: Sequence[float]) -> float:
        root, height = base(point), exponent(point)
        if math.isnan(root) or (root < 0 and height % 1):
            return math.nan
        try:
            return math.pow(root, height)
        except ValueError:  # 0 to a negative power
            return math.nan

    return power


def _applied(function: Callable[[float], float], argument: Closure) -> Closure:
    def apply(point: Sequence[float]) -> float:
        value = argument(point)
        try:
            return function(value)
        except ValueError:
            return -math.inf if value == 0 else math.nan

    return apply


def _condition(test: Any, made: Callable[[Any], Closure]) -> Callable[[Sequence[float]], bool]:
    if test in (sp.true, sp.false):
        return lambda point: test is sp.true
    if isinstance(test, (sp.And, sp.Or)):
        decide = all if isinstance(test, sp.And) else any
        parts = [_condition(part, made) for part in test.args]
        return lambda point: decide(part(point) for part in parts)
    if isinstance(test, sp.Not):
        part = _condition(test.args[0], made)
        return lambda point: not part(point)
    relation, left, right = _RELATIONS[type(test)], made(test.lhs), made(test.rhs)
    return lambda point: relation(left(point), right(point))


def _piecewise(cases: list[tuple[Closure, Callable[[Sequence[float]], bool]]]) -> Closure:
    def choose(point: Sequence[float]) -> float:
        for value, holds in cases:
            if holds(point):
                return value(point)
        return math.nan

    return choose

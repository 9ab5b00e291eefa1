"""Divergences straight from their definition: a road that shares nothing with the derivations."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise

import sympy as sp
from flint import arb, fmpq

from dpsym.distributions import Discrete, Finite
from dpsym.divergences import KL, Divergence, HockeyStick, MaxDivergence, Renyi
from dpsym.enclose.arithmetic import Value, apply, checked, greater, signs
from dpsym.enclose.cells import Cell, cells, coefficients, evaluate, polynomial
from dpsym.enclose.quadrature import ONE, Polynomial, clip, exponential_integral, peak
from dpsym.enclose.ranges import Range
from dpsym.enclose.walker import Walker
from dpsym.errors import NotDerivedError, UndecidedError

_INFINITY = arb("inf")


def divergence(head: Divergence) -> Value:
    """Return a ball for a divergence with numeric parameters, at the working precision.

    Laws on finitely many points give finite sums. Laws on the line are cut into cells on which their
    log-densities are polynomials of degree at most 2; there the integrand of the definition is integrated,
    with a proven tail. Infinity is returned only where it is proven.

    Raises
    ------
    UndecidedError
        If the working precision does not suffice.
    NotDerivedError
        If the laws or the divergence are not of a kind that can be enclosed.
    """
    first, second = head.laws
    if isinstance(first, Discrete) and isinstance(second, Discrete):
        return checked(_on_points(head, first, second), type(head).__name__)
    if isinstance(first, Discrete) or isinstance(second, Discrete) or first.is_discrete or second.is_discrete:
        raise NotDerivedError(f"{head} is neither a finite sum nor an integral over the line")
    kind = next((kind for kind in type(head).__mro__ if kind in _ON_LINE), None)
    if (
        kind is None
        or head.integrand.__func__ is not kind.integrand
        or head.assemble.__func__ is not kind.assemble
    ):
        raise NotDerivedError(f"no definition to integrate is known for {type(head).__name__}")
    parts = cells(first, second)
    if kind is not type(head) and any((part.first is None) != (part.second is None) for part in parts):
        raise NotDerivedError(f"{type(head).__name__} has a convention of its own where one law has no mass")
    return checked(_ON_LINE[kind](head, parts), type(head).__name__)


def improper(function: sp.Expr, variable: sp.Symbol, start: Value, end: Value) -> Value:
    """Return a ball for the integral, to infinity, of the exponential of a polynomial of degree at most 2.

    Raises
    ------
    UndecidedError
        If the start is not certainly less than the end.
    NotDerivedError
        If the integrand is of another kind, so that nothing bounds its tail.
    """
    if not isinstance(function, sp.exp):
        raise NotDerivedError(
            f"an integral to infinity needs a proven tail, which is not known of {function}"
        )
    if not arb(start) < arb(end):
        raise UndecidedError(f"the ends of an integral are not in order, got {start} and {end}")
    terms = coefficients(sp.expand(function.args[0]), variable, None)
    return checked(exponential_integral(polynomial((sp.S.One, terms)), start, end), "an integral")


def _on_points(head: Divergence, first: Discrete, second: Discrete) -> Value:
    """Return the finite sum of the definition, with a positive symbol for each mass that is not 0."""
    leaves: dict[sp.Basic, Value] = {}

    def named(expression: sp.Expr) -> sp.Expr:
        mass = evaluate(expression)
        if signs(mass) == {0}:
            return sp.S.Zero
        if signs(mass) != {1}:
            raise UndecidedError(f"the mass {expression} is neither certainly 0 nor certainly positive")
        symbol = sp.Dummy("p", positive=True)
        leaves[symbol] = mass
        return symbol

    # The masses were checked when the laws were made; the symbols in their place need no check.
    pair = [sp.Basic.__new__(Finite, sp.Tuple(*map(named, law.masses))) for law in (first, second)]
    return Walker(leaves)(head.func(*head.args[:-2], *pair).definition())


def _side_of_one(head: Renyi) -> int:
    """Return the sign of alpha - 1."""
    order = signs(evaluate(head.order) - 1)
    if order not in ({-1}, {1}):
        raise UndecidedError(f"the order {head.order} is not certainly above or below 1")
    return order.pop()


def _renyi_on_line(head: Renyi, parts: list[Cell]) -> Value:
    side = _side_of_one(head)
    total: Value = fmpq(0)
    for part in parts:
        if part.first is None or (part.second is None and side < 0):
            continue
        if part.second is None:
            return _INFINITY
        exponent = polynomial((head.order, part.first), (1 - head.order, part.second))
        total = total + exponential_integral(exponent, part.start, part.end)
    if signs(total) == {0} and side < 0:
        return _INFINITY  # no common support
    return apply("log", total, False) / (evaluate(head.order) - 1)


def _kl_on_line(head: KL, parts: list[Cell]) -> Value:
    total: Value = fmpq(0)
    for part in parts:
        if part.first is None:
            continue
        if part.second is None:
            return _INFINITY
        loss = polynomial((sp.S.One, part.first), (sp.S.NegativeOne, part.second))
        if any(signs(coefficient) != {0} for coefficient in loss.coefficients):
            total = total + _mean(polynomial((sp.S.One, part.first)), part.start, part.end, loss)
    return total


def _hockey_stick_on_line(head: HockeyStick, parts: list[Cell]) -> Value:
    total: Value = fmpq(0)
    for part in parts:
        if part.first is None:
            continue
        first = polynomial((sp.S.One, part.first))
        if part.second is None:
            total = total + _mean(first, part.start, part.end)
            continue
        shifted = (head.threshold + part.second[0], *part.second[1:])
        second = polynomial((sp.S.One, shifted))
        excess = polynomial((sp.S.One, part.first), (sp.S.NegativeOne, shifted))
        inner = [clip(root, part.start, part.end) for root in _real_roots(excess)]
        for start, end in pairwise([part.start, *inner, part.end]):
            # The excess keeps its sign between two cuts, so that the positive part goes outside the integral.
            if 1 in signs(excess(_between(start, end))):
                gap = _mean(first, start, end) - _mean(second, start, end)
                total = total + Range.of(gap).max(0).ball()
    return total


def _max_on_line(head: MaxDivergence, parts: list[Cell]) -> Value:
    candidates: list[Value] = []
    for part in parts:
        if part.first is None:
            continue
        if part.second is None:
            return _INFINITY
        loss = polynomial((sp.S.One, part.first), (sp.S.NegativeOne, part.second))
        candidates += [_limit(loss.mirrored(), -arb(part.start)), _limit(loss, arb(part.end))]
        curvature = signs(loss.coefficients[2])
        if curvature == {-1}:
            candidates.append(loss(clip(peak(loss), part.start, part.end)))
        elif -1 in curvature:
            raise UndecidedError("the curvature of the privacy loss is undecided")
    return reduce(lambda left, right: greater(left, right, False), candidates)


def _mean(log_density: Polynomial, start: Value, end: Value, factor: Polynomial = ONE) -> arb:
    """Return the integral of a density, times a factor, over a part of the line."""
    value = exponential_integral(log_density, start, end, factor)
    if not value.is_finite():
        raise NotDerivedError("the log-density of a law does not decay")
    return value


def _between(start: Value, end: Value) -> Value:
    """Return a ball that contains a point of the interval, even of an empty one."""
    left, right = arb(start), arb(end)
    if left.is_finite() and right.is_finite():
        return (left + right) / 2
    return left + 1 if left.is_finite() else right - 1 if right.is_finite() else fmpq(0)


def _limit(loss: Polynomial, end: arb) -> Value:
    """Return the limit of the privacy loss at the right end of a cell."""
    if end.is_finite():
        return loss(end)
    constant, slope, curvature = loss.coefficients
    for coefficient in (curvature, slope):
        if signs(coefficient) != {0}:
            return coefficient * _INFINITY
    return constant


def _real_roots(excess: Polynomial) -> list[Value]:
    """Return balls, in increasing order, among which are all the sign changes; more cuts do no harm."""
    constant, slope, curvature = excess.coefficients
    if signs(curvature) == {0}:
        if signs(slope) == {0}:
            return []
        return [checked(arb(-constant) / arb(slope), "the point where the privacy loss is eps")]
    if 0 in signs(curvature):
        raise UndecidedError("the curvature of the privacy loss is undecided")
    discriminant = slope * slope - 4 * curvature * constant
    if signs(discriminant) == {-1}:
        return []
    width = abs((Range.of(discriminant).max(0).sqrt() * Range.of(1 / arb(2 * curvature))).ball())
    middle = arb(peak(excess))
    return [middle - width, middle + width]


_ON_LINE: dict[type, Callable[..., Value]] = {
    Renyi: _renyi_on_line, KL: _kl_on_line, HockeyStick: _hockey_stick_on_line, MaxDivergence: _max_on_line,
}  # fmt: skip

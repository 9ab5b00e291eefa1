"""What each kind of SymPy node does in the walk."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import reduce

import sympy as sp
from flint import acb, arb, fmpq

from dpsym.divergences import Divergence
from dpsym.divergences.clones import ClonesRenyi
from dpsym.divergences.sampled import SampledCurve
from dpsym.enclose.arithmetic import Value, absolute, greater, power, product, signs, union
from dpsym.enclose.clones import clones_divergence
from dpsym.enclose.definition import divergence
from dpsym.enclose.functions import FUNCTION_RULES
from dpsym.enclose.improper import improper, infinite_sum
from dpsym.enclose.quadrature import integral
from dpsym.enclose.ranges import Range
from dpsym.enclose.sampled_curve import sampled_curve
from dpsym.enclose.theta import gaussian_sum
from dpsym.enclose.walker import Rule, Walker
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError
from dpsym.special import GaussianSum, Phi

_MOST = 1 << 20
_ONE = fmpq(1)


def _piecewise(walk: Walker, node: sp.Basic) -> Value:
    covered: Value | None = None
    for value, condition in node.args:
        verdict = walk.decide(condition)
        if verdict is False:
            continue
        if verdict is None and not walk.hull:
            raise UndecidedError("a condition of a Piecewise is undecided")
        covered = walk(value) if covered is None else union(covered, walk(value))
        if verdict:
            return covered
    raise UndecidedError("no case of a Piecewise certainly applies")


def _by_sign(values: Mapping[int, fmpq]) -> Rule:
    """Return the rule of a function that depends on the sign of its argument only."""

    def rule(walk: Walker, node: sp.Basic) -> Value:
        found = [values[order] for order in sorted(signs(walk(node.args[0])))]
        if len(found) > 1 and not walk.hull:
            raise UndecidedError(f"the sign of the argument of {type(node).__name__} is undecided")
        return reduce(union, found)

    return rule


def _maximum(walk: Walker, node: sp.Basic) -> Value:
    return reduce(lambda left, right: greater(left, right, walk.smooth), (walk(part) for part in node.args))


def _minimum(walk: Walker, node: sp.Basic) -> Value:
    return -reduce(lambda left, right: greater(left, right, walk.smooth), (-walk(part) for part in node.args))


def _modulo(walk: Walker, node: sp.Basic) -> Value:
    number, divisor = node.args
    return walk(sp.Add(number, -divisor * sp.floor(number / divisor), evaluate=False))


def _integer(walk: Walker, node: sp.Basic, least: int = -_MOST, most: int = _MOST) -> int:
    value = walk(node)
    if not isinstance(value, fmpq) or value.denominator != 1 or not least <= value <= most:
        raise ParameterError(f"{node}", f"an exact integer from {least} to {most}", str(value))
    return int(value.numerator)


def _sum(walk: Walker, node: sp.Basic) -> Value:
    (index, first, last), inner = node.limits[-1], node.function
    if len(node.limits) > 1:
        inner = sp.Sum(inner, *node.limits[:-1])
    if sp.oo in (last, -first):
        return _endless(walk, inner, index, first, last)
    start, stop = _integer(walk, first), _integer(walk, last)
    if stop < start - 1:
        raise ParameterError("upper limit of a sum", "at least the lower limit less 1", last)
    total: Value = fmpq(0)
    for k in range(start, stop + 1):
        total = total + walk.within(index, fmpq(k), walk.smooth, walk.hull)(inner)
    return total


def _endless(walk: Walker, summand: sp.Expr, index: sp.Symbol, first: sp.Expr, last: sp.Expr) -> Value:
    """Return a sum to infinity at a point, on both sides if need be."""
    if any(isinstance(leaf, (Range, acb)) for leaf in walk.leaves.values()):
        raise NotDerivedError("a sum to infinity is enclosed at exact points, not over a box")
    terms = summand.xreplace(_exact_leaves(walk, summand, index))
    runs = [(1, 0 if first is -sp.oo else _integer(walk, first))] if last is sp.oo else []
    if first is -sp.oo:
        runs.append((-1, -1 if last is sp.oo else _integer(walk, last)))
    return reduce(operator.add, (infinite_sum(walk, terms, index, start, side) for side, start in runs))


def _integral(walk: Walker, node: sp.Basic) -> Value:
    limits = node.limits[0]
    is_point = not any(isinstance(leaf, (Range, acb)) for leaf in walk.leaves.values())
    if len(node.limits) > 1 or len(limits) != 3 or not is_point:
        raise NotDerivedError(f"only a single definite integral at a point can be enclosed, got {node}")

    def integrand(place: acb, smooth: bool) -> Value:
        return walk.within(limits[0], place, smooth, hull=True)(node.function)

    start, end = walk(limits[1]), walk(limits[2])
    if not (arb(start).is_finite() and arb(end).is_finite()):
        function, variable = node.function.xreplace(_exact_leaves(walk, node)), limits[0]
        if arb(start) > arb(end):
            return -improper(function, variable, end, start)
        return improper(function, variable, start, end)
    return integral(integrand, start, end)


def _divergence(walk: Walker, node: sp.Basic) -> Value:
    return divergence(node.xreplace(_exact_leaves(walk, node)))


def _exact_leaves(walk: Walker, node: sp.Basic, *bound: sp.Basic) -> dict[sp.Basic, sp.Rational]:
    used = {symbol: walk(symbol) for symbol in node.free_symbols.difference(bound)}
    if not all(isinstance(value, fmpq) for value in used.values()):
        raise NotDerivedError(
            f"divergences, integrals and sums are enclosed at exact points, not over a box, got {node}"
        )
    return {symbol: sp.Rational(int(value.p), int(value.q)) for symbol, value in used.items()}


def _refuse(walk: Walker, node: sp.Basic) -> Value:
    raise UndecidedError(f"{node} is not a real number")


RULES: dict[type, Rule] = {
    sp.Add: lambda walk, node: reduce(operator.add, (walk(part) for part in node.args)),
    sp.Mul: lambda walk, node: product([walk(part) for part in node.args]),
    sp.Pow: lambda walk, node: power(walk(node.base), walk(node.exp), walk.smooth),
    sp.Abs: lambda walk, node: absolute(walk(node.args[0]), walk.smooth),
    sp.coth: lambda walk, node: power(walk(sp.tanh(node.args[0], evaluate=False)), -_ONE),
    sp.sech: lambda walk, node: power(walk(sp.cosh(node.args[0], evaluate=False)), -_ONE),
    sp.csch: lambda walk, node: power(walk(sp.sinh(node.args[0], evaluate=False)), -_ONE),
    sp.Mod: _modulo,
    sp.Max: _maximum,
    sp.Min: _minimum,
    sp.Piecewise: _piecewise,
    sp.Sum: _sum,
    sp.Integral: _integral,
    sp.sign: _by_sign({-1: -_ONE, 0: fmpq(0), 1: _ONE}),
    sp.Heaviside: _by_sign({-1: fmpq(0), 0: fmpq(1, 2), 1: _ONE}),
    GaussianSum: gaussian_sum,
    Phi: lambda walk, node: walk(node.rewrite(sp.erfc)),
    **FUNCTION_RULES,
    Divergence: _divergence,
    SampledCurve: sampled_curve,
    ClonesRenyi: clones_divergence,
    type(sp.pi): lambda walk, node: arb.pi(),
    type(sp.E): lambda walk, node: arb.const_e(),
    type(sp.oo): lambda walk, node: arb("inf"),
    type(-sp.oo): lambda walk, node: -arb("inf"),
    type(sp.nan): _refuse,
    type(sp.zoo): _refuse,
    type(sp.I): _refuse,
}

"""What each kind of SymPy node does in floats; of an unknown kind nothing is known, which leaves it to Arb."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.numbers import NumberSymbol

from dpsym.evaluate import special
from dpsym.evaluate.running import (
    FUNCTION_UNIT,
    TINY,
    UNIT,
    UNKNOWN,
    Number,
    add,
    aligned,
    exponential,
    logarithm,
    lost,
    multiply,
    negative,
    plain,
)
from dpsym.evaluate.theta import gaussian_sum
from dpsym.special import GaussianSum, Phi

REWRITTEN = (sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch)
"""Functions that are taken as exponentials, whose cancellation `add` avoids."""
_MOST_TERMS = 4096
Known = dict[sp.Basic, Number]
Rule = Callable[[sp.Expr, Known], Number]


def walk(node: sp.Basic, known: Known) -> Number:
    """Return the value of a node."""
    if node not in known:
        rule = next((_RULES[kind] for kind in type(node).__mro__ if kind in _RULES), None)
        known[node] = UNKNOWN if rule is None else rule(node, known)
    return known[node]


def _constant(node: sp.Expr, known: Known) -> Number:
    value = float(node)
    if node.is_infinite or (np.isfinite(value) and sp.Rational(value) == node):
        return Number(value)
    return Number(value, 0.0, UNIT * abs(value) + TINY)


def _of_plain(function: Callable[[Any, Any], Number]) -> Rule:
    """Make the rule of a function of one argument, given its value and error."""

    def rule(node: sp.Expr, known: Known) -> Number:
        argument = plain(walk(node.args[0], known))
        return function(argument.mantissa, argument.error)

    return rule


def _of_two(function: Callable[[Number, Number], Number]) -> Rule:
    """Make the rule of a function of two arguments, as arrays."""

    def rule(node: sp.Expr, known: Known) -> Number:
        places = (plain(walk(argument, known)) for argument in node.args)
        return function(*(Number(np.asarray(place.mantissa, dtype=float), 0.0, place.error) for place in places))

    return rule


def _power(node: sp.Expr, known: Known) -> Number:
    base, exponent = node.as_base_exp()
    number = walk(base, known)
    if not exponent.is_Rational:
        product = plain(multiply(walk(exponent, known), logarithm(number)))
        return exponential(product.mantissa, product.error)
    power = float(exponent)
    mantissa, scale = number.mantissa**power, number.exponent * power
    relative = np.where(number.error == 0, 0.0, number.error / np.abs(number.mantissa))
    growth = np.where(relative < 1, np.expm1(-abs(power) * np.log1p(-relative)), np.inf)
    inexact = 0.0 if power.is_integer() else UNIT * abs(power) * np.abs(np.log(np.abs(number.mantissa)))
    rounding = FUNCTION_UNIT * (1 + np.abs(scale)) + inexact
    return Number(mantissa, scale, np.abs(mantissa) * (growth + rounding) + lost(mantissa, number.mantissa != 0))


def _greatest(node: sp.Expr, known: Known) -> Number:
    sign = 1 if isinstance(node, sp.Max) else -1
    top, numbers = aligned([walk(argument, known) for argument in node.args])
    bounds = [[sign * each.mantissa + side * each.error for each in numbers] for side in (-1, 0, 1)]
    low, value, high = (reduce(np.maximum, bound) for bound in bounds)
    return Number(sign * value, top, np.maximum(high - value, value - low))


def _piecewise(node: sp.Expr, known: Known) -> Number:
    """Choose the first branch whose condition holds; after an undecided condition nothing is known."""
    chosen, remaining = UNKNOWN, np.True_
    for branch, condition in node.args:
        holds, fails = _decide(condition, known)
        pairs = zip(walk(branch, known), chosen, strict=True)
        chosen = Number(*(np.where(remaining & holds, new, old) for new, old in pairs))
        remaining = remaining & fails
    return chosen


def _decide(condition: sp.Basic, known: Known) -> tuple[Any, Any]:
    """Return where a condition certainly holds, and where it certainly fails."""
    if condition in (sp.true, sp.false):
        return np.bool_(condition == sp.true), np.bool_(condition == sp.false)
    if isinstance(condition, sp.Contains):
        place, domain = condition.args
        return _decide(domain.as_relational(place), known)
    if isinstance(condition, sp.Not):
        return _decide(condition.args[0], known)[::-1]
    if isinstance(condition, (sp.And, sp.Or)):
        holds, fails = zip(*(_decide(part, known) for part in condition.args), strict=True)
        if isinstance(condition, sp.And):
            return reduce(np.logical_and, holds), reduce(np.logical_or, fails)
        return reduce(np.logical_or, holds), reduce(np.logical_and, fails)
    left, right = (walk(side, known) for side in condition.args)
    gap = add(left, negative(right))
    above, below = gap.mantissa > gap.error, gap.mantissa < -gap.error
    equal = (gap.mantissa == 0) & (gap.error == 0)
    return {
        sp.Gt: (above, below | equal),
        sp.Ge: (above | equal, below),
        sp.Eq: (equal, above | below),
        sp.Lt: (below, above | equal),
        sp.Le: (below | equal, above),
        sp.Ne: (above | below, equal),
    }[type(condition)]


def _polygamma(node: sp.Expr, known: Known) -> Number:
    order, place = node.args[0], plain(walk(node.args[1], known))
    if not (order.is_Integer and 0 <= order <= 3):
        return UNKNOWN
    return special.polygamma(int(order), place.mantissa, place.error)


def _from_loggammas(upper: list[sp.Expr], lower: list[sp.Expr], known: Known) -> Number:
    """Return a product of Gamma functions of some arguments over one of others, through logarithms."""
    parts = [(1, argument) for argument in upper] + [(-1, argument) for argument in lower]
    total = Number(0.0)
    for sign, argument in parts:
        place = plain(walk(argument, known))
        log = special.loggamma(place.mantissa, place.error)
        total = add(total, log if sign > 0 else negative(log))
    return exponential(total.mantissa, total.error)


def _binomial(node: sp.Expr, known: Known) -> Number:
    upper, lower = node.args
    if lower.is_Integer and 0 <= lower <= _MOST_TERMS // 64:
        factors = [walk((upper - k) / (k + 1), known) for k in range(int(lower))]
        return reduce(multiply, factors, Number(1.0))
    return _from_loggammas([upper + 1], [lower + 1, upper - lower + 1], known)


def _sum(node: sp.Expr, known: Known) -> Number:
    """Add the terms of a finite sum whose limits are the same at all points."""
    if len(node.limits) > 1:
        return UNKNOWN
    index, *limits = node.limits[0]
    ends = [plain(walk(limit, known)) for limit in limits]
    whole = [np.unique(end.mantissa) for end in ends]
    if any(len(values) != 1 or np.any(end.error > 1e-6) for values, end in zip(whole, ends, strict=True)):
        return UNKNOWN
    first, last = (float(values[0]) for values in whole)
    if not (first.is_integer() and last.is_integer() and -1 <= last - first <= _MOST_TERMS):
        return UNKNOWN
    terms = (walk(node.function, {**_free_of(known, index), index: Number(k)}) for k in np.arange(first, last + 1))
    return reduce(add, terms, Number(0.0))


def _free_of(known: Known, index: sp.Symbol) -> Known:
    return {node: value for node, value in known.items() if index not in node.free_symbols}


def _folded(operation: Callable[[Number, Number], Number]) -> Rule:
    return lambda node, known: reduce(operation, [walk(argument, known) for argument in node.args])


_RULES: dict[type, Rule] = {
    sp.Rational: _constant,
    NumberSymbol: _constant,
    type(sp.oo): _constant,
    type(-sp.oo): _constant,
    sp.Add: _folded(add),
    sp.Mul: _folded(multiply),
    sp.Pow: _power,
    sp.Max: _greatest,
    sp.Min: _greatest,
    sp.exp: _of_plain(exponential),
    sp.log: lambda node, known: logarithm(walk(node.args[0], known)),
    sp.Abs: lambda node, known: _greatest(sp.Max(node.args[0], -node.args[0], evaluate=False), known),
    sp.erf: _of_plain(special.erf),
    sp.erfc: _of_plain(special.erfc),
    sp.erfinv: _of_plain(special.erfinv),
    sp.erfcinv: _of_plain(special.erfcinv),
    sp.loggamma: _of_plain(special.loggamma),
    sp.gamma: _of_plain(special.gamma),
    sp.polygamma: _polygamma,
    sp.floor: _of_plain(special.floor),
    sp.ceiling: _of_plain(special.ceiling),
    sp.asin: _of_plain(special.arcsine),
    sp.atan: _of_plain(special.arctangent),
    sp.acosh: _of_plain(special.arcosh),
    sp.sin: _of_plain(special.sine),
    sp.cos: _of_plain(special.cosine),
    sp.uppergamma: _of_two(lambda s, x: special.incomplete_gamma(s, x, True)),
    sp.lowergamma: _of_two(lambda s, x: special.incomplete_gamma(s, x, False)),
    sp.besseli: _of_two(lambda nu, x: special.bessel(nu, x, True)),
    sp.besselk: _of_two(lambda nu, x: special.bessel(nu, x, False)),
    sp.beta: lambda node, known: _from_loggammas(list(node.args), [sp.Add(*node.args)], known),
    sp.factorial: lambda node, known: _from_loggammas([node.args[0] + 1], [], known),
    Phi: lambda node, known: walk(node.rewrite(sp.erfc), known),
    sp.binomial: _binomial,
    sp.Sum: _sum,
    sp.Piecewise: _piecewise,
    GaussianSum: lambda node, known: gaussian_sum(
        plain(walk(node.args[0], known)), plain(walk(node.args[1], known)), int(node.power)
    ),
}

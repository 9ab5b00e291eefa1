"""A float64 twin of an expression that knows its own error, and asks Arb where floats do not suffice.

Every value is carried as ``mantissa * exp(exponent)`` with a bound on its error, so that neither exponentials
in a logarithm nor the tails of the Gaussian law leave the range of a float. The bounds follow running error
analysis: a rounding of arithmetic counts 2^-52 of the value, one of an elementary or special function 2^-49, at
least twice what NumPy and SciPy do. Where the bound that comes out exceeds `RELATIVE_ERROR`, as it does where
the expression cancels, the point is evaluated again in ball arithmetic.

The tree is walked, not printed into code: a symbol may have any name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray
from sympy.core.numbers import NumberSymbol

from dpsym.errors import ParameterError, UndecidedError
from dpsym.parameters import exact

RELATIVE_ERROR = 1e-11
_UNIT = 2.0**-52
_FUNCTION_UNIT = 2.0**-49
_TINY = float(np.finfo(float).tiny)


class _Number(NamedTuple):
    """A number, off by at most error * exp(exponent); the exponent is a float 0.0 before any exponential."""

    mantissa: Any
    exponent: Any = 0.0
    error: Any = 0.0


_UNKNOWN = _Number(np.nan, 0.0, np.inf)
_Known = dict[sp.Basic, _Number]


def numeric(expression: sp.Expr, *symbols: sp.Symbol) -> Callable[..., Any]:
    """Return a vectorised float64 function of an expression.

    Parameters
    ----------
    expression : Expr
        Any expression that `dpsym.enclose.enclose` admits: Piecewise, Max and divergences too.
    *symbols : Symbol
        The arguments of the function, in order: all free symbols of the expression, or more.

    Returns
    -------
    callable
        Takes a real number or an array for each symbol, broadcasts them, and returns a float or an array. The
        relative error is at most `RELATIVE_ERROR`, by error analysis or by Arb; the result is NaN where the
        expression is not a real number, as a formula for order alpha is not at alpha = 1.

    Raises
    ------
    ParameterError
        If `expression` is not an expression, or a free symbol is not among the arguments; when called, if a
        value is not real and finite or has a sign that its symbol excludes.
    NotDerivedError
        When called, if floats do not suffice and Arb does not know a node of the expression.

    Examples
    --------
    >>> from dpsym import Laplace, alpha, b
    >>> numeric(Laplace(b).renyi(alpha), alpha, b)(1e6, 1e-6)
    999999.9999993069
    """
    tree = exact(expression)
    if tree is None:
        raise ParameterError("expression to evaluate", "a SymPy expression", expression)
    if not all(isinstance(symbol, sp.Symbol) for symbol in symbols) or len(set(symbols)) < len(symbols):
        raise ParameterError("arguments", "distinct symbols", symbols)
    if missing := sorted(map(str, tree.free_symbols - set(symbols))):
        raise ParameterError("arguments", f"all free symbols, {', '.join(missing)} too", symbols)
    exponential = tree.rewrite((sp.sinh, sp.cosh, sp.tanh), sp.exp)

    def evaluate(*values: ArrayLike) -> Any:
        if len(values) != len(symbols):
            raise TypeError(f"the function takes {len(symbols)} arguments {symbols}, got {len(values)}")
        zero, *given = np.broadcast_arrays(0.0, *map(_checked, symbols, values))
        shape = zero.shape
        arrays = [np.atleast_1d(each) for each in given]  # a NumPy scalar passes for exponent 0.0
        with np.errstate(all="ignore"):
            known = {symbol: _Number(array) for symbol, array in zip(symbols, arrays, strict=True)}
            number = _walk(exponential, known)
            half = np.exp(number.exponent / 2)
            result = np.array(np.broadcast_to(number.mantissa * half * half, shape or 1), dtype=float)
            settled = np.broadcast_to(number.error <= RELATIVE_ERROR * np.abs(number.mantissa), shape or 1)
        for place in np.argwhere(~settled):
            point = {symbol: array[tuple(place)] for symbol, array in zip(symbols, arrays, strict=True)}
            result[tuple(place)] = _by_arb(tree, point)
        return result if shape else float(result[0])

    return evaluate


def _checked(symbol: sp.Symbol, value: ArrayLike) -> NDArray[np.float64]:
    array = np.asarray(value)
    if array.dtype.kind not in "iuf" or not np.isfinite(array).all():
        raise ParameterError(f"value of {symbol}", "a finite real number, or an array of them", value)
    if (symbol.is_nonnegative and (array < 0).any()) or (symbol.is_nonpositive and (array > 0).any()):
        raise ParameterError(f"value of {symbol}", "of the sign that the symbol assumes", value)
    return array.astype(float)


def _by_arb(tree: sp.Expr, point: Mapping[sp.Symbol, float]) -> float:
    """Return the expression at one point, rounded from more digits, or NaN where it is not a number."""
    from dpsym.enclose import enclose

    exact_point = {symbol: Fraction(float(value)) for symbol, value in point.items()}
    try:
        return enclose(tree, exact_point, digits=20).mid + 0.0
    except UndecidedError:
        return float("nan")


def _walk(node: sp.Basic, known: _Known) -> _Number:
    """Return the value of a node; of an unknown kind of node nothing is known, which leaves it to Arb."""
    if node not in known:
        rule = next((_RULES[kind] for kind in type(node).__mro__ if kind in _RULES), None)
        known[node] = _UNKNOWN if rule is None else rule(node, known)
    return known[node]


def _constant(node: sp.Expr, known: _Known) -> _Number:
    value = float(node)
    if node.is_infinite or (np.isfinite(value) and sp.Rational(value) == node):
        return _Number(value)
    return _Number(value, 0.0, _UNIT * abs(value) + _TINY)


def _aligned(numbers: list[_Number]) -> tuple[Any, list[_Number]]:
    """Return the greatest exponent, and each mantissa and error at it, with the shift that took it there."""
    tops = [np.where((each.mantissa == 0) & (each.error == 0), -np.inf, each.exponent) for each in numbers]
    top = reduce(np.maximum, tops)
    top = np.where(top == -np.inf, 0.0, top)
    aligned = []
    for each in numbers:
        shift = np.minimum(each.exponent - top, 0.0)
        mantissa = each.mantissa * np.exp(shift)
        rounding = np.abs(mantissa) * np.where(shift < 0, _FUNCTION_UNIT - _UNIT * shift, 0.0)
        lost = np.where(shift < -700, _TINY * (np.abs(each.mantissa) + each.error), 0.0)
        aligned.append(_Number(mantissa, shift, each.error * np.exp(shift) + rounding + lost))
    return top, aligned


def _add(a: _Number, b: _Number) -> _Number:
    """Add; where the exponents are close, expm1 keeps 1 - exp(-x) from cancelling."""
    total = a.mantissa + b.mantissa
    if isinstance(a.exponent, float) and isinstance(b.exponent, float):
        return _Number(total, 0.0, a.error + b.error + _UNIT * np.abs(total))
    top, aligned = _aligned([a, b])
    far, far_error = sum(each.mantissa for each in aligned), sum(each.error for each in aligned)
    near, near_error = total, a.error + b.error + _UNIT * np.abs(total)
    for number, each in zip((a, b), aligned, strict=True):
        change = number.mantissa * np.expm1(each.exponent)
        near, near_error = near + change, near_error + 2 * _FUNCTION_UNIT * np.abs(change)
    is_near = np.minimum(*(each.exponent for each in aligned)) > -0.5
    mantissa = np.where(is_near, near, far)
    return _Number(mantissa, top, np.where(is_near, near_error, far_error) + _UNIT * np.abs(mantissa))


def _multiply(a: _Number, b: _Number) -> _Number:
    mantissa, exponent = a.mantissa * b.mantissa, a.exponent + b.exponent
    error = np.abs(a.mantissa) * b.error + np.abs(b.mantissa) * a.error + a.error * b.error
    rounding = _UNIT * np.abs(mantissa) * (1 + np.abs(exponent))
    lost = _lost(mantissa, (a.mantissa != 0) & (b.mantissa != 0))
    return _Number(mantissa, exponent, error + rounding + lost)


def _lost(result: Any, factors_are_nonzero: Any) -> Any:
    """Return what underflow may have taken from a product."""
    return np.where((np.abs(result) < _TINY) & factors_are_nonzero, _TINY, 0.0)


def _plain(number: _Number) -> _Number:
    """Return the number with exponent 0."""
    if isinstance(number.exponent, float):
        return number
    factor = np.exp(number.exponent)
    value = number.mantissa * factor
    rounding = np.where(number.exponent == 0, 0.0, _FUNCTION_UNIT * np.abs(value))
    return _Number(value, 0.0, number.error * factor + rounding + _lost(value, number.mantissa != 0))


def _of_plain(function: Callable[[Any, Any], _Number]) -> Callable[..., _Number]:
    """Make the rule of a function of one argument, given its value and error."""

    def rule(node: sp.Expr, known: _Known) -> _Number:
        argument = _plain(_walk(node.args[0], known))
        return function(argument.mantissa, argument.error)

    return rule


def _exp(value: Any, error: Any) -> _Number:
    is_zero = (value == -np.inf) & (error == 0)
    return _Number(np.where(is_zero, 0.0, 1.0), np.where(is_zero, 0.0, value), np.expm1(error))


def _log(number: _Number) -> _Number:
    logarithm = np.log(number.mantissa)
    value = logarithm + number.exponent
    error = -np.log1p(-number.error / number.mantissa) + _FUNCTION_UNIT * np.abs(logarithm)
    return _Number(value, 0.0, np.where(number.mantissa > 0, error + _UNIT * np.abs(value), np.inf))


def _erf(value: Any, error: Any) -> _Number:
    from scipy.special import erf

    return _Number(erf(value), 0.0, 1.13 * error + _FUNCTION_UNIT * np.abs(erf(value)))


def _erfc(value: Any, error: Any) -> _Number:
    """Return erfc; right of 0 at the scale exp(-x^2), where its logarithm has slope at most 2 x + 2."""
    from scipy.special import erfc, erfcx

    right = value > 0
    mantissa = np.where(right, erfcx(np.abs(value)), erfc(value))
    exponent = np.where(right, -value * value, 0.0)
    slope = np.where(right, 2 * np.abs(value) + 2 + error, 1.13)
    rounding = _FUNCTION_UNIT + _UNIT * np.abs(exponent)
    return _Number(mantissa, exponent, mantissa * (np.expm1(slope * error) + rounding))


def _power(node: sp.Expr, known: _Known) -> _Number:
    base, exponent = node.as_base_exp()
    number = _walk(base, known)
    if not exponent.is_Rational:
        product = _plain(_multiply(_walk(exponent, known), _log(number)))
        return _exp(product.mantissa, product.error)
    power = float(exponent)
    mantissa, scale = number.mantissa**power, number.exponent * power
    relative = np.where(number.error == 0, 0.0, number.error / np.abs(number.mantissa))
    growth = np.where(relative < 1, np.expm1(-abs(power) * np.log1p(-relative)), np.inf)
    inexact = 0.0 if power.is_integer() else _UNIT * abs(power) * np.abs(np.log(np.abs(number.mantissa)))
    rounding = _FUNCTION_UNIT * (1 + np.abs(scale)) + inexact
    lost = _lost(mantissa, number.mantissa != 0)
    return _Number(mantissa, scale, np.abs(mantissa) * (growth + rounding) + lost)


def _greatest(node: sp.Expr, known: _Known) -> _Number:
    sign = 1 if isinstance(node, sp.Max) else -1
    top, numbers = _aligned([_walk(argument, known) for argument in node.args])
    bounds = [[sign * each.mantissa + side * each.error for each in numbers] for side in (-1, 0, 1)]
    low, value, high = (reduce(np.maximum, bound) for bound in bounds)
    return _Number(sign * value, top, np.maximum(high - value, value - low))


def _piecewise(node: sp.Expr, known: _Known) -> _Number:
    """Choose the first branch whose condition holds; after an undecided condition nothing is known."""
    chosen, remaining = _UNKNOWN, np.True_
    for branch, condition in node.args:
        holds, fails = _decide(condition, known)
        pairs = zip(_walk(branch, known), chosen, strict=True)
        chosen = _Number(*(np.where(remaining & holds, new, old) for new, old in pairs))
        remaining = remaining & fails
    return chosen


def _decide(condition: sp.Basic, known: _Known) -> tuple[Any, Any]:
    """Return where a condition certainly holds, and where it certainly fails."""
    if condition in (sp.true, sp.false):
        return np.bool_(condition == sp.true), np.bool_(condition == sp.false)
    if isinstance(condition, sp.Not):
        return _decide(condition.args[0], known)[::-1]
    if isinstance(condition, (sp.And, sp.Or)):
        holds, fails = zip(*(_decide(part, known) for part in condition.args), strict=True)
        if isinstance(condition, sp.And):
            return reduce(np.logical_and, holds), reduce(np.logical_or, fails)
        return reduce(np.logical_or, holds), reduce(np.logical_and, fails)
    left, right = (_walk(side, known) for side in condition.args)
    gap = _add(left, _multiply(_Number(-1.0), right))
    above, below = gap.mantissa > gap.error, gap.mantissa < -gap.error
    equal = (gap.mantissa == 0) & (gap.error == 0)
    return {
        sp.Gt: (above, below | equal), sp.Ge: (above | equal, below), sp.Eq: (equal, above | below),
        sp.Lt: (below, above | equal), sp.Le: (below | equal, above), sp.Ne: (above | below, equal),
    }[type(condition)]  # fmt: skip


def _folded(operation: Callable[[_Number, _Number], _Number]) -> Callable[..., _Number]:
    return lambda node, known: reduce(operation, [_walk(argument, known) for argument in node.args])


_RULES: dict[type, Callable[..., _Number]] = {
    sp.Rational: _constant, NumberSymbol: _constant, type(sp.oo): _constant, type(-sp.oo): _constant,
    sp.Add: _folded(_add), sp.Mul: _folded(_multiply), sp.Pow: _power, sp.Max: _greatest, sp.Min: _greatest,
    sp.exp: _of_plain(_exp), sp.log: lambda node, known: _log(_walk(node.args[0], known)),
    sp.Abs: lambda node, known: _greatest(sp.Max(node.args[0], -node.args[0], evaluate=False), known),
    sp.erf: _of_plain(_erf), sp.erfc: _of_plain(_erfc), sp.Piecewise: _piecewise,
}  # fmt: skip

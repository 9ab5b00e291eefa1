"""A float64 twin of an expression that knows its own error, and asks Arb where floats do not suffice.

The tree is walked, not printed into code: a symbol may have any name. Every value carries a bound on its error; see
`dpsym.evaluate.running`. Where the bound that comes out exceeds `RELATIVE_ERROR`, as it does where the expression
cancels, or a function is outside the range in which its float routine was measured, the point is evaluated again in
ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

from dpsym.enclose import enclose
from dpsym.errors import ParameterError, UndecidedError
from dpsym.evaluate.running import Number
from dpsym.evaluate.walk import REWRITTEN, walk
from dpsym.parameters import exact

RELATIVE_ERROR = 1e-12


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
    >>> from dpsym import Laplace
    >>> from dpsym.symbols import alpha, b
    >>> numeric(Laplace(b).renyi(alpha), alpha, b)(1e6, 1e-6)  # doctest: +ELLIPSIS
    999999.999999306...
    """
    tree = exact(expression)
    if tree is None:
        raise ParameterError("expression to evaluate", "a SymPy expression", expression)
    if not all(isinstance(symbol, sp.Symbol) for symbol in symbols) or len(set(symbols)) < len(symbols):
        raise ParameterError("arguments", "distinct symbols", symbols)
    if missing := sorted(map(str, tree.free_symbols - set(symbols))):
        raise ParameterError("arguments", f"all free symbols, {', '.join(missing)} too", symbols)
    exponential = tree.rewrite(REWRITTEN, sp.exp)

    def evaluate(*values: ArrayLike) -> Any:
        if len(values) != len(symbols):
            raise TypeError(f"the function takes {len(symbols)} arguments {symbols}, got {len(values)}")
        zero, *given = np.broadcast_arrays(0.0, *map(_checked, symbols, values))
        shape = zero.shape
        arrays = [np.atleast_1d(each) for each in given]  # a NumPy scalar passes for exponent 0.0
        with np.errstate(all="ignore"):
            known = {symbol: Number(array) for symbol, array in zip(symbols, arrays, strict=True)}
            number = walk(exponential, known)
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
    exact_point = {symbol: Fraction(float(value)) for symbol, value in point.items()}
    try:
        return enclose(tree, exact_point, digits=20).mid + 0.0
    except UndecidedError:
        return float("nan")

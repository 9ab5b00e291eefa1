"""The trade-off function of a sample, of any trade-off function: the operator of Dong, Roth and Su as a head."""

from __future__ import annotations

from typing import Any

import mpmath
from sympy import Expr, Float, Lambda, Symbol
from sympy.core.sympify import _sympify

from dpsym.distributions.printed import Head
from dpsym.errors import ParameterError


class _Place(Symbol):
    """The level that the operator binds in its function; it equals no symbol, whatever its name."""

    __slots__ = ()


class SampledCurve(Head):
    r"""The operator of Dong, Roth and Su for a sample of rate q, at a convex trade-off function f that is its own inverse.

    .. math:: C_q(f)(t) = \min\{f_q, f_q^{-1}\}^{**}(t) = \begin{cases} f_q(t) & t \le t^* \\ t^* + f_q(t^*) - t & t^* \le t \le f_q(t^*)
              \\ f_q^{-1}(t) & t \ge f_q(t^*) \end{cases}, \qquad f_q(t) = q f(t) + (1 - q)(1 - t), \quad f(t^*) = t^*

    Parameters
    ----------
    level : real in [0, 1]
        The type I error t.
    function : callable or Lambda
        f, a function of the level.
    rate : real in (0, 1]
        q.

    Raises
    ------
    ParameterError
        If f is not a function of one variable.

    Notes
    -----
    f has -1 between its slopes at the fixed point, as its graph is its own mirror image, so that f_q has it there too: the line of slope
    -1 through that point touches the graph, and its mirror image, and is the part of the greatest convex function below both that bridges
    them. At rate 1 it is f.

    References
    ----------
    Dong, Roth and Su, Gaussian differential privacy, 2022, section 4 of the preprint.
    """

    def __new__(cls, level: object, function: Any, rate: object) -> Any:
        if not callable(function) or (isinstance(function, Lambda) and len(function.variables) != 1):
            raise ParameterError("trade-off function", "a function of the level", function)
        # what a rebuilding of the tree hands in is bound already
        if not (isinstance(function, Lambda) and isinstance(function.variables[0], _Place)):
            function = _bound(function)
        if _sympify(rate) == 1:
            return function(_sympify(level))
        return Expr.__new__(cls, _sympify(level), function, _sympify(rate))

    def _eval_evalf(self, precision: int) -> Expr | None:
        level, function, rate = self.args
        if self.free_symbols:
            return None
        (place,) = function.variables
        with mpmath.workprec(precision + 20):

            def error(where: Any) -> Any:
                return mpmath.mpf(
                    function.expr.xreplace({place: Float(where, precision=precision + 20)}).evalf(mpmath.mp.dps)
                )

            share = mpmath.mpf(rate.evalf(mpmath.mp.dps))
            found = _value(mpmath.mpf(level.evalf(mpmath.mp.dps)), error, share)
            return Float(found, precision=precision)

    def _sympystr(self, printer: Any) -> str:
        level, function, rate = map(printer._print, (self.args[0], self.args[1].expr, self.args[2]))
        return f"C({rate}, {self.args[1].variables[0]} -> {function})({level})"

    def _latex(self, printer: Any) -> str:
        level, function, rate = self.args
        (place,) = function.variables
        inner = printer._print(function.expr)
        return rf"C_{{{printer._print(rate)}}}\left({printer._print(place)} \mapsto {inner}\right)\left({printer._print(level)}\right)"


def _bound(function: Any) -> Lambda:
    """Return a function with a variable of its own bound, another one for each such head inside of it."""
    inner = _sympify(function(_Place("s", positive=True)))
    depth = len(inner.atoms(SampledCurve))
    place = _Place(f"s_{depth}" if depth else "s", positive=True)
    return Lambda(place, _sympify(function(place)))


def _value(level: Any, error: Any, rate: Any) -> Any:
    """Return the operator at a level, in floats of the working precision."""

    def sampled(where: Any) -> Any:
        return rate * error(where) + (1 - rate) * (1 - where)

    fixed = _crossing(lambda where: error(where) - where)
    reflected = sampled(fixed)
    if level <= fixed:
        return sampled(level)
    if level <= reflected:
        return fixed + reflected - level
    if level >= sampled(mpmath.mpf(0)):
        return mpmath.mpf(0)
    return _crossing(lambda where: sampled(where) - level)


def _crossing(function: Any) -> Any:
    """Return where a decreasing function on [0, 1] changes its sign: the secant proposes, and where it does not halve the bracket, halving does."""
    low, high = mpmath.mpf(0), mpmath.mpf(1)
    above = below = None
    is_halved = True
    while (width := high - low) > mpmath.ldexp(1, -mpmath.mp.prec):
        place = (low + high) / 2
        if is_halved and above is not None and below is not None:
            place = low + width * above / (above - below)
        value = function(place)
        if value == 0:
            return place
        if value > 0:
            low, above = place, value
        else:
            high, below = place, value
        is_halved = high - low <= width / 2
    return (low + high) / 2

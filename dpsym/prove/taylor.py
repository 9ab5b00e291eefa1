r"""Taylor forms in one variable: the range of a function over an interval from its jet in the middle.

.. math:: f(x) \in \sum_{k<n} a_k (x - c)^k + [a_n] (x - c)^n,

with the coefficients at the middle c, and the last one over the whole interval. That this last one is finite is what shows the
function analytic there.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import sympy as sp
from flint import arb, arb_series

from dpsym.ball import to_fmpq
from dpsym.enclose.forms import Side
from dpsym.errors import NotDerivedError, UndecidedError

ORDER = 6
_NAMES = {
    sp.exp: "exp",
    sp.log: "log",
    sp.erf: "erf",
    sp.erfc: "erfc",
    sp.gamma: "gamma",
    sp.loggamma: "lgamma",
    sp.sin: "sin",
    sp.cos: "cos",
    sp.tan: "tan",
    sp.atan: "atan",
    sp.asin: "asin",
    sp.acos: "acos",
}
_HYPERBOLIC = (sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch)


def taylor_bound(function: sp.Expr, symbol: sp.Symbol, side: Side, order: int = ORDER) -> arb:
    """Return a lower bound of a function over an interval.

    Parameters
    ----------
    function : Expr
        Of elementary functions, error functions and gamma functions.
    symbol : Symbol
        Its only variable.
    side : pair of Fraction
        The ends of the interval.
    order : int
        The order of the remainder, 1 to 8.

    Raises
    ------
    UndecidedError
        If the function is not certainly analytic on the interval.
    NotDerivedError
        If it holds a node whose jet is not known.
    """
    low, high = side
    half = arb(to_fmpq((high - low) / 2))
    middle = arb(to_fmpq((low + high) / 2))
    center = _jet(function, symbol, middle, order)
    remainder = _jet(function, symbol, middle + arb(0, half.upper()), order + 1)[order]
    bound, power = center[0], arb(1)
    for k, coefficient in enumerate([*center[1:], remainder], start=1):
        power = power * half
        bound = bound - (abs(coefficient) if k % 2 else (-coefficient).max(arb(0))) * power
    return bound.lower()


def _jet(function: sp.Expr, symbol: sp.Symbol, place: arb, count: int) -> list[arb]:
    known: dict[sp.Basic, Any] = {symbol: arb_series([place, 1], prec=count)}
    found = _series(function, known, count)
    plain = [found, *[arb(0)] * (count - 1)] if isinstance(found, arb) else [found[k] for k in range(count)]
    if not all(part.is_finite() for part in plain):
        raise UndecidedError("a jet is not finite")
    return plain


def _series(node: sp.Basic, known: dict[sp.Basic, Any], count: int) -> Any:
    if node not in known:
        known[node] = _worked_out(node, known, count)
    return known[node]


def _worked_out(node: sp.Basic, known: dict[sp.Basic, Any], count: int) -> Any:
    if node.is_Rational:
        return arb_series([arb(int(node.p)) / int(node.q)], prec=count)
    if node in (sp.pi, sp.E):
        return arb_series([arb.pi() if node is sp.pi else arb.const_e()], prec=count)
    if isinstance(node, _HYPERBOLIC):
        return _series(node.rewrite(sp.exp), known, count)
    parts = [_series(part, known, count) for part in node.args]
    if isinstance(node, sp.Add):
        return reduce(lambda left, right: left + right, parts)
    if isinstance(node, sp.Mul):
        return reduce(lambda left, right: left * right, parts)
    if isinstance(node, sp.Pow):
        return _power(parts[0], node.exp, parts[1])
    if type(node) in _NAMES and len(parts) == 1:
        return getattr(parts[0], _NAMES[type(node)])()
    raise NotDerivedError(f"the jet of {type(node).__name__} is not known")


def _power(base: Any, exponent: sp.Expr, series: Any) -> Any:
    if exponent.is_Integer:
        if exponent < 0:
            if base[0].contains(0):
                raise UndecidedError("division by 0")
            base = base.inv()
        return _repeated(base, abs(int(exponent)))
    if not base[0] > 0:
        raise UndecidedError("a power is analytic only where its base is positive")
    return base.sqrt() if exponent == sp.S.Half else (series * base.log()).exp()


def _repeated(base: Any, count: int) -> Any:
    """Return a power by squaring: a square of balls around 0 is wider than it need be, and never too narrow."""
    if count < 2:
        return base if count else base * 0 + 1
    half = _repeated(base, count // 2)
    return half * half * base if count % 2 else half * half

"""Forms of an expression in which each variable occurs less often, so that its range over a box is narrower.

Every form is compared with what it came from before it is used; see `dpsym.enclose.forms`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import sympy as sp

_MOST_OPERATIONS = 300  # beyond, rewriting takes too long
_GREATEST_DEGREE = 1 << 10  # beyond, SymPy's polynomials, which are lists of all coefficients, fill the memory
_ZERO_TESTS = ((sp.expand, _MOST_OPERATIONS), (sp.factor, _MOST_OPERATIONS), (sp.simplify, 60))
_HYPERBOLIC = (sp.sinh, sp.cosh, sp.tanh)
_SYMPY_ERRORS = (sp.PolynomialError, ArithmeticError, AttributeError, NotImplementedError, TypeError, ValueError)


def paired(expression: sp.Expr) -> sp.Expr:
    """Return an expression with sums of two exponentials as hyperbolic functions, and logarithms expanded.

    With ``exp(u) + exp(v) = 2 exp((u + v)/2) cosh((u - v)/2)`` each variable occurs less often.
    """
    return sp.expand_log(expression.replace(lambda node: _pair(node) is not None, _pair))


def _pair(node: sp.Basic) -> sp.Expr | None:
    if not isinstance(node, sp.Add) or len(node.args) != 2:
        return None
    (c, u), (d, v) = (term.as_coeff_Mul() for term in node.args)
    u, v = (sp.S.Zero if part == 1 else part.args[0] if isinstance(part, sp.exp) else None for part in (u, v))
    if u is None or v is None or u == v or abs(c) != abs(d):
        return None
    middle, half = sp.factor((u + v) / 2), sp.factor((u - v) / 2)
    return 2 * c * sp.exp(middle) * (sp.cosh(half) if c == d else sp.sinh(half))


def with_tanh(expression: sp.Expr) -> sp.Expr:
    """Return an expression with each quotient of sinh(u)^n by cosh(u)^n as tanh(u)^n, which is bounded."""
    return expression.replace(lambda node: node.is_Mul and node.has(sp.sinh), _quotient)


def _quotient(node: sp.Mul) -> sp.Expr:
    powers = node.as_powers_dict()
    for base, n in list(powers.items()):
        if isinstance(base, sp.sinh) and n.is_Integer and powers.get(sp.cosh(base.args[0]), 0) == -n:
            node = node * (sp.tanh(base.args[0]) * sp.cosh(base.args[0]) / base) ** n
    return node


def factored(expression: sp.Expr) -> sp.Expr:
    """Return an expression as a product, each factor a polynomial in the hyperbolic functions."""
    nodes = sorted(expression.atoms(*_HYPERBOLIC), key=sp.default_sort_key)
    names = {node: sp.Symbol(f"{k}~", real=True) for k, node in enumerate(nodes)}
    product = _tried(sp.factor, expression.xreplace(names))
    collected = (
        _tried(lambda part: sp.collect(part, names.values(), sp.factor), part) for part in sp.Mul.make_args(product)
    )
    return sp.Mul(*collected).xreplace({name: node for node, name in names.items()})


def is_identically_zero(expression: sp.Expr) -> bool:
    """Whether exact rewriting shows that an expression is 0 for all values of its symbols."""
    return expression == 0 or any(_tried(rewrite, expression, most) == 0 for rewrite, most in _ZERO_TESTS)


def _tried(rewrite: Callable[[sp.Expr], sp.Expr], expression: sp.Expr, most: int = _MOST_OPERATIONS) -> sp.Expr:
    """Return a rewritten expression, or the expression itself if it is too long or SymPy gives up."""
    if sp.count_ops(expression) <= most and _degree(expression) <= _GREATEST_DEGREE:
        with suppress(*_SYMPY_ERRORS):
            return rewrite(expression)
    return expression


def _degree(expression: sp.Expr) -> int:
    """Return the greatest degree that SymPy may give an expression as a polynomial: it reads exp(n u) as exp(u)^n."""
    powers = (abs(node.exp) for node in expression.atoms(sp.Pow) if node.exp.is_Rational)
    inside = (abs(number) for node in expression.atoms(sp.exp) for number in node.args[0].atoms(sp.Rational))
    return max((max(int(number.p), int(number.q)) for number in (*powers, *inside)), default=0)

"""What a formula costs its reader, and the sign that it is seen to have."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sympy import (
    Add,
    Basic,
    Dummy,
    Expr,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    cosh,
    erf,
    erfc,
    exp,
    expand,
    log,
    sinh,
    tanh,
    together,
)

from dpsym.derive.rewriting import sign_of
from dpsym.special import Phi

_NESTED = 3


class Share(Symbol):
    """A positive symbol that is known to be below 1."""


@lru_cache(maxsize=8192)
def cost(expression: Basic) -> int:
    """Return what it costs to read an expression: its symbols, numbers, function names and operations.

    A fraction in a fraction counts 3 more, and so does an error function, which papers write by Phi.
    """
    if isinstance(expression, Rational):
        return (1 if expression.q == 1 else 3) + bool(expression < 0)
    if not expression.args:
        return 1 if isinstance(expression, Expr) else 0
    if isinstance(expression, exp):
        return 1 + cost(expression.args[0])
    if isinstance(expression, Pow):
        return _cost_of_power(expression)
    if isinstance(expression, Mul):
        return _cost_of_product(expression)
    parts = sum(map(cost, expression.args))
    if isinstance(expression, Add):
        negative = sum(part.could_extract_minus_sign() for part in expression.args)
        return parts + len(expression.args) - 1 - negative + (negative == len(expression.args))
    return parts + (_NESTED + 1 if isinstance(expression, (erf, erfc)) else 1)


def least(candidates: Iterable[Expr]) -> Expr:
    """Return the first of the cheapest."""
    return min(candidates, key=cost)


def _cost_of_power(power: Expr) -> int:
    base, exponent = power.args
    if exponent.is_Rational and exponent < 0:
        return 2 + cost(Pow(base, -exponent)) + _NESTED * _nests(power)
    return cost(base) + (1 if exponent == S.Half else 1 + cost(exponent))


def _cost_of_product(product: Expr) -> int:
    number, rest = product.as_coeff_Mul()
    total = _NESTED - 1 if _nests(product) else -1
    if number.is_Rational:
        total += number.p < 0
        number = abs(number)
        total += 2 * ((number.p != 1) + (number.q != 1))
    elif number != 1:
        total += cost(number) + 1
    for part in Mul.make_args(rest):
        base, exponent = (part, S.One) if isinstance(part, exp) else part.as_base_exp()
        below = exponent.is_Rational and exponent < 0
        total += 1 + cost(Pow(base, -exponent) if below else part)
    return total + (1 if all(p.as_base_exp()[1].is_negative for p in Mul.make_args(rest)) and number == 1 else 0)


def _is_fraction(term: Expr) -> bool:
    return any(part.is_Pow and part.exp.is_Rational and part.exp < 0 for part in Mul.make_args(term))


def _nests(product: Expr) -> bool:
    """Return whether a fraction has a sum with a fraction above or below its bar."""
    if not _is_fraction(product):
        return False
    bases = (part.as_base_exp()[0] for part in Mul.make_args(product) if not isinstance(part, exp))
    return any(base.is_Add and any(map(_is_fraction, base.args)) for base in bases)


def sign(expression: Expr) -> int | None:
    """Return the sign of a real expression, or None where it is open."""
    if isinstance(expression, (sinh, tanh)):
        return sign(expression.args[0])
    if isinstance(expression, (cosh, Phi, exp, erfc)) and expression.args[0].is_extended_real:
        return 1
    if isinstance(expression, log) and sign(expression.args[0]) == 1:
        above, below = expression.args[0].as_numer_denom()
        return sign(above - below) if sign(below) == 1 else None
    if expression.is_Mul:
        found = 1
        for part in expression.args:
            base, power = part.as_base_exp()
            each = sign(base) if power.is_odd else sign(part)
            if each is None:
                return None
            found *= each
        return found
    if expression.is_Pow and not isinstance(expression, exp):
        inner = sign(expression.base)
        if inner == 1 or (inner == -1 and expression.exp.is_even):
            return 1
        return -1 if inner == -1 and expression.exp.is_odd else sign_of(expression)
    return sign_of(expression) if not expression.is_Add else _sign_of_sum(expression)


def _sign_of_sum(total: Expr) -> int | None:
    """Return the sign of a sum; counts, shares and exponentials of positive values are written by their distance from 1."""
    known = sign_of(total)
    if known is not None:
        return known
    if any(part.has(log) for part in total.args):
        signs = [(sign(part), part) for part in total.args]
        for side in (1, -1):
            if all(each == side or (side * part).is_nonnegative for each, part in signs):
                return side if side in dict(signs) else None
    stand_ins: dict[Expr, Expr] = {}
    for node in total.atoms(Symbol, exp):
        if isinstance(node, exp) and node.args[0].is_positive:
            stand_ins[node] = 1 + Dummy(positive=True)
        elif node.is_Symbol and node.is_integer and node.is_positive:
            stand_ins[node] = 1 + Dummy(integer=True, nonnegative=True)
        elif isinstance(node, Share):
            stand_ins[node] = 1 / (1 + Dummy(positive=True))
    if not stand_ins:
        return None
    above, below = together(total.xreplace(stand_ins)).as_numer_denom()
    return sign_of(expand(above)) if sign_of(below) == 1 else None

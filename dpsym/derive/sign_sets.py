"""Sets of signs, with the rules of sums, products and powers, and what SymPy's assumptions say."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Eq, Expr, Ge, Gt, Le, Lt, Mul, Ne, S, exp, log

SignSet = frozenset[int]
ANY: SignSet = frozenset({-1, 0, 1})
POSITIVE, NEGATIVE, ZERO = frozenset({1}), frozenset({-1}), frozenset({0})
ALLOWED: dict[type, SignSet] = {
    Gt: POSITIVE,
    Ge: frozenset({0, 1}),
    Lt: NEGATIVE,
    Le: frozenset({-1, 0}),
    Eq: ZERO,
    Ne: frozenset({-1, 1}),
}
"""The signs of left - right for which a relation holds."""


def assumed(expression: Expr) -> SignSet:
    """Return the signs that the assumptions on the symbols leave open."""
    if expression.is_extended_real is not True:
        return ANY
    found = {1: expression.is_positive, -1: expression.is_negative, 0: expression.is_zero}
    for sign, certain in found.items():
        if certain:
            return frozenset({sign})
    if expression.is_nonnegative:
        return ALLOWED[Ge]
    if expression.is_nonpositive:
        return ALLOWED[Le]
    return frozenset(sign for sign, certain in found.items() if certain is not False)


def times(one: SignSet, other: SignSet) -> SignSet:
    """Return the signs of a product."""
    return frozenset(first * second for first in one for second in other)


def power_of(signs: SignSet, power: int) -> SignSet:
    """Return the signs of a whole power of a real number; where it may be a division by 0 nothing is known."""
    if power < 0 and 0 in signs:
        return ANY
    return frozenset(sign ** abs(power) for sign in signs)


def plus(parts: list[SignSet]) -> SignSet:
    """Return the signs of a sum."""
    for side in (1, -1):
        if all(part <= {0, side} for part in parts):
            return frozenset({side}) if any(part == {side} for part in parts) else frozenset().union(*parts)
    return ANY


def logarithm(value: Expr, signs: Callable[[Expr], SignSet]) -> Expr:
    """Return the logarithm of a positive value as a sum over those of its factors that are known to be positive."""
    total, rest = S.Zero, S.One
    for part in Mul.make_args(value):
        base, exponent = part.as_base_exp()
        if isinstance(part, exp):
            total += part.args[0]
        elif signs(base) == POSITIVE and exponent.is_extended_real:
            total += exponent * log(base)
        else:
            rest *= part
    return total + log(rest)

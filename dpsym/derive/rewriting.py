"""Rewriting that keeps the forms that papers print: sums of exponentials with rational coefficients."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import product as cartesian_product
from math import prod

from sympy import (
    Add,
    Expr,
    Mul,
    Pow,
    Rational,
    S,
    cosh,
    exp,
    expand,
    expand_log,
    factor,
    fraction,
    ilcm,
    log,
    powsimp,
    sinh,
    tanh,
    together,
)

from dpsym.derive.sign_sets import NEGATIVE, POSITIVE, SignSet, assumed, logarithm

Signs = Callable[[Expr], SignSet]
"""What tells the signs that an expression can have: `assumed`, or `dpsym.derive.signs.Signs` of a domain."""
_GREATEST_POWER = 24


def sign_of(expression: Expr) -> int | None:
    """Return the sign of a real expression, -1, 0 or 1, or None where it is open.

    A difference of two positive terms has the sign of the difference of their logarithms, which SymPy does not try.
    """
    for sign, holds in ((1, expression.is_positive), (-1, expression.is_negative), (0, expression.is_zero)):
        if holds:
            return sign
    if expression.is_Add and len(expression.args) == 2:
        one, other = expression.args
        if one.is_negative and other.is_positive:
            one, other = other, one
        if one.is_positive and other.is_negative:
            gap = logarithm(one, assumed) - logarithm(-other, assumed)
            return None if gap.is_Add and gap == expression else _plain_sign(gap)
    if expression.is_Mul:
        signs = [sign_of(part) for part in expression.args]
        return None if None in signs else prod(signs)
    return None


def _plain_sign(expression: Expr) -> int | None:
    return 1 if expression.is_positive else -1 if expression.is_negative else 0 if expression.is_zero else None


def collect_exponentials(expression: Expr, signs: Signs = assumed) -> Expr:
    """Return a sum over distinct exponentials with factored coefficients; other expressions come back unchanged.

    A factor such as 1/(1 + e^eps) that all terms share is taken out. Powers are split under proved signs only.
    """
    if not expression.has(exp):
        return expression
    terms: dict[tuple[Expr, Expr], Expr] = defaultdict(lambda: S.Zero)
    for term in _terms(split_powers(expression, signs)):
        exponent, shared, coefficient = _split(powsimp(split_powers(term, signs), combine="exp"))
        terms[expand(exponent), shared] += coefficient
    common = {shared for _, shared in terms}
    outside = common.pop() if len(common) == 1 else S.One
    return (
        Add(
            *(
                factor(together(coefficient)) * exp(factor(exponent)) * (shared / outside)
                for (exponent, shared), coefficient in terms.items()
            )
        )
        * outside
    )


def _terms(expression: Expr) -> list[Expr]:
    """Return the summands, products with sums of exponentials multiplied out (but never a denominator)."""
    done: list[Expr] = []
    for term in Add.make_args(expression):
        sums = [part for part in Mul.make_args(term) if part.is_Add and part.has(exp)]
        if sums:
            rest = Mul(*(part for part in Mul.make_args(term) if part not in sums))
            product = Add(*(Mul(*choice) for choice in cartesian_product(*(part.args for part in sums))))
            done += [rest * part for part in Add.make_args(product)]
        else:
            done.append(term)
    return done


def split_powers(expression: Expr, signs: Signs) -> Expr:
    """Write (a b)^c as a^c b^c where a is known to be positive, and as (-a)^c (-b)^c where it is known to be negative."""
    return expression.replace(
        lambda e: isinstance(e, Pow) and e.func is not exp,
        lambda e: _split_power(together(e.base) if e.base.is_Add and e.base.has(exp) else e.base, e.exp, signs),
    )


def _split_power(base: Expr, exponent: Expr, signs: Signs) -> Expr:
    if exponent.is_Integer:
        return base**exponent
    split, rest = S.One, S.One
    for part in Mul.make_args(base):
        inner, power = part.as_base_exp()
        if isinstance(part, exp) and part.args[0].is_extended_real:
            split *= exp(part.args[0] * exponent)
        elif power.is_extended_real and signs(inner) == POSITIVE:
            split *= inner ** (power * exponent)
        elif power.is_Integer and signs(inner) == NEGATIVE:
            split, rest = split * (-inner) ** (power * exponent), rest * (-1) ** power
        else:
            rest *= part
    return split * rest**exponent


def _split(term: Expr) -> tuple[Expr, Expr, Expr]:
    """Return the exponent, the factors that hide exponentials in a sum, and the coefficient of a product."""
    exponent, shared, coefficient = S.Zero, S.One, S.One
    for part in Mul.make_args(term):
        if part.func is exp:
            exponent += part.args[0]
        elif part.has(exp):
            shared *= part
        else:
            coefficient *= part
    return exponent, shared, coefficient


def is_zero(expression: Expr, signs: Signs = assumed) -> bool:
    """Return True if the expression is proved to vanish by rewriting, wherever it is a real number; False says nothing.

    Logarithms with the same coefficient, up to an integer factor, are joined, so that a difference of Rényi divergences
    reduces to an identity between sums of exponentials.
    """
    exponential = expression.rewrite((sinh, cosh, tanh), exp)
    candidates = (exponential, expand(expand_log(together(exponential).expand()), deep=False))
    return any(_logs_cancel(candidate, signs) for candidate in candidates)


def _logs_cancel(expression: Expr, signs: Signs) -> bool:
    """Join the logarithms by argument, then by coefficient; test each joined quotient against 1 and the rest against 0."""
    coefficients: dict[Expr, Expr] = defaultdict(lambda: S.Zero)
    rest = S.Zero
    for term in Add.make_args(expression):
        logs = [part for part in Mul.make_args(term) if part.func is log]
        if len(logs) == 1 and not (term / logs[0]).has(log):
            coefficients[logs[0].args[0]] += term / logs[0]
        else:
            rest += term
    groups: dict[Expr, list[tuple[Rational, Expr]]] = defaultdict(list)
    for argument, total in coefficients.items():
        number, key = factor(together(total)).as_coeff_Mul()
        if number != 0:
            groups[key].append((number, argument))
    return _sum_vanishes(rest, signs) and all(_quotient_is_one(powers, signs) for powers in groups.values())


def _quotient_is_one(powers: list[tuple[Rational, Expr]], signs: Signs) -> bool:
    """Return True if the product of base**exponent over the pairs is proved to be 1 (the bases are positive)."""
    scale = ilcm(*(exponent.q for exponent, _ in powers)) if len(powers) > 1 else 1
    if any(abs(exponent * scale) > _GREATEST_POWER for exponent, _ in powers):
        return False  # multiplying such powers out would take forever
    sides = [
        Mul(
            *(
                collect_exponentials(base, signs) ** abs(exponent * scale)
                for exponent, base in powers
                if turn * exponent > 0
            )
        )
        for turn in (1, -1)
    ]
    return _sum_vanishes(sides[0] - sides[1], signs)


def _sum_vanishes(expression: Expr, signs: Signs) -> bool:
    if expression.is_zero:
        return True
    expression = split_powers(expression, signs)
    numerator = fraction(together(expression))[0]
    shapes = (expression, numerator, powsimp(expand(numerator), combine="exp"))
    return any(collect_exponentials(expand(shape), signs).is_zero is True for shape in shapes)

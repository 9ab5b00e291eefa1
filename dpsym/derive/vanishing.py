"""Whether an expression vanishes: what rewriting shows, and what it shows once logarithms, powers and functions are brought into one form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sympy import Abs, Add, Dummy, Expr, Function, Mul, S, Sum, cosh, exp, expand, factor, log, sinh, tanh, together

from dpsym.derive.rewriting import is_zero, split_powers
from dpsym.derive.sign_sets import NEGATIVE, POSITIVE, logarithm
from dpsym.derive.signs import Signs

_MOST_TERMS, _MOST_PIVOTS = 40, 6
_ELEMENTARY = (exp, log, sinh, cosh, tanh)


def vanishes(expression: Expr, signs: Signs) -> bool:
    """Return True if the expression is proved to vanish wherever it is a real number; False says nothing."""
    if is_zero(expression, signs):
        return True
    written = _in_one_form(expression, signs)
    return any(
        test(written, signs) for test in (is_zero, _is_polynomial_in_logarithms, _logarithms_vanish, _sides_are_equal)
    )


def _in_one_form(expression: Expr, signs: Signs) -> Expr:
    """Split logarithms of positive factors, and give functions of equal arguments one argument."""
    expression = expression.rewrite((sinh, cosh, tanh), exp).replace(
        lambda each: isinstance(each, log) and signs(each.args[0]) == POSITIVE,
        lambda each: logarithm(_of_positive_factors(each.args[0], signs), signs),
    )
    known: list[Expr] = []
    for node in _functions(expression):
        twin = next((each for each in known if each.func is node.func and _same_arguments(each, node, signs)), None)
        if twin is None:
            known.append(node)
        else:
            expression = expression.xreplace({node: twin})
    return expression


def _of_positive_factors(value: Expr, signs: Signs) -> Expr:
    """Return a positive value as a product in which a negative factor is written as the positive one that it is the opposite of."""
    parts = []
    for part in Mul.make_args(factor(together(value))):
        base, power = part.as_base_exp()
        parts.append((-1) ** power * (-base) ** power if power.is_Integer and signs(base) == NEGATIVE else part)
    return Mul(*parts)


def written_out(expression: Expr) -> Expr:
    """Return an equal expression in which sums of few terms are written out, and exponents are single fractions."""
    expression = expression.replace(_is_short_sum, lambda each: each.doit())
    return expression.replace(exp, lambda exponent: exp(factor(together(exponent))))


def _is_short_sum(node: Expr) -> bool:
    return (
        isinstance(node, Sum)
        and len(node.limits) == 1
        and all(end.is_Integer for end in node.limits[0][1:])
        and 0 <= node.limits[0][2] - node.limits[0][1] < _MOST_TERMS
    )


def _functions(expression: Expr) -> Iterator[Expr]:
    """Yield the functions that rewriting knows nothing of."""
    yield from sorted(
        (each for each in expression.atoms(Function) if not isinstance(each, (*_ELEMENTARY, Abs))), key=str
    )


def _same_arguments(one: Expr, other: Expr, signs: Signs) -> bool:
    pairs = zip(one.args, other.args, strict=True)
    return len(one.args) == len(other.args) and all(a == b or vanishes(a - b, signs) for a, b in pairs)


def _is_polynomial_in_logarithms(expression: Expr, signs: Signs) -> bool:
    """Return True if an expression vanishes whatever the values of its logarithms are."""
    names = {each: Dummy(real=True) for each in expression.atoms(log)}
    return bool(names) and is_zero(expression.xreplace(names), signs)


def _logarithms_vanish(expression: Expr, signs: Signs) -> bool:
    return _joined_vanish(expand(expression), signs)


def _sides_are_equal(expression: Expr, signs: Signs) -> bool:
    """Return True if there are two terms of other signs, of the same logarithm."""
    terms = Add.make_args(expand(expression, deep=False))
    if len(terms) != 2:
        return False
    one, other = terms if signs(terms[0]) == POSITIVE else terms[::-1]
    if signs(one) != POSITIVE or signs(-other) != POSITIVE:
        return False
    return _joined_vanish(expand(_in_one_form(logarithm(one, signs) - logarithm(-other, signs), signs)), signs)


def _joined_vanish(expression: Expr, signs: Signs) -> bool:
    """Return True if a sum of logarithms vanishes: divided by the coefficient of one of them, it is the logarithm of 1."""
    coefficients: dict[Expr, Expr] = defaultdict(lambda: S.Zero)
    for term in Add.make_args(expression) if expression != 0 else ():
        logs = [part for part in Mul.make_args(term) if isinstance(part, log)]
        if len(logs) != 1 or (term / logs[0]).has(log):
            return False
        coefficients[logs[0].args[0]] += term / logs[0]
    if any(signs(base) != POSITIVE for base in coefficients):
        return False
    totals = {base: factor(together(total)) for base, total in coefficients.items()}
    pivots = list(dict.fromkeys(total for total in totals.values() if total != 0))[:_MOST_PIVOTS]
    for pivot in pivots:
        powers = {base: factor(together(total / pivot)) for base, total in totals.items()}
        above = Mul(*(base**power for base, power in powers.items() if not power.could_extract_minus_sign()))
        below = Mul(*(base**-power for base, power in powers.items() if power.could_extract_minus_sign()))
        if is_zero(_powers_apart(above, signs) - _powers_apart(below, signs), signs):
            return True
    return not pivots


def _powers_apart(product: Expr, signs: Signs) -> Expr:
    return expand(split_powers(product, signs))

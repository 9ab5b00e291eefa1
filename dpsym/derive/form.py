"""The form in which a closed form is printed: of the shapes that are tried, the one that costs a reader least.

The cost counts what is read: every symbol, number, function name and operation is 1, a minus sign in front and each case of a
case distinction too; a fraction within a fraction is 3. The shapes are equal wherever the formula is a real number. They are found
by exact arithmetic with polynomials (`dpsym.derive.quotients`), never by search, so that a formula of a paper takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sympy import (
    Abs,
    Add,
    Expr,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    S,
    ceiling,
    cosh,
    coth,
    erf,
    erfc,
    exp,
    expand,
    gamma,
    log,
    loggamma,
    sinh,
    sqrt,
    tanh,
)
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.derive import cases
from dpsym.derive.comparisons import Known
from dpsym.derive.cost import cost, least, sign
from dpsym.derive.merging import MOST_MERGED, as_fraction, as_terms, merged, quotient_of
from dpsym.derive.powers import exponential, gathered, joined, powers_as_one, root, squares, turned
from dpsym.derive.quotients import TooLongError, as_exponentials
from dpsym.distributions import Law
from dpsym.divergences import Divergence
from dpsym.special import Phi

_MOST_READ, _MOST_AS_ONE = 700, 120
_INERT = (Divergence, Law, AppliedUndef)


@lru_cache(maxsize=8192)
def short(expression: Expr) -> Expr:
    """Return the shortest form that is found of a formula; it has the same value wherever the formula is a real number."""
    if not expression.args or isinstance(expression, _INERT) or cost(expression) > _MOST_READ * 4:
        return expression
    if isinstance(expression, Piecewise):
        return cases.short(expression, short, sign)
    if isinstance(expression, (Max, Min)):
        return _extreme(expression)
    if isinstance(expression, (Add, Mul, Pow)):
        return _algebraic(expression)
    return _function(expression)


def short_condition(condition: Boolean) -> Boolean:
    """Return a condition in its short form."""
    return Known(short, sign).told(condition)


def _function(expression: Expr) -> Expr:
    parts = [short(part) if isinstance(part, Expr) else part for part in expression.args]
    if isinstance(expression, erfc):
        return 2 * Phi(short(-sqrt(2) * parts[0]))
    if isinstance(expression, erf):
        return 2 * Phi(short(sqrt(2) * parts[0])) - 1
    if isinstance(expression, Abs):
        known = sign(parts[0])
        return expression.func(*parts) if known is None else known * parts[0]
    if isinstance(expression, ceiling) and parts[0].is_number:
        return expression.func(*parts)
    if isinstance(expression, log):
        return _logarithm(parts[0])
    if isinstance(expression, exp):
        apart = (exponential(expand(parts[0]), short),) if parts[0].has(log) else ()
        return least((exp(parts[0]), exponential(parts[0], short), *apart))
    if isinstance(expression, (sinh, tanh, coth, cosh, Abs)):
        return turned(expression.func(parts[0]))
    return expression.func(*parts) if tuple(parts) != expression.args else expression


def _logarithm(argument: Expr) -> Expr:
    """Return the logarithm of a positive value, with exponentials and powers in front where that is shorter."""
    outer, inner = S.Zero, S.One
    for part in Mul.make_args(argument):
        if isinstance(part, exp) and part.args[0].is_extended_real:
            outer += part.args[0]
        else:
            inner *= part
    inner = powers_as_one(inner)
    base, power = inner.as_base_exp()
    if inner.is_Pow and not isinstance(inner, exp) and base.is_positive and power.is_extended_real:
        return least((log(argument), outer + power * log(base), outer + log(inner)))
    turned = (
        [outer - log(1 / inner)] if sum(p.as_base_exp()[1].is_negative is True for p in Mul.make_args(inner)) else []
    )
    return least((log(argument), outer + log(inner), *turned))


def _extreme(expression: Expr) -> Expr:
    """Return a maximum or minimum without what is certainly not it; of 0 and another value, that value's positive factors in front."""
    parts = list(dict.fromkeys(short(part) for part in expression.args))
    is_greatest = isinstance(expression, Max)
    if S.Zero not in parts:
        return expression.func(*parts, evaluate=False) if len(parts) > 1 else parts[0]
    signs = {part: sign(part) for part in parts if part != 0}
    better = 1 if is_greatest else -1
    kept = [part for part, known in signs.items() if known not in (-better, 0)]
    if not kept:
        return S.Zero
    if len(kept) > 1:
        rest = kept if any(signs[part] == better for part in kept) else [S.Zero, *kept]
        return expression.func(*rest, evaluate=False)
    if signs[kept[0]] == better:
        return kept[0]
    inside, outside = S.One, S.One
    for part in Mul.make_args(kept[0]):
        if sign(part) == 1:
            outside *= part
        else:
            inside *= part
    return outside * expression.func(S.Zero, inside, evaluate=False)


def _algebraic(expression: Expr) -> Expr:
    """Return the cheapest shape of a sum, product or power, from its logarithms as they stand and from joined ones."""
    given = _with_short_leaves(expression)
    if not isinstance(given, (Add, Mul, Pow)):
        return given
    found = least(shape for plain in dict.fromkeys((given, _with_joined(given))) for shape in _shapes(plain))
    found = _with_joined(found)
    return least((found, *_reflected(found)))


def _shapes(plain: Expr) -> Iterator[Expr]:
    yield plain
    yield from squares(plain)
    if isinstance(plain, Add) and cost(plain) > _MOST_AS_ONE and any(e.args[0].has(Max, Min) for e in plain.atoms(exp)):
        yield Add(*(short(term) for term in plain.args))
        return
    yield from as_fraction(plain, short)
    if isinstance(plain, Add):
        yield from _as_sum(plain)
    elif isinstance(plain, Mul):
        yield from as_terms(plain, short)


def _with_joined(expression: Expr) -> Expr:
    """Return a formula with its sums of logarithms and its products of like powers, outside of functions, as one where that is shorter."""
    if not isinstance(expression, (Add, Mul, Pow)) or isinstance(expression, exp):
        return expression
    parts = [_with_joined(part) for part in expression.args]
    made = expression.func(*parts) if tuple(parts) != expression.args else expression
    if isinstance(made, Mul):
        return least((made, gathered(made, short)))
    if isinstance(made, Pow) and made.exp.is_even and made.base.could_extract_minus_sign():
        made = Pow(-made.base, made.exp)
    return least((made, *joined(made, _logarithm, short), *_reflected(made)))


def _with_short_leaves(expression: Expr) -> Expr:
    """Return a formula of sums, products and powers whose other parts have their short form."""
    if isinstance(expression, exp):
        return short(expression)
    if isinstance(expression, Pow) and not expression.exp.is_Integer:
        base, power = short(expression.base), short(expression.exp)
        return least(root(base, power, short))
    if isinstance(expression, Mul) and (gammas := _gammas(expression)) is not None:
        return gammas
    if isinstance(expression, (Add, Mul, Pow)):
        parts = [_with_short_leaves(part) for part in expression.args]
        return expression.func(*parts) if tuple(parts) != expression.args else expression
    return short(expression)


def _gammas(product: Expr) -> Expr | None:
    """Return a product with Gamma functions in place of exponentials of their logarithms, None where there are none."""
    exponents = [part.args[0] for part in product.args if isinstance(part, exp)]
    if not any(isinstance(node, loggamma) for exponent in exponents for node in exponent.atoms(loggamma)):
        return None
    outer, rest = S.One, S.Zero
    for term in (term for exponent in exponents for term in Add.make_args(exponent)):
        number, inner = term.as_coeff_Mul()
        is_real = number.is_Rational and inner.args and inner.args[0].is_positive
        if isinstance(inner, loggamma) and (is_real or number.is_Integer):
            outer *= gamma(inner.args[0]) ** number
        else:
            rest += term
    others = (part for part in product.args if not isinstance(part, exp))
    return Mul(*(_with_short_leaves(part) for part in others)) * outer * exp(short(rest))


def _as_sum(expression: Expr) -> Iterator[Expr]:
    """Yield a number beside one fraction, and the terms, joined in pairs as long as that is shorter."""
    number, rest = expression.as_coeff_Add()
    if number != 0:
        yield number + short(rest)
    terms = [short(term) for term in expression.args]
    yield Add(*terms)
    if len(terms) <= MOST_MERGED:
        yield merged(terms, short)
    try:
        quotient = quotient_of(as_exponentials(expression), short)
    except TooLongError:
        return
    upper, lower = quotient.sides()
    if isinstance(upper, Add) and lower != 1 and cost(upper) + 2 < cost(expression):
        yield short(upper) / lower
    if 2 < len(quotient.upper) <= MOST_MERGED:
        yield merged(quotient.terms(), short)


def _reflected(expression: Expr) -> Iterator[Expr]:
    """Yield a formula with 1 - Phi(x) for Phi(-x), where the argument has symbols and a minus sign; of numbers that difference cancels."""
    turned = [node for node in expression.atoms(Phi) if node.free_symbols and node.args[0].could_extract_minus_sign()]
    if turned and isinstance(expression, Add):
        yield expression.xreplace({node: 1 - Phi(short(-node.args[0])) for node in turned}).expand(deep=False)

"""Exponentials of logarithms as powers, sums of logarithms as one, roots of products, completed squares: shapes that papers print."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sympy import Abs, Add, Expr, Mul, Pow, S, cosh, coth, exp, igcd, log, sinh, tanh

from dpsym.derive.quotients import Quotient, TooLongError, as_exponentials

Shorten = Callable[[Expr], Expr]
_ODD, _EVEN = (sinh, tanh, coth), (cosh, Abs)
_MOST_SQUARED, _MOST_POWER = 8, 8


def exponential(exponent: Expr, shorten: Shorten) -> Expr:
    """Return an exponential, its terms with one logarithm as powers of what stands under these: one power for each exponent."""
    plain = S.Zero
    bases: dict[Expr, Expr] = {}
    for term in Add.make_args(exponent):
        logs = [part for part in Mul.make_args(term) if isinstance(part, log)]
        if len(logs) == 1:
            number, power = (term / logs[0]).as_coeff_Mul()
            if not (logs[0].free_symbols or _is_small(number)):
                plain += term
                continue
            bases[power] = bases.get(power, S.One) * logs[0].args[0] ** number
        else:
            plain += term
    return exp(plain) * Mul(*(Pow(shorten(base), power) for power, base in bases.items()))


def joined(total: Expr, logarithm: Shorten, shorten: Shorten) -> Iterator[Expr]:
    """Yield a sum with the logarithms that have the same factor, up to its sign or to a number, joined to one."""
    if not isinstance(total, Add):
        return
    logs: list[tuple[Expr, Expr]] = []
    rest: list[Expr] = []
    for term in total.args:
        found = [part for part in Mul.make_args(term) if isinstance(part, log)]
        factor = term / found[0] if len(found) == 1 else None
        if factor is None or factor.has(log) or found[0].args[0].is_negative:
            rest.append(term)
        else:
            logs.append((factor, found[0].args[0]))
    if len(logs) < 2:
        return
    shapes: list[Expr] = []
    for whole in (False, True):
        groups: dict[Expr, Expr] = {}
        for factor, inner in logs:
            number, key = factor.as_coeff_Mul() if whole else (S.One, factor)
            if not _is_small(number):
                number, key = S.One, factor
            turn = -1 if key.could_extract_minus_sign() else 1
            groups[turn * key] = groups.get(turn * key, S.One) * inner ** (turn * number)
        if len(groups) < len(logs):
            shapes.append(Add(*rest, *(factor * logarithm(shorten(inner)) for factor, inner in groups.items())))
    yield from dict.fromkeys(shapes)


def _is_small(number: Expr) -> bool:
    """Return whether a number may be raised to a power: a root of a long fraction would have to be factored first."""
    return number.is_Rational and abs(number.p) <= _MOST_POWER and number.q <= _MOST_POWER


def gathered(product: Expr, shorten: Shorten) -> Expr:
    """Return a product with its powers of one open exponent, up to a number, as one power."""
    bases: dict[Expr, Expr] = {}
    rest, count = S.One, 0
    for part in Mul.make_args(product):
        base, power = (part, S.One) if isinstance(part, exp) else part.as_base_exp()
        number, key = power.as_coeff_Mul()
        if key.is_number or not (base.free_symbols or _is_small(number)):
            rest *= part
        else:
            if key.could_extract_minus_sign():
                number, key = -number, -key
            bases[key] = bases.get(key, S.One) * base**number
            count += 1
    return rest * Mul(*(Pow(shorten(base), key) for key, base in bases.items())) if count > len(bases) else product


def turned(function: Expr) -> Expr:
    """Return an odd or even function of an argument without a minus sign in front."""
    (argument,) = function.args
    if not argument.could_extract_minus_sign():
        return function
    return -function.func(-argument) if isinstance(function, _ODD) else function.func(-argument)


def root(base: Expr, exponent: Expr, shorten: Shorten) -> Iterator[Expr]:
    """Yield a power that is not whole of a short base, also of one fraction, the positive factors of which come out by themselves."""
    yield Pow(base, exponent)
    try:
        whole = Quotient(as_exponentials(base), shorten).fraction()
    except TooLongError:
        return
    yield Pow(squared(whole), exponent)


def squares(total: Expr) -> Iterator[Expr]:
    """Yield a sum with (a + b)^2 in place of a^2 + 2 a b + b^2, pair by pair."""
    if not isinstance(total, Add) or len(total.args) > _MOST_SQUARED:
        return
    terms = list(total.args)
    found: list[Expr] = []
    for double in total.args:
        if double not in terms:
            continue
        number, product = double.as_coeff_Mul()
        parts = product.args if product.is_Mul else (product,)
        halves = [(S.One, Mul(*parts[:place]), Mul(*parts[place:])) for place in range(1, len(parts))]
        pairs = [(one, other) for place, one in enumerate(parts) for other in parts[place + 1 :]]
        halves += [(product / (one * other), one, other) for one, other in pairs if len(parts) > 2]
        for factor, one, other in halves:
            outer = abs(number) / 2 * factor
            if outer * one**2 in terms and outer * other**2 in terms:
                terms = [each for each in terms if each not in (double, outer * one**2, outer * other**2)]
                found.append(outer * (one + (1 if number > 0 else -1) * other) ** 2)
                break
    if found:
        yield Add(*terms, *found)


def squared(product: Expr) -> Expr:
    """Return a product with the squares in its sums completed."""
    parts = (part.as_base_exp() for part in Mul.make_args(product) if not isinstance(part, exp))
    rest = Mul(*(part for part in Mul.make_args(product) if isinstance(part, exp)))
    return Mul(rest, *(next(squares(inner), inner) ** power for inner, power in parts))


def powers_as_one(product: Expr) -> Expr:
    """Return a product of whole powers with a common divisor greater than 1 as one power, other expressions unchanged."""
    parts = [part.as_base_exp() for part in Mul.make_args(product)]
    if len(parts) < 2 or not all(power.is_Integer and base.is_positive for base, power in parts):
        return product
    divisor = igcd(*(abs(power) for _, power in parts))
    return (
        Pow(Mul(*(base ** (power / divisor) for base, power in parts)), divisor, evaluate=False)
        if divisor > 1
        else product
    )


def common(terms: tuple[Expr, ...]) -> Expr | None:
    """Return a sum with the factors that all of its terms share in front, None where they share none but a number."""
    shared = [dict(part.as_base_exp() for part in Mul.make_args(term)) for term in terms]
    first, *others = shared
    factor = S.One
    for base, power in first.items():
        powers = [power, *(each.get(base, S.Zero) for each in others)]
        if base.is_Number or not all(each.is_Rational for each in powers):
            continue
        least = (
            min(powers) if all(each > 0 for each in powers) else max(powers) if all(each < 0 for each in powers) else 0
        )
        factor *= base**least
    rest = Add(*(term / factor for term in terms))
    if factor is S.One:
        return None
    return Mul(-factor, -rest) if rest.could_extract_minus_sign() else factor * rest

"""Sums as one fraction, fractions term by term, and the terms of a sum joined in pairs as long as that is shorter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from sympy import Add, Expr, Function, Mul, Pow

from dpsym.derive.cost import cost, least
from dpsym.derive.powers import common, squared
from dpsym.derive.quotients import Quotient, TooLongError, as_exponentials

Shorten = Callable[[Expr], Expr]
MOST_MERGED, _MOST_APART = 8, 3


def as_fraction(expression: Expr, shorten: Shorten) -> Iterator[Expr]:
    """Yield shapes as one fraction, multiplied out or with the sums in brackets kept."""
    exponentials = as_exponentials(expression)
    for keeps_sums in (False, True) if _has_sums_inside(exponentials) else (False,):
        try:
            shapes = list(quotient_of(exponentials, shorten, keeps_sums).shapes())
            yield from shapes
            yield squared(shapes[0])
        except TooLongError:
            continue


@lru_cache(maxsize=1024)
def quotient_of(exponentials: Expr, shorten: Shorten, keeps_sums: bool = False) -> Quotient:
    """Return a formula as a quotient of polynomials; one that was made lately is not made again."""
    return Quotient(exponentials, shorten, keeps_sums)


def _has_sums_inside(expression: Expr) -> bool:
    return any(node.base.is_Add and node.exp.is_Integer and node.exp != -1 for node in expression.atoms(Pow))


def as_terms(fraction: Expr, shorten: Shorten) -> Iterator[Expr]:
    """Yield a fraction of few terms term by term."""
    try:
        quotient = quotient_of(as_exponentials(fraction), shorten)
    except TooLongError:
        return
    if 1 < len(quotient.upper) <= _MOST_APART:
        yield Add(*quotient.terms())


def merged(terms: list[Expr], shorten: Shorten) -> Expr:
    """Join the pair of terms that saves most as one fraction, again and again."""
    terms = [term for term in terms if term != 0]
    while len(terms) > 2:
        pairs = [(one, other) for place, one in enumerate(terms) for other in terms[place + 1 :]]
        pairs = [pair for pair in pairs if _is_like(*pair)]
        if not pairs:
            break
        saved = {pair: cost(pair[0]) + cost(pair[1]) + 1 - cost(_pair(*pair, shorten)) for pair in pairs}
        best = max(saved, key=lambda pair: saved[pair])
        if saved[best] <= 0:
            break
        whole = Add(*best)
        terms = [term for term in terms if term not in best] + [
            least((_pair(*best, shorten), *as_fraction(whole, shorten)))
        ]
    return Add(*terms)


def _is_like(one: Expr, other: Expr) -> bool:
    """Return whether two terms may be shorter as one: they share a factor, have sums below them, or are polynomials in one symbol."""
    if _factors(one) & _factors(other) or (_has_sum_below(one) and _has_sum_below(other)):
        return True
    return not one.has(Function) and not other.has(Function) and bool(one.free_symbols & other.free_symbols)


def _has_sum_below(term: Expr) -> bool:
    return any(part.is_Pow and part.base.is_Add and part.exp.is_negative for part in Mul.make_args(term))


@lru_cache(maxsize=4096)
def _factors(term: Expr) -> frozenset[Expr]:
    bases = (part.as_base_exp()[0] for part in Mul.make_args(term) if not part.is_Rational)
    return frozenset(-base if base.is_Add and base.could_extract_minus_sign() else base for base in bases)


@lru_cache(maxsize=4096)
def _pair(one: Expr, other: Expr, shorten: Shorten) -> Expr:
    exponentials = as_exponentials(one + other)
    found = [one + other]
    shared = common((one, other))
    if shared is not None:
        found.append(shared)
    for keeps_sums in (False, True) if _has_sums_inside(exponentials) else (False,):
        try:
            found.append(quotient_of(exponentials, shorten, keeps_sums).fraction())
        except TooLongError:
            continue
    return least(found)

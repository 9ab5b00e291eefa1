"""The signs that an expression can have over a domain under hypotheses: exact, and open where nothing shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from itertools import product
from typing import Any

from sympy import (
    Abs,
    Add,
    And,
    Basic,
    Dummy,
    Eq,
    Expr,
    FiniteSet,
    Ge,
    Gt,
    Interval,
    Le,
    Lt,
    Mul,
    Ne,
    Pow,
    S,
    Set,
    Symbol,
    Union,
    cosh,
    erf,
    erfc,
    exp,
    expand,
    factor_list,
    fraction,
    log,
    sinh,
    tanh,
    together,
)  # fmt: skip
from sympy.polys.polyerrors import PolynomialError

SignSet = frozenset[int]
ANY: SignSet = frozenset({-1, 0, 1})
POSITIVE, NEGATIVE, ZERO = frozenset({1}), frozenset({-1}), frozenset({0})
ALLOWED: dict[type, SignSet] = {
    Gt: POSITIVE, Ge: frozenset({0, 1}), Lt: NEGATIVE, Le: frozenset({-1, 0}), Eq: ZERO, Ne: frozenset({-1, 1}),
}  # fmt: skip
"""The signs of left - right for which a relation holds."""
_MOST_CHARTS, _DEPTH, _MOST_TERMS = 32, 4, 400


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


class Signs:
    """What is known of signs where every symbol is in its domain and every hypothesis holds.

    Parameters
    ----------
    domain : mapping of Symbol to Set
        Where the symbols are; what is no symbol is passed over.
    hypotheses : iterable of Boolean
        Relations between scalars; others are passed over.
    """

    def __init__(self, domain: Mapping[Any, Set], hypotheses: Iterable[Basic] = ()) -> None:
        self._domain, self._hypotheses = domain, tuple(hypotheses)
        symbols = [symbol for symbol in domain if isinstance(symbol, Symbol)]
        relations = [part for hypothesis in self._hypotheses for part in And.make_args(hypothesis)]
        places = list(product(*(_places(symbol, domain[symbol]) for symbol in symbols)))[: _MOST_CHARTS + 1]
        self._charts = [
            _Chart(dict(zip(symbols, place, strict=True)), relations) for place in places[:_MOST_CHARTS]
        ]
        self._is_whole = len(places) <= _MOST_CHARTS
        self._known: dict[Expr, SignSet] = {}

    def __call__(self, expression: Expr) -> SignSet:
        """Return the signs that are not excluded anywhere."""
        if expression not in self._known:
            found = [chart.signs(expression) for chart in self._charts] if self._is_whole else [ANY]
            self._known[expression] = frozenset().union(*found)
        return self._known[expression]

    def given(self, *more: Basic) -> Signs:
        """Return what is known where these relations hold as well."""
        new = tuple(each for each in more if each != S.true)
        return Signs(self._domain, (*self._hypotheses, *new)) if new else self

    def imply(self, condition: Basic) -> bool:
        """Return True if the condition is shown to follow."""
        if condition in (S.true, S.false):
            return condition is S.true
        if isinstance(condition, And):
            return all(map(self.imply, condition.args))
        allowed = ALLOWED.get(type(condition))
        return allowed is not None and self(condition.lhs - condition.rhs) <= allowed


def _places(symbol: Symbol, domain: Set) -> list[Expr]:
    """Return expressions of new symbols, known by their assumptions, whose values fill the domain together."""
    whole = {"integer": True} if symbol.is_integer else {}
    if domain.is_subset(S.Integers) and not isinstance(domain, (FiniteSet, Union)) and domain.inf.is_Integer:
        return [domain.inf + Dummy(symbol.name, integer=True, nonnegative=True)]
    if isinstance(domain, FiniteSet):
        return list(domain.args)
    if isinstance(domain, Union):
        return [place for part in domain.args for place in _places(symbol, part)]
    if not isinstance(domain, Interval):
        return [symbol]
    low, high = domain.start, domain.end
    if low.is_infinite and high.is_infinite:
        return [symbol if symbol.is_extended_real else Dummy(symbol.name, real=True)]
    inside = Dummy(symbol.name, positive=True, **(whole if low.is_infinite or high.is_infinite else {}))
    if not low.is_infinite and not high.is_infinite:  # between the ends, in a scale from 0 to infinity
        places = [(low + high * inside) / (1 + inside)]
    else:
        places = [high - inside if low.is_infinite else low + inside]
    ends = [end for end, is_open in ((low, domain.left_open), (high, domain.right_open)) if not is_open]
    return places + [end for end in ends if not end.is_infinite]


class _Chart:
    """One way in which the symbols stand for new ones of known sign, and what the hypotheses say there."""

    def __init__(self, places: Mapping[Symbol, Expr], relations: list[Basic]) -> None:
        self.places = dict(places)
        self.stand_ins: dict[Expr, Expr] = {}
        self.facts: dict[Expr, SignSet] = {}
        scalar = [each for each in relations if type(each) in ALLOWED and each.free_symbols <= set(places)]
        for _ in range(2):  # a second time with what the first has told
            for relation in scalar:
                self._learn(self._placed(relation.lhs - relation.rhs), ALLOWED[type(relation)])

    def signs(self, expression: Expr) -> SignSet:
        return self._signs(self._placed(expression), _DEPTH)

    def _placed(self, expression: Expr) -> Expr:
        return expression.xreplace(self.places)

    def _learn(self, margin: Expr, allowed: SignSet) -> None:
        """Note the sign of the one factor of a margin that was open."""
        outer, parts = self._factors(margin, _DEPTH)
        open_parts: list[tuple[Expr, int]] = []
        for part, power in parts:
            signs = self._factor_signs(part)
            if len(signs) > 1:
                open_parts.append((part, power))
            else:
                outer = _times(outer, _power(signs, power))
        if len(open_parts) == 1 and outer in (POSITIVE, NEGATIVE) and open_parts[0][1] % 2:
            part, power = open_parts[0]
            signs = _times(allowed, outer)
            self.facts[part] = self.facts.get(part, ANY) & (signs if power > 0 else signs - {0})

    def _signs(self, expression: Expr, depth: int) -> SignSet:
        signs = assumed(expression)
        if len(signs) == 1 or depth == 0 or not expression.free_symbols:
            return signs
        if expression.is_Add and len(expression.args) == 2:
            found = self._difference(*expression.args, depth)
            if found != ANY:
                return found
        found, parts = self._factors(expression, depth)
        for part, power in parts:
            found = _times(found, _power(self._factor_signs(part), power))
        return found & signs or signs

    def _factors(self, expression: Expr, depth: int) -> tuple[SignSet, list[tuple[Expr, int]]]:
        """Return the sign of the number, and the irreducible factors with their powers, in stand-ins for what is no polynomial."""
        upper, lower = fraction(together(self._in_stand_ins(expression, depth)))
        found, parts = POSITIVE, []
        for side, power in ((upper, 1), (lower, -1)):
            try:
                number, factors = factor_list(side)
            except PolynomialError:
                number, factors = S.One, [(side, 1)]
            found = _times(found, _power(assumed(number), power))
            parts += [(part, power * times) for part, times in factors]
        return found, parts

    def _factor_signs(self, part: Expr) -> SignSet:
        for side, turn in ((part, POSITIVE), (-part, NEGATIVE)):
            if side in self.facts:
                return _times(self.facts[side], turn)
        signs = assumed(part)
        if len(signs) == 1 or not part.is_Add:
            return signs
        terms = Add.make_args(expand(part))
        if len(terms) > _MOST_TERMS:
            return signs
        found = self._sum_signs(terms)
        for fact, known in self.facts.items():
            if found == ANY and fact.is_Add:  # a sum of what is known and a rest
                for turn in (1, -1):
                    rest = expand(part - turn * fact)
                    if rest.count_ops() < part.count_ops():
                        found &= _plus([_times(known, frozenset({turn})), self._factor_signs(rest)])
        return found & signs or signs

    def _sum_signs(self, terms: Iterable[Expr]) -> SignSet:
        return _plus([reduce(_times, map(assumed, Mul.make_args(term))) for term in terms])

    def _difference(self, one: Expr, other: Expr, depth: int) -> SignSet:
        """Return the signs of a sum of a positive and a negative term: those of the difference of their logarithms."""
        inner = depth - 1
        sides = [self._signs(term, inner) for term in (one, other)]
        if sides == [NEGATIVE, POSITIVE]:
            one, other = other, one
        elif sides != [POSITIVE, NEGATIVE]:
            return ANY
        gap = Add(*(logarithm(one, assumed), -logarithm(-other, assumed)))
        return ANY if gap.has(S.NaN) or gap == one + other else self._signs(gap, inner)

    def _in_stand_ins(self, expression: Expr, depth: int) -> Expr:
        """Replace exponentials, powers and functions by symbols of the known sign, written by their distance from 1 or 0."""
        if expression.is_Atom:
            return expression
        if expression.is_Add or expression.is_Mul or (expression.is_Pow and expression.exp.is_Integer):
            return expression.func(*(self._in_stand_ins(part, depth) for part in expression.args))
        if isinstance(expression, (exp, Pow)):
            base, exponent = expression.as_base_exp()
            if isinstance(expression, Pow) and exponent.is_Add:
                powers = (self._in_stand_ins(base**part, depth) for part in exponent.args)
                return Mul(*powers)
            if exponent.could_extract_minus_sign():
                return 1 / self._in_stand_ins(1 / expression, depth)
            times, unit = (2 * exponent).as_coeff_Mul()
            if times.is_Integer and times > 1 and expression != (root := base ** (unit / 2)):
                return self._in_stand_ins(root, depth) ** int(times)
        if expression not in self.stand_ins:
            self.stand_ins[expression] = self._stand_in(expression, depth)
        return self.stand_ins[expression]

    def _stand_in(self, expression: Expr, depth: int) -> Expr:
        inner = depth - 1
        if isinstance(expression, exp):
            return _around_one(self._signs(expression.args[0], inner))
        if isinstance(expression, Pow):
            base, exponent = expression.args
            if self._signs(base, inner) != POSITIVE:
                return _dummy(ALLOWED[Ge]) if self._signs(base, inner) <= ALLOWED[Ge] else _dummy(ANY)
            side = self._signs(base - 1, inner)
            return _around_one(_times(side, self._signs(exponent, inner)))
        if isinstance(expression, log):
            argument = expression.args[0]
            return _dummy(self._signs(argument - 1, inner) if self._signs(argument, inner) == POSITIVE else ANY)
        if isinstance(expression, (sinh, tanh, erf)):
            return _dummy(self._signs(expression.args[0], inner))
        if isinstance(expression, cosh):
            return 1 + _dummy(ALLOWED[Ge])
        if isinstance(expression, (erfc, Abs)):
            return _dummy(POSITIVE if isinstance(expression, erfc) else ALLOWED[Ge])
        return _dummy(assumed(expression))


def _around_one(signs: SignSet) -> Expr:
    """Return a positive stand-in for what is above 1, below 1, or on either side of it."""
    if 0 in signs and signs != ANY:
        gap = _dummy(ALLOWED[Ge])
    elif signs in (POSITIVE, NEGATIVE):
        gap = _dummy(POSITIVE)
    else:
        return _dummy(POSITIVE)
    return 1 + gap if -1 not in signs else 1 / (1 + gap)


def _dummy(signs: SignSet) -> Expr:
    if signs == ZERO:
        return S.Zero
    known: dict[SignSet, dict[str, bool]] = {
        POSITIVE: {"positive": True}, NEGATIVE: {"negative": True}, ALLOWED[Ge]: {"nonnegative": True},
        ALLOWED[Le]: {"nonpositive": True}, ALLOWED[Ne]: {"real": True, "zero": False},
    }  # fmt: skip
    return Dummy("g", **known.get(signs, {"real": True}))


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


def _times(one: SignSet, other: SignSet) -> SignSet:
    return frozenset(first * second for first in one for second in other)


def _power(signs: SignSet, power: int) -> SignSet:
    if power < 0 and 0 in signs:
        return ANY
    return frozenset(sign ** abs(power) for sign in signs)


def _plus(parts: list[SignSet]) -> SignSet:
    for side in (1, -1):
        if all(part <= {0, side} for part in parts):
            return frozenset({side}) if any(part == {side} for part in parts) else frozenset().union(*parts)
    return ANY

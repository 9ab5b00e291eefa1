"""Domains written in symbols of known sign, and the signs of expressions and of their factors there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from sympy import (
    Abs,
    Add,
    Basic,
    Dummy,
    Expr,
    FiniteSet,
    Ge,
    Interval,
    Le,
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
)
from sympy.polys.polyerrors import PolynomialError

from dpsym.derive.sign_sets import (
    ALLOWED,
    ANY,
    NEGATIVE,
    POSITIVE,
    ZERO,
    SignSet,
    assumed,
    logarithm,
    plus,
    power_of,
    times,
)

_DEPTH, _MOST_TERMS = 4, 400


def places_of(symbol: Symbol, domain: Set) -> list[Expr]:
    """Return expressions of new symbols, known by their assumptions, whose values fill the domain together."""
    if domain.is_subset(S.Integers) and not isinstance(domain, (FiniteSet, Union)) and domain.inf.is_Integer:
        return [domain.inf + Dummy(symbol.name, integer=True, nonnegative=True)]
    if isinstance(domain, FiniteSet):
        return list(domain.args)
    if isinstance(domain, Union):
        return [place for part in domain.args for place in places_of(symbol, part)]
    if not isinstance(domain, Interval):
        return [symbol]
    low, high = domain.start, domain.end
    if low.is_infinite and high.is_infinite:
        return [symbol if symbol.is_extended_real else Dummy(symbol.name, real=True)]
    finite = [end for end in (low, high) if end.is_finite]
    steps = bool(symbol.is_integer and len(finite) == 1 and finite[0].is_integer)
    inside = Dummy(symbol.name, positive=True, **({"integer": True} if steps else {}))
    if not low.is_infinite and not high.is_infinite:  # between the ends, in a scale from 0 to infinity
        places = [(low + high * inside) / (1 + inside)]
    else:
        places = [high - inside if low.is_infinite else low + inside]
    ends = [end for end, is_open in ((low, domain.left_open), (high, domain.right_open)) if not is_open]
    return places + [end for end in ends if not end.is_infinite]


class Chart:
    """One way in which the symbols stand for new ones of known sign, and what the hypotheses say there."""

    def __init__(self, places: Mapping[Symbol, Expr], relations: list[Basic]) -> None:
        self.places = dict(places)
        self.stand_ins: dict[Expr, Expr] = {}
        self.facts: dict[Expr, SignSet] = {}
        self.is_empty = False
        """Whether a hypothesis is shown to hold nowhere in it."""
        scalar = [each for each in relations if type(each) in ALLOWED and each.free_symbols <= set(places)]
        for _ in range(2):  # a second time with what the first has told
            for relation in scalar:
                self._learn(self._placed(relation.lhs - relation.rhs), ALLOWED[type(relation)])

    def signs(self, expression: Expr) -> SignSet:
        return self._signs(self._placed(expression), _DEPTH)

    def _placed(self, expression: Expr) -> Expr:
        return expression.xreplace(self.places)

    def _learn(self, margin: Expr, allowed: SignSet) -> None:
        """Note the sign of the one factor of a margin that was open; the chart is empty where none is left."""
        outer, parts = self._factors(margin, _DEPTH)
        open_parts: list[tuple[Expr, int]] = []
        for part, power in parts:
            signs = self._power_signs(part, power)
            if len(signs) > 1:
                open_parts.append((part, power))
            else:
                outer = times(outer, signs)
        if not open_parts:
            self.is_empty |= not outer & allowed
        if len(open_parts) != 1 or outer not in (POSITIVE, NEGATIVE):
            return
        part, power = open_parts[0]
        if power % 2 and part.is_extended_real:
            signs = times(allowed, outer)
            known = times(self.facts[-part], NEGATIVE) if -part in self.facts else ANY
            self.facts[part] = self.facts.get(part, known) & (signs if power > 0 else signs - {0})
            self.is_empty |= not self.facts[part]

    def _signs(self, expression: Expr, depth: int) -> SignSet:
        signs = assumed(expression)
        if len(signs) == 1 or depth == 0 or not expression.free_symbols:
            return signs
        if expression.is_Add and len(expression.args) == 2:
            one, other = expression.args
            found = self._difference(one, other, depth)
            if found != ANY:
                return found
        found, parts = self._factors(expression, depth)
        for part, power in parts:
            found = times(found, self._power_signs(part, power))
        if found == ANY and expression.is_Mul:
            found = reduce(times, (self._signs(part, depth - 1) for part in expression.args))
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
            found = times(found, power_of(assumed(number), power))
            parts += [(part, power * times) for part, times in factors]
        return found, parts

    def _power_signs(self, part: Expr, power: int) -> SignSet:
        return power_of(self._factor_signs(part), power) if part.is_extended_real else ANY

    def _factor_signs(self, part: Expr) -> SignSet:
        for side, turn in ((part, POSITIVE), (-part, NEGATIVE)):
            if side in self.facts:
                return times(self.facts[side], turn)
        signs = assumed(part)
        if len(signs) == 1 or not part.is_Add:
            return signs
        terms = Add.make_args(expand(part))
        if len(terms) > _MOST_TERMS:
            return signs
        found = self._sum_signs(terms)
        for fact, known in self.facts.items():
            if found == ANY and fact.is_Add:  # a sum of what is known and a rest
                for number in (1, -1):
                    rest = expand(part - number * fact)
                    if rest.count_ops() < part.count_ops():
                        found &= plus([times(known, frozenset({number})), self._factor_signs(rest)])
        return found & signs or signs

    def _sum_signs(self, terms: Iterable[Expr]) -> SignSet:
        return plus([reduce(times, map(assumed, Mul.make_args(term))) for term in terms])

    def _difference(self, one: Expr, other: Expr, depth: int) -> SignSet:
        """Return the signs of a sum of a positive and a negative term: those of the difference of their logarithms; and the other way round."""
        inner = depth - 1
        if isinstance(one, log) != isinstance(other, log) and isinstance(-one, log) != isinstance(-other, log):
            above, below = (one, -other) if isinstance(one, log) else (other, -one)
            if self._signs(above.args[0], inner) == self._signs(below.args[0], inner) == POSITIVE:
                return self._signs(above.args[0] - below.args[0], inner)
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
        argument = expression.args[0]
        if not self._is_real(expression, inner):
            return Dummy("g")
        if isinstance(expression, exp):
            return _around_one(self._signs(argument, inner))
        if isinstance(expression, Pow):
            if self._signs(argument, inner) != POSITIVE:
                return _dummy(ALLOWED[Ge])
            return _around_one(times(self._signs(argument - 1, inner), self._signs(expression.exp, inner)))
        if isinstance(expression, log):
            return _dummy(self._signs(argument - 1, inner))
        if isinstance(expression, (sinh, tanh, erf)):
            return _dummy(self._signs(argument, inner))
        if isinstance(expression, cosh):
            return 1 + _dummy(ALLOWED[Ge])
        if isinstance(expression, (erfc, Abs)):
            return _dummy(POSITIVE if isinstance(expression, erfc) else ALLOWED[Ge])
        return _dummy(assumed(expression))

    def _is_real(self, expression: Expr, depth: int) -> bool:
        """Return True if the expression is shown to be a real number, supposing that nothing is divided by 0."""
        if expression.is_extended_real:
            return True
        if isinstance(expression, log):
            return self._signs(expression.args[0], depth) == POSITIVE
        if isinstance(expression, Pow) and not isinstance(expression, exp) and not expression.exp.is_Integer:
            signs = self._signs(expression.base, depth)
            return signs <= ALLOWED[Ge] and self._is_real(expression.exp, depth)
        plain = (Add, Mul, Pow, exp, sinh, cosh, tanh, erf, erfc, Abs)
        return isinstance(expression, plain) and all(self._is_real(part, depth) for part in expression.args)


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
        POSITIVE: {"positive": True},
        NEGATIVE: {"negative": True},
        ALLOWED[Ge]: {"nonnegative": True},
        ALLOWED[Le]: {"nonpositive": True},
        ALLOWED[Ne]: {"real": True, "zero": False},
    }
    return Dummy("g", **known.get(signs, {"real": True}))

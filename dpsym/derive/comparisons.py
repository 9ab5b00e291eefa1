"""Comparisons with nothing in them that does not matter: positive factors, denominators, logarithms and like powers on both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from sympy import And, Basic, Dummy, Eq, Expr, Ge, Gt, Integer, Le, Lt, Mul, Ne, Not, Or, Pow, S, exp, log
from sympy.core.relational import Relational

from dpsym.derive.cost import cost
from dpsym.derive.quotients import Quotient, TooLongError, as_exponentials
from dpsym.derive.sign_sets import ALLOWED, ANY, SignSet

Shorten = Callable[[Expr], Expr]
Sign = Callable[[Expr], int | None]
Fact = tuple[Expr, SignSet]
"""An expression, and the signs that it may have."""
_MOST_STEPS = 6


class Known:
    """What is known of signs: the assumptions on the symbols, and facts.

    Parameters
    ----------
    shorten, sign : callable
        The short form of an expression, and the sign that its symbols give it (None where they leave it open).
    facts : tuple of Fact, optional
        Whose expressions are cores.
    """

    def __init__(self, shorten: Shorten, sign: Sign, facts: tuple[Fact, ...] = ()) -> None:
        self.shorten, self.sign, self.facts = shorten, sign, facts

    def given(self, *conditions: Basic) -> Known:
        """Return what is known where conditions hold besides."""
        found = [fact for condition in conditions for fact in self._facts(condition)]
        return Known(self.shorten, self.sign, (*self.facts, *found)) if found else self

    def denied(self, condition: Basic) -> Known:
        """Return what is known where a condition fails."""
        return self.given(*(Not(part) for part in Or.make_args(condition) if isinstance(part, Relational)))

    def _facts(self, condition: Basic) -> Iterator[Fact]:
        for part in And.make_args(condition):
            if type(part) in ALLOWED:
                core, turn = self.core(part.lhs - part.rhs)
                yield core, frozenset(turn * each for each in ALLOWED[type(part)])

    def core(self, margin: Expr) -> tuple[Expr, int]:
        """Return an expression that has the sign of a margin, times the number 1 or -1 that is returned too."""
        return _core(margin, self.shorten, self.sign)

    def signs(self, value: Expr) -> SignSet:
        """Return the signs that a value may have."""
        core, turn = self.core(value)
        return frozenset(turn * each for each in self._signs_of(core))

    def _signs_of(self, core: Expr) -> SignSet:
        known = self.sign(core)
        if known is not None:
            return frozenset({known})
        found = ANY
        for fact, allowed in self.facts:
            if fact == core:
                found &= allowed
            elif fact == -core:
                found &= frozenset(-each for each in allowed)
        return found if found != ANY else self._by_order(core)

    def _by_order(self, core: Expr) -> SignSet:
        """Return the signs that follow from the order of two positive symbols, the greater written as the lesser and a positive rest."""
        for fact, allowed in self.facts:
            if len(allowed) == 1 and allowed != {0} and fact.is_Add and len(fact.args) == 2 and fact.free_symbols:
                greater, lesser = fact.args
                if (-greater).is_Symbol:
                    greater, lesser = lesser, greater
                if not greater.is_Symbol or not (-lesser).is_Symbol:
                    continue
                greater, lesser = (greater, -lesser) if allowed == {1} else (-lesser, greater)
                if not (lesser.is_positive and core.has(greater) and core.has(lesser)):
                    continue
                known = self.sign(self.shorten(core.xreplace({greater: lesser + Dummy(positive=True)})))
                if known is not None:
                    return frozenset({known})
        return ANY

    def told(self, condition: Basic) -> Basic:
        """Return a condition in short: true or false where it is decided, without parts that follow from others."""
        if isinstance(condition, And):
            return self._together(condition)
        if isinstance(condition, Or):
            return Or(*(self.told(part) for part in condition.args))
        if type(condition) not in ALLOWED or not all(isinstance(side, Expr) for side in condition.args):
            return condition
        allowed = ALLOWED[type(condition)]
        core, turn = self.core(condition.lhs - condition.rhs)
        possible = frozenset(turn * each for each in self._signs_of(core))
        if possible <= allowed:
            return S.true
        if not possible & allowed:
            return S.false
        kind = Eq if possible & allowed == {0} and len(possible) < 3 else type(condition)
        return self._shown(kind, condition, core, turn)

    def _together(self, condition: And) -> Basic:
        parts = list(condition.args)
        for place in range(len(parts)):
            others = [part for spot, part in enumerate(parts) if spot != place and part is not S.true]
            parts[place] = self.given(*others).told(parts[place])
        return And(*parts)

    def _shown(self, kind: type[Relational], condition: Relational, core: Expr, turn: int) -> Basic:
        """Return the cheapest of a comparison as it stands, with short sides, and of the parts of its core with either sign."""
        core = self.shorten(core)
        above = core.func(*(term for term in core.args if not term.could_extract_minus_sign())) if core.is_Add else core
        below = above - core
        made = kind if turn > 0 else {Gt: Lt, Ge: Le, Lt: Gt, Le: Ge, Ne: Ne, Eq: Eq}[kind]
        if above == 0:
            above, below, made = below, above, {Gt: Lt, Ge: Le, Lt: Gt, Le: Ge, Ne: Ne, Eq: Eq}[made]
        found = [made(above, below)]
        if isinstance(condition, kind):
            found = [kind(*(self.shorten(side) for side in condition.args)), *found, condition]
        return min((each for each in found if isinstance(each, Relational)), key=_cost, default=condition)


def _cost(condition: Relational) -> int:
    """Return what a comparison costs its reader, two less where it says where a symbol lies."""
    return cost(condition) - 2 * any(side.is_Symbol for side in condition.args)


@lru_cache(maxsize=4096)
def _core(margin: Expr, shorten: Shorten, sign: Sign) -> tuple[Expr, int]:
    turn = 1
    for _ in range(_MOST_STEPS):
        margin, change = _without_factors(_factored(margin, shorten), sign)
        turn *= change
        deeper = _deeper(margin, sign)
        if deeper is None:
            break
        margin, change = deeper
        turn *= change
    return margin, turn


def _factored(margin: Expr, shorten: Shorten) -> Expr:
    if not margin.is_Add and not margin.is_Mul:
        return margin
    short = shorten(margin)
    if not short.is_Add and not short.is_Mul:
        return short
    try:
        return Quotient(as_exponentials(short), shorten).fraction()
    except TooLongError:
        return short


def _without_factors(margin: Expr, sign: Sign) -> tuple[Expr, int]:
    turn, rest = 1, S.One
    for part in Mul.make_args(margin):
        known = sign(part)
        if known in (1, -1):
            turn *= known
        elif isinstance(part, Pow) and not isinstance(part, exp) and part.exp.is_odd:
            rest *= part.base
        else:
            rest *= part
    if rest.is_Number or not rest.is_Add:
        return (rest, turn) if rest is not S.One else (Integer(turn), 1)
    rest = rest.primitive()[1]
    return (-rest, -turn) if rest.could_extract_minus_sign() else (rest, turn)


def _deeper(margin: Expr, sign: Sign) -> tuple[Expr, int] | None:
    """Return what the sign of a logarithm or of a difference of two positive powers hangs on; None of other expressions."""
    if isinstance(margin, log) and sign(margin.args[0]) == 1:
        return margin.args[0] - 1, 1
    if not margin.is_Add or len(margin.args) != 2:
        return None
    one, other = margin.args
    if sign(one) == -1:
        one, other = other, one
    if sign(one) != 1 or sign(other) != -1:
        return None
    other = -other
    exponents = [S.Zero if each == 1 else each.args[0] if isinstance(each, exp) else None for each in (one, other)]
    if None not in exponents:
        return exponents[0] - exponents[1], 1
    (base, power), (below, same) = one.as_base_exp(), other.as_base_exp()
    turn = sign(power) if power == same and power != 1 else None
    return (base - below, turn) if turn in (1, -1) else None

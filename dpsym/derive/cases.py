"""The short form of a case distinction: flat, without cases that cannot occur, each condition as a comparison of short sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sympy import And, Basic, Expr, Ge, Gt, Le, Lt, Max, Min, Mul, Ne, Or, Piecewise, Pow, S, ceiling, exp, floor, log
from sympy.core.relational import Relational

Shorten = Callable[[Expr], Expr]
Sign = Callable[[Expr], int | None]
Fact = tuple[Expr, bool]
"""What is positive, or at least not negative (False)."""
_ORDERED = (Ge, Gt, Le, Lt)


def short(expression: Piecewise, shorten: Shorten, sign: Sign) -> Expr:
    """Return a case distinction in its short form; where a condition is not a comparison, it stays."""
    branches: list[tuple[Expr, Basic]] = []
    facts: list[Fact] = []
    for value, condition in _flat(expression, ()):
        told = _simpler(condition, facts, shorten, sign)
        if told is S.false:
            continue
        inside = [*facts, *(fact for part in And.make_args(told) for fact in _facts(part))]
        branches.append((shorten(_decided(value, inside, shorten, sign)), told))
        if told is S.true:
            break
        facts += _denied(told)
    return Piecewise(*branches) if branches else expression


def _flat(expression: Piecewise, outer: tuple[Basic, ...]) -> Iterator[tuple[Expr, Basic]]:
    """Yield the cases, those of a distinction inside of a case each with both conditions."""
    for value, condition in expression.args:
        when = (*outer, condition)
        if isinstance(value, Piecewise) and value.args[-1][1] is S.true:
            yield from _flat(value, when)
        else:
            yield value, And(*when, evaluate=False) if len(when) > 1 else condition


def _facts(condition: Basic) -> Iterator[Fact]:
    if isinstance(condition, (Gt, Ge)):
        yield condition.lhs - condition.rhs, isinstance(condition, Gt)
    elif isinstance(condition, (Lt, Le)):
        yield condition.rhs - condition.lhs, isinstance(condition, Lt)


def _denied(condition: Basic) -> list[Fact]:
    """Return what holds where a condition fails."""
    if isinstance(condition, Or):
        return [fact for part in condition.args for fact in _denied(part)]
    return list(_facts(condition.negated)) if isinstance(condition, _ORDERED) else []


def _sign_given(value: Expr, facts: list[Fact], shorten: Shorten, sign: Sign) -> frozenset[int]:
    """Return the signs that a value may have, given the facts: those of a fact of which it is a multiple of known sign."""
    known = sign(value)
    if known is not None:
        return frozenset({known})
    for fact, is_strict in facts:
        times = sign(shorten(value / fact))
        if times in (1, -1):
            return frozenset({times} if is_strict else {0, times})
    return frozenset({-1, 0, 1})


def _simpler(condition: Basic, facts: list[Fact], shorten: Shorten, sign: Sign) -> Basic:
    if isinstance(condition, (And, Or)):
        parts: list[Basic] = []
        known = list(facts)
        for part in (
            sorted(condition.args, key=lambda each: each.count_ops()) if isinstance(condition, Or) else condition.args
        ):
            parts.append(_simpler(part, known, shorten, sign))
            if isinstance(condition, And):
                known += [fact for each in And.make_args(parts[-1]) for fact in _facts(each)]
        return condition.func(*parts)
    if not isinstance(condition, (*_ORDERED, Ne)):
        return condition
    margin = shorten(condition.lhs - condition.rhs)
    signs = _sign_given(margin, facts, shorten, sign)
    allowed = {Gt: {1}, Ge: {0, 1}, Lt: {-1}, Le: {0, -1}, Ne: {1, -1}}[type(condition)]
    if signs <= allowed:
        return S.true
    if not signs & allowed:
        return S.false
    return _shown(condition, margin, shorten, sign)


def _shown(condition: Relational, margin: Expr, shorten: Shorten, sign: Sign) -> Basic:
    """Return a comparison of the parts of the margin with both signs, positive factors left out; or the one that was given."""
    sides = condition.func(*(shorten(side) for side in condition.args))
    core, turn = _core(margin, sign)
    if core is None or not isinstance(sides, Relational):
        return condition
    core = shorten(core)
    above = core.func(*(term for term in core.args if not term.could_extract_minus_sign())) if core.is_Add else core
    below = above - core
    made = condition.func if turn > 0 else {Gt: Lt, Ge: Le, Lt: Gt, Le: Ge, Ne: Ne}[condition.func]
    if above == 0:
        above, below, made = below, above, {Gt: Lt, Ge: Le, Lt: Gt, Le: Ge, Ne: Ne}[made]
    found = made(above, below)
    return min((each for each in (condition, sides, found) if isinstance(each, Relational)), key=_length)


def _length(condition: Basic) -> int:
    return len(str(condition))


def _core(margin: Expr, sign: Sign) -> tuple[Expr | None, int]:
    """Return what has the sign of a margin, up to the sign that is returned too: its open factor, or a difference of exponents."""
    turn, rest = 1, S.One
    for part in Mul.make_args(margin):
        known = sign(part)
        if known in (1, -1):
            turn *= known
        else:
            rest *= part
    if isinstance(rest, Pow) and not isinstance(rest, exp) and rest.exp.is_odd:
        rest = rest.base
    if isinstance(rest, log) and sign(rest.args[0]) == 1:
        rest = rest.args[0] - 1
    if rest.is_Add and len(rest.args) == 2:
        one, other = rest.args
        if isinstance(-other, exp) and (isinstance(one, exp) or one == 1):
            return (one.args[0] if one != 1 else S.Zero) - (-other).args[0], turn
        if isinstance(-one, exp) and (isinstance(other, exp) or other == 1):
            return (other.args[0] if other != 1 else S.Zero) - (-one).args[0], turn
        if isinstance(one, exp) and other == -1:
            return one.args[0], turn
        if isinstance(other, exp) and one == -1:
            return other.args[0], turn
    return (None, 1) if rest is S.One else (rest, turn)


def _decided(value: Expr, facts: list[Fact], shorten: Shorten, sign: Sign) -> Expr:
    """Put in what the facts decide: a value rounded up or down that lies within a unit, the greater of two, a case inside."""

    def rounded(node: Expr) -> Expr:
        place = node.args[0]
        low = _sign_given(place, facts, shorten, sign)
        if (
            isinstance(node, ceiling)
            and low == {1}
            and 0 not in (_sign_given(shorten(1 - place), facts, shorten, sign) & {-1})
        ):
            return S.One if _sign_given(shorten(1 - place), facts, shorten, sign) <= {0, 1} else node
        return node

    def greatest(node: Expr) -> Expr:
        if len(node.args) != 2:
            return node
        one, other = node.args
        signs = _sign_given(shorten(one - other), facts, shorten, sign)
        is_greatest = isinstance(node, Max)
        if signs <= {0, 1}:
            return one if is_greatest else other
        if signs <= {0, -1}:
            return other if is_greatest else one
        return node

    if not facts:
        return value
    value = value.replace(lambda node: isinstance(node, (ceiling, floor)), rounded)
    return value.replace(lambda node: isinstance(node, (Max, Min)), greatest)

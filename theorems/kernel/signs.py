"""Signs of expressions of parameters and divergences of which only the ranges are known."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import NamedTuple

from sympy import (
    Add,
    Dummy,
    Expr,
    Max,
    Min,
    Mul,
    Number,
    NumberSymbol,
    Pow,
    S,
    Set,
    Symbol,
    binomial,
    cosh,
    exp,
    expand,
    factor_terms,
    fraction,
    log,
    oo,
    preorder_traversal,
    sinh,
    tanh,
    together,
)

SMOOTH = (Add, Mul, Pow, exp, log, tanh, sinh, cosh)
_KNOWN = (*SMOOTH, Symbol, Number, NumberSymbol, Max, Min, binomial)


class Ends(NamedTuple):
    """The ends of the range of a symbol, and whether it leaves them out."""

    low: Expr
    high: Expr
    above_low: bool = False
    below_high: bool = False


Ranges = Mapping[Symbol, Ends]


def ends(values: Set) -> Ends:
    """Return the ends of a set of numbers, infinite where they are not numbers."""
    low, high = values.inf, values.sup
    above, below = (end.is_number and values.contains(end) is S.false for end in (low, high))
    return Ends(low if low.is_number else -oo, high if high.is_number else oo, above, below)


def is_nonnegative(value: Expr, ranges: Ranges) -> bool:
    """Return whether an expression is seen not to be negative where its symbols are in their ranges and it is defined."""
    return _is_signed(value, ranges, is_strict=False)


def is_positive(value: Expr, ranges: Ranges) -> bool:
    """Return whether an expression is seen to be positive where its symbols are in their ranges and it is defined."""
    return _is_signed(value, ranges, is_strict=True)


def grows(value: Expr, name: Symbol, ranges: Ranges) -> bool:
    """Return whether an expression is seen not to decrease in a value."""
    if not value.has(name) or value == name:
        return True
    if isinstance(value, (Add, Max, Min, exp, log, tanh, sinh)) and all(grows(arg, name, ranges) for arg in value.args):
        return True
    if isinstance(value, Mul):
        inside, outside = value.as_independent(name)[::-1]
        if not isinstance(inside, Mul) and is_nonnegative(outside, ranges) and grows(inside, name, ranges):
            return True
    if isinstance(value, Pow) and not value.exp.has(name):
        is_increasing = is_nonnegative(value.exp, ranges) and is_nonnegative(value.base, ranges)
        if is_increasing and grows(value.base, name, ranges):
            return True
    if not _has_slope(value, name) or not all(has_no_pole(power, ranges) for power in value.atoms(Pow)):
        return False
    return is_nonnegative(value.diff(name), ranges)


def has_no_pole(power: Pow, ranges: Ranges) -> bool:
    """Return whether a power is monotone pieces of one sign: it has no pole inside of where it is taken."""
    return any(is_nonnegative(side, ranges) for side in (power.exp, power.base, -power.base))


def _has_slope(value: Expr, name: Symbol) -> bool:
    """Return whether an expression is made of a symbol by what has a derivative."""
    inside = (node for node in preorder_traversal(value) if node.has(name) and node != name)
    return all(isinstance(node, SMOOTH) for node in inside)


def _is_signed(value: Expr, ranges: Ranges, is_strict: bool) -> bool:
    if not all(isinstance(node, _KNOWN) for node in preorder_traversal(value)):
        return False
    powers = {power: _power_range(power, ranges) for power in value.atoms(Pow) if power.exp.free_symbols}
    known = {power: (Dummy(real=True), place) for power, place in powers.items() if place is not None}
    if known:
        placed = value.xreplace({power: name for power, (name, _) in known.items()})
        return _is_signed(placed, {**ranges, **dict(known.values())}, is_strict)
    top, bottom = fraction(together(value))
    if bottom != 1:
        return any(
            _is_signed(sign * top, ranges, is_strict) and is_nonnegative(sign * bottom, ranges)
            for sign in (S.One, -S.One)
        )
    if isinstance(value, Mul) and all(_is_signed(factor, ranges, is_strict) for factor in value.args):
        return True
    if isinstance(value, Pow) and _is_signed(value.base, ranges, is_strict):
        return True
    return _has_sign(value, ranges, is_strict) or any(
        _is_signed_between(value, name, ranges, is_strict) for name in sorted(value.free_symbols & set(ranges), key=str)
    )


def _is_signed_between(value: Expr, name: Symbol, ranges: Ranges, is_strict: bool) -> bool:
    """Return whether the sign is seen at the ends of the range of a symbol in which an expression is linear."""
    low, high, above_low, below_high = ranges[name]
    slope = expand(value).diff(name)
    if slope.has(name) or low is -oo or not _has_slope(value, name):
        return False
    first, last = value.subs(name, low), slope if high is oo else value.subs(name, high)
    if not (is_nonnegative(first, ranges) and is_nonnegative(last, ranges)):
        return False
    if not is_strict:
        return True
    is_first = is_positive(first, ranges)
    if high is oo:
        return is_first or (above_low and is_positive(last, ranges))
    is_last = is_positive(last, ranges)
    return (is_first and (is_last or below_high)) or (is_last and above_low)


def _power_range(power: Pow, ranges: Ranges) -> Ends | None:
    """Return where a power is, if its exponent is not negative and its base on one side of 1."""
    base, exponent = power.base, power.exp
    if not (is_nonnegative(base, ranges) and is_nonnegative(exponent, ranges)):
        return None
    is_inside = is_positive(exponent, ranges)
    if is_nonnegative(1 - base, ranges):
        return Ends(S.Zero, S.One, is_positive(base, ranges), is_inside and is_positive(1 - base, ranges))
    if is_nonnegative(base - 1, ranges):
        return Ends(S.One, oo, is_inside and is_positive(base - 1, ranges))
    return None


def _counts(node: binomial, ranges: Ranges) -> bool:
    """Return whether a binomial coefficient is of whole numbers, the first of which is not negative."""
    return bool(node.args[0].is_integer and node.args[1].is_integer) and is_nonnegative(node.args[0], ranges)


def _has_sign(value: Expr, ranges: Ranges, is_strict: bool) -> bool:
    """Return whether SymPy sees the sign of an expression, or of its factors, from the signs of the symbols."""
    known = {}
    for name, (low, high, above_low, below_high) in ranges.items():
        if low >= 0:
            known[name] = low + (Dummy(positive=True) if above_low else Dummy(nonnegative=True))
        elif high <= 0:
            known[name] = high - (Dummy(positive=True) if below_high else Dummy(nonnegative=True))
        else:
            known[name] = Dummy(real=True)
    counts = {node: Dummy(nonnegative=True) for node in value.atoms(binomial) if _counts(node, ranges)}
    placed = value.xreplace(counts).xreplace(known)
    grown: dict[Expr, Symbol] = {}

    def freed(node: Expr) -> Expr:
        """Return an exponential as one plus what it is above one, as far as the sign of its exponent is seen."""
        for exponent, power in ((node.args[0], 1), (-node.args[0], -1)):
            if exponent.is_nonnegative:
                is_above = bool(exponent.is_positive)
                more = Dummy(positive=True) if is_above else Dummy(nonnegative=True)
                return (1 + grown.setdefault(exponent, more)) ** power
        return node

    top, bottom = fraction(together(expand(placed).replace(lambda node: isinstance(node, exp), freed)))
    forms = (placed, expand(placed), factor_terms(placed), *([expand(top)] if bottom.is_positive else []))
    with contextlib.suppress(ValueError):  # of a comparison of what is not real
        return any(form.is_positive if is_strict else form.is_nonnegative for form in forms)
    return False

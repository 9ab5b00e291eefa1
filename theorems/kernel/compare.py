"""Whether a statement that was read back from Coq is that of the entry: symbol by symbol, and its scalars at random points too."""

from __future__ import annotations

import random
from collections.abc import Sequence

from mpmath import mp, mpf
from sympy import Basic, Dummy, Expr, Integral, Interval, Max, Min, Rational, S, Set, Sum, Symbol, lambdify
from sympy.core.relational import Relational

from dpsym.distributions import Law, Probability
from dpsym.divergences import Divergence
from dpsym.divergences.conditional import KernelRenyi
from dpsym.divergences.curve import ProfileEnvelope, TradeOffConjugate
from dpsym.divergences.least import ConcentratedBudget, DominationGap
from dpsym.divergences.overall import Greatest, Least, Total, UpTo, Worst
from dpsym.divergences.paths import AlongPath
from theorems.entry import Theorem
from theorems.kernel.reader import Read

_POINTS, _DIGITS = 5, 30
_OF_LAWS = (
    Divergence,
    KernelRenyi,
    Probability,
    Worst,
    Total,
    AlongPath,
    DominationGap,
    ConcentratedBudget,
    TradeOffConjugate,
    ProfileEnvelope,
)


def difference(entry: Theorem, found: Read) -> str:
    """Return how what was read differs from the entry, empty if it does not."""
    domain = {variable: _plain(values) for variable, values in entry.domain.items()}
    if list(domain.items()) != [(variable, _plain(values)) for variable, values in found.domain.items()]:
        return f"the domain is {found.domain}, not {domain}"
    if len(entry.hypotheses) != len(found.hypotheses) or found.statement is None:
        return f"the hypotheses are {found.hypotheses}, not {entry.hypotheses}"
    pairs = zip((*entry.hypotheses, entry.statement), (*found.hypotheses, found.statement), strict=True)
    points = _points(entry)
    for one, other in pairs:
        if not _same(one, other, points):
            return f"it says {other}, not {one}"
    return ""


def _plain(values: Set) -> Set:
    return Interval(S.NegativeInfinity, S.Infinity) if values == S.Reals else values


def _points(entry: Theorem) -> list[dict[Symbol, Rational]]:
    """Return random rational points of the typical box, whole numbers for integers."""
    source = random.Random(entry.id)
    found = []
    for _ in range(_POINTS):
        point = {}
        for symbol, (low, high) in entry.typical.items():
            low, high = Rational(low), Rational(high)
            value = low + (high - low) * Rational(source.randint(1, 9999), 10000)
            point[symbol] = Rational(round(value)) if symbol.is_integer else value
        found.append(point)
    indices = {node.args[1]: Rational(3) for part in (entry.statement, *entry.hypotheses) for node in part.atoms(UpTo)}
    return [{**indices, **point} for point in found]


def _same(one: Basic, other: Basic, points: Sequence[dict[Symbol, Rational]]) -> bool:
    if isinstance(one, Relational):
        alike = type(one) is type(other) and len(one.args) == len(other.args)
        return alike and all(_same(*pair, points) for pair in zip(one.args, other.args, strict=True))
    if isinstance(one, Expr) and not _is_head(one):
        return isinstance(other, Expr) and not _is_head(other) and _same_scalar(one, other, points)
    if type(one) is not type(other) or len(one.args) != len(other.args):
        return False
    if isinstance(one, Integral) and isinstance(other, Integral):
        variable, *ends = one.limits[0]
        renamed, *others = other.limits[0]
        pairs = ((one.function, other.function.xreplace({renamed: variable})), *zip(ends, others, strict=True))
        return all(_same(*pair, [{variable: Rational(13, 7), **point} for point in points]) for pair in pairs)
    if not isinstance(one, (*_OF_LAWS, Law)) or getattr(one, "is_law_variable", False):
        return bool(one == other)
    return all(_same(*pair, points) for pair in zip(one.args, other.args, strict=True))


def _is_head(node: Basic) -> bool:
    return isinstance(node, (*_OF_LAWS, Integral))


def _heads(node: Basic) -> list[Basic]:
    if _is_head(node):
        return [node]
    return list(dict.fromkeys(head for arg in node.args for head in _heads(arg)))


def _same_scalar(one: Expr, other: Expr, points: Sequence[dict[Symbol, Rational]]) -> bool:
    """Return whether two expressions agree: their divergences one by one, and their values with any numbers in place of these."""
    left, right = _heads(one), _heads(other)
    if len(left) != len(right):
        return False
    names: dict[Basic, Dummy] = {}
    others: dict[Basic, Dummy] = {}
    for head in left:
        match = next((each for each in right if each not in others and _same(head, each, points)), None)
        if match is None:
            return False
        names[head] = others[match] = Dummy(positive=True)
    one, other = one.xreplace(names), other.xreplace(others)
    if one.free_symbols != other.free_symbols:
        return False
    if one in (S.Infinity, S.NegativeInfinity) or other in (S.Infinity, S.NegativeInfinity):
        return bool(one == other)
    values = {dummy: Rational(7 * index + 5, 11) for index, dummy in enumerate(names.values())}
    return all(_near(one, other, {**point, **values}) for point in points)


def _ordered(side: Expr) -> Expr:
    """Return an expression with the sums and extremes that SymPy knows, still without an attempt to order what is in these."""
    side = side.replace(UpTo, lambda value, index, low, high: Sum(value, (index, low, high)))
    for kind, known in ((Greatest, Max), (Least, Min)):
        side = side.replace(kind, lambda *values, known=known: known(*values, evaluate=False))
    return side


def _near(one: Expr, other: Expr, point: dict[Symbol, Rational]) -> bool:
    """Return whether two expressions have the same real value at a point, to many digits."""
    symbols = sorted(one.free_symbols, key=str)
    with mp.workdps(_DIGITS + 20):
        arguments = [int(point[s]) if s.is_integer else mpf(point[s].p) / point[s].q for s in symbols]
        try:
            left, right = (lambdify(symbols, _ordered(side), "mpmath")(*arguments) for side in (one, other))
        except (ZeroDivisionError, ValueError):  # a pole
            return bool(one == other)
        if mp.im(left) or mp.im(right) or not (mp.isfinite(left) and mp.isfinite(right)):
            return bool(one == other)
        return bool(abs(left - right) <= mpf(10) ** -_DIGITS * max(1, abs(left)))

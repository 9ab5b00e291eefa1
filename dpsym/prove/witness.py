"""Points at which an inequality certainly fails, simple ones first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

import sympy as sp
from flint import arb, ctx

from dpsym.ball import Ball, as_fraction, to_fmpq
from dpsym.enclose.expression import enclose
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError, UndecidedError
from dpsym.prove.statement import Span, Spans

Point = dict[sp.Symbol, sp.Rational]
_SIMPLE = (
    [Fraction(n) for n in (1, 2, 3, 5, 10, 20, 50, 100)]
    + [Fraction(1, n) for n in (2, 3, 4, 10, 50, 1000)]
    + [Fraction(3, 2), Fraction(2, 3), Fraction(3, 4), Fraction(9, 10), Fraction(99, 100)]
)
_FAR = [
    sp.Integer(10) ** power for power in (3, 6, 9, 12)
]  # distances where an interval has no end, in one or two variables
_FEW = {1: len(_SIMPLE), 2: 12, 3: 6}  # distances from an end that are tried, by the number of variables
_DIGITS = (20, 60, 240)
_DENOMINATORS = (1, 2, 3, 4, 5, 8, 10, 20, 50, 100, 1000)


def witness(left: sp.Expr, right: sp.Expr, spans: Spans, seeds: Iterable[Point] = ()) -> tuple[Point, Ball] | None:
    """Return the simplest point found where ``left <= right`` certainly fails, with a ball for right - left, or None."""
    gap = right - left
    seeded = [near for seed in seeds for near in _simpler(seed, spans)]
    for point in (*sorted(seeded, key=_length), *candidates(spans)):
        if _seems_negative(gap, point):
            margin = certified_gap(left, right, point)
            if margin is not None and margin.is_negative():
                return point, margin
    return None


def candidates(spans: Spans) -> list[Point]:
    """Return simple points of a box, the simplest first."""
    few = _FEW.get(len(spans), 4)
    far = _FAR if len(spans) < 3 else []
    axes = [_axis(span, few, far) for span in spans.values()]
    return sorted((dict(zip(spans, point, strict=True)) for point in product(*axes)), key=_length)


def certified_gap(left: sp.Expr, right: sp.Expr, point: Point) -> Ball | None:
    """Return a ball for right - left at a point, away from 0, or None."""
    for digits in _DIGITS:
        try:
            below, above = (enclose(side, point, digits) for side in (left, right))
            gap = above - below
        except UndecidedError:
            continue
        except DpsymError:
            return None
        if gap.is_negative() or gap.is_positive():
            return gap
    return None


def holds(kind: str, margin: Ball) -> bool:
    """Whether a comparison holds of two numbers of which the difference is known, exactly or away from 0."""
    if margin.is_positive():
        return kind in ("<=", "<", "!=")
    return kind in ("<=", "==") if not margin.is_negative() else kind == "!="


def _seems_negative(gap: sp.Expr, point: Point) -> bool:
    with ctx.workprec(128):
        try:
            leaves = {symbol: to_fmpq(as_fraction(value)) for symbol, value in point.items()}
            return bool(arb(Walker(leaves)(gap)) < 0)
        except DpsymError:
            return False


def inside(point: Point, spans: Spans) -> bool:
    """Whether a point belongs to a box."""
    return all(_belongs(value, spans[symbol]) for symbol, value in point.items())


def _belongs(value: sp.Rational, span: Span) -> bool:
    return bool(span.low < value < span.high) or value in span.closed


def _axis(span: Span, few: int, far: list[sp.Integer]) -> list[sp.Rational]:
    low, high = span.low, span.high
    width = high - low
    offsets = (
        [sp.Rational(f.numerator, f.denominator) for f in _SIMPLE[:few]]
        if few == len(_SIMPLE)
        else [
            sp.Rational(f.numerator, f.denominator)
            for f in (
                *_SIMPLE[:4],
                Fraction(1, 2),
                Fraction(1, 4),
                Fraction(1, 10),
                *_SIMPLE[4:7],
                Fraction(1, 50),
                Fraction(1, 1000),
            )
        ][:few]
    )
    found = set(span.closed)
    for offset in [*offsets, *([] if width.is_finite else far)]:
        if low.is_finite:
            found |= {low + offset, low + offset * width if width.is_finite else low + offset}
        elif high.is_finite:
            found.add(high - offset)
        else:
            found |= {offset, -offset, sp.S.Zero}
    return [value for value in found if _belongs(value, span)]


def _simpler(seed: Point, spans: Spans) -> Iterator[Point]:
    for denominator in _DENOMINATORS:
        near = {symbol: sp.Rational(round(value * denominator), denominator) for symbol, value in seed.items()}
        if inside(near, spans):
            yield near
    if inside(seed, spans):
        yield seed


def _length(point: Point) -> tuple[int, int]:
    return sum(int(value.q) for value in point.values()), sum(abs(int(value.p)) for value in point.values())

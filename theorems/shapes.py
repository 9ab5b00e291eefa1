"""Shapes of laws that are hard on statements: pairs that are extreme, nearly equal or attain a promise, chains, images under kernels."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sympy import Rational, S

from dpsym.distributions import Finite

_DRAWN = 0.5
"""How often kernels of a special shape are drawn as others are."""
Masses = list[Rational]
Pair = tuple[Masses, Masses]


def rows_of(rows: int, answers: int, source: random.Random, full: bool) -> list[Pair]:
    """Return the rows of two kernels: all drawn by themselves, all alike, or alike but for one, which may be turned."""
    common = pair_of(answers, source, full)
    how = source.randrange(4)
    found = [common if how else pair_of(answers, source, full) for _ in range(rows)]
    if how == 1:
        found[source.randrange(rows)] = pair_of(answers, source, full)
    if how == 2:
        found[source.randrange(rows)] = common[1], common[0]
    return found


def merging(rows: int, answers: int, source: random.Random, full: bool) -> list[Pair]:
    """Return the rows of a kernel, each with itself: often of one that merges points and changes nothing else."""
    if source.random() < _DRAWN:
        return rows_of(rows, answers, source, full)
    kept = [masses([int(point == min(place, answers - 1)) for point in range(answers)], full) for place in range(rows)]
    return [(one, one) for one in kept]


def streams(rows: int, answers: int, source: random.Random, full: bool) -> list[Pair]:
    """Return the odds of the answers of a stream: drawn as rows are, or all far from the threshold and moving alike but for the last."""
    if source.random() < _DRAWN:
        return rows_of(rows, answers, source, full)
    tilt = source.choice((Rational(101, 100), Rational(3, 2), 2, 10))
    above, below = (Rational(10) ** (side * source.choice((0, 1, 3, 6))) for side in (1, -1))
    odds = [(above, above * tilt)] * (rows - 1) + [(below * tilt, below)]
    rest = [0] * (answers - 2)
    return [(masses([one, 1, *rest], full), masses([other, 1, *rest], full)) for one, other in odds]


def chains(length: int, answers: int, source: random.Random, full: bool) -> list[Pair]:
    """Return the laws of a chain, each with itself."""
    return [(one, one) for one in _chain(length, answers, source, full)]


def _chain(length: int, answers: int, source: random.Random, full: bool) -> list[Masses]:
    """Return successive laws: drifting by a constant factor, or by one that falls, or drawn by themselves."""
    how = source.randrange(4)
    if how == 0:
        least = source.choice((0, 1, 1, 1))
        return [masses([source.randint(least, 9) for _ in range(answers)], full) for _ in range(length)]
    factor = 1 + Rational(1, source.choice((1, 2, 5, 20)))
    if how == 3:  # the chain that attains the factor on delta: mass falls from all to nothing at one point
        open_ends = source.choice((0, 1, 1))
        share = [Rational(step + open_ends, length - 1 + 2 * open_ends) for step in range(length)]
        return [masses([1 - part, part, *([S.Zero] * (answers - 2))], full) for part in share]
    powers = [step if how == 1 else step * step for step in range(length)]
    return [masses([factor ** (power * place) for place in range(answers)], full) for power in powers]


def images(first: Finite, second: Finite, source: random.Random, answers: int) -> tuple[Finite, Finite]:
    """Return the images of two laws under a random kernel, often one that merges points and loses as little as can be."""
    size = len(first.masses)
    rows = []
    for place in range(size):
        if source.random() < 0.7:
            rows.append([S.One if point == min(place, answers - 1) else S.Zero for point in range(answers)])
        else:
            rows.append(masses([source.randint(0, 6) for _ in range(answers)], False))
    one, other = (
        [sum((mass * row[point] for mass, row in zip(law.masses, rows)), S.Zero) for point in range(answers)]
        for law in (first, second)
    )
    return Finite(*one), Finite(*other)


def mixed(laws: list[Finite], source: random.Random) -> Finite:
    """Return one of some laws, or what lies between them."""
    weights = masses([source.choice((0, 0, 1, 2)) for _ in laws], False)
    columns = zip(*(law.masses for law in laws), strict=True)
    return Finite(*(sum((w * mass for w, mass in zip(weights, column, strict=True)), S.Zero) for column in columns))


def pair_of(size: int, source: random.Random, full: bool) -> Pair:
    """Return two laws on so many points, of a random shape."""
    first, second = weights_of(size, source)
    return masses(first, full), masses(second, full)


def weights_of(size: int, source: random.Random) -> Any:
    """Return the masses of two laws up to a factor, of a random shape."""
    return source.choice(_SHAPES)(size, source)


def masses(weights: list[Any], full: bool) -> Masses:
    """Return weights as masses; zeros are replaced where the support must be full."""
    least = Rational(1, 10**6) if full else S.Zero
    numbers = [Rational(weight) or least for weight in weights]
    total = sum(numbers, S.Zero)
    return [number / total for number in numbers] if total else [S.One / len(numbers)] * len(numbers)


def _any(size: int, source: random.Random) -> Pair:
    return tuple([source.randint(1, 12) for _ in range(size)] for _ in range(2))  # type: ignore[return-value]


def _with_zeros(size: int, source: random.Random) -> Pair:
    return tuple([source.randint(0, 4) for _ in range(size)] for _ in range(2))  # type: ignore[return-value]


def _close(size: int, source: random.Random) -> Pair:
    tiny = Rational(1, 10 ** source.randint(1, 9))
    first = [source.randint(1, 9) for _ in range(size)]
    return first, [weight + source.randint(-1, 1) * tiny for weight in first]


def _extreme(size: int, source: random.Random) -> Pair:
    def weights() -> Masses:
        return [Rational(source.randint(1, 9), 10 ** source.choice((0, 0, 1, 3, 6, 9))) for _ in range(size)]

    return weights(), weights()


def _response(size: int, source: random.Random) -> Pair:
    """Return randomized response: losses of two sizes alone, and points that tell nothing."""
    odds = source.choice((Rational(21, 20), Rational(3, 2), 2, 3, 10, 1000))
    rest = [source.choice((0, 0, 1)) for _ in range(size - 2)]
    return [odds, 1, *rest], [1, odds, *rest]


def _leak(size: int, source: random.Random) -> Pair:
    """Return the worst pair of an approximate promise, as far as there are points: randomized response that may tell all."""
    odds, told = source.choice((1, 2, 5)), source.choice((Rational(1, 10**6), Rational(1, 10), 1))
    if size < 4:
        return [told, *[1] * (size - 1)], [0, *[1] * (size - 1)]
    rest = [0] * (size - 4)
    return [told, odds, 1, 0, *rest], [0, 1, odds, told, *rest]


def _same(size: int, source: random.Random) -> Pair:
    first = [source.randint(0, 5) for _ in range(size)]
    return first, first


_SHAPES: tuple[Callable[[int, random.Random], Any], ...] = (
    _any,
    _any,
    _with_zeros,
    _close,
    _extreme,
    _response,
    _response,
    _leak,
    _same,
)

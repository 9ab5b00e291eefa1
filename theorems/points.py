"""Where statements are tried: simple rationals first, then a Sobol set over the typical box; small finite laws for law variables."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from sympy import And, Basic, Integer, Rational, S, Set, Symbol, preorder_traversal

from theorems.compare import compare
from theorems.entry import Theorem
from theorems.errors import VacuousError

Point = dict[Basic, Any]

_SIMPLE = tuple(
    map(Rational, ("1", "2", "1/2", "3", "0", "3/2", "1/3", "4", "1/4", "5", "2/3", "3/4", "8", "1/10", "10", "-1"))
)
_DENOMINATOR = 40
_REMEMBERED = 64
_DRAWN: dict[tuple[Any, ...], list[Point]] = {}
CACHES = ("_DRAWN",)
"""What is emptied when it is to be seen what runs."""


def points(theorem: Theorem, count: int, seed: int = 0) -> list[Point]:
    """Return up to `count` admissible points of the scalar symbols: simple ones first, then Sobol points of the typical box.

    Raises
    ------
    VacuousError
        If no point is admissible.
    """
    return drawn(_points, theorem, count, seed)


def drawn(draw: Callable[[Theorem, int, int], list[Point]], theorem: Theorem, count: int, seed: int) -> list[Point]:
    """Return the points that were drawn before for the same space: the checks of an entry, and of its mutants, share them."""
    ends = ((symbol, tuple(map(Rational, pair))) for symbol, pair in theorem.typical.items())
    key = (draw, theorem.id, tuple(theorem.domain.items()), tuple(ends), theorem.hypotheses, count, seed)
    if key not in _DRAWN:
        if len(_DRAWN) >= _REMEMBERED:
            _DRAWN.clear()
        _DRAWN[key] = draw(theorem, count, seed)
    return [dict(point) for point in _DRAWN[key]]


def _points(theorem: Theorem, count: int, seed: int) -> list[Point]:
    symbols = [symbol for symbol in theorem.domain if isinstance(symbol, Symbol)]
    if not symbols:
        return [{}]
    simple = itertools.islice(admissible(theorem, _simple_points(theorem, symbols)), (count + 1) // 2)
    spread = admissible(theorem, _sobol_points(theorem, symbols, 8 * count, seed))
    found: list[Point] = []
    for point in itertools.chain(simple, spread):
        if point not in found:
            found.append(point)
        if len(found) == count:
            break
    if not found:
        raise VacuousError(f"hypotheses of {theorem.id} must admit a point, got none among {8 * count + count} tried")
    return found


def admissible(theorem: Theorem, candidates: Iterator[Point]) -> Iterator[Point]:
    """Yield the points that lie in the domain and at which the hypotheses about scalars hold."""
    scalar = [
        h
        for h in theorem.hypotheses
        if not any(getattr(node, "is_law_variable", False) for node in preorder_traversal(h))
    ]
    for point in candidates:
        if all(theorem.domain[symbol].contains(value) == True for symbol, value in point.items()) and all(  # noqa: E712
            holds(hypothesis, point) for hypothesis in scalar
        ):
            yield point


def holds(hypothesis: Basic, point: Mapping[Basic, Any]) -> bool:
    """Return True if the hypothesis certainly holds at the point."""
    parts = hypothesis.args if isinstance(hypothesis, And) else (hypothesis,)
    return all(compare(part, point).holds for part in parts)


def _simple_points(theorem: Theorem, symbols: list[Symbol]) -> Iterator[Point]:
    """Yield products of simple values of each symbol, the simplest combinations first."""
    columns = []
    for symbol in symbols:
        low, high = map(Rational, theorem.typical[symbol])
        column = [value for value in _SIMPLE if theorem.domain[symbol].contains(value) == True]  # noqa: E712
        columns.append([value for value in column if low <= value <= high] or column or [low])
    width = 6 if len(symbols) <= 3 else 3
    indexed = itertools.product(*(enumerate(column[:width]) for column in columns))
    for combination in sorted(indexed, key=lambda choice: sum(index for index, _ in choice)):
        yield dict(zip(symbols, (value for _, value in combination), strict=True))


def _sobol_points(theorem: Theorem, symbols: list[Symbol], count: int, seed: int) -> Iterator[Point]:
    """Yield Sobol points of the typical box, as rationals; boxes that span decades are filled on a logarithmic scale."""
    from scipy.stats import qmc

    power = max(3, (count - 1).bit_length())
    for row in qmc.Sobol(len(symbols), scramble=True, rng=seed).random_base2(power):
        yield {
            symbol: _scaled(theorem.domain[symbol], theorem.typical[symbol], float(u))
            for symbol, u in zip(symbols, row, strict=True)
        }


def _scaled(domain: Set, ends: tuple[Any, Any], fraction: float) -> Rational:
    """Return a rational near the given fraction of the way, with a small denominator: SymPy writes powers of rationals out."""
    low, high = map(Rational, ends)
    logarithmic = low > 0 and high / low >= 20
    place = float(low) * float(high / low) ** fraction if logarithmic else float(low) + float(high - low) * fraction
    if domain.is_subset(S.Integers):
        return Integer(round(place))
    finest = _DENOMINATOR if not 0 < low < 1 else max(_DENOMINATOR, int(4 / low))
    return min(max(Rational(Fraction(place).limit_denominator(finest)), low), high)


def instances(theorem: Theorem, count: int, seed: int = 0) -> list[Point]:
    """Return up to `count` admissible assignments of law variables (small finite laws, rational, zeros included) and symbols.

    Raises
    ------
    VacuousError
        If no assignment is admissible.
    """
    return drawn(_instances, theorem, count, seed)


def _instances(theorem: Theorem, count: int, seed: int) -> list[Point]:
    from dpsym.distributions import AnyEvent, AnyKernel, AnyLaw, Event, Finite, Kernel

    source = random.Random(seed)
    variables = [variable for variable in theorem.domain if not isinstance(variable, Symbol)]
    scalars = points(theorem, 24, seed)
    found: list[Point] = []
    for attempt in range(20 * count):
        # half of them on two points, where a witness is simplest, half on three, where indicators no longer decide everything
        size, denominator = 2 + (2 * len(found) >= count), 2 + attempt % 11
        full = lambda variable: theorem.domain[variable].is_full  # noqa: E731
        assignment: Point = dict(source.choice(scalars))
        for variable in variables:
            if isinstance(variable, AnyLaw):
                assignment[variable] = Finite(*_masses(source, size, denominator, full(variable)))
            elif isinstance(variable, AnyKernel):
                rows = (Finite(*_masses(source, 2, denominator, full(variable))) for _ in range(size))
                assignment[variable] = Kernel(*rows)
            elif isinstance(variable, AnyEvent):
                assignment[variable] = Event(*source.sample(range(size), source.randint(1, size - 1)))
        if assignment not in found and all(holds(hypothesis, assignment) for hypothesis in theorem.hypotheses):
            found.append(assignment)
            if len(found) == count:
                break
    if not found:
        raise VacuousError(
            f"hypotheses of {theorem.id} must admit a finite instance, got none among {20 * count} tried"
        )
    return found


def _masses(source: random.Random, size: int, denominator: int, full: bool) -> list[Rational]:
    """Return a random rational law: the gaps between sorted random cuts of {0, ..., denominator}."""
    if full:
        denominator = max(denominator, size)
        cuts = sorted(source.sample(range(1, denominator), size - 1))
    else:
        cuts = sorted(source.randint(0, denominator) for _ in range(size - 1))
    ends = [0, *cuts, denominator]
    return [Rational(upper - lower, denominator) for lower, upper in itertools.pairwise(ends)]

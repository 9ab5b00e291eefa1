"""Points far out: beyond the typical box towards the ends of the domain, and laws on many points, of extreme masses, close or apart."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from sympy import Integer, Rational, S, Set, Symbol, floor, oo

from dpsym.errors import DpsymError
from theorems.entry import Theorem
from theorems.limits import in_time
from theorems.points import Point, admissible, drawn, holds, points

LIMIT = Rational(10) ** 4
"""How far points go towards infinity, unless the typical box goes farther: then ten times as far as it."""
NEAREST, NEAREST_PROBABILITY = Rational(1, 10**6), Rational(1, 10**12)
"""How near points come to a finite end; the second where the domain lies between 0 and 1."""
SECONDS, LATE = 1.0, 4
"""How long one point may take, of the processor, and how many may take longer before the others are left."""
ERRORS = (DpsymError, ArithmeticError, TypeError, ValueError)
"""What evaluation raises where it cannot be done."""
_TRIED = 24
_FRACTIONS = tuple(Rational(n, d) for n, d in ((1, 2), (1, 1), (1, 8), (3, 4), (1, 4), (1, 32), (7, 8), (3, 8), (5, 8)))
_SIZES = (2, 4, 2, 7, 3, 12, 2, 5, 30)

Way = Callable[[Rational], Rational]
Shape = Callable[[int, bool, random.Random], list[Rational]]


def far(theorem: Theorem, near: int, seed: int = 0) -> list[Point]:
    """Return admissible points far out, or assignments of laws far from simple, beside so many that are near: a third of them at least.

    Each symbol in turn goes towards each end of its domain while the others stay in the typical box, on the scale on which the domain
    lives: logarithmic towards finite ends and infinity. Every third point has all symbols far out. Where no place is far, there are
    none.
    """
    if all(isinstance(name, Symbol) for name in theorem.domain):
        return drawn(_far_points, theorem, max(near // 2, min(5 * len(theorem.domain), 20)), seed)
    return drawn(_far_instances, theorem, near // 2, seed)


def ways_out(domain: Set, ends: tuple[Any, Any]) -> list[Way]:
    """Return the ways from the typical box towards the ends of the domain, and to 0 on the line: 0 stays near the box, 1 goes farthest."""
    low, high = map(Rational, ends)
    found = [_way(domain, domain.inf, 1, low, high), _way(domain, domain.sup, -1, high, low)]
    if (domain.inf, domain.sup) == (-oo, oo):
        found.append(lambda fraction: S.Zero if fraction == 1 else _rounded(S.One, NEAREST, fraction))
    if domain.is_subset(S.Integers):
        return list(map(_whole, found))
    return found


def _whole(way: Way) -> Way:
    return lambda fraction: Integer(floor(way(fraction)))


def _way(domain: Set, end: Rational, inwards: int, here: Rational, there: Rational) -> Way:
    """Return the way from this end of the typical box to that of the domain; an end that belongs to the domain is reached."""
    if end in (-oo, oo):
        start = max(-inwards * here, S.One)
        return lambda fraction: -inwards * _rounded(start, max(LIMIT / start, Integer(10)), fraction)
    if domain.is_subset(S.Integers):
        return lambda fraction: here + (end - here) * fraction
    nearest = NEAREST_PROBABILITY if domain.inf >= 0 and domain.sup <= 1 else NEAREST
    gap = abs(here - end) or abs(there - here) / 100 or S.One
    closed, factor = domain.contains(end) == True, min(nearest / gap, Rational(1, 1000))  # noqa: E712
    return lambda fraction: end if closed and fraction == 1 else end + inwards * _rounded(gap, factor, fraction)


def _rounded(start: Rational, factor: Rational, fraction: Rational) -> Rational:
    """Return start * factor^fraction to two digits, exact at 1: SymPy writes powers of rationals out."""
    if fraction == 1:
        return start * factor
    value = float(start) * float(factor) ** float(fraction)
    exponent = math.floor(math.log10(value)) - 1
    return round(value / 10.0**exponent) * Integer(10) ** exponent


def _far_points(theorem: Theorem, count: int, seed: int) -> list[Point]:
    symbols = [name for name in theorem.domain if isinstance(name, Symbol)]
    ways = {symbol: ways_out(theorem.domain[symbol], theorem.typical[symbol]) for symbol in symbols}
    candidates = itertools.islice(_candidates(theorem, ways, seed), 8 * count + _TRIED)
    return _chosen(candidates, lambda point: any(admissible(theorem, iter([point]))), count)


def _chosen(candidates: Iterable[Point], belongs: Callable[[Point], bool], count: int) -> list[Point]:
    """Return the first of the candidates that belong, each once; hypotheses take their time far out, and few may take much."""
    found: list[Point] = []
    late = 0
    for point in candidates:
        if point in found:
            continue
        try:
            verdict = in_time(partial(belongs, point), SECONDS)
        except ERRORS:
            continue
        late += verdict is None
        if verdict:
            found.append(point)
        if len(found) == count or late == LATE:
            break
    return found


def _candidates(theorem: Theorem, ways: dict[Symbol, list[Way]], seed: int) -> Iterator[Point]:
    single = [(symbol, way) for symbol, some in ways.items() for way in some]
    if not single:
        return
    source, near = random.Random(seed), points(theorem, _TRIED, seed)
    for fraction in itertools.cycle(_FRACTIONS):
        for number, (symbol, way) in enumerate(single):
            yield {**source.choice(near), symbol: way(fraction)}
            if number % 2:
                yield {
                    name: source.choice(some)(source.choice(_FRACTIONS)) if some else source.choice(near)[name]
                    for name, some in ways.items()
                }


def _far_instances(theorem: Theorem, count: int, seed: int) -> list[Point]:
    source = random.Random(seed)
    scalars = points(theorem, _TRIED, seed) + _far_points(theorem, _TRIED // 2, seed)
    kinds = zip(itertools.cycle(_SIZES), itertools.cycle((*_SHAPES, None)), strict=False)
    candidates = (
        assignment
        for size, shape in itertools.islice(kinds, 20 * count)
        for one in [{**source.choice(scalars), **_assigned(theorem, size, shape, source)}]
        for assignment in (one, _turned(one))
    )
    # small spaces first: products of many large ones take their time, after which no more are looked at
    return sorted(_chosen(candidates, partial(_belongs, theorem), count), key=_size)


def _size(assignment: Point) -> int:
    return max(len(getattr(value, "masses", ())) for value in assignment.values())


def _belongs(theorem: Theorem, assignment: Point) -> bool:
    from dpsym.distributions import AnyLaw

    full = (law for name, law in assignment.items() if isinstance(name, AnyLaw) and theorem.domain[name].is_full)
    return all(all(law.masses) for law in full) and all(holds(part, assignment) for part in theorem.hypotheses)


def _assigned(theorem: Theorem, size: int, common: Shape | None, source: random.Random) -> Point:
    """Return laws, kernels and events on a space of this size, all of one shape, or each of its own."""
    from dpsym.distributions import AnyEvent, AnyKernel, AnyLaw, Event, Finite, Kernel

    found: Point = {}
    for variable, laws in theorem.domain.items():
        shape = common or source.choice(_SHAPES)
        if isinstance(variable, AnyLaw):
            first = sum(isinstance(other, AnyLaw) for other in found) % 2 == 0
            found[variable] = Finite(*_law(shape(size, first, source), laws.is_full))
        elif isinstance(variable, AnyKernel):
            rows = (_law(shape(2, number % 2 == 0, source), laws.is_full) for number in range(size))
            found[variable] = Kernel(*(Finite(*row) for row in rows))
        elif isinstance(variable, AnyEvent):
            found[variable] = Event(*source.sample(range(size), source.randint(1, size - 1)))
    return found


def _close(size: int, first: bool, source: random.Random) -> list[Rational]:
    """Return masses that differ from equal ones by at most a tiny part."""
    tiny = Rational(1, 10 ** source.randint(1, 12))
    return [1 + source.randint(0, 9) * tiny for _ in range(size)]


def _apart(size: int, first: bool, source: random.Random) -> list[Rational]:
    """Return masses of which all but a tiny part is on one half of the space."""
    tiny, half = Rational(1, 10 ** source.randint(2, 12)), size // 2
    return [source.randint(1, 9) * (S.One if (place < half) is first else tiny) for place in range(size)]


def _extreme(size: int, first: bool, source: random.Random) -> list[Rational]:
    """Return masses over twelve decades, a few of them 0."""
    decades = [source.choice((0, 0, 1, 3, 6, 9, 12)) for _ in range(size)]
    decades[source.randrange(size)] = 0
    masses = [Rational(source.randint(1, 9), 10**decade) for decade in decades]
    return [mass if decades[place] == 0 or source.random() > 0.2 else S.Zero for place, mass in enumerate(masses)]


_SHAPES = (_close, _apart, _extreme)


def _law(weights: list[Rational], full: bool) -> list[Rational]:
    """Return weights as masses, zeros replaced where the support must be full."""
    weights = [weight or NEAREST_PROBABILITY if full else weight for weight in weights]
    total = sum(weights, S.Zero)
    return [weight / total for weight in weights]


def _turned(assignment: Point) -> Point:
    """Return the assignment with its laws in the other direction."""
    from dpsym.distributions import AnyLaw

    names = [name for name in assignment if isinstance(name, AnyLaw)]
    return assignment | dict(zip(names, [assignment[name] for name in reversed(names)], strict=True))

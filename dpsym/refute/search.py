"""The four ways to look for a counterexample in one scene: simple values, adversaries, an even spread, and climbing."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sympy import Basic, log

from dpsym.refute.blocks import FINENESS, Number
from dpsym.refute.rationals import as_rational
from dpsym.refute.scene import SURE, Scene, complexity
from dpsym.refute.spelling import Exact

_MOST_SIMPLE = 300
_SPREAD = 400
_STARTS = 5
_STEPS = 150
_ENOUGH = 4  # counterexamples among adversaries, of which the simplest is kept
_MOST_DOUBTFUL = 3  # candidates within rounding that are looked at exactly, in each run


@dataclass
class Hunt:
    """What a search has spent and seen.

    Parameters
    ----------
    deadline : float
        When to stop, on the clock of `time.perf_counter`.
    """

    deadline: float
    tried: int = 0
    best: float = -math.inf
    closest: Mapping[Basic, Any] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() > self.deadline

    def score(self, scene: Scene, point: list[float]) -> float:
        """Return the score of a point, and remember the best one."""
        self.tried += 1
        found = scene.score(point)
        if found > self.best and found > -1:
            self.best, self.closest = found, scene.spelling.described(point)
        return found


Found = tuple[Exact, dict[Basic, Any], Any]


def simple(scene: Scene, hunt: Hunt) -> Found | None:
    """Try the simple values of all blocks, the simplest combinations first."""
    return _first(scene, hunt, _by_rank([block.simple for block in scene.blocks], _MOST_SIMPLE))


def adversarial(scene: Scene, hunt: Hunt, worst: Iterable[tuple[Fraction, Mapping[Basic, Any]]]) -> Found | None:
    """Try given laws, with simple values of the numbers."""

    def candidates() -> Iterator[Exact]:
        for odds, laws in worst:
            columns: list[list[Any]] = []
            for block, name in zip(scene.blocks, scene.variables, strict=True):
                if name in laws:
                    columns.append([laws[name]])
                elif isinstance(block, Number) and block.logarithmic:
                    columns.append([log(as_rational(odds))])
                else:
                    columns.append(list(block.simple[:8]))
            yield from _by_rank(columns, 40)

    return _first(scene, hunt, candidates(), _ENOUGH)


def spread(scene: Scene, hunt: Hunt, source: random.Random) -> tuple[Found | None, list[tuple[float, list[float]]]]:
    """Try an even spread of points; return a counterexample, or else the best places to climb from."""
    seen: list[tuple[float, list[float]]] = []
    for place in _even(scene.dimension, _SPREAD, source):
        if hunt.is_over:
            break
        seen.append((hunt.score(scene, scene.at(place)), place))
    seen.sort(key=lambda pair: -pair[0])
    return _settled(scene, hunt, [place for score, place in seen[:_STARTS] if score > SURE]), seen[:_STARTS]


def climb(scene: Scene, hunt: Hunt, starts: list[tuple[float, list[float]]], source: random.Random) -> Found | None:
    """Walk uphill from some places, by random steps that grow with success and shrink without."""
    for score, place in starts:
        reach = 0.2
        for _ in range(_STEPS):
            if hunt.is_over or not scene.dimension:
                return None
            moved = [_inside(u + reach * source.gauss(0, 1) * (source.random() < 0.5)) for u in place]
            found = hunt.score(scene, scene.at(moved))
            if found > score:
                score, place, reach = found, moved, min(2 * reach, 0.5)
            else:
                reach = max(0.9 * reach, 1e-5)
        if score > 0:
            settled = _settled(scene, hunt, [place])
            if settled is not None:
                return settled
    return None


def _first(scene: Scene, hunt: Hunt, candidates: Iterable[Exact], enough: int = 1) -> Found | None:
    """Return the simplest of the first counterexamples; candidates within rounding are tried last, and few of them."""
    doubtful: list[Exact] = []
    found: list[Found] = []

    def look(exact: Exact) -> None:
        failure = scene.failure(exact)
        if failure is not None:
            found.append((exact, *failure))

    for exact in candidates:
        if hunt.is_over or len(found) == enough:
            break
        score = hunt.score(scene, scene.floats(exact))
        if score > SURE:
            look(exact)
        elif score > -SURE and len(doubtful) < _MOST_DOUBTFUL:
            doubtful.append(exact)
    for exact in doubtful:
        if hunt.is_over or found:
            break
        look(exact)
    return min(found, key=lambda each: complexity(each[1]), default=None)


def _settled(scene: Scene, hunt: Hunt, places: list[list[float]]) -> Found | None:
    """Return a counterexample with simple values near one of some places."""
    for place in places:
        point = scene.at(place)
        for level in range(len(FINENESS)):
            if hunt.is_over:
                return None
            exact = scene.rounded(point, level)
            if hunt.score(scene, scene.floats(exact)) > 0:
                failure = scene.failure(exact)
                if failure is not None:
                    return exact, *failure
    return None


def _by_rank(columns: list[Any], most: int) -> Iterator[Exact]:
    """Yield combinations, one value from each column, by the sum of their places in the columns."""
    if not all(columns):
        return
    greatest = sum(len(column) - 1 for column in columns)
    ranks = itertools.chain.from_iterable(
        _places(rank, [len(column) for column in columns]) for rank in range(greatest + 1)
    )
    for places in itertools.islice(ranks, most):
        yield tuple(column[place] for column, place in zip(columns, places, strict=True))


def _places(rank: int, sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the places below `sizes` that add up to a rank."""
    if not sizes:
        if rank == 0:
            yield ()
        return
    rest = sum(size - 1 for size in sizes[1:])
    for place in range(max(0, rank - rest), min(rank, sizes[0] - 1) + 1):
        yield from ((place, *others) for others in _places(rank - place, sizes[1:]))


def _even(dimension: int, count: int, source: random.Random) -> Iterator[list[float]]:
    """Yield points of the open unit cube, spread evenly: multiples of powers of the generalised golden ratio, modulo 1.

    References
    ----------
    Roberts, The unreasonable effectiveness of quasirandom sequences, 2018: the ratio solves x^(d+1) = x + 1.
    """
    ratio = 2.0
    for _ in range(60):
        ratio = (1 + ratio) ** (1 / (dimension + 1))
    start = [source.random() for _ in range(dimension)]
    for number in range(1, count + 1):
        yield [_inside((u + number * ratio ** -(axis + 1)) % 1) for axis, u in enumerate(start)]


def _inside(u: float) -> float:
    return min(max(u, 1e-4), 1 - 1e-4)

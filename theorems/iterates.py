"""Instances of statements about noisy iterations on a ring: maps that contract, moved a little, and noise that hides much or little."""

from __future__ import annotations

import random

from sympy import Rational, S, preorder_traversal

from dpsym.distributions import Finite, Kernel
from dpsym.distributions.ring import Iterate, convolved
from dpsym.divergences import Renyi
from theorems.entry import Theorem
from theorems.errors import VacuousError
from theorems.points import Point, drawn, holds, points
from theorems.shapes import Masses, masses

_TRIED, _ATTEMPTS = 24, 6
_SIZES = (2, 3, 4, 5, 4, 6)
_MANY, _LOW = 20, Rational(11, 10)
"""From how many steps on the ring is wide, and a low order."""


def iterates(theorem: Theorem, count: int, seed: int = 0) -> list[Point]:
    """Return up to `count` admissible assignments of the variables of an entry about noisy iterations.

    Raises
    ------
    VacuousError
        If none is admissible.
    """
    return drawn(_drawn, theorem, count, seed)


def _drawn(theorem: Theorem, count: int, seed: int) -> list[Point]:
    source, scalars = random.Random(seed), points(theorem, _TRIED, seed)
    found: list[Point] = []
    for _ in range(_ATTEMPTS * count):
        scalar = dict(source.choice(scalars))
        point = {**scalar, **_steps(theorem, scalar, source)}
        if point not in found and all(holds(part, point) for part in theorem.hypotheses):
            found.append(point)
        if len(found) == count:
            return found
    if not found:
        raise VacuousError(f"hypotheses of {theorem.id} must admit a noisy iteration, got none")
    return found


def _steps(theorem: Theorem, scalar: Point, source: random.Random) -> Point:
    """Return noise, and two kernels for the iterations that run with it."""
    one, other = (node for node in preorder_traversal(theorem.statement) if isinstance(node, Iterate))
    count = int(one.args[2].xreplace(scalar))
    found: Point = {}
    if count >= _MANY:
        noise, maps, aside = _wide(source)
        # orders near 1 are those at which a wide ring tells most
        orders = [node.args[0] for node in preorder_traversal(theorem.statement) if isinstance(node, Renyi)]
        found = {order: _LOW for order in orders if order in theorem.domain and source.random() < 0.9}
    else:
        size = source.choice(_SIZES)
        noise, maps = _noise(size, source), [_map(size, source) for _ in range(source.choice((1, count)))]
        aside = source.choice(((0, 1), (0, 1), (-1, 0, 1), (0,), (1,)))
    found[one.args[0]] = Finite(*noise)
    for node, moves in ((one, (0,)), (other, aside)):
        rows = [_row(len(noise), place, moves, source) for step in maps for place in step]
        found[node.args[1]] = Kernel(*(Finite(*each) for each in rows))
    return found


def _wide(source: random.Random) -> tuple[Masses, list[list[int]], tuple[int, ...]]:
    """Return narrow noise on a wide ring, a fold that holds the iterate at one end, or a jump between them, and a step towards the other.

    From there many small moves against the steps are likelier than a great one; the jump undoes small ones.
    """
    size = source.choice((9, 13, 13, 13))
    factor = S(source.choice((10, 1000, 1000, 1000)))
    noise = masses([factor ** -(min(place, size - place) ** 2) for place in range(size)], False)
    fold = [min(place, size - place) for place in range(size)]
    jump = [0, *[size // 2] * (size - 1)]
    return noise, [source.choice((fold, jump))], (1,)


def _noise(size: int, source: random.Random) -> Masses:
    """Return the masses of noise: any, or what falls from one point on by a factor, or a sum of such."""
    if source.random() < 0.3:
        return masses([source.randint(1, 9) for _ in range(size)], False)
    falls = source.choice((2, 3, 10, 100))
    peaked = masses([S(falls) ** -min(place, size - place) for place in range(size)], False)
    return convolved(peaked, peaked) if source.random() < 0.3 else peaked


def _map(size: int, source: random.Random) -> list[int]:
    """Return a map of the ring: a rotation, a fold, a constant, a reflection, or any."""
    start = source.randrange(size)
    how = source.randrange(6)
    if how == 0:
        return [start] * size
    if how == 1:
        return [(start + min(place, size - place)) % size for place in range(size)]
    if how == 2:
        return [source.randrange(size) for _ in range(size)]
    turned = source.choice((1, 1, -1))
    return [(start + turned * place) % size for place in range(size)]


def _row(size: int, place: int, moves: tuple[int, ...], source: random.Random) -> Masses:
    """Return the law of where a point goes: here, moved by one of some, or by coins."""
    chosen = moves if source.random() < 0.3 else (source.choice(moves),)
    weights = [0] * size
    for move in chosen:
        weights[(place + move) % size] += 1
    return masses(weights, False)

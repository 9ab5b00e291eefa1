"""What takes an order of the privacy loss: its supremum, and the best test of P against Q."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from reference import laws as densities
from reference.laws import NEVER
from reference.pairs import FAR, LINE_DIGITS, Pair, question
from reference.quadrature import grid, middle, zero


@question
def maximum(pair: Pair) -> Any:
    """Return the supremum of the privacy loss where P has mass."""
    if pair.leaks():
        return mp.inf
    if pair.is_sum:
        return _greatest_atom(pair)
    best, where = NEVER, None
    for cell in pair.cells():
        if pair.at(middle(*cell))[0] == NEVER:
            continue
        places = grid(*cell)
        for left, x, right in zip(places, places[1:], places[2:], strict=False):
            p, q = pair.at(x)
            if p - q > best:
                best, where = p - q, (left, right)
        for end, sign in ((cell[0], 1), (cell[1], -1)):
            limit = _limit(pair, end, sign, middle(*cell))
            if limit == mp.inf:
                return mp.inf
            best, where = (limit, None) if limit > best else (best, where)
    return best if where is None else _golden(pair, *where)


def _limit(pair: Pair, end: Any, sign: int, inner: Any) -> Any:
    gaps = FAR if mp.isinf(end) else tuple(1 / (gap * gap * gap) for gap in FAR)
    with mp.workdps(4 * LINE_DIGITS):
        near, far = ((inner - sign * gap) if mp.isinf(end) else (end + sign * gap) for gap in gaps)
        losses = [p - q for p, q in map(pair.at, (near, far))]
        return mp.inf if losses[1] > losses[0] + mp.mpf(1) / 10 else losses[1]


def _golden(pair: Pair, low: Any, high: Any) -> Any:
    def loss(x):
        p, q = pair.at(x)
        return p - q

    with mp.workdps(2 * LINE_DIGITS):
        for _ in range(150):
            third = (high - low) / 3
            low, high = (low + third, high) if loss(low + third) < loss(high - third) else (low, high - third)
        return loss((low + high) / 2)


def _greatest_atom(pair: Pair) -> Any:
    first, _ = pair.laws
    limits = []
    if first.lattice:
        for end, sign in ((first.low, -1), (first.high, 1)):
            if mp.isinf(end):
                losses = [p - q for p, q in (pair.at(sign * 10**6), pair.at(sign * (10**6 + 1000)))]
                if losses[1] > losses[0] + mp.mpf(10) ** -9:
                    return mp.inf
                limits.append(losses[1])
    return max([*pair.losses(), *limits])


@question
def trade_off(pair: Pair, level: Any) -> Any:
    """Return the least type II error of a test at a level: reject P where its loss is least, the last atom in part."""
    if pair.is_sum:
        return _trade_off_of_atoms(pair, level)
    if level == 0:
        return 1 - _reverse_leak(pair)
    if level >= 1:
        return mp.mpf(0)

    def rejected(threshold):  # P-mass where the loss is at most a threshold
        return mp.mpf(1) - pair.total(lambda p, q: p, above=threshold)

    low, high = mp.mpf(-1), mp.mpf(1)
    while rejected(low) > level and low > -2000:
        low *= 2
    while rejected(high) < level and high < 2000:
        high *= 2
    with mp.workdps(
        LINE_DIGITS
    ):  # an error of the threshold shifts a tangent of a convex curve: it counts by its square
        threshold = zero(lambda place: rejected(place) - level, low, high, 1e-13)
    kept = pair.total(lambda p, q: q, above=threshold)
    return max(mp.mpf(0), kept - (level - rejected(threshold)) * mp.exp(-threshold))


def _reverse_leak(pair: Pair) -> Any:
    inside = [cell for cell in pair.cells() if pair.at(middle(*cell))[0] == NEVER]
    return pair.integral(lambda p, q: densities.m.exp(q), inside)


def _trade_off_of_atoms(pair: Pair, level: Any) -> Any:
    atoms = [*pair.atoms(lambda p, q: max(p, q))]
    error, used = mp.mpf(1), mp.mpf(0)

    def loss(atom):
        _, p, q = atom
        return NEVER if p == NEVER else mp.inf if q == NEVER else p - q

    for size, p, q in sorted(atoms, key=loss):
        first, second = size * mp.exp(p), size * mp.exp(q)
        if used + first >= level and first > 0:
            return max(mp.mpf(0), error - second * (level - used) / first)
        used, error = used + first, error - second
    return mp.mpf(0)

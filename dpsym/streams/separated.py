"""The binary tree under participation with a minimum separation: the worst pattern, by exact dynamic programming."""

from __future__ import annotations

from functools import cache

_MOST_WORK = 10**7
_Ways = dict[int, dict[int, int]]
"""For a number of participations, and the steps that are blocked behind the interval, the greatest sum."""


def greatest(steps: int, gap: int, most: int) -> tuple[int, bool]:
    """Return the greatest sum, over all dyadic intervals that end in time, of the squared number of participations in it.

    Parameters
    ----------
    steps : int
        The length of the stream.
    gap : int
        The least number of steps between participations.
    most : int
        The number of participations at most.

    Returns
    -------
    tuple of int and bool
        The sum, and whether it is reached; it is an upper bound where the cases are too many.

    Notes
    -----
    An interval of no more than the gap has one participation at most, so that no harm is done by a participation that is as early as it can
    be in its interval of the least length from the gap on. There it stands at the start, or the gap after another: what is blocked
    behind an interval takes few values. Two intervals of one length that follow each other make one of twice the length.
    """
    base = (gap - 1).bit_length()
    blocked = min(most + 1, gap)
    if (most * blocked) ** 2 > _MOST_WORK:
        # no interval holds more than a share of them, and those of one length hold no more than all
        return sum(most * min(most, -(-(1 << level) // gap)) for level in range(steps.bit_length())), False

    @cache
    def whole(level: int, taken: int) -> _Ways:
        """Return the ways through an interval of 2^level steps of which the first are blocked."""
        if level == base:
            return _through([base] * (1 << base), gap, most, taken)
        return _counted(_after(whole(level - 1, taken), level - 1))

    def _after(ways: _Ways, level: int) -> _Ways:
        """Return the ways through another interval behind those."""
        found: _Ways = {}
        for m, ends in ways.items():
            for taken, value in ends.items():
                for more, others in whole(level, taken).items():
                    if m + more <= most:
                        for end, extra in others.items():
                            _keep(found, m + more, end, value + extra)
        return found

    ways: _Ways = {0: {0: 0}}
    for level in range(steps.bit_length() - 1, base - 1, -1):
        if steps >> level & 1:
            ways = _after(ways, level)
    rest = steps & ((1 << base) - 1)
    levels = [level for level in range(base - 1, -1, -1) if rest >> level & 1 for _ in range(1 << level)]
    final: _Ways = {}
    for m, ends in ways.items():
        for taken, value in ends.items():
            for more, others in _through(levels, gap, most - m, taken).items():
                for end, extra in others.items():
                    _keep(final, m + more, end, value + extra)
    return max(value for ends in final.values() for value in ends.values()), True


def _through(levels: list[int], gap: int, most: int, taken: int) -> _Ways:
    """Return the ways through steps, fewer than two gaps, with the level of the greatest interval that each of them is in."""
    size = len(levels)
    found: _Ways = {0: {max(0, taken - size): 0}}
    if most and taken < size:
        one = levels[taken] + 1
        found[1] = {max(0, taken + gap - size): one}
        if most > 1 and taken + gap < size:  # only the interval of all these steps can hold both
            both = 2 if len(set(levels)) == 1 else 0
            found[2] = {max(0, taken + 2 * gap - size): one + levels[taken + gap] + 1 + both}
    return found


def _counted(ways: _Ways) -> _Ways:
    """Add the square of the number of participations in the interval itself."""
    return {m: {end: value + m * m for end, value in ends.items()} for m, ends in ways.items()}


def _keep(ways: _Ways, m: int, end: int, value: int) -> None:
    """Keep a way unless there is one that blocks no more and has no less."""
    ends = ways.setdefault(m, {})
    if any(other <= end and most >= value for other, most in ends.items()):
        return
    for other in [other for other, most in ends.items() if other >= end and most <= value]:
        del ends[other]
    ends[end] = value

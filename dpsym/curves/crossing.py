"""Where a falling bound comes down to a goal, between a place known to lie before and one known to lie behind."""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import arb

from dpsym.errors import UndecidedError

_STEPS, _FARTHEST = 60, 2.0**12
_NEAR = 1e-8  # of a threshold, how far it is found


def crossing(
    bound: Callable[[arb], arb], goal: arb, near: tuple[float, float] | None = None, width: float = 0.0
) -> tuple[float, float]:
    """Return two places between which a falling bound comes down to a goal: above it at the first, not above it at the second.

    Parameters
    ----------
    bound : callable
        A bound of delta at a threshold, in nats: a number, no ball, so that it is told from the goal.
    goal : arb
        A positive delta, a number as well.
    near : tuple of float, optional
        Two places about which it is looked for.
    width : float, optional
        How close is close enough, beside a hundred-millionth of the place.

    Returns
    -------
    tuple of float
        Both are 0 where the bound is nowhere above.

    Raises
    ------
    UndecidedError
        If the bound does not come down.
    """
    low, high = 0.0, None
    at_low = bound(arb(0)) if not near or near[0] <= 0 else None
    if at_low is not None and at_low <= goal:
        return 0.0, 0.0
    logs: list[float] = [0.0, 0.0]
    aim = math.log(float(goal))

    def log(value: arb) -> float:
        return math.log(max(float(value.mid()), 1e-300)) - aim

    step = max((near[1] - near[0]) / 4, near[1] * 1e-4) if near and near[1] else 0.25
    place = near[0] if near and near[0] > 0 else step
    if at_low is not None:
        logs[0] = log(at_low)
    while high is None:
        if place > _FARTHEST:
            raise UndecidedError("delta is not reached by the bound")
        value = bound(arb(place))
        if value <= goal:
            high, logs[1] = place, log(value)
        else:
            low, logs[0], at_low = place, log(value), value
            place, step = place + step, 2 * step
    back = max(step, high * 1e-6)
    while at_low is None:  # the first place was behind already
        place = max(0.0, high - back)
        value = bound(arb(place))
        if value <= goal:
            high, logs[1], back = place, log(value), 4 * back
            if place == 0:
                return 0.0, 0.0
        else:
            low, logs[0], at_low = place, log(value), value
    for turn in range(_STEPS):
        if high - low <= max(width, high * _NEAR, 1e-300):
            break
        share = logs[0] / (logs[0] - logs[1]) if logs[0] > logs[1] else 0.5
        nudge = max(width / 4, high * _NEAR / 4) * (1 if turn % 2 else -1)
        place = low + (high - low) * share + nudge if turn % 6 < 5 else (low + high) / 2
        place = min(max(place, low + (high - low) / 64), high - (high - low) / 64)
        value = bound(arb(place))
        if value <= goal:
            high, logs[1] = place, log(value)
        else:
            low, logs[0] = place, log(value)
    return low, high

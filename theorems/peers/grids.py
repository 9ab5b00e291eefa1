"""The values that the batteries ask for: typical ones, extreme ones, and nonsense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NAN, INF = float("nan"), float("inf")

SIGMAS = (0.5, 2.0, 50.0)
EXTREME_SIGMAS = (1e-3, 0.03, 1e3, 1e6)
SCALES = (0.5, 2.0, 50.0)
EXTREME_SCALES = (1e-3, 0.02, 1e3, 1e6)
DELTAS = (1e-5, 1e-10)
SMALL_DELTAS = (1e-13, 1e-16, 1e-17, 1e-30, 1e-300)
EXTREME_DELTAS = (0.5, *SMALL_DELTAS)
LOSSES = (0.1, 1.0, 10.0)
EXTREME_LOSSES = (0.0, 1e-9, 1e-3, 100.0, 700.0)
COUNTS = (1, 10, 1000)
GREAT_COUNTS = (10**5, 10**7, 10**9)
ORDERS = (1.5, 2.0, 32.0)
EXTREME_ORDERS = (1 + 1e-10, 1 + 1e-6, 1.001, 1000.5, 1e6)
MIDDLE_SIGMAS = (0.5, 1.0, 5.0)
MIDDLE_RATES = (0.05, 0.2, 0.5)
RATES_NEAR_ENDS = (1e-12, 1 - 1e-6, 1 - 1e-12)
BETWEEN_ORDERS = (1.25, 2.5, 10.5, 63.5, 255.5)
GREAT_ORDERS = (64.0, 256.0, 1024.0, 1e4)
LONG_COUNTS = (10**4, 10**6)

_WRONG = {
    "sigma": (NAN, -1.0, 0.0, INF),
    "b": (NAN, -1.0, 0.0, INF),
    "delta": (NAN, -1e-5, 1.5),
    "epsilon": (NAN, -1.0),
    "q": (NAN, -0.1, 1.5),
    "order": (NAN, -2.0),
    "probability": (NAN, -0.25, 1.5),
    "slack": (NAN, -1e-5, 1.5),
    "k": (-1,),
    "advantage": (NAN, -0.1, 1.5),
}


def varied(typical: Mapping[str, Any], **extremes: tuple[Any, ...]) -> tuple[Mapping[str, Any], ...]:
    """Return the typical arguments with one of them at a time at each of its extremes."""
    return tuple({**typical, name: value} for name, values in extremes.items() for value in values)


def nonsense(
    typical: Mapping[str, Any], but: tuple[str, ...] = (), **instead: tuple[Any, ...]
) -> tuple[Mapping[str, Any], ...]:
    """Return the typical arguments with one of them at a time not a number, infinite or of the wrong sign.

    A scale of 0 or infinity has a limit that a peer may well return (infinite or no privacy loss), so that those two count as
    nonsense only where something else than this limit comes back: see `theorems.peers.verdicts`. Left out (`but`) is what the
    peer never sees, such as a count that only the recipe turns into a list. Of some arguments other values are nonsense (`instead`):
    delta is defined at a negative epsilon, for one.
    """
    wrong = {**_WRONG, **instead}
    return tuple({**typical, name: value} for name in typical if name not in but for value in wrong.get(name, ()))

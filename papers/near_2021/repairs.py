"""What the errata put in the place of false statements, evaluated over the whole domain; nothing here asks the registry."""

from __future__ import annotations

import itertools
import math

from papers.near_2021.exact import advanced, advanced_programmed, chunks, noisy_max_loss, release_delta, response_loss
from papers.near_2021.moves import greatest
from papers.repair import Repair, grid, share

_LOSSES = (0.01, 0.1, 1.0, 2.0, 5.0, 10.0)
_DELTAS = (1e-12, 1e-6, 1e-3, 0.1, 0.125, 0.25, 0.5, 0.6, 0.9, 0.999)
# distances of two neighbours; at distance 0 of both the answers may be as far apart as they like
_DISTANCES = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (5, 6), (20, 19), (200, 201))


def _sum(low: float, high: float) -> float:
    return greatest(sum, (low, (low + high) / 2, high), 2)


def _mean(n: int, low: float, high: float) -> float:
    """Return the greatest change of a mean of n numbers with bounds by a row added or removed, over the ends and the middle."""
    found = 0.0
    for ones, halves in itertools.product(range(n + 1), repeat=2):
        zeros = n - ones - halves
        if zeros < 0:
            continue
        total = ones * high + halves * (low + high) / 2 + zeros * low
        for value, there in ((high, ones), (low, zeros)):
            found = max(found, abs((total + value) / (n + 1) - total / n))
            if there and n > 1:
                found = max(found, abs((total - value) / (n - 1) - total / n))
    return found


def _test(eps: float, delta: float, distances: tuple[int, int], threshold: float, spent: float) -> float:
    """Return what is left of delta at `spent` for a threshold in units of 1/eps."""
    apart = math.inf if distances == (0, 0) else 1.0
    return share(release_delta(eps, threshold / eps, distances, apart, spent), delta)


def _mended(delta: float) -> float:
    return math.log(1 / (2 * delta))


def _printed(delta: float) -> float:
    return math.log(2 / delta) / 2


def _slices(n: int, k: int, m: int) -> float:
    """Return what is left of the noise for m chunks on the mean of those that are made of n rows."""
    return share(1 / chunks(n, k), 1 / m)


REPAIRS = (
    Repair(
        "5.4-range",
        "the sum of values between l and u changes by max(|l|, |u|) at most for a row added or removed: l and u from -100 to 125",
        lambda: [
            point
            for point in grid(low=(-100.0, -1.0, 0.0, 20.0, 100.0), high=(-50.0, 0.0, 1.0, 80.0, 101.0, 125.0))
            if point["low"] <= point["high"]
        ],
        lambda low, high: share(_sum(low, high), max(abs(low), abs(high))),
        {
            "u - l, as printed": lambda low, high: share(_sum(low, high), high - low),
            "|u|": lambda low, high: share(_sum(low, high), abs(high)),
            "(|l| + |u|)/2": lambda low, high: share(_sum(low, high), (abs(low) + abs(high)) / 2),
        },
    ),
    Repair(
        "7.2-removed",
        "a mean of n >= 2 numbers of [0, u] changes by u/n at most for a row added or removed: n from 2 to 12",
        lambda: grid(n=range(2, 13), high=(1.0, 100.0)),
        lambda n, high: share(_mean(n, 0.0, high), high / n),
        {
            "u/(n + 1), as printed": lambda n, high: share(_mean(n, 0.0, high), high / (n + 1)),
            "u/n, with numbers from -u on": lambda n, high: share(_mean(n, -high, high), high / n),
        },
    ),
    Repair(
        "7.2-negative",
        "a mean of n >= 2 numbers of [l, u] changes by (u - l)/n at most: n from 2 to 9",
        lambda: grid(n=range(2, 10), low=(-5.0, -1.0, 0.0, 0.5)),
        lambda n, low: share(_mean(n, low, 1.0), (1 - low) / n),
        {
            "u/n": lambda n, low: share(_mean(n, low, 1.0), 1 / n),
            "(u - l)/(n + 1)": lambda n, low: share(_mean(n, low, 1.0), (1 - low) / (n + 1)),
        },
    ),
    Repair(
        "7.4-threshold",
        "with the threshold log(1/(2 delta))/eps delta is kept at 2 eps: eps from 0.01 to 10, delta from 1e-12 to 0.999, distances 0 to 201",
        lambda: grid(eps=_LOSSES, delta=_DELTAS, distances=_DISTANCES),
        lambda eps, delta, distances: _test(eps, delta, distances, _mended(delta), 2 * eps),
        {
            "the printed threshold": lambda eps, delta, distances: _test(
                eps, delta, distances, _printed(delta), 2 * eps
            ),
            "log(1/(3 delta))/eps": lambda eps, delta, distances: _test(
                eps, delta, distances, math.log(1 / (3 * delta)), 2 * eps
            ),
        },
    ),
    Repair(
        "7.4-twice",
        "the mended test and the answer cost 2 eps together, at the same points",
        lambda: grid(eps=_LOSSES, delta=_DELTAS, distances=_DISTANCES),
        lambda eps, delta, distances: _test(eps, delta, distances, _mended(delta), 2 * eps),
        {
            "eps, as printed": lambda eps, delta, distances: _test(eps, delta, distances, _mended(delta), eps),
            "19/10 eps": lambda eps, delta, distances: _test(eps, delta, distances, _mended(delta), 1.9 * eps),
        },
    ),
    Repair(
        "6.15-formula",
        "the theorem is no less than the loss of k randomized responses: k from 1 to 2000, eps from 0.01 to 3, delta from 1e-9 to 0.1",
        lambda: grid(k=(1, 2, 10, 144, 2000), eps=(0.01, 0.1, 1.0, 3.0), delta=(1e-9, 1e-4, 0.1)),
        lambda k, eps, delta: share(response_loss(k, eps, delta), advanced(k, eps, delta)),
        {
            "what is programmed": lambda k, eps, delta: share(
                response_loss(k, eps, delta), advanced_programmed(k, eps, delta)
            ),
            "its first term": lambda k, eps, delta: share(
                response_loss(k, eps, delta), advanced_programmed(k, eps, delta) / 2
            ),
        },
    ),
    Repair(
        "9.3-monotone",
        "noise of scale 2 Delta u/eps costs eps between two candidates, for scores that move as they like: gaps from 0 to 600",
        lambda: grid(gap=(0.0, 0.1, 1.0, 2.0, 10.0, 100.0, 600.0)),
        lambda gap: share(noisy_max_loss(gap, 2.0), 1.0),
        {
            "the printed scale": lambda gap: share(noisy_max_loss(gap, 1.0), 1.0),
            "19/10 of it": lambda gap: share(noisy_max_loss(gap, 1.9), 1.0),
        },
    ),
    Repair(
        "7.11-count",
        "noise for the chunks that there are covers a change of one: n from 1 to 32561, every k that is tried up to n",
        lambda: [
            point
            for point in grid(n=(1, 2, 7, 100, 32561), k=(1, 2, 3, 10, 99, 6000, 32560))
            if point["k"] <= point["n"]
        ],
        lambda n, k: _slices(n, k, chunks(n, k)),
        {
            "noise for k chunks, as printed": lambda n, k: _slices(n, k, k),
            "one chunk less than k": lambda n, k: _slices(n, k, max(1, k - 1)),
        },
    ),
)

"""What the post says of rates and bandwidths, held against measurements and exact risks.

The measurements are in `expected/measured_*.csv`, made by `measure.py`. A measured slope agrees if it is within four of its
standard errors of the slope of the exact risks at the same sizes: a right one fails once in 16,000 times, and one that is off by
six standard errors is found with probability 0.977. What is called an order is read off the exact risks at sizes up to 10^9.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from papers.hall_2013.data import DELTA, EPS, bandwidth_of, crossing, noise_risk, own_risk, rows, slope
from papers.result import Illustration
from papers.stored import Row
from theorems.registry import Registry

DIMENSIONS = (1, 2)
SIGMAS = 4.0
_ORDER = 0.01
# orders that are not the claimed one: of densities with one derivative, of one dimension more, and of parametric models
_WRONG: dict[str, Callable[[int], float]] = {
    "n^(-2/(2 + d))": lambda d: -2 / (2 + d),
    "n^(-4/(5 + d))": lambda d: -4 / (5 + d),
    "1/n": lambda d: -1.0,
}
_LARGE = (10**8, 10**9)


def measured_slope(d: int, column: str, name: str = "risk") -> tuple[float, float]:
    """Return the slope of the measured log risk on log n, and its standard error.

    Parameters
    ----------
    d : int
        The dimension of the records.
    column : str
        ``"own"`` without noise, ``"private"`` with it.
    name : str
        ``"risk"`` for Gaussian records, ``"jump"`` for uniform ones.
    """
    chosen = _of(d, name)
    return slope(
        [int(row["n"]) for row in chosen],
        [float(row[column]) for row in chosen],
        [float(row[f"{column}_error"]) for row in chosen],
    )


def exact_slope(d: int, column: str) -> float:
    """Return the slope of the exact log risk on log n at the same sizes."""
    sizes = [int(row["n"]) for row in _of(d, "risk")]
    risks = [risk(n, d, column) for n in sizes]
    return slope(sizes, risks, [0.0] * len(sizes))[0]


def risk(n: int, d: int, column: str) -> float:
    """Return the exact risk over the cube at the bandwidth of the claim, with or without noise."""
    h = bandwidth_of(n, d)
    return own_risk(n, h, d) + (noise_risk(n, h, d) if column == "private" else 0.0)


def local_slope(d: int, column: str) -> float:
    """Return the slope of the exact log risk between 10^8 and 10^9 records."""
    first, second = (risk(n, d, column) for n in _LARGE)
    return math.log(second / first) / math.log(_LARGE[1] / _LARGE[0])


def _of(d: int, name: str) -> list[Row]:
    return [row for row in rows(f"measured_{name}") if row["d"] == str(d)]


def _told(d: int, column: str) -> tuple[bool, str]:
    value, error = measured_slope(d, column)
    exact, limit, claimed = exact_slope(d, column), local_slope(d, column), -4 / (4 + d)
    agrees = abs(value - exact) <= SIGMAS * error and abs(limit - claimed) < _ORDER
    sizes = [int(row["n"]) for row in _of(d, "risk")]
    text = (
        f"d = {d}: slope {value:.3f} +/- {error:.3f} for n from {sizes[0]} to {sizes[-1]} (exactly {exact:.3f}), "
        f"{limit:.3f} at n = 10^9, claimed {claimed:.3f}"
    )
    return agrees, text


def own_rate(registry: Registry) -> Illustration:
    """Measure the rate without noise."""
    found = [_told(d, "own") for d in DIMENSIONS]
    text = f"without noise, {'; '.join(text for _, text in found)}"
    return Illustration(all(ok for ok, _ in found), text, *_planted("own"))


def _planted(column: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the wrong orders that the measured slopes and those of the exact risks find out in every dimension, and the others."""
    out = {words: all(_is_found_out(d, column, order(d)) for d in DIMENSIONS) for words, order in _WRONG.items()}
    return tuple(words for words in out if out[words]), tuple(words for words in out if not out[words])


def _is_found_out(d: int, column: str, order: float) -> bool:
    """Return whether the limit is another, and the slope measured would be too far from one that tends to this order."""
    value, error = measured_slope(d, column)
    limit = local_slope(d, column)
    return abs(limit - order) >= _ORDER and abs(value - (exact_slope(d, column) - limit + order)) > SIGMAS * error


def private_rate(registry: Registry) -> Illustration:
    """Measure the rate with the noise that is printed, and say what the constant hides."""
    found = [_told(d, "private") for d in DIMENSIONS]
    return Illustration(
        all(ok for ok, _ in found),
        f"with noise at eps = {EPS:g} and delta = {DELTA:g}, {'; '.join(text for _, text in found)}",
        *_planted("private"),
    )


def rate_kept(registry: Registry) -> Illustration:
    """Say from which n on the noise is the smaller part, and how much more the risk is at the first size."""
    parts = []
    for d in DIMENSIONS:
        row = _of(d, "risk")[0]
        times = float(row["private"]) / float(row["own"])
        parts.append(
            f"d = {d}: at n = {row['n']} the risk is {times:.3g} times as great, from n = {crossing(d)} on the noise is less than half of it"
        )
    kept = all(abs(local_slope(d, "private") - local_slope(d, "own")) < _ORDER for d in DIMENSIONS)
    lost = all(abs(_slope_with_more(d) - local_slope(d, "own")) >= _ORDER for d in DIMENSIONS)
    words = ("noise of variance 1/n in place of 1/n^2",)
    text = f"at eps = {EPS:g} and delta = {DELTA:g}, {'; '.join(parts)}; the orders are the same"
    return Illustration(kept, text, words if lost else (), () if lost else words)


def _slope_with_more(d: int) -> float:
    """Return the slope of the log risk with noise whose variance has one power of n less."""
    first, second = (own_risk(n, bandwidth_of(n, d), d) + n * noise_risk(n, bandwidth_of(n, d), d) for n in _LARGE)
    return math.log(second / first) / math.log(_LARGE[1] / _LARGE[0])


def jump_rate() -> tuple[float, float]:
    """Return the slope for uniform records, whose density jumps, and its standard error."""
    return measured_slope(1, "own", "jump")


def crossed(registry: Registry) -> Illustration:
    """Say how the bandwidth of leave-one-out cross-validation follows a single record."""
    changes = [
        abs(float(row["crossed_first"]) / float(row["crossed_second"]) - 1) for row in rows("measured_neighbours")
    ]
    return Illustration(
        max(changes) > 0,
        f"one record of 100 moves the bandwidth of leave-one-out cross-validation by {100 * max(changes):.2g} %, so it is no "
        "constant of the data",
    )


def neighbours(registry: Registry) -> Illustration:
    """Say how far one record takes the rule's bandwidth, and the estimates from each other."""
    found = rows("measured_neighbours")
    ratios = [float(row["apart"]) / float(row["printed_constant"]) for row in found]
    grown = [float(row["second"]) - float(row["first"]) for row in found]
    told = "; ".join(
        f"at distance {row['distance']} the range moves by {step:.4g} and the estimates are {ratio:.3g} times the printed sensitivity apart"
        for row, step, ratio in zip(found, grown, ratios, strict=True)
    )
    return Illustration(min(ratios) > 1 and grown == sorted(grown), f"one record of 100 moves: {told}")

"""What the thesis says asymptotically, held against measurements: the factor left over must stay within bounds.

The measurements are in `expected/measured_*.csv`, made by `measure.py`. A claim f = O(g) agrees if the largest f/g in the
later half of the sizes is at most twice the largest of the first half; f = Omega(g) if the reverse holds for the least.
Agreement at sizes up to 32 is evidence of the constant, not a proof of the order.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from papers.lodrant_2019.data import Row, mean_and_error, numbers, rows
from papers.result import Illustration
from theorems.registry import Registry

Shown = Callable[[Registry], Illustration]
_FACTOR = 2.0


def _size(row: Row) -> tuple[int, int]:
    return int(row["d"]), int(row["n"])


def _logarithm(row: Row) -> float:
    d, n = _size(row)
    return math.log2(n / d)


def _bound(row: Row) -> float:
    """Return min(sqrt(d), sqrt(log2(n/d)))."""
    return math.sqrt(min(int(row["d"]), _logarithm(row)))


def _ratios(name: str, ratio: Callable[[Row], float], keep: Callable[[Row], bool]) -> list[tuple[int, float]]:
    return [(int(row["d"]), ratio(row)) for row in rows(f"measured_{name}") if keep(row)]


def _orders(
    name: str,
    what: str,
    ratio: Callable[[Row], float],
    upper: bool = True,
    keep: Callable[[Row], bool] = lambda row: True,
) -> Shown:
    """Return an illustration that holds a ratio against a constant, over growing dimensions."""

    def shown(registry: Registry) -> Illustration:
        found = _ratios(name, ratio, keep)
        sizes = sorted({d for d, _ in found})
        middle = sizes[(len(sizes) - 1) // 2]
        early = [value for d, value in found if d <= middle]
        late = [value for d, value in found if d > middle]
        agrees = max(late) <= _FACTOR * max(early) if upper else _FACTOR * min(late) >= min(early)
        low, high = (extreme(value for _, value in found) for extreme in (min, max))
        side = "at most" if upper else "at least"
        text = (
            f"{what} is {side} a constant: between {low:.3g} and {high:.3g} at {len(found)} sizes "
            f"with d from {sizes[0]} to {sizes[-1]}"
        )
        return Illustration(agrees, text)

    return shown


def _volume_bound(row: Row) -> float:
    """Return VolLB at eps = 1."""
    return int(row["d"]) ** 1.5 * float(row["radius"])


ERROR_ISOTROPIC = _orders(
    "growth",
    "E|a|/(c L_K VolLB) of the K-norm mechanism",
    lambda row: float(row["mean"]) / (float(row["c"]) * float(row["isotropic"]) * _volume_bound(row)),
)
ERROR_UPPER = _orders(
    "growth",
    "E|a|/(d min(sqrt d, sqrt log2(n/d))) of the K-norm mechanism on Bernoulli queries",
    lambda row: float(row["mean"]) / (int(row["d"]) * _bound(row)),
)
ERROR_LOWER = _orders(
    "growth",
    "the volume bound over d min(sqrt d, sqrt log2(n/d)) on Bernoulli queries",
    lambda row: float(row["lower"]) / (int(row["d"]) * _bound(row)),
    upper=False,
)
BOUND_LOWER = _orders(
    "growth",
    "the volume bound with its constant, over VolLB,",
    lambda row: float(row["lower"]) / _volume_bound(row),
    upper=False,
)
VOLUME_UPPER = _orders(
    "growth",
    "vol(K)^(1/d)/min(1, sqrt(log2(n/d)/d))",
    lambda row: float(row["radius"]) / min(1, math.sqrt(_logarithm(row) / int(row["d"]))),
)
VOLUME_LOWER = _orders(
    "growth",
    "vol(K)^(1/d)/sqrt(log2(n/d)/d) for n <= 2^d",
    lambda row: float(row["radius"]) / math.sqrt(_logarithm(row) / int(row["d"])),
    upper=False,
    keep=lambda row: int(row["n"]) <= 2 ** int(row["d"]),
)
SECOND_MOMENT = _orders("growth", "E|z|^2/log2(n/d)", lambda row: float(row["squared"]) / _logarithm(row))
FIRST_LEVEL = _orders(
    "levels",
    "the error of the first level of NIM in its own directions, over GVolLB,",
    lambda row: float(row["first"]) / float(row["bound"]),
)
LEVELS_TOGETHER = _orders(
    "levels",
    "the error of NIM with eps at every level, over sqrt(log2(d) + 1) GVolLB,",
    lambda row: float(row["nim"]) / int(row["levels"]) / math.sqrt(math.log2(int(row["d"])) + 1) / float(row["bound"]),
)
NIM_ERROR = _orders(
    "levels",
    "the error of NIM at eps in all, over log2(d)^(3/2) GVolLB,",
    lambda row: float(row["nim"]) / math.log2(int(row["d"])) ** 1.5 / float(row["bound"]),
)


def other_queries(registry: Registry) -> Illustration:
    """Hold the errors of several random queries against one another."""
    errors = numbers("measured_seeds", "rms")
    spread = max(errors) / min(errors) - 1
    return Illustration(
        spread < 0.05,
        f"root mean squared errors of the K-norm mechanism for {len(errors)} Bernoulli queries of size (20, 200) differ "
        f"by {100 * spread:.1f} %",
    )


def solver_accuracy(registry: Registry) -> Illustration:
    """Say how many points of K the test with tolerance 1e-5 refuses, at the accuracy that its solver has."""
    found = rows("measured_solver_oracle")
    shares = {
        level: sum(int(row["accepted"]) for row in found if row["gauge"] == level)
        / sum(int(row["of"]) for row in found if row["gauge"] == level)
        for level in dict.fromkeys(row["gauge"] for row in found)
    }
    said = ", ".join(f"{100 * (1 - share):.0f} % at gauge {level}" for level, share in shares.items())
    return Illustration(
        shares["0.999"] < 1,
        f"a minimum of 0 is indeed never reached; of points inside K the test refuses, with CVXOPT as it is, {said}",
    )


def solver_time(registry: Registry) -> Illustration:
    """Say what a membership test and a sample of the appendix cost, beside the sampler of `mechanisms`."""
    call, _ = mean_and_error(numbers("measured_solver_oracle", "milliseconds"))
    sample, _ = mean_and_error(numbers("measured_solver_walks", "seconds", d="40"))
    ours = numbers("measured_should", "seconds", d="40")[0] / 100
    return Illustration(
        sample > 10 * ours,
        f"a quadratic program takes {call:.0f} ms, a sample at (40, 200) {sample:.1f} s; the walk over facet cones, set-up "
        f"included, {1e3 * ours:.1f} ms",
    )

"""What the thesis says asymptotically, held against measurements: the factor left over must stay within bounds.

The measurements are in `expected/measured_*.csv`, made by `measure.py`. A claim f = O(g) agrees if f/g grows over the last octave of d by
no more than a small power, for every n/d; f = Omega(g) if it falls by no more. Wrong orders are planted, and each says whether it is found
out: powers of d are, the logarithm of n/d, which goes from 1 to 4, is hardly told. What NIM does is in `boxes.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from papers.lodrant_2019.data import laplace_norm, mean_and_error, numbers, rows
from papers.result import Illustration
from papers.stored import Row
from theorems.registry import Registry

Shown = Callable[[Registry], Illustration]
Ratio = Callable[[Row], float]
# what sizes up to 32 excuse: second moments still grow by d^0.25 there, as n = 16 d is near 2^d at d = 8
_SLOPE = 0.3
_PLANTED: dict[str, Callable[[Row], float]] = {
    "d^(1/2)": lambda row: math.sqrt(int(row["d"])),
    "d": lambda row: int(row["d"]),
}


def _size(row: Row) -> tuple[int, int]:
    return int(row["d"]), int(row["n"])


def _logarithm(row: Row) -> float:
    d, n = _size(row)
    return math.log2(n / d)


def _bound(row: Row) -> float:
    """Return min(sqrt(d), sqrt(log2(n/d)))."""
    return math.sqrt(min(int(row["d"]), _logarithm(row)))


def _slopes(ratio: Ratio) -> list[float]:
    """Return the power of d by which a ratio grows over the last octave, for each n/d."""
    found = {_size(row): ratio(row) for row in rows("measured_growth")}
    last = max(d for d, _ in found)
    return [
        math.log2(value / found[last // 2, n // 2])
        for (d, n), value in found.items()
        if d == last and (last // 2, n // 2) in found
    ]


def agrees(ratio: Ratio, upper: bool = True) -> bool:
    """Return whether a ratio that is to be bounded, from above or from below, grows by no more than small sizes excuse."""
    return max(_slopes(ratio)) <= _SLOPE if upper else min(_slopes(ratio)) >= -_SLOPE


def _times(ratio: Ratio, power: Ratio, way: int) -> Ratio:
    """Return a ratio as it would be if the right order had a further factor, or one less."""
    return lambda row: ratio(row) * power(row) ** way


def _orders(what: str, ratio: Ratio, upper: bool = True, baseline: tuple[str, Ratio] | None = None) -> Shown:
    """Return an illustration that holds a ratio against a constant, over growing dimensions."""
    way = 1 if upper else -1
    wrong: dict[str, Ratio] = {
        f"a factor {words} {'more' if upper else 'less'}": _times(ratio, power, way)
        for words, power in _PLANTED.items()
    }
    if baseline is not None:
        wrong[baseline[0]] = baseline[1]

    def shown(registry: Registry) -> Illustration:
        values = [ratio(row) for row in rows("measured_growth")]
        room = _SLOPE - max(way * slope for slope in _slopes(ratio))
        noticed = tuple(words for words, other in wrong.items() if not agrees(other, upper))
        text = (
            f"{what} is {'at most' if upper else 'at least'} a constant: between {min(values):.3g} and {max(values):.3g} at {len(values)} sizes "
            f"with d from 4 to 32; a further factor d^s is found out from s = {room:.2g} on"
        )
        return Illustration(
            agrees(ratio, upper), text, noticed, tuple(words for words in wrong if words not in noticed)
        )

    return shown


def _volume_bound(row: Row) -> float:
    """Return VolLB at eps = 1."""
    return int(row["d"]) ** 1.5 * float(row["radius"])


ERROR_ISOTROPIC = _orders(
    "E|a|/(c L_K VolLB) of the K-norm mechanism",
    lambda row: float(row["mean"]) / (float(row["c"]) * float(row["isotropic"]) * _volume_bound(row)),
)
ERROR_UPPER = _orders(
    "E|a|/(d min(sqrt d, sqrt log2(n/d))) of the K-norm mechanism on Bernoulli queries",
    lambda row: float(row["mean"]) / (int(row["d"]) * _bound(row)),
    baseline=("Laplace noise in place of K-norm noise", lambda row: laplace_norm(int(row["d"])) / _bound(row)),
)
ERROR_LOWER = _orders(
    "the volume bound over d min(sqrt d, sqrt log2(n/d)) on Bernoulli queries",
    lambda row: float(row["lower"]) / (int(row["d"]) * _bound(row)),
    upper=False,
)
BOUND_LOWER = _orders(
    "the volume bound with its constant, over VolLB,", lambda row: float(row["lower"]) / _volume_bound(row), upper=False
)
VOLUME_UPPER = _orders(
    "vol(K)^(1/d)/min(1, sqrt(log2(n/d)/d))",
    lambda row: float(row["radius"]) / min(1, math.sqrt(_logarithm(row) / int(row["d"]))),
)
VOLUME_LOWER = _orders(
    "vol(K)^(1/d)/sqrt(log2(n/d)/d)",
    lambda row: float(row["radius"]) / math.sqrt(_logarithm(row) / int(row["d"])),
    upper=False,
)
SECOND_MOMENT = _orders(
    "E|z|^2/log2(n/d)",
    lambda row: float(row["squared"]) / _logarithm(row),
    baseline=("the cube in place of K", lambda row: int(row["d"]) / 3 / _logarithm(row)),
)


def other_queries(registry: Registry) -> Illustration:
    """Hold the errors of several random queries against one another."""
    errors = numbers("measured_seeds", "rms")
    spread = max(errors) / min(errors) - 1
    other = numbers("measured_should", "mean", d="40")[0] / numbers("measured_should", "mean", d="20")[0]
    return Illustration(
        spread < 0.05,
        f"root mean squared errors of the K-norm mechanism for {len(errors)} Bernoulli queries of size (20, 200) differ "
        f"by {100 * spread:.1f} %",
        ("a query of another size, (40, 200), among them",) if 1 + spread < other / 1.05 else (),
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
        ("a sample as quick as by facet cones",) if sample > 10 * ours else (),
    )

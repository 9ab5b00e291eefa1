"""Local randomisers side by side: what each tells of two values, what ten answers cost, and how far its estimates are off.

Run `python benchmarks/local.py` for a table, `--eps 2 --values 64` for another budget and number of values, `--json` for one JSON object.
Privacy and variance are exact; beside the variance stands what the running mechanism has (with `--users` users, seeded).
"""

from __future__ import annotations

import argparse
import json
import math
from typing import Any

import numpy as np
from sympy import Integer, Rational

import dpsym as d
import mechanisms as m
from dpsym.guarantees.information import information_bound, subset_information

DELTA = Rational(1, 10**6)
RUNS = 10


def frequencies(eps: Rational, values: int) -> dict[str, tuple[d.FrequencyOracle, Any]]:
    """Return each oracle of values with the mechanism that runs it; the size of a subset is the best one."""
    level, share = float(eps), values / (1 + math.exp(eps))
    size = min((max(1, math.floor(share)), min(values - 1, math.ceil(share))), key=lambda n: _of_size(eps, values, n))
    return {
        "k-ary response": (d.subset_selection(eps, values, 1), m.SubsetSelection(values, level, 1)),
        "unary, symmetric": (d.symmetric_unary_encoding(eps), m.UnaryEncoding.symmetric(values, level)),
        "unary, optimized": (d.optimized_unary_encoding(eps), m.UnaryEncoding.optimized(values, level)),
        f"subsets of {size}": (d.subset_selection(eps, values, size), m.SubsetSelection(values, level, size)),
        "Hadamard response": (d.hadamard_response(eps), m.HadamardResponse(values, level)),
    }


def _of_size(eps: Rational, values: int, size: int) -> float:
    return float(d.subset_selection(eps, values, size).variance())


def means(eps: Rational) -> dict[str, tuple[d.MeanOracle, Any]]:
    """Return each oracle of a number with the mechanism that runs it."""
    level = float(eps)
    return {
        "one bit": (d.one_bit_mean(eps), m.OneBitMean(level)),
        "piecewise": (d.piecewise_mean(eps), m.PiecewiseMean(level)),
        "hybrid": (d.hybrid_mean(eps), m.HybridMean(level)),
    }


def told(oracle: d.FrequencyOracle | d.MeanOracle, eps: Rational) -> dict[str, float]:
    """Return what an oracle tells: total variation, delta at half of eps, and eps of several answers at one delta."""
    one = oracle.guarantee()
    return {
        "total variation": float(one.total_variation()),
        "delta at eps/2": float(one.delta(eps / 2)),
        f"eps of {RUNS}": float(one.compose(RUNS).epsilon(DELTA)),
    }


def rows(eps: Rational, values: int, users: int) -> list[dict[str, Any]]:
    """Return a line for each oracle."""
    source, found = np.random.default_rng(1), []
    for name, (oracle, mechanism) in frequencies(eps, values).items():
        estimates = [
            mechanism.estimate(mechanism.release(np.zeros(users // 100, dtype=int), source))[1:] for _ in range(100)
        ]
        ran = users // 100 * float(np.mean(np.square(estimates)))
        found.append({"randomiser": name, **told(oracle, eps), "variance": float(oracle.variance()), "as run": ran})
    for name, (mean, runner) in means(eps).items():
        ran = float(np.var(runner.release(np.zeros(users), source)))
        found.append({"randomiser": name, **told(mean, eps), "variance": float(mean.variance(0)), "as run": ran})
    return found


def information(eps: Rational, values: int) -> str:
    """Return how much of several equally likely values the best subset selection tells, and any randomiser of any input."""
    sizes = [(float(subset_information(eps, Integer(values), Integer(size))), size) for size in range(1, values)]
    (best, size), bound = max(sizes), float(information_bound(eps))
    return (
        f"mutual information: {best:.6g} by subsets of {size}, {sizes[0][0]:.6g} by k-ary response, {bound:.6g} at most"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--eps", type=Rational, default=Rational(1), help="of one answer, a rational number")
    parser.add_argument("--values", type=int, default=16, help="of which one is reported")
    parser.add_argument("--users", type=int, default=40_000, help="whose answers are drawn")
    options = parser.parse_args()
    found = rows(options.eps, options.values, options.users)
    if options.json:
        print(json.dumps(found))
        return
    print(f"eps = {options.eps}, {options.values} values, delta = {float(DELTA):g}")
    print(" | ".join(f"{name:>17}" for name in found[0]))
    for row in found:
        print(" | ".join(f"{value:>17}" if isinstance(value, str) else f"{value:17.6g}" for value in row.values()))
    print(information(options.eps, options.values))


if __name__ == "__main__":
    main()

"""Throughput of the exact discrete-Gaussian sampler, beside OpenDP's where `opendp` is installed.

Run `python benchmarks/samplers.py` for a table, `--json` for one JSON object, `--samples` for another number of samples.
Both draw from the system's cryptographic source, in one process, one after the other, the best of three runs each.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

SIGMAS = (Fraction(1, 2), Fraction(1), Fraction(10), Fraction(1000), Fraction(1.1), Fraction(10**6))
SHARE_OF_SLOW_ROADS = 100


def rate(samples: int, draw: Callable[[int], object]) -> float:
    """Return samples a second, the best of three runs after one that compiles."""
    draw(1)
    best = 0.0
    for _ in range(3):
        start = time.perf_counter()
        draw(samples)
        best = max(best, samples / (time.perf_counter() - start))
    return best


def ours(sigma: Fraction, samples: int) -> float:
    """Return samples a second of this project; parameters beyond 64 bits take unbounded integers, a smaller share."""
    from mechanisms.exact.samplers import discrete_gaussian

    slow = sigma in SIGMAS[-2:]
    return rate(samples // SHARE_OF_SLOW_ROADS if slow else samples, lambda n: discrete_gaussian(sigma**2, n))


def opendp(sigma: Fraction, samples: int) -> float | None:
    """Return samples a second of OpenDP's Gaussian on a vector of integers, or None where it is not installed."""
    try:
        import opendp.prelude as dp
    except ImportError:
        return None
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=int)
    measurement: Any = dp.m.make_gaussian(*space, scale=float(sigma))
    return rate(max(samples // SHARE_OF_SLOW_ROADS, 1), lambda n: measurement([0] * n))


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--samples", type=int, default=10_000_000, help="samples a run; slow roads draw a hundredth")
    options = parser.parse_args()
    rows = {float(sigma): (ours(sigma, options.samples), opendp(sigma, options.samples)) for sigma in SIGMAS}
    if options.json:
        print(json.dumps({str(sigma): {"ours": row[0], "opendp": row[1]} for sigma, row in rows.items()}))
        return
    print(f"{'sigma':>10}{'ours, samples/s':>20}{'OpenDP, samples/s':>20}{'ratio':>10}")
    for sigma, (own, other) in rows.items():
        peer = f"{other:>20,.0f}{own / other:>10.1f}" if other else f"{'not installed':>20}{'':>10}"
        print(f"{sigma:>10g}{own:>20,.0f}{peer}")


if __name__ == "__main__":
    main()

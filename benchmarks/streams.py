"""Factorizations of the prefix sums side by side: the sensitivity of the strategy, and how far the sums are off at 1-GDP.

Run `python benchmarks/streams.py` for a table, `--steps 4096 --every 512 --most 8 --bands 64` for other streams, `--eps 1 --delta 1e-6` for the
errors at that privacy, `--json` for one JSON object. All but the last two columns are certified numbers, printed to six digits: root mean
square and greatest standard deviation of a sum, for elements that move by 1. The last two are what the running noise has (seeded, of
`--runs` streams), and how long the line took.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np
from flint import arb
from sympy import Rational

import dpsym as d
import mechanisms as m
from dpsym.calibration import gaussian_scale


def ran(factorization: Any, sensitivity: float, runs: int) -> float:
    """Return the root mean square error of the running noise."""
    if factorization.name.startswith("binary tree"):
        noise: Any = m.TreeGaussian(sensitivity, is_optimal=factorization.is_optimal)
    else:
        noise = m.StreamGaussian(sensitivity, [float(arb(each)) for each in factorization.coefficients])
    errors = noise.release(np.zeros((runs, factorization.steps)), np.random.default_rng(1))
    return float(np.sqrt(np.mean(errors**2)))


def rows(steps: int, bands: int, participation: d.Participation, mu: float, runs: int) -> list[dict[str, Any]]:
    """Return a line for each factorization; errors are divided by mu."""
    found = []
    for factorization in d.standard_factorizations(steps, bands):
        start = time.process_time()
        (row,) = d.compare_factorizations([factorization], participation).rows
        single = factorization.sensitivity()
        seconds = time.process_time() - start
        found.append(
            {
                "strategy": factorization.name,
                "one participation": single.ball.mid,
                "sensitivity": row.sensitivity.ball.mid,
                "": "exact" if row.sensitivity.is_exact else "bound",
                "root mean square": row.root_mean_square.mid / mu,
                "greatest": row.greatest.mid / mu,
                "as run": ran(factorization, row.sensitivity.ball.mid, runs) / mu,
                "seconds": seconds,
            }
        )
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--steps", type=int, default=1024)
    parser.add_argument("--every", type=int, default=128, help="the least number of steps between participations")
    parser.add_argument("--most", type=int, default=8, help="participations of a record at most")
    parser.add_argument("--bands", type=int, default=32)
    parser.add_argument("--eps", type=Rational, help="errors at this eps, instead of at 1-GDP")
    parser.add_argument("--delta", type=Rational, default=Rational(1, 10**6))
    parser.add_argument("--runs", type=int, default=100)
    options = parser.parse_args()
    participation = d.Participation.separated(options.every, options.most)
    mu = 1.0
    if options.eps is not None:
        mu = 1 / float(gaussian_scale(options.eps, options.delta).law.scale)
    found = rows(options.steps, options.bands, participation, mu, options.runs)
    if options.json:
        print(json.dumps(found))
        return
    at = f"mu = {mu:.6g}" if options.eps is None else f"eps = {options.eps}, delta = {float(options.delta):g}"
    print(f"{options.steps} steps, {participation}; {at}")
    print(f"lower bound of the root mean square, one participation: {d.least_root_error(options.steps).mid / mu:.6g}")
    print(" | ".join(f"{name:>28}" if name == "strategy" else f"{name:>18}" for name in found[0]))
    for row in found:
        print(
            " | ".join(
                f"{value:>{28 if name == 'strategy' else 18}}" if isinstance(value, str) else f"{value:18.6g}"
                for name, value in row.items()
            )
        )


if __name__ == "__main__":
    main()

"""How long the everyday things take: importing, deriving, checking the registry cold and warm.

Run `python benchmarks/foundation.py` for a table, `--json` for one JSON object. Everything is measured in one run, side by side.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time


def seconds(*command: str) -> float:
    """Return how long a command takes."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def import_time(module: str) -> float:
    """Return the median time of a fresh interpreter that imports a module, less that of one that imports nothing."""
    runs = [seconds(sys.executable, "-c", f"import {module}") - seconds(sys.executable, "-c", "pass") for _ in range(7)]
    return statistics.median(runs)


def derivations() -> list[float]:
    """Return the time of each derivation of the basic laws, cold."""
    from dpsym import KL, RR, Bernoulli, Gaussian, HockeyStick, Laplace, MaxDivergence, Renyi
    from dpsym.symbols import alpha, eps, mu1, mu2, p, q, scale, sigma1, sigma2, zeta

    pairs = [
        (Bernoulli(p), Bernoulli(q)),
        RR(zeta).neighbours(),
        (Laplace(mu1, scale), Laplace(mu2, scale)),
        (Gaussian(mu1, sigma1), Gaussian(mu2, sigma2)),
    ]
    times = []
    for pair in pairs:
        for head in (Renyi(alpha, *pair), KL(*pair), MaxDivergence(*pair), HockeyStick(eps, *pair)):
            start = time.perf_counter()
            head.derive()
            times.append(time.perf_counter() - start)
    return times


def measure() -> dict[str, float]:
    """Return every figure, in seconds (ratios without unit)."""
    sympy, dpsym = import_time("sympy"), import_time("dpsym")
    derived = derivations()
    check = [sys.executable, "-m", "theorems.cli", "check"]
    cold = seconds(*check, "--full")
    warm = seconds(*check)
    return {
        "import sympy": sympy,
        "import dpsym": dpsym,
        "import dpsym / import sympy": dpsym / sympy,
        "derivation, median of 16": statistics.median(derived),
        "derivation, slowest of 16": max(derived),
        "dpsym check --full": cold,
        "dpsym check, nothing changed": warm,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    options = parser.parse_args()
    figures = measure()
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:<32}{value:>10.3f}")


if __name__ == "__main__":
    main()

"""How often an error of a numeric divergence is understated, beside quadratures of scipy on the same integrals.

Run `python benchmarks/numeric.py` for a table, `--json` for one JSON object, `--rounds` for the cases of each kind. The laws
are those of `tests/mechanisms/numeric/battery.py`, drawn near divergence, far out and with narrow modes that are not listed.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
import warnings
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import mpmath as mp
import numpy as np

from mechanisms.errors import MechanismError
from mechanisms.numeric.pair import Pair

TESTS = Path(__file__).resolve().parents[1] / "tests"


def battery() -> ModuleType:
    """Return the module of the cases, which lives beside the tests."""
    sys.path.append(str(TESTS))  # behind the packages that are installed: a folder of tests has the name of one
    from beside import beside

    return beside("numeric_battery", TESTS / "mechanisms" / "numeric" / "battery.py")


def verdict(value: float, error: float, truth: Any) -> str:
    """Say whether an answer holds."""
    if math.isnan(value) or math.isnan(error):
        return "refused"
    if math.isinf(value) or mp.isinf(truth):
        return "holds" if mp.mpf(value) == truth else "wrong infinity"
    return "holds" if abs(mp.mpf(value) - truth) <= error else "understated"


def by_scipy(rule: str, case: Any) -> tuple[float, float]:
    """Return a Rényi divergence with its error by a quadrature of scipy between the listed points."""
    from scipy import integrate

    pair, order = case.pair, case.order

    def integrand(x: Any) -> Any:
        at = np.asarray(x, dtype=float)
        with np.errstate(all="ignore"):
            exponent = order * pair.log_p(at) + (1 - order) * pair.log_q(at)
        return np.exp(np.where(np.isnan(exponent), -np.inf, exponent))

    places = sorted({*pair.support, *pair.breakpoints})
    total = error = 0.0
    for low, high in pairwise(places):
        if rule == "quad":
            value, off = integrate.quad(lambda x: float(integrand(np.array([x]))[0]), low, high, limit=200)
        else:
            result = integrate.tanhsinh(integrand, low, high)
            if not result.success:
                return math.nan, math.nan
            value, off = float(result.integral), float(result.error)
        total, error = total + value, error + off
    if not total > 0 or not error < total:
        return math.nan, math.nan
    divergence = math.log(total) / (order - 1)
    # Rounding of the logarithm is not held against it.
    return divergence, -math.log1p(-error / total) / abs(order - 1) + 1e-14 * (1 + abs(divergence))


def measure(seed: int, rounds: int) -> dict[str, Any]:
    """Return counts of verdicts by kind of case and by who answered, and processor seconds of ours."""
    found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    seconds, number = 0.0, 0
    failures: list[str] = []
    for case in battery().cases(seed, rounds):
        number += 1
        truth = case.truth()
        start = time.process_time()
        try:
            answer = case.ask()
            said = verdict(answer.value, answer.error, truth)
        except MechanismError:
            answer, said = None, "refused"
        seconds += time.process_time() - start
        found[case.kind]["dpsym"][said] += 1
        if said in ("understated", "wrong infinity"):
            failures.append(f"{case.kind}: order {case.order}, {answer}, should be {mp.nstr(truth, 17)}")
        if case.order is None or not isinstance(case.pair, Pair):
            continue
        for rule in ("quad", "tanhsinh"):
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("error")
                try:
                    said = verdict(*by_scipy(rule, case), truth)
                except (Warning, ArithmeticError, ValueError):
                    said = "refused"
            found[case.kind][rule][said] += 1
    kinds = {kind: {who: dict(count) for who, count in by.items()} for kind, by in found.items()}
    totals = {
        who: dict(sum((by[who] for by in found.values() if who in by), Counter[str]()))
        for who in ("dpsym", "quad", "tanhsinh")
    }
    return {
        "seed": seed,
        "cases": number,
        "cpu seconds a case": seconds / number,
        "totals": totals,
        "kinds": kinds,
        "failures": failures,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--rounds", type=int, default=350, help="cases of each of the nine kinds")
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    figures = measure(options.seed, options.rounds)
    if options.json:
        print(json.dumps(figures))
        return
    columns = ("holds", "refused", "wrong infinity", "understated")
    print(f"{figures['cases']} cases, {figures['cpu seconds a case'] * 1e3:.1f} ms of CPU each")
    print(f"{'':<40}" + "".join(f"{name:>16}" for name in columns))
    for kind, by in [*figures["kinds"].items(), ("all", figures["totals"])]:
        for who, count in by.items():
            print(f"{kind + ', ' + who:<40}" + "".join(f"{count.get(name, 0):>16}" for name in columns))
    for failure in figures["failures"]:
        print(failure)


if __name__ == "__main__":
    main()

"""How long proofs take: each statement proved from the definition on, its false twin refuted, the proof checked again.

Run `python benchmarks/prove.py` for a table, `--json` for one JSON object, `--explain` for the proofs themselves. Every time is the
least of three runs in one process; `limit` is 0.2 s for one free variable and 2 s for two.
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import sympy as sp
from sympy import Ge, Interval, Le, Rational, Symbol, erfc, exp, log, oo, pi, sqrt, tanh

from dpsym import RR, Gaussian, HockeyStick, Laplace, Renyi
from dpsym.parameters import alpha, b, delta, eps, sigma
from dpsym.parse import parse
from dpsym.prove import Monotone, Proved, Refuted, advanced_composition_margin, for_each, prove, replay

x = Symbol("x", positive=True)
tail, density = erfc(x / sqrt(2)) / 2, exp(-(x**2) / 2) / sqrt(2 * pi)
classical = sqrt(2 * log(Rational(5, 4) / delta)) / eps
response = Renyi(alpha, RR(eps))
ORDERS = {alpha: (1, oo), eps: (0, 8)}
HALF_LINE = {x: (0, oo)}
CALIBRATED = {eps: Interval.open(0, 1), delta: (Rational(1, 10**12), Rational(3, 10))}
mironov = log(1 / delta) / (alpha - 1)
sharp = log((alpha - 1) / alpha) - (log(delta) + log(alpha)) / (alpha - 1)
LESS, MORE = Rational(999, 1000), Rational(1001, 1000)

# name: statement, its false twin, the box; a shade is off where the statement is sharp, else the first constant that fails
STATEMENTS: dict[str, tuple[Any, Any, Any]] = {
    "randomized response: D <= alpha eps tanh(eps/2)": (
        response <= alpha * eps * tanh(eps / 2),
        response <= LESS * alpha * eps * tanh(eps / 2),
        ORDERS,
    ),
    "alpha eps tanh(eps/2) <= alpha eps^2/2": (
        alpha * eps * tanh(eps / 2) <= alpha * eps**2 / 2,
        alpha * eps * tanh(eps / 2) <= LESS * alpha * eps**2 / 2,
        ORDERS,
    ),
    "randomized response: D <= alpha eps^2/2": (
        response <= alpha * eps**2 / 2,
        response <= LESS * alpha * eps**2 / 2,
        ORDERS,
    ),
    "exp(x) <= 1 + x + x^2 on [0, 1]": (
        exp(x) <= 1 + x + x**2,
        exp(x) <= 1 + x + Rational(718, 1000) * x**2,
        {x: (0, 1)},
    ),
    "normal tail, upper": (tail <= density / x, tail <= LESS * density / x, HALF_LINE),
    "normal tail, lower": (tail >= density * x / (1 + x**2), tail >= MORE * density * x / (1 + x**2), HALF_LINE),
    "normal tail, Birnbaum": (
        tail >= 2 * density / (x + sqrt(x**2 + 4)),
        tail >= MORE * 2 * density / (x + sqrt(x**2 + 4)),
        HALF_LINE,
    ),
    "normal tail, Sampford": (
        tail <= 4 * density / (3 * x + sqrt(x**2 + 8)),
        tail <= LESS * 4 * density / (3 * x + sqrt(x**2 + 8)),
        HALF_LINE,
    ),
    "classical Gaussian calibration": (
        HockeyStick(eps, Gaussian(classical)) <= delta,
        HockeyStick(eps, Gaussian(classical)) <= delta / 20,
        CALIBRATED,
    ),
    "Mironov's conversion is above the improved one": (
        Le(sharp, mironov, evaluate=False),
        Le(mironov, sharp + Rational(1, 10), evaluate=False),
        {alpha: (1, oo), delta: (0, 1)},
    ),
    "D nondecreasing in alpha, Laplace": (
        Monotone(Renyi(alpha, Laplace(b)), alpha),
        Monotone(Renyi(alpha, Laplace(b)) - alpha / 1000, alpha),
        {alpha: (1, oo), b: (0, oo)},
    ),
    "D nondecreasing in alpha, Gaussian": (
        Monotone(Renyi(alpha, Gaussian(sigma)), alpha),
        Monotone(Renyi(alpha, Gaussian(sigma)) - alpha / 1000, alpha),
        {alpha: (1, oo), sigma: (0, oo)},
    ),
    "D nondecreasing in alpha, randomized response": (
        Monotone(response, alpha),
        Monotone(response - alpha / 1000, alpha),
        {alpha: (1, oo), eps: (0, oo)},
    ),
}
STEPS, TARGETS = (
    (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2)),
    (Fraction(1, 10**3), Fraction(1, 10**6), Fraction(1, 10**12)),
)


def inequalities() -> dict[str, tuple[Any, Any, Any]]:
    """Return the inequalities of the literature in `inequalities.toml`: statement, false twin and box by text."""
    found = {}
    for row in tomllib.loads(Path(__file__).with_name("inequalities.toml").read_text())["inequality"]:
        relation = {"<=": Le, ">=": Ge}[row["relation"]]
        left, right, wrong = parse(row["left"]), parse(row["right"]), Rational(row["false"])
        box = {parse(name): interval(text) for name, text in row["box"].items()}
        name = f"{row['left']} {row['relation']} {row['right']}"
        found[name] = relation(left, right, evaluate=False), relation(left, wrong * right, evaluate=False), box
    return found


def interval(text: str) -> Interval:
    """Return an interval from its text, as ``[0, oo)``."""
    low, high = ({"oo": oo, "-oo": -oo}.get(end) or Rational(end) for end in text[1:-1].split(", "))
    return Interval(low, high, text[0] == "(", text[-1] == ")")


def timed(work: Any, repeats: int) -> tuple[float, float, Any]:
    """Return the first and the least time of a few runs, in seconds, and the last result."""
    times, result = [], None
    for _ in range(repeats):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return times[0], min(times), result


def proofs(repeats: int, explain: bool) -> list[dict[str, Any]]:
    """Return the times of the proofs, of checking them, and of refuting the twins."""
    rows = []
    for name, (statement, twin, box) in (STATEMENTS | inequalities()).items():
        first, seconds, outcome = timed(lambda: prove(statement, box), repeats)  # noqa: B023
        _, refuting, refuted = timed(lambda: prove(twin, box), repeats)  # noqa: B023
        row = {
            "statement": name,
            "outcome": type(outcome).__name__,
            "first": first,
            "seconds": seconds,
            "limit": 0.2 if len(box) == 1 else 2.0,
            "twin": type(refuted).__name__,
            "twin_seconds": refuting,
        }
        if isinstance(outcome, Proved):
            data = outcome.data
            row |= {"method": outcome.method, "check_seconds": timed(lambda: replay(data), repeats)[1]}  # noqa: B023
            if explain:
                print(outcome.explain(), end="\n\n")
        if isinstance(refuted, Refuted):
            row["witness"] = {str(symbol): str(value) for symbol, value in refuted.witness.items()}
        rows.append(row)
    return rows


def compositions(most: int) -> list[dict[str, Any]]:
    """Return the times of the enumerations of optimal against advanced composition."""
    rows = []
    for step in STEPS:
        for target in TARGETS:
            found = for_each(range(1, most + 1), lambda k: advanced_composition_margin(k, step, target))  # noqa: B023
            rows.append(
                {
                    "eps": str(step),
                    "delta": float(target),
                    "count": found.count,
                    "outcome": found.verdict,
                    "least_margin": found.margin.mid,
                    "at": found.at,
                    "seconds": found.seconds,
                }
            )
    return rows


def main() -> None:
    """Print the table or the JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--most", type=int, default=1000)
    options = parser.parse_args()
    rows, enumerations = (proofs(options.repeats, options.explain and not options.json), compositions(options.most))
    if options.json:
        print(json.dumps({"proofs": rows, "compositions": enumerations, "sympy": sp.__version__}))
        return
    print(f"{'statement':70} {'outcome':9} {'by':18} {'seconds':>8} {'limit':>6} {'check':>7}  twin")
    for row in rows:
        print(
            f"{row['statement'][:70]:70} {row['outcome']:9} {row.get('method', '-'):18} {row['seconds']:8.3f} {row['limit']:6.1f} "
            f"{row.get('check_seconds', float('nan')):7.3f}  {row['twin']} in {row['twin_seconds']:.3f} s"
        )
    print(
        f"\n{'randomized response composed: optimal < advanced':70} {'outcome':9} {'k':>5} {'seconds':>8}  least margin of delta"
    )
    for row in enumerations:
        name = f"eps = {row['eps']}, delta = {row['delta']:g}"
        print(
            f"{name:70} {row['outcome']:9} {row['count']:5} {row['seconds']:8.3f}  {row['least_margin']:.6f} at k = {row['at']}"
        )


if __name__ == "__main__":
    main()

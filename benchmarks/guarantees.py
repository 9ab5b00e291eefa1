"""The calculus of guarantees against exact values: eps of compositions at delta = 1e-6, and how long the routes take.

For every row the best route's eps, the exact value by a road that the route did not take, and whether it is never below.
Exact are: for randomized response the finite sum over the number of false answers, in exact arithmetic over Arb; for the
Gaussian mechanism its analytic profile, inverted; for the Laplace mechanism a certified bracket of the contour integral at
more digits than the route asks for. Then 1000 different mechanisms, and extreme inputs.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx
from sympy import Integer, Rational

from dpsym import RR, Gaussian, Laplace
from dpsym.curves import curve
from dpsym.distributions import Law
from dpsym.enclose import enclose
from dpsym.errors import DpsymError
from dpsym.guarantees import composed, guarantee
from dpsym.guarantees.numbers import upper
from dpsym.special import Phi

DELTA = Rational(1, 10**6)
COUNTS = (1, 10, 100, 1000, 10000)
ROWS: list[tuple[str, Law]] = [
    *((f"Gaussian sigma={s}", Gaussian(0, s)) for s in (1, 5, 50)),
    *((f"Laplace b={b}", Laplace(b)) for b in (1, 10, 100)),
    *((f"randomized response eps={float(e)}", RR(e)) for e in (Rational(1, 100), Rational(1, 10), Integer(1))),
]


def rr_delta(eps: Fraction, count: int, threshold: Fraction) -> arb:
    """Return delta of `count` randomized responses at a threshold: the sum over the number of false answers."""
    with ctx.workprec(256):
        x, bound = arb(eps.numerator) / eps.denominator, arb(threshold.numerator) / threshold.denominator
        lie = (-x).exp()
        truth = 1 / (1 + lie)
        total, term = arb(0), truth**count
        for wrong in range(count + 1):
            loss = (count - 2 * wrong) * x
            if not loss > bound:
                break
            total += term * (1 - (bound - loss).exp())
            term = term * (count - wrong) / (wrong + 1) * lie
        return total


def gaussian_delta(sigma: Rational, count: int, threshold: Fraction) -> arb:
    """Return delta of `count` Gaussian mechanisms at a threshold, by the analytic profile."""
    from sympy import exp, sqrt

    mu, eps = sqrt(count) / sigma, Rational(threshold)
    return enclose(Phi(mu / 2 - eps / mu) - exp(eps) * Phi(-mu / 2 - eps / mu), digits=25).value


def verdict(law: Law, count: int, eps: Rational) -> tuple[bool, float]:
    """Return whether delta at the reported eps is at most the target, and eps over the exact eps."""
    reported = Fraction(int(eps.p), int(eps.q))
    if isinstance(law, RR):
        exact: Callable[[Fraction], arb] = lambda point: rr_delta(Fraction(str(law.args[0])), count, point)  # noqa: E731
    elif isinstance(law, Gaussian):
        exact = lambda point: gaussian_delta(law.args[1], count, point)  # noqa: E731
    else:
        exact = lambda point: curve((law, count)).delta(Rational(point), 15).value  # noqa: E731
    target = arb(1) / 10**6
    sound = bool(exact(reported) <= target)
    low = reported * Fraction(99, 100)
    # within 1 %: delta is above the target a hundredth below
    within = bool(exact(low) > target)
    truth = curve((law, count)).epsilon(DELTA, 15)
    return sound and within, float(reported / truth.lower) if truth.lower else 1.0


def table() -> list[dict[str, Any]]:
    """Return a row for each mechanism and count."""
    rows = []
    for name, law in ROWS:
        for count in COUNTS:
            start = time.perf_counter()
            answer = guarantee(law).compose(count).to_approx(DELTA)
            seconds = time.perf_counter() - start
            eps = upper(answer.value.eps)
            holds, ratio = verdict(law, count, eps)
            rows.append(
                {
                    "mechanism": name,
                    "k": count,
                    "eps": float(eps),
                    "ratio": ratio,
                    "holds": holds,
                    "route": answer.proof.route,
                    "others": sum(route.value is not None for route in answer.losers),
                    "seconds": seconds,
                }
            )
    return rows


def many() -> dict[str, Any]:
    """Return how long 1000 different mechanisms take."""
    parts = [guarantee(Laplace(Rational(1000 + step, 50))) for step in range(500)]
    parts += [guarantee(Gaussian(0, Rational(1000 + step, 10))) for step in range(500)]
    composed(parts[:2]).to_approx(DELTA)  # what is derived once
    start = time.perf_counter()
    answer = composed(parts).to_approx(DELTA)
    return {"seconds": time.perf_counter() - start, "eps": float(upper(answer.value.eps)), "route": answer.proof.route}


def extremes() -> list[dict[str, Any]]:
    """Return extreme inputs with what comes out: a number, or a refusal."""
    tiny, small = Rational(1, 10**300), Rational(1, 10**8)
    asked = [
        ("RR(1e-8), 1e9 times, delta 1e-300", guarantee(RR(small)).compose(10**9), tiny),
        ("RR(1e-8), once, delta 1e-300", guarantee(RR(small)), tiny),
        ("Gaussian(1e-3), once, delta 1e-300", guarantee(Gaussian(0, Rational(1, 1000))), tiny),
        ("Gaussian(1e8), once, delta 1e-12", guarantee(Gaussian(0, 10**8)), Rational(1, 10**12)),
        ("Gaussian(50), 1e9 times, delta 1e-300", guarantee(Gaussian(0, 50)).compose(10**9), tiny),
        ("Laplace(10), 1e9 times, delta 1e-300", guarantee(Laplace(10)).compose(10**9), tiny),
        ("Laplace(1e-6), once, delta 1e-300", guarantee(Laplace(Rational(1, 10**6))), tiny),
        ("Laplace(1e8), 10 times, delta 1e-300", guarantee(Laplace(10**8)).compose(10), tiny),
    ]
    rows = []
    for name, given, delta in asked:
        start = time.perf_counter()
        try:
            answer = given.to_approx(delta)
            found = f"{float(upper(answer.value.eps)):.12g} by {answer.proof.route}"
        except DpsymError as refusal:
            found = f"refused: {refusal}"
        rows.append({"input": name, "found": found, "seconds": time.perf_counter() - start})
    return rows


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    asked = parser.parse_args()
    found = {"table": table(), "many": many(), "extremes": extremes()}
    if asked.json:
        print(json.dumps(found, indent=1))
        return
    print(f"{'mechanism':30} {'k':>6} {'eps':>16} {'/ exact':>12} {'holds':>6} {'others':>6} {'ms':>7}  route")
    for row in found["table"]:
        print(
            f"{row['mechanism']:30} {row['k']:6} {row['eps']:16.10g} {row['ratio']:12.10f} {row['holds']!s:>6} "
            f"{row['others']:6} {1e3 * row['seconds']:7.1f}  {row['route']}"
        )
    print(
        f"\n1000 different mechanisms: eps {found['many']['eps']:.10g} in {found['many']['seconds']:.2f} s by {found['many']['route']}"
    )
    print()
    for row in found["extremes"]:
        print(f"{row['input']:40} {1e3 * row['seconds']:7.1f} ms  {row['found'][:150]}")


if __name__ == "__main__":
    main()

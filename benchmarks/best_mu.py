"""The least mu for which runs are mu-GDP, with its regret: certified brackets beside gdpnum (extra `peers`), with processor times.

Run `python benchmarks/best_mu.py` for a table, `--json` for one JSON object. Of all tests those are looked at whose two errors are both at least
1e-10, as gdpnum does by default. gdpnum gives one number, documented as pessimistic, from discretized losses of dp-accounting at their default
grid: the table says on which side of the bracket it lies, and how many of its digits are right. Where it is not installed it is left out.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from sympy import Expr, Rational

from dpsym import DiscreteLaplace, Gaussian, Laplace, RandomizedResponse

LEVEL = Rational(1, 10**10)
HUNDREDTH = Rational(1, 100)
PEER = "gdpnum"


def of_gaussian(sigma: float, steps: int, rate: float = 1.0) -> tuple[float, float]:
    """Return mu and regret of (sampled) Gaussian noise by gdpnum, from its accountant of DP-SGD."""
    from gdpnum.dpsgd import get_mu_and_regret_for_dpsgd

    return get_mu_and_regret_for_dpsgd(sigma, rate, steps)


def of_distribution(make: Callable[[Any], Any], steps: int) -> tuple[float, float]:
    """Return mu and regret of a composed privacy-loss distribution of dp-accounting by gdpnum."""
    from dp_accounting.pld import privacy_loss_distribution
    from gdpnum import PLDConverter

    one = make(privacy_loss_distribution)
    return PLDConverter(one.self_compose(steps) if steps > 1 else one).get_mu_and_regret()


CASES: dict[str, tuple[Callable[[], Any], Callable[[], tuple[float, float]]]] = {
    "Gaussian(2) x 10": (lambda: Gaussian(2).compose(10), lambda: of_gaussian(2.0, 10)),
    "Laplace(1)": (lambda: Laplace(1), lambda: of_distribution(lambda pld: pld.from_laplace_mechanism(1.0), 1)),
    "Laplace(10) x 100": (
        lambda: Laplace(10).compose(100),
        lambda: of_distribution(lambda pld: pld.from_laplace_mechanism(10.0), 100),
    ),
    "RandomizedResponse(1)": (
        lambda: RandomizedResponse(1),
        lambda: of_distribution(lambda pld: pld.from_randomized_response(2 / (1 + math.e), 2), 1),
    ),
    "DiscreteLaplace(2) x 10": (
        lambda: DiscreteLaplace(2).compose(10),
        lambda: of_distribution(lambda pld: pld.from_discrete_laplace_mechanism(0.5), 10),
    ),
    "Gaussian(1), q = 0.01": (lambda: Gaussian(1).subsample(HUNDREDTH), lambda: of_gaussian(1.0, 1, 0.01)),
    "Gaussian(1), q = 0.01, x 100": (
        lambda: Gaussian(1).subsample(HUNDREDTH).compose(100),
        lambda: of_gaussian(1.0, 100, 0.01),
    ),
    "Gaussian(1), q = 0.01, x 10000": (
        lambda: Gaussian(1).subsample(HUNDREDTH).compose(10**4),
        lambda: of_gaussian(1.0, 10**4, 0.01),
    ),
}


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return a result, and the seconds of processor time that it took."""
    start = time.process_time()
    found = work()
    return found, time.process_time() - start


def place(value: float, low: Expr, high: Expr) -> tuple[str, float]:
    """Return on which side of a bracket a number lies, and how many of its digits are right: infinitely many where it lies inside.

    Parameters
    ----------
    value : float
        The number.
    low, high : Expr
        The bracket, with ends above 0.
    """
    if low <= value <= high:
        return "inside", math.inf
    off = abs(value / float(low if value < low else high) - 1)
    return ("below" if value < low else "above"), (-math.log10(off) if off else math.inf)


def row(name: str, is_peer_there: bool) -> dict[str, Any]:
    """Return one mechanism's mu and regret by both sides."""
    ours, theirs = CASES[name]
    fit, seconds = timed(lambda: ours().best_gaussian(LEVEL))
    found: dict[str, Any] = {"mechanism": name, "least": float(fit.least), "mu": float(fit.mu), "seconds": seconds}
    found |= {"width": float(fit.mu / fit.least - 1), "regret": float(fit.regret)}
    if is_peer_there:
        (mu, regret), seconds = timed(theirs)
        side, digits = place(mu, fit.least, fit.mu)
        found[PEER] = {"mu": mu, "side": side, "digits": digits, "regret": regret, "seconds": seconds}
    return found


def line(found: dict[str, Any]) -> str:
    """Return the lines of one mechanism."""
    lead = f"{found['mechanism']:<32}"
    text = f"{lead}certified  mu [{found['least']:.12g}, {found['mu']:.12g}]  width {found['width']:.0e}  "
    text += f"regret {found['regret']:.6g}  {found['seconds']:.2f} s"
    if other := found.get(PEER):
        digits = "" if math.isinf(other["digits"]) else f", {other['digits']:.1f} digits right"
        text += f"\n{'':<32}{PEER:<9}  mu {other['mu']:.12g}: {other['side']}{digits}  "
        text += f"regret {other['regret']:.6g}  {other['seconds']:.2f} s"
    return text


def main() -> None:
    """Print the table or the object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    options = parser.parse_args()
    is_peer_there = find_spec(PEER) is not None
    if not is_peer_there and not options.json:
        print(f"{PEER} is not installed (pip install {PEER}): its half of the table is left out")
    collected = []
    for name in CASES:
        collected.append(row(name, is_peer_there))
        if not options.json:
            print(line(collected[-1]), flush=True)
    if options.json:
        # JSON has no infinity: it is written as a string.
        print(json.dumps(json.loads(json.dumps({"rows": collected}), parse_constant=str)))


if __name__ == "__main__":
    main()

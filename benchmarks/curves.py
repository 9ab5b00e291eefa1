"""How long certified privacy curves take, and how a fast accountant compares where one is installed.

Run `python benchmarks/curves.py` for a table, `--json` for one JSON object. Every time is of the processor, the least of three runs
in one process; the accountants (`dp_accounting`, `prv_accountant`, `opake`) run at their default accuracy, side by side, those that are
installed. `--only replaced` (or deltas, epsilons, many, brackets) prints one table. opake-accounting 0.16.1 wants a Python whose dataclasses take
`weakref_slot` beside an abstract base: it imports under 3.13.0, and under neither 3.11.7 nor 3.12.1; what cannot be imported has no numbers.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import time
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec

from dpsym.curves import (
    DiscreteGaussianLoss,
    GaussianLoss,
    GeometricLoss,
    KaryResponseLoss,
    LaplaceLoss,
    PrivacyCurve,
    PrivacyLoss,
    RandomizedResponseLoss,
    ReplacedGaussianLoss,
    SampledLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
)
from dpsym.errors import UndecidedError

MEMORY = 8 << 30  # of address space: an accountant that asks for more has no number, and the machine goes on
COUNTS = (10, 1000, 10**5)
POWERS = (6, 20, 100)
RATES = (Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), Fraction(1, 2))
SIGMAS = (Fraction(7, 10), Fraction(1), Fraction(3), Fraction(10))
STEPS = (1000, 10**4, 10**6)
DELTA = Fraction(1, 10**5)

FAMILIES: dict[str, Callable[[int], PrivacyLoss]] = {
    "Gaussian": GaussianLoss,
    "Laplace": LaplaceLoss,
    "randomized response": lambda scale: RandomizedResponseLoss(Fraction(1, scale)),
    "two-sided geometric": GeometricLoss,
    "truncated Laplace": lambda scale: TruncatedLaplaceLoss(scale, 300 * scale),
}


def timed(work: Callable[[], object], repeats: int) -> tuple[float, object]:
    """Return the least processor time of a few runs, in seconds, and the last result."""
    times, result = [], None
    for _ in range(repeats):
        start = time.process_time()
        result = work()
        times.append(time.process_time() - start)
    return min(times), result


def deltas(repeats: int) -> list[dict]:
    """Return the time of 20 digits of delta, by mechanism, count and size of delta."""
    rows = []
    for name, family in FAMILIES.items():
        for count, scale in zip(COUNTS, (3, 30, 300), strict=True):
            curve = PrivacyCurve([(family(scale), count)])
            for power in POWERS:
                eps = curve.epsilon(Fraction(1, 10**power), 6).lower
                seconds, ball = timed(lambda curve=curve, eps=eps: curve.delta(eps), repeats)
                rows.append(
                    {"mechanism": name, "n": count, "delta": ball.mid, "digits": ball.digits, "seconds": seconds}
                )
    return rows


def epsilons(repeats: int) -> list[dict]:
    """Return the time of 12 digits of epsilon of the subsampled Gaussian, beside the accountants' results."""
    rows = []
    for direction in ("remove", "add"):
        for steps in STEPS:
            for rate in RATES:
                for sigma in SIGMAS:
                    curve = PrivacyCurve([(SubsampledGaussianLoss(rate, sigma, direction), steps)])
                    row = {"direction": direction, "q": float(rate), "sigma": float(sigma), "steps": steps}
                    try:
                        seconds, ball = timed(lambda curve=curve: curve.epsilon(DELTA), repeats)
                        row |= {"epsilon": ball.mid, "digits": ball.digits, "seconds": seconds}
                    except UndecidedError as refusal:
                        row |= {"epsilon": None, "digits": 0, "seconds": None, "refusal": str(refusal)}
                    if direction == "remove":
                        row |= beside(row["q"], row["sigma"], steps)
                    rows.append(row)
    return rows


def beside(rate: float, sigma: float, steps: int) -> dict:
    """Return the times and results of the installed accountants; one that fails has none."""
    found: dict = {}
    for name, accountant in ACCOUNTANTS.items():
        if find_spec(name):
            work = lambda run=accountant: run(rate, sigma, steps)  # noqa: E731
            try:
                found[f"{name} seconds"], found[f"{name} epsilon"] = timed(work, 1)
            except Exception:  # another project's failure is a cell without a number
                found[f"{name} seconds"], found[f"{name} epsilon"] = None, None
    return found


def summary(rows: list[dict]) -> list[dict]:
    """Return in how many cases each accountant was slower, of those in which both sides answered.

    An accountant takes the time of its one answer; ours that of the removal, which is the greater epsilon, and that of both directions.
    """
    ours = {(row["direction"], row["q"], row["sigma"], row["steps"]): row["seconds"] for row in rows}
    found = []
    for name in ACCOUNTANTS:
        slower = [0, 0]
        both = [row for row in rows if row.get(f"{name} seconds") is not None and row["seconds"] is not None]
        for row in both:
            added = ours.get(("add", row["q"], row["sigma"], row["steps"]))
            times = (row["seconds"], math.inf if added is None else row["seconds"] + added)
            slower = [count + (row[f"{name} seconds"] > seconds) for count, seconds in zip(slower, times, strict=True)]
        counts = {"slower than ours": slower[0], "than both directions": slower[1]}
        found.append({"accountant": name, "cases": len(both), **counts})
    return found


def many(repeats: int) -> list[dict]:
    """Return the time and the relative width of the bracket of 1000 different mechanisms, by the digits of a rate."""
    laplaces = [(LaplaceLoss(Fraction(2000 + 2 * k, 100)), 1) for k in range(1000)]
    gaussians = [(GaussianLoss(Fraction(2000 + 3 * k, 100)), 1) for k in range(1000)]
    responses = [(RandomizedResponseLoss(Fraction(1000 + k, 100000)), 1) for k in range(1000)]
    mixtures = {
        "Laplace": laplaces,
        "Gaussian": gaussians,
        "randomized response": responses,
        "Laplace and Gaussian": laplaces[:500] + gaussians[:500],
        "Laplace and response": laplaces[:500] + responses[:500],
    }
    rows = []
    for name, parts in mixtures.items():
        curve = PrivacyCurve(parts)
        for bits in (4, 6):
            seconds, (low, high) = timed(lambda curve=curve, bits=bits: curve.bracket(DELTA, bits), repeats)
            row = {"1000 different": name, "bits": bits, "lower": float(low), "upper": float(high)}
            rows.append(row | {"relative width": float(high / low) - 1, "seconds": seconds})
    return rows


def brackets(repeats: int) -> list[dict]:
    """Return the width of the bracket of losses on no common lattice, and the processor time that it takes."""
    shares, tables = (104, 1440, 447, 687, 1256, 165), (5, 9, 5, 52, 9, 21, 233, 3763)
    cases = {
        "48 discrete Gaussian, census-like shares": [
            (DiscreteGaussianLoss(Fraction(100 * 4099 * 4097, 256 * one * other)), 1)
            for one in shares
            for other in tables
        ],
        "1000 different discrete Gaussian": [(DiscreteGaussianLoss(Fraction(1000 + k)), 1) for k in range(1000)],
        "1000 different Laplace": [(LaplaceLoss(Fraction(2000 + 2 * k, 100)), 1) for k in range(1000)],
        "1000 different response": [(RandomizedResponseLoss(Fraction(1000 + k, 100000)), 1) for k in range(1000)],
        "1000 different geometric": [(GeometricLoss(Fraction(2000 + k, 100)), 1) for k in range(1000)],
    }
    for count in (30, 60, 100, 150):
        laplaces = [(LaplaceLoss(Fraction(2000 + 20 * k, 300)), 1) for k in range(count)]
        responses = [(RandomizedResponseLoss(Fraction(1000 + 13 * k, 10000)), 1) for k in range(count)]
        geometric = [(GeometricLoss(Fraction(2000 + 21 * k, 310)), 1) for k in range(count)]
        third = count // 3
        cases |= {
            f"{count} different Laplace": laplaces,
            f"{count} different geometric": geometric,
            f"{count} different response": responses,
            f"{count} different of all three": laplaces[:third] + responses[:third] + geometric[:third],
        }
    bases: dict[str, PrivacyLoss] = {
        "Laplace": LaplaceLoss(1),
        "10-ary response": KaryResponseLoss(1, 10),
        "discrete Gaussian": DiscreteGaussianLoss(1),
    }
    for name, base in bases.items():
        for steps in (10, 100, 1000, 10**4):
            cases[f"sampled {name} x {steps}"] = [(SampledLoss(base, RATES[1] if steps < 10**4 else RATES[0]), steps)]
    for runs in (3, 10, 100):
        cases[f"discrete Gaussian, sigma = 9, x {runs}"] = [(DiscreteGaussianLoss(81), runs)]
    cases["half sampled, discrete Gaussian, 1/2, x 20"] = [
        (SampledLoss(DiscreteGaussianLoss(Fraction(1, 4)), RATES[3]), 20)
    ]
    cases["half sampled Laplace, b = 100, x 30"] = [(SampledLoss(LaplaceLoss(100), RATES[3]), 30)]
    rows = []
    for name, parts in cases.items():
        start = time.process_time()
        low, high = PrivacyCurve(parts).bracket(Fraction(1, 10**6))
        row = {"mechanism": f"{name:<44}", "upper": float(high), "relative width": float(high / low - 1)}
        rows.append(row | {"processor seconds": time.process_time() - start})
    return rows


def google(rate: float, sigma: float, steps: int) -> float:
    """Return epsilon by the privacy-loss distributions of `dp_accounting`."""
    from dp_accounting.pld import privacy_loss_distribution

    step = privacy_loss_distribution.from_gaussian_mechanism(sigma, sampling_prob=rate)
    return step.self_compose(steps).get_epsilon_for_delta(float(DELTA))


def prv(rate: float, sigma: float, steps: int) -> float:
    """Return epsilon by `prv_accountant`, its upper bound."""
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    step = PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=rate)
    accountant = PRVAccountant(
        prvs=[step], max_self_compositions=[steps], eps_error=0.1, delta_error=float(DELTA) / 1000
    )
    return accountant.compute_epsilon(delta=float(DELTA), num_self_compositions=[steps])[2]


def opake(rate: float, sigma: float, steps: int) -> float:
    """Return epsilon by the privacy-loss distributions of `opake`."""
    from opake.api.accounting.core import opake_accounting as native

    one = native.poisson_pld(native.gaussian_pld(sigma, native.DiscretizationConfig()), rate)
    return one.self_compose(steps).epsilon_at(float(DELTA))


def replaced(repeats: int) -> list[dict]:
    """Return the time of 12 digits of epsilon for one record replaced, beside `dp_accounting`, which knows the same pair."""
    rows = []
    for rate, sigma, steps in (
        (RATES[1], SIGMAS[1], 10),
        (RATES[1], SIGMAS[1], 1000),
        (RATES[0], SIGMAS[1], 10**4),
        (RATES[3], SIGMAS[3], 1000),
    ):
        curve = PrivacyCurve([(ReplacedGaussianLoss(rate, sigma), steps)])
        seconds, ball = timed(lambda curve=curve: curve.epsilon(DELTA), repeats)
        row = {"q": float(rate), "sigma": float(sigma), "steps": steps, "epsilon": ball.mid, "seconds": seconds}
        if find_spec("dp_accounting"):
            work = lambda rate=rate, sigma=sigma, steps=steps: google_replaced(float(rate), float(sigma), steps)  # noqa: E731
            row["dp_accounting seconds"], row["dp_accounting epsilon"] = timed(work, 1)
        rows.append(row)
    return rows


def google_replaced(rate: float, sigma: float, steps: int) -> float:
    """Return epsilon for one record replaced by the privacy-loss distributions of `dp_accounting`."""
    from dp_accounting import NeighboringRelation
    from dp_accounting.pld import privacy_loss_distribution

    relation = NeighboringRelation.REPLACE_ONE
    step = privacy_loss_distribution.from_gaussian_mechanism(sigma, sampling_prob=rate, neighboring_relation=relation)
    return step.self_compose(steps).get_epsilon_for_delta(float(DELTA))


ACCOUNTANTS: dict[str, Callable[[float, float, int], float]] = {
    "dp_accounting": google,
    "prv_accountant": prv,
    "opake": opake,
}


TABLES: dict[str, tuple[str, Callable[[int], list[dict]]]] = {
    "deltas": ("delta to 20 digits", deltas),
    "many": ("bracket of epsilon, delta = 1e-5", many),
    "brackets": ("bracket of epsilon, delta = 1e-6, no common lattice", brackets),
    "replaced": ("epsilon to 12 digits, delta = 1e-5, subsampled Gaussian, a record replaced", replaced),
    "epsilons": ("epsilon to 12 digits, delta = 1e-5, subsampled Gaussian", epsilons),
}


def printed(title: str, rows: list[dict]) -> None:
    """Print a table."""
    names = list(dict.fromkeys(name for row in rows for name in row if name != "refusal"))
    print(f"\n{title}\n" + "".join(f"{name:>21}" for name in names))
    for row in rows:
        cells = (row.get(name) for name in names)
        print(
            "".join(
                f"{'-' if cell is None else f'{cell:.8g}' if isinstance(cell, float) else cell:>21}" for cell in cells
            )
        )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--repeats", type=int, default=3, help="runs of which the quickest counts")
    parser.add_argument("--only", choices=sorted(TABLES), help="one table")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    figures: dict[str, list[dict]] = {}
    for name, (title, table) in TABLES.items():
        if options.only in (None, name):
            figures[title] = rows = table(options.repeats)
            if table is epsilons:
                figures["accountants at their default accuracy"] = summary(rows)
    if options.json:
        print(json.dumps(figures))
        return
    for title, rows in figures.items():
        printed(title, rows)


if __name__ == "__main__":
    main()

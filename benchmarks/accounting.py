"""Brackets of epsilon side by side: ours, dp-accounting and prv-accountant (extra `peers`), in one process.

Run `python benchmarks/accounting.py` for a table, `--json` for one JSON object, `--quick` for every other row. A peer that is
not installed is left out; one that refuses, runs out of its time or of memory is reported as such. Peaks of memory
are those that tracemalloc sees in a second run of what took five seconds at most; times are of a first run, with modules
loaded and nothing cached. "even" is ours again with the shortest transform whose bracket is no wider than that of
the faster peer that answered with two finite ends.
"""

from __future__ import annotations

import argparse
import json
import logging
import math
import resource
import signal
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from typing import Any

import mpmath as mp

from mechanisms.accounting import LossDistribution

Ends = tuple[float, float]

STEPS = (1, 100, 10**4, 10**6)
DELTAS = (1e-5, 1e-10, 1e-20, 1e-50)
SIGMA, SCALE, EPS = 100.0, 100.0, 0.01
RATE, NOISE = 0.01, 1.0
# What its documentation calls typical; delta_error is a thousandth of delta.
PRV_ERROR = 0.1
# More points than this take prv-accountant minutes and gigabytes: the run is not started.
PRV_POINTS = 3e7
# The optimistic side of dp-accounting is not truncated: its support grows with the number of steps.
GOOGLE_CELLS = 3e7
GOOGLE_PITCH = 1e-4
TRACED_UP_TO = 5.0
MEMORY = 8 << 30  # of address space, for the process: a peer that asks for more fails, and the machine goes on


def gaussian_exact(steps: int, delta: float) -> mp.mpf:
    """Return epsilon of a Gaussian composition: a Gaussian of distance sqrt(k)/sigma."""
    mu = mp.sqrt(steps) / SIGMA

    def profile(eps: mp.mpf) -> mp.mpf:
        return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)

    return _bisect(profile, mp.mpf(delta))


def response_exact(steps: int, delta: float) -> mp.mpf:
    """Return epsilon of composed randomized response by summing the binomial law from above."""
    eps, goal = mp.mpf(EPS), mp.mpf(delta)
    keep = 1 / (1 + mp.exp(-eps))
    top = min(steps, math.ceil(steps * float(keep) + 20 * math.sqrt(steps)))
    mass = mp.exp(
        mp.loggamma(steps + 1)
        - mp.loggamma(top + 1)
        - mp.loggamma(steps - top + 1)
        + top * mp.log(keep)
        + (steps - top) * mp.log(1 - keep)
    )
    p, q = mp.mpf(0), mp.mpf(0)
    for j in range(top, -1, -1):
        loss = (2 * j - steps) * eps
        if p - mp.exp(loss) * q > goal:
            break
        p, q = p + mass, q + mass * mp.exp(-loss)
        mass *= mp.mpf(j) / (steps - j + 1) * (1 - keep) / keep
    return max(mp.log((p - goal) / q), mp.mpf(0)) if p > goal else mp.mpf(0)


def laplace_exact(steps: int, delta: float) -> mp.mpf:
    """Return epsilon of composed Laplace noise: by the profile of one step, by certified curves beyond."""
    if steps > 1:
        from dpsym.curves import LaplaceLoss

        return _certified((LaplaceLoss(Fraction(SCALE)),), steps, delta)
    return max(1 / mp.mpf(SCALE) + 2 * mp.log1p(-mp.mpf(delta)), mp.mpf(0))


def _certified(directions: Sequence[Any], steps: int, delta: float) -> mp.mpf:
    """Return epsilon from within balls of 20 digits that contour integrals of the moments give; the worst direction's."""
    from dpsym.curves import curve

    ends = [curve((one, steps)).epsilon(Fraction(delta), 20).lower for one in directions]
    return max(mp.mpf(int(end.numerator)) / int(end.denominator) for end in ends)


def subsampled_exact(steps: int, delta: float) -> mp.mpf:
    """Return epsilon of the subsampled Gaussian in the worse direction: of one step, removal; by certified curves beyond."""
    if steps > 1:
        from dpsym.curves import SubsampledGaussianLoss

        loss = SubsampledGaussianLoss(Fraction(RATE), Fraction(NOISE))
        return _certified((loss, loss.reversed()), steps, delta)
    rate, sigma = mp.mpf(RATE), mp.mpf(NOISE)

    def profile(eps: mp.mpf) -> mp.mpf:
        at = sigma**2 * mp.log(mp.expm1(eps) / rate + 1) + mp.mpf(1) / 2
        return rate * mp.ncdf((1 - at) / sigma) - (mp.expm1(eps) + rate) * mp.ncdf(-at / sigma)

    return _bisect(profile, mp.mpf(delta))


def _bisect(profile: Callable[[mp.mpf], mp.mpf], delta: mp.mpf) -> mp.mpf:
    low, high = mp.mpf(0), mp.mpf(1024)  # no row reaches further
    if profile(low) <= delta:
        return low
    for _ in range(180):
        middle = (low + high) / 2
        low, high = (middle, high) if profile(middle) > delta else (low, middle)
    return high


def ours(mechanism: str, steps: int, delta: float, cells: int = 1 << 16) -> Ends:
    """Return our bracket; both adjacency directions for the subsampled mechanism."""
    noisy = LossDistribution.gaussian(NOISE)
    single = {
        "gaussian": [LossDistribution.gaussian(SIGMA)],
        "laplace": [LossDistribution.laplace(SCALE)],
        "randomized response": [LossDistribution.randomized_response(EPS)],
        "subsampled gaussian": [noisy.subsample(RATE, "remove"), noisy.subsample(RATE, "add")],
    }[mechanism]
    found = [one.with_cells(cells).compose(steps).epsilon(delta) for one in single]
    bracket = found[0].maximum(found[-1])
    return bracket.lower, bracket.upper


def google(mechanism: str, steps: int, delta: float) -> Ends:
    """Return dp-accounting's optimistic and pessimistic epsilon."""
    from dp_accounting.pld import privacy_loss_distribution as pld

    def epsilon(pessimistic: bool) -> float:
        side = {"pessimistic_estimate": pessimistic, "value_discretization_interval": GOOGLE_PITCH}
        one = {
            "gaussian": lambda: pld.from_gaussian_mechanism(SIGMA, **side),
            "laplace": lambda: pld.from_laplace_mechanism(SCALE, **side),
            "randomized response": lambda: pld.from_randomized_response(2 / (1 + math.exp(EPS)), 2, **side),
            "subsampled gaussian": lambda: pld.from_gaussian_mechanism(NOISE, sampling_prob=RATE, **side),
        }[mechanism]()
        return float((one.self_compose(steps) if steps > 1 else one).get_epsilon_for_delta(delta))

    reach = {"gaussian": 0.2, "laplace": 0.02, "randomized response": 0.02, "subsampled gaussian": 6.0}
    fits = steps * reach[mechanism] / GOOGLE_PITCH <= GOOGLE_CELLS
    return (epsilon(False) if fits else 0.0), epsilon(True)


def microsoft(mechanism: str, steps: int, delta: float) -> Ends:
    """Return prv-accountant's lower and upper epsilon."""
    import prv_accountant.privacy_random_variables as prv
    from prv_accountant import PRVAccountant

    law = {
        "gaussian": lambda: prv.GaussianMechanism(SIGMA),
        "laplace": lambda: prv.LaplaceMechanism(1 / SCALE),
        "randomized response": lambda: prv.PureDPMechanism(EPS),
        "subsampled gaussian": lambda: prv.PoissonSubsampledGaussianMechanism(RATE, NOISE),
    }[mechanism]()
    mesh = PRV_ERROR / math.sqrt(steps / 2 * math.log(12e3 / delta))
    if 2 * ours(mechanism, steps, delta, 1 << 10)[1] / mesh > PRV_POINTS:
        raise MemoryError("mesh too fine for the range")
    accountant = PRVAccountant(law, PRV_ERROR, delta / 1000, max_self_compositions=steps)
    lower, _, upper = accountant.compute_epsilon(delta, [steps])
    return float(lower), float(upper)


EXACT = {
    "gaussian": gaussian_exact,
    "laplace": laplace_exact,
    "randomized response": response_exact,
    "subsampled gaussian": subsampled_exact,
}
PEERS = {"dp-accounting": ("dp_accounting", google), "prv-accountant": ("prv_accountant", microsoft)}


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in the block after some seconds."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def measured(call: Callable[[], Ends], truth: mp.mpf | None, seconds: int) -> dict[str, Any]:
    """Run once for the time and once for the memory; a failure becomes a field of the result."""
    try:
        with limited(seconds), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            start = time.perf_counter()
            lower, upper = call()
            duration = time.perf_counter() - start
    except Exception as error:
        return {"failure": f"{type(error).__name__}: {error}".rstrip(": ")[:60]}
    peak = traced(call, seconds) if duration <= TRACED_UP_TO else None
    result: dict[str, Any] = {"seconds": duration, "MiB": peak, "lower": lower, "upper": upper}
    result["width"] = upper - lower if upper < math.inf else math.inf
    if truth is not None:
        result["contains"] = bool(lower <= truth <= upper)
    return result


def traced(call: Callable[[], Ends], seconds: int) -> float | None:
    """Return the peak of memory in MiB; None if tracing takes the run beyond its limit."""
    tracemalloc.start()
    try:
        with limited(seconds), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call()
        return tracemalloc.get_traced_memory()[1] / 2**20
    except (TimeoutError, MemoryError):
        return None
    finally:
        tracemalloc.stop()


def evenly(row: dict[str, Any], seconds: int) -> dict[str, Any] | None:
    """Run ours with the shortest transform that is as narrow as the faster peer."""
    answers = [row[name] for name in PEERS if name in row and math.isfinite(row[name].get("width", math.inf))]
    answers = [one for one in answers if one["lower"] > 0 and one.get("contains", True)]
    if not answers:
        return None
    fastest = min(answers, key=lambda one: one["seconds"])
    for power in range(8, 19):
        found = measured(partial(ours, row["mechanism"], row["steps"], row["delta"], 1 << power), None, seconds)
        if found.get("width", math.inf) <= max(fastest["width"], 0.0):
            return {**found, "cells": 1 << power, "peer seconds": fastest["seconds"], "peer width": fastest["width"]}
    return None


def rows(quick: bool, seconds: int) -> Iterator[dict[str, Any]]:
    """Yield one row a mechanism, number of steps and delta."""
    import importlib.util

    contenders = {name: run for name, (module, run) in PEERS.items() if importlib.util.find_spec(module)}
    for run in (ours, *contenders.values()):  # imports and tables are not what is measured
        measured(partial(run, "gaussian", 2, 1e-3), None, seconds)
    for mechanism, exact in EXACT.items():
        for steps in STEPS[::2] if quick else STEPS:
            for delta in DELTAS[::2] if quick else DELTAS:
                with mp.workdps(70):
                    truth = exact(steps, delta)
                row: dict[str, Any] = {"mechanism": mechanism, "steps": steps, "delta": delta}
                row["exact"] = None if truth is None else float(truth)
                for name, run in {"ours": ours, **contenders}.items():
                    with mp.workdps(70):
                        row[name] = measured(partial(run, mechanism, steps, delta), truth, seconds)
                row["even"] = evenly(row, seconds)
                yield row


def line(name: str, result: dict[str, Any]) -> str:
    """Return one line of the table."""
    if "failure" in result:
        return f"    {name:<15}{result['failure']}"
    memory = "" if result["MiB"] is None else f"{result['MiB']:8.0f} MiB"
    verdict = {True: "contains", False: "MISSES", None: ""}[result.get("contains")]
    ends = f"[{result['lower']:.12g}, {result['upper']:.12g}]"
    return f"    {name:<15}{result['seconds']:8.3f} s {memory:>13}  {result['width']:9.2e}  {verdict:<9}{ends}"


def main() -> None:
    """Print the table or the object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--quick", action="store_true", help="a quarter of the rows")
    parser.add_argument("--limit", type=int, default=60, help="seconds for one answer")
    options = parser.parse_args()
    logging.disable(logging.WARNING)  # dp-accounting says on every call which algorithm it chose
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    collected = []
    for row in rows(options.quick, options.limit):
        collected.append(row)
        if options.json:
            continue
        exact = "" if row["exact"] is None else f", exact {row['exact']:.12g}"
        print(f"{row['mechanism']}, {row['steps']} steps, delta {row['delta']:.0e}{exact}")
        for name in ("ours", *PEERS):
            if name in row:
                print(line(name, row[name]))
        if row["even"]:
            print(line("even", row["even"]), flush=True)
    if options.json:
        # JSON has no infinity: it is written as a string.
        print(json.dumps(json.loads(json.dumps({"rows": collected}), parse_constant=str)))


if __name__ == "__main__":
    main()

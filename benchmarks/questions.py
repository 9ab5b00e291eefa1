"""The accountant's question as a user types it: processor time of the answer, beside dp-accounting where it is installed.

Run `python benchmarks/questions.py` for tables, `--json` for one JSON object. First the commonest questions, each asked once with nothing
remembered of it; `--losers` adds the time of walking every other route too, which is what an answer cost before it came first. Then a
seeded sample (`--sample 40 --seed 1`) of the grid sigma x rate x runs x delta of the subsampled Gaussian, and as many cases of the discrete
one, with those that stay undecided or take longer than a second; with `--digits` also those whose certified bracket has fewer than nine
digits. Last, the epsilons of a plot over a hundred counts. dp-accounting runs at its default accuracy.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import random
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from sympy import Integer, Rational

from dpsym import RR, ApproxDP, Gaussian, Gumbel, Laplace, composed, exponential_mechanism
from dpsym.curves import DiscreteGaussianLoss, PrivacyCurve, PrivacyLoss, SampledLoss, SubsampledGaussianLoss
from dpsym.distributions import DiscreteGaussian, DiscreteLaplace
from dpsym.errors import DpsymError
from dpsym.guarantees import Guarantee, guarantee

DELTA = Rational(1, 10**5)
NARROW = 1e-9  # of a bracket of nine digits
CENT, MILLI = Rational(1, 100), Rational(1, 1000)
SIGMAS = (*(Rational(tenth, 10) for tenth in (3, 5, 7)), *map(Integer, (1, 2, 5, 10, 30, 100)))
RATES = (
    *(Rational(1, 10**power) for power in (9, 7, 5, 4, 3, 2, 1)),
    Rational(1, 2),
    Rational(9, 10),
    1 - MILLI,
    1 - Rational(1, 10**6),
)
RUNS = (1, 2, 5, 10, 30, 100, 300, *(10**power for power in range(3, 9)))
DELTAS = (Rational(1, 2), *(Rational(1, 10**power) for power in (1, 3, 5, 6, 9, 12, 20, 50, 100, 300)))
SLOW = 1.0

QUESTIONS: dict[str, Callable[[], Guarantee]] = {
    "Gaussian": lambda: guarantee(Gaussian(1)),
    "Laplace": lambda: guarantee(Laplace(1)),
    "Gaussian x 1000": lambda: Gaussian(30).compose(1000),
    "Laplace x 10": lambda: Laplace(3).compose(10),
    "Laplace x 1000": lambda: Laplace(30).compose(1000),
    "randomized response x 1000": lambda: RR(Rational(1, 30)).compose(1000),
    "two-sided geometric x 1000": lambda: DiscreteLaplace(30).compose(1000),
    "discrete Gaussian x 1000": lambda: DiscreteGaussian(30).compose(1000),
    "Gaussian, q = 0.01, x 20": lambda: Gaussian(1).subsample(CENT).compose(20),
    "Gaussian, q = 0.001, x 1000": lambda: Gaussian(1).subsample(MILLI).compose(1000),
    "Gaussian, q = 0.01, x 10^4": lambda: Gaussian(1).subsample(CENT).compose(10**4),
    "Gaussian, q = 0.01, x 10^6": lambda: Gaussian(1).subsample(CENT).compose(10**6),
    "discrete Gaussian, q = 0.01, x 10^4": lambda: DiscreteGaussian(2).subsample(CENT).compose(10**4),
    "discrete Gaussian, q = 0.001, x 10^6": lambda: DiscreteGaussian(20).subsample(MILLI).compose(10**6),
    "discrete Gaussian, q = 0.01, x 100, two records": lambda: (
        DiscreteGaussian(1).subsample(CENT).compose(100).group(2)
    ),
    "Gaussian in one of 100 steps": lambda: Gaussian(1).allocate(100),
    "Laplace in one of 100 steps, beside Gaussian": lambda: composed([Laplace(1).allocate(100), Gaussian(2)]),
    "Gaussian in three of 100 steps, beside Gaussian": lambda: composed([Gaussian(1).allocate(100, 3), Gaussian(2)]),
    "Gumbel, q = 0.01, x 100": lambda: Gumbel(1).subsample(CENT).compose(100),
    "answers of 1000 users shuffled, x 10": lambda: Laplace(1).shuffle(1000).compose(10),
    "(1, 1e-7), q = 0.01, x 100": lambda: ApproxDP(1, Rational(1, 10**7)).subsample(CENT).compose(100),
    "exponential mechanism beside Gaussian": lambda: composed([exponential_mechanism(1), Gaussian(2)]),
    "exponential mechanism x 10": lambda: exponential_mechanism(1).compose(10),
}
LAWS: dict[str, tuple[Callable[..., Any], Callable[[Fraction, Fraction, str], PrivacyLoss]]] = {
    "Gaussian": (Gaussian, lambda sigma, rate, direction: SubsampledGaussianLoss(rate, sigma, direction)),
    "discrete Gaussian": (
        DiscreteGaussian,
        lambda sigma, rate, direction: SampledLoss(DiscreteGaussianLoss(sigma**2), rate, direction),
    ),
}


def google(name: str) -> float:
    """Return epsilon by dp-accounting's privacy loss distributions."""
    from dp_accounting.pld import privacy_loss_distribution as pld

    one: Any = {
        "Gaussian": lambda: (pld.from_gaussian_mechanism(1.0), 1),
        "Laplace": lambda: (pld.from_laplace_mechanism(1.0), 1),
        "Gaussian x 1000": lambda: (pld.from_gaussian_mechanism(30.0), 1000),
        "Laplace x 10": lambda: (pld.from_laplace_mechanism(3.0), 10),
        "Laplace x 1000": lambda: (pld.from_laplace_mechanism(30.0), 1000),
        "randomized response x 1000": lambda: (pld.from_randomized_response(2 / (1 + math.exp(1 / 30)), 2), 1000),
        "two-sided geometric x 1000": lambda: (pld.from_discrete_laplace_mechanism(1 / 30), 1000),
        "discrete Gaussian x 1000": lambda: (pld.from_discrete_gaussian_mechanism(30.0), 1000),
        "Gaussian, q = 0.01, x 20": lambda: (pld.from_gaussian_mechanism(1.0, sampling_prob=0.01), 20),
        "Gaussian, q = 0.001, x 1000": lambda: (pld.from_gaussian_mechanism(1.0, sampling_prob=0.001), 1000),
        "Gaussian, q = 0.01, x 10^4": lambda: (pld.from_gaussian_mechanism(1.0, sampling_prob=0.01), 10**4),
        "Gaussian, q = 0.01, x 10^6": lambda: (pld.from_gaussian_mechanism(1.0, sampling_prob=0.01), 10**6),
        "discrete Gaussian, q = 0.01, x 10^4": lambda: (
            pld.from_discrete_gaussian_mechanism(2.0, sampling_prob=0.01),
            10**4,
        ),
        "discrete Gaussian, q = 0.001, x 10^6": lambda: (
            pld.from_discrete_gaussian_mechanism(20.0, sampling_prob=0.001),
            10**6,
        ),
    }
    step, count = one[name]()
    return float((step.self_compose(count) if count > 1 else step).get_epsilon_for_delta(float(DELTA)))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor time of one run, in seconds, and its result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def forget() -> None:
    """Empty what the curves keep of a question for its neighbours."""
    for name, module in list(sys.modules.items()):
        if name.startswith("dpsym.curves"):
            for inner in vars(module).values():
                if isinstance(inner, functools._lru_cache_wrapper):
                    inner.cache_clear()


def questions(losers: bool) -> list[dict[str, Any]]:
    """Return the time of each of the commonest questions, beside the peer's."""
    rows = []
    peer = find_spec("dp_accounting") is not None
    for name, make in QUESTIONS.items():
        make().to_approx(Rational(1, 10**4))  # what is loaded and derived once
        forget()
        seconds, answer = timed(lambda make=make: make().to_approx(DELTA))
        row = {"question": name, "epsilon": float(answer.value.eps), "route": answer.proof.route, "seconds": seconds}
        if losers:
            row["seconds with losers"] = seconds + timed(lambda answer=answer: answer.losers)[0]
        if peer:
            try:
                google(name)
                row["dp-accounting"], found = timed(lambda name=name: google(name))
                row |= {"its epsilon": found, "ratio": seconds / row["dp-accounting"]}
            except KeyError:
                pass  # it has no such mechanism
        rows.append(row)
    return rows


def width(law: str, sigma: Rational, rate: Rational, runs: int, delta: Rational) -> float:
    """Return how wide the certified bracket of the worse direction is, over its upper end; 0 where it is 0."""
    ends = []
    for direction in ("remove", "add"):
        loss = LAWS[law][1](Fraction(str(sigma)), Fraction(str(rate)), direction)
        ends.append(PrivacyCurve([(loss, runs)]).bracket(Fraction(str(delta))))
    low, high = (max(side) for side in zip(*ends, strict=True))
    return float((high - low) / high) if high else 0.0


def grid(law: str, sample: int, seed: int, digits: bool = False) -> dict[str, Any]:
    """Return what a seeded sample of the grid came to: how many were decided by the exact road, and how long they took."""
    drawn = random.Random(seed)
    times, notable, narrow = [], [], 0
    for _ in range(sample):
        sigma, rate, runs, delta = (drawn.choice(axis) for axis in (SIGMAS, RATES, RUNS, DELTAS))
        given = guarantee(LAWS[law][0](sigma)).subsample(rate).compose(runs)
        start = time.process_time()
        try:
            answer = given.to_approx(delta)
            decided = answer.proof.route.endswith(("loss_to_approx.curve", "loss_to_approx.lattice"))
            prefix = "at most " if answer.proof.route.endswith("lattice") else ""
            found = f"{prefix}{float(answer.value.eps):.12g}" if decided else "undecided"
        except DpsymError as refusal:
            found = f"undecided: {refusal}"[:80]
        times.append(time.process_time() - start)
        wide = width(law, sigma, rate, runs, delta) if digits else 0.0
        narrow += wide <= NARROW
        if not found[0].isdigit() or times[-1] > SLOW or wide > NARROW:
            case = {"sigma": float(sigma), "q": float(rate), "runs": runs, "delta": str(delta)}
            notable.append(case | {"found": found, "seconds": times[-1], "width": wide})
    ranked = sorted(times)
    return {
        "cases": sample,
        "undecided": sum("undecided" in row["found"] for row in notable),
        "within more than 1 %": sum("at most" in row["found"] for row in notable),
        **({"with nine digits": narrow} if digits else {}),
        "above a second": sum(each > SLOW for each in times),
        "median seconds": ranked[len(ranked) // 2],
        "greatest seconds": ranked[-1],
        "notable": notable,
    }


def plot(counts: int) -> dict[str, Any]:
    """Return the time of the epsilons of a plot over so many counts."""
    one = guarantee(Gaussian(1)).subsample(CENT)
    runs = sorted({round(1000 * 100 ** (step / (counts - 1))) for step in range(counts)})
    seconds, _ = timed(lambda: [one.compose(count).to_approx(DELTA) for count in runs])
    return {"counts": len(runs), "seconds": seconds}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--losers", action="store_true", help="time every other route too")
    parser.add_argument(
        "--digits", action="store_true", help="how wide the brackets of the grid are, which takes as long again"
    )
    parser.add_argument("--sample", type=int, default=40, help="cases of the grid")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--counts", type=int, default=100, help="of the plot")
    options = parser.parse_args()
    found: dict[str, Any] = {"questions": questions(options.losers)}
    if options.sample:
        found["grid"] = {law: grid(law, options.sample, options.seed, options.digits) for law in LAWS}
    if options.counts:
        found["plot"] = plot(options.counts)
    if options.json:
        print(json.dumps(found))
        return
    for row in found["questions"]:
        times = "".join(
            f"  {name} {row[name]:.4g}"
            for name in ("seconds", "seconds with losers", "dp-accounting", "ratio")
            if name in row
        )
        print(f"{row['question']:30} {row['epsilon']:16.12g}{times}")
    figures = {f"grid, {law}": figures for law, figures in found.get("grid", {}).items()}
    for title, row in (figures | ({"plot": found["plot"]} if options.counts else {})).items():
        notable = row.pop("notable", [])
        print(f"\n{title}: " + ", ".join(f"{name} {value:.4g}" for name, value in row.items()))
        for case in notable:
            print("  " + ", ".join(f"{name} {value}" for name, value in case.items()))


if __name__ == "__main__":
    main()

"""Measure what the tables of chapter 7 tell of single runs, over many: ``python -m papers.jazbec_2018.measure``.

Writes the files `expected/measured_*.csv`, or those whose names are given. Everything is seeded. ``optimum`` also asks the
linear program for the least error of all private mechanisms, with its certificate.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import numpy as np

from mechanisms import DomainLaplace, KaryRandomizedResponse
from mechanisms.finite.mechanism import FiniteMechanism
from mechanisms.finite.optimal import optimal_mechanism
from papers.jazbec_2018.data import DIAMETER, EXPECTED, HIGHEST, LOWEST, STATES, budget, released, residences, salaries
from papers.jazbec_2018.measured import scale, wrong_answer
from papers.stored import Row, digits, measure

RUNS = 4_000
SHARES = (0.01, 0.5, 0.99)
POINTS = 9
Made = Mapping[str, object]


def release_rows(row: Row, seed: int, runs: int = RUNS) -> Iterable[Made]:
    """Yield quantiles of what Tabela 2 to 4 tell of a release, over releases of salaries that are drawn anew each time."""
    mechanism = DomainLaplace(LOWEST, HIGHEST, scale(row))
    rng = np.random.default_rng((1, seed))
    found = []
    for _ in range(runs):
        records = salaries(rng).astype(float)
        noisy = np.asarray(mechanism.release(records, rng))
        errors = np.abs(noisy - records)
        found.append((errors.mean(), noisy.mean(), noisy.min(), noisy.max(), errors.max()))
    for name, values in zip(("difference", "mean", "min", "max", "observed"), np.array(found).T, strict=True):
        low, middle, high = np.quantile(values, SHARES)
        yield {
            "epsilon": row["epsilon"],
            "delta": row["delta"],
            "what": name,
            "runs": runs,
            "low": digits(low),
            "middle": digits(middle),
            "high": digits(high),
        }


def rank_rows(row: Row, seed: int, runs: int = RUNS) -> Iterable[Made]:
    """Yield how often the greatest three counts of states in a release are how much."""
    mechanism = KaryRandomizedResponse.from_probability(len(STATES), wrong_answer(row))
    rng, homes = np.random.default_rng((2, seed)), residences()
    found: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for _ in range(runs):
        counts = np.bincount(np.asarray(mechanism.release(homes, rng)), minlength=len(STATES))
        for rank, count in enumerate(sorted(counts.tolist(), reverse=True)[:3]):
            found[rank][count] += 1
    for rank, times in enumerate(found, 1):
        for count in sorted(times):
            yield {"epsilon": row["epsilon"], "delta": row["delta"], "rank": rank, "count": count, "runs": times[count]}


def optimum_row(row: Row, points: int = POINTS) -> Made:
    """Return bounds on the least greatest expected error of all private mechanisms on an interval, in parts of its length.

    From below, the certified optimum on equally spaced points: an output between two of them may be rounded to one of the two at
    random, which changes no expected distance to a point, so all outputs on the line are covered. From above, a mechanism:
    the best one on points, a record between two of them treated as one of the two at random. Where epsilon is so great that
    the program is out of reach: from below `_spread`, from above `_cells`.
    """
    eps, delta = budget(row)
    factor = Fraction(math.exp(eps))
    if eps > 8:
        cells = round(math.exp(eps / 2))
        lower, upper, points = _spread(factor, delta), _cells(factor, delta, cells), cells
    else:
        steps = points - 1
        loss = [[Fraction(abs(x - y), steps) for y in range(points)] for x in range(points)]
        best = optimal_mechanism(loss, factor, delta, neighbours="all")
        lower, upper = float(best.lower), _between(best.mechanism)
    return {
        "epsilon": row["epsilon"],
        "delta": row["delta"],
        "points": points,
        "lower": digits(lower),
        "upper": digits(upper),
        "lower_dollars": digits(lower * DIAMETER),
        "upper_dollars": digits(upper * DIAMETER),
    }


def _spread(factor: Fraction, delta: Fraction) -> float:
    r"""Return a lower bound on the greatest expected error gamma on [0, 1], whatever the outputs are.

    .. math:: \gamma \ge \max_{r, s} \frac{r (1 - \delta - 2 (r + s))}{1 + 2 r^2 e^\varepsilon/s}

    For records d and d' at least r + s apart an output within r of d is at least s from d', which under d' has probability
    at most gamma/s, and each output is within r of records of length at most 2 r. So the mean over d of the probability of
    an output within r is at most :math:`\delta + 2(r + s) + 2 r e^\varepsilon \gamma/s`, and gamma at least r times the rest.
    """
    odds, failure = float(factor), float(delta)
    s = np.linspace(0.001, 0.5, 500)[:, None]
    r = np.geomspace(1e-6, 0.5, 2_000)
    return float((r * (1 - failure - 2 * (r + s)) / (1 + 2 * r**2 * odds / s)).max())


def _between(mechanism: FiniteMechanism) -> float:
    """Return the greatest expected error over the whole interval of a mechanism on points, mixed between them."""
    laws = np.array(mechanism.rows, dtype=float)
    places = np.linspace(0, 1, len(laws))
    worst = 0.0
    for k in range(len(laws) - 1):
        share = np.linspace(0, 1, 201)[:, None]
        at = (1 - share) * places[k] + share * places[k + 1]
        mixed = (1 - share) * laws[k] + share * laws[k + 1]
        errors = (mixed * np.abs(at - places)).sum(axis=1)
        # a quadratic in the share with second derivative at most 4 steps: that much it may exceed its values in between
        worst = max(worst, float(errors.max()) + places[1] / 2 / 200**2)
    return worst


def _cells(factor: Fraction, delta: Fraction, cells: int) -> float:
    """Return the greatest expected error of a mixture: with probability delta the record, else a cell's middle by randomized response."""
    odds = float(factor)
    wrong = 1 / (odds + cells - 1)
    middles = (np.arange(cells) + 0.5) / cells
    # convex between the ends of a cell, so greatest at an end
    ends = np.arange(cells)[:, None] / cells
    others = (np.abs(ends - middles).sum(axis=1) - 0.5 / cells) * wrong
    return float((1 - float(delta)) * (0.5 / cells * (1 - (cells - 1) * wrong) + others.max()))


PRODUCTS: Mapping[str, Callable[[], Iterable[Made]]] = {
    "releases": lambda: (made for seed, row in enumerate(released("tabela_2")) for made in release_rows(row, seed)),
    "ranks": lambda: (made for seed, row in enumerate(released("tabela_5")) for made in rank_rows(row, seed)),
    "optimum": lambda: map(optimum_row, released("tabela_4")),
}


if __name__ == "__main__":
    measure(PRODUCTS, EXPECTED, __doc__)

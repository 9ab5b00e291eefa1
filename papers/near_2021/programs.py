"""The programs of the book run again in words of our own, and held against what the page says of them; false variants beside them.

What is enumerated is exact; what is drawn is seeded, and says how often a right one fails.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from papers.near_2021.exact import (
    RECORDS,
    advanced,
    chunks,
    noisy_max_loss,
    overtaken,
    passing,
    release_delta,
    response_loss,
    sliced_mean,
)
from papers.recount import equal
from papers.result import Illustration
from theorems.registry import Registry

DRAWS, SEED = 100_000, 7
# the scores of the page, counts in thousands, of the two most frequent statuses, and the wrong choices among 200
GAP, RUNS, BY_WEIGHT, BY_NOISE = 14.976 - 10.683, 200, 21, 8


def anonymity(registry: Registry) -> Illustration:
    """Hold the query for every row against the sizes of the groups, on all tables of up to five rows with two columns of two values."""
    cells = tuple((x, y) for x in (0, 1) for y in (0, 1))
    tables = [table for n in range(1, 6) for table in itertools.combinations_with_replacement(cells, n)]
    cases = [(table, k) for table in tables for k in (1, 2, 3)]
    right = [min(Counter(table).values()) >= k for table, k in cases]
    twins: Mapping[str, Callable[[Sequence[tuple[int, int]], int], bool]] = {
        "more than k rows": lambda table, k: _checked(table, k + 1),
        "one column only": lambda table, k: _checked(table, k, 1),
        "some group of k rows": lambda table, k: max(Counter(table).values()) >= k,
    }
    noticed = tuple(name for name, twin in twins.items() if [twin(*case) for case in cases] != right)
    return Illustration(
        [_checked(*case) for case in cases] == right,
        f"{len(tables)} tables, k = 1, 2, 3: all rows find k rows if and only if all groups have k",
        noticed,
        tuple(name for name in twins if name not in noticed),
    )


def rounded(registry: Registry) -> Illustration:
    """Say what the program makes of the ages of the example: the printed column, by dropping a digit."""
    ages, printed = (42, 52, 36, 24, 73), (40, 50, 30, 20, 70)
    dropped, nearest = (tuple(10 * int(age / 10 + half) for age in ages) for half in (0, 1 / 2))
    return Illustration(dropped == printed, f"{ages} become {dropped}", ("rounding",) if nearest != printed else ())


def bounds_tried(registry: Registry) -> Illustration:
    """Add up what the plot of clipping bounds costs: the bound 0 gives 0 whatever the data are, and needs no noise."""
    cost = sum(0.01 for bound in range(100) if bound > 0)
    return equal(cost, 0.99, {"1.01": 1.01, "a cost of 0.01 for all": 0.01}, f"{cost:.2f}, for 99 answers with noise")


def last_bits(registry: Registry) -> Illustration:
    """Say how probably a release in doubles is one that the neighbour cannot have: in (0, 1/4) and no multiple of 2^-53."""
    noise = np.random.default_rng(SEED).laplace(size=DRAWS)
    shares = [float(np.mean(told_apart(value + noise))) for value in (0.0, 1.0)]
    error = math.sqrt(shares[0] * (1 - shares[0]) / DRAWS)
    grid = told_apart(np.round(noise * 2**53) / 2**53)
    return Illustration(
        shares[1] == 0 and shares[0] - 5 * error > 2 / 25,
        f"of {DRAWS} releases of 0 with noise of scale 1 a share of {shares[0]:.4f} +/- {error:.4f}, of 1 a share of {shares[1]:g}",
        () if grid.any() else ("noise on a grid of 2^-53",),
    )


def attack_averaged(registry: Registry) -> Illustration:
    """Hold the loss that the theorem gives for 500 answers against the printed one, and bound it from below."""
    theorem, least = advanced(500, 1.0, 1e-5), response_loss(500, 1.0, 1e-5)
    words = f"{theorem:.2f} by the theorem, 500 by sequential composition; 500 responses with the same eps lose {least:.1f} at delta = 10^-5"
    twins = {"the first term alone": theorem - 500 * math.expm1(1), "delta = 10^-4": round(advanced(500, 1.0, 1e-4), 2)}
    return equal(round(theorem, 2), 966.44, twins, words)


def release_tested(registry: Registry) -> Illustration:
    """Hold the printed threshold against the formula, and say what delta it keeps."""
    eps, delta = 1.0, 1 / RECORDS**2
    printed, mended = math.log(2 / delta) / (2 * eps), math.log(1 / (2 * delta)) / eps
    exact, kept = (release_delta(eps, at, (0, 0), math.inf, spent) for at, spent in ((printed, eps), (mended, 2 * eps)))
    words = (
        f"threshold {printed:.4f}; at distance 0 it is passed with probability {passing(0, eps, printed):.2g}, and delta is {exact:.2g}, "
        f"not {delta:.2g}; at the threshold {mended:.2f} it is {kept:.2g}"
    )
    return equal(
        printed,
        10.73744412245554,
        {"the mended threshold": mended, "log(1/delta)/(2 eps)": printed - math.log(2) / 2},
        words,
    )


def smoothed(registry: Registry) -> Illustration:
    """Hold twice the smooth sensitivity of the mean age against the printed number."""
    beta = 1 / (2 * math.log(2 * RECORDS**2))
    smooth = [2 * math.exp(-beta * k) * 100 / (RECORDS - k + 1) for k in range(RECORDS + 1)]
    words = f"{max(smooth):.10f}, at k = {smooth.index(max(smooth))} of all {RECORDS + 1}"
    return equal(
        max(smooth),
        0.006142128861863522,
        {"k from 1 on": max(smooth[1:]), "without the factor 2": max(smooth) / 2},
        words,
    )


def sliced(registry: Registry) -> Illustration:
    """Say into how many slices the program cuts the data, and what one row removed does to their mean."""
    found = {k: chunks(RECORDS, k) for k in (10, 600, 1000, 6000)}
    rows = np.tile([0.0, 0.0, 40.0, 40.0], 300)
    before, after = sliced_mean(rows, 600), sliced_mean(rows[1:], 600)
    words = (
        f"{', '.join(f'{made} for {k}' for k, made in found.items())}; the mean of 600 slices of two falls from {before:g} to {after:.2f} "
        f"where the first row is removed, and noise is made for {60 / 600:g}"
    )
    return equal(math.ceil(RECORDS / 600), 55, {"slices of floor(n/k) rows": RECORDS // 600}, words)


def candidates_chosen(registry: Registry) -> Illustration:
    """Hold the printed tallies of 200 choices against the laws of the two mechanisms: each within 2.6 standard deviations.

    A right tally is further away once in 100 times; from the wrong laws that are named each is 4 or more away.
    """
    weight = 1 / (1 + math.exp(GAP / 2))
    away = (_away(BY_WEIGHT, weight), _away(BY_NOISE, overtaken(GAP, 1.0)))
    wrong = {
        "the exponential mechanism without the factor 2": _away(BY_WEIGHT, 1 / (1 + math.exp(GAP))),
        "noisy maxima in place of it": _away(BY_WEIGHT, overtaken(GAP, 1.0)),
        "it in place of noisy maxima": _away(BY_NOISE, weight),
        "noisy maxima with noise of half the scale": _away(BY_NOISE, overtaken(GAP, 0.5)),
    }
    noticed = tuple(name for name, value in wrong.items() if value >= 2.6)
    return Illustration(
        max(away) < 2.6,
        f"{BY_WEIGHT} and {BY_NOISE} wrong choices of {RUNS} are {away[0]:.1f} and {away[1]:.1f} standard deviations from what is expected",
        noticed,
        tuple(name for name in wrong if name not in noticed),
    )


def maxima(registry: Registry) -> Illustration:
    """Say what report noisy max loses between two candidates whose scores move towards one another, at eps = 1."""
    losses = {gap: noisy_max_loss(gap, 1.0) for gap in (0.0, 2.0, 20.0, 200.0)}
    words = ", ".join(f"{loss:.3f} at a gap of {gap:g}" for gap, loss in losses.items())
    return equal(
        losses[0.0], 2 - math.log(2), {"eps": 1, "the loss with twice the noise": noisy_max_loss(0.0, 2.0)}, words
    )


def gradients(registry: Registry) -> Illustration:
    """Say how long the gradient of the logistic loss is, over the length of the example, where the model is as wrong as one likes."""
    shares = [1 / (1 + math.exp(margin)) for margin in (-30.0, -1.0, 0.0, 30.0)]
    words = f"{shares[0]:.10f} of it for an example that is wrong by 30, {shares[2]:g} at the zero model"
    return Illustration(
        max(shares) <= 1, words, tuple(f"{share:g} of it" for share in (1 / 4, 1 / 2, 9 / 10) if max(shares) > share)
    )


def memory(registry: Registry) -> Illustration:
    """Say how often the noise is drawn where running sums are named and not asked for."""
    calls: list[int] = []

    def added(total: int, one: int) -> int:
        calls.append(one)
        return total + one

    sums = itertools.accumulate([1] * 1000, added)
    before = len(calls)
    made = len(list(sums))
    return equal(
        before, 0, {"once for each": len(calls)}, f"{before} times; {len(calls)} times when all {made} are asked for"
    )


def told_apart(releases: np.ndarray) -> np.ndarray:
    """Return which releases lie in (0, 1/4) and are no multiples of 2^-53."""
    scaled = releases * 2**53
    return (releases > 0) & (releases < 1 / 4) & (np.floor(scaled) != scaled)


def _checked(table: Sequence[tuple[int, int]], k: int, columns: int = 2) -> bool:
    return all(sum(row[:columns] == other[:columns] for other in table) >= k for row in table)


def _away(wrong: int, probability: float) -> float:
    """Return how many standard deviations so many wrong choices are from what is expected."""
    return abs(wrong - RUNS * probability) / math.sqrt(RUNS * probability * (1 - probability))

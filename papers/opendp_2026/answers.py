"""What the documents on randomized response and selection state, counted again over all answers, with false variants."""

from __future__ import annotations

import itertools
import math

from papers.opendp_2026.exact import once
from papers.recount import bounded
from papers.result import Illustration
from theorems.registry import Registry


def foreign(registry: Registry) -> Illustration:
    """Hold 1/t against the probabilities of a lie and of the truth, at p = 1/t and beyond."""

    def least(lower: float) -> float:
        points = [(t, p) for t in (2, 3, 10) for p in (lower / t, 0.5 / t + 0.5, 0.999)]
        return min(min(1 / t - (1 - p) / (t - 1), p - 1 / t) for t, p in points)

    return bounded({"p >= 1/t": least(1)}, {"p from 0.9/t on": least(0.9)}, "t = 2, 3 and 10, and three p for each")


def answered(registry: Registry) -> Illustration:
    """Say what the greatest ratio of two inputs' answers is, categories and a foreign value among the inputs."""

    def worst(t: int, p: float) -> float:
        rows = [[p if y == x else (1 - p) / (t - 1) for y in range(t)] for x in range(t)] + [[1 / t] * t]
        return max(
            math.log(a / b) for one, two in itertools.permutations(rows, 2) for a, b in zip(one, two, strict=True)
        )

    points = [(t, p) for t in (2, 3, 10) for p in (1 / t + 0.01, 0.6, 0.9)]
    gap = max(abs(worst(t, p) - math.log(p * (t - 1) / (1 - p))) for t, p in points)
    wrong = {
        "log(p t/(1 - p))": 1e-9 - max(abs(worst(t, p) - math.log(p * t / (1 - p))) for t, p in points),
        "log((1 - p) (t - 1)/p)": 1e-9 - max(abs(worst(t, p) - math.log((1 - p) * (t - 1) / p)) for t, p in points),
    }
    return bounded({"as printed": 1e-9 - gap}, wrong, f"nine cases: off by {gap:.1g}")


def _reports(bits: tuple[int, ...], f: float) -> list[float]:
    """Return the law of the report of a vector of bits, over all reports."""
    return [
        math.prod(1 - f / 2 if a == b else f / 2 for a, b in zip(bits, report, strict=True))
        for report in itertools.product((0, 1), repeat=len(bits))
    ]


def flipped_bits(registry: Registry) -> Illustration:
    """Say what the greatest ratio of the reports of two vectors of at most m ones is, all vectors of four bits."""

    def worst(f: float, m: int) -> float:
        laws = [_reports(bits, f) for bits in itertools.product((0, 1), repeat=4) if sum(bits) <= m]
        return max(math.log(a / b) for one in laws for two in laws for a, b in zip(one, two, strict=True))

    points = [(f, m) for f in (0.1, 0.5, 1.0) for m in (1, 2)]
    gap = max(abs(worst(f, m) - 2 * m * math.log((2 - f) / f)) for f, m in points)
    wrong = max(abs(worst(f, m) - m * math.log((2 - f) / f)) for f, m in points)
    return bounded({"2 m": 1e-9 - gap}, {"m": 1e-9 - wrong}, f"four bits, six cases: off by {gap:.1g}, so no better")


def _estimates(f: float, bits: tuple[int, ...]) -> tuple[float, float]:
    """Return mean and mean square error of the estimated count of ones among answers for one coordinate."""
    n = len(bits)
    mean = square = 0.0
    for report, chance in zip(itertools.product((0, 1), repeat=n), _reports(bits, f), strict=True):
        estimate = (sum(report) - n * f / 2) / (1 - f)
        mean += chance * estimate
        square += chance * (estimate - sum(bits)) ** 2
    return mean, square


_COLUMNS = ((0, 0, 0), (1, 0, 1, 1), (1, 1))


def unbiased(registry: Registry) -> Illustration:
    """Hold the mean of the estimator against the count, over all reports."""
    gap = max(abs(_estimates(f, bits)[0] - sum(bits)) for f in (0.2, 0.7) for bits in _COLUMNS)
    raw = max(abs((1 - f) * _estimates(f, bits)[0] - sum(bits)) for f in (0.2, 0.7) for bits in _COLUMNS)
    return bounded(
        {"unbiased": 1e-9 - gap}, {"not divided by 1 - f": 1e-9 - raw}, f"three columns, two f: off by {gap:.1g}"
    )


def errors(registry: Registry) -> Illustration:
    """Hold the mean square error of the estimator against the printed one, for one coordinate."""

    def gap(share: float) -> float:
        return max(
            abs(_estimates(f, b)[1] - len(b) * (f - share * f * f) / (2 * (1 - f) ** 2))
            for f in (0.2, 0.7)
            for b in _COLUMNS
        )

    return bounded(
        {"f - f^2/2": 1e-9 - gap(0.5)}, {"f - f^2": 1e-9 - gap(1.0)}, f"three columns, two f: off by {gap(0.5):.1g}"
    )


def stopped(registry: Registry) -> Illustration:
    """Say how probably the program stops after one run, by the argument of its sampler."""
    chances = {gamma: (once(-math.log1p(-gamma)), once(-1 / math.log1p(-gamma))) for gamma in (0.001, 0.5, 0.9)}
    right = max(abs(chance - gamma) for gamma, (chance, _) in chances.items())
    wrong = max(abs(chance - gamma) for gamma, (_, chance) in chances.items())
    words = f"gamma = 0.001: {chances[0.001][0]:.4f} with -log(1 - gamma), {chances[0.001][1]:.4f} with its inverse"
    return bounded({"-log(1 - gamma)": 1e-9 - right}, {"-1/log(1 - gamma)": 1e-9 - wrong}, words)


def selected(registry: Registry) -> Illustration:
    """Hold the loss of what is released against 2 eps, over measurements that pass, fail or answer otherwise, at several gamma."""

    def least(times: float) -> float:
        left = []
        for eps, gamma in itertools.product((0.1, 1.0), (1e-6, 0.5)):
            grow = math.exp(eps)
            for p in (0.05, 0.3):
                rare = p / 10**4
                one = [rare * grow, p / grow, 1 - rare * grow - p / grow]
                two = [rare, p, 1 - rare - p]
                left.append(times * eps - _loss(one, two, gamma))
        return min(left)

    words = f"{least(2):.1g} is left at least"
    return bounded({"2 eps": least(2)}, {"eps": least(1), "1.9 eps": least(1.9)}, words)


def _loss(one: list[float], two: list[float], gamma: float) -> float:
    """Return the greatest loss of the first answer that passes, and of none: the last mass is of failing."""
    laws = []
    for law in (one, two):
        ends = 1 - law[-1] * (1 - gamma)
        laws.append([*(p / ends for p in law[:-1]), law[-1] * gamma / ends])
    return max(abs(math.log(a / b)) for a, b in zip(*laws, strict=True))


def _chosen(scores: tuple[float, ...], scale: float) -> list[float]:
    """Return the law of permute-and-flip, over all orders of the candidates."""
    passes = [math.exp((score - max(scores)) / scale) for score in scores]
    chances = [0.0] * len(scores)
    orders = list(itertools.permutations(range(len(scores))))
    for order in orders:
        left = 1 / len(orders)
        for candidate in order:
            chances[candidate] += left * passes[candidate]
            left *= 1 - passes[candidate]
    return chances


def flipped(registry: Registry) -> Illustration:
    """Hold the loss of permute-and-flip between scores at range distance 1 against 1/s: three candidates, which rise together or apart."""

    def least(times: float) -> float:
        left = []
        for scores in itertools.product((0.0, 0.5, 1.0, 6.0), repeat=3):
            for moves in ((1, 0, 0), (1, 1, 0), (0.5, -0.5, 0), (0.5, -0.5, -0.5), (1, 0.3, 0)):
                moved = tuple(a + b for a, b in zip(scores, moves, strict=True))
                for scale in (0.5, 3.0):
                    laws = _chosen(scores, scale), _chosen(moved, scale)
                    loss = max(abs(math.log(a / b)) for a, b in zip(*laws, strict=True))
                    left.append(times / scale - loss)
        return min(left)

    words = f"640 pairs: {least(1):.1g} is left at least"
    return bounded({"d/s": least(1)}, {"d/(2 s)": least(0.5), "0.99 d/s": least(0.99)}, words)

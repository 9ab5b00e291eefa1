"""What the note on loss distributions states of answers, sampling and composition, counted again, with false variants."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from papers.google_2026.exact import convolved, delta, losses
from papers.google_2026.loss import _PAIRS, _normal
from papers.recount import bounded, hockey_stick
from papers.result import Illustration
from theorems.registry import Registry

_LOSSES = (0.0, 0.3, 1.0, 2.0)


def _answers(k: int, p: float, value: int) -> list[float]:
    return [1 - p + p / k if answer == value else p / k for answer in range(k)]


def _apart(found: dict[float, float], printed: dict[float, float]) -> float:
    """Return how far two distributions on finitely many values are apart, in the distribution function."""
    return max(
        abs(math.fsum(m for y, m in found.items() if y > e) - math.fsum(m for y, m in printed.items() if y > e))
        for e in (-5.0, -1.0, -0.2, -1e-6, 1e-6, 0.2, 1.0, 5.0)
    )


def answers(registry: Registry) -> Illustration:
    """Hold the loss distribution of randomized response on k values against the printed one."""

    def gap(others: int) -> float:
        worst = 0.0
        for k, p in itertools.product((2, 3, 10), (0.1, 0.5, 1.0)):
            loss = math.log((k * (1 - p) + p) / p)
            printed: dict[float, float] = {}
            for y, m in ((loss, 1 - p + p / k), (-loss, p / k), (0.0, p * (k - others) / k)):
                printed[y] = printed.get(y, 0.0) + m
            worst = max(worst, _apart(losses(_answers(k, p, 0), _answers(k, p, 1)), printed))
        return worst

    return bounded({"k - 2": 1e-9 - gap(2)}, {"k - 1": 1e-9 - gap(1)}, f"nine cases: off by {gap(2):.1g}")


def special(registry: Registry) -> Illustration:
    """Hold the loss distributions of an answer against a uniform one, both ways, against the printed ones."""

    def gap(shift: float) -> float:
        worst = 0.0
        for k, p in itertools.product((2, 3, 10), (0.1, 0.5)):
            law, flat = _answers(k, p, 0), [1 / k] * k
            top, rest = math.log(k * (1 - p) + p), math.log(p)
            worst = max(
                worst,
                _apart(losses(law, flat), {top: 1 - p + p / k, rest: p * (k - 1) / k}),
                _apart(losses(flat, law), {-top: (1 + shift) / k, -rest: (k - 1 - shift) / k}),
            )
        return worst

    return bounded({"1/k": 1e-9 - gap(0)}, {"2/k": 1e-9 - gap(1)}, f"six cases: off by {gap(0):.1g}")


def _mixed(first: tuple[float, ...], second: tuple[float, ...], rate: float) -> list[float]:
    return [rate * p + (1 - rate) * q for p, q in zip(first, second, strict=True)]


def sampling(registry: Registry) -> Illustration:
    """Hold the divergence of a mechanism of one record on a Poisson sample against the dominating pair, either way round."""

    def least(turned: bool) -> float:
        return min(
            hockey_stick(_mixed(p, q, 1 - rate if turned else rate), q, e) - hockey_stick(_mixed(p, q, rate), q, e)
            for p, q in _PAIRS
            for rate in (0.1, 0.5, 0.9)
            for e in _LOSSES
        )

    words = f"48 cases: {least(False):.1g} is left with q on the first law, {least(True):.2g} with 1 - q"
    return bounded({"q up + (1 - q) lo": least(False)}, {"(1 - q) up + q lo, as printed": least(True)}, words)


def sampled_losses(registry: Registry) -> Illustration:
    """Hold the losses under sampling against the ratio of the densities, for Laplace noise at distance 1."""

    def noise(x: float) -> float:
        return math.exp(-abs(x)) / 2

    def gap(share: float) -> float:
        worst = 0.0
        for q, x in itertools.product((0.1, 0.7), (-2.0, -0.3, 0.2, 0.9, 4.0)):
            mixed = (1 - q) * noise(x) + q * noise(x - 1), (1 - q) * noise(x) + q * noise(x + 1)
            added, removed = math.log(noise(x) / noise(x - 1)), math.log(noise(x + 1) / noise(x))
            printed = (
                -math.log(1 - share * q + share * q * math.exp(-added)),
                math.log(1 - share * q + share * q * math.exp(removed)),
            )
            worst = max(
                worst, abs(printed[0] - math.log(noise(x) / mixed[0])), abs(printed[1] - math.log(mixed[1] / noise(x)))
            )
        return worst

    return bounded({"q": 1e-12 - gap(1)}, {"q/2": 1e-12 - gap(0.5)}, f"ten cases: off by {gap(1):.1g}")


def _ratio(x: float, q: float, apart: float, sigma: float) -> float:
    laws = [(1 - q) * _normal(x / sigma) + q * _normal((x + side) / sigma) for side in (apart, -apart)]
    return math.log(laws[0] / laws[1])


def inverse(registry: Registry) -> Illustration:
    """Hold the loss at the printed inverse against eps, for seven eps of either sign."""

    def gap(half: float) -> float:
        worst = 0.0
        for q, apart, sigma, eps in itertools.product(
            (0.05, 0.6), (1.0, 2.0), (0.8, 2.0), (-2.0, -0.5, -1e-3, 0.0, 1e-3, 0.5, 2.0)
        ):
            alpha = (1 - q) / q * math.exp(half * apart**2 / sigma**2)
            x = sigma**2 / apart * (math.asinh(-alpha * math.sinh(eps / 2)) - eps / 2)
            worst = max(worst, abs(_ratio(x, q, apart, sigma) - eps))
        return worst

    return bounded({"e^(Delta^2/(2 sigma^2))": 1e-9 - gap(0.5)}, {"e^(Delta^2/sigma^2)": 1e-9 - gap(1.0)}, "56 cases")


def stable(registry: Registry) -> Illustration:
    """Hold both rewritten functions against those of the library of the language."""
    arcs = [
        (b, a, math.copysign(math.log(abs(b) * math.exp(a) + math.hypot(b * math.exp(a), 1)), b))
        for b, a in itertools.product((-3.0, -1.0, 0.5, 2.0), (-4.0, 0.0, 5.0))
    ]
    gap = max(abs(math.asinh(b * math.exp(a)) - found) for b, a, found in arcs)
    logs = max(
        abs(math.log(math.sinh(x)) - (x + math.log(-math.expm1(-2 * x)) - math.log(2))) for x in (0.01, 1.0, 30.0)
    )
    unsigned = max(abs(math.asinh(b * math.exp(a)) - abs(found)) for b, a, found in arcs)
    words = f"twelve and three places: off by {max(gap, logs):.1g}"
    return bounded({"asinh": 1e-9 - gap, "sinh": 1e-9 - logs}, {"without the sign": 1e-9 - unsigned}, words)


def summed(registry: Registry) -> Illustration:
    """Hold the sum over one distribution of partial sums of the other against the divergence of the convolution."""

    def gap(sign: int) -> float:
        worst = 0.0
        for (a, b), (c, d), eps in itertools.product(_PAIRS, _PAIRS, _LOSSES):
            one, two = losses(a, b), losses(c, d)
            total = 0.0
            for v, mass in one.items():
                passing = {w: m for w, m in two.items() if v + w > eps}
                total += mass * (
                    math.fsum(passing.values())
                    - math.exp(eps - v) * math.fsum(m * math.exp(-sign * w) for w, m in passing.items() if w < math.inf)
                )
            worst = max(worst, abs(total - delta(convolved(one, two), eps)))
        return worst

    return bounded({"e^(-v)": 1e-9 - gap(1)}, {"e^v": 1e-9 - gap(-1)}, f"64 cases: off by {gap(1):.1g}")


def truncated(registry: Registry) -> Illustration:
    """Hold the tail of a sum of five losses at the printed point against tau, at several t."""

    def least(times: float) -> float:
        left = []
        for (p, q), t, tau in itertools.product((_PAIRS[0], _PAIRS[1]), (0.5, 2.0, 6.0), (1e-3, 0.1, 0.5)):
            one = losses(p, q)
            total: dict[float, float] = {0.0: 1.0}
            for _ in range(5):
                total = convolved(total, one)
            moment = math.fsum(m * math.exp(t * y) for y, m in one.items())
            end = (5 * math.log(moment) + times * math.log(1 / tau)) / t
            left.append(tau - math.fsum(m for y, m in total.items() if y >= end))
        return min(left)

    return bounded(
        {"log(1/tau)": least(1)},
        {"0": least(0), "a tenth of log(1/tau)": least(0.1)},
        f"18 cases: {least(1):.2g} is left",
    )


def substituted(registry: Registry) -> Illustration:
    """Hold the divergence of Poisson sampled Gaussian noise, where a record moves from one place in [-1, 1] to another, against that of the ends."""
    cells = [k / 20 for k in range(-140, 141)]

    def law(q: float, place: float) -> list[float]:
        return [((1 - q) * _normal(x) + q * _normal(x - place)) / 20 for x in cells]

    def least(worst: tuple[float, float]) -> float:
        left = []
        for q, eps in itertools.product((0.1, 0.6), (0.0, 0.3, 1.0)):
            ends = hockey_stick(law(q, worst[0]), law(q, worst[1]), eps)
            for one, two in itertools.product((-1.0, -0.4, 0.0, 0.5, 1.0), repeat=2):
                left.append(ends - hockey_stick(law(q, one), law(q, two), eps))
        return min(left)

    words = f"150 cases: {least((-1, 1)):.1g} is left at least"
    return bounded({"-Delta and Delta": least((-1, 1))}, {"0 and Delta": least((0, 1))}, words)


def both_ways(registry: Registry) -> Illustration:
    """Hold images of a pair under kernels against the pair: the divergence of either order against the greater of both orders."""
    kernels = [((1 - a, a), (b, 1 - b)) for a, b in itertools.product((0.0, 0.1, 0.6), repeat=2)]
    pair = (0.05, 0.95), (0.3, 0.7)

    def image(law: Sequence[float], kernel: tuple[tuple[float, float], ...]) -> list[float]:
        return [math.fsum(p * row[k] for p, row in zip(law, kernel, strict=True)) for k in (0, 1)]

    def least(reversed_too: bool) -> float:
        left = []
        for e, kernel in itertools.product(_LOSSES, kernels):
            there, back = hockey_stick(*pair, e), hockey_stick(*pair[::-1], e)
            top = max(there, back) if reversed_too else there
            one, two = image(pair[0], kernel), image(pair[1], kernel)
            left += [top - hockey_stick(one, two, e), top - hockey_stick(two, one, e)]
        return min(left)

    words = f"nine kernels, five eps: {least(True):.1g} is left at least"
    return bounded({"both": least(True)}, {"the first alone": least(False)}, words)

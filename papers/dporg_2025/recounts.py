"""What the posts state without an entry in the registry, counted again by enumeration, with false variants at the same points."""

from __future__ import annotations

import itertools
import math

import numpy as np

from papers.dporg_2025.exact import response_budget, response_rho
from papers.recount import bounded, equal, hockey_stick
from papers.result import Illustration
from theorems.registry import Registry

_GAPS = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)


def unlocked(registry: Registry) -> Illustration:
    """Say how probably 10,000 uniform bits are correlated by eps/2 = 1/20 with a fixed vector, and with their randomized response."""
    n, eps = 10_000, 0.1
    chances = [_above(n, (1 + mean) / 2, (1 + eps / 2) / 2) for mean in (0.0, eps)]
    words = f"n = {n}, eps = {eps:g}: {chances[0]:.1e} before, {chances[1]:.9f} after randomized response"
    return bounded(
        {"before": 1e-6 - chances[0], "after": chances[1] - (1 - 1e-6)},
        {"after a response that is true half of the time": _above(n, 1 / 2, (1 + eps / 2) / 2) - (1 - 1e-6)},
        words,
    )


def released(registry: Registry) -> Illustration:
    """Say how far apart random subsets of two data sets are that differ in one of six records, of which two are released."""
    subsets = list(itertools.combinations(range(6), 2))
    found = math.fsum(1 / len(subsets) for subset in subsets if 0 in subset)
    return equal(
        found,
        2 / 6,
        {"1/6, one record": 1 / 6, "twice the share": 2 / 3},
        f"delta = {found:.4f} at eps = 0, for a share of 1/3",
    )


def utility(registry: Registry) -> Illustration:
    """Hold the mean loss of the exponential mechanism against its bound, in units of 2 Delta/eps, over losses of 0 and of one gap."""

    def least(factor: float) -> float:
        left = []
        for others, gap in itertools.product((1, 2, 10, 10**3, 10**9, 10**30), (*_GAPS, 30.0, 66.0)):
            weight = others * math.exp(-gap)
            left.append(factor * math.log(1 + others) - gap * weight / (1 + weight))
        return min(left)

    words = f"one best output and up to 10^30 that are worse by up to 66: {least(1):.3g} is left at least"
    return bounded({"as printed": least(1)}, {"9/10 of it": least(0.9), "half of it": least(0.5)}, words)


def hoeffding(registry: Registry) -> Illustration:
    """Hold Hoeffding's lemma against laws on the two ends of [0, 1], which are the worst."""

    def least(constant: float) -> float:
        return min(
            rate * p + constant * rate**2 - math.log1p(p * math.expm1(rate))
            for p, rate in itertools.product(np.linspace(0, 1, 41), (-30.0, -3.0, -0.1, -0.01, 0.01, 0.1, 3.0, 30.0))
        )

    words = f"two-point laws with 41 means, rates from -30 to 30: {least(1 / 8):.2g} is left at least"
    return bounded({"1/8": least(1 / 8)}, {"1/9": least(1 / 9), "0.124": least(0.124)}, words)


def flipped(registry: Registry) -> Illustration:
    """Say what range and what rho permute-and-flip has between two outputs, at eps = 1, where one becomes better than the other."""
    first, second = (1 / 2, 1 / 2), (1 - math.exp(-1) / 2, math.exp(-1) / 2)
    losses = [math.log(p / q) for p, q in zip(first, second, strict=True)]
    spread = max(losses) - min(losses)
    rho = max(
        math.log(math.fsum(p**a * q ** (1 - a) for p, q in zip(first, second, strict=True))) / (a * (a - 1))
        for a in (1.01, 1.5, 2.0, 4.0)
    )
    words = f"a range of {spread:.3f} for 1, and rho of at least {rho:.3f} for 1/8"
    tilted = 1 / (1 + math.exp(-1))
    same = math.log(tilted / (1 / 2)) - math.log((1 - tilted) / (1 / 2))
    return bounded({"range": spread - 1.1, "rho": rho - 1 / 8}, {"the exponential mechanism": same - 1.1}, words)


def greatest_ratio(registry: Registry) -> Illustration:
    """Say how probably all of k = 5 Laplace numbers are positive, of which each sign is equally probable."""
    signs = list(itertools.product((-1, 1), repeat=5))
    found = sum(min(sign) > 0 for sign in signs) / len(signs)
    return equal(found, 2**-5, {"1/5": 1 / 5, "2^-4": 2**-4}, f"{found:g} for k = 5")


def budget_split(registry: Registry) -> Illustration:
    """Hold the rho of the note against its eps, over eps from 10^-6 to 100 and log(1/delta) from 0 to 700."""

    def least(factor: float) -> float:
        left = []
        for eps, log in itertools.product(np.logspace(-6, 2, 33), (0.0, 1e-3, 0.1, 1.0, 11.5, 100.0, 700.0)):
            rho = factor * eps**2 / (4 * log + 4 * eps)
            left.append(1 - (rho + math.sqrt(4 * rho * log)) / eps)
        return min(left)

    words = f"231 points: {least(1):.2g} of eps is left at least"
    twins = {"1.01 of it": least(1.01), "eps^2/(4 log(1/delta))": least(2.0)}
    return bounded({"as printed": least(1)}, twins, words)


def kearns_saul(registry: Registry) -> Illustration:
    """Hold the inequality of Kearns and Saul against probabilities up to the ends and rates from -40 to 40."""

    def least(factor: float) -> float:
        left = []
        for p, rate in itertools.product(
            (1e-9, 1e-3, 0.1, 0.4, 0.4999, 0.6, 0.999), (-40.0, -3.0, -0.3, 0.3, 3.0, 40.0)
        ):
            quotient = factor * (1 - 2 * p) / (4 * math.log((1 - p) / p))
            left.append(rate * p + rate**2 * quotient - math.log1p(p * math.expm1(rate)))
        for eps in (0.1, 1.0, 4.0):  # where it is attained: t = 2 log((1 - p)/p)
            p = 1 / (1 + math.exp(eps))
            rate, quotient = 2 * eps, factor * (1 - 2 * p) / (4 * eps)
            left.append(rate * p + rate**2 * quotient - math.log1p(p * math.expm1(rate)))
        return min(left)

    words = f"45 points: {least(1):.2g} is left at least, and nothing where t = 2 log((1 - p)/p)"
    return bounded({"as printed": least(1)}, {"0.99 of the constant": least(0.99)}, words)


def budgets(registry: Registry) -> Illustration:
    """Hold the curves of the first picture against one another: the exact budget below both bounds, and near to either at its end."""
    orders = np.array([1.0001, 1.5, 3.0, 10.0, 100.0, 10**4])
    near, far = [], []
    left = []
    for eps in (0.5, 1.0, 2.0):
        exact = np.array([response_budget(a, eps) for a in orders])
        left.append(float(np.minimum(eps - exact, orders * response_rho(eps) - exact).min()))
        near.append(float(exact[0] / (orders[0] * response_rho(eps))))
        far.append(float(exact[-1] / eps))
    words = f"exact over the zCDP bound at order 1.0001: at least {min(near):.4f}; over the trivial one at order 10^4: at least {min(far):.4f}"
    wrong = min(float(0.99 * a * response_rho(1.0) - response_budget(a, 1.0)) for a in orders)
    return bounded({"below": min(left), "near": min(near) - 0.999, "far": min(far) - 0.999}, {"0.99 rho": wrong}, words)


def rhos(registry: Registry) -> Illustration:
    """Hold the bound of the second picture against both others: below them, near eps^2/2 for small eps and near eps for great ones."""
    places = (0.01, 0.1, 1.0, 2.0, 5.0, 20.0)
    left = [min(eps, eps**2 / 2) - response_rho(eps) for eps in places]
    near, far = response_rho(0.01) / (0.01**2 / 2), response_rho(20.0) / 20
    words = f"over eps^2/2 at eps = 0.01: {near:.6f}; over eps at eps = 20: {far:.9f}"
    wrong = {"0.45 eps^2": min(0.45 * eps**2 - response_rho(eps) for eps in places)}
    return bounded({"below": min(left), "near": near - 0.9999, "far": far - 0.9999}, wrong, words)


def conditioned(registry: Registry) -> Illustration:
    """Hold the theorem on conditioning against pairs on four outputs, two of which report success: the extreme pairs of each loss."""

    def least(times: float, share: float) -> float:
        left = []
        for eps, delta, beta in itertools.product((0.1, 1.0, 3.0), (0.0, 1e-3, 0.1), (0.3, 0.6)):
            for first, second in _pairs(eps, delta):
                good = [sum(law[:2]) for law in (first, second)]
                if min(good) < 1 - beta:
                    continue
                spent = times * eps - math.log1p(-delta / (1 - beta))
                here, there = (
                    [mass / total for mass in law[:2]] for law, total in zip((first, second), good, strict=True)
                )
                left.append(share * delta / (1 - beta) - hockey_stick(here, there, spent))
        return min(left)

    words = f"pairs on four outputs, eps up to 3, delta up to 0.1: {least(2, 1):.2g} of delta is left at least"
    return bounded({"as printed": least(2, 1)}, {"eps in place of 2 eps": least(1, 1)}, words)


def ranked(registry: Registry) -> Illustration:
    """Hold the probability of the ranking (2, 1) of counts 0, 1 and 3 under one-shot Gumbel noise, integrated, against the repeated choice.

    At eps = 1 the noisy counts are minus the logarithms of exponential numbers with rates e^h; the integral is over the second of them.
    """
    from scipy.integrate import quad

    rates = [1.0, math.e, math.exp(3)]
    first, second, rest = rates[2], rates[1], rates[0]
    found = quad(
        lambda t: second * math.exp(-(second + rest) * t) * -math.expm1(-first * t), 0, 60, epsabs=1e-13, limit=200
    )[0]
    told = first / sum(rates) * second / (second + rest)
    twins = {
        "with the chosen one left in": first / sum(rates) * second / sum(rates),
        "the other order": second / sum(rates) * first / (first + rest),
    }
    return equal(
        round(found, 9), round(told, 9), {name: round(value, 9) for name, value in twins.items()}, f"{found:.9f}"
    )


def compared(registry: Registry) -> Illustration:
    """Hold the noise of the Gumbel mechanism against that of the one-shot Laplace mechanism, for eps below log(1/delta), and d from 1 on."""

    def least(share: float, gumbel: bool) -> float:
        left = []
        for eps, log, items in itertools.product((1e-3, 0.01, 0.1, 0.2), (3.0, 11.5, 50.0), (1, 10, 10**6)):
            spent = 2 * (math.sqrt(log + eps) - math.sqrt(log))
            own = math.pi / (math.sqrt(6) * spent) if gumbel else 2 * math.sqrt(2) / spent
            left.append(1 - own / (share * 8 * math.sqrt(2 * (log + math.log(items))) / eps))
        return min(left)

    words = f"{least(1 / 4, True):.3f} of a quarter and {least(1 / 2, False):.3f} of a half are left at least"
    return bounded(
        {"a quarter": least(1 / 4, True), "a half": least(1 / 2, False)},
        {"a tenth": least(1 / 10, True), "a fifth for the counts": least(1 / 5, False)},
        words,
    )


def _above(n: int, p: float, share: float) -> float:
    from scipy.stats import binom

    return float(binom.sf(math.ceil(n * share) - 1, n, p))


def _pairs(eps: float, delta: float) -> list[tuple[list[float], list[float]]]:
    """Return laws (right, right, wrong, wrong) that are (eps, delta)-private both ways, with extreme ratios on each output."""
    grow, found = math.exp(eps), []
    for a, b in itertools.product((1e-6, 0.01, 0.1, 0.3), repeat=2):
        first = [a * grow + delta, b, 0.0, 0.0]
        second = [a, b * grow, delta, 0.0]
        for law in (first, second):
            law[3] = 1 - sum(law)
        if min(first[3], second[3]) >= 0:
            found.append((first, second))
    sides = [*found, *((second, first) for first, second in found)]
    return [
        (first, second)
        for first, second in sides
        if max(hockey_stick(first, second, eps), hockey_stick(second, first, eps)) <= delta * (1 + 1e-12) + 1e-15
    ]

"""What the documents on tails, thresholds and conversion state, counted again from the definitions, with false variants."""

from __future__ import annotations

import itertools
import math

from papers.opendp_2026.exact import conversion, gaussian_masses, joint, laplace_mass, laplace_reaches, renyi
from papers.recount import bounded, hockey_stick
from papers.result import Illustration
from theorems.registry import Registry

_SCALES = (0.2, 1.0, 3.0, 20.0)


def laplace_tail(registry: Registry) -> Illustration:
    """Sum the masses from t on, and from t + 1 on, and hold the printed tail against both."""

    def gap(first: int) -> float:
        return max(
            abs(math.fsum(laplace_mass(k, s) for k in range(t + first, t + 2000)) - laplace_reaches(t, s))
            for s, t in itertools.product(_SCALES, (1, 2, 7))
        )

    words = f"the printed expression is the probability of at least t, up to {gap(0):.1g}"
    return bounded({"at least t": 1e-12 - gap(0)}, {"more than t": 1e-12 - gap(1)}, words)


def normal_tail(registry: Registry) -> Illustration:
    """Integrate the Gaussian density from t on by Simpson's rule and hold the printed tail against it."""

    def gap(half: float) -> float:
        worst = 0.0
        for t in (0.1, 1.0, 3.0):
            n, width = 4000, 20 / 4000
            values = [math.exp(-((t + width * k) ** 2) / 2) / math.sqrt(2 * math.pi) for k in range(n + 1)]
            area = width / 3 * (values[0] + values[-1] + 4 * math.fsum(values[1:-1:2]) + 2 * math.fsum(values[2:-1:2]))
            worst = max(worst, abs(half * math.erfc(t / math.sqrt(2)) - area))
        return worst

    return bounded({"erfc/2": 1e-9 - gap(0.5)}, {"erfc": 1e-9 - gap(1.0)}, f"three t: off by {gap(0.5):.1g}")


def laplace_accuracy(registry: Registry) -> Illustration:
    """Hold the level of the printed accuracy against the masses, where the accuracy is a whole number."""

    def gap(more: float) -> float:
        worst = 0.0
        for s, a in itertools.product(_SCALES, (1, 2, 9)):
            level = 1 - math.fsum(laplace_mass(k, s) for k in range(1 - a, a))
            worst = max(worst, abs(s * math.log(2 / (level * (math.exp(1 / s) + 1))) + more - a) if level > 1e-9 else 0)
        return worst

    words = f"whole accuracies 1, 2 and 9: off by {gap(1):.1g}"
    return bounded({"+ 1": 1e-5 - gap(1)}, {"without + 1": 1e-5 - gap(0)}, words)


def gaussian_accuracy(registry: Registry) -> Illustration:
    """Say whether the printed least integer is the least whose error is reached with probability alpha at most."""

    def gap(closed: bool) -> float:
        worst = 0
        for sigma, level in itertools.product((0.3, 1.0, 4.0), (0.9, 0.3, 0.05, 1e-4)):
            masses = gaussian_masses(sigma)
            printed = next(i for i in itertools.count(1) if _below(masses, i if closed else i - 1) >= 1 - level)
            least = next(a for a in itertools.count(1) if _outside(masses, a) <= level)
            worst = max(worst, abs(printed - least))
        return worst

    return bounded(
        {"as printed": -gap(True)}, {"one mass less": -gap(False)}, "three deviations and four levels: the same integer"
    )


def _below(masses: dict[int, float], end: int) -> float:
    """Return the mass of the integers whose size is below an end."""
    return math.fsum(masses[k] for k in range(1 - end, end))


def _outside(masses: dict[int, float], end: int) -> float:
    """Return the mass of the integers whose size is at least an end."""
    return math.fsum(mass for k, mass in masses.items() if abs(k) >= end)


def gaussian_scale(registry: Registry) -> Illustration:
    """Say whether the probability of an error of at least a rises with the scale, as a binary search needs."""
    places = [0.2 + k / 20 for k in range(200)]
    levels = [1 - _below(gaussian_masses(sigma), 3) for sigma in places]
    least = min(high - low for low, high in itertools.pairwise(levels))
    falling = min(low - high for low, high in itertools.pairwise(levels))
    return bounded({"rises": least}, {"falls": falling}, f"a = 3, 200 scales from 0.2 to 10.2: least step {least:.2g}")


def compared_tails(registry: Registry) -> Illustration:
    """Hold the tail of the continuous Laplace law against that of the discrete one, more than t and at least t."""

    def least(ratio: float, reached: int) -> float:
        return min(
            ratio * math.exp(-t / s) / 2 - laplace_reaches(t + 1 - reached, s)
            for s, t in itertools.product(_SCALES, (1, 2, 7))
        )

    words = f"four scales, three t: {least(1, 0):.1g} is left at least of more than t"
    return bounded({"more than t": least(1, 0)}, {"at least t": least(1, 1), "a third of it": least(1 / 3, 0)}, words)


def passing(registry: Registry) -> Illustration:
    """Say what delta a count that only one neighbour has costs beside one that both have, exactly, when values from T on are kept."""

    def least(gap: int) -> float:
        left = []
        for s, threshold, eps in itertools.product((0.3, 1.0, 4.0), (3, 8), (0.0, 0.5)):
            alone = laplace_reaches(threshold - 1, s)
            shared = [_noisy(5, s, threshold), _noisy(4, s, threshold)]
            first = [alone, *((1 - alone) * p for p in shared[0])]
            found = hockey_stick(first, [0.0, *shared[1]], 1 / s + eps)
            left.append(joint(laplace_reaches(threshold - 1 + gap, s), 1) - found)
        return min(left)

    words = f"twelve cases: {least(0):.1g} is left at least with the probability of at least T - li"
    return bounded({"at least": least(0)}, {"more than T - li": least(1)}, words)


def _noisy(count: int, scale: float, threshold: int) -> list[float]:
    """Return the law of a noisy count that is told from the threshold on, and of its absence."""
    kept = [laplace_mass(value - count, scale) for value in range(threshold, threshold + 200)]
    return [*kept, 1 - math.fsum(kept)]


def converted(registry: Registry) -> Illustration:
    """Hold the delta of the conversion against exact ones of randomized response and of three-point laws."""

    def least(share: float) -> float:
        left = []
        for law, eps, alpha in itertools.product(
            ([0.7, 0.3], [0.9, 0.1], [0.2, 0.799, 0.001], [1e-3, 0.999]), (0.0, 0.5, 2.0), (1.1, 2.0, 8.0)
        ):
            tau = renyi(law, law[::-1], alpha)
            left.append(share * conversion(alpha, tau, eps) - hockey_stick(law, law[::-1], eps))
        return min(left)

    words = f"36 cases: {least(1):.1g} is left at least"
    return bounded({"as printed": least(1)}, {"half of it": least(0.5)}, words)

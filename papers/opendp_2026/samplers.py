"""Geometric, Laplace and Gaussian samplers of the documents: the exact law of what each program returns against the printed one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

from papers.opendp_2026.exact import gaussian_masses, laplace_mass
from papers.recount import bounded, equal
from papers.result import Illustration
from theorems.registry import Registry

Masses = Callable[[int], float]


def _gap(found: Masses, printed: Masses, places: range) -> float:
    return max(abs(found(k) - printed(k)) for k in places)


def _odd(x: float, first: int) -> float:
    """Return the probability that the place of the first failure has the parity of `first`, of trials x/1, x/2, ..."""
    passed, found = 1.0, 0.0
    for k in range(1, 60):
        found += passed * (1 - x / k) * (k % 2 == first % 2)
        passed *= x / k
    return found


def failures(registry: Registry) -> Illustration:
    """Hold the probability that the first failure is after n against x^n/n!."""

    def gap(power: int) -> float:
        return max(
            abs(math.prod(x / k for k in range(1, n + 1)) - x ** (n + power) / math.factorial(n))
            for x, n in itertools.product((0.2, 0.7, 1.0), range(6))
        )

    return bounded(
        {"x^n/n!": 1e-12 - gap(0)},
        {"x^(n + 1)/n!": 1e-12 - gap(1)},
        f"x = 0.2, 0.7, 1 and n up to 5: off by {gap(0):.1g}",
    )


def small_exponents(registry: Registry) -> Illustration:
    """Hold the probability that the first failure is odd against e^(-x), at both ends of [0, 1] too."""
    xs = (0.0, 1e-3, 0.5, 1.0)
    gap = max(abs(_odd(x, 1) - math.exp(-x)) for x in xs)
    wrong = max(abs(_odd(x, 0) - math.exp(-x)) for x in xs)
    return bounded({"odd": 1e-12 - gap}, {"even": 1e-12 - wrong}, f"four x: off by {gap:.1g}")


def exponents(registry: Registry) -> Illustration:
    """Hold the probability that all trials of the program succeed against e^(-x): it takes one off while x is above 1."""
    xs = (0.0, 0.3, 1.0, 1.5, 2.0, 7.25, 30.0)

    def program(x: float) -> float:
        found = 1.0
        while x > 1:
            found *= math.exp(-1)
            x -= 1
        return found * math.exp(-x)

    gap = max(abs(program(x) / math.exp(-x) - 1) for x in xs)
    wrong = max(abs(math.exp(-math.floor(x)) / math.exp(-x) - 1) for x in xs)
    words = f"seven x up to 30: off by {gap:.1g} of it"
    return bounded({"as printed": 1e-12 - gap}, {"without the trial for the rest": 1e-12 - wrong}, words)


def _accepted(t: int) -> Masses:
    total = math.fsum(math.exp(-u / t) for u in range(t))
    return lambda u: math.exp(-u / t) / total if 0 <= u < t else 0.0


def _geometric(x: float) -> Masses:
    return lambda k: -math.expm1(-x) * math.exp(-x * k)


def slow(registry: Registry) -> Illustration:
    """Hold the law of the number of successes before a failure against the geometric one."""
    gap = _gap(lambda k: math.exp(-0.7) ** k * (1 - math.exp(-0.7)), _geometric(0.7), range(40))
    wrong = _gap(lambda k: math.exp(-0.7) ** (k + 1) * (1 - math.exp(-0.7)), _geometric(0.7), range(40))
    return bounded({"from 0": 1e-12 - gap}, {"from 1": 1e-12 - wrong}, f"x = 0.7: off by {gap:.1g}")


def uniform_kept(registry: Registry) -> Illustration:
    """Hold the law of an accepted u against the printed one, for t = 1, 2, 5 and 30."""

    def gap(power: float) -> float:
        return max(
            _gap(
                _accepted(t),
                lambda u, t=t: math.expm1(-1 / t) / math.expm1(-power) * math.exp(-u / t),  # type: ignore[misc]
                range(t),
            )
            for t in (1, 2, 5, 30)
        )

    return bounded(
        {"as printed": 1e-12 - gap(1)}, {"1 - e^(-2) for 1 - e^(-1)": 1e-12 - gap(2)}, f"four t: off by {gap(1):.1g}"
    )


def joined(registry: Registry) -> Illustration:
    """Hold the law of u + t v against the geometric one, for t = 1, 3 and 10."""

    def gap(rate: float) -> float:
        return max(
            _gap(lambda z, t=t: _accepted(t)(z % t) * _geometric(rate)(z // t), _geometric(1 / t), range(200))  # type: ignore[misc]
            for t in (1, 3, 10)
        )

    return bounded({"v of rate 1": 1e-12 - gap(1)}, {"v of rate 2": 1e-12 - gap(2)}, f"three t: off by {gap(1):.1g}")


def _divided(x: float, n: int) -> Masses:
    return lambda k: math.fsum(_geometric(x)(place) for place in range(k * n, (k + 1) * n))


def divided(registry: Registry) -> Illustration:
    """Hold the law of a geometric variable divided by n against the geometric one of the n-fold exponent, p below 1."""
    gap = max(_gap(_divided(x, n), _geometric(n * x), range(60)) for x, n in ((0.3, 1), (0.3, 4), (2.0, 3)))
    wrong = _gap(_divided(0.3, 4), _geometric(5 * 0.3), range(60))
    return bounded({"p^n": 1e-12 - gap}, {"p^(n + 1)": 1e-12 - wrong}, f"three p and n: off by {gap:.1g}")


def fast(registry: Registry) -> Illustration:
    """Hold the exact law of the fast sampler at four positive rationals s/t against the geometric one of x = s/t."""

    def program(s: int, t: int) -> Masses:
        return lambda k: math.fsum(_accepted(t)(z % t) * _geometric(1.0)(z // t) for z in range(s * k, s * (k + 1)))

    gap = max(_gap(program(s, t), _geometric(s / t), range(60)) for s, t in ((1, 1), (3, 7), (5, 2), (1, 20)))
    wrong = _gap(program(3, 7), _geometric(7 / 3), range(60))
    return bounded({"s/t": 1e-12 - gap}, {"t/s": 1e-12 - wrong}, f"four rationals: off by {gap:.1g}")


def _signed(s: float) -> Masses:
    """Return the law of a magnitude with a sign of which one zero is excluded."""
    total = (1 + math.exp(-1 / s)) / 2
    return lambda x: _geometric(1 / s)(abs(x)) / 2 / total


def excluded(registry: Registry) -> Illustration:
    """Count how probably sign and magnitude are not the excluded pair."""
    found = 1 - _geometric(1 / 2.5)(0) / 2
    wrong = {"(1 - e^(-1/s))/2": -math.expm1(-1 / 2.5) / 2}
    return equal(found, (1 + math.exp(-1 / 2.5)) / 2, wrong, f"s = 2.5: {found:.6f}")


def signed(registry: Registry) -> Illustration:
    """Hold the law of the signed magnitude against the discrete Laplace one, at scales from 0.1 to 10."""
    scales = (0.1, 1.0, 2.5, 10.0)
    gap = max(_gap(_signed(s), lambda x, s=s: laplace_mass(x, s), range(-80, 81)) for s in scales)  # type: ignore[misc]
    wrong = _gap(lambda x: _geometric(1.0)(abs(x)) / (2 - (x == 0)), lambda x: laplace_mass(x, 1.0), range(-80, 81))
    return bounded({"excluded": 1e-12 - gap}, {"both zeros kept": 1e-12 - wrong}, f"four scales: off by {gap:.1g}")


def _candidates(sigma: float) -> Iterator[tuple[int, float]]:
    """Yield every candidate with its probability of being drawn and kept."""
    t = math.floor(sigma) + 1
    for y in range(-60 * t, 60 * t + 1):
        yield y, laplace_mass(y, t) * math.exp(-((abs(y) - sigma**2 / t) ** 2) / (2 * sigma**2))


def acceptance(registry: Registry) -> Illustration:
    """Hold the probability that a candidate is kept against the printed one, at deviations from 0.3 to 7."""

    def gap(half: float) -> float:
        worst = 0.0
        for sigma in (0.3, 1.0, 2.5, 7.0):
            t = math.floor(sigma) + 1
            total = math.fsum(math.exp(-(y**2) / (2 * sigma**2)) for y in range(-60 * t, 60 * t + 1))
            printed = -math.expm1(-1 / t) / (1 + math.exp(-1 / t)) * math.exp(-half * sigma**2 / t**2) * total
            worst = max(worst, abs(math.fsum(mass for _, mass in _candidates(sigma)) / printed - 1))
        return worst

    words = f"four deviations: off by {gap(1 / 2):.1g} of it"
    return bounded({"as printed": 1e-12 - gap(1 / 2)}, {"e^(-sigma^2/t^2)": 1e-12 - gap(1.0)}, words)


def gaussians(registry: Registry) -> Illustration:
    """Hold the law of what is kept against the discrete Gaussian one, at deviations from 0.3 to 7."""

    def gap(factor: float) -> float:
        worst = 0.0
        for sigma in (0.3, 1.0, 2.5, 7.0):
            masses = gaussian_masses(factor * sigma)
            kept = dict(_candidates(sigma))
            total = math.fsum(kept.values())
            worst = max(worst, *(abs(mass / total - masses.get(y, 0.0)) for y, mass in kept.items()))
        return worst

    return bounded(
        {"sigma": 1e-12 - gap(1.0)}, {"1.001 sigma": 1e-12 - gap(1.001)}, f"four deviations: off by {gap(1.0):.1g}"
    )

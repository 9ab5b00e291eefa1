"""What the notes on secure noise state, counted again from the definitions, with false variants."""

from __future__ import annotations

import itertools
import math

from papers.google_2026.exact import approximated, binomial, binomial_off, geometric, normal_below, nu, reach
from papers.recount import bounded, equal
from papers.result import Illustration
from theorems.registry import Registry

_SIZES = (10**6, 10**6 + 2, 4 * 10**6, 10**8)


def step(sensitivity: float, eps: float, k: int) -> float:
    """Return the least power of 2 that exceeds 2^(-k) of the scale of the noise."""
    return 2.0 ** (math.floor(math.log2(sensitivity / eps)) - k + 1)


def rounded(registry: Registry) -> Illustration:
    """Say what the loss of rounded values with noise on the grid is, for values that are apart by the sensitivity at several offsets."""

    def least(more: float) -> float:
        left = []
        for eps, k, offset in itertools.product((0.1, 1.0, 3.0), (0, 1, 4), (0.0, 0.26, 0.49, 0.5, 0.77)):
            r = step(1.0, eps, k)
            apart = abs(round((offset * r + 1.0) / r) - round(offset * r / r))
            loss = abs(apart) * r * eps / (1.0 + more * r)
            left.append(eps - loss)
        return min(left)

    words = f"45 cases: {least(1):.1g} of eps is left at least"
    return bounded({"Delta + r": least(1) + 1e-12}, {"Delta": least(0), "Delta + r/4": least(1 / 4)}, words)


def geometric_error(exponent: float) -> float:
    """Return the mean size of two-sided geometric noise, by its masses."""
    return 2 * math.fsum(i * geometric(i, exponent) for i in range(1, math.ceil(40 / exponent)))


def rounded_error(registry: Registry) -> Illustration:
    """Hold the mean error, half a step for the rounding and the mean of the noise, against the printed bound."""

    def least(second: float) -> float:
        left = []
        for sensitivity, eps, k in itertools.product((1.0, 1.999, 3.0), (0.2, 1.0, 4.0), (0, 2, 5)):
            r = step(sensitivity, eps, k)
            found = r / 2 + r * geometric_error(r * eps / (sensitivity + r))
            left.append(1 + (1 + second / eps) / 2**k - found * eps / sensitivity)
        return min(left)

    words = f"27 cases: {least(2):.2g} of the Laplace error is left at least"
    return bounded({"2/eps": least(2)}, {"1/(2 eps)": least(0.5), "0": least(0.0)}, words)


def mean_size(registry: Registry) -> Illustration:
    """Hold the mean of |i| against the printed expression, and that against 1/c."""
    places = (0.01, 0.3, 1.0, 5.0)
    gap = max(abs(geometric_error(c) * math.sinh(c) - 1) for c in places)
    left = min(1 / c - 1 / math.sinh(c) for c in places)
    wrong = {"1/(e^c - e^(-c))": 1e-9 - max(abs(2 * geometric_error(c) * math.sinh(c) - 1) for c in places)}
    return bounded({"equal": 1e-9 - gap, "1/c": left}, wrong, f"c from 0.01 to 5: off by {gap:.1g} of it")


def binomial_distance(registry: Registry) -> Illustration:
    """Hold the distance of binomial and Gaussian variables, rounded up, against 15.2/sqrt(n), for even n up to 1000."""

    def distance(n: int) -> float:
        spread = math.sqrt(n) / 2
        return (
            math.fsum(
                abs(mass - normal_below(k / spread) + normal_below((k - 1) / spread)) for k, mass in binomial(n).items()
            )
            / 2
        )

    worst = max(distance(n) * math.sqrt(n) for n in (2, 4, 10, 50, 300, 1000))
    words = f"six even n: at most {worst:.3f}/sqrt(n)"
    return bounded({"15.2": 15.2 - worst}, {"0.3": 0.3 - worst}, words)


def density(registry: Registry) -> Illustration:
    """Say what zeta is for n from 10^6 to 10^8, at 41 places out to the end, and what the bound is at n = 2^96."""

    def worst(n: int) -> float:
        end = math.floor(reach(n))
        return max(abs(binomial_off(n, round(end * k / 40))) for k in range(41))

    share = max(worst(n) / nu(n) for n in _SIZES)
    words = f"zeta is {share:.4f} of the bound at most; the bound is 2^{math.log2(nu(2.0**96)):.2f} at n = 2^96"
    margins = {"bound": 1 - share, "2^(-40)": 1 - 2.0**40 * nu(2.0**96)}
    twins = {"2^(-41) at n = 2^96": 1 - 2.0**41 * nu(2.0**96), "1/n": 1 - max(worst(n) * n for n in _SIZES)}
    return bounded(margins, twins, words)


def rejected(registry: Registry) -> Illustration:
    """Hold the distance of what rejection returns from the binomial law against kappa, for functions below it."""

    def least(times: float) -> float:
        left = []
        for n in (16, 100):
            law = binomial(n)
            for cut, top in ((n, 0.1), (math.sqrt(n), 0.0), (math.sqrt(n), 0.05)):
                below = {k: mass * (1 - top) * (abs(k) <= cut) for k, mass in law.items()}
                total = math.fsum(below.values())
                kappa = math.fsum(law[k] - below[k] for k in law)
                found = math.fsum(abs(below[k] / total - law[k]) for k in law) / 2
                left.append(times * kappa - found)
        return min(left)

    words = f"six functions: {least(1):.1g} is left at least"
    return bounded({"kappa": least(1)}, {"half of kappa": least(0.5)}, words)


def function_below(registry: Registry) -> Illustration:
    """Hold the function of the note below the masses at n = 10^6, and its distance from them against kappa."""

    def gap(top: float) -> tuple[float, float]:
        n = 10**6
        end = math.floor(reach(n))
        masses = {i: approximated(n, i, 0.0) * (1 + binomial_off(n, i)) for i in range(-end, end + 1)}
        lower = min(mass - approximated(n, i, top) for i, mass in masses.items())
        inside = math.fsum(mass - approximated(n, i, top) for i, mass in masses.items())
        return lower, inside + 1 - math.fsum(masses.values())

    lower, found = gap(nu(10**6))
    words = f"n = 10^6: an L1 distance of {found:.5f} for {2.2 * nu(10**6):.5f}"
    above = gap(0.0)[0]
    margins = {"below": lower, "kappa": 2.2 * nu(10**6) - found}
    return bounded(margins, {"without 1 - nu": above, "0.3 log(n)^1.5/sqrt(n)": 0.75 * nu(10**6) - found}, words)


def steps(registry: Registry) -> Illustration:
    """Say whether the coin of the algorithm is one, and what it returns, for sqrt(n) from 8 to 1000."""

    def greatest(height: float) -> float:
        worst = 0.0
        for n in (64, 900, 10**6):
            width = math.floor(math.sqrt(2 * n) + 1)
            for s, place in itertools.product(range(12), (0.0, 0.3, 1.0)):
                for block in (s, -s - 1):
                    i = block * width + round(place * (width - 1))
                    worst = max(worst, approximated(n, i, 0.0) * width * 2**s / height)
        return worst

    words = f"three n, twelve steps either way: the coin has {greatest(4):.3f} at most"
    return bounded({"4/(m 2^s)": 1 - greatest(4)}, {"1/(m 2^s)": 1 - greatest(1)}, words)


def proposals(registry: Registry) -> Illustration:
    """Add up the weights of the proposals, over steps either way."""
    found = math.fsum(2.0 ** -max(s, -s - 1) / 4 for s in range(-60, 60))
    return equal(found, 1.0, {"without the factor 1/16": 16 * found}, f"{found:.9f}")


def stirling(registry: Registry) -> Illustration:
    """Hold factorials up to 60 between both bounds."""

    def left(shift: float) -> float:
        logs = [
            (math.log(math.factorial(n)) - (math.log(2 * math.pi) / 2 + (n + 0.5) * math.log(n) - n), n)
            for n in range(1, 61)
        ]
        return min(min(gap - 1 / (12 * n + shift), 1 / (12 * n) - gap) for gap, n in logs)

    return bounded({"12 n + 1": left(1)}, {"12 n": left(0)}, f"n from 1 to 60: {left(1):.1g} is left at least")


def hoeffding(registry: Registry) -> Illustration:
    """Hold the lower tail of binomial variables against Hoeffding's bound."""

    def left(rate: float) -> float:
        found = []
        for n, p, eps in itertools.product((1, 5, 30), (0.1, 0.5, 0.9), (0.05, 0.1, 0.5)):
            tail = math.fsum(
                math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if k <= (p - eps) * n + 1e-12
            )
            found.append(math.exp(-rate * eps**2 * n) - tail)
        return min(found)

    return bounded({"2": left(2)}, {"6": left(6)}, f"27 cases: {left(2):.1g} is left at least")

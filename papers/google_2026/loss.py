"""What the note on loss distributions states, counted again from two laws, with false variants."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from papers.google_2026.exact import connected, convolved, delta, geometric, losses, normal_below
from papers.recount import bounded, hockey_stick
from papers.result import Illustration
from theorems.registry import Registry

_PAIRS = (
    ((0.75, 0.25), (0.25, 0.75)),
    ((0.5, 0.3, 0.2), (0.2, 0.2, 0.6)),
    ((0.1, 0.7, 0.2), (0.0, 0.6, 0.4)),
    ((0.05, 0.9, 0.05), (0.3, 0.4, 0.3)),
)
_LOSSES = (-1.0, 0.0, 0.3, 1.0, 2.0)


def _normal(x: float, mean: float = 0.0) -> float:
    return math.exp(-((x - mean) ** 2) / 2) / math.sqrt(2 * math.pi)


def observed(registry: Registry) -> Illustration:
    """Hold the delta of a loss distribution against the hockey-stick divergence of its pair."""
    gap = max(abs(delta(losses(p, q), e) - hockey_stick(p, q, e)) for p, q in _PAIRS for e in _LOSSES)
    tail = max(
        abs(math.fsum(m for y, m in losses(p, q).items() if y > e) - hockey_stick(p, q, e))
        for p, q in _PAIRS
        for e in _LOSSES
    )
    return bounded(
        {"delta": 1e-12 - gap}, {"the tail of the loss": 1e-12 - tail}, f"four pairs, five eps: off by {gap:.1g}"
    )


def _product(one: Sequence[float], two: Sequence[float]) -> list[float]:
    return [p * q for p in one for q in two]


def product(registry: Registry) -> Illustration:
    """Hold the convolution of two loss distributions against the divergence of the products."""

    def gap(factor: int) -> float:
        worst = 0.0
        for (a, b), (c, d) in itertools.combinations(_PAIRS, 2):
            both = convolved(losses(a, b), losses(c, d) if factor == 1 else losses(d, c))
            pairs = [hockey_stick(_product(a, c), _product(b, d), e) for e in _LOSSES]
            worst = max(worst, *(abs(delta(both, e) - found) for e, found in zip(_LOSSES, pairs, strict=True)))
        return worst

    words = f"six products, five eps: off by {gap(1):.1g}"
    return bounded({"convolution": 1e-12 - gap(1)}, {"the second pair reversed": 1e-12 - gap(2)}, words)


def buckets(registry: Registry) -> Illustration:
    """Hold the delta of losses rounded up, and down, to a grid against the exact one, alone and composed."""

    def least(up: Callable[[float], float], down: Callable[[float], float]) -> float:
        left = []
        for p, q in _PAIRS:
            exact = losses(p, q)
            sides = [{}, {}]  # type: list[dict[float, float]]
            for side, turn in zip(sides, (up, down), strict=True):
                for loss, mass in exact.items():
                    place = loss if math.isinf(loss) else turn(loss * 4) / 4
                    side[place] = side.get(place, 0.0) + mass
            for e in _LOSSES:
                left += [delta(sides[0], e) - delta(exact, e), delta(exact, e) - delta(sides[1], e)]
                twice = [delta(convolved(law, law), e) for law in (sides[0], exact, sides[1])]
                left += [twice[0] - twice[1], twice[1] - twice[2]]
        return min(left)

    words = f"four pairs, five eps, once and twice: {least(math.ceil, math.floor):.1g} is left at least"
    return bounded(
        {"up and down": least(math.ceil, math.floor)},
        {"to the nearest": least(round, round), "down and up": least(math.floor, math.ceil)},
        words,
    )


def dots(registry: Registry) -> Illustration:
    """Say whether the masses of the dots are no less than 0 and add up to 1, and whether they bound the divergence everywhere."""

    def least(sign: float) -> float:
        left = []
        places = (-2.0, -1.0, -0.25, 0.0, 0.5, 1.0, 1.5)
        for p, q in _PAIRS:
            found = connected(places, [hockey_stick(p, q, e) for e in places], sign)
            left += [min(found.values()), 1e-12 - abs(math.fsum(found.values()) - 1)]
            left += [delta(found, -3 + k / 10) - hockey_stick(p, q, -3 + k / 10) for k in range(60)]
        return min(left)

    words = f"four pairs, seven places: {least(1):.1g} is left at least, with both differences turned"
    return bounded({"turned": least(1) + 1e-12}, {"as printed": least(-1)}, words)


def rates(registry: Registry) -> Illustration:
    """Hold the power of the best test of a pair at all its levels against both bounds, over eps from 0 to 3."""

    def least(share: float) -> float:
        left = []
        for p, q in _PAIRS:
            tests = [
                (math.fsum(p[k] for k in test), math.fsum(q[k] for k in test))
                for size in range(len(p) + 1)
                for test in itertools.combinations(range(len(p)), size)
            ]
            for e, (power, level) in itertools.product((0.0, 0.5, 1.0, 3.0), tests):
                top = share * max(hockey_stick(p, q, e), hockey_stick(q, p, e))
                left += [math.exp(e) * level + top - power, 1 + math.exp(-e) * (level + top - 1) - power]
        return min(left)

    return bounded(
        {"as printed": least(1)}, {"half of delta": least(0.5)}, f"four pairs, all tests: {least(1):.1g} is left"
    )


def _gaussian_delta(eps: float, apart: float) -> float:
    return normal_below(apart / 2 - eps / apart) - math.exp(eps) * normal_below(-apart / 2 - eps / apart)


def _quantile(level: float) -> float:
    low, high = -9.0, 9.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if normal_below(middle) < level else (low, middle)
    return (low + high) / 2


def gaussian_mu(registry: Registry) -> Illustration:
    """Say what mu the formula gives for Gaussian noise of parameter 1: the least over both bounds, on a grid of eps."""

    def found(both: bool) -> float:
        best = -math.inf
        for level in (0.02, 0.1, 0.3, 0.5, 0.8):
            bounds = []
            for k in range(400):
                eps = k / 100
                top = _gaussian_delta(eps, 1.0)
                one, two = math.exp(eps) * level + top, 1 + math.exp(-eps) * (level + top - 1)
                bounds.append(min(one, two) if both else max(one, two))
            best = max(best, _quantile(min(*bounds, 1 - 1e-12)) - _quantile(level))
        return best

    words = f"{found(True):.5f} with the lesser of both bounds, {found(False):.2f} with the greater"
    return bounded({"lesser": 1e-3 - abs(found(True) - 1)}, {"greater": 1e-3 - abs(found(False) - 1)}, words)


def _off(law: Callable[[float, float], float], loss: Callable[[float], float], apart: float) -> float:
    places = [k / 8 for k in range(-24, 33)]
    return max(abs(math.log(law(x, 0.0) / law(x, apart)) - loss(x)) for x in places)


def laplace_loss(registry: Registry) -> Illustration:
    """Hold the three cases of the loss of Laplace noise against the ratio of the densities."""

    def case(apart: float, slope: float) -> Callable[[float], float]:
        return lambda x: apart if x <= 0 else -apart if x >= apart else apart - slope * x

    def gap(slope: float) -> float:
        return max(_off(lambda x, m: math.exp(-abs(x - m)), case(d, slope), d) for d in (0.5, 1.0, 3.0))

    return bounded({"2 x": 1e-12 - gap(2)}, {"x": 1e-12 - gap(1)}, f"three distances: off by {gap(2):.1g}")


def gaussian_loss(registry: Registry) -> Illustration:
    """Hold the loss of Gaussian noise against the ratio of the densities."""

    def gap(half: float) -> float:
        return max(_off(_normal, lambda x, d=d: half * d * (d - 2 * x), d) for d in (0.5, 1.0, 3.0))  # type: ignore[misc]

    return bounded({"1/2": 1e-12 - gap(0.5)}, {"1": 1e-12 - gap(1)}, f"three distances: off by {gap(0.5):.1g}")


def mixed_loss(registry: Registry) -> Illustration:
    """Hold the loss of a mixture of three Gaussian laws against the ratio of the densities."""
    weights, centres = (0.5, 0.3, 0.2), (0.0, 1.0, 2.5)

    def gap(half: float) -> float:
        worst = 0.0
        for x in (-2.0, 0.0, 0.7, 3.0):
            printed = math.log(
                math.fsum(p * math.exp(c * x - half * c * c) for p, c in zip(weights, centres, strict=True))
            )
            found = math.log(math.fsum(p * _normal(x, c) for p, c in zip(weights, centres, strict=True)) / _normal(x))
            worst = max(worst, abs(printed - found))
        return worst

    return bounded({"c^2/2": 1e-12 - gap(0.5)}, {"c^2": 1e-12 - gap(1)}, f"four places: off by {gap(0.5):.1g}")


def discrete_loss(registry: Registry) -> Illustration:
    """Hold the three cases of the loss of discrete Laplace noise against the ratio of the masses, for distances 1 to 4."""

    def gap(slope: float) -> float:
        worst = 0.0
        for a, d, x in itertools.product((0.2, 1.0), (1, 2, 4), range(-5, 9)):
            printed = a * (d if x <= 0 else -d if x >= d else d - slope * x)
            worst = max(worst, abs(math.log(geometric(x, a) / geometric(x - d, a)) - printed))
        return worst

    return bounded({"2 x": 1e-12 - gap(2)}, {"x": 1e-12 - gap(1)}, f"84 cases: off by {gap(2):.1g}")


def truncated_loss(registry: Registry) -> Illustration:
    """Hold the loss of truncated discrete Gaussian noise against the ratio of the masses, where both have one."""

    def gap(half: float) -> float:
        worst = 0.0
        for sigma, d, tau in ((1.0, 1, 3), (2.5, 3, 8)):
            for x in range(-tau + d, tau + 1):
                found = ((x - d) ** 2 - x**2) / (2 * sigma**2)
                worst = max(worst, abs(found - half * d * (d - 2 * x) / sigma**2))
        return worst

    return bounded({"1/(2 sigma^2)": 1e-12 - gap(0.5)}, {"1/sigma^2": 1e-12 - gap(1)}, "two laws: equal")


def discrete_tail(registry: Registry) -> Illustration:
    """Hold both tails of discrete Gaussian noise against those of Gaussian noise."""

    def least(more: int) -> float:
        left = []
        for sigma, tau in itertools.product((0.2, 1.0, 4.0), (0, 1, 3, 9)):
            weights = {k: math.exp(-((k / sigma) ** 2) / 2) for k in range(-200, 201)}
            tail = math.fsum(w for k, w in weights.items() if abs(k) >= tau + more) / math.fsum(weights.values())
            left.append(math.erfc(tau / sigma / math.sqrt(2)) - tail)
        return min(left)

    words = f"twelve cases: {least(1):.1g} is left at least"
    return bounded({"tau + 1": least(1)}, {"tau": least(0)}, words)

"""Laws from their densities and masses, written down once more, from the textbook.

A law is finite (masses with multiplicities), on the integers (a log-mass), or on a line (`lines`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import arb

from theorems.verify.lines import LINES, Line


class UndefinedError(Exception):
    """The definition is not evaluated for such laws."""


_MOST_POINTS = 1 << 20


@dataclass(frozen=True)
class Finite:
    """A law on finitely many points; each mass counts so many times."""

    masses: tuple[arb, ...]
    times: tuple[arb, ...] = ()

    @property
    def counts(self) -> tuple[arb, ...]:
        return self.times or (arb(1),) * len(self.masses)


@dataclass(frozen=True)
class Integers:
    """A law on consecutive integers, from `first` to `last`, by the logarithm of its mass; `near` is where most of it is."""

    log_mass: Callable[[int], arb]
    first: float
    last: float
    near: int


def _mixture(weight: arb, first: Any, second: Any) -> Any:
    if isinstance(first, Finite):
        pairs = zip(first.masses, second.masses, strict=True)
        return Finite(tuple(weight * one + (1 - weight) * other for one, other in pairs))
    if isinstance(first, Integers):
        if (first.first, first.last) != (second.first, second.last) or first.last == float("inf"):
            raise UndefinedError("a mixture of laws on integers that are not the same few")
        above, below = first.log_mass, second.log_mass
        return Integers(
            lambda n: below(n) + (1 - weight + weight * (above(n) - below(n)).exp()).log(),
            first.first,
            first.last,
            first.near,
        )
    one, other = first.log_density, second.log_density
    return Line(
        first.chart,
        lambda x, smooth: (
            other(x, smooth) + (1 - weight + weight * (one(x, smooth) - other(x, smooth)).exp()).log(analytic=smooth)
        ),
        first.lower,
        first.upper,
        (*first.kinks, *second.kinks),
        first.center,
        first.spread,
    )


def _poisson(mean: arb) -> Integers:
    return Integers(lambda n: n * mean.log() - mean - arb(n + 1).lgamma(), 0, float("inf"), int(float(mean.mid())))


def _negative_binomial(shape: arb, p: arb) -> Integers:
    return Integers(
        lambda n: (n + shape).lgamma() - shape.lgamma() - arb(n + 1).lgamma() + shape * p.log() + n * (1 - p).log(),
        0,
        float("inf"),
        int(float((shape * (1 - p) / p).mid())),
    )


def _binomial(count: arb, p: arb) -> Integers:
    n = int(count.unique_fmpz())
    return Integers(
        lambda j: (
            arb(n + 1).lgamma() - arb(j + 1).lgamma() - arb(n - j + 1).lgamma() + j * p.log() + (n - j) * (1 - p).log()
        ),
        0,
        n,
        int(n * float(p.mid())),
    )


def _discrete_laplace(mu: arb, b: arb) -> Integers:
    center, constant = int(mu.unique_fmpz()), (1 / (2 * b)).tanh().log()
    return Integers(lambda n: constant - abs(n - center) / b, -float("inf"), float("inf"), center)


def theta(center: arb, sigma: arb, degree: arb | int = 0) -> arb:
    """Return the sum of (n - c)^k exp(-(n - c)^2/(2 sigma^2)) over the integers.

    The terms beyond 40 sigma + 10 are below e^-800 times a power, and a ball of 2^-200 holds them.
    """
    reach = int(float((40 * sigma + 10).mid())) + abs(int(float(arb(center).mid())))
    if not sigma > 0 or reach > _MOST_POINTS:
        raise UndefinedError(f"a sum over {2 * reach + 1} integers is not evaluated")
    gaps = [arb(n) - center for n in range(-reach, reach + 1)]
    order = int(arb(degree).unique_fmpz())
    total = sum((gap**order * (-(gap**2) / (2 * sigma**2)).exp() for gap in gaps), arb(0))
    return total + arb(0, arb(2) ** -200)


def _discrete_gaussian(mu: arb, sigma: arb) -> Integers:
    center, constant = int(mu.unique_fmpz()), -theta(arb(0), sigma).log()
    return Integers(lambda n: constant - arb(n - center) ** 2 / (2 * sigma**2), -float("inf"), float("inf"), center)


def _skellam(first: arb, second: arb) -> Integers:
    root, tilt = 2 * (first * second).sqrt(), (first / second).log() / 2
    return Integers(
        lambda n: n * tilt + root.bessel_i(arb(abs(n))).log() - first - second,
        -float("inf"),
        float("inf"),
        int(float((first - second).mid())),
    )


def _shifted(law: Any, shift: arb) -> Integers:
    steps = shift.unique_fmpz()
    if not isinstance(law, Integers) or steps is None:
        raise UndefinedError("a shift of what is no law on the integers, or by no integer")
    places = int(steps)
    return Integers(lambda n: law.log_mass(n - places), law.first + places, law.last + places, law.near + places)


def _weighted(weights: list[arb], times: tuple[arb, ...] = ()) -> Finite:
    total = sum(
        (weight * count for weight, count in zip(weights, times or [arb(1)] * len(weights), strict=True)), arb(0)
    )
    return Finite(tuple(weight / total for weight in weights), times)


def _response(budget: arb, choices: arb | None, value: arb | int) -> Finite:
    weights = [arb(1), budget.exp()] if value == 1 else [budget.exp(), arb(1)]
    return _weighted(weights) if choices is None else _weighted([*weights, arb(1)], (arb(1), arb(1), choices - 2))


def _erased_response(budget: arb, weight: arb, value: arb | int) -> Finite:
    weights = [arb(1), budget.exp()] if value == 1 else [budget.exp(), arb(1)]
    return _weighted([*weights, arb(1)], (arb(1), arb(1), weight))


def _product(*factors: Finite) -> Finite:
    if not all(isinstance(factor, Finite) for factor in factors):
        raise UndefinedError("a product of laws on a line")
    masses: tuple[arb, ...] = (arb(1),)
    for factor in factors:
        if len(masses) * len(factor.masses) > _MOST_POINTS:
            raise UndefinedError(f"a product on more than {_MOST_POINTS} points")
        masses = tuple(mass * other for mass in masses for other in factor.masses)
    return Finite(masses)


def _image(kernel: list[Finite], law: Finite) -> Finite:
    rows = [[mass * out for out in row.masses] for mass, row in zip(law.masses, kernel, strict=True)]
    return Finite(tuple(sum(column, arb(0)) for column in zip(*rows, strict=True)))


def _joint(law: Finite, kernel: list[Finite]) -> Finite:
    return Finite(tuple(mass * out for mass, row in zip(law.masses, kernel, strict=True) for out in row.masses))


def _event(*points: arb) -> frozenset[int]:
    return frozenset(int(each.unique_fmpz()) for each in points)


def _probability(law: Finite, event: frozenset[int]) -> arb:
    if not all(0 <= each < len(law.masses) for each in event):
        raise UndefinedError("an event of points that the law does not have")
    return sum((law.masses[each] for each in event), arb(0))


MADE: dict[str, Callable[..., Any]] = {
    **LINES,
    "Bernoulli": lambda p: Finite((1 - p, p)),
    "Binomial": _binomial,
    "DiscreteGaussian": _discrete_gaussian,
    "DiscreteLaplace": _discrete_laplace,
    "ErasedResponse": _erased_response,
    "Event": _event,
    "Finite": lambda *masses: Finite(tuple(masses[0] if isinstance(masses[0], list) else masses)),
    "Geometric": lambda p: _negative_binomial(arb(1), p),
    "Image": _image,
    "Joint": _joint,
    "KaryResponse": lambda budget, choices, value: _response(budget, choices, value),
    "Kernel": lambda *rows: list(rows),
    "Mixture": _mixture,
    "NegativeBinomial": _negative_binomial,
    "Poisson": _poisson,
    "Probability": _probability,
    "ProductLaw": _product,
    "RR": lambda budget, value=1: _response(budget, None, value),
    "RandomizedResponse": lambda budget, value=1: _response(budget, None, value),
    "Shifted": _shifted,
    "Skellam": _skellam,
    "Softmax": lambda *scores: _weighted([score.exp() for score in scores]),
}

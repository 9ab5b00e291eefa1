"""Laws from their densities and masses, written down once more, from the textbook.

A law is finite (masses with multiplicities), on the integers (a log-mass), or on a line (a log-density in a chart). The chart is the
variable in which the integrals are done: ``line`` is x itself, ``log`` is log x on the half line, ``tan`` is the angle whose tangent is x,
for heavy tails, and ``logit`` is for the unit interval; the log-density includes the chart's Jacobian, so that divergences are the same in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import acb, arb


class UndefinedError(Exception):
    """The definition is not evaluated for such laws."""


LogDensity = Callable[[acb, bool], acb]
_INF = arb.pos_inf()
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


@dataclass(frozen=True)
class Line:
    """A law by its log-density in a chart, which holds between the ends, is not smooth at the kinks, and lives near `center`."""

    chart: str
    log_density: LogDensity
    lower: arb
    upper: arb
    kinks: tuple[arb, ...]
    center: float
    spread: float
    branches: tuple[LogDensity, LogDensity] | None = None

    def on(self, place: arb) -> LogDensity:
        """Return the log-density as an analytic function around a point that is no kink."""
        if self.branches is None:
            return self.log_density
        return self.branches[bool(place > self.kinks[0])]


def _line(
    log_density: LogDensity,
    center: arb,
    spread: arb,
    kinks: tuple[arb, ...] = (),
    chart: str = "line",
    lower: arb = -_INF,
    upper: arb = _INF,
) -> Line:
    return Line(chart, log_density, lower, upper, kinks, float(arb(center).mid()), float(arb(spread).mid()))


def _gaussian(mu: arb, sigma: arb) -> Line:
    constant = -(2 * arb.pi()).log() / 2 - sigma.log()
    return _line(lambda x, _: constant - ((x - mu) / sigma) ** 2 / 2, mu, sigma)


def _asymmetric(mu: arb, below: arb, above: arb, constant: arb, lower: arb = -_INF, upper: arb = _INF) -> Line:
    branches = (lambda x, _: constant + (x - mu) / below, lambda x, _: constant - (x - mu) / above)

    def log_density(x: acb, smooth: bool) -> acb:
        return branches[bool(x.real > mu)](x, smooth)

    return Line("line", log_density, lower, upper, (mu,), float(mu.mid()), float(below.max(above).mid()), branches)


def _laplace(mu: arb, b: arb) -> Line:
    return _asymmetric(mu, b, b, -(2 * b).log())


def _truncated(mu: arb, b: arb, bound: arb) -> Line:
    constant = -(2 * b * (1 - (-bound / b).exp())).log()
    return _asymmetric(mu, b, b, constant, mu - bound, mu + bound)


def _exponential(*arguments: arb) -> Line:
    start, b = arguments if len(arguments) == 2 else (arb(0), *arguments)
    return _line(lambda x, _: -(x - start) / b - b.log(), start + b, b, lower=start)


def _gumbel(mu: arb, b: arb) -> Line:
    return _line(lambda x, _: -(x - mu) / b - (-(x - mu) / b).exp() - b.log(), mu, b)


def _logistic(mu: arb, b: arb) -> Line:
    return _line(
        lambda x, smooth: -(x - mu) / b - 2 * (1 + (-(x - mu) / b).exp()).log(analytic=smooth) - b.log(), mu, b
    )


def _student(mu: arb, nu: arb, b: arb) -> Line:
    # beyond the smaller angle lies less than 1e-8 of the mass of a law with more than two degrees of freedom
    half, end = (nu + 1) / 2, arb.pi() / 2 - (0 if nu == 1 else arb(2) ** -14)
    constant = half.lgamma() - (nu / 2).lgamma() - (arb.pi() * nu).log() / 2 - b.log()

    def log_density(angle: acb, smooth: bool) -> acb:
        sine, cosine = angle.sin(), angle.cos()
        found = constant - half * (cosine**2 + ((sine - mu * cosine) / b) ** 2 / nu).log(analytic=smooth)
        return found if nu == 1 else found + (nu - 1) * cosine.log(analytic=smooth)

    return _line(log_density, mu.atan(), arb(1) / 4, chart="tan", lower=-end, upper=end)


def _uniform(center: arb, half: arb) -> Line:
    constant = -(2 * half).log()
    return _line(lambda x, _: constant + 0 * x, center, half, lower=center - half, upper=center + half)


def _beta(first: arb, second: arb) -> Line:
    constant = (first + second).lgamma() - first.lgamma() - second.lgamma()
    return _line(
        lambda y, smooth: (
            constant - first * (1 + (-y).exp()).log(analytic=smooth) - second * (1 + y.exp()).log(analytic=smooth)
        ),
        (first / second).log(),
        arb(2),
        chart="logit",
    )


def _half_line(of_logarithm: Callable[[acb], acb], center: arb, spread: arb, lower: arb = -_INF) -> Line:
    """Return a law on the half line from the log-density of x as a function of y = log x."""
    return _line(lambda y, _: of_logarithm(y) + y, center, spread, chart="log", lower=lower)


def _gamma(shape: arb, rate: arb) -> Line:
    constant = shape * rate.log() - shape.lgamma()
    return _half_line(lambda y: constant + (shape - 1) * y - rate * y.exp(), (shape / rate).log(), 1 / shape.sqrt() + 1)


def _inverse_gaussian(mean: arb, shape: arb) -> Line:
    constant = shape / mean + (shape / (2 * arb.pi())).log() / 2
    return _half_line(
        lambda y: constant - arb(3) / 2 * y - shape * y.exp() / (2 * mean**2) - shape * (-y).exp() / 2,
        mean.log(),
        arb(1),
    )


def _weibull(shape: arb, scale: arb) -> Line:
    constant = shape.log() - shape * scale.log()
    return _half_line(
        lambda y: constant + (shape - 1) * y - (shape * (y - scale.log())).exp(), scale.log(), 1 + 1 / shape
    )


def _log_normal(mu: arb, sigma: arb) -> Line:
    return _line(_gaussian(mu, sigma).log_density, mu, sigma, chart="log")


def _pareto(least: arb, shape: arb) -> Line:
    start = least.log()
    return _half_line(lambda y: shape.log() + shape * start - (shape + 1) * y, start + 1 / shape, 1 / shape, start)


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
    "AsymmetricLaplace": lambda mu, below, above: _asymmetric(mu, below, above, -(below + above).log()),
    "Bernoulli": lambda p: Finite((1 - p, p)),
    "Beta": _beta,
    "Binomial": _binomial,
    "Cauchy": lambda mu, b: _student(mu, arb(1), b),
    "ChiSquared": lambda nu: _gamma(nu / 2, arb(1) / 2),
    "DiscreteGaussian": _discrete_gaussian,
    "DiscreteLaplace": _discrete_laplace,
    "ErasedResponse": _erased_response,
    "Event": _event,
    "Exponential": _exponential,
    "Finite": lambda *masses: Finite(tuple(masses[0] if isinstance(masses[0], list) else masses)),
    "Gamma": _gamma,
    "Gaussian": _gaussian,
    "Geometric": lambda p: _negative_binomial(arb(1), p),
    "Gumbel": _gumbel,
    "Image": _image,
    "InverseGaussian": _inverse_gaussian,
    "Joint": _joint,
    "KaryResponse": lambda budget, choices, value: _response(budget, choices, value),
    "Kernel": lambda *rows: list(rows),
    "Laplace": _laplace,
    "LogNormal": _log_normal,
    "Logistic": _logistic,
    "Mixture": _mixture,
    "NegativeBinomial": _negative_binomial,
    "Pareto": _pareto,
    "Poisson": _poisson,
    "Probability": _probability,
    "ProductLaw": _product,
    "RR": lambda budget, value=1: _response(budget, None, value),
    "RandomizedResponse": lambda budget, value=1: _response(budget, None, value),
    "Rayleigh": lambda sigma: _weibull(arb(2), arb(2).sqrt() * sigma),
    "Skellam": _skellam,
    "Softmax": lambda *scores: _weighted([score.exp() for score in scores]),
    "StudentT": _student,
    "TruncatedLaplace": _truncated,
    "Uniform": _uniform,
    "Weibull": _weibull,
}

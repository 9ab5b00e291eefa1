"""Laws on a line, each by a log-density in a chart, written down once more, from the textbook.

The chart is the variable in which the integrals are done: ``line`` is x itself, ``log`` is log x on the half line, ``tan`` is the angle
whose tangent is x, for heavy tails, and ``logit`` is for the unit interval; the log-density includes the chart's Jacobian, so that
divergences are the same in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import acb, arb

LogDensity = Callable[[acb, bool], acb]
_INF = arb.pos_inf()


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


LINES: dict[str, Callable[..., Line]] = {
    "AsymmetricLaplace": lambda mu, below, above: _asymmetric(mu, below, above, -(below + above).log()),
    "Beta": _beta,
    "Cauchy": lambda mu, b: _student(mu, arb(1), b),
    "ChiSquared": lambda nu: _gamma(nu / 2, arb(1) / 2),
    "Exponential": _exponential,
    "Gamma": _gamma,
    "Gaussian": _gaussian,
    "Gumbel": _gumbel,
    "InverseGaussian": _inverse_gaussian,
    "Laplace": _laplace,
    "LogNormal": _log_normal,
    "Logistic": _logistic,
    "Pareto": _pareto,
    "Rayleigh": lambda sigma: _weibull(arb(2), arb(2).sqrt() * sigma),
    "StudentT": _student,
    "TruncatedLaplace": _truncated,
    "Uniform": _uniform,
    "Weibull": _weibull,
}

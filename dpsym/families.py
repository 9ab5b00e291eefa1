"""The pairs of laws that users meet, with the box from which their parameters are drawn: for tables, benchmarks and tests."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sympy import Integer, Rational, Symbol

from dpsym import distributions as d
from dpsym.kinds import LAWS
from dpsym.parameters import (
    a,
    alpha,
    b,
    delta,
    eps,
    eta,
    k,
    k1,
    k2,
    m1,
    m2,
    mu1,
    mu2,
    n,
    p,
    q,
    r,
    r1,
    r2,
    scale,
    sigma,
    sigma1,
    sigma2,
    t,
    zeta,
)

shift = Symbol("d", integer=True, positive=True)
choices = Symbol("k", integer=True, positive=True)
Box = tuple[Rational, Rational]

_WIDE: Box = (Rational(1, 2), Rational(3))
_BOXES: dict[Symbol, Box] = {
    p: (Rational(1, 20), Rational(19, 20)),
    q: (Rational(1, 20), Rational(19, 20)),
    eta: (Rational(1, 10), Rational(9, 10)),
    t: (Rational(1, 10), Rational(9, 10)),
    n: (Rational(1), Rational(6)),
    shift: (Rational(1), Rational(4)),
    choices: (Rational(2), Rational(9)),
    a: (Rational(2), Rational(6)),
    mu1: (Rational(-1), Rational(1)),
    mu2: (Rational(-1), Rational(1)),
    alpha: (Rational(21, 20), Rational(6)),
    eps: (Rational(1, 20), Rational(2)),
    delta: (Rational(1, 100), Rational(1, 2)),
    sigma: (Rational(1, 2), Rational(4)),
    zeta: (Rational(1, 10), Rational(2)),
}
_DENOMINATOR = 20


@dataclass(frozen=True)
class Family:
    """A pair of laws of one family, with symbols for its parameters.

    Parameters
    ----------
    name : str
        How tables call it.
    first, second : Law
        The pair.
    order : Symbol or Integer, optional
        The order at which the Rényi divergence closes: any one, or a whole one.
    boxes : mapping, optional
        Where a symbol's values are drawn from, if not from its usual box.
    """

    name: str
    first: d.Law
    second: d.Law
    order: Symbol | Integer = alpha
    boxes: Mapping[Symbol, Box] = field(default_factory=dict)

    def points(self, symbols: set[Symbol], seed: int = 0) -> Iterator[dict[Symbol, Rational]]:
        """Yield rational values of the symbols, for ever."""
        source = random.Random(f"{self.name}, {seed}")
        ordered = sorted(symbols, key=str)
        while True:
            yield {symbol: self._value(symbol, source) for symbol in ordered}

    def _value(self, symbol: Symbol, source: random.Random) -> Rational:
        low, high = self.boxes.get(symbol, _BOXES.get(symbol, _WIDE))
        if symbol.is_integer:
            return Integer(source.randint(int(low), int(high)))
        return Rational(source.randint(int(low * _DENOMINATOR), int(high * _DENOMINATOR)), _DENOMINATOR)


def _shifted(name: str, law: d.LocationFamily, **options: object) -> Family:
    moved = law.func(shift if law.is_discrete else t, *law.args[1:])
    return Family(name, law, moved, **options)


def _usual(kind: type[d.Law]) -> Family:
    """Return the pair of a law that has no line of its own: noise and its shift, else two laws with all parameters different."""
    told = re.match(r"The (.+?) law\b", kind.__doc__ or "")
    name = told[1] if told else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__)
    if issubclass(kind, d.LocationFamily):
        scales = {each.symbol: each.typical for each in kind.parameters[1:]}
        return _shifted(name, kind(0, *scales), boxes=scales)
    boxes = {
        Symbol(f"{each.symbol}{number}", **each.symbol.assumptions0): each.typical
        for number in (1, 2)
        for each in kind.parameters
    }
    ordered = list(boxes)
    return Family(name, kind(*ordered[: len(kind.parameters)]), kind(*ordered[len(kind.parameters) :]), boxes=boxes)


_SUBSAMPLED = d.Mixture(q, d.Gaussian(1, sigma), d.Gaussian(0, sigma))

_LISTED = (
    Family("Bernoulli", d.Bernoulli(p), d.Bernoulli(q)),
    Family("randomized response", *d.RR(zeta).neighbours()),
    Family("k-ary randomized response", *d.KaryResponse(zeta, choices).neighbours()),
    Family("erased response", *d.ErasedResponse(zeta, a).neighbours()),
    Family("softmax", d.Softmax(mu1, mu2, 0), d.Softmax(mu2, mu1, 0)),
    _shifted("Gaussian", d.Gaussian(0, sigma)),
    Family("Gaussian, two variances", d.Gaussian(mu1, sigma1), d.Gaussian(mu2, sigma2)),
    Family(
        "multivariate Gaussian, one covariance",
        d.MultivariateGaussian([0, 0], [[r1, 0], [0, r2]]),
        d.MultivariateGaussian([mu1, mu2], [[r1, 0], [0, r2]]),
    ),
    Family(
        "multivariate Gaussian, two covariances",
        d.MultivariateGaussian([0, 0], [[r1, 0], [0, 1]]),
        d.MultivariateGaussian([mu1, mu2], [[r2, 0], [0, 2]]),
    ),
    _shifted("Laplace", d.Laplace(0, b)),
    Family("Laplace, two scales", d.Laplace(0, b), d.Laplace(t, scale)),
    Family(
        "iid Laplace vector",
        d.ProductLaw(d.Laplace(0, b), d.Laplace(0, b)),
        d.ProductLaw(d.Laplace(t, b), d.Laplace(mu1, b)),
    ),
    _shifted("asymmetric Laplace", d.AsymmetricLaplace(0, r1, r2)),
    _shifted("truncated Laplace", d.TruncatedLaplace(0, b, a)),
    _shifted("discrete Laplace", d.DiscreteLaplace(0, b)),
    _shifted("discrete Gaussian", d.DiscreteGaussian(0, sigma)),
    Family("discrete Gaussian, two widths", d.DiscreteGaussian(0, sigma1), d.DiscreteGaussian(shift, sigma2)),
    Family("staircase", d.Staircase(0, zeta, eta, 1), d.Staircase(1, zeta, eta, 1)),
    _shifted("logistic", d.Logistic(0, b)),
    _shifted("Gumbel", d.Gumbel(0, b)),
    Family("Cauchy", d.Cauchy(0, sigma1), d.Cauchy(t, sigma2)),
    Family("Student t, 3 degrees", d.StudentT(0, 3, b), d.StudentT(t, 3, b), order=Integer(2)),
    _shifted("uniform", d.Uniform(0, a)),
    Family("exponential", d.Exponential(r1), d.Exponential(r2)),
    Family("exponential, shifted", d.Exponential(t, b), d.Exponential(0, b)),
    Family("Gamma", d.Gamma(k1, r1), d.Gamma(k2, r2)),
    Family("chi-squared", d.ChiSquared(k1), d.ChiSquared(k2)),
    Family("inverse Gaussian", d.InverseGaussian(m1, k1), d.InverseGaussian(m2, k2)),
    Family("Weibull", d.Weibull(k, r1), d.Weibull(k, r2)),
    Family("Gompertz", d.Gompertz(b, k1), d.Gompertz(b, k2)),
    Family("power function", d.PowerFunction(a, k1), d.PowerFunction(a, k2)),
    Family("Beta prime", d.BetaPrime(k1, k2), d.BetaPrime(r1, r2)),
    Family("Lomax", d.Lomax(m1, k1), d.Lomax(m1, k2)),
    Family("inverse Lomax", d.InverseLomax(m1, k1), d.InverseLomax(m1, k2)),
    Family("Birnbaum-Saunders", d.BirnbaumSaunders(m1, sigma1), d.BirnbaumSaunders(m1, sigma2)),
    Family("half-Cauchy", d.HalfCauchy(r1), d.HalfCauchy(r2)),
    Family("truncated exponential", d.TruncatedExponential(r1, a), d.TruncatedExponential(r2, a)),
    Family("Fréchet", d.Frechet(k, r1), d.Frechet(k, r2)),
    Family("bounded Pareto", d.BoundedPareto(m1, k1, a), d.BoundedPareto(m1, k2, a)),
    Family("generalized Gamma", d.GeneralizedGamma(r, k1, r1), d.GeneralizedGamma(r, k2, r2)),
    Family("Rayleigh", d.Rayleigh(sigma1), d.Rayleigh(sigma2)),
    Family("Beta", d.Beta(k1, k2), d.Beta(r1, r2)),
    Family("Pareto", d.Pareto(m1, k1), d.Pareto(m1, k2)),
    Family("log-normal", d.LogNormal(mu1, sigma1), d.LogNormal(mu2, sigma2)),
    Family("Poisson", d.Poisson(m1), d.Poisson(m2)),
    Family("binomial", d.Binomial(n, p), d.Binomial(n, q)),
    Family("geometric", d.Geometric(p), d.Geometric(q)),
    Family("negative binomial", d.NegativeBinomial(k, p), d.NegativeBinomial(k, q)),
    Family("Skellam", d.Skellam(m1, m2), d.Skellam(m2, m1)),
    Family("K-norm, two budgets", d.KNorm(n, r1), d.KNorm(n, r2)),
    Family("K-norm, shifted", d.KNorm(n, zeta), d.KNorm(n, zeta, r)),
    Family(
        "subsampled Gaussian",
        _SUBSAMPLED,
        d.Gaussian(0, sigma),
        order=Integer(3),
        boxes={q: (Rational(1, 20), Rational(1, 2))},
    ),
    Family("subsampled Gaussian, reversed", d.Gaussian(0, sigma), _SUBSAMPLED, order=Integer(3)),
    Family("subsampled Laplace", d.Mixture(q, d.Laplace(1, b), d.Laplace(0, b)), d.Laplace(0, b), order=Integer(3)),
)
_KINDS = {type(law) for family in _LISTED for law in (family.first, family.second)}

FAMILIES: tuple[Family, ...] = (
    *_LISTED,
    *(_usual(kind) for kind in LAWS.values() if kind.parameters and kind not in _KINDS),
)
"""Pairs whose parameters or orders need a choice are listed; of any other law it is the usual pair."""

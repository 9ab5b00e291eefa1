"""The laws of the grid: how dpsym is asked for them, and their reference, for one parameter of any kind.

A row has one free parameter; where it stands in a pair of laws, the other numbers are chosen so that no two laws are
equal and the divergences are finite at some orders and infinite at others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath as mp
from reference import laws as r
from reference.pairs import Pair, product
from sympy import Rational, Symbol

import dpsym as d
import dpsym.parameters as symbols

HALF, THIRD, TENTH = Rational(1, 2), Rational(1, 3), Rational(1, 10)

Kind = tuple[str, Any, Fraction]
_POINT = Fraction(2, 5)
_BOUND: tuple[Kind, ...] = (
    ("eps", symbols.eps, Fraction(4, 5)),
    ("alpha", symbols.alpha, Fraction(7, 3)),
    ("t", symbols.t, _POINT),
    ("delta", symbols.delta, _POINT),
)
POSITIVE: tuple[Kind, ...] = (
    ("integer 1", 1, Fraction(1)),
    ("integer 2", 2, Fraction(2)),
    ("whole float", 2.0, Fraction(2)),
    ("rational", Rational(7, 10), Fraction(7, 10)),
    ("float", 0.7, Fraction(7, 10)),
    ("symbol", Symbol("s", positive=True), _POINT),
    *_BOUND,
)
OF_THE_REGISTRY: tuple[Kind, ...] = (
    ("count k", symbols.POSITIVE_COUNT.symbol, Fraction(2)),
    ("count n", symbols.n, Fraction(2)),
    ("mu", symbols.RATIO.symbol, _POINT),
    *(
        (f"registry {symbol}", symbol, _POINT)
        for symbol in (
            symbols.q,
            symbols.b,
            symbols.zeta,
            symbols.p,
            symbols.k,
            symbols.sigma,
            symbols.beta,
            symbols.r,
            symbols.m,
            symbols.nu,
            symbols.a,
            symbols.eta,
            symbols.scale,
        )
    ),
)
POSITIVE_OF_PAIRS: tuple[Kind, ...] = tuple(kind for kind in POSITIVE if kind[0] in ("rational", "eps", "alpha", "t"))
UNIT_OF_PAIRS: tuple[Kind, ...] = tuple(
    (name, value, Fraction(3, 5)) if name == "alpha" else (name, value, number)
    for name, value, number in POSITIVE_OF_PAIRS
)


@dataclass(frozen=True)
class Row:
    """A law, or a pair of laws, with one parameter.

    Parameters
    ----------
    name : str
        How a fault names it.
    make : callable
        Takes the parameter; returns a mechanism, or a pair of laws.
    reference : callable
        Takes a Fraction; returns both reference laws, the neighbours of a mechanism at sensitivity 1, or a Pair.
    domain : tuple
        The kinds of parameter, each with the number that it is compared at: few numbers, so that references are shared.
    at_distance : callable, optional
        Of a mechanism: takes a Fraction and a distance, returns the neighbours at that distance.
    shuffled : callable, optional
        Of a randomized response: takes a Fraction, returns the probability of the truth.
    """

    name: str
    make: Callable[[Any], Any]
    reference: Callable[[Any], Any]
    domain: tuple[tuple[str, Any, Fraction], ...] = POSITIVE_OF_PAIRS
    at_distance: Callable[[Any, int], Any] | None = None
    shuffled: Callable[[Any], Any] | None = None

    @cache  # noqa: B019 - the rows are there as long as the process is
    def pair(self, number: Fraction) -> Pair:
        """Return the reference pair at a number, one for all questions, so that each is answered once."""
        found = self.reference(number)
        return found if isinstance(found, Pair) else Pair(lambda: self.reference(number))


def with_the_registry(rows: tuple[Row, ...], kinds: tuple[Kind, ...] = OF_THE_REGISTRY) -> tuple[Row, ...]:
    """Return rows that have one of the registry's own symbols each, another in each row, for one more parameter."""
    return tuple(replace(row, domain=(*row.domain, kinds[index % len(kinds)])) for index, row in enumerate(rows))


def truth(eps: Any) -> Any:
    """Return the probability with which randomized response tells the truth."""
    return 1 / (1 + mp.exp(-r.real(eps)))


def _noise(name: str, make: Callable[[Any], Any], law: Callable[[Any, Any], Any]) -> Row:
    def moved(x, distance):
        return law(0, x), law(distance, x)

    return Row(name, make, lambda x: moved(x, 1), POSITIVE, moved)


_MECHANISMS: tuple[Row, ...] = (
    _noise("Laplace", d.Laplace, r.laplace),
    _noise("Gaussian", d.Gaussian, r.gaussian),
    _noise("discrete Laplace", d.DiscreteLaplace, r.discrete_laplace),
    _noise("discrete Gaussian", d.DiscreteGaussian, r.discrete_gaussian),
    _noise(
        "asymmetric Laplace",
        lambda x: d.AsymmetricLaplace(x, HALF),
        lambda mu, x: r.asymmetric_laplace(mu, x, Fraction(1, 2)),
    ),
    _noise("truncated Laplace", lambda x: d.TruncatedLaplace(x, 3), lambda mu, x: r.truncated_laplace(mu, x, 3)),
    _noise("uniform", d.Uniform, r.uniform),
    _noise("logistic", d.Logistic, r.logistic),
    _noise("Gumbel", d.Gumbel, r.gumbel),
    _noise("Cauchy", d.Cauchy, r.cauchy),
    _noise("Student t", lambda x: d.StudentT(3, x), lambda mu, x: r.student(mu, 3, x)),
    _noise("exponential", d.Exponential, r.exponential),
    _noise("staircase", lambda x: d.Staircase(x, THIRD, 1), lambda mu, x: r.staircase(mu, x, Fraction(1, 3), 1)),
    _noise("K-norm on the line", lambda x: d.KNorm(1, x), lambda mu, x: r.laplace(mu, 1 / r.real(x))),
    _noise("Gaussian in the plane", lambda x: d.MultivariateGaussian((0, 0), ((x**2, 0), (0, x**2))), r.gaussian),
    # of the cross-polytope, at a vertex: no answer about all bodies may be below
    _noise("K-norm in the plane", lambda x: d.KNorm(2, x), lambda mu, x: r.laplace(mu, 1 / r.real(x))),
    Row(
        "randomized response",
        d.RandomizedResponse,
        lambda x: (r.randomized_response(x), r.randomized_response(x, 0)),
        shuffled=truth,
    ),
    Row(
        "erased response",
        lambda x: d.ErasedResponse(x, 2),
        lambda x: (r.erased_response(x, 2), r.erased_response(x, 2, 0)),
    ),
    Row("k-ary response", lambda x: d.KaryResponse(x, 5), lambda x: (r.kary_response(x, 5), r.kary_response(x, 5, 0))),
)


def _sampled(name: str, law: Callable[..., Any], reference: Callable[..., Any], moved: int = 1) -> Row:
    return Row(
        f"sampled {name}",
        lambda x: (d.Mixture(x, law(moved), law(0)), law(0)),
        lambda x: (r.mixture(x, reference(moved), reference(0)), reference(0)),
        UNIT_OF_PAIRS,
    )


def _both(first: Callable[[Any], Any], second: Callable[[Any], Any]) -> Callable[[Any], Pair]:
    return lambda x: product(Pair(lambda: first(x)), Pair(lambda: second(x)))


_PAIRS: tuple[Row, ...] = (
    Row(
        "Bernoulli",
        lambda x: (d.Bernoulli(x), d.Bernoulli(THIRD)),
        lambda x: (r.bernoulli(x), r.bernoulli(Fraction(1, 3))),
        UNIT_OF_PAIRS,
    ),
    Row(
        "softmax",
        lambda x: (d.Softmax(x, 0, 1), d.Softmax(1, x, 0)),
        lambda x: (r.softmax(x, 0, 1), r.softmax(1, x, 0)),
    ),
    Row(
        "finite",
        lambda x: (d.Finite(x, 1 - x, 0), d.Finite(THIRD, THIRD, THIRD)),
        lambda x: (r.finite(x, 1 - x, 0), r.finite(Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))),
        UNIT_OF_PAIRS,
    ),
    Row(
        "Laplace, two scales",
        lambda x: (d.Laplace(0, x), d.Laplace(1, 3)),
        lambda x: (r.laplace(0, x), r.laplace(1, 3)),
    ),
    Row(
        "Gaussian, two deviations",
        lambda x: (d.Gaussian(0, x), d.Gaussian(1, 3)),
        lambda x: (r.gaussian(0, x), r.gaussian(1, 3)),
    ),
    Row(
        "Gaussian vectors",
        lambda x: tuple(d.MultivariateGaussian((mu, 0), ((2 * x**2, x**2), (x**2, 2 * x**2))) for mu in (0, 1)),
        lambda x: (r.gaussian(0, x), r.gaussian(mp.sqrt(mp.mpf(2) / 3), x)),  # along the whitened difference
    ),
    Row(
        "two Gaussian laws beside each other",
        lambda x: tuple(d.ProductLaw(d.Gaussian(mu, x), d.Gaussian(2 * mu, x)) for mu in (0, 1)),
        lambda x: (r.gaussian(0, x), r.gaussian(mp.sqrt(5), x)),
    ),
    Row(
        "exponential, two scales",
        lambda x: (d.Exponential(x), d.Exponential(3)),
        lambda x: (r.exponential(0, x), r.exponential(0, 3)),
    ),
    Row("Cauchy, two scales", lambda x: (d.Cauchy(0, x), d.Cauchy(1, 3)), lambda x: (r.cauchy(0, x), r.cauchy(1, 3))),
    Row(
        "discrete Gaussian, two widths",
        lambda x: (d.DiscreteGaussian(0, x), d.DiscreteGaussian(1, 3)),
        lambda x: (r.discrete_gaussian(0, x), r.discrete_gaussian(1, 3)),
    ),
    Row("Gamma", lambda x: (d.Gamma(x, 2), d.Gamma(3, 1)), lambda x: (r.gamma(x, 2), r.gamma(3, 1))),
    Row("chi-squared", lambda x: (d.ChiSquared(x), d.ChiSquared(3)), lambda x: (r.chi_squared(x), r.chi_squared(3))),
    Row(
        "inverse Gaussian",
        lambda x: (d.InverseGaussian(1, x), d.InverseGaussian(2, 1)),
        lambda x: (r.inverse_gaussian(1, x), r.inverse_gaussian(2, 1)),
    ),
    Row("Weibull", lambda x: (d.Weibull(2, x), d.Weibull(2, 3)), lambda x: (r.weibull(2, x), r.weibull(2, 3))),
    Row("Rayleigh", lambda x: (d.Rayleigh(x), d.Rayleigh(3)), lambda x: (r.rayleigh(x), r.rayleigh(3))),
    Row("Beta", lambda x: (d.Beta(x, 2), d.Beta(3, HALF)), lambda x: (r.beta(x, 2), r.beta(3, Fraction(1, 2)))),
    Row("Pareto", lambda x: (d.Pareto(1, x), d.Pareto(1, 3)), lambda x: (r.pareto(1, x), r.pareto(1, 3))),
    Row(
        "log-normal",
        lambda x: (d.LogNormal(0, x), d.LogNormal(1, 3)),
        lambda x: (r.log_normal(0, x), r.log_normal(1, 3)),
    ),
    Row("Poisson", lambda x: (d.Poisson(x), d.Poisson(3)), lambda x: (r.poisson(x), r.poisson(3))),
    Row(
        "binomial",
        lambda x: (d.Binomial(4, x), d.Binomial(4, THIRD)),
        lambda x: (r.binomial(4, x), r.binomial(4, Fraction(1, 3))),
        UNIT_OF_PAIRS,
    ),
    Row(
        "geometric",
        lambda x: (d.Geometric(x), d.Geometric(THIRD)),
        lambda x: (r.geometric(x), r.geometric(Fraction(1, 3))),
        UNIT_OF_PAIRS,
    ),
    Row(
        "negative binomial",
        lambda x: (d.NegativeBinomial(HALF, x), d.NegativeBinomial(HALF, THIRD)),
        lambda x: (r.negative_binomial(Fraction(1, 2), x), r.negative_binomial(Fraction(1, 2), Fraction(1, 3))),
        UNIT_OF_PAIRS,
    ),
    Row("Skellam", lambda x: (d.Skellam(x, 1), d.Skellam(1, 3)), lambda x: (r.skellam(x, 1), r.skellam(1, 3))),
    _sampled("Laplace", lambda mu: d.Laplace(mu, 2), lambda mu: r.laplace(mu, 2)),
    _sampled("Gaussian", lambda mu: d.Gaussian(mu, 2), lambda mu: r.gaussian(mu, 2)),
    _sampled("logistic", lambda mu: d.Logistic(mu, 2), lambda mu: r.logistic(mu, 2)),
    _sampled("asymmetric Laplace", lambda mu: d.AsymmetricLaplace(mu, 2, 1), lambda mu: r.asymmetric_laplace(mu, 2, 1)),
    _sampled("uniform", lambda mu: d.Uniform(mu, 2), lambda mu: r.uniform(mu, 2)),
    _sampled("discrete Laplace", lambda mu: d.DiscreteLaplace(mu, 4), lambda mu: r.discrete_laplace(mu, 4)),
    _sampled("discrete Gaussian", lambda mu: d.DiscreteGaussian(mu, 2), lambda mu: r.discrete_gaussian(mu, 2)),
    _sampled("Poisson", lambda mu: d.Poisson(1 + mu), lambda mu: r.poisson(1 + mu)),
    _sampled("binomial", lambda mu: d.Binomial(4, Rational(1 + mu, 3)), lambda mu: r.binomial(4, Fraction(1 + mu, 3))),
    _sampled("staircase", lambda mu: d.Staircase(mu, 1, THIRD, 1), lambda mu: r.staircase(mu, 1, Fraction(1, 3), 1)),
    _sampled("k-ary response", lambda v: d.KaryResponse(1, 5, v), lambda v: r.kary_response(1, 5, v)),
    Row(
        "two k-ary responses",
        lambda x: (d.ProductLaw(*[d.KaryResponse(x, 4)] * 2), d.ProductLaw(*[d.KaryResponse(x, 4, 0)] * 2)),
        _both(*[lambda x: (r.kary_response(x, 4), r.kary_response(x, 4, 0))] * 2),
    ),
    Row(
        "response beside discrete Laplace",
        lambda x: tuple(d.ProductLaw(d.RandomizedResponse(x, 1 - v), d.DiscreteLaplace(v, 1)) for v in (0, 1)),
        _both(
            lambda x: (r.randomized_response(x), r.randomized_response(x, 0)),
            lambda x: (r.discrete_laplace(0, 1), r.discrete_laplace(1, 1)),
        ),
    ),
)


MECHANISMS = with_the_registry(_MECHANISMS)
PAIRS = with_the_registry(_PAIRS, OF_THE_REGISTRY[2:])  # a count may be no probability

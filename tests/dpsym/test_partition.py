"""Families by their log-partition function: what is known of them otherwise, and what their densities give."""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from sympy import Integer, Lambda, Rational, Symbol, Tuple, exp, expand_log, log, loggamma, oo, simplify, symbols

from dpsym import (
    KL,
    Beta,
    Binomial,
    Dirichlet,
    ExponentialFamily,
    Gamma,
    InverseGamma,
    InverseWishart,
    LogarithmicSeries,
    Multinomial,
    NegativeBinomial,
    NegativeMultinomial,
    NormalInverseGamma,
    Poisson,
    Renyi,
    SquaredHellinger,
    VonMisesFisher,
    Wishart,
)
from dpsym.errors import ParameterError
from dpsym.symbols import alpha

k1, k2, r1, r2, m1, m2 = symbols("k1 k2 r1 r2 m1 m2", positive=True)
shape, rate = Symbol("x", positive=True), Symbol("y", positive=True)
GAMMA = Lambda((shape, rate), loggamma(shape) - shape * log(rate)), Lambda((shape, rate), Tuple(shape, rate))


def value(head):
    return float(head.doit().evalf())


def test_a_family_that_is_handed_in_has_the_divergences_of_its_laws():
    theta = Symbol("theta")
    poisson = Lambda(theta, exp(theta))
    one, other = ExponentialFamily(poisson, [log(m1)]), ExponentialFamily(poisson, [log(m2)])
    assert simplify(KL(one, other).doit() - KL(Poisson(m1), Poisson(m2)).doit()) == 0
    assert simplify(KL(one, other).doit() - KL(Poisson(m2), Poisson(m1)).doit()) != 0
    for order in (Rational(1, 2), Integer(3)):
        numbers = {m1: Rational(3, 2), m2: Rational(5, 4)}
        ours, known = (Renyi(order, *pair).subs(numbers) for pair in ((one, other), (Poisson(m1), Poisson(m2))))
        assert value(ours) == pytest.approx(value(known), rel=1e-12)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("ours", "known"),
    [
        ((Dirichlet(2, 3), Dirichlet(3, Rational(5, 2))), (Beta(2, 3), Beta(3, Rational(5, 2)))),
        ((InverseGamma(2, 3), InverseGamma(3, 4)), (Gamma(2, 3), Gamma(3, 4))),
        ((Wishart(3, [[2]]), Wishart(4, [[1]])), (Gamma(Rational(3, 2), Rational(1, 4)), Gamma(2, Rational(1, 2)))),
        (tuple(ExponentialFamily(GAMMA[0], place, GAMMA[1]) for place in ((2, 3), (3, 4))), (Gamma(2, 3), Gamma(3, 4))),
    ],
)
def test_cases_agree_with_laws_on_the_line(ours, known):
    heads = (
        KL,
        SquaredHellinger,
        *(lambda *laws, order=order: Renyi(order, *laws) for order in (Rational(1, 3), Rational(5, 4))),
    )
    for head in heads:
        assert value(head(*ours)) == pytest.approx(value(head(*known)), rel=1e-12)
        assert value(head(*ours)) != pytest.approx(value(head(*known[::-1])), rel=1e-3) or head is SquaredHellinger


def test_the_divergence_of_dirichlet_laws_is_the_mean_of_their_loss():
    shapes = (2.0, 3.0, 1.5), (1.5, 2.5, 2.0)
    first, second = map(stats.dirichlet, shapes)
    drawn = first.rvs(40_000, random_state=np.random.default_rng(4)).T
    losses = first.logpdf(drawn) - second.logpdf(drawn)
    exact = [Dirichlet(*map(Rational, law)) for law in shapes]
    deviation = losses.std() / math.sqrt(losses.size)
    assert abs(value(KL(*exact)) - losses.mean()) < 6 * deviation
    assert abs(value(KL(exact[0], Dirichlet(1, 2, 2))) - losses.mean()) > 6 * deviation
    affinity = np.exp(-losses / 2)
    known = math.exp(-value(Renyi(Rational(1, 2), *exact)) / 2)
    assert abs(known - affinity.mean()) < 6 * affinity.std() / math.sqrt(losses.size)


def test_the_divergence_of_inverse_gamma_laws_is_that_of_their_densities():
    first, second = stats.invgamma(2, scale=3), stats.invgamma(3, scale=2)
    loss, _ = quad(lambda x: first.pdf(x) * (first.logpdf(x) - second.logpdf(x)), 1e-4, np.inf, limit=400)
    assert value(KL(InverseGamma(2, 3), InverseGamma(3, 2))) == pytest.approx(loss, rel=1e-6)


@pytest.mark.slow
def test_the_divergence_of_wishart_laws_is_the_mean_of_their_loss():
    scales = ([[2.0, 0.5], [0.5, 1.0]], [[1.0, 0.0], [0.0, 1.5]])
    first, second = stats.wishart(4, scales[0]), stats.wishart(5, scales[1])
    drawn = np.moveaxis(first.rvs(5_000, random_state=np.random.default_rng(4)), 0, -1)
    losses = first.logpdf(drawn) - second.logpdf(drawn)
    exact = [
        Wishart(n, [[Rational(each) for each in row] for row in scale]) for n, scale in zip((4, 5), scales, strict=True)
    ]
    deviation = losses.std() / math.sqrt(losses.size)
    assert abs(value(KL(*exact)) - losses.mean()) < 6 * deviation
    assert abs(value(KL(exact[0], Wishart(5, exact[0].args[1]))) - losses.mean()) > 6 * deviation
    # a moment of the ratio that is bounded: that of order 1/2
    affinity = np.exp(-losses / 2)
    known = math.exp(-value(Renyi(Rational(1, 2), *exact)) / 2)
    assert abs(known - affinity.mean()) < 6 * affinity.std() / math.sqrt(losses.size)


def test_where_natural_parameters_leave_their_space_the_divergence_is_infinite():
    assert Renyi(2, Dirichlet(1, 1), Dirichlet(3, 1)).doit() is oo
    found = Renyi(alpha, Dirichlet(1, 2), Dirichlet(2, 1)).derive()
    assert [condition.subs(alpha, 2) for condition in found.conditions] == [False]
    assert [condition.subs(alpha, Rational(3, 2)) for condition in found.conditions] == [True]
    assert Renyi(3, Wishart(3, [[3]]), Wishart(3, [[1]])).doit() is oo


def test_one_draw_from_the_posterior_costs_what_the_families_say():
    # a record changes one count: the closed form is a quotient of Gamma functions
    found = Renyi(2, Dirichlet(k1 + 1, k2), Dirichlet(k1, k2 + 1)).derive().expression
    by_hand = log((k2 + 1 - 1) / k1) + log((k1 + 1) / (k2 - 1))
    numbers = {k1: Integer(3), k2: Integer(5)}
    assert float(expand_log(found.subs(numbers)).evalf()) == pytest.approx(float(by_hand.subs(numbers)), rel=1e-12)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Dirichlet(1), "two at least"),
        (lambda: Dirichlet(1, 0), "positive"),
        (lambda: InverseGamma(1, -1), "positive"),
        (lambda: Wishart(1, [[1, 0], [0, 1]]), "above 1"),
        (lambda: Wishart(3, [[1, 2], [2, 1]]), "positive definite"),
        (lambda: Wishart(3, [[1, 1], [0, 1]]), "a symmetric matrix"),
        (lambda: ExponentialFamily(*GAMMA[:1], [1]), "a Lambda of 1 parameters"),
        (lambda: ExponentialFamily(GAMMA[0], [-1, 2], GAMMA[1]), "is finite"),
        (lambda: ExponentialFamily(Lambda(k1, -log(-k1)), [1]), "is finite"),
        (lambda: ExponentialFamily(Lambda(k1, -log(-k1)), [-1], Lambda(k1, k1 < 0)), "not of relations"),
        (lambda: ExponentialFamily(Lambda(k1, -log(-k1)), 1), "a sequence of reals, got 1"),
        (lambda: Wishart(3, []), "a symmetric matrix of reals"),
        (lambda: Wishart(3, None), "a symmetric matrix of reals"),
        (lambda: KL(Dirichlet(1, 1), Dirichlet(1, 1, 1)), "on the same space"),
    ],
)
def test_what_breaks_a_rule_is_refused(make, says):
    with pytest.raises(ParameterError, match=says):
        make()


def sphere(theta, points=400):
    """Return the mean of e^(theta x) over the circle, or the sphere in space, by sums over angles and heights."""
    angles = 2 * np.pi * np.arange(points) / points
    if len(theta) == 2:
        return np.exp(theta[0] * np.cos(angles) + theta[1] * np.sin(angles)).mean()
    heights, weights = np.polynomial.legendre.leggauss(60)
    flat = np.sqrt(1 - heights**2)[:, None]
    values = np.exp(theta[0] * flat * np.cos(angles) + theta[1] * flat * np.sin(angles) + theta[2] * heights[:, None])
    return float(weights @ values.mean(axis=1)) / 2


@pytest.mark.parametrize(("one", "other"), [((1, 2), (-1, Rational(1, 2))), ((1, 0, 2), (0, Rational(3, 2), -1))])
def test_directions_have_the_divergence_that_sums_over_the_sphere_give(one, other):
    order = Rational(5, 2)
    mixed = [float(order * first + (1 - order) * second) for first, second in zip(one, other, strict=True)]
    ends = [math.log(sphere([float(each) for each in law])) for law in (one, other)]
    summed = (math.log(sphere(mixed)) - float(order) * ends[0] - float(1 - order) * ends[1]) / float(order - 1)
    found = value(Renyi(order, VonMisesFisher(*one), VonMisesFisher(*other)))
    assert found == pytest.approx(summed, rel=1e-12)
    assert found != pytest.approx(value(Renyi(order, VonMisesFisher(*other), VonMisesFisher(*one))), rel=1e-3)


def test_opposite_directions_that_cancel_have_a_divergence():
    assert value(Renyi(2, VonMisesFisher(1, 0, 0), VonMisesFisher(2, 0, 0))) == pytest.approx(-math.log(math.tanh(1)))
    assert value(Renyi(2, VonMisesFisher(1, 0), VonMisesFisher(2, 0))) == pytest.approx(0.352164824469)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("ours", "known"),
    [
        ((Multinomial(5, 1, 3), Multinomial(5, 2, 1)), (Binomial(5, Rational(1, 4)), Binomial(5, Rational(2, 3)))),
        (
            (NegativeMultinomial(3, Rational(1, 4)), NegativeMultinomial(3, Rational(1, 3))),
            (NegativeBinomial(3, Rational(3, 4)), NegativeBinomial(3, Rational(2, 3))),
        ),
        ((InverseWishart(3, [[2]]), InverseWishart(4, [[1]])), (InverseGamma(1.5, 1), InverseGamma(2, 0.5))),
    ],
)
def test_new_families_agree_with_laws_that_are_known(ours, known):
    for head in (KL, lambda *laws: Renyi(Rational(5, 4), *laws), lambda *laws: Renyi(Rational(1, 3), *laws)):
        assert value(head(*ours)) == pytest.approx(value(head(*known)), rel=1e-12)
        assert value(head(*ours)) != pytest.approx(value(head(*known[::-1])), rel=1e-3)


def test_the_posterior_of_a_mean_and_its_variance_has_the_mean_of_its_loss():
    laws = (0.0, 2.0, 3.0, 2.0), (0.5, 1.0, 2.0, 1.5)
    source = np.random.default_rng(7)
    location, count, shape, scale = laws[0]
    variance = stats.invgamma(shape, scale=scale).rvs(60_000, random_state=source)
    mean = source.normal(location, np.sqrt(variance / count))

    def log_density(location, count, shape, scale):
        return stats.invgamma(shape, scale=scale).logpdf(variance) + stats.norm(
            location, np.sqrt(variance / count)
        ).logpdf(mean)

    losses = log_density(*laws[0]) - log_density(*laws[1])
    first, second = (NormalInverseGamma(*law) for law in laws)
    deviation = losses.std() / math.sqrt(losses.size)  # six of them: one false alarm in 5e8
    assert abs(value(KL(first, second)) - losses.mean()) < 6 * deviation
    assert abs(value(KL(second, first)) - losses.mean()) > 6 * deviation


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: VonMisesFisher(1), "two numbers at least"),
        (lambda: Multinomial(5, 1), "two at least"),
        (lambda: Multinomial(0, 1, 1), "positive integer"),
        (lambda: Multinomial(3, 1, -1), "positive"),
        (lambda: NegativeMultinomial(2, 0.5, 0.5), "sum below 1"),
        (lambda: LogarithmicSeries(1), r"in \(0, 1\)"),
        (lambda: NormalInverseGamma(0, 1, 1, 0), "positive"),
    ],
)
def test_parameters_of_new_families_have_rules(make, rule):
    with pytest.raises(ParameterError, match=rule):
        make()

"""Families on the line against the definitions: the truth lies within the stated error, and the error is small."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from reference import families as references

from mechanisms.errors import ParameterError
from mechanisms.families.bounded import beta_pair, truncated_laplace_pair, uniform_pair
from mechanisms.families.half_line import (
    chi_squared_pair,
    exponential_pair,
    gamma_pair,
    inverse_gaussian_pair,
    log_normal_pair,
    pareto_pair,
    rayleigh_pair,
    weibull_pair,
)
from mechanisms.families.locations import asymmetric_laplace_pair, cauchy_pair, gumbel_pair, logistic_pair, student_pair

INF = math.inf
HALF_LINE = (0, 0.25, 1, 3, 10, mp.inf)


LINE = (-mp.inf, -6, 0, 1, 7, mp.inf)
# each family once: the pair, the law with the parameters of both, and where to cut the line
CASES = {
    "exponential": (exponential_pair(1.0, 1.5), "exponential", (0, 1), (0, Fraction(2, 3)), HALF_LINE),
    "exponential, shifted": (
        exponential_pair(1.0, 1.0, 0.5, 0.0),
        "exponential",
        (0.5, 1),
        (0, 1),
        (0.5, 1, 3, 10, mp.inf),
    ),
    "gamma": (gamma_pair(1.5, 2.0, 0.75, 1.25), "gamma", (1.5, 2), (0.75, 1.25), HALF_LINE),
    "chi-squared": (chi_squared_pair(3, 4), "chi_squared", (3,), (4,), HALF_LINE),
    "weibull": (weibull_pair(2.0, 1.0, 1.5, 1.25), "weibull", (2, 1), (1.5, 1.25), HALF_LINE),
    "rayleigh": (rayleigh_pair(1.0, 1.5), "rayleigh", (1,), (1.5,), HALF_LINE),
    "inverse gaussian": (inverse_gaussian_pair(1.0, 2.0, 1.5, 1.0), "inverse_gaussian", (1, 2), (1.5, 1), HALF_LINE),
    "log-normal": (log_normal_pair(0, 1, 0.5, 1.25), "log_normal", (0, 1), (0.5, 1.25), HALF_LINE),
    "pareto": (pareto_pair(1, 2, 1, 1.5), "pareto", (1, 2), (1, 1.5), (1, 2, 8, mp.inf)),
    "cauchy": (cauchy_pair(0, 1, 1, 2), "cauchy", (0, 1), (1, 2), LINE),
    "student": (student_pair(3, 0, 1, 1, 1.5), "student", (0, 3, 1), (1, 3, 1.5), LINE),
    "logistic": (logistic_pair(0, 1, 1, 1.5), "logistic", (0, 1), (1, 1.5), LINE),
    "gumbel": (gumbel_pair(0, 1, 1, 1), "gumbel", (0, 1), (1, 1), (-6, -3, 0, 1, 7, mp.inf)),
    "asymmetric": (asymmetric_laplace_pair(0, 1, 2, 1, 1.5, 2.5), "asymmetric_laplace", (0, 1, 2), (1, 1.5, 2.5), LINE),
    "truncated": (
        truncated_laplace_pair(0, 1, 3, 0.25, 1.5, 4),
        "truncated_laplace",
        (0, 1, 3),
        (0.25, 1.5, 4),
        (-3, 0, 0.25, 3),
    ),
    "uniform": (uniform_pair(0, 1, -1, 2), "uniform", (0.5, 0.5), (0.5, 1.5), (0, 1)),
    "beta": (beta_pair(2, 3, 1.5, 2.5), "beta", (2, 3), (1.5, 2.5), (0, 0.25, 0.75, 1)),
}


@pytest.mark.cases(1 / 17)
@pytest.mark.parametrize("name", CASES)
def test_every_family_agrees_with_its_definition(holds, name):
    pair, *laws, points = CASES[name]
    log_p, log_q = references.both(*laws)
    for order in (0.5, 1.5):
        truth = references.by_quadrature("renyi", log_p, log_q, points, order)
        holds(pair.renyi(order), truth, 1e-10, (name, order))
    holds(pair.kl(), references.by_quadrature("kl", log_p, log_q, points), 1e-10, name)


@pytest.mark.cases(1 / 7)
@pytest.mark.parametrize("name", ["gamma", "weibull", "cauchy", "logistic", "asymmetric", "truncated", "beta"])
def test_chi_squared_and_hellinger_agree_with_their_definitions(holds, name):
    pair, *laws, points = CASES[name]
    log_p, log_q = references.both(*laws)
    if name == "truncated":  # the laws have different supports, of which the definitions need the union
        points = (-3.75, -3, 0, 0.25, 3, 4.25)
    holds(pair.squared_hellinger(), references.by_quadrature("hellinger", log_p, log_q, points), 1e-10, name)
    holds(pair.chi_squared(), references.by_quadrature("chi squared", log_p, log_q, points), 1e-10, name)


ORDERS = (0.1, 0.5, 0.9, 1.01, 1.5, 2.0, 10.0, 64.0, 1e3, 1e6)


def random_orders(rng, count):
    return [float(x) for x in rng.choice(ORDERS, count, replace=False)]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_many_random_pairs_of_known_divergence(holds, part):
    """700 values of seven families, from scales of 1e-6 to 1e6 and from nearly equal to nearly singular laws."""
    rng = np.random.default_rng([31, part])

    def scales(spread):
        base, ratio = np.exp(rng.uniform(-13, 13)), np.exp(rng.normal() * spread)
        return float(base), float(base * ratio)

    for _ in range(5):
        spread = float(rng.choice([1e-3, 0.1, 1.0, 5.0]))
        first, second = scales(spread)
        shapes = [float(x) for x in np.exp(rng.uniform(-1.5, 5, size=2))]
        gap = float(np.exp(rng.uniform(-4, 4))) * first
        shape = float(rng.choice([0.5, 1.0, 2.0, 3.0]))
        cases = (
            (exponential_pair(first, second), references.exponential_renyi, (first, second)),
            (
                gamma_pair(shapes[0], first, shapes[1], second),
                references.gamma_renyi,
                (shapes[0], first, shapes[1], second),
            ),
            (gumbel_pair(0, first, gap, first), references.gumbel_renyi, (0.0, gap, first)),
            (logistic_pair(0, first, gap, first), references.logistic_renyi, (0.0, gap, first)),
            (weibull_pair(shape, first, shape, second), references.weibull_renyi, (first, second, shape)),
            (
                inverse_gaussian_pair(first, shapes[0] * first, second, shapes[1] * first),
                references.inverse_gaussian_renyi,
                (first, shapes[0] * first, second, shapes[1] * first),
            ),
            (pareto_pair(first, shapes[0], first, shapes[1]), references.pareto_renyi, (shapes[0], shapes[1])),
        )
        for pair, truth, parameters in cases:
            for order in random_orders(rng, 4):
                check(holds, pair, order, truth(order, *parameters), (truth.__name__, parameters, order))


def check(holds, pair, order, truth, case):
    """Compare unless floats give out by saying so: beyond the largest float, or at a pole too strong for them."""
    try:
        estimate = pair.renyi(order)
    except ArithmeticError:
        assert order > 1 or truth > 1e3, case
        return
    holds(estimate, truth, None, case)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_heavy_tails(holds, part):
    """Hockey-stick divergences and trade-off values of 30 pairs of Cauchy laws, nearly singular ones among them."""
    rng = np.random.default_rng([32, part])
    for _ in range(6):
        law = (
            0.0,
            float(np.exp(rng.uniform(-7, 7))),
            float(rng.normal() * np.exp(rng.uniform(-7, 7))),
            float(np.exp(rng.uniform(-7, 7))),
        )
        pair = cauchy_pair(*law)
        eps = float(rng.normal() * 3)
        holds(pair.hockey_stick(eps), references.cauchy_hockey_stick(eps, *law), None, (law, eps))
        p, q = references.cauchy_level_set(eps, *law)
        holds(pair.loss_tail(eps), p, None, (law, eps))
        if 0 < p < 1:
            # The test at this level set is the best at its level: the curve passes through (1 - p, q).
            level = float(1 - p)
            slack = mp.exp(-mp.mpf(eps)) * abs(mp.mpf(level) - (1 - p)) + mp.mpf(10) ** -300
            estimate = pair.tradeoff(level)
            assert estimate.lower - slack <= q <= estimate.upper + slack, (law, eps, estimate, mp.nstr(q, 20))


@pytest.mark.slow
def test_cauchy_quadrature_agrees_with_the_level_sets():
    for eps in (-1.0, 0.0, 0.5):
        law = (0.0, 1.0, 1.0, 2.0)
        assert mp.almosteq(
            references.cauchy_hockey_stick(eps, *law),
            mp.quad(
                references.integrand("hockey stick", *references.both("cauchy", (0, 1), (1, 2)), eps),
                [-mp.inf, *np.linspace(-6, 6, 121).tolist(), mp.inf],
            ),
            1e-6,
        )


def test_the_limit_at_order_one(holds):
    cases = (
        (gamma_pair(1.5, 2, 3, 1), references.gamma_renyi, (1.5, 2.0, 3.0, 1.0)),
        (logistic_pair(0, 1, 3, 1), references.logistic_renyi, (0.0, 3.0, 1.0)),
        (inverse_gaussian_pair(1, 2, 3, 1), references.inverse_gaussian_renyi, (1.0, 2.0, 3.0, 1.0)),
    )
    for pair, renyi, parameters in cases:
        holds(pair.kl(), references.kl_of(renyi, *parameters), 1e-11, renyi.__name__)


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("dof", [0.3, 1.0, 2.5, 30.0, 1e4, 1e8])
def test_student_laws_keep_their_digits_for_many_degrees_of_freedom(holds, dof):
    points = [-mp.inf, -40, -6, -2, 0, 1, 3, 7, 41, mp.inf]
    log_p, log_q = references.both("student", (0, dof, 1), (1, dof, 1))
    truth = references.by_quadrature("kl", log_p, log_q, points)
    holds(student_pair(dof, 0, 1, 1, 1).kl(), truth, 1e-12, dof)


def test_gamma_laws_of_large_shape_keep_their_digits(holds):
    for shape in (1e3, 1e6, 1e10):
        for order in (0.5, 1.5, 2.0):
            law = (shape, 1.0, shape + math.sqrt(shape), 1.0)
            holds(gamma_pair(*law).renyi(order), references.gamma_renyi(order, *law), 1e-5, (shape, order))


def test_supports(holds):
    wide, narrow = uniform_pair(0, 2, 0, 1), uniform_pair(0, 1, 0, 2)
    with mp.workdps(40):
        holds(narrow.kl(), mp.log(2), 1e-13)
        holds(narrow.chi_squared(), mp.mpf(1), 1e-13)
        holds(narrow.squared_hellinger(), 1 - 1 / mp.sqrt(2), 1e-13)
        # Where Q has no mass P is told for sure: half of the type I error buys all of the type II error.
        holds(wide.tradeoff(0.25), mp.mpf(1) / 2, 1e-13)
        holds(wide.tradeoff(0.75), mp.mpf(0))
        holds(narrow.tradeoff(0.0), mp.mpf(1) / 2, 1e-13)
        holds(narrow.tradeoff(0.5), mp.mpf(1) / 4, 1e-13)
    for value in (wide.kl(), wide.chi_squared(), wide.max_divergence(), *wide.loss_cumulants(4)):
        assert value.value == INF
    early = exponential_pair(1, 1, 0, 0.5)
    assert early.kl().value == early.renyi(3).value == INF
    assert early.renyi(0.5).value < INF


@pytest.mark.parametrize(
    ("make", "good"),
    [
        (exponential_pair, (1, 1, 0, 0)),
        (gamma_pair, (1, 1, 1, 1)),
        (chi_squared_pair, (1, 1)),
        (weibull_pair, (1, 1, 1, 1)),
        (rayleigh_pair, (1, 1)),
        (inverse_gaussian_pair, (1, 1, 1, 1)),
        (log_normal_pair, (0, 1, 0, 1)),
        (pareto_pair, (1, 1, 1, 1)),
        (cauchy_pair, (0, 1, 0, 1)),
        (student_pair, (1, 0, 1, 0, 1)),
        (logistic_pair, (0, 1, 0, 1)),
        (gumbel_pair, (0, 1, 0, 1)),
        (asymmetric_laplace_pair, (0, 1, 1, 0, 1, 1)),
        (truncated_laplace_pair, (0, 1, 1, 0, 1, 1)),
        (uniform_pair, (0, 1, 0, 1)),
        (beta_pair, (1, 1, 1, 1)),
    ],
)
def test_bad_parameters_are_refused(make, good):
    make(*good)
    for place, value in enumerate(good):
        for wrong in (math.nan, INF, 1j, True, "1", None, np.ones(1), *((0, -1) if value == 1 else ())):
            if make is uniform_pair and wrong in (-1, 0):
                continue
            with pytest.raises(ParameterError, match=" must be "):
                make(*good[:place], wrong, *good[place + 1 :])


def test_empty_intervals_are_refused():
    with pytest.raises(ParameterError, match=r"^high_q must be greater than the lower end 1.0, got 1.0"):
        uniform_pair(0, 1, 1, 1)

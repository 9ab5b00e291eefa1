"""Sampled noise at a symbolic integer order: the binomial sum that papers print, against sums worked out here."""

from math import comb, exp, log

import pytest
import sympy
from sympy import N, Piecewise, Rational, Sum, symbols

from dpsym import Gaussian, Laplace, RandomizedResponse
from dpsym.symbols import b, q, sigma

order = symbols("n", integer=True, positive=True)
runs = symbols("k", integer=True, positive=True)


def _sum(moment, whole: int, rate: float) -> float:
    """Return the Rényi divergence whose moments of order j are given, on a Poisson sample, by the binomial expansion."""
    total = sum(comb(whole, j) * rate**j * (1 - rate) ** (whole - j) * moment(j) for j in range(whole + 1))
    return log(total) / (whole - 1)


def _gaussian(j: int) -> float:
    return exp(j * (j - 1) / 8)  # of deviation 2


def _laplace(j: int) -> float:
    return (j * exp((j - 1) / 2) + (j - 1) * exp(-j / 2)) / (2 * j - 1)  # of scale 2


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("noise", "moment"), [(Gaussian(sigma), _gaussian), (Laplace(scale=b), _laplace)], ids=["Gaussian", "Laplace"]
)
@pytest.mark.parametrize("whole", [2, 5])
def test_the_answer_at_an_integer_order_is_the_binomial_sum(noise, moment, whole):
    found = noise.guarantee().subsample(q).renyi(order + 1)
    assert found.has(Sum)
    value = found.subs({order: whole - 1, sigma: 2, b: 2, q: Rational(1, 10)}).doit()
    assert float(N(value, 15)) == pytest.approx(_sum(moment, whole, 0.1), rel=1e-12)


def test_runs_add_up():
    one, many = (Gaussian(sigma).guarantee().subsample(q).compose(count).renyi(order + 1) for count in (1, runs))
    assert (many - runs * one).subs({order: 2, sigma: 1, q: Rational(1, 5), runs: 7}).doit().equals(0)


def test_an_order_that_may_be_one_is_a_case_of_its_own():
    found = Gaussian(sigma).guarantee().subsample(q).renyi(order)
    assert isinstance(found, Piecewise)
    assert found.args[0][1] == (order > 1)


def test_without_a_sample_nothing_changes():
    assert Gaussian(sigma).guarantee().renyi(order + 1) == (order + 1) / (2 * sigma**2)


def test_at_an_order_that_is_a_number_the_budget_is_the_binomial_sum_and_short_ones_are_written_out():
    sampled = Gaussian(sigma).subsample(q)
    assert sympy.simplify(sampled.renyi(2) - sympy.log(1 + q**2 * (sympy.exp(1 / sigma**2) - 1))) == 0
    for order in (2, 3, 7):
        value = sampled.renyi(order).subs({sigma: 2, q: Rational(1, 100)}).doit()
        exact = Gaussian(2).subsample(Rational(1, 100)).renyi(order)
        assert 0 <= exact - N(value, 30) < exact / 10**10
        assert (order - 1) * float(value) < log(
            0.99 + exp(order * (order - 1) / 8) / 100
        )  # what joint convexity alone gives


def test_a_shuffled_law_is_about_a_record_that_is_replaced():
    assert (
        RandomizedResponse(1).shuffle(10**4).adjacency == RandomizedResponse(1).guarantee(adjacency="replace").adjacency
    )

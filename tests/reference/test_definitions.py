"""The references against special values that textbooks print."""

from fractions import Fraction

import mpmath as mp
import pytest
from reference import definitions as d

ORDERS = (Fraction(1, 2), Fraction(3, 4), Fraction(3, 2), Fraction(2), Fraction(17, 3))


@pytest.fixture(autouse=True)
def _fifty_digits():
    with mp.workdps(d.DIGITS + 10):
        yield


@pytest.mark.parametrize("order", ORDERS)
def test_gaussian_shift_has_renyi_divergence_order_times_half_the_squared_distance(order):
    value = d.renyi(d.gaussian(0, Fraction(3, 2)), d.gaussian(2, Fraction(3, 2)), order)
    assert d.agree(value, mp.mpf(order.numerator) / order.denominator * 4 / (2 * mp.mpf(9) / 4))


def test_kl_of_two_gaussians_is_the_textbook_value():
    expected = mp.log(mp.mpf(2) / 3) + (9 + 1) / mp.mpf(8) - mp.mpf(1) / 2
    assert d.agree(d.kl(d.gaussian(0, 3), d.gaussian(1, 2)), expected)


def test_gaussian_total_variation_is_the_error_function():
    assert d.agree(d.hockey_stick(d.gaussian(0, 1), d.gaussian(1, 1), 0), mp.erf(1 / mp.sqrt(8)))


def test_gaussian_hockey_stick_is_a_difference_of_two_normal_tails():
    expected = mp.ncdf(mp.mpf(1) / 2 - 1) - mp.e * mp.ncdf(-mp.mpf(1) / 2 - 1)
    assert d.agree(d.hockey_stick(d.gaussian(0, 1), d.gaussian(1, 1), 1), expected)


def test_laplace_kl_is_distance_less_one_plus_its_exponential():
    assert d.agree(d.kl(d.laplace(0, 2), d.laplace(1, 2)), mp.exp(-mp.mpf(1) / 2) - mp.mpf(1) / 2)


@pytest.mark.parametrize("order", [Fraction(3, 2), Fraction(2), Fraction(9)])
def test_laplace_renyi_is_the_published_closed_form(order):
    a, b = mp.mpf(order.numerator) / order.denominator, mp.mpf(2)
    moment = a / (2 * a - 1) * mp.exp((a - 1) / b) + (a - 1) / (2 * a - 1) * mp.exp(-a / b)
    assert d.agree(d.renyi(d.laplace(0, 2), d.laplace(1, 2), order), mp.log(moment) / (a - 1))


def test_laplace_total_variation_is_one_less_the_half_exponential():
    assert d.agree(d.hockey_stick(d.laplace(0, 2), d.laplace(1, 2), 0), 1 - mp.exp(-mp.mpf(1) / 4))


def test_max_divergence_of_a_laplace_shift_is_the_distance_over_the_scale():
    assert d.agree(d.max_divergence(d.laplace(0, 2), d.laplace(1, 2)), mp.mpf(1) / 2)


def test_max_divergence_of_a_narrow_gaussian_is_at_the_vertex_of_a_parabola():
    assert d.agree(d.max_divergence(d.gaussian(0, 1), d.gaussian(1, 2)), mp.log(2) + mp.mpf(1) / 6)


@pytest.mark.parametrize(
    ("first", "second"), [(d.gaussian(0, 1), d.gaussian(1, 1)), (d.laplace(0, 2), d.laplace(0, 1))]
)
def test_max_divergence_is_infinite_where_the_loss_grows(first, second):
    assert d.max_divergence(first, second) == mp.inf


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        (d.gaussian(0, 2), d.gaussian(0, 1), Fraction(4, 3)),
        (d.gaussian(0, 2), d.gaussian(0, 1), Fraction(2)),
        (d.laplace(0, 2), d.laplace(1, 1), Fraction(2)),
        (d.laplace(0, 2), d.laplace(1, 1), Fraction(3)),
    ],
)
def test_renyi_is_infinite_from_the_boundary_of_convergence_on(first, second, order):
    assert d.renyi(first, second, order) == mp.inf


def test_order_two_of_two_bernoulli_laws_is_the_logarithm_of_one_plus_chi_squared():
    chi_squared = (mp.mpf(1) / 3 - mp.mpf(1) / 4) ** 2 / (mp.mpf(3) / 16)
    value = d.finite_renyi([Fraction(2, 3), Fraction(1, 3)], [Fraction(3, 4), Fraction(1, 4)], Fraction(2))
    assert d.agree(value, mp.log(1 + chi_squared))


def test_order_one_half_is_symmetric():
    p, q = [Fraction(2, 3), Fraction(1, 3)], [Fraction(3, 4), Fraction(1, 4)]
    assert d.agree(d.finite_renyi(p, q, Fraction(1, 2)), d.finite_renyi(q, p, Fraction(1, 2)))


def test_randomized_response_has_the_textbook_kl_max_divergence_and_total_variation():
    pair = d.randomized_response(Fraction(3, 2))
    assert d.agree(d.finite_kl(*pair), mp.mpf(3) / 2 * mp.tanh(mp.mpf(3) / 4))
    assert d.agree(d.finite_max_divergence(*pair), mp.mpf(3) / 2)
    assert d.agree(d.finite_hockey_stick(*pair, 0), mp.tanh(mp.mpf(3) / 4))


def test_a_zero_of_the_second_law_makes_orders_from_one_infinite_and_lower_ones_finite():
    p, q = [Fraction(1, 2), Fraction(1, 2)], [Fraction(1), Fraction(0)]
    assert d.finite_kl(p, q) == d.finite_renyi(p, q, Fraction(2)) == d.finite_max_divergence(p, q) == mp.inf
    assert d.agree(d.finite_renyi(p, q, Fraction(1, 2)), mp.log(2))


def test_disjoint_supports_are_infinite_at_every_order():
    assert d.finite_renyi([Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)], Fraction(1, 2)) == mp.inf

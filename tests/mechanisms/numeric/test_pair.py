"""Divergences of Laplace and Gaussian laws: the truth lies within the stated error, and the error is small."""

import math
from itertools import product

import mpmath as mp
import numpy as np
import pytest
from reference import known as definitions

from mechanisms import gaussian_pair, laplace_pair
from mechanisms.errors import ConvergenceError, ParameterError

SCALES = (1e-3, 1e-2, 0.1, 0.5, 1.0, 3.0, 10.0, 100.0, 1e3)
ORDERS = (1e-3, 0.5, 0.9, 1 - 1e-9, 1.0, 1 + 1e-9, 1 + 2.0**-52, 1.5, 2.0, 10.0, 64.0, 1000.0)
LEVELS = (-1.0, -0.1, 0.0, 1e-9, 0.1, 0.5, 1.0, 2.0, 5.0, 20.0)


def laplace(scale):
    return laplace_pair(0, scale, 1, scale)


def gaussian(sigma):
    return gaussian_pair(0, sigma, 1, sigma)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("scale", SCALES)
def test_laplace_renyi(holds, scale):
    pair = laplace(scale)
    for order in ORDERS:
        holds(pair.renyi(order), definitions.laplace_renyi(order, scale, 1.0), 1e-9, (scale, order))


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("sigma", SCALES)
def test_gaussian_renyi(holds, sigma):
    pair = gaussian(sigma)
    for order in ORDERS:
        holds(pair.renyi(order), definitions.gaussian_renyi(order, 0.0, sigma, 1.0, sigma), 1e-9, (sigma, order))


@pytest.mark.parametrize("scale", [1e-6, 1e6])
@pytest.mark.parametrize("order", [0.5, 1.0, 2.0, 64.0, 1e4])
def test_extreme_scales_and_orders(holds, scale, order):
    holds(laplace(scale).renyi(order), definitions.laplace_renyi(order, scale, 1.0), 2e-6)
    holds(gaussian(scale).renyi(order), definitions.gaussian_renyi(order, 0.0, scale, 1.0, scale), 2e-6)


def test_renyi_is_accurate_where_its_closed_form_cancels(holds):
    for step in (1e-3, 1e-6, 1e-9, 1e-12, 2.0**-52):
        holds(laplace(2.0).renyi(1 + step), definitions.laplace_renyi(1 + step, 2.0, 1.0), 1e-12, step)
        holds(laplace(2.0).renyi(1 - step), definitions.laplace_renyi(1 - step, 2.0, 1.0), 1e-12, step)


def test_orders_near_zero(holds):
    for order in (1e-20, 1e-9, 0.1, 0.499999):
        holds(gaussian(0.7).renyi(order), definitions.gaussian_renyi(order, 0.0, 0.7, 1.0, 0.7), 1e-12, order)


def test_kl_is_order_one(holds):
    pair = gaussian(2.0)
    assert pair.kl() == pair.renyi(1) == pair.loss_mean()
    holds(pair.kl(), mp.mpf(1) / 8, 1e-12)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("scale", SCALES)
def test_laplace_max_divergence_is_attained_on_a_half_line(holds, scale):
    estimate = laplace(scale).max_divergence()
    holds(estimate, definitions.laplace_renyi(math.inf, scale, 1.0))
    # The loss is a difference of log-densities of the size of 1 + |log scale|: that bounds the rounding.
    assert estimate.error <= 1e-14 * (20 + 3 / scale)
    assert laplace(scale).renyi(math.inf) == estimate


@pytest.mark.parametrize("sigma", SCALES)
def test_gaussian_max_divergence_is_infinite(sigma):
    assert gaussian(sigma).max_divergence().value == math.inf


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("scale", SCALES)
def test_laplace_hockey_stick(holds, scale):
    pair = laplace(scale)
    for eps in (*LEVELS, 0.999 / scale):
        truth = definitions.laplace_hockey_stick(eps, scale, 1.0)
        # At the top level, and where it is so close that the loss is known to few digits, only the error counts.
        tie = abs(eps * scale - 1) < 0.01
        holds(pair.hockey_stick(eps), truth, None if tie else 1e-9, (scale, eps))


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("sigma", SCALES)
def test_gaussian_hockey_stick(holds, sigma):
    pair = gaussian(sigma)
    for eps in LEVELS:
        truth = definitions.gaussian_level_set(eps, 0.0, sigma, 1.0, sigma)[1]
        holds(pair.hockey_stick(eps), truth, 1e-9, (sigma, eps))


def test_a_tiny_hockey_stick_divergence_keeps_its_digits(holds):
    for eps in (3.0, 5.0, 6.5, 8.0):
        estimate, truth = (gaussian(1.0).hockey_stick(eps), definitions.gaussian_level_set(eps, 0.0, 1.0, 1.0, 1.0)[1])
        holds(estimate, truth, 1e-12, eps)
        assert abs(estimate.value - truth) <= 1e-13 * truth
    assert 0 < estimate.value < 1e-12


def test_the_hockey_stick_at_the_top_of_the_loss_is_zero_within_rounding():
    for scale in (0.1, 1.0, 10.0):
        estimate = laplace(scale).hockey_stick(1 / scale)
        assert 0 <= estimate.value <= estimate.error <= 1e-13


@pytest.mark.parametrize("scale", [0.1, 1.0, 30.0])
def test_total_variation_is_the_hockey_stick_at_zero(holds, scale):
    assert laplace(scale).total_variation() == laplace(scale).hockey_stick(0)
    holds(laplace(scale).total_variation(), definitions.laplace_hockey_stick(0.0, scale, 1.0), 1e-11)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("scale", [0.1, 1.0, 30.0])
def test_loss_tail(holds, scale):
    for fraction in (-1.5, -0.5, 0.0, 0.3, 0.99, 1.5):
        threshold = fraction / scale
        truth = definitions.laplace_loss_tail(threshold, scale, 1.0)
        holds(laplace(scale).loss_tail(threshold), truth, 1e-11, (scale, fraction))
        truth = definitions.gaussian_level_set(threshold, 0.0, scale, 1.0, scale)[0]
        holds(gaussian(scale).loss_tail(threshold), truth, 1e-9, (scale, fraction))


def test_an_atom_of_the_loss_is_in_the_error_of_its_tail():
    estimate = laplace(1.0).loss_tail(1.0)  # L is 1 with probability 1/2, and never above
    assert estimate.value <= 1e-14
    assert estimate.upper >= 0.5


def test_loss_moments(holds):
    for sigma in (0.1, 1.0, 50.0):
        with mp.workdps(50):
            holds(gaussian(sigma).loss_mean(), 1 / (2 * mp.mpf(sigma) ** 2), 1e-11)
            holds(gaussian(sigma).loss_variance(), 1 / mp.mpf(sigma) ** 2, 1e-11)


def test_privacy_loss_is_the_log_ratio_at_a_point():
    pair = laplace(2.0)
    assert pair.privacy_loss(-7.0) == pytest.approx(0.5, abs=1e-15)
    assert isinstance(pair.privacy_loss(0.5), float)
    np.testing.assert_allclose(pair.privacy_loss([[-1.0, 0.5], [0.75, 9.0]]), [[0.5, 0], [-0.25, -0.5]], atol=1e-15)


def test_reversed_swaps_the_laws(holds):
    pair = gaussian_pair(0, 1, 1, 2)
    holds(pair.reversed().renyi(0.5), definitions.gaussian_renyi(0.5, 1.0, 2.0, 0.0, 1.0), 1e-12)
    holds(pair.reversed().kl(), definitions.gaussian_renyi(1.0, 1.0, 2.0, 0.0, 1.0), 1e-12)
    assert pair.reversed().privacy_loss(0.3) == -pair.privacy_loss(0.3)


@pytest.mark.slow
def test_random_gaussians_of_unequal_variance(holds):
    rng = np.random.default_rng(2024)
    for _ in range(30):
        means, sigmas = rng.normal(size=2).tolist(), np.exp(rng.uniform(-3, 3, size=2)).tolist()
        law = (means[0], sigmas[0], means[1], sigmas[1])
        pair = gaussian_pair(*law)
        order, eps = float(np.exp(rng.uniform(-2, 3))), float(rng.uniform(-2, 3))
        holds(pair.renyi(order), definitions.gaussian_renyi(order, *law), 1e-8, (law, order))
        tail, delta = definitions.gaussian_level_set(eps, *law)
        holds(pair.hockey_stick(eps), delta, None, (law, eps))
        holds(pair.loss_tail(eps), tail, None, (law, eps))


def test_gaussians_diverge_exactly_where_the_square_is_no_longer_negative(holds):
    for order in (1.1, 1.5, 1.5625 - 1e-6, 1.5625 - 1e-12):
        holds(
            gaussian_pair(0, 5, 1, 3).renyi(order), definitions.gaussian_renyi(order, 0.0, 5.0, 1.0, 3.0), None, order
        )
    for order in (1.5625, math.nextafter(1.5625, 2), 1.6, 2.0, 64.0, 1e4):
        assert gaussian_pair(0, 5, 1, 3).renyi(order).value == math.inf
        assert gaussian_pair(0, 5, 0, 3).renyi(order).value == math.inf
    assert gaussian_pair(0, 1000, 1, 0.001).renyi(1.001).value == math.inf


def test_a_level_just_below_the_top_of_the_loss_is_not_overlooked(holds):
    for law in ((0.0, 1.0, 1.0, 2.0), (0.0, 0.1, 3.0, 1.0), (100.0, 1e-3, 101.0, 1.0)):
        pair = gaussian_pair(*law)
        top = pair.max_divergence().value
        for below in (1e-9, 1e-6, 1e-3, 0.1):
            tail, delta = definitions.gaussian_level_set(top - below, *law)
            assert delta > 0
            holds(pair.hockey_stick(top - below), delta, 1e-2, (law, below))
            holds(pair.loss_tail(top - below), tail, 1e-2, (law, below))


def test_the_top_of_a_smooth_loss(holds):
    with mp.workdps(50):  # 1/6 + log 2 at x = -1/3, where the derivative of (x - 1)^2/8 - x^2/2 vanishes
        holds(gaussian_pair(0, 1, 1, 2).max_divergence(), mp.mpf(1) / 6 + mp.log(2), 1e-13)


def test_laws_that_agree_have_no_divergence():
    for pair in (gaussian_pair(3, 2, 3, 2), laplace_pair(3, 2, 3, 2)):
        for value in (pair.renyi(0.5), pair.kl(), pair.renyi(7), pair.total_variation(), pair.max_divergence()):
            assert value.value == 0
            assert value.error <= 1e-13


def test_laws_that_nearly_agree(holds):
    for shift, relative in ((1e-3, 1e-9), (1e-6, 1e-6), (1e-9, 1e-3)):
        holds(gaussian_pair(0, 1, shift, 1).renyi(2), definitions.gaussian_renyi(2.0, 0.0, 1.0, shift, 1.0), relative)


def test_laws_far_apart(holds):
    pair = gaussian_pair(0, 1, 1e4, 1)
    holds(pair.renyi(0.5), definitions.gaussian_renyi(0.5, 0.0, 1.0, 1e4, 1.0), 1e-12)
    holds(pair.renyi(2), definitions.gaussian_renyi(2.0, 0.0, 1.0, 1e4, 1.0), 1e-12)
    holds(pair.total_variation(), mp.mpf(1), 1e-13)


def test_errors_stay_honest_far_from_the_origin(holds):
    for at in (1e3, 1e6):
        pair = laplace_pair(at, 1e-3, at + 1, 1e-3)
        holds(pair.renyi(2), definitions.laplace_renyi(2.0, 1e-3, 1.0), 1e-8)
        holds(pair.hockey_stick(100.0), definitions.laplace_hockey_stick(100.0, 1e-3, 1.0), 1e-6)


@pytest.mark.parametrize("order", [0, -1, -math.inf, math.nan, 1j, True, "2", None, [2.0]])
def test_bad_orders_are_refused(order):
    with pytest.raises(ParameterError, match=r"^order must be an order in \(0, inf\], got "):
        laplace(1.0).renyi(order)


def test_orders_that_drown_in_rounding_are_refused():
    with pytest.raises(ConvergenceError, match="orders above"):
        laplace(1.0).renyi(1e20)


@pytest.mark.parametrize("eps", [math.nan, math.inf, -math.inf, 1j, True, "1", None])
def test_bad_levels_are_refused(eps):
    with pytest.raises(ParameterError, match=r"^eps must be"):
        laplace(1.0).hockey_stick(eps)
    with pytest.raises(ParameterError, match=r"^threshold must be"):
        laplace(1.0).loss_tail(eps)


@pytest.mark.parametrize("scale", [0, -1, math.nan, math.inf, 1j, True, "1", None, np.ones(1)])
def test_bad_scales_are_refused(scale):
    for make, name in product((laplace_pair, gaussian_pair), ("p", "q")):
        arguments = (0, scale, 1, 1) if name == "p" else (0, 1, 1, scale)
        with pytest.raises(ParameterError, match=rf"^(scale|sigma)_{name} must be positive and finite"):
            make(*arguments)


@pytest.mark.parametrize("place", [math.nan, math.inf, 1j, False, "0", None])
def test_bad_locations_are_refused(place):
    with pytest.raises(ParameterError, match=r"^(location|mean)_q must be"):
        laplace_pair(0, 1, place, 1)
    with pytest.raises(ParameterError, match=r"^(location|mean)_p must be"):
        gaussian_pair(place, 1, 0, 1)

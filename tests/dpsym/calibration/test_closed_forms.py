"""Laplace, geometric, response, concentrated and Rényi calibrations: each attains its target by the mechanism's own profile."""

import mpmath
import pytest
from sympy import FiniteSet, Rational, exp, log, sqrt

from dpsym import DiscreteLaplace, Gaussian, KaryResponse, Laplace, RandomizedResponse
from dpsym.calibration import (
    gaussian_scale_gdp,
    gaussian_scale_renyi,
    gaussian_scale_zcdp,
    geometric_scale,
    greatest_truth,
    laplace_scale,
    laplace_scale_renyi,
    randomized_response_truth,
)
from dpsym.calibration.calibrated import in_decimals
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees import GDP, ApproxDP, PureDP, RenyiDP
from dpsym.parameters import alpha, delta, eps, zeta

_TARGETS = [("1", "1/1000000"), ("1/100000000", "1/1000"), ("3", "9/10"), ("0", "1/2"), ("50", "1/" + "1" + "0" * 300)]


def _attains(law, sensitivity, threshold, target):
    """Put the scale, rounded to 360 digits, into the profile that is derived with symbols alone."""
    place = 0 if isinstance(law, (RandomizedResponse, KaryResponse)) else 1
    ball = enclose(law.args[place], {}, 360).value
    parameters = [*law.args[:place], zeta, *law.args[place + 1 :]]
    symbolic = type(law)(*parameters).profile(eps, sensitivity)
    found = enclose(symbolic, {eps: Rational(threshold), zeta: Rational(str(ball.mid().fmpq()))}, 12, 1 << 13)
    return abs(found.mid / float(Rational(target)) - 1) < 1e-10


@pytest.mark.parametrize(("threshold", "target"), _TARGETS)
def test_closed_forms_attain_delta(threshold, target):
    loss, goal = Rational(threshold), Rational(target)
    for law, sensitivity in (
        (laplace_scale(loss, goal, 3).law, 3),
        (geometric_scale(loss, goal).law, 1),
        (randomized_response_truth(loss, goal).law, 1),
        (randomized_response_truth(loss, goal, 5).law, 1),
    ):
        assert _attains(law, sensitivity, threshold, target)


def test_pure_targets_are_the_textbook_scales():
    assert laplace_scale(eps).law == Laplace(1 / eps)
    assert laplace_scale(eps).target == PureDP(eps)
    assert geometric_scale(Rational(1, 2), 0, 3).law == DiscreteLaplace(6)
    assert randomized_response_truth(eps).law == RandomizedResponse(eps)
    assert randomized_response_truth(1, 0, 4).law == KaryResponse(1, 4)


def test_symbols_stay_symbols():
    assert laplace_scale(eps, delta).law == Laplace(1 / (eps - 2 * log(1 - delta)))
    assert randomized_response_truth(eps, delta).target == ApproxDP(eps, delta)
    assert greatest_truth(eps, delta) == (exp(eps) + delta) / (exp(eps) + 1)


@pytest.mark.slow
@pytest.mark.parametrize("sensitivity", [2, 3, 7])
@pytest.mark.parametrize(("threshold", "target"), [("1", "1/1000000"), ("1", "9/10"), ("1/100", "1/10000000000")])
def test_geometric_noise_of_integer_sensitivity_is_the_least_that_will_do(sensitivity, threshold, target):
    scale = geometric_scale(Rational(threshold), Rational(target), sensitivity).law.args[1]
    smaller = DiscreteLaplace(scale * (1 - Rational(3, 10**15)))
    goal = enclose(Rational(target))
    found, missed = (
        enclose(law.profile(Rational(threshold), sensitivity), {}, 25) for law in (DiscreteLaplace(scale), smaller)
    )
    assert found.certainly_below(goal) or found.overlaps(goal)
    assert goal.certainly_below(missed)


def test_gaussian_noise_of_concentrated_and_gaussian_privacy():
    assert gaussian_scale_gdp(Rational(1, 2), 3).law == Gaussian(6)
    assert gaussian_scale_gdp(Rational(1, 2), 3).target == GDP(Rational(1, 2))
    assert gaussian_scale_zcdp(zeta).law == Gaussian(1 / sqrt(2 * zeta))
    assert gaussian_scale_renyi(8, 1).law == Gaussian(2)
    assert gaussian_scale_renyi(8, 1).target == RenyiDP(1, FiniteSet(8))
    assert gaussian_scale_renyi(alpha, zeta).target == RenyiDP.at_order(alpha, zeta)
    assert gaussian_scale_renyi(8, alpha).target.at(8) == alpha


@pytest.mark.parametrize(
    ("order", "budget"), [("11/10", "1/100000000"), ("10", "1/2"), ("1000000", "50"), ("1000000", "1/100000000")]
)
def test_laplace_noise_of_a_renyi_budget_is_the_least_that_will_do(order, budget):
    scale = laplace_scale_renyi(Rational(order), Rational(budget)).law.args[1]
    with mpmath.workdps(60):
        a, goal = (mpmath.mpf(int(number.p)) / int(number.q) for number in (Rational(order), Rational(budget)))

        def spent(b):
            grown = mpmath.log(a / (2 * a - 1)) + (a - 1) / b
            return (grown + mpmath.log1p((a - 1) / a * mpmath.exp((1 - 2 * a) / b))) / (a - 1)

        place = mpmath.mpf(int(scale.p)) / int(scale.q)
        assert spent(place) <= goal < spent(place * (1 - mpmath.mpf(2) / 10**15))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: laplace_scale(0), "privacy parameter eps must be positive where delta is 0, got 0"),
        (lambda: laplace_scale(1, 1), "privacy parameter delta must be in \\[0, 1\\), got 1"),
        (lambda: laplace_scale(float("nan")), "privacy parameter eps must be non-negative"),
        (
            lambda: geometric_scale(1, 0, 1.5),
            "sensitivity of a query with integer values must be a positive integer, got 1.5",
        ),
        (lambda: randomized_response_truth(1, 0, 1), "number of choices k must be an integer from 2 on, got 1"),
        (lambda: gaussian_scale_gdp(0), "must be positive for a calibration, got 0"),
        (lambda: gaussian_scale_zcdp(-1), "budget rho must be non-negative and finite, got -1"),
        (lambda: gaussian_scale_renyi(1, 1), "order alpha must be above 1 and finite, got 1"),
        (lambda: laplace_scale_renyi(2, 0), "budget rho must be positive for a calibration, got 0"),
    ],
)
def test_bad_input_is_refused_with_parameter_rule_and_value(call, message):
    with pytest.raises(ParameterError, match=message):
        call()


def test_roots_ask_for_numbers():
    with pytest.raises(NotApplicableError, match="needs numbers"):
        laplace_scale_renyi(alpha, 1)
    with pytest.raises(NotApplicableError, match="needs numbers"):
        geometric_scale(eps, delta, 2)


@pytest.mark.parametrize("tiny", [Rational(1, 10**20), Rational(1, 10**300)])
@pytest.mark.parametrize("calibrate", [laplace_scale, geometric_scale])
def test_a_tiny_target_has_a_scale_whose_float_is_not_below_it(calibrate, tiny):
    (scale,) = (part for part in calibrate(tiny, tiny).law.args if part != 0)
    least = 1 / (3 * tiny)  # but for a share of tiny
    assert least * (1 - 2 * tiny) <= Rational(float(scale)) * (1 + Rational(1, 2**50))
    assert Rational(float(scale)) < least * (1 + Rational(1, 10**11))
    # a tenth of the delta needs more noise
    assert Rational(float(scale)) < 1 / (tiny + tiny / 5)


def test_a_tiny_target_allows_no_more_truth_than_its_formula():
    told = randomized_response_truth(Rational(1, 10**300), Rational(1, 10**300)).law.args[0]
    assert 0 <= float(told) <= 3e-300


def test_what_cancels_is_rounded_to_the_side_that_is_safe():
    tiny = Rational(1, 10**20)
    formula = 1 / log((exp(tiny) + tiny) / (1 - tiny))
    low, high = in_decimals(formula, is_upper=False), in_decimals(formula)
    for told in (low, high):  # about 1/(3 tiny) - 1/9, which SymPy by itself takes for infinite
        assert 1 / (3 * tiny) * (1 - tiny) < told < 1 / (3 * tiny) * (1 + Rational(1, 10**10))

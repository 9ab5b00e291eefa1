"""Noise and number of runs for a composition, against single-run formulas and the curves."""

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb
from sympy import Integer, Rational, sqrt, symbols

from dpsym import (
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    Gaussian,
    KaryResponse,
    Laplace,
    Logistic,
    RandomizedResponse,
)
from dpsym.calibration import (
    composed_scale,
    composition_count,
    gaussian_scale,
    geometric_scale,
    laplace_scale,
    randomized_response_truth,
    sampling_rate,
)
from dpsym.calibration.solving import bracketed_scale, greatest_count, is_near, least_scale
from dpsym.curves import PrivacyCurve, SubsampledGaussianLoss
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees import LossDP, Mechanism
from dpsym.measurement.curve import curves_of

_EPS, _DELTA = Rational(1), Rational(1, 10**5)
_K = symbols("k", integer=True, positive=True)


def test_composed_gaussian_noise_grows_as_the_root_of_the_count():
    one = gaussian_scale(_EPS, _DELTA, digits=13).law.args[1]
    assert composed_scale(Gaussian, _EPS, _DELTA, 100, 1, 2).law.args[1] == 20 * one
    assert composed_scale(Gaussian, _EPS, _DELTA, _K).law.args[1] == sqrt(_K) * one
    assert composed_scale(Gaussian, _EPS, _DELTA, 10**9).count == 10**9


@pytest.mark.parametrize(
    ("family", "single"),
    [
        (Laplace, laplace_scale(_EPS, _DELTA).law.args[1]),
        (DiscreteLaplace, geometric_scale(_EPS, _DELTA).law.args[1]),
        (RandomizedResponse, 1 / randomized_response_truth(_EPS, _DELTA).law.args[0]),
    ],
)
def test_one_run_from_the_curve_agrees_with_the_closed_form(family, single):
    law = composed_scale(family, _EPS, _DELTA, 1).law
    scale = 1 / law.args[0] if family is RandomizedResponse else law.args[1]
    exact = enclose(single, {}, 20)
    assert enclose(scale).upper >= exact.lower
    assert enclose(scale).mid == pytest.approx(exact.mid, rel=1e-11)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("count", [10, 1000])
def test_composed_laplace_noise_is_the_least_that_will_do(count):
    scale = composed_scale(Laplace, _EPS, _DELTA, count).law.args[1]
    met, missed = (PrivacyCurve([(Laplace(b), count)]).delta(1, 16) for b in (scale, scale * (1 - Rational(2, 10**11))))
    goal = Fraction(1, 10**5)
    assert met.upper <= goal < missed.lower


@pytest.mark.slow
def test_composed_noise_on_samples_covers_both_directions_and_is_the_least_that_will_do():
    found = composed_scale(Gaussian, _EPS, _DELTA, 1000, Rational(1, 100))
    scale, goal = found.law.args[1], Fraction(1, 10**5)
    smaller = scale * (1 - Rational(2, 10**11))
    for direction in ("remove", "add"):
        loss = SubsampledGaussianLoss(Fraction(1, 100), scale, direction)
        assert PrivacyCurve([(loss, 1000)]).delta(1, 16).upper <= goal
    loss = SubsampledGaussianLoss(Fraction(1, 100), smaller)
    assert PrivacyCurve([(loss, 1000)]).delta(1, 16).lower > goal
    assert found.mechanism.rate == Rational(1, 100)


def _worst(mechanism, count, eps=1):
    """Return the certified delta of both directions, the greater one, of runs of a mechanism."""
    return max(
        (curve.delta(eps, 15) for curve in curves_of(LossDP(((mechanism, Integer(count)),)))),
        key=lambda ball: ball.upper,
    )


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("family", "count", "rate", "how"),
    [
        pytest.param(Laplace, 30, Rational(1, 10), {}, marks=pytest.mark.slow),
        (Laplace, 10**4, Rational(1, 1000), {}),
        (DiscreteLaplace, 300, Rational(1, 100), {}),
        (DiscreteGaussian, 30, Rational(1), {}),
        (RandomizedResponse, 300, Rational(1, 10), {"fixed_size": True}),
        (lambda scale: KaryResponse(1 / scale, 10), 300, Rational(1, 10), {}),
        (Gaussian, 300, Rational(1, 10), {"replaced": True}),
        (Laplace, 30, Rational(1), {"replaced": True}),
    ],
)
def test_noise_of_every_kind_on_samples_is_the_least_that_will_do(family, count, rate, how):
    found = composed_scale(family, _EPS, _DELTA, count, rate, digits=10, **how)
    goal = Fraction(1, 10**5)
    assert _worst(found.mechanism, count).upper <= goal
    law, less = found.law, 1 - Rational(2, 10**9)
    if isinstance(law, (RandomizedResponse, KaryResponse)):
        smaller = law.func(law.args[0] / less, *law.args[1:])
    else:
        smaller = law.func(law.args[0], law.args[1] * less)
    assert _worst(replace(found.mechanism, law=smaller), count).lower > goal


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("mechanism", "count"),
    [
        (Mechanism(Gaussian(1)), 1000),
        (Mechanism(Laplace(1)), 300),
        (Mechanism(RandomizedResponse(1)), 10),
        (Mechanism(DiscreteLaplace(3), 2), 1000),
        (Mechanism(RandomizedResponse(1), fixed_size=True), 1000),
        (Mechanism(Gaussian(1), replaced=True), 1000),
    ],
)
def test_a_rate_is_the_greatest_that_will_do(mechanism, count):
    found = sampling_rate(mechanism, _EPS, _DELTA, count, 10)
    goal = Fraction(1, 10**5)
    assert found.rate < 1
    assert _worst(found.mechanism, count).upper <= goal
    more = replace(found.mechanism, rate=Rational(found.rate * (1 + Rational(2, 10**9))))
    assert _worst(more, count).lower > goal


def test_no_sample_is_needed_where_all_records_will_do():
    assert sampling_rate(Mechanism(Laplace(1000)), _EPS, _DELTA, 10).rate == 1
    # of all records one replaced is twice the sensitivity, which twice the noise makes up for
    both = [
        sampling_rate(Mechanism(Gaussian(s), replaced=how), 1, 1e-5, 2).mechanism for s, how in ((8, False), (16, True))
    ]
    assert both[0].rate == both[1].rate == 1
    assert both[1].sensitivity == 2


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    "mechanism",
    [
        Mechanism(Laplace(1), 1, Rational(1, 100)),
        Mechanism(RandomizedResponse(1), 1, Rational(1, 100), fixed_size=True),
        pytest.param(Mechanism(Gaussian(2), 1, Rational(1, 100), replaced=True), marks=pytest.mark.slow),
        Mechanism(DiscreteLaplace(10), 2),
        Mechanism(Laplace(50), replaced=True),
    ],
)
def test_counts_of_every_kind_are_the_greatest(mechanism):
    found = composition_count(mechanism, 1, 1e-5)
    met, missed = (_worst(found.mechanism, int(found.count) + more) for more in (0, 1))
    assert met.upper <= Fraction(1, 10**5) < missed.lower


@pytest.mark.parametrize(
    "mechanism",
    [
        Mechanism(Gaussian(50)),
        Mechanism(Gaussian(100), 2),
        Mechanism(Laplace(100)),
        Mechanism(RandomizedResponse(Rational(1, 10))),
    ],
)
def test_one_run_more_than_the_greatest_count_misses_the_target(mechanism):
    target = Rational(1, 10**6)
    count = int(composition_count(mechanism, 1, target).count)
    law = mechanism.law
    unit = law if isinstance(law, RandomizedResponse) else type(law)(law.args[1] / mechanism.sensitivity)
    met, missed = (PrivacyCurve([(unit, runs)]).delta(1, 12) for runs in (count, count + 1))
    assert met.upper <= Fraction(1, 10**6) < missed.lower


@pytest.mark.slow
def test_counts_of_sampled_runs_and_of_billions():
    assert composition_count(Mechanism(Gaussian(2), 1, Rational(1, 100)), 1, 1e-6).count > 1000
    assert composition_count(Mechanism(Gaussian(10**6)), 1, 1e-6).count > 10**9


def test_what_cannot_be_had_is_refused():
    with pytest.raises(NotApplicableError, match="not even one run"):
        composition_count(Mechanism(Gaussian(1)), 1, 1e-6)
    with pytest.raises(NotApplicableError, match="no certified curve is known"):
        composition_count(Mechanism(Exponential(1)), 1, 1e-6)
    with pytest.raises(NotApplicableError, match="cannot be calibrated"):
        composed_scale(lambda scale: Exponential(scale), 1, 1e-6, 10, Rational(1, 10))
    with pytest.raises(UndecidedError, match="and maybe more"):
        composition_count(Mechanism(Gaussian(1000)), 1, 1e-6, most=10)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: composed_scale(Logistic, 1, 0.1, 3), "family of noise must be a function .* one of Gaussian, Laplace"),
        (
            lambda: sampling_rate(Mechanism(Laplace(1)), 1, 0.1, 0),
            "number of compositions k must be a positive integer, got 0",
        ),
        (lambda: composed_scale(Gaussian, 0, 0.1, 3), "privacy parameter eps must be positive and finite, got 0"),
        (lambda: composed_scale(Gaussian, 1, 0, 3), "privacy parameter delta must be in \\(0, 1\\), got 0"),
        (lambda: composed_scale(Gaussian, 1, 0.1, 0), "number of compositions k must be a positive integer, got 0"),
        (lambda: composed_scale(Gaussian, 1, 0.1, 3, 2), "sampling rate q must be in \\(0, 1\\], got 2"),
        (
            lambda: composed_scale(RandomizedResponse, 1, 0.1, 3, 1, 2),
            "sensitivity of RandomizedResponse must be 1, got 2",
        ),
    ],
)
def test_bad_input_is_refused_with_parameter_rule_and_value(call, message):
    with pytest.raises(ParameterError, match=message):
        call()


def test_the_search_refuses_a_sign_that_stays_open_and_a_target_that_is_never_met():
    with pytest.raises(UndecidedError, match="open whether the target is met"):
        least_scale(lambda point: arb(0, 1), float, 1.0, 6)
    with pytest.raises(UndecidedError, match="within 400 steps"):
        least_scale(lambda point: arb(1), float, 1.0, 6)


@pytest.mark.parametrize("guess", [1, 3, 1000, 10**6])
@pytest.mark.parametrize("last", [0, 1, 2, 57, 999, 123456])
def test_the_greatest_count_is_found_from_any_guess(guess, last):
    assert greatest_count(lambda count: count <= last, guess, 10**9) == last


@pytest.mark.parametrize(("radius", "near"), [(0, True), (1e-4, False)])
def test_where_signs_stay_open_a_scale_that_will_do_comes_with_one_that_will_not(radius, near):
    def gap(point):
        return 1 / arb(point.numerator) * point.denominator - 1 + arb(0, radius)

    def size(ball):
        return float(ball.mid())

    scale, low = bracketed_scale(gap, size, 3.0, 9)
    assert low <= 1 <= scale
    assert low * Fraction(102, 100) > scale
    assert low * Fraction(10001, 10000) < scale or near
    assert is_near(scale, low, 9) is near
    if near:
        assert least_scale(gap, size, 3.0, 9) == scale
    else:
        assert gap(low) > 0
        assert gap(Fraction(int(scale.p), int(scale.q))) <= 0
        with pytest.raises(UndecidedError, match="only known to lie between"):
            least_scale(gap, size, 3.0, 9)


@pytest.mark.slow
def test_rare_samples_of_discrete_noise_have_a_rate_although_the_greatest_is_not_certain():
    found = sampling_rate(DiscreteGaussian(2), 1, Rational(1, 10**5), 100)
    assert "the greatest one is below 0.0459135" in found.says
    runs = DiscreteGaussian(2).subsample(found.rate).compose(100)
    assert (
        runs.delta(1) <= Rational(1, 10**5) < DiscreteGaussian(2).subsample(Rational("0.045914")).compose(100).delta(1)
    )

"""Gaussian noise for (eps, delta): the least scale to many digits at extreme targets, and the range of the classical formula."""

import mpmath
import pytest
from sympy import Rational, erfinv, log, sqrt

from dpsym import Gaussian
from dpsym.calibration import classical_limit, gaussian_scale
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees import ApproxDP, Mechanism
from dpsym.parameters import delta, eps, sigma

_EPS = ("1/100000000", "1/1000", "1", "10", "100")
_DELTAS = (Rational(1, 10**300), Rational(1, 10**10), Rational(1, 2), 1 - Rational(1, 10**12))


def _number(value):
    return mpmath.mpf(int(value.p)) / int(value.q)


def _delta(threshold, deviation):
    half, cut = 1 / (2 * deviation), threshold * deviation
    return (
        mpmath.erfc((cut - half) / mpmath.sqrt(2)) - mpmath.exp(threshold) * mpmath.erfc((cut + half) / mpmath.sqrt(2))
    ) / 2


@pytest.mark.parametrize("threshold", _EPS)
@pytest.mark.parametrize("target", _DELTAS)
def test_the_analytic_scale_meets_its_target_and_no_scale_a_little_smaller_does(threshold, target):
    """At 80 digits: met at the scale, missed when it is smaller by 2e-15 of itself."""
    scale = gaussian_scale(Rational(threshold), target).law.args[1]
    with mpmath.workdps(80):
        loss, goal = _number(Rational(threshold)), _number(target)
        assert _delta(loss, _number(scale)) <= goal
        assert _delta(loss, _number(scale) * (1 - mpmath.mpf(2) / 10**15)) > goal


def test_more_digits_come_closer_from_above():
    rough, fine = (gaussian_scale(1, 1e-5, digits=digits).law.args[1] for digits in (4, 30))
    assert fine < rough < fine * (1 + Rational(1, 1000))


def test_sensitivity_is_the_unit_of_the_noise():
    unit, wide = gaussian_scale(1, 1e-5), gaussian_scale(1, 1e-5, 3)
    assert wide.law.args[1] == 3 * unit.law.args[1]
    assert wide.mechanism == Mechanism(wide.law, 3)
    assert wide.target == ApproxDP(1, Rational(1, 10**5))


def test_at_eps_0_the_scale_is_a_formula():
    assert gaussian_scale(0, delta).law == Gaussian(1 / (2 * sqrt(2) * erfinv(delta)))


def test_the_classical_formula_stays_symbolic():
    assert gaussian_scale(eps, delta, method="classical").law == Gaussian(sqrt(2 * log(Rational(5, 4) / delta)) / eps)


@pytest.mark.parametrize("target", ["1/10000000000", "1/100000", "1/10", "9/10", "999/1000"])
def test_the_classical_formula_holds_up_to_its_limit_and_not_above(target):
    goal = Rational(target)
    limit = classical_limit(goal)
    with mpmath.workdps(80):
        for share, holds in ((1, True), (1 + mpmath.mpf(10) ** -14, False)):
            loss = _number(limit) * share
            scale = mpmath.sqrt(2 * mpmath.log(mpmath.mpf(5) / 4 / _number(goal))) / loss
            assert (_delta(loss, scale) <= _number(goal)) is holds
    assert limit > Rational(15, 4)
    assert gaussian_scale(limit, goal, method="classical").target.eps == limit
    with pytest.raises(NotApplicableError, match="holds for eps up to"):
        gaussian_scale(limit + Rational(1, 1000), goal, method="classical")


def test_the_analytic_scale_is_below_the_classical_one():
    analytic, classical = (gaussian_scale(1, 1e-5, method=method).law.args[1] for method in ("analytic", "classical"))
    assert float(analytic) < float(classical)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 0.1), "privacy parameter eps must be non-negative and finite, got -1"),
        ((float("inf"), 0.1), "privacy parameter eps must be non-negative and finite"),
        ((1, 0), "privacy parameter delta must be in \\(0, 1\\), got 0"),
        ((1, 1), "privacy parameter delta must be in \\(0, 1\\), got 1"),
        ((1, float("nan")), "privacy parameter delta must be in"),
        ((1, True), "privacy parameter delta must be in"),
        ((1, 0.1, 0), "sensitivity must be positive and finite, got 0"),
        ((1, 0.1, 1, "other"), 'method of the Gaussian calibration must be "analytic" or "classical", got \'other\''),
        ((1, 0.1, 1, "analytic", 0), "digits must be a positive integer"),
        ((0, 0.1, 1, "classical"), "privacy parameter eps must be positive for the classical calibration"),
    ],
)
def test_bad_input_is_refused_with_parameter_rule_and_value(arguments, message):
    with pytest.raises(ParameterError, match=message):
        gaussian_scale(*arguments)


def test_the_analytic_root_asks_for_numbers():
    with pytest.raises(NotApplicableError, match="needs numbers"):
        gaussian_scale(eps, Rational(1, 10))
    with pytest.raises(NotApplicableError, match="needs numbers"):
        classical_limit(sigma / (1 + sigma))

"""Logarithms of integrals: exact values, peaks anywhere, power laws, divergence, and refusal where undecided."""

import math
from contextlib import suppress

import mpmath as mp
import numpy as np
import pytest

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.numeric.quadrature import log_integral

INF = math.inf


def log_gaussian(mean, sigma):
    def function(x):
        with np.errstate(over="ignore"):
            return -(((x - mean) / sigma) ** 2) / 2 - math.log(sigma) - math.log(2 * math.pi) / 2

    return function


@pytest.mark.parametrize(
    ("mean", "sigma", "breakpoints", "relative"),
    [
        (0, 1, (), 1e-14),
        (0, 1, (0, 1), 1e-14),
        (0, 1e6, (0, 1), 1e-13),
        (0, 1e-6, (0, 1), 1e-13),
        (3, 1e-6, (0, 1), 1e-8),
        (1000, 1e-3, (), 1e-8),
        (-64.3, 1e-3, (0, 1), 1e-9),
        (1e6, 1e-3, (0,), 1e-5),
    ],
)
def test_a_gaussian_peak_is_found_wherever_it_is(holds, mean, sigma, breakpoints, relative):
    estimate = log_integral(log_gaussian(mean, sigma), breakpoints)
    holds(estimate, mp.mpf(0))
    assert estimate.error <= relative


@pytest.mark.parametrize("height", [-1e5, -800.0, 800.0, 1e5])
def test_integrals_far_outside_the_range_of_floats_keep_their_logarithm(holds, height):
    holds(log_integral(lambda x: height - np.abs(x), (0,)), mp.log(2) + mp.mpf(height), 1e-13)


@pytest.mark.parametrize("power", [0.1, 0.5, 0.9, 0.99])
def test_an_integrable_pole_at_zero(holds, power):
    estimate = log_integral(lambda x: -power * np.log(x), (), (0, 1))
    with mp.workdps(50):
        holds(estimate, -mp.log(1 - mp.mpf(power)))
    assert estimate.error < (1e-13 if power <= 0.9 else 1e-2)


@pytest.mark.parametrize("power", [0.05, 0.2, 0.3, 0.5])
def test_an_integrable_pole_off_zero_is_limited_by_the_floats_there_and_says_so(holds, power):
    estimate = log_integral(lambda x: -power * np.log(x - 3) - x, (3,), (3, INF))
    with mp.workdps(50):
        holds(estimate, mp.log(mp.gamma(1 - mp.mpf(power))) - 3)
    assert estimate.error < 1e-5


@pytest.mark.parametrize(("power", "relative"), [(1.1, 1e-9), (1.5, 1e-13), (3.0, 1e-13)])
def test_an_integrable_power_tail(holds, power, relative):
    """Panels reach to 1e100, where a tail of power 1.1 still has 1e-10 of its mass beyond: that is in the error."""
    with mp.workdps(50):
        holds(log_integral(lambda x: -power * np.log(x), (), (1, INF)), -mp.log(mp.mpf(power) - 1), relative)


def test_a_logarithmic_pole(holds):
    assert log_integral(lambda x: np.log(-np.log(x)), (), (0, 1)).value == pytest.approx(0, abs=1e-14)


@pytest.mark.parametrize(
    ("log_f", "breakpoints", "support"),
    [
        (lambda x: x**2, (), (-INF, INF)),
        (lambda x: 0.0 * x, (), (-INF, INF)),
        (lambda x: x, (), (-INF, INF)),
        (lambda x: -(1 - 1e-9) * np.log(x), (), (1, INF)),
        (lambda x: -1.5 * np.log(x), (), (0, 1)),
        (lambda x: -1.01 * np.log(np.abs(x - 3)), (3,), (2, 4)),
        (lambda x: -2 * np.log(np.abs(x)), (), (-1, 1)),
        (lambda x: np.where(np.abs(x) < 1, INF, -np.abs(x)), (0,), (-INF, INF)),
    ],
)
def test_a_divergent_integral_is_infinite(log_f, breakpoints, support):
    with np.errstate(all="ignore"):
        estimate = log_integral(log_f, breakpoints, support)
    assert (estimate.value, estimate.error) == (INF, 0)


@pytest.mark.parametrize("support", [(1, INF), (0, 1)])
@pytest.mark.parametrize("off", [0.0, 1e-15, -1e-15])
def test_at_the_critical_power_divergence_is_not_proved(support, off):
    with pytest.raises(ConvergenceError, match="critical"):
        log_integral(lambda x: (off - 1) * np.log(x), (), support)


@pytest.mark.parametrize("gap", [1e-2, 1e-4, 1e-6, 1e-8, 1e-10])
def test_a_power_close_to_the_critical_one_is_extrapolated(holds, gap):
    power = -1 - gap
    with mp.workdps(50):
        truth = -mp.log(-(mp.mpf(power) + 1))
        holds(log_integral(lambda x: power * np.log(x), (), (1, INF)), truth)
        holds(log_integral(lambda x: (-2 - power) * np.log(x), (), (0, 1)), -mp.log(mp.mpf(-2 - power) + 1))


def test_an_integrand_that_vanishes_has_logarithm_minus_infinity():
    assert log_integral(lambda x: np.full_like(x, -INF)).value == -INF


def test_unlisted_kinks_and_jumps_cost_time_but_no_accuracy(holds):
    with mp.workdps(50):
        holds(log_integral(lambda x: -np.abs(x - 0.3)), mp.log(2), 1e-13)
        holds(
            log_integral(lambda x: np.where(np.abs(x - 0.1) < 1 / 3, 0.0, -INF), (0,)),
            mp.log(2) - mp.log(3),
            1e-12,
        )


def test_a_peak_too_narrow_for_the_floats_around_it_is_refused():
    with pytest.raises(ConvergenceError, match="too fast near"):
        log_integral(lambda x: -np.abs(x - 1e6) / 1e-9, (1e6,))


def test_a_tail_that_is_lost_in_rounding_is_never_a_number():
    # The exponent is 0 up to the rounding of 1e16: whether it decays cannot be seen.
    with suppress(ConvergenceError):
        assert log_integral(lambda x: (np.abs(x) + 1e16) - np.abs(x) - 1e16, (0,)).value == INF


def test_nan_in_the_midst_is_refused():
    with pytest.raises(ParameterError, match=r"^log_f must be a number or -inf at"):
        log_integral(lambda x: np.where(np.abs(x - 0.7) < 0.1, np.nan, -np.abs(x)), (0,))


@pytest.mark.parametrize("breakpoints", [(math.nan,), (INF,), ("a",), "01", 3, (1j,), ((1, 2),), (True,)])
def test_bad_breakpoints_are_refused(breakpoints):
    with pytest.raises(ParameterError, match=r"^breakpoints must be"):
        log_integral(lambda x: -np.abs(x), breakpoints)


@pytest.mark.parametrize("support", [(1, 0), (0, 0), (0, math.nan), (0,), (0, 1, 2), "ab", 7, (0, 1j)])
def test_bad_supports_are_refused(support):
    with pytest.raises(ParameterError, match=r"^support must be"):
        log_integral(lambda x: -np.abs(x), (), support)


def test_an_integrand_that_is_not_vectorised_is_refused():
    with pytest.raises(ParameterError, match=r"^log_f must be a vectorised function"):
        log_integral(lambda x: 0.0)

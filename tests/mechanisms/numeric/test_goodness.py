"""Tests of fit: rates that are kept, laws at the stated distance that are refuted, and bad input."""

import math

import numpy as np
import pytest

from mechanisms import ParameterError
from mechanisms.numeric.goodness import Verdict, detectable_distance, goodness_of_counts, goodness_of_fit


def uniform(x):
    return np.clip(x, 0, 1)


def test_uniform_samples_are_accepted():
    verdict = goodness_of_fit(np.random.default_rng(1).random(10_000), uniform, 1e-6)
    assert verdict.accepted
    assert verdict.threshold == math.sqrt(math.log(2e6) / 20_000)
    assert (verdict.false_alarm, verdict.n) == (1e-6, 10_000)


def test_the_statistic_is_the_kolmogorov_smirnov_distance():
    samples = np.random.default_rng(2).random(500)
    steps, ordered = np.arange(501) / 500, np.sort(samples)
    expected = max((steps[1:] - ordered).max(), (ordered - steps[:-1]).max())
    assert goodness_of_fit(samples, uniform).statistic == pytest.approx(expected, abs=1e-15)


def test_false_alarms_stay_below_their_rate():
    """Of 400 tests at rate 5 % at most 45 may alarm: by the binomial law more are seen once in 10^6 tries."""
    rng = np.random.default_rng(3)
    alarms = sum(not goodness_of_fit(rng.random(50), uniform, 0.05).accepted for _ in range(400))
    assert alarms <= 45


def test_a_law_at_the_detectable_distance_is_refuted():
    """False-alarm rate and power as in the call: a miss has probability 1e-6, and the seed is fixed."""
    n, rate, power = 20_000, 1e-6, 1 - 1e-6
    distance = detectable_distance(n, rate, power)
    samples = np.random.default_rng(4).random(n) ** (1 / (1 + 4 * distance))
    exponent = 1 + 4 * distance
    grid = np.linspace(0, 1, 10_001)
    assert np.abs(grid - grid**exponent).max() > distance
    assert not goodness_of_fit(samples, uniform, rate).accepted


def test_detectable_distance_is_the_sum_of_two_dkw_radii():
    assert detectable_distance(1000, 0.01, 0.9) == math.sqrt(math.log(200) / 2000) + math.sqrt(math.log(20) / 2000)
    assert detectable_distance(np.int64(10), 0.5, 0.5) > detectable_distance(100, 0.5, 0.5)


def test_laws_with_atoms_are_tested_with_their_left_limits():
    def coin(x):
        return np.where(x < 0, 0.0, np.where(x < 1, 0.25, 1.0))

    rng = np.random.default_rng(5)
    assert goodness_of_fit((rng.random(5000) < 0.75).astype(float), coin).accepted
    assert not goodness_of_fit((rng.random(5000) < 0.60).astype(float), coin).accepted
    assert goodness_of_fit([1.0], lambda x: (x >= 1).astype(float)).statistic == 0


def test_counts_that_fit_and_that_do_not():
    rng = np.random.default_rng(6)
    masses = [0.7, 0.2, 0.1]
    assert goodness_of_counts(rng.multinomial(10_000, masses), masses).accepted
    assert not goodness_of_counts(rng.multinomial(10_000, [0.65, 0.25, 0.1]), masses).accepted
    assert not goodness_of_counts([5, 1], [1.0, 0.0]).accepted
    assert goodness_of_counts([5, 0], [1.0, 0.0]).accepted


def test_the_threshold_for_counts_is_exact_at_a_small_number():
    """Ten heads in ten tosses have probability 2^-10: refuted at twice two tails times that, not below."""
    assert not goodness_of_counts([10, 0], [0.5, 0.5], 4.01 / 1024).accepted
    assert goodness_of_counts([10, 0], [0.5, 0.5], 3.99 / 1024).accepted


def test_a_verdict_has_no_truth_value():
    with pytest.raises(TypeError, match="no truth value"):
        bool(Verdict(True, 0.0, 1.0, 0.5, 1))


@pytest.mark.parametrize("samples", [[], [math.nan], [math.inf], [[1.0]], 1.0, ["a"], [1j], [[1.0], [1.0, 2.0]], None])
def test_bad_samples_are_refused(samples):
    with pytest.raises(ParameterError, match=r"^samples must be"):
        goodness_of_fit(samples, uniform)


@pytest.mark.parametrize("rate", [0, 1, -0.1, 2, math.nan, True, "1", None])
def test_bad_rates_are_refused(rate):
    with pytest.raises(ParameterError, match=r"^false_alarm must be"):
        goodness_of_fit([0.5], uniform, rate)
    with pytest.raises(ParameterError, match=r"^false_alarm must be"):
        goodness_of_counts([1], [1.0], rate)
    with pytest.raises(ParameterError, match=r"^power must be"):
        detectable_distance(10, 0.5, rate)


@pytest.mark.parametrize("n", [0, -1, 1.5, True, "10", None])
def test_bad_sample_sizes_are_refused(n):
    with pytest.raises(ParameterError, match=r"^n must be"):
        detectable_distance(n, 0.5, 0.5)


@pytest.mark.parametrize("cdf", [lambda x: x * 2, lambda x: x * np.nan, lambda x: 0.5, lambda x: -x])
def test_bad_distribution_functions_are_refused(cdf):
    with pytest.raises(ParameterError, match=r"^cdf must be"):
        goodness_of_fit([0.25, 0.75], cdf)


@pytest.mark.parametrize("counts", [[], [0, 0], [-1, 2], [1.5, 2], [[1, 2]], ["a", "b"]])
def test_bad_counts_are_refused(counts):
    with pytest.raises(ParameterError, match=r"^counts must be"):
        goodness_of_counts(counts, [0.5, 0.5])


@pytest.mark.parametrize("masses", [[0.5], [0.6, 0.6], [1.5, -0.5], [math.nan, 0.5], [0.2, 0.3, 0.5]])
def test_bad_masses_are_refused(masses):
    with pytest.raises(ParameterError, match=r"^masses must be"):
        goodness_of_counts([1, 2], masses)

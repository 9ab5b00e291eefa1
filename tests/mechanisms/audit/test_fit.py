"""Goodness of fit with a power that is stated beforehand."""

import math
from itertools import product

import numpy as np
import pytest

from mechanisms import Laplace, ParameterError
from mechanisms.audit.fit import fit_sampler, power_of_counts, runs_for_distance
from mechanisms.errors import GeneratorError
from mechanisms.numeric.goodness import detectable_distance, goodness_of_counts

RATE, POWER = 1e-6, 1 - 1e-6


def test_the_number_of_runs_is_the_smallest_that_detects_the_distance():
    for distance, rate, power in product((0.5, 0.03, 0.001), (0.05, 1e-9), (0.5, 0.999)):
        n = runs_for_distance(distance, rate, power)
        assert detectable_distance(n, rate, power) <= distance
        assert n == 1 or detectable_distance(n - 1, rate, power) > distance


def test_a_right_sampler_is_accepted_and_one_at_the_distance_refuted():
    """False-alarm rate and chance of a miss 1e-6 each; the noise is halved, at distance 1/8 or more."""
    stated, halved = Laplace(1.0), Laplace(0.5)
    assert max(halved.cdf(math.log(2)) - stated.cdf(math.log(2)), 0) == pytest.approx(1 / 8)

    def draw(mechanism):
        return lambda rng, n: mechanism.release(np.zeros(n), rng)

    options = {"distance": 1 / 8, "false_alarm": RATE, "power": POWER}
    right = fit_sampler(draw(stated), stated.cdf, np.random.default_rng(1), **options)
    wrong = fit_sampler(draw(halved), stated.cdf, np.random.default_rng(1), **options)
    assert (right.accepted, wrong.accepted) == (True, False)
    assert right.n == runs_for_distance(1 / 8, RATE, POWER) < 2000


def test_the_power_of_counts_is_exact_for_a_coin():
    """All 41 counts of 40 tosses: the chance of refuting is summed over those that the test refutes."""
    fair, bent = [0.5, 0.5], [0.85, 0.15]
    refuted = [k for k in range(41) if not goodness_of_counts([k, 40 - k], fair, 0.01).accepted]
    exact = math.fsum(math.comb(40, k) * 0.85**k * 0.15 ** (40 - k) for k in refuted)
    assert power_of_counts(fair, bent, 40, 0.01) == pytest.approx(exact, rel=1e-12)
    assert 0.5 < exact < 1


def test_the_power_of_counts_is_a_lower_bound_for_three_outcomes():
    """Over all counts of 12 samples of three outcomes, multinomial masses summed exactly."""
    stated, true = [0.7, 0.2, 0.1], [0.2, 0.3, 0.5]
    exact = math.fsum(
        math.factorial(12)
        / math.prod(map(math.factorial, counts))
        * math.prod(p**k for p, k in zip(true, counts, strict=True))
        for a in range(13)
        for b in range(13 - a)
        if not goodness_of_counts(counts := [a, b, 12 - a - b], stated, 0.01).accepted
    )
    assert 0.3 < power_of_counts(stated, true, 12, 0.01) <= exact


def test_the_power_of_counts_at_the_edges():
    assert power_of_counts([1.0, 0.0], [1.0, 0.0], 10) == 0
    assert power_of_counts([1.0, 0.0], [0.5, 0.5], 10) == pytest.approx(1 - 2**-10, rel=1e-12)
    assert power_of_counts([0.5, 0.5], [1.0, 0.0], 5, 1e-6) == 0
    assert power_of_counts([0.5, 0.5], [0.5, 0.5], 1000, 0.05) <= 0.05


@pytest.mark.parametrize("wrong", [0, 1, -1, math.nan, True, None, "a"])
def test_bad_parameters_are_refused(wrong):
    with pytest.raises(ParameterError, match=r"^distance must be"):
        runs_for_distance(wrong, 0.1, 0.9)
    with pytest.raises(ParameterError, match=r"^false_alarm must be"):
        runs_for_distance(0.1, wrong, 0.9)
    with pytest.raises(ParameterError, match=r"^power must be"):
        runs_for_distance(0.1, 0.1, wrong)
    with pytest.raises(ParameterError, match=r"^false_alarm must be"):
        power_of_counts([1.0], [1.0], 10, wrong)


def test_bad_laws_and_samplers_are_refused():
    for masses in ([], [0.5], [0.6, 0.6], [1.5, -0.5], [math.nan, 1.0]):
        with pytest.raises(ParameterError, match=r"^masses must be"):
            power_of_counts(masses, [0.5, 0.5], 10)
        with pytest.raises(ParameterError, match=r"^alternative must be"):
            power_of_counts([0.5, 0.5], masses, 10)
    with pytest.raises(ParameterError, match=r"^alternative must be 2 probabilities"):
        power_of_counts([0.5, 0.5], [1.0], 10)
    for n in (0, 1.5, True, None):
        with pytest.raises(ParameterError, match=r"^n must be a positive integer"):
            power_of_counts([1.0], [1.0], n)
    with pytest.raises(ParameterError, match=r"^draw must be a function that returns a vector of"):
        fit_sampler(lambda rng, n: [1.0], Laplace(1.0).cdf, np.random.default_rng(1), distance=0.5)
    with pytest.raises(GeneratorError):
        fit_sampler(lambda rng, n: np.zeros(n), Laplace(1.0).cdf, 7, distance=0.5)

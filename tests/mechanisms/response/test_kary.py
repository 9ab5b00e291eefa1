"""Randomized response on k values: its masses, its sampler, its divergences."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from mechanisms import ParameterError, RandomizedResponse
from mechanisms.errors import GeneratorError
from mechanisms.numeric.goodness import detectable_distance, goodness_of_counts
from mechanisms.response.kary import KaryRandomizedResponse

N = 40_000


def rng(seed):
    return np.random.default_rng(seed)


def law(mechanism, answer):
    return np.exp(mechanism.log_mass(np.arange(mechanism.k), answer))


@pytest.mark.parametrize(("k", "eps"), [(2, 1.0), (3, 0.0), (5, 2.0), (20, 0.5), (4, 6.0)])
def test_samples_follow_the_masses(k, eps):
    """Exact binomial tails, false-alarm rate 1e-6 a call, seeded."""
    mechanism = KaryRandomizedResponse(k, eps)
    for answer in (0, k - 1):
        samples = mechanism.release(np.full(N, answer), rng(101))
        assert goodness_of_counts(np.bincount(samples, minlength=k), law(mechanism, answer)).accepted


@pytest.mark.parametrize(
    "wrong", [KaryRandomizedResponse(5, 1.0), KaryRandomizedResponse(5, 1.5), KaryRandomizedResponse(5, 3.0)]
)
def test_samples_of_another_budget_are_refuted(wrong):
    """The cumulative masses are further apart than what is detected with power 1 - 1e-6 at a false-alarm rate of 1e-6.

    The exact tails are sharper than the bound of Kolmogorov and Smirnov that the power is stated for.
    """
    stated = KaryRandomizedResponse(5, 2.0)
    assert abs(law(stated, 0)[0] - law(wrong, 0)[0]) > detectable_distance(N, 1e-6, 1 - 1e-6)
    samples = wrong.release(np.zeros(N, int), rng(102))
    assert not goodness_of_counts(np.bincount(samples, minlength=5), law(stated, 0)).accepted


def test_values_are_replaced_independently():
    """Pairs against product masses, false-alarm rate 1e-6; a shared draw puts no mass on pairs that differ."""
    mechanism, source = KaryRandomizedResponse(3, 1.0), rng(103)
    cells = np.outer(law(mechanism, 0), law(mechanism, 0)).ravel()
    released = mechanism.release(np.zeros((N, 2), int), source)
    assert goodness_of_counts(np.bincount(released @ [3, 1], minlength=9), cells).accepted
    shared = np.repeat(mechanism.release(np.zeros((N, 1), int), source), 2, axis=1)
    assert not goodness_of_counts(np.bincount(shared @ [3, 1], minlength=9), cells).accepted


@pytest.mark.parametrize("k", [2, 3, 10, 2**32])
@pytest.mark.parametrize("eps", [1e-9, 0.1, 1.0, 20.0, 700.0])
def test_divergences(holds, k, eps):
    with mp.workdps(700):
        total = mp.exp(mp.mpf(eps)) + k - 1
        keep, other = mp.exp(mp.mpf(eps)) / total, 1 / total
        mechanism = KaryRandomizedResponse(k, eps)
        for order in (0.5, 1.5, 2.0, 30.0):
            a = mp.mpf(order)
            moment = keep**a * other ** (1 - a) + other**a * keep ** (1 - a) + (k - 2) * other
            holds(mechanism.renyi(order), mp.log(moment) / (a - 1), 1e-11, (k, eps, order))
        holds(mechanism.kl(), (keep - other) * mp.mpf(eps), 1e-11)
        holds(mechanism.max_divergence(), mp.mpf(eps), 1e-14)
        factor = mp.exp(mp.mpf(eps / 2))
        holds(mechanism.hockey_stick(eps / 2), keep - factor * other, 1e-11)


def test_masses_sum_to_one_and_differ_by_the_budget():
    for k, eps in ((2, 0.5), (7, 3.0), (1000, 1.0)):
        mechanism = KaryRandomizedResponse(k, eps)
        assert math.fsum(law(mechanism, 1)) == pytest.approx(1, abs=1e-13)
        assert mechanism.log_mass(1, 1) - mechanism.log_mass(0, 1) == pytest.approx(eps, rel=1e-12)
        assert mechanism.log_mass([[0], [1]], [0, 1]).shape == (2, 2)


def test_two_values_are_randomized_response():
    for eps in (0.0, 1.0, 5.0):
        binary, pair = RandomizedResponse(eps).pair(), KaryRandomizedResponse(2, eps).pair()
        assert (tuple(pair.p[:2]), tuple(pair.q[:2])) == (tuple(binary.p), tuple(binary.q))
        assert pair.p[2] == 0


def test_a_rational_probability_stays_exact():
    pair = KaryRandomizedResponse.from_probability(4, Fraction(1, 10)).pair()
    assert pair.p == (Fraction(7, 10), Fraction(1, 10), Fraction(2, 10))
    with mp.workdps(50):
        for k, other in ((4, Fraction(1, 10)), (3, Fraction(1, 3)), (2, Fraction(1, 2**60)), (100, Fraction(1, 101))):
            mechanism = KaryRandomizedResponse.from_probability(k, other)
            odds = (1 - (k - 1) * other) / other
            truth = mp.log(mp.mpf(odds.numerator) / odds.denominator)
            assert truth <= mechanism.eps <= truth * (1 + mp.mpf(10) ** -14)


def test_shapes_and_types_are_kept():
    mechanism = KaryRandomizedResponse(6, 1.0)
    assert type(mechanism.release(3, rng(1))) is int
    assert mechanism.release([[0, 5], [1, 0]], rng(1)).shape == (2, 2)
    assert set(mechanism.release(np.zeros(500, np.uint8), rng(1)).tolist()) == set(range(6))
    assert isinstance(mechanism.log_mass(0, 5), float)


@pytest.mark.parametrize("k", [1, 0, -2, 2.0, True, "3", None, 2**33])
def test_bad_numbers_of_values_are_refused(k):
    for make in (KaryRandomizedResponse, lambda k, p: KaryRandomizedResponse.from_probability(k, 0.1)):
        with pytest.raises(ParameterError, match=r"^k must be an integer from 2"):
            make(k, 1.0)


@pytest.mark.parametrize("eps", [-1, 701, math.nan, math.inf, 1j, True, "1", None])
def test_bad_budgets_are_refused(eps):
    with pytest.raises(ParameterError, match=r"^eps must be"):
        KaryRandomizedResponse(3, eps)


@pytest.mark.parametrize("other", [0, -0.1, 0.34, 1, math.nan, True, "0.1", None, Fraction(0), 1e-310])
def test_bad_probabilities_are_refused(other):
    with pytest.raises(ParameterError, match=r"^other must be"):
        KaryRandomizedResponse.from_probability(3, other)


@pytest.mark.parametrize("values", [3, -1, [0, 3], 0.0, "1", None, [], [[0], [0, 1]], True, 2**70])
def test_bad_values_are_refused(values):
    mechanism = KaryRandomizedResponse(3, 1.0)
    for call, name in (
        (lambda x: mechanism.release(x, rng(1)), "answers"),
        (lambda x: mechanism.log_mass(x, 0), "outcome"),
        (lambda x: mechanism.log_mass(0, x), "answer"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be values from 0 to 2"):
            call(values)


@pytest.mark.parametrize(
    "mechanism", [KaryRandomizedResponse(4, 1.0), KaryRandomizedResponse.from_probability(3, Fraction(1, 5))]
)
def test_exact_releases_follow_the_masses_and_those_of_another_budget_do_not(mechanism):
    k = mechanism.k
    counts = np.bincount(mechanism.release_exact(np.full(N, 1), rng(7)), minlength=k)
    masses = np.exp(mechanism.log_mass(np.arange(k), 1))
    assert goodness_of_counts(counts, masses / masses.sum()).accepted
    other = np.exp(KaryRandomizedResponse(k, 1.25).log_mass(np.arange(k), 1))
    assert not goodness_of_counts(counts, other / other.sum()).accepted


def test_exact_releases_keep_the_shape_and_ask_the_system_by_default():
    mechanism = KaryRandomizedResponse(2**32, 1.0)
    assert type(mechanism.release_exact(3)) is int
    assert mechanism.release_exact([[0, 5], [1, 0]]).shape == (2, 2)
    assert len(set(mechanism.release_exact(np.zeros(50, int)).tolist())) > 40
    with pytest.raises(ParameterError, match=r"^answers must be"):
        mechanism.release_exact(-1)
    with pytest.raises(GeneratorError):
        mechanism.release_exact(1, 7)

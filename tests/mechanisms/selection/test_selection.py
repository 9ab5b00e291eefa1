"""Choices by score: masses against their definitions, samplers that follow them, planted faults, refusals."""

import itertools
import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from mechanisms import ParameterError
from mechanisms.numeric.goodness import detectable_distance, goodness_of_counts, goodness_of_fit
from mechanisms.selection.above_threshold import AboveThreshold
from mechanisms.selection.exponential import ExponentialMechanism, PermuteAndFlip
from mechanisms.selection.noisy_max import ReportNoisyMax

N = 40_000
FALSE_ALARM = 1e-6
POWER = 1 - 1e-6
SCORES = [3.0, 1.0, 2.5, 3.0, -1.0]
ALL = [
    ExponentialMechanism(1.0),
    ExponentialMechanism(2.0, 3.0, monotone=True),
    PermuteAndFlip(1.5),
    ReportNoisyMax(2.0),
    ReportNoisyMax(2.0, noise="exponential"),
    AboveThreshold(3.0, 2.0),
    AboveThreshold(1.0, 3.0, 0.5, monotone=True),
]
EACH = pytest.mark.parametrize("mechanism", ALL, ids=repr)
BY_SCORE = pytest.mark.parametrize("make", [ExponentialMechanism, PermuteAndFlip])


def rng(seed):
    return np.random.default_rng(seed)


def masses(mechanism, scores=SCORES):
    outcomes = len(scores) + isinstance(mechanism, AboveThreshold)
    return np.exp(mechanism.log_mass(np.arange(outcomes), scores))


def counts(mechanism, samples, scores=SCORES):
    return np.bincount(samples, minlength=len(masses(mechanism, scores)))


@EACH
def test_samples_follow_the_masses(mechanism):
    """Exact binomial tails, false-alarm rate 1e-6 a call, seeded; the power is that of the planted faults below."""
    samples = mechanism.release(np.broadcast_to(SCORES, (N, 5)), rng(91))
    assert goodness_of_counts(counts(mechanism, samples), masses(mechanism), FALSE_ALARM).accepted


@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_gumbel_noise_has_the_law_of_the_softmax(scale):
    """False-alarm rate 1e-6 a call."""
    mechanism = ExponentialMechanism(1.0, scale)
    samples = mechanism.release_by_gumbel(np.broadcast_to(SCORES, (N, 5)), rng(92))
    assert goodness_of_counts(counts(mechanism, samples), masses(mechanism), FALSE_ALARM).accepted
    assert type(mechanism.release_by_gumbel(SCORES, rng(1))) is int


@pytest.mark.slow
@BY_SCORE
def test_exact_releases_follow_the_masses(make):
    """False-alarm rate 1e-6 a call, 10000 releases."""
    mechanism, source = make(1.5), rng(93)
    samples = [mechanism.release_exact(SCORES, source) for _ in range(10_000)]
    assert goodness_of_counts(counts(mechanism, samples), masses(mechanism), FALSE_ALARM).accepted


@pytest.mark.parametrize(
    ("stated", "drawn"),
    [
        (ExponentialMechanism(1.0), ExponentialMechanism(2.0)),
        (ExponentialMechanism(2.0), PermuteAndFlip(2.0)),
        (ExponentialMechanism(1.0), ExponentialMechanism(1.0, 2.0)),
        (PermuteAndFlip(1.0), PermuteAndFlip(1.0, monotone=True)),
        (ReportNoisyMax(2.0), ReportNoisyMax(1.0)),
        (AboveThreshold(2.0, 2.0), AboveThreshold(4.0, 2.0)),
        (AboveThreshold(2.0, 2.0), AboveThreshold(2.0, 2.0, monotone=True)),
    ],
)
def test_planted_faults_are_refuted(stated, drawn):
    """Factor 2 forgotten, sensitivity off by two, noise halved, another law: each with a power of 1 - 1e-6."""
    n, first, second = 100_000, masses(stated), masses(drawn)
    assert np.abs(np.cumsum(first) - np.cumsum(second)).max() > detectable_distance(n, FALSE_ALARM, POWER)
    sums = np.append(np.minimum(np.cumsum(first), 1.0), 0.0)
    samples = drawn.release(np.broadcast_to(SCORES, (n, 5)), rng(94))
    verdict = goodness_of_fit(
        samples, lambda x: sums[np.clip(np.floor(x), -1, len(first) - 1).astype(int)], FALSE_ALARM
    )
    assert not verdict.accepted


def test_noise_on_the_threshold_is_shared_and_noise_on_answers_is_not():
    """A threshold drawn afresh for each answer has another law; false-alarm rate and power as above."""
    scores, source, eps = [0.0] * 8, rng(95), 2.0
    stated = AboveThreshold(eps)
    law = masses(stated, scores)
    level = source.laplace(0, 2 / eps, (N, 8))
    above = source.laplace(0, 4 / eps, (N, 8)) >= level
    fresh = np.where(above.any(axis=1), above.argmax(axis=1), 8)
    sums = np.append(np.minimum(np.cumsum(law), 1.0), 0.0)
    halves = np.append(1 - 0.5 ** np.arange(1, 9), 1.0)  # each answer is above with probability 1/2
    assert np.abs(np.cumsum(law) - halves).max() > detectable_distance(N, FALSE_ALARM, POWER)
    cdf = lambda x: sums[np.clip(np.floor(x), -1, 8).astype(int)]  # noqa: E731
    assert not goodness_of_fit(fresh, cdf, FALSE_ALARM).accepted
    assert goodness_of_fit(stated.release(np.zeros((N, 8)), source), cdf, FALSE_ALARM).accepted


@EACH
@pytest.mark.parametrize("scores", [SCORES, [0.0], [5.0, 5.0], [0.0, 40.0, -30.0], list(range(12)), [1e3, 0.0]])
def test_masses_sum_to_one(mechanism, scores):
    assert math.fsum(masses(mechanism, scores)) == pytest.approx(1, abs=1e-11)


def test_softmax_masses():
    with mp.workdps(40):
        weights = [mp.exp(mp.mpf(score) / 2) for score in SCORES]
        for i, weight in enumerate(weights):
            truth = mp.log(weight / mp.fsum(weights))
            assert ExponentialMechanism(1.0).log_mass(i, SCORES) == pytest.approx(float(truth), rel=1e-14)
    assert ExponentialMechanism(1.0).log_mass(1, [0.0, -4000.0]) == pytest.approx(-2000)


def test_permute_and_flip_masses_are_those_of_all_orders():
    """The algorithm itself, over the 120 orders of five candidates."""
    weights = [math.exp(0.75 * (score - 3)) for score in SCORES]
    expected = np.zeros(5)
    for order in itertools.permutations(range(5)):
        left = 1 / 120
        for place in order:
            expected[place] += left * weights[place]
            left *= 1 - weights[place]
    np.testing.assert_allclose(masses(PermuteAndFlip(1.5)), expected, rtol=1e-12)
    np.testing.assert_allclose(masses(PermuteAndFlip(1.0), np.zeros(1001)), 1 / 1001, rtol=1e-11)


@BY_SCORE
def test_pairs_have_the_masses_to_all_digits(make):
    first, second = SCORES, [2.0, 2.0, 1.5, 3.5, 0.0]
    pair = make(1.5).pair(first, second)
    for law, scores in ((pair.p, first), (pair.q, second)):
        np.testing.assert_allclose([float(mass) for mass in law], masses(make(1.5), scores), rtol=1e-12)
    assert sum(pair.p) == sum(pair.q) == 1
    assert pair.max_divergence().lower <= 1.5  # adjacent: no score moves by more than 1
    assert make(1.5).pair(first, first).kl().value == 0


def test_a_worst_case_of_the_exponential_mechanism_is_known():
    """Two candidates, one score each way by 1: the log-odds move by eps/2 * 2, and the loss towards a far one by eps/2."""
    pair = ExponentialMechanism(1.0).pair([0, 0], [1, -1])
    truth = math.log(0.5 * (1 + math.exp(1.0)))
    assert pair.max_divergence().value == pytest.approx(truth, rel=1e-12)


def test_tiny_masses_keep_their_relative_accuracy():
    """One answer of two far below: the best wins except for about exp(-d) (1/2 + d/4), exactly for Laplace noise."""
    for distance in (30.0, 500.0):
        truth = -distance + math.log(0.5 + distance / 4)
        assert ReportNoisyMax(1.0).log_mass(1, [0.0, -distance]) == pytest.approx(truth, rel=1e-12)


@EACH
def test_shapes_and_types(mechanism):
    assert type(mechanism.release(SCORES, rng(1))) is int
    assert mechanism.release(np.zeros((2, 3, 4)), rng(1)).shape == (2, 3)
    assert isinstance(mechanism.log_mass(0, SCORES), float)
    assert mechanism.log_mass([[0, 1], [2, 3]], SCORES).shape == (2, 2)
    assert mechanism.release([7], rng(2)) in (0, 1)


def test_large_scores_do_not_overflow():
    far = [1e300, -1e300, 1e300]
    for mechanism in (ExponentialMechanism(1e5), PermuteAndFlip(1e5)):
        assert {mechanism.release(far, rng(seed)) for seed in range(50)} == {0, 2}
        assert {mechanism.release_exact(far, rng(seed)) for seed in range(50)} == {0, 2}
    assert ExponentialMechanism(1.0).release_exact([Fraction(1, 3), 10**30], rng(1)) == 1


def test_without_a_generator_an_exact_release_asks_the_system():
    mechanism = ExponentialMechanism(0.1)
    draws = [[mechanism.release_exact([0, 0, 0], None) for _ in range(60)] for _ in range(2)]
    assert draws[0] != draws[1]


@EACH
@pytest.mark.parametrize(
    "wrong", [[], 1.0, [math.nan], [math.inf], "12", ["a"], [[1.0], [1.0, 2.0]], None, [1j], [True]]
)
def test_bad_scores_are_refused(mechanism, wrong):
    with pytest.raises(ParameterError, match=r"^scores must be"):
        mechanism.release(wrong, rng(1))
    with pytest.raises(ParameterError, match=r"^scores must be"):
        mechanism.log_mass(0, wrong)
    if hasattr(mechanism, "release_exact"):
        with pytest.raises(ParameterError, match=r"^scores must be"):
            mechanism.release_exact(wrong, rng(1))


@EACH
@pytest.mark.parametrize("wrong", [-1, 9, 0.0, "1", None])
def test_bad_outcomes_are_refused(mechanism, wrong):
    with pytest.raises(ParameterError, match=r"^outcome must be an integer from 0 to"):
        mechanism.log_mass(wrong, SCORES)


@pytest.mark.parametrize("wrong", [0, -1, math.nan, math.inf, 1j, True, "1", None, [1.0]])
def test_bad_parameters_are_refused(wrong):
    for make, name in (
        (ExponentialMechanism, "eps"),
        (PermuteAndFlip, "eps"),
        (AboveThreshold, "eps"),
        (ReportNoisyMax, "scale"),
        (lambda x: ExponentialMechanism(1.0, x), "sensitivity"),
        (lambda x: PermuteAndFlip(1.0, x), "sensitivity"),
        (lambda x: AboveThreshold(1.0, 0.0, x), "sensitivity"),
        (lambda x: ReportNoisyMax(1.0, x), "sensitivity"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be positive and finite, got "):
            make(wrong)


def test_other_bad_input_is_refused():
    for call, name in (
        (lambda: AboveThreshold(1.0, math.nan), "threshold"),
        (lambda: AboveThreshold(1.0, monotone=1), "monotone"),
        (lambda: ExponentialMechanism(1.0, monotone="yes"), "monotone"),
        (lambda: ReportNoisyMax(1.0, noise="gaussian"), "noise"),
        (lambda: ReportNoisyMax(1.0, noise=1), "noise"),
        (lambda: ExponentialMechanism(1.0).pair([1, 2], [1]), "second"),
        (lambda: PermuteAndFlip(1.0).pair([0] * 65, [0] * 65), "second"),
        (lambda: ReportNoisyMax(1e-3).log_mass(0, [0.0, 1e3]), "scores"),
        (lambda: ExponentialMechanism(1e300, 1e-300), "eps / sensitivity"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be"):
            call()

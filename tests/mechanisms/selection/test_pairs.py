"""Pairs of laws of choices: masses enumerated to many digits, against 60-digit quadrature and against the samplers."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from mechanisms import AboveThreshold, ParameterError, PermuteAndFlip, ReportNoisyMax
from mechanisms.numeric.goodness import goodness_of_counts

SCORES = (Fraction(1, 2), Fraction(-2), Fraction(3, 4))
OTHER = (Fraction(3, 2), Fraction(-3), Fraction(1, 4))
CHOICES = [
    ReportNoisyMax(1.5),
    ReportNoisyMax(0.75, noise="exponential"),
    AboveThreshold(1.25, threshold=0.5),
    AboveThreshold(1.25, threshold=-0.5, monotone=True),
]


def cdf(x, scale):
    return mp.exp(x / scale) / 2 if x < 0 else 1 - mp.exp(-x / scale) / 2


def density(x, scale):
    return mp.exp(-abs(x) / scale) / (2 * scale)


def integrated(integrand, kinks, scale):
    reach = 150 * scale
    ends = sorted({*kinks, min(kinks) - reach, max(kinks) + reach})
    return mp.quad(integrand, ends, maxdegree=9)


def noisy_max_mass(mechanism, scores, i):
    scale = mp.mpf(mechanism.scale)
    if mechanism.noise == "exponential":
        top = max(scores)
        others = [score for j, score in enumerate(scores) if j != i]
        return mp.quad(
            lambda x: mp.exp(-(x - scores[i]) / scale) / scale * mp.fprod(1 - mp.exp(-(x - s) / scale) for s in others),
            [top, top + 150 * scale],
            maxdegree=9,
        )
    others = [score for j, score in enumerate(scores) if j != i]
    return integrated(
        lambda x: density(x - scores[i], scale) * mp.fprod(cdf(x - s, scale) for s in others), scores, scale
    )


def threshold_mass(mechanism, scores, i):
    b = mp.mpf(2) * mechanism.sensitivity / mechanism.eps
    c = b if mechanism.monotone else 2 * b

    def integrand(z):
        stop = 1 if i == len(scores) else 1 - cdf(z - scores[i], c)
        return density(z - mechanism.threshold, b) * stop * mp.fprod(cdf(z - s, c) for s in scores[:i])

    return integrated(integrand, [mp.mpf(mechanism.threshold), *scores], c)


@pytest.mark.slow
@pytest.mark.parametrize("mechanism", CHOICES, ids=str)
def test_masses_have_forty_digits(mechanism):
    found = mechanism.pair(SCORES, OTHER).p
    mass = threshold_mass if isinstance(mechanism, AboveThreshold) else noisy_max_mass
    with mp.workdps(60):
        scores = [mp.mpf(score.numerator) / score.denominator for score in SCORES]
        for i, one in enumerate(found):
            truth = mass(mechanism, scores, i)
            assert abs(mp.mpf(one.numerator) / one.denominator / truth - 1) < mp.mpf(10) ** -40


@pytest.mark.parametrize("mechanism", CHOICES, ids=str)
def test_masses_are_those_of_the_density_and_of_the_sampler(mechanism):
    masses = [float(mass) for mass in mechanism.pair(SCORES, OTHER).q]
    scores = [float(score) for score in OTHER]
    assert math.fsum(masses) == pytest.approx(1, rel=1e-15)
    assert np.exp(mechanism.log_mass(np.arange(len(masses)), scores)) == pytest.approx(masses, rel=1e-11)
    draws = mechanism.release(np.tile(scores, (100_000, 1)), np.random.default_rng(3))
    counts = np.bincount(draws, minlength=len(masses))
    assert goodness_of_counts(counts.tolist(), masses, 1e-9).accepted


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("mechanism", "eps"),
    [
        (ReportNoisyMax(2.0), 1.0),
        (ReportNoisyMax(2.0, noise="exponential"), 1.0),
        (AboveThreshold(1.0), 1.0),
        (AboveThreshold(1.0, monotone=True), 1.0),
        (PermuteAndFlip(1.0), 1.0),
    ],
    ids=str,
)
def test_no_pair_of_neighbours_exceeds_the_budget(mechanism, eps):
    rng = np.random.default_rng(11)
    worst = 0.0
    for _ in range(20):
        scores = rng.normal(size=5) * 4
        moves = rng.choice([-1.0, 1.0], 5)
        if getattr(mechanism, "monotone", False):
            moves = np.abs(moves)
        worst = max(worst, mechanism.pair(scores, scores + moves).max_divergence().lower)
    assert 0.2 * eps < worst <= eps


def test_noisy_max_with_exponential_noise_is_permute_and_flip_exactly():
    assert ReportNoisyMax(2, noise="exponential").pair(SCORES, OTHER) == PermuteAndFlip(1).pair(SCORES, OTHER)


@pytest.mark.parametrize("mechanism", CHOICES[:3], ids=str)
def test_scores_that_almost_tie_lose_no_digits(mechanism):
    tiny = Fraction(1, 10**30)
    tied, almost = mechanism.pair((0, 0, 1), (0, tiny, 1)).p, mechanism.pair((0, 0, 1), (0, tiny, 1)).q
    gaps = [abs(a / b - 1) for a, b in zip(tied, almost, strict=True)]
    assert 0 < max(gaps) < 10 * tiny


@pytest.mark.parametrize("mechanism", CHOICES, ids=str)
def test_scores_far_apart_keep_relative_digits(mechanism):
    masses = mechanism.pair((0, 500, 0), (0, 500, 0)).p
    assert all(mass > 0 for mass in masses[:2])
    assert float(masses[0]) == pytest.approx(math.exp(mechanism.log_mass(0, (0, 500, 0))), rel=1e-10)


@pytest.mark.parametrize("mechanism", CHOICES, ids=str)
@pytest.mark.parametrize("second", [(1, 2), (0,) * 65, (1, float("nan"), 2), (1, True, 2), "abc"])
def test_bad_scores_are_named(mechanism, second):
    with pytest.raises(ParameterError):
        mechanism.pair((1, 2, 3), second)

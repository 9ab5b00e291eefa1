"""Poisson samples of which no more than a given number of records is kept: brackets against exact cases, and their false twins."""

from fractions import Fraction

import pytest
from scipy.stats import binom
from sympy import Rational

from dpsym import Gaussian
from dpsym.curves import (
    PrivacyCurve,
    RandomizedResponseLoss,
    SampledLoss,
    SubsampledGaussianLoss,
    overflow_upper,
    truncated_bracket,
)
from dpsym.errors import NoRouteError, ParameterError, UndecidedError

RATE = Fraction(1, 100)


def _gaussian(steps):
    return [PrivacyCurve([(SubsampledGaussianLoss(RATE, Fraction(1), side), steps)]) for side in ("remove", "add")]


@pytest.mark.parametrize(("population", "most"), [(50_000, 650), (200, 3), (10, 9), (1000, 999)])
def test_the_probability_of_a_batch_that_is_too_large(population, most):
    found = float(overflow_upper(population, RATE, most))
    truth = binom.sf(most, population, float(RATE))
    assert truth * (1 - 1e-9) <= found <= truth * (1 + 1e-9) or truth < 1e-300
    assert found > binom.sf(most + 1, population, float(RATE)) or truth < 1e-300
    assert overflow_upper(population, RATE, population, 7) == 0


def test_several_batches_have_the_chance_of_any():
    one, many = (float(overflow_upper(200, RATE, 3, steps)) for steps in (1, 50))
    assert abs(many / (1 - (1 - one) ** 50) - 1) < 1e-9


def test_two_records_in_a_batch_of_one_are_an_exact_case():
    # the other record adds nothing; of both one is kept by a coin, so that the rate is q - q^2/2
    rate, eps = Fraction(1, 5), Fraction(1, 20)
    curves, kept = (
        [
            PrivacyCurve([(SampledLoss(RandomizedResponseLoss(Fraction(2)), share, side), 1)])
            for side in ("remove", "add")
        ]
        for share in (rate, rate - rate**2 / 2)
    )
    truth = max(float(curve.delta(eps, 12).mid) for curve in kept)
    overflow = overflow_upper(2, rate, 1)
    assert abs(float(overflow) - 0.04) < 1e-12
    low, high = truncated_bracket(curves, overflow, eps=eps)
    assert low <= truth <= high
    low, high = truncated_bracket(curves, overflow / 1000, eps=eps)
    assert not low <= truth <= high


@pytest.mark.slow
def test_rare_large_batches_change_little_and_frequent_ones_all():
    delta = Fraction(1, 10**5)
    plain = max(curve.epsilon(delta, 10).lower for curve in _gaussian(1000))
    low, high = truncated_bracket(_gaussian(1000), overflow_upper(50_000, RATE, 700, 1000), delta=delta)
    assert low <= plain <= high
    assert high - low < Fraction(1, 10**8)
    wide = truncated_bracket(_gaussian(1000), overflow_upper(50_000, RATE, 650, 1000), delta=delta)
    assert wide[0] < plain < wide[1] - Fraction(1, 1000)
    with pytest.raises(UndecidedError, match="too large batches alone may take more than delta"):
        truncated_bracket(_gaussian(1000), overflow_upper(50_000, RATE, 600, 1000), delta=delta)


def test_a_guarantee_counts_its_batches():
    batch = Gaussian(1).subsample(Rational(1, 100), population=50_000, most=700)
    answer = batch.compose(500).compose(2).to_approx(Rational(1, 10**5))
    low, high = truncated_bracket(_gaussian(1000), overflow_upper(50_000, RATE, 700, 1000), delta=Fraction(1, 10**5))
    assert low <= Fraction(answer.number.p, answer.number.q) <= high + Fraction(1, 10**10)
    assert "amplification.poisson.truncated" in answer.theorems
    with pytest.raises(NoRouteError, match="too large batches alone"):
        Gaussian(1).subsample(Rational(1, 100), population=50_000, most=600).compose(1000).epsilon(Rational(1, 10**5))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: overflow_upper(100, RATE, 0), "greatest batch B must be a positive integer, got 0"),
        (lambda: overflow_upper(1000, RATE, 9), "greatest batch B must be at least the mean batch 10, got 9"),
        (lambda: truncated_bracket([], Fraction(0)), "question must be a delta or an eps"),
        (
            lambda: Gaussian(1).subsample(Rational(1, 10), population=1000, most=99),
            "greatest batch B must be at least the mean batch 100, got 99",
        ),
        (
            lambda: Gaussian(1).subsample(Rational(1, 10), most=99),
            "sampling must be a rate, or a size with a population",
        ),
    ],
)
def test_bad_input_gets_one_line(make, told):
    with pytest.raises(ParameterError, match=told):
        make()

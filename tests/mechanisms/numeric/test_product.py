"""Products of pairs: what adds up adds up, and what needs the law of the sum lies between two bounds."""

import math
from fractions import Fraction
from itertools import product

import mpmath as mp
import numpy as np
import pytest

from mechanisms import FinitePair, ParameterError, bernoulli_pair, gaussian_pair, laplace_pair
from mechanisms.numeric.countable import CountablePair
from mechanisms.numeric.product import ProductPair

INF = math.inf


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(40):
        yield


def gaussian_delta(eps, distance):
    d = mp.mpf(distance)
    return mp.ncdf(d / 2 - eps / d) - mp.exp(eps) * mp.ncdf(-d / 2 - eps / d)


@pytest.mark.parametrize(
    ("count", "relative"),
    [(1, 1e-10), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((2, 1e-5), (4, 1e-2)))],
)
def test_gaussian_coordinates_make_a_gaussian_of_the_euclidean_distance(holds, count, relative):
    pair = ProductPair([gaussian_pair(0, 1, 0.75, 1)] * count)
    distance = 0.75 * mp.sqrt(count)
    for eps in (0.0, 0.5, 2.0):
        holds(pair.hockey_stick(eps), gaussian_delta(eps, distance), relative, (count, eps))
        truth = mp.ncdf((distance**2 / 2 - eps) / distance)
        holds(pair.loss_tail(eps), truth, 0.05, (count, eps))
    quantile = mp.sqrt(2) * mp.erfinv(1 - 2 * mp.mpf(0.2))
    holds(pair.tradeoff(0.2), mp.ncdf(quantile - distance), relative, count)
    holds(pair.renyi(3), 3 * distance**2 / 2, 1e-11)
    holds(pair.chi_squared(), mp.expm1(distance**2), 1e-11)
    holds(pair.squared_hellinger(), -mp.expm1(-(distance**2) / 8), 1e-11)
    for cumulant, expected in zip(pair.loss_cumulants(3), (distance**2 / 2, distance**2, 0), strict=True):
        holds(cumulant, mp.mpf(expected))
    assert pair.max_divergence().value == INF


def test_finite_coordinates_against_all_outcomes(holds):
    """Random finite pairs, two to four of them: the product listed outcome by outcome, zeros included."""
    rng = np.random.default_rng(81)
    for count in (2, 2, 3, 4):
        parts = []
        for _ in range(count):
            weights = rng.integers(0, 9, size=(2, 3)) + np.eye(3, dtype=int)[[0, 0]]
            parts.append([[Fraction(int(w), int(row.sum())) for w in row] for row in weights])
        pair = ProductPair([FinitePair(*part) for part in parts])
        listed = FinitePair(
            *([math.prod(outcome) for outcome in product(*(part[i] for part in parts))] for i in (0, 1))
        )
        for eps in (-0.5, 0.1, 1.0):
            truth = mp.mpf(listed.hockey_stick(eps).value)
            estimate = pair.hockey_stick(eps)
            assert abs(estimate.value - truth) <= estimate.error + 1e-14
            assert estimate.error < 1e-9
            assert pair.loss_tail(eps).lower <= listed.loss_tail(eps).upper
            assert pair.loss_tail(eps).upper >= listed.loss_tail(eps).lower
        for level in (0.0, 0.2, 0.8):
            estimate, truth = pair.tradeoff(level), listed.tradeoff(level)
            assert abs(estimate.value - truth.value) <= estimate.error + truth.error, (parts, level)
        for order in (0.5, 1.0, 2.0, INF):
            one, other = pair.renyi(order), listed.renyi(order)
            assert one.value == other.value or abs(one.value - other.value) <= one.error + other.error


def test_mixed_coordinates(holds):
    """A bit beside Gaussian noise: the mean of two Gaussian profiles at moved levels."""
    pair = ProductPair([bernoulli_pair(Fraction(1, 4), Fraction(1, 2)), gaussian_pair(0, 1, 1, 1)])
    for eps in (0.0, 1.0):
        truth = mp.fsum(
            p * gaussian_delta(eps - mp.log(p / q), 1)
            for p, q in ((mp.mpf(3) / 4, mp.mpf(1) / 2), (mp.mpf(1) / 4, mp.mpf(1) / 2))
        )
        holds(pair.hockey_stick(eps), truth, 1e-5, eps)


def test_laws_on_the_integers_as_coordinates(holds):
    ratio = math.log(0.5)
    count = CountablePair(
        lambda k: math.log(1 / 3) + np.abs(k) * ratio, lambda k: math.log(1 / 3) + np.abs(k - 1) * ratio, (0, 1)
    )
    pair = ProductPair([count, count])
    # Each loss is log 2 up to 0 (mass 2/3 under P, 1/3 under Q) and -log 2 beyond.
    truth = mp.mpf(4) / 9 - mp.mpf(1) / 9
    holds(pair.total_variation(), truth, 1e-9)
    holds(pair.max_divergence(), 2 * mp.log(2), 1e-12)


def test_coordinates_with_mass_that_q_lacks(holds):
    escaping = FinitePair((Fraction(1, 2), Fraction(1, 2), 0), (0, Fraction(3, 4), Fraction(1, 4)))
    pair = ProductPair([escaping, laplace_pair(0, 1, 1, 1)])
    assert pair.kl().value == pair.renyi(2).value == pair.max_divergence().value == pair.chi_squared().value == INF
    assert pair.hockey_stick(5.0).lower >= 0.5 - 1e-9
    assert pair.tradeoff(0.5).upper < 1e-9
    assert pair.renyi(0.5).value < INF


@pytest.mark.slow
def test_products_of_products_are_flat_and_reverse():
    one = laplace_pair(0, 1, 1, 1)
    pair = ProductPair([ProductPair([one, one]), one])
    assert pair.pairs == (one, one, one)
    assert pair.reversed().kl().value == pytest.approx(pair.kl().value)
    there, back = pair.hockey_stick(0.5), pair.reversed().hockey_stick(0.5)  # Laplace pairs are symmetric
    assert abs(there.value - back.value) <= there.error + back.error


@pytest.mark.parametrize("pairs", [(), [], None, 3, "ab", (1,), [gaussian_pair(0, 1, 1, 1), None]])
def test_what_is_no_sequence_of_pairs_is_refused(pairs):
    with pytest.raises(ParameterError, match=r"^pairs must be a non-empty sequence of pairs"):
        ProductPair(pairs)

"""PrivUnit: answers lie in the cap as often as stated, have the true mean and the stated error, and their heights have the law."""

import math

import numpy as np
import pytest
from scipy.special import betainc

from mechanisms import ParameterError, PrivUnit
from mechanisms.errors import GeneratorError
from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit

N = 40_000
FALSE_ALARM = 1e-6
POWER = 1 - 1e-6


def rng(seed):
    return np.random.default_rng(seed)


def _cdf(mechanism):
    """Return the distribution function of the inner product of an answer, before it is scaled, and the true direction."""

    def sphere(x):
        half = betainc((mechanism.dimension - 1) / 2, 0.5, 1 - x * x) / 2
        return np.where(x < 0, half, 1 - half)

    def cdf(x):
        x = np.clip(x, -1, 1)
        low, high = np.minimum(sphere(x), 1 - mechanism.share), np.maximum(sphere(x) - 1 + mechanism.share, 0)
        return (1 - mechanism.chance) * low / (1 - mechanism.share) + mechanism.chance * high / mechanism.share

    return cdf


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(("eps", "dimension", "threshold"), [(1, 2, 0.3), (1, 3, 0), (2, 5, 0.4), (4, 40, 0.2)])
def test_heights_have_their_law_and_answers_the_true_mean(eps, dimension, threshold):
    """False-alarm rate 1e-6; the law of half of eps is refuted with power 1 - 1e-6; means are within six standard deviations."""
    mechanism = PrivUnit(eps, dimension, threshold)
    true = np.linspace(1, 2, dimension)
    true /= np.linalg.norm(true)
    found = mechanism.release(np.tile(true, (N, 1)), rng(dimension))
    heights = found @ true * mechanism.projection()
    assert goodness_of_fit(heights, _cdf(mechanism), FALSE_ALARM).accepted
    other, grid = _cdf(PrivUnit(eps / 2, dimension, threshold)), np.linspace(-1, 1, 4001)
    assert np.abs(other(grid) - _cdf(mechanism)(grid)).max() > detectable_distance(N, FALSE_ALARM, POWER)
    assert not goodness_of_fit(heights, other, FALSE_ALARM).accepted
    length = 1 / mechanism.projection()
    assert np.linalg.norm(found, axis=1) == pytest.approx(length, rel=1e-9)
    assert np.abs(found.mean(axis=0) - true).max() < 6 * length / math.sqrt(N)
    square = ((found - true) ** 2).sum(axis=1)
    assert abs(square.mean() - (length**2 - 1)) < 6 * square.std() / math.sqrt(N)


@pytest.mark.parametrize(("eps", "dimension", "threshold"), [(0.1, 3, 0.5), (1, 2, 0), (5, 30, 0.3), (600, 3, 0.9)])
def test_the_pair_is_that_of_two_opposite_caps(eps, dimension, threshold):
    mechanism = PrivUnit(eps, dimension, threshold)
    pair = mechanism.pair()
    assert pair.max_divergence().value <= eps * (1 + 1e-12)
    assert pair.max_divergence().value == pytest.approx(eps, rel=1e-9)
    assert float(pair.p[0]) == pytest.approx(mechanism.chance, rel=1e-12)
    # nearer directions are told apart less: what lies in both caps is the same for them
    both = mechanism.share / 2
    near = mechanism.chance / mechanism.share - (1 - mechanism.chance) / (1 - mechanism.share)
    assert (mechanism.share - both) * near < float(pair.hockey_stick(0).value) or eps < 0.1


def test_refusals():
    for name, wrong in (("eps", 0), ("eps", -1), ("dimension", 1), ("threshold", 1), ("threshold", -0.1)):
        with pytest.raises(ParameterError, match=name):
            PrivUnit(**{"eps": 1, "dimension": 3, name: wrong})
    with pytest.raises(ParameterError, match="float holds"):
        PrivUnit(1, 10_000, 0.99)
    for wrong in ([1.0, 0.0], [1.0, 1.0, 0.0], 1.0, [[0.0, 0.0, 0.0]]):
        with pytest.raises(ParameterError, match="directions"):
            PrivUnit(1, 3).release(wrong, rng(0))
    with pytest.raises(GeneratorError):
        PrivUnit(1, 3).release([1.0, 0.0, 0.0], 3)

"""Noise on vectors: joint laws, covariance, planted faults, refusals."""

import math

import numpy as np
import pytest

from mechanisms import Gaussian, ParameterError
from mechanisms.noise.vector import VectorGaussian, VectorLaplace
from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit

N = 20_000
FALSE_ALARM = 1e-6
POWER = 1 - 1e-6
COVARIANCE = [[2.0, 1.2, 0.0], [1.2, 3.0, -0.5], [0.0, -0.5, 0.25]]
DIRECTIONS = ([1.0, 0.0, 0.0], [0.3, -1.0, 2.0], [1.0, 1.0, 1.0], [0.0, 1.0, -1.0])


def rng(seed):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_gaussian_projections_follow_their_law(direction):
    """A projection v'x is Gaussian with variance v'Sv; false-alarm rate 1e-6 a call."""
    sigma = math.sqrt(np.array(direction) @ COVARIANCE @ direction)
    samples = VectorGaussian(COVARIANCE).release(np.ones((N, 3)), rng(51)) @ direction
    assert goodness_of_fit(samples - sum(direction), Gaussian(sigma).cdf, FALSE_ALARM).accepted


@pytest.mark.parametrize("wrong", ["independent", "transposed", "shared"])
def test_a_covariance_that_is_not_used_is_refuted(wrong):
    """On the direction that shows it best, whose law is known, the power is 1 - 1e-6."""
    root, n = np.linalg.cholesky(COVARIANCE), 100_000
    factor = {"independent": np.sqrt(np.diag(np.diagonal(COVARIANCE))), "transposed": root.T}.get(wrong)
    factor = np.outer(root.sum(axis=1), [1.0, 0.0, 0.0]) if factor is None else factor
    spread = {
        tuple(v): [math.sqrt(v @ c @ v) for c in (np.array(COVARIANCE), factor @ factor.T)]
        for v in np.array(DIRECTIONS)
    }
    direction, (stated, drawn) = max(spread.items(), key=lambda item: abs(math.log(item[1][0] / (item[1][1] + 1e-9))))
    grid = np.linspace(-20, 20, 40_001)
    gap = np.abs(Gaussian(stated).cdf(grid) - Gaussian(drawn).cdf(grid)).max()
    assert gap > detectable_distance(n, FALSE_ALARM, POWER)
    noise = rng(52).standard_normal((n, 3)) @ factor.T
    assert not goodness_of_fit(noise @ direction, Gaussian(stated).cdf, FALSE_ALARM).accepted


def test_the_gaussian_density_is_the_definition():
    x, centre = np.array([[1.0, -2.0, 0.3], [0.0, 0.0, 0.0]]), np.array([0.5, 0.0, 0.0])
    found = VectorGaussian(COVARIANCE).log_density(x, centre)
    for point, value in zip(x, found, strict=True):
        square = (point - centre) @ np.linalg.inv(COVARIANCE) @ (point - centre)
        assert value == pytest.approx(-square / 2 - math.log((2 * math.pi) ** 3 * np.linalg.det(COVARIANCE)) / 2)
    assert VectorGaussian(COVARIANCE).log_density([math.inf, 0.0, 0.0], [0.0] * 3) == -math.inf


def test_one_direction_decides_between_two_answers():
    """On a single axis the pair is that of scalar noise; in general the density ratio has the pair's mean under P."""
    scalar = VectorGaussian([[4.0]]).pair([3.0])
    assert scalar.renyi(2.5).value == pytest.approx(Gaussian(2.0).pair(3.0).renyi(2.5).value, rel=1e-12)
    mechanism, shift = VectorGaussian(COVARIANCE), np.array([1.0, -0.5, 0.2])
    x = mechanism.release(np.zeros((200_000, 3)), rng(53))
    losses = mechanism.log_density(x, np.zeros(3)) - mechanism.log_density(x, shift)
    kl, variance = mechanism.pair(shift).kl().value, mechanism.pair(shift).loss_variance().value
    assert abs(losses.mean() - kl) < 5.5 * math.sqrt(variance / len(x))  # by chance once in 10^7
    assert mechanism.pair().kl().value == pytest.approx(0.5)


def test_laplace_vectors_have_the_joint_density_of_their_coordinates():
    mechanism = VectorLaplace(2.0, 3.0)
    assert mechanism.log_density([1.0, -4.0], [0.0, 0.0]) == pytest.approx(-2.5 - 2 * math.log(4))
    assert mechanism.log_density(np.zeros((5, 4, 2)), np.zeros(2)).shape == (5, 4)
    noise = mechanism.release(np.zeros((N, 2)), rng(54))
    below = lambda x: np.where(x < 0, np.exp(-np.abs(x) / 2) / 2, 1 - np.exp(-np.abs(x) / 2) / 2)  # noqa: E731
    ranks = below(noise)
    for sample in (ranks[:, 0], ranks[:, 1], (ranks[:, 0] - ranks[:, 1]) % 1):
        assert goodness_of_fit(sample, lambda x: np.clip(x, 0, 1), FALSE_ALARM).accepted


@pytest.mark.parametrize(
    "wrong",
    [
        [[1.0, 0.5], [0.4, 1.0]],
        [[1.0, 2.0], [2.0, 1.0]],
        [[1.0, 1.0], [1.0, 1.0]],
        [[0.0]],
        [[-1.0]],
        [[1.0, 0.0]],
        [1.0],
        1.0,
        [],
        [[math.nan]],
        [[math.inf]],
        "1",
        [[1.0, 0.0], [0.0]],
        [[1j]],
    ],
)
def test_bad_covariances_are_refused(wrong):
    with pytest.raises(ParameterError, match=r"^covariance must be a symmetric, positive definite matrix"):
        VectorGaussian(wrong)


def test_bad_vectors_are_refused():
    gaussian, laplace = VectorGaussian(COVARIANCE), VectorLaplace(1.0)
    for wrong in (1.0, [1.0, 2.0], [math.nan] * 3, "1", [], [["a"] * 3]):
        with pytest.raises(ParameterError, match=r"^answers must be"):
            gaussian.release(wrong, rng(1))
        with pytest.raises(ParameterError, match=r"^answer must be"):
            gaussian.log_density([0.0] * 3, wrong)
    with pytest.raises(ParameterError, match=r"^answers must be a vector"):
        laplace.release(1.0, rng(1))
    with pytest.raises(ParameterError, match=r"^shift must be"):
        gaussian.pair([[1.0, 2.0, 3.0]])
    for wrong in (0, -1.0, math.nan, True, "1"):
        with pytest.raises(ParameterError, match=r"^sensitivity must be positive and finite"):
            VectorGaussian(COVARIANCE, wrong)
        with pytest.raises(ParameterError, match=r"^scale must be positive and finite"):
            VectorLaplace(wrong)

"""The Laplace and Gaussian mechanisms: densities, samplers that follow them, and samplers that do not."""

import math

import numpy as np
import pytest

from mechanisms import Gaussian, Laplace, ParameterError
from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit

N = 20_000
FALSE_ALARM = 1e-6
POWER = 1 - 1e-6
BOTH = pytest.mark.parametrize("make", [Laplace, Gaussian])


def rng(seed):
    return np.random.default_rng(seed)


def distance(first, second):
    """Kolmogorov-Smirnov distance of two distribution functions, on a fine grid: a lower bound."""
    grid = np.linspace(-40, 40, 200_001)
    return np.abs(first(grid) - second(grid)).max()


@BOTH
@pytest.mark.parametrize("factor", [0.5, 1 / math.sqrt(2), 2.0])
def test_noise_of_another_scale_is_refuted(make, factor):
    """Halved noise, a scale taken as a variance (2 becomes its root), doubled noise: power 1 - 1e-6."""
    stated, drawn = make(2.0), make(2.0 * factor)
    assert distance(stated.cdf, drawn.cdf) > detectable_distance(N, FALSE_ALARM, POWER)
    assert not goodness_of_fit(drawn.release(np.zeros(N), rng(12)), stated.cdf, FALSE_ALARM).accepted


def test_the_other_law_is_refuted():
    """Laplace noise of the variance of the Gaussian: power 1 - 1e-6."""
    gaussian, laplace = Gaussian(1.0), Laplace(1 / math.sqrt(2))
    assert distance(gaussian.cdf, laplace.cdf) > detectable_distance(N, FALSE_ALARM, POWER)
    assert not goodness_of_fit(laplace.release(np.zeros(N), rng(13)), gaussian.cdf, FALSE_ALARM).accepted


def independence(mechanism, samples):
    """Test that two columns are independent: the difference of their uniform ranks, modulo 1, is uniform."""
    ranks = mechanism.cdf(samples)
    return goodness_of_fit((ranks[:, 0] - ranks[:, 1]) % 1, lambda x: np.clip(x, 0, 1), FALSE_ALARM)


@BOTH
def test_coordinates_get_independent_noise(make):
    """False-alarm rate 1e-6; one draw shared by all coordinates puts all mass on 0, at distance 1."""
    mechanism = make(1.5)
    assert independence(mechanism, mechanism.release(np.zeros((N, 2)), rng(14))).accepted
    shared = mechanism.release(np.zeros((N, 1)), rng(14)) + np.zeros((N, 2))
    assert not independence(mechanism, shared).accepted


@BOTH
def test_each_release_draws_afresh(make):
    mechanism, source = make(1.0), rng(15)
    assert mechanism.release(0.0, source) != mechanism.release(0.0, source)
    assert make(1.0).release(0.0, rng(15)) == make(1.0).release(0.0, rng(15))


@BOTH
def test_shapes_are_kept(make):
    mechanism = make(1.0)
    assert isinstance(mechanism.release(1, rng(1)), float)
    assert isinstance(mechanism.release(np.float64(1), rng(1)), float)
    for shape in ((3,), (2, 3), (1, 1, 1)):
        assert mechanism.release(np.zeros(shape), rng(1)).shape == shape
    assert mechanism.release([[1, 2], [3, 4]], rng(1)).shape == (2, 2)


@BOTH
def test_log_densities_stay_finite_far_out_and_have_the_answer_at_the_centre(make):
    mechanism = make(1e-3)
    assert math.isfinite(mechanism.log_density(1e6))
    assert mechanism.log_density(5.0, 5.0) > mechanism.log_density([4.9, 5.1], 5.0).max()
    assert mechanism.log_density(math.inf) == -math.inf
    assert mechanism.log_density(np.zeros((2, 1)), np.zeros(3)).shape == (2, 3)
    assert isinstance(mechanism.log_density(1), float)
    assert isinstance(mechanism.cdf(1), float)
    assert (mechanism.cdf(-math.inf), mechanism.cdf(0.0), mechanism.cdf(math.inf)) == (0, 0.5, 1)


@BOTH
def test_the_pair_is_the_law_on_two_answers(make):
    mechanism = make(2.0, sensitivity=3.0)
    x = np.linspace(-10, 10, 21)
    expected = mechanism.log_density(x) - mechanism.log_density(x, 3.0)
    np.testing.assert_allclose(mechanism.pair().privacy_loss(x), expected, atol=1e-14)
    expected = mechanism.log_density(x) - mechanism.log_density(x, -0.5)
    np.testing.assert_allclose(mechanism.pair(-0.5).privacy_loss(x), expected, atol=1e-14)


@BOTH
def test_conveniences_ask_the_pair_at_the_sensitivity(make):
    mechanism = make(2.0, sensitivity=3.0)
    pair = mechanism.pair(3.0)
    assert mechanism.renyi(1.7) == pair.renyi(1.7)
    assert mechanism.kl() == pair.kl()
    assert mechanism.max_divergence() == pair.max_divergence()
    assert mechanism.hockey_stick(0.3) == pair.hockey_stick(0.3)
    assert mechanism.pair(0.0).kl().value == 0


def test_only_the_ratio_of_sensitivity_and_scale_counts():
    for make in (Laplace, Gaussian):
        first, second = make(2.0, sensitivity=3.0).renyi(2.5), make(20.0, sensitivity=30.0).renyi(2.5)
        assert abs(first.value - second.value) <= first.error + second.error


@BOTH
@pytest.mark.parametrize("wrong", [0, -1, -0.0, math.nan, math.inf, -math.inf, 1j, True, "1", None, [1.0], np.ones(1)])
def test_bad_parameters_are_refused(make, wrong):
    with pytest.raises(ParameterError, match=r"^(scale|sigma) must be positive and finite, got "):
        make(wrong)
    with pytest.raises(ParameterError, match=r"^sensitivity must be positive and finite, got "):
        make(1.0, wrong)


@BOTH
@pytest.mark.parametrize("shift", [math.nan, math.inf, 1j, "1", True, [1.0]])
def test_bad_shifts_are_refused(make, shift):
    with pytest.raises(ParameterError, match=r"^shift must be"):
        make(1.0).pair(shift)


@BOTH
@pytest.mark.parametrize(
    "answers", [math.nan, [1.0, math.nan], math.inf, [], [[1.0], [1.0, 2.0]], "1", ["a"], 1j, True, [True], None, {}]
)
def test_bad_answers_are_refused(make, answers):
    with pytest.raises(ParameterError, match=r"^answers must be"):
        make(1.0).release(answers, rng(1))


@BOTH
def test_bad_points_are_refused(make):
    for wrong in (math.nan, "1", 1j, [[1.0], [1.0, 2.0]]):
        with pytest.raises(ParameterError, match=r"^x must be"):
            make(1.0).log_density(wrong)
        with pytest.raises(ParameterError, match=r"^x must be"):
            make(1.0).cdf(wrong)
    with pytest.raises(ParameterError, match=r"^answer must be"):
        make(1.0).log_density(0.0, math.inf)

"""The functional mechanism: the law of its values, consistency between calls, privacy, planted faults, refusals."""

import math
import pickle

import numpy as np
import pytest
from scipy.stats import chi2, norm

from mechanisms import Gaussian, ParameterError
from mechanisms.errors import GeneratorError
from mechanisms.functional.kernel import GaussianKernel, KernelDensity
from mechanisms.functional.mechanism import FunctionalMechanism
from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit

FALSE_ALARM = 1e-6
POWER = 1 - 1e-6


def rng(seed):
    return np.random.default_rng(seed)


def zero(points):
    return np.zeros(len(points))


def covariance(points, bandwidth, jitter):
    """The stated covariance in units of sigma^2, from its definition."""
    x = np.asarray(points, float).reshape(len(points), -1)
    squares = ((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=2)
    return np.exp(-squares / (2 * bandwidth**2)) + jitter * np.eye(len(x))


def whitened(values, points, bandwidth, jitter, sigma):
    """Values as independent standard Gaussians, if they have the stated law; each row of `values` is a release."""
    return np.linalg.solve(np.linalg.cholesky(covariance(points, bandwidth, jitter)), np.transpose(values) / sigma).T


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("calls", [1, 10])
@pytest.mark.parametrize(("dimension", "bandwidth"), [(1, 0.1), (1, 30.0), (2, 0.3)])
def test_500_points_in_ten_calls_of_50_have_the_law_of_one_call(calls, dimension, bandwidth):
    """The stated joint law, whitened, on 8 releases of 500 points; false-alarm rate 1e-6 a call, seeded.

    The power is that of the planted faults below.
    """
    points = rng(61).random((500, dimension))
    mechanism = FunctionalMechanism(GaussianKernel(bandwidth), dimension, sigma=2.0, sensitivity=1.0)
    releases = [mechanism.open(zero, source) for source in rng(62).spawn(8)]
    values = [np.concatenate([release.at(block) for block in np.split(points, calls)]) for release in releases]
    noise = whitened(values, points, bandwidth, mechanism.jitter, 2.0)
    assert goodness_of_fit(noise.ravel(), norm.cdf, FALSE_ALARM).accepted
    neighbours = norm.cdf(noise[:, ::2]) - norm.cdf(noise[:, 1::2])
    assert goodness_of_fit(neighbours.ravel() % 1, lambda x: np.clip(x, 0, 1), FALSE_ALARM).accepted


def squares(draw, count=2000):
    """Return whitened squared lengths of many releases on 24 points: chi-squared with 24 degrees of freedom."""
    points, mechanism = np.linspace(0, 1, 24), FunctionalMechanism(GaussianKernel(0.2), 1, 1.0, 1.0)
    values = [draw(mechanism, points, source) for source in rng(63).spawn(count)]
    noise = whitened(values, points, 0.2, mechanism.jitter, 1.0)
    return (noise**2).sum(axis=1)


def in_calls(mechanism, points, source):
    release = mechanism.open(zero, source)
    return np.concatenate([release.at(block) for block in np.split(points, 6)])


def redrawn(mechanism, points, source):
    """Planted fault: every call draws a path of its own."""
    return np.concatenate([mechanism.open(zero, source).at(block) for block in np.split(points, 6)])


def pinned(mechanism, points, source):
    """Planted fault: the path is conditioned to be zero at the first point."""
    values, kernel = in_calls(mechanism, points, source), mechanism.kernel
    return values - kernel(points, points[:1])[:, 0] * values[0] / (1 + mechanism.jitter)


def halved(mechanism, points, source):
    """Planted fault: half of the noise."""
    return in_calls(mechanism, points, source) / 2


def shared(mechanism, points, source):
    """Planted fault: one draw for all points."""
    return np.full(len(points), in_calls(mechanism, points, source)[0])


@pytest.mark.slow
def test_the_length_of_the_noise_has_its_law():
    """Chi-squared, false-alarm rate 1e-6."""
    assert goodness_of_fit(squares(in_calls), chi2(24).cdf, FALSE_ALARM).accepted


@pytest.mark.slow
@pytest.mark.parametrize("fault", [redrawn, pinned, halved, shared])
def test_planted_faults_are_refuted(fault):
    """Power above 1 - 1e-6: most of 2000 releases is seen beyond the far quantiles of the stated law.

    The share of lengths that a fault puts below 9 (the law: 0.2 %) or above 47 (0.4 %), less 0.05 for the uncertainty of
    this count itself (by Hoeffding beyond it once in 10^6), is above the distance that is detected.
    """
    lengths = squares(fault)
    off = max(np.mean(lengths < 9) - 0.002, np.mean(lengths > 47) - 0.004)
    small = np.abs(np.sort(lengths)[1000] - 24) < 2  # a pinned point leaves lengths alone, but not the first value
    if fault is pinned:
        assert small
        points = np.linspace(0, 1, 24)
        mechanism = FunctionalMechanism(GaussianKernel(0.2), 1, 1.0, 1.0)
        values = [pinned(mechanism, points, source)[0] for source in rng(64).spawn(2000)]
        assert not goodness_of_fit(values, norm.cdf, FALSE_ALARM).accepted
        assert detectable_distance(2000, FALSE_ALARM, POWER) < 0.5
        return
    assert off - 0.05 > detectable_distance(2000, FALSE_ALARM, POWER)
    assert not goodness_of_fit(lengths, chi2(24).cdf, FALSE_ALARM).accepted


def test_the_noise_is_pinned_nowhere():
    """At the first point, a record, the ends and far away the value is Gaussian of the stated variance.

    False-alarm rate 1e-6 each; noise pinned to 0 is at distance 1/2, beyond the 0.09 of power 1 - 1e-6.
    """
    density = KernelDensity([0.2, 0.5, 0.9], 0.1)
    mechanism = FunctionalMechanism(density.kernel, 1, sigma=0.7, sensitivity=density.sensitivity)
    points = np.array([0.0, 0.5, 1.0, 0.2, -50.0])
    values = np.array([mechanism.open(density, source).at(points) for source in rng(65).spawn(4000)])
    spread = 0.7 * math.sqrt(1 + mechanism.jitter)
    for column, mean in zip(values.T, density(points), strict=True):
        assert goodness_of_fit(column - mean, norm(scale=spread).cdf, FALSE_ALARM).accepted
    assert detectable_distance(4000, FALSE_ALARM, POWER) < 0.5


def test_what_was_released_stays():
    density = KernelDensity(rng(66).random((50, 2)), 0.2)
    mechanism = FunctionalMechanism(density.kernel, 2, 1.0, density.sensitivity)
    release, points = mechanism.open(density, rng(67)), rng(68).random((30, 2))
    first = release.at(points)
    release.at(rng(69).random((40, 2)))
    assert release.at(points).tolist() == first.tolist()
    assert release.at(points[[3, 3, 0]]).tolist() == first[[3, 3, 0]].tolist()
    mixed = release.at(np.concatenate([[[5.0, 5.0]], points[:2], [[5.0, 5.0]]]))
    assert mixed[1:3].tolist() == first[:2].tolist()
    assert mixed[0] == mixed[3]
    assert release.at([[0.0, -0.0]]) == release.at([[-0.0, 0.0]])
    assert mechanism.open(density, rng(70)).at(points).tolist() != first.tolist()


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(("dimension", "count"), [(1, 2000), (2, 1000)])
def test_a_density_is_released_on_many_points(dimension, count):
    source = rng(71)
    density = KernelDensity(source.random((1000, dimension)), 0.05)
    mechanism = FunctionalMechanism(density.kernel, dimension, density.sensitivity, density.sensitivity)
    values = mechanism.open(density, source).at(source.random((count, dimension)))
    assert np.isfinite(values).all()


def test_points_as_close_as_floats_are_released():
    mechanism = FunctionalMechanism(GaussianKernel(1.0), 1, 1.0, 1.0)
    points = np.concatenate([1 + np.arange(500) * 2.0**-52, np.linspace(0, 1e-3, 500)])
    release = mechanism.open(zero, rng(72))
    values = np.concatenate([release.at(block) for block in np.split(points, 10)])
    assert np.abs(np.diff(values[:500])).max() < 10 * math.sqrt(2 * mechanism.jitter)
    assert np.abs(np.diff(values[:500])).min() > 0


def test_the_computed_covariance_exceeds_that_of_the_smooth_path():
    """The argument for the jitter, at the largest size it is made for: the factor's product less K has no negative part."""
    mechanism = FunctionalMechanism(GaussianKernel(3.0), 1, 1.0, 1.0, jitter=1e-9)
    assert mechanism.most_points == 1498
    points = rng(73).random(400)
    release = mechanism.open(zero, rng(74))
    for block in np.split(points, 8):
        release.at(block)
    factor = release._path._factor[:400, :400].astype(np.longdouble)
    excess = (factor @ factor.T).astype(float) - covariance(points, 3.0, 0.0)
    assert np.linalg.eigvalsh(excess).min() > 0.9 * mechanism.jitter


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_no_points_tell_more_than_the_distance_of_the_functions(dimension):
    """The distance of two estimates in the norm of the noise, on points next to the records, stays below the sensitivity.

    On the two records that differ it comes within 1 % of it if they are far from each other.
    """
    source, jitter = rng(75), 1e-8
    data = source.random((20, dimension))
    other = data.copy()
    other[0] += 10
    first, second = KernelDensity(data, 0.3), KernelDensity(other, 0.3)
    points = np.concatenate([data, other[:1], data + 0.05, source.random((40, dimension))])
    change = first(points) - second(points)
    length = math.sqrt(change @ np.linalg.solve(covariance(points, 0.3, jitter), change))
    assert 0.99 * first.sensitivity < length < first.sensitivity


def test_the_sensitivity_is_the_one_of_the_definition():
    """The norm of the difference of two kernels far apart is the root of K(x, x) + K(y, y); the height is 1/(n (2 pi h^2)^(d/2))."""
    density = KernelDensity(np.zeros((7, 3)), 0.4)
    exact = math.sqrt(2) / (7 * (2 * math.pi * 0.4**2) ** 1.5)
    assert exact <= density.sensitivity <= exact * (1 + 1e-13)


@pytest.mark.parametrize("dimension", [1, 2, 4])
def test_the_estimate_is_the_sum_of_its_kernels(dimension):
    data, points = rng(76).random((30, dimension)), rng(77).random((11, dimension))
    terms = np.exp(-((points[:, None] - data[None]) ** 2).sum(axis=2) / (2 * 0.2**2))
    expected = terms.sum(axis=1) / (30 * (2 * math.pi * 0.2**2) ** (dimension / 2))
    np.testing.assert_allclose(KernelDensity(data, 0.2)(points), expected, rtol=1e-12)


def test_an_estimate_in_blocks_is_the_same(monkeypatch):
    density, points = KernelDensity(rng(78).random(1000), 0.1), np.linspace(0, 1, 17)
    whole = density(points)
    monkeypatch.setattr("mechanisms.functional.kernel._MOST_ENTRIES", 100)
    np.testing.assert_allclose(density(points), whole, rtol=1e-13)


def test_the_joint_density_is_the_definition():
    mechanism = FunctionalMechanism(GaussianKernel(0.5), 2, 1.5, 1.0, jitter=1e-4)
    points, values = rng(79).random((6, 2)), rng(80).standard_normal(6)
    matrix = 1.5**2 * covariance(points, 0.5, 1e-4)
    expected = -(values - 1) @ np.linalg.solve(matrix, values - 1) / 2 - np.linalg.slogdet(2 * math.pi * matrix)[1] / 2
    assert mechanism.log_density(values, points, np.ones(6)) == pytest.approx(expected, rel=1e-9)


def test_the_pair_is_gaussian_at_the_distance_of_the_functions():
    mechanism = FunctionalMechanism(GaussianKernel(0.5), 2, sigma=1.5, sensitivity=0.75)
    assert mechanism.renyi(2.5) == Gaussian(1.5, 0.75).renyi(2.5)
    assert mechanism.pair(0.3).kl() == Gaussian(1.5).pair(0.3).kl()
    copy = pickle.loads(pickle.dumps(mechanism))  # noqa: S301
    assert (copy, hash(copy)) == (mechanism, hash(mechanism))


def test_a_failed_call_changes_nothing():
    calls = []

    def fails_once(points):
        calls.append(len(points))
        return np.full(len(points), np.nan if len(calls) == 2 else 0.0)

    mechanism = FunctionalMechanism(GaussianKernel(0.5), 1, 1.0, 1.0)
    release, twin = mechanism.open(fails_once, rng(81)), mechanism.open(zero, rng(81))
    release.at([0.0, 1.0])
    with pytest.raises(ParameterError, match=r"^function must be"):
        release.at([2.0])
    twin.at([0.0, 1.0])
    assert release.at([2.0, 0.0]).tolist() == twin.at([2.0, 0.0]).tolist()


def test_more_points_than_the_jitter_covers_are_refused():
    mechanism = FunctionalMechanism(GaussianKernel(0.5), 1, 1.0, 1.0, jitter=1e-12)
    release = mechanism.open(zero, rng(82))
    release.at(np.arange(mechanism.most_points - 1))
    with pytest.raises(ParameterError, match=r"^points must be at most \d+ different ones in a release with jitter"):
        release.at([-1.0, -2.0])
    assert len(release.at([-1.0])) == 1
    with pytest.raises(ParameterError, match=r"^points must be at most"):
        mechanism.log_density([0.0, 0.0], [1.0, 1.0], [0.0, 0.0])


@pytest.mark.parametrize(
    "points", [[], [math.nan], math.inf, 1.0, "1", [[1.0], [1.0, 2.0]], [[[1.0]]], [[1.0, 2.0]], [1j]]
)
def test_bad_points_are_refused(points):
    density = KernelDensity([0.0, 1.0], 1.0)
    release = FunctionalMechanism(density.kernel, 1, 1.0, 1.0).open(density, rng(1))
    for call in (release.at, density):
        with pytest.raises(ParameterError, match=r"^points must be"):
            call(points)


@pytest.mark.parametrize("wrong", [0, -1, math.nan, math.inf, 1j, True, "1", None, [1.0]])
def test_bad_parameters_are_refused(wrong):
    kernel = GaussianKernel(1.0)
    for make, name in (
        (GaussianKernel, "bandwidth"),
        (lambda x: KernelDensity([1.0], x), "bandwidth"),
        (lambda x: FunctionalMechanism(kernel, 1, x, 1.0), "sigma"),
        (lambda x: FunctionalMechanism(kernel, 1, 1.0, x), "sensitivity"),
        (lambda x: FunctionalMechanism(kernel, 1, 1.0, 1.0, x), "jitter"),
        (lambda x: FunctionalMechanism(kernel, x, 1.0, 1.0), "dimension"),
        (lambda x: FunctionalMechanism(x, 1, 1.0, 1.0), "kernel"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be"):
            make(wrong)


def test_other_bad_input_is_refused():
    mechanism = FunctionalMechanism(GaussianKernel(1.0), 1, 1.0, 1.0)
    for call, name in (
        (lambda: KernelDensity([], 1.0), "data"),
        (lambda: KernelDensity([[math.nan]], 1.0), "data"),
        (lambda: KernelDensity(np.zeros((2, 400)), 1e-3), "bandwidth"),
        (lambda: FunctionalMechanism(GaussianKernel(1.0), 1, 1.0, 1.0, 2.0), "jitter"),
        (lambda: mechanism.open(1.0, rng(1)), "function"),
        (lambda: mechanism.open(lambda x: 1.0, rng(1)).at([1.0]), "function"),
        (lambda: mechanism.log_density([1.0], [1.0, 2.0], [0.0, 0.0]), "values"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be"):
            call()
    with pytest.raises(GeneratorError, match=r"^rng must be a numpy\.random\.Generator"):
        mechanism.open(zero, 7)

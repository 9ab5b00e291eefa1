"""Volumes and moments of polytopes by every road, and the diagnostics of chains on chains that are understood."""

import math

import numpy as np
import pytest

from mechanisms.errors import GeneratorError, ParameterError
from mechanisms.geometry import Polytope
from mechanisms.geometry.diagnostics import effective_samples, gauge_fit, independence_fit, split_rhat


def test_bridge_sampling_agrees_with_triangulation():
    """Within five standard errors, for exact and chain noise behind the bridge."""
    F = np.random.default_rng(1).uniform(-1, 1, (6, 30))
    truth = Polytope(F, "triangulation").log_volume()
    assert truth.exact
    for method in ("rejection", "chain"):
        estimate = Polytope(F, method).log_volume(np.random.default_rng(2))

        assert not estimate.exact
        assert estimate.error < 0.02
        assert abs(estimate.value - truth.value) < 5 * estimate.error


def test_the_volume_of_the_cross_polytope_is_met_in_dimension_30():
    """A degenerate chain: n = d. The truth is 2^d / d!."""
    estimate = Polytope(np.eye(30), "chain").log_volume(np.random.default_rng(3))
    truth = 30 * math.log(2) - math.lgamma(31)

    assert estimate.error < 0.1
    assert abs(estimate.value - truth) < 5 * estimate.error


def test_volumes_scale_with_the_determinant():
    rng = np.random.default_rng(4)
    F, T = rng.uniform(-1, 1, (4, 15)), rng.standard_normal((4, 4))
    gain = Polytope(T @ F).log_volume().value - Polytope(F).log_volume().value

    assert gain == pytest.approx(np.linalg.slogdet(T)[1])


def test_volumes_survive_rows_of_very_different_units():
    F = np.random.default_rng(4).uniform(-1, 1, (4, 15))
    units = np.array([1e-9, 1e9, 1.0, 1e4])
    gain = Polytope(units[:, None] * F).log_volume().value - Polytope(F).log_volume().value

    assert gain == pytest.approx(np.log(units).sum())


def test_volume_and_moments_of_a_flat_body_are_those_in_its_span():
    """A square in a plane of space: side 2, area 4, and noise moments of the square."""
    plane = np.linalg.qr(np.random.default_rng(5).standard_normal((3, 2)))[0]
    body = Polytope(plane @ np.array([[1.0, 1.0], [1.0, -1.0]]))
    moment = body.noise_second_moment().matrix

    assert body.log_volume().value == pytest.approx(math.log(4))
    assert moment == pytest.approx(plane @ plane.T * (3 * 4 / 3), abs=1e-9)


@pytest.mark.parametrize("method", ["rejection", "chain"])
def test_estimated_moments_agree_with_exact_ones(method):
    F = np.random.default_rng(6).choice([-1.0, 1.0], (6, 20))
    truth = np.trace(Polytope(F, "triangulation").noise_second_moment().matrix)
    estimate = Polytope(F, method).noise_second_moment(np.random.default_rng(7))

    assert not estimate.exact
    assert estimate.error < 0.02
    assert np.trace(estimate.matrix) == pytest.approx(truth, rel=5 * estimate.error)


def test_the_planned_moment_is_near_the_estimated_one():
    body = Polytope(np.random.default_rng(8).uniform(-1, 1, (12, 40)))
    planned = np.trace(body.planned_second_moment())

    assert planned == pytest.approx(np.trace(body.noise_second_moment(np.random.default_rng(9)).matrix), rel=0.15)


def test_estimates_need_a_generator():
    body = Polytope(np.random.default_rng(10).uniform(-1, 1, (10, 40)))
    with pytest.raises(GeneratorError):
        body.log_volume()
    with pytest.raises(GeneratorError):
        body.noise_second_moment()


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9, -0.5])
def test_effective_samples_of_an_autoregression(rho):
    """(1 - rho)/(1 + rho) of the samples, never more than all of them; within 15 %."""
    rng = np.random.default_rng(11)
    noise = rng.standard_normal((4, 20_000, 1))
    states = np.empty_like(noise)
    states[:, 0] = noise[:, 0] / math.sqrt(1 - rho**2)
    for k in range(1, states.shape[1]):
        states[:, k] = rho * states[:, k - 1] + noise[:, k]

    assert effective_samples(states)[0] == pytest.approx(80_000 * min(1.0, (1 - rho) / (1 + rho)), rel=0.15)
    assert split_rhat(states)[0] < 1.01


def test_chains_that_disagree_have_a_large_rhat_and_few_effective_samples():
    chains = np.random.default_rng(12).standard_normal((4, 500, 1)) + np.arange(4)[:, None, None]

    assert split_rhat(chains)[0] > 1.5
    assert effective_samples(chains)[0] < 40


def test_a_drifting_chain_has_a_large_rhat():
    chain = np.random.default_rng(13).standard_normal((1, 500, 1)) + np.linspace(0, 3, 500)[None, :, None]

    assert split_rhat(chain)[0] > 1.2


def test_diagnostics_refuse_chains_without_length():
    with pytest.raises(ParameterError, match=r"^chains must be"):
        effective_samples(np.ones((2, 3, 1)))
    with pytest.raises(ParameterError, match=r"^chains must be"):
        split_rhat(np.ones(10))


def test_a_gauge_that_depends_on_the_direction_is_seen():
    """The tests of Gamma law and independence accept the right law and refuse a dependent one of the same margins."""
    rng = np.random.default_rng(14)
    points = rng.laplace(size=(4_000, 5))
    gauges = np.abs(points).sum(axis=1)
    sharp = np.argsort((points**2).sum(axis=1) / gauges**2)
    dependent = np.empty(4_000)
    dependent[sharp] = np.sort(gauges)

    assert gauge_fit(gauges, 5) > 1e-6
    assert independence_fit(gauges, points) > 1e-6
    assert gauge_fit(gauges * 1.2, 5) < 1e-9
    assert independence_fit(dependent, points * (dependent / gauges)[:, None]) < 1e-9

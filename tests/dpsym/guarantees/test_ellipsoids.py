"""Gaussian noise of the best shape: as private as asked, near the bound that duality proves, and never below it."""

import math

import numpy as np
import pytest
from sympy import Rational, pi

from dpsym import elliptical_gaussian, gaussian_vector
from dpsym.errors import ParameterError
from dpsym.guarantees.ellipsoids import trace_bound

SETS = {
    "axes": [[1, 0], [0, 4]],
    "slant": [[1, 0], [1, 1]],
    "three": [[1, 0], [0, 1], [1, 1]],
    "prefixes": [[1, 0, 0], [1, 1, 0], [1, 1, 1]],
    "five of three": [[3, 1, 0], [0, 1, 1], [1, 0, 2], [1, 1, 1], [0, 0, 1]],
}


def _array(shifts):
    return np.array(shifts, dtype=float)


@pytest.mark.parametrize("name", SETS)
def test_it_is_as_private_as_asked_and_proved_nearly_the_best(name):
    shifts = SETS[name]
    noise = elliptical_gaussian(shifts)
    covariance = np.array(noise.covariance.tolist(), dtype=float)
    squares = np.einsum("ij,jk,ik->i", _array(shifts), np.linalg.inv(covariance), _array(shifts))
    assert squares.max() == pytest.approx(1, rel=1e-9)
    assert noise.guarantee().to_gdp().value.mu <= 1
    assert noise.least_error <= noise.error <= noise.least_error * (1 + Rational(2, 10**6))
    # round noise of the same privacy, and noise along the axes, are no better
    longest = max(np.square(_array(shifts)).sum(axis=1))
    assert float(noise.error) <= longest * len(shifts[0]) * (1 + 1e-9)


@pytest.mark.cases(1 / 5)
@pytest.mark.parametrize("name", SETS)
def test_no_drawn_covariance_comes_below_the_bound(name):
    shifts = _array(SETS[name])
    noise = elliptical_gaussian(SETS[name])
    rng = np.random.default_rng(9)
    start = np.linalg.cholesky(np.array(noise.covariance.tolist(), dtype=float))
    for spread in (0.01, 0.1, 1.0):
        for _ in range(50):
            root = start @ (np.eye(len(start)) + spread * rng.standard_normal(start.shape))
            covariance = root @ root.T
            square = np.einsum("ij,jk,ik->i", shifts, np.linalg.inv(covariance), shifts).max()
            assert np.trace(covariance) * square >= float(noise.least_error)
    # a bound one part in a thousand higher would be undercut, by the noise itself
    assert float(noise.error) < float(noise.least_error) * 1.001


def test_known_shapes():
    assert float(elliptical_gaussian([[1, 0], [0, 4]]).error) == pytest.approx(17, rel=1e-6)
    assert float(elliptical_gaussian([[2]], mu=Rational(1, 2)).error) == pytest.approx(16, rel=1e-6)
    # the hypercube asks for round noise
    cube = [[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]]
    assert float(elliptical_gaussian(cube).error) == pytest.approx(9, rel=1e-6)
    half = elliptical_gaussian(SETS["slant"], mu=Rational(1, 2))
    assert float(half.error) == pytest.approx(4 * float(elliptical_gaussian(SETS["slant"]).error), rel=1e-6)
    exact = gaussian_vector(half.covariance, SETS["slant"]).to_gdp().value.mu
    assert half.guarantee().to_gdp().value.mu == exact <= Rational(1, 2)


def test_the_bound_holds_for_any_weights_and_is_rounded_down():
    noise = elliptical_gaussian(SETS["three"])
    rng = np.random.default_rng(1)
    for _ in range(20):
        weights = [Rational(int(w), 7) for w in rng.integers(1, 50, 3)]
        found = trace_bound(noise.shifts, weights)
        share = np.array([float(w) for w in weights]) / float(sum(weights))
        singular = np.linalg.svd(_array(SETS["three"]).T * np.sqrt(share), compute_uv=False).sum() ** 2
        assert float(found) == pytest.approx(singular, rel=1e-9)
        assert found <= noise.error
    assert trace_bound(noise.shifts, [1, 0, 0]) == pytest.approx(1)
    for wrong in ([-1, 1, 1], [0, 0, 0]):
        with pytest.raises(ParameterError, match="weights"):
            trace_bound(noise.shifts, wrong)


def test_refusals():
    for wrong in ([], [[1, 0]], [[0, 0], [0, 0]], [[1, pi], [0, 1]], 3, [[1, 0], [1]], [[1, math.nan], [1, 0]]):
        with pytest.raises(ParameterError, match="shift"):
            elliptical_gaussian(wrong)
    for wrong in (0, -1, pi):
        with pytest.raises(ParameterError, match="mu"):
            elliptical_gaussian([[1]], mu=wrong)


def test_shifts_out_of_all_proportion_are_refused_and_numbers_are_vectors_of_one():
    with pytest.raises(ParameterError, match=r"^shifts must be of lengths"):
        elliptical_gaussian([[1, 0], [0, Rational(1, 10**30)]])
    assert float(elliptical_gaussian([[1, 0], [0, Rational(1, 10**6)]]).guarantee().to_gdp().value.mu) <= 1
    assert elliptical_gaussian([1]).error == elliptical_gaussian([[1]]).error

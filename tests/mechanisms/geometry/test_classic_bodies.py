"""Bodies with closed forms: volumes, moments, gauges and laws, against direct counts and known constants."""

import math

import numpy as np
import pytest
from scipy import stats

from mechanisms.errors import GeneratorError, ParameterError
from mechanisms.geometry import Box, Ellipsoid, LpBall, Polytope, Product, Simplex

TRIANGLE = [[1.0, -1.0, 0.5], [0.2, 0.4, -2.0]]
BODIES = {
    "l1": LpBall(3, 1),
    "l1.5": LpBall(3, 1.5, 2.0),
    "l2": LpBall(4, 2),
    "l7": LpBall(2, 7),
    "cube": LpBall(3, math.inf, 0.5),
    "box": Box([1.0, 3.0, 0.2]),
    "ellipsoid": Ellipsoid([[2.0, 1.0], [0.0, 0.5]]),
    "triangle": Simplex(TRIANGLE),
    "product": Product([LpBall(2, 1), Box([2.0]), Simplex([[1.0, -3.0]])]),
}
N = 40_000


@pytest.mark.parametrize("name", BODIES)
def test_volume_is_the_share_of_a_box_around_the_body(name):
    """Six standard errors of a count: false-alarm rate below 1e-8."""
    body = BODIES[name]
    rng = np.random.default_rng(1)
    axes = np.eye(body.dimension)
    widths = np.maximum(body.support(axes), body.support(-axes))
    share = np.mean(body.contains(rng.uniform(-1, 1, (N, body.dimension)) * widths, 0.0))
    expected = math.exp(body.log_volume().value) / np.prod(2 * widths)

    assert abs(share - expected) <= 6 * math.sqrt(max(expected * (1 - expected), 0.0) / N) + 1e-12


@pytest.mark.parametrize("name", BODIES)
def test_uniform_points_fill_the_body_evenly(name):
    """Gauge^d is uniform, moments agree: false-alarm rate 1e-6 each, seeded."""
    body = BODIES[name]
    points = body.uniform(N, np.random.default_rng(2)).points
    moment = body.second_moment().matrix
    spread = np.einsum("ka,kb->kab", points, points).std(axis=0) / math.sqrt(N)

    assert stats.kstest(body.gauge(points) ** body.dimension, "uniform").pvalue > 1e-6
    assert (np.abs(points.T @ points / N - moment) <= 5.5 * spread + 1e-12).all()
    assert points.mean(axis=0) == pytest.approx(body.centre(), abs=5.5 * points.std() / math.sqrt(N))


@pytest.mark.parametrize("name", BODIES)
def test_noise_has_the_gamma_law_and_directions_the_unit_gauge(name):
    body = BODIES[name]
    noise = body.noise(N, np.random.default_rng(3)).points
    moment = body.noise_second_moment()

    assert stats.kstest(body.gauge(noise), stats.gamma(body.dimension).cdf).pvalue > 1e-6
    assert np.trace(noise.T @ noise) / N == pytest.approx(np.trace(moment.matrix), rel=0.05)
    assert body.gauge(body.directions(100, np.random.default_rng(4)).points) == pytest.approx(1.0)


def test_uniform_points_with_a_wrong_radius_are_refuted():
    """A radius without the root, planted: the test above sees it."""
    body = LpBall(4, 2)
    rng = np.random.default_rng(5)
    points = body.directions(N, rng).points * rng.random((N, 1))

    assert stats.kstest(body.gauge(points) ** 4, "uniform").pvalue < 1e-12


@pytest.mark.parametrize("d", [1, 2, 5, 30])
def test_isotropic_constants_are_the_known_ones(d):
    """Cube: 1/sqrt(12). Ball: Gamma(d/2 + 1)^(1/d) / sqrt(pi (d + 2)). Cross-polytope and simplex by factorials."""
    cross = math.sqrt(2 / ((d + 1) * (d + 2))) * math.factorial(d) ** (1 / d) / 2
    ball = math.exp(math.lgamma(d / 2 + 1) / d) / math.sqrt(math.pi * (d + 2))
    vertices = np.hstack([np.eye(d), np.zeros((d, 1))]) - 1 / (d + 1)
    simplex = math.factorial(d) ** (1 / d) / ((d + 1) ** ((d + 1) / (2 * d)) * math.sqrt(d + 2))

    assert LpBall(d, math.inf, 3.0).isotropic_constant().value == pytest.approx(1 / math.sqrt(12))
    assert LpBall(d, 2, 0.1).isotropic_constant().value == pytest.approx(ball)
    assert LpBall(d, 1).isotropic_constant().value == pytest.approx(cross)
    assert Simplex(vertices).isotropic_constant().value == pytest.approx(simplex)
    assert Polytope(np.eye(d)).isotropic_constant().value == pytest.approx(cross)


def test_isotropic_constants_do_not_change_under_linear_maps():
    matrix = np.random.default_rng(6).standard_normal((4, 4))

    assert Ellipsoid(matrix).isotropic_constant().value == pytest.approx(LpBall(4, 2).isotropic_constant().value)
    assert Polytope(matrix).isotropic_constant().value == pytest.approx(LpBall(4, 1).isotropic_constant().value)


def test_polytopes_agree_with_closed_forms():
    rng = np.random.default_rng(7)
    corners = np.array(np.meshgrid(*[[-1.0, 1.0]] * 4)).reshape(4, -1)
    for polytope, body in ((Polytope(np.eye(3)), LpBall(3, 1)), (Polytope(corners), Box(np.ones(4)))):
        points = rng.standard_normal((20, body.dimension))

        assert polytope.gauge(points) == pytest.approx(body.gauge(points))
        assert polytope.log_volume().value == pytest.approx(body.log_volume().value, abs=1e-8)
        assert polytope.noise_second_moment().matrix == pytest.approx(body.noise_second_moment().matrix, abs=2e-4)


@pytest.mark.parametrize(
    ("make", "parameter"),
    [
        (lambda: LpBall(0, 2), "dimension"),
        (lambda: LpBall(2, 0.5), "p"),
        (lambda: LpBall(2, math.nan), "p"),
        (lambda: LpBall(2, 2, -1.0), "radius"),
        (lambda: Box([1.0, 0.0]), "half_widths"),
        (lambda: Box([[1.0]]), "half_widths"),
        (lambda: Ellipsoid([[1.0, 1.0], [1.0, 1.0]]), "matrix"),
        (lambda: Simplex([[1.0, 2.0]]), "vertices"),
        (lambda: Simplex([[1.0, 2.0, 3.0]]), "vertices"),
        (lambda: Simplex([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]), "vertices"),
        (lambda: Product([]), "bodies"),
        (lambda: Product([Polytope(np.eye(2))]), "bodies"),
        (lambda: Box([1.0]).uniform(0, np.random.default_rng(0)), "size"),
        (lambda: Box([1.0]).gauge([1.0, 2.0]), "x"),
        (lambda: Box([1.0]).support([1.0, 2.0]), "y"),
    ],
)
def test_bodies_that_are_none_are_refused(make, parameter):
    with pytest.raises(ParameterError, match=rf"^{parameter} must be "):
        make()


def test_seeds_are_no_generators():
    with pytest.raises(GeneratorError):
        Box([1.0]).noise(3, 7)

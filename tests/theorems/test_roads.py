"""Runs of the mechanisms start from densities, masses, gauges and samplers: none knows the answer that it is to check."""

import math

import pytest

from mechanisms import Estimate, Gaussian, VectorGaussian, VectorLaplace
from mechanisms.families.norms import cube_noise_pair, gauge_pair
from mechanisms.families.vectors import gaussian_vector_pair
from mechanisms.geometry import Box, LpBall
from mechanisms.structured import KNorm, LaplaceQueries
from theorems.checks.run import Quadrature, call
from theorems.independence import formula_known
from theorems.library.runs import polar
from theorems.library.runs.plane import GaussianPlane, LaplacePlane
from theorems.observe import watched
from theorems.points import points
from theorems.registry import registry

LIBRARY = registry()
RUN = [id for id in LIBRARY if "theorems.checks.run" in LIBRARY.card(id).modules]
SOME = [id if place % 10 == 0 else pytest.param(id, marks=pytest.mark.slow) for place, id in enumerate(RUN)]


def complaint(run):
    """Return what is said of a run that is called without symbols."""
    return formula_known(watched(run)[1])


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("id", SOME)
def test_a_run_takes_nothing_from_a_formula(id):
    entry = LIBRARY[id]
    checks = [check for check in entry.checks if isinstance(check, Quadrature)]
    for check in checks:
        some = points(entry, check.count)
        assert (
            complaint(lambda check=check, some=some: [call(check.against, point) for point in (some[0], some[-1])])
            == ""
        )


def test_a_run_that_is_the_formula_is_told():
    assert complaint(lambda: Estimate(math.sqrt(2.0), 1e-12)) == "the run reaches no density, mass, gauge or sampler"


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("known", "run"),
    {
        "volume of a ball": ("log_volume", lambda: LpBall(3, 2).log_volume()),
        "moment of a box": ("second_moment", lambda: Box([1.0, 2.0]).second_moment()),
        "error of the K-norm mechanism": (
            "_second_moment",
            lambda: KNorm([[1.0]], 1.0, LpBall(1, 2)).mean_squared_error(),
        ),
        "error of Laplace noise": ("mean_squared_error", lambda: LaplaceQueries([[1.0]], 1.0).mean_squared_error()),
        "density of K-norm noise, its constant by the volume": (
            "log_volume",
            lambda: KNorm([[1.0]], 1.0, LpBall(1, 2)).log_density([1.0], [0.0]),
        ),
        "law of the gauge": ("norms", lambda: gauge_pair(2, 1.0, 2.0).renyi(1.5)),
        "law of the loss of the cube": ("norms", lambda: cube_noise_pair(2, 1.0, 1.0).max_divergence()),
        "distance in the norm of the noise": (
            "vectors",
            lambda: gaussian_vector_pair((0, 0), [[1, 0], [0, 1]], (1, 1)).kl(),
        ),
        "the same in the mechanism": ("vector", lambda: VectorGaussian([[1, 0], [0, 1]]).pair((1.0, 1.0)).kl()),
        "sum over coordinates": ("vector", lambda: VectorLaplace(1.0).pair((1.0, 1.0)).renyi(2.0)),
    }.items(),
)
def test_a_run_that_takes_a_closed_form_is_told(known, run):
    word, asked = run
    assert complaint(asked).startswith("the run takes a closed form from mechanisms."), known
    assert word in complaint(asked)


@pytest.mark.parametrize(
    "run",
    [
        lambda: polar.volume(polar.euclidean, 3),
        pytest.param(lambda: polar.Moved(2, 1.0, 1.0).max_divergence(), marks=pytest.mark.slow),
        lambda: GaussianPlane([[1.0, 0.0], [0.0, 1.0]], (1.0, 1.0)).renyi(2.0),
        lambda: Gaussian(1.0).hockey_stick(0.5),
        lambda: LpBall(2, 2).gauge([1.0, 1.0]),
    ],
)
def test_a_run_from_a_density_or_a_gauge_is_a_road(run):
    assert complaint(run) == ""


def off(found, truth):
    return abs(found.value - truth) > found.error


@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_volumes_from_gauges(d):
    for bodies, volume in (
        (polar.euclidean, math.pi ** (d / 2) / math.gamma(d / 2 + 1)),
        (polar.cube, 2.0**d),
        (polar.cross_polytope, 2.0**d / math.factorial(d)),
    ):
        assert not off(polar.volume(bodies, d), volume)
        assert off(polar.volume(bodies, d), volume * (1 + 1e-9))


def test_a_body_that_is_no_section_of_the_next_is_refused():
    with pytest.raises(ValueError, match="is not what a section leaves"):
        polar.volume(lambda d: LpBall(d, 2 if d < 3 else 3), 3)


@pytest.mark.parametrize("order", [1.0, 1.5, 3.0])
def test_noise_of_two_scales_from_the_gauge(order):
    law = gauge_pair(3, 1.0, 1.25)
    found = polar.Scales(polar.cross_polytope, 3, 1.0, 1.25).renyi(order)
    assert not off(found, law.renyi(order).value)
    assert off(found, law.reversed().renyi(order).value)


def test_noise_that_moved_costs_its_distance_in_the_gauge():
    found = polar.Moved(3, 1.5, 0.5).max_divergence()
    assert not off(found, 0.75)
    assert off(found, 0.75 * (1 + 1e-9))


COVARIANCE, MEAN = [[1.0, 0.8], [0.8, 2.0]], (0.7, -1.3)


@pytest.mark.parametrize(
    "ask",
    [
        lambda law: law.renyi(2.5),
        lambda law: law.kl(),
        lambda law: law.chi_squared(),
        lambda law: law.hockey_stick(0.5),
    ],
)
def test_integrals_over_the_plane_know_the_distance_in_the_norm_of_the_noise(ask):
    found = ask(GaussianPlane(COVARIANCE, MEAN))
    assert not off(found, ask(gaussian_vector_pair((0, 0), COVARIANCE, MEAN)).value)
    assert off(found, ask(gaussian_vector_pair((0, 0), [[1.0, 0.0], [0.0, 2.0]], MEAN)).value)


@pytest.mark.parametrize("ask", [lambda law: law.renyi(2.5), lambda law: law.kl(), lambda law: law.max_divergence()])
def test_integrals_over_the_plane_know_the_sum_over_coordinates(ask):
    found, noise = ask(LaplacePlane(0.8, (0.5, -1.0))), VectorLaplace(0.8)
    assert not off(found, ask(noise.pair((0.5, -1.0))).value)
    assert off(found, ask(noise.pair((0.5, -1.1))).value)

"""Planar Laplace noise: its joint law, its length, the exact twin on a grid, planted faults, refusals."""

import math

import numpy as np
import pytest
from scipy.special import lambertw

from mechanisms import ParameterError, PlanarLaplace
from mechanisms.errors import GeneratorError
from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit

N = 20_000
FALSE_ALARM = 1e-6
POWER = 1 - 1e-6


def rng(seed):
    return np.random.default_rng(seed)


def _gamma(shape, rate):
    from scipy.special import gammainc

    return lambda x: gammainc(shape, rate * np.maximum(x, 0.0))


@pytest.mark.parametrize("dimension", [1, 2, 3, 7])
def test_the_length_has_the_gamma_law_and_no_direction_is_preferred(dimension):
    """False-alarm rate 1e-6 a call; the law of one dimension less is refuted with power 1 - 1e-6."""
    noise = PlanarLaplace(2.0, dimension).release(np.zeros((N, dimension)), rng(dimension))
    length = np.linalg.norm(noise, axis=-1)
    assert goodness_of_fit(length, _gamma(dimension, 2.0), FALSE_ALARM).accepted
    grid = np.linspace(0, 20, 20_001)
    wrong = _gamma(dimension + 1, 2.0)
    assert np.abs(wrong(grid) - _gamma(dimension, 2.0)(grid)).max() > detectable_distance(N, FALSE_ALARM, POWER)
    assert not goodness_of_fit(length, wrong, FALSE_ALARM).accepted
    if dimension == 2:
        angle = np.arctan2(noise[:, 1], noise[:, 0])
        assert goodness_of_fit(angle, lambda x: (x + math.pi) / (2 * math.pi), FALSE_ALARM).accepted


def test_the_density_is_normalised_and_the_loss_is_at_most_the_distance():
    law, grid = PlanarLaplace(1.5), np.linspace(-25, 25, 1201)
    points = np.stack(np.meshgrid(grid, grid), axis=-1)
    mass = np.exp(law.log_density(points, (0.3, -0.2))).sum() * (grid[1] - grid[0]) ** 2
    assert mass == pytest.approx(1, rel=1e-4)
    assert mass * 2 / 3 != pytest.approx(1, rel=1e-4)
    loss = law.log_density(points, (0.0, 0.0)) - law.log_density(points, (3.0, 4.0))
    assert loss.max() <= 1.5 * 5 * (1 + 1e-12)
    assert law.log_density((-3.0, -4.0), (0.0, 0.0)) - law.log_density((-3.0, -4.0), (3.0, 4.0)) == pytest.approx(7.5)


@pytest.mark.parametrize("chance", [0.01, 0.5, 0.95, 0.999])
def test_the_radius_of_a_disc_is_that_of_lamberts_function(chance):
    by_branch = -(lambertw((chance - 1) / math.e, -1).real + 1) / 2.5
    assert PlanarLaplace(2.5).radius(chance) == pytest.approx(by_branch, rel=1e-9)
    assert PlanarLaplace(2.5).radius(chance) != pytest.approx(-(lambertw((chance - 1) / math.e, 0).real + 1) / 2.5)
    assert PlanarLaplace(2.5, 1).radius(chance) == pytest.approx(-math.log1p(-chance) / 2.5, rel=1e-9)


def _grid_law(rate):
    sides = np.arange(-60, 61)
    masses = np.exp(-rate * np.hypot(*np.meshgrid(sides, sides)))
    return sides, masses / masses.sum()


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.75, 2.0])
def test_releases_on_the_grid_have_the_stated_masses(rate):
    """The first coordinate, the diagonal and the length, each by its distribution function; false-alarm rate 1e-6 each."""
    sides, masses = _grid_law(rate)
    found = PlanarLaplace(rate).release_exact(np.full((30_000, 2), 5), rng(8)) - 5
    first, second = np.meshgrid(sides, sides)
    wrong = np.exp(-rate * (np.abs(first) + np.abs(second)) / math.sqrt(2))
    for what in (lambda x, y: x, lambda x, y: x + y, np.hypot):
        places, drawn = what(first, second).ravel(), what(found[:, 0], found[:, 1])
        values = np.unique(places)
        inverse = np.searchsorted(values, places)
        steps = np.cumsum(np.bincount(inverse, masses.ravel()))
        far = np.abs(np.searchsorted(np.sort(drawn), values, side="right") / len(drawn) - steps).max()
        # Dvoretzky, Kiefer, Wolfowitz and Massart
        assert far < math.sqrt(math.log(2 / FALSE_ALARM) / (2 * len(drawn)))
    # the mass at the truth tells noise by the l1 length, in the scale of the proposals, from the right one
    share, other = masses.max(), (wrong / wrong.sum()).max()
    near = (found == 0).all(axis=1).mean()
    assert abs(near - share) < 5 * math.sqrt(share / len(found))
    assert abs(other - share) > 10 * math.sqrt(share / len(found))


def test_refusals():
    for wrong in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ParameterError, match="eps"):
            PlanarLaplace(wrong)
    with pytest.raises(ParameterError, match="dimension"):
        PlanarLaplace(1.0, 0)
    with pytest.raises(ParameterError, match="length 2"):
        PlanarLaplace(1.0).release([1.0, 2.0, 3.0], rng(0))
    with pytest.raises(ParameterError, match="dimension"):
        PlanarLaplace(1.0, 3).release_exact([[0, 0, 0]])
    for wrong in ([0.5, 1.0], [1], 3, [[1, 2, 3]], [1 << 62, 0]):
        with pytest.raises(ParameterError, match="answers"):
            PlanarLaplace(1.0).release_exact(wrong)
    with pytest.raises(ParameterError, match="64-bit"):
        PlanarLaplace(1e-25).release_exact([0, 0], rng(1))
    with pytest.raises(ParameterError, match="chance"):
        PlanarLaplace(1.0).radius(1.0)
    with pytest.raises(GeneratorError):
        PlanarLaplace(1.0).release([0.0, 0.0], 3)

"""The numeric legs of the entries on convex bodies: integrals of gauges and densities, and samples of the running mechanisms.

Nothing here knows the formula of an entry, nor asks a body for its volume or a mechanism for its error, which are typed in closed
form: each function integrates a gauge or a density, by the names of the symbols.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np

from mechanisms import Estimate, Laplace, VectorLaplace
from mechanisms.families.choices import softmax_pair
from mechanisms.geometry import Body, Box, LpBall, Polytope, Simplex
from mechanisms.structured import NIM, KNorm, LaplaceQueries
from mechanisms.structured.bounds import log_staircase_sum
from theorems.library.geometry import cones
from theorems.library.runs import polar

# the mechanisms round their scale up, by less than this
_ROUNDING = 1e-11
_COLUMNS = np.array([[1.0, 0.5, -0.3], [0.2, 1.0, 0.9]])


def _known(value: float, error: float = 0.0) -> Estimate:
    return Estimate(value, error + _ROUNDING * abs(value))


def _integral(function: Callable[[float], float], high: float) -> Estimate:
    from scipy.integrate import quad

    value, error = quad(function, 0, high, epsabs=0, epsrel=1e-11, limit=200)
    return _known(value, error)


def _scaled(found: Estimate, factor: float) -> Estimate:
    return _known(factor * found.value, factor * found.error)


def _power(found: Estimate, exponent: float) -> Estimate:
    value = found.value**exponent
    return _known(value, exponent * found.error / found.value * value)


def _squared_error(bodies: polar.Bodies, d: float, mechanism: KNorm) -> Estimate:
    """Return the mean squared error of noise of a body that is the same under exchanges of coordinates, at a mechanism's scale."""
    size = int(d)
    return _scaled(polar.mean(bodies, size, 1 / mechanism.scale, lambda points: points[:, 0] ** 2), size)


def _of_body(bodies: polar.Bodies, d: float, epsilon: float) -> Estimate:
    return _squared_error(bodies, d, KNorm(np.eye(int(d)), epsilon, body=bodies(int(d))))


def error_ball(d: float, epsilon: float) -> Estimate:
    return _of_body(polar.euclidean, d, epsilon)


def error_cube(d: float, epsilon: float) -> Estimate:
    return _of_body(polar.cube, d, epsilon)


def error_cross_polytope(d: float, epsilon: float) -> Estimate:
    return _squared_error(polar.cross_polytope, d, KNorm(np.eye(int(d)), epsilon))


def _radial(power: float, r: float) -> float:
    return float(r**power * math.exp(-r))


def error_prefix_sums(d: float, epsilon: float) -> Estimate:
    """Return E|a|^2 of the noise of the hull, cone by cone, its radius integrated with the density exp(-gauge)."""
    mechanism = KNorm(np.tril(np.ones((int(d), int(d)))), epsilon)
    columns = mechanism.F.T
    solid = cones.integrated(mechanism.body, cones.facets(np.vstack([columns, -columns])))
    inner, outer = (_integral(partial(_radial, power), 60 + 12 * d) for power in (d - 1, d + 1))
    # those of the points of the body, whose radii are below 1, are 1/d and 1/(d + 2)
    growth = outer.value / inner.value * (d + 2) / d
    value = mechanism.scale**2 * float(np.trace(solid.second)) * growth
    return _known(value, (solid.error + 4 * _ROUNDING) * value)


def error_laplace(d: float, epsilon: float) -> Estimate:
    """Return E|a|^2 of the noise of all answers, a sum of integrals of its density on the line."""
    return _scaled(laplace_moment(1, LaplaceQueries(np.ones((int(d), 1)), epsilon).scale), d)


def error_moment_ball(d: float, epsilon: float, p: float) -> Estimate:
    """Return E|a|^p of the noise of the Euclidean ball."""
    mechanism = KNorm(np.eye(int(d)), epsilon, body=polar.euclidean(int(d)))
    return _scaled(
        polar.mean(polar.euclidean, int(d), 1 / mechanism.scale, lambda x: (x * x).sum(axis=1) ** (p / 2)), 1
    )


def noise_density_cube(d: float, epsilon: float, t: float) -> Estimate:
    """Return the density of the noise of the cube at gauge distance t, times the volume of the cube."""
    return _scaled(polar.density(polar.cube, int(d), epsilon, t), 1)


def renyi_gauges(alpha: float, d: float, r1: float, r2: float) -> Estimate:
    return polar.Scales(polar.cross_polytope, int(d), r1, r2).renyi(alpha)


def draw_gauges(rng: np.random.Generator, size: int) -> np.ndarray:
    body = Polytope(_COLUMNS, "rejection")
    return np.asarray(body.gauge(body.noise(size, rng).points))


def draw_radii(rng: np.random.Generator, size: int) -> np.ndarray:
    return np.asarray(np.linalg.norm(LpBall(3, 2).uniform(size, rng).points, axis=1))


def laplace_moment(k: float, b: float) -> Estimate:
    pair = Laplace(b).pair(1.0)

    def term(y: float) -> float:
        return 2 * y ** (2 * k) * math.exp(float(pair.log_p(np.array([y]))[0]))

    return _integral(term, (60 + 20 * k) * b)


def greatest_loss(d: float, epsilon: float, t: float) -> Estimate:
    return polar.Moved(int(d), epsilon, t).max_divergence()


def greatest_loss_at_one(d: float, epsilon: float) -> Estimate:
    return greatest_loss(d, epsilon, 1.0)


def greatest_loss_choices(u1: float, u2: float, v1: float, v2: float) -> Estimate:
    return softmax_pair((u1, u2), (v1, v2)).max_divergence()


def _greatest_of_vectors(answers: int, scale: float) -> Estimate:
    """Return the greatest loss of Laplace noise on answers that all move by 1, by its joint density at the points of a grid."""
    law = VectorLaplace(scale)
    line = np.linspace(-1, 2, 13)
    points = np.array(list(itertools.product(line, repeat=answers)))
    losses = np.asarray(law.log_density(points, np.zeros(answers))) - np.asarray(
        law.log_density(points, np.ones(answers))
    )
    return _known(float(losses.max()))


def greatest_loss_laplace_two(epsilon: float) -> Estimate:
    return _greatest_of_vectors(2, 2 / epsilon)


def greatest_loss_laplace_four(epsilon: float) -> Estimate:
    return _greatest_of_vectors(4, 4 / epsilon)


def loss_of_levels(d: float, epsilon: float) -> Estimate:
    """Return the privacy loss of all levels of NIM where each gets epsilon: each by gauges of its own body, far out."""
    F = np.diag(np.arange(1.0, d + 1))
    total = 0.0
    for level in NIM(F, 1.0, "uniform").levels:
        columns = (level.subspace.T @ F).T
        columns = columns[np.linalg.norm(columns, axis=1) > 1e-9]
        body = Polytope(columns.T)
        total += float((np.asarray(body.gauge(4 * columns)) - np.asarray(body.gauge(3 * columns))).max())
    return _known(epsilon * total)


def loss_of_two_levels(epsilon: float) -> Estimate:
    """Return the greatest loss of noise of the square and of a coordinate, both at epsilon, of pairs of points."""
    square, line = (polar.losses(polar.cube, size, epsilon, 1.0, 16) for size in (2, 1))
    return _known(float((square[:, None] + line).max()))


def isotropic_ball(d: float) -> Estimate:
    return polar.isotropic_constant(polar.euclidean, int(d))


def isotropic_cross_polytope(d: float) -> Estimate:
    return polar.isotropic_constant(polar.cross_polytope, int(d))


def _covariance(solid: cones.Solid) -> np.ndarray:
    return solid.second - np.outer(solid.mean, solid.mean)


def isotropic_simplex(d: float) -> Estimate:
    """Return the isotropic constant of a simplex around the origin, from its gauge at its facets."""
    size = int(d)
    corners = np.vstack([np.eye(size), -np.ones(size)])
    solid = cones.integrated(Simplex(corners.T), cones.facets_of_simplex(corners))
    logs = float(np.linalg.slogdet(_covariance(solid))[1]) / (2 * size) - math.log(solid.volume) / size
    return _known(math.exp(logs), 4 * solid.error * math.exp(logs))


def isotropic_simplex_power(d: float) -> Estimate:
    """Return the isotropic constant of a simplex to the power 2 d; relative errors add up, over as many factors."""
    return _power(isotropic_simplex(d), 2 * int(d))


def _box(h1: float, h2: float) -> cones.Solid:
    return cones.integrated(Box(np.array([h1, h2])), cones.facets(cones.corners_of_box((h1, h2))))


def isotropic_box(h1: float, h2: float) -> Estimate:
    """Return the fourth power of the isotropic constant of a rectangle."""
    solid = _box(h1, h2)
    value = float(np.linalg.det(_covariance(solid))) / solid.volume**2
    return _known(value, 4 * solid.error * value)


def volume_ball(d: float) -> Estimate:
    return polar.volume(polar.euclidean, int(d))


def volume_cross_polytope(d: float) -> Estimate:
    return polar.volume(polar.cross_polytope, int(d))


@lru_cache
def _norm_balls(p: float) -> polar.Bodies:
    def body(d: int) -> Body:
        return LpBall(d, p)

    return body


def volume_lp_ball(d: float, p: float) -> Estimate:
    return polar.volume(_norm_balls(p), int(d))


def radius_of_hull(a1: float, a2: float, b1: float, b2: float) -> Estimate:
    """Return the square root of the area of the hull of two columns and their negatives."""
    columns = np.array([[a1, a2], [b1, b2]])
    body = Polytope(columns.T)
    if body.rank < 2:
        return Estimate(0.0, 0.0)
    solid = cones.integrated(body, cones.facets(np.vstack([columns, -columns])))
    return _power(Estimate(solid.volume, solid.error * solid.volume), 0.5)


def image_in_hull(a1: float, a2: float, t: float) -> Estimate:
    """Return how far out the image of a point of the cross-polytope lies: its gauge, times the reach of the hull."""
    if a1 == a2 == 0:
        return Estimate(0.0, 0.0)
    body = Polytope(np.array([[a1, a2]]))
    return _known(float(body.gauge([t * a1 + (1 - t) * a2])) * float(body.support([1.0])))


def packing(d: float) -> Estimate:
    return _scaled(_power(polar.volume(polar.euclidean, int(d)), 1 / d), math.sqrt(d))


def ball_of_volume_one(d: float, k: float) -> Estimate:
    return _power(polar.volume(polar.euclidean, int(d)), k / d)


def ball_section(d: float, k: float) -> Estimate:
    return polar.volume(polar.euclidean, int(k))


def lower_bound_cross_polytope(d: float, epsilon: float) -> Estimate:
    """Return the mean square of a point of the ball that holds the mass of the staircase density: by measured volumes."""
    size = int(d)
    body, ball = (polar.volume(bodies, size) for bodies in (polar.cross_polytope, polar.euclidean))
    radius = math.exp((log_staircase_sum(size, epsilon) + math.log(body.value / ball.value)) / size)
    found = _scaled(polar.squared_coordinate(polar.euclidean, size), d * radius**2)
    return _known(found.value, found.error + (body.error / body.value + ball.error / ball.value) * found.value)


def area_of_box(h1: float, h2: float, r1: float, r2: float) -> Estimate:
    solid = _box(h1, h2)
    return _known(solid.volume, solid.error * solid.volume)


def eigenvalue_of_box(x1: float, x2: float, a1: float) -> Estimate:
    """Return the second moment of a box, turned so that its first axis has a slope, along that axis."""
    if x1 == 0 or x2 == 0:
        return Estimate(x1**2 / 3, 0.0)
    axis = np.array([1.0, a1]) / np.hypot(1.0, a1)
    turn = np.column_stack([axis, [-axis[1], axis[0]]])
    corners = np.array([[x1, x2], [x1, -x2]]) @ turn.T
    solid = cones.integrated(Polytope(corners.T), cones.facets(np.vstack([corners, -corners])))
    value = float(axis @ solid.second @ axis)
    return _known(value, solid.error * abs(value))

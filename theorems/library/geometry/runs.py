"""The numeric legs of the entries on convex bodies: volumes, moments, plans and samples of the running mechanisms.

Nothing here knows the formula of an entry: each function asks a body or a mechanism, by the names of the symbols.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from mechanisms import Estimate, Laplace
from mechanisms.families.choices import softmax_pair
from mechanisms.families.norms import cube_noise_pair, gauge_pair
from mechanisms.families.vectors import laplace_vector_pair
from mechanisms.geometry import Body, Box, LpBall, Measured, Polytope, Simplex
from mechanisms.structured import NIM, KNorm, LaplaceQueries, LinearMechanism, volume_lower_bound

_ROUNDING = 1e-11
_COLUMNS = np.array([[1.0, 0.5, -0.3], [0.2, 1.0, 0.9]])


def _known(value: float, method: str) -> Measured:
    return Measured(value, _ROUNDING * abs(value), method, True)


def _integral(function: Callable[[float], float], high: float) -> Measured:
    from scipy.integrate import quad

    value, error = quad(function, 0, high, epsabs=0, epsrel=1e-11, limit=200)
    return Measured(value, error + _ROUNDING * abs(value), "quadrature", True)


def _volume(body: Body) -> Measured:
    return _known(math.exp(body.log_volume().value), "volume")


def _squared_error(mechanism: LinearMechanism) -> Measured:
    """Return the mean squared error; the mechanisms round their scale up, by less than `_ROUNDING`."""
    found = mechanism.mean_squared_error()
    return Measured(found.value, found.error + _ROUNDING * found.value, found.method, found.exact)


def _ball(d: float) -> LpBall:
    return LpBall(int(d), 2)


def _simplex(d: float) -> Simplex:
    size = int(d)
    return Simplex(np.hstack([np.eye(size), -np.ones((size, 1))]))


def error_ball(d: float, epsilon: float) -> Measured:
    return _squared_error(KNorm(np.eye(int(d)), epsilon, body=_ball(d)))


def error_cube(d: float, epsilon: float) -> Measured:
    return _squared_error(KNorm(np.eye(int(d)), epsilon, body=Box(np.ones(int(d)))))


def error_cross_polytope(d: float, epsilon: float) -> Measured:
    return _squared_error(KNorm(np.eye(int(d)), epsilon))


def error_prefix_sums(d: float, epsilon: float) -> Measured:
    return _squared_error(KNorm(np.tril(np.ones((int(d), int(d)))), epsilon))


def error_laplace(d: float, epsilon: float) -> Measured:
    return _squared_error(LaplaceQueries(np.ones((int(d), 1)), epsilon))


def error_moment_ball(d: float, epsilon: float, p: float) -> Measured:
    """Return E|a|^p of the noise of the Euclidean ball, its density integrated over spheres."""
    size = int(d)
    mechanism = KNorm(np.eye(size), epsilon, body=_ball(d))
    surface = size * _volume(_ball(d)).value
    axis, nothing = np.eye(size)[0], np.zeros(size)

    def shell(r: float) -> float:
        return r ** (p + size - 1) * surface * math.exp(mechanism.log_density(r * axis, nothing).value)

    return _integral(shell, (60 + 6 * (size + p)) / epsilon)


def noise_density_cube(d: float, epsilon: float, t: float) -> Measured:
    """Return the density of the noise of the cube at gauge distance t, times the volume of the cube."""
    size = int(d)
    body = Box(np.ones(size))
    mechanism = KNorm(np.eye(size), epsilon, body=body)
    log_density = mechanism.log_density(t * np.eye(size)[0], np.zeros(size)).value
    return _known(math.exp(log_density + body.log_volume().value), "log-density")


def renyi_gauges(alpha: float, d: float, r1: float, r2: float) -> Estimate:
    return gauge_pair(int(d), r1, r2).renyi(alpha)


def draw_gauges(rng: np.random.Generator, size: int) -> np.ndarray:
    body = Polytope(_COLUMNS, "rejection")
    return np.asarray(body.gauge(body.noise(size, rng).points))


def draw_radii(rng: np.random.Generator, size: int) -> np.ndarray:
    return np.asarray(np.linalg.norm(_ball(3).uniform(size, rng).points, axis=1))


def laplace_moment(k: float, b: float) -> Measured:
    pair = Laplace(b).pair(1.0)

    def term(y: float) -> float:
        return 2 * y ** (2 * k) * math.exp(float(pair.log_p(np.array([y]))[0]))

    return _integral(term, (60 + 20 * k) * b)


def greatest_loss(d: float, epsilon: float, t: float) -> Estimate:
    return cube_noise_pair(int(d), epsilon, t).max_divergence()


def greatest_loss_at_one(d: float, epsilon: float) -> Estimate:
    return cube_noise_pair(int(d), epsilon, 1.0).max_divergence()


def greatest_loss_choices(u1: float, u2: float, v1: float, v2: float) -> Estimate:
    return softmax_pair((u1, u2), (v1, v2)).max_divergence()


def greatest_loss_laplace_two(epsilon: float) -> Estimate:
    return laplace_vector_pair((1.0, 1.0), 2 / epsilon).max_divergence()


def greatest_loss_laplace_four(epsilon: float) -> Estimate:
    return laplace_vector_pair((1.0,) * 4, 4 / epsilon).max_divergence()


def greatest_loss_laplace_fixed(epsilon: float) -> Estimate:
    return laplace_vector_pair((1.0,) * 4, 2 / epsilon).max_divergence()


def loss_of_levels(d: float, epsilon: float) -> Measured:
    """Return the privacy loss of all levels of NIM where each gets epsilon."""
    plan = NIM(np.diag(np.arange(1.0, d + 1)), 1.0, "uniform")
    return _known(epsilon * len(plan.levels), "levels counted")


def loss_of_two_levels(epsilon: float) -> Estimate:
    """Return the loss of noise of the square and of a coordinate, both at epsilon, added up."""
    square, line = (cube_noise_pair(size, epsilon, 1.0).max_divergence() for size in (2, 1))
    return Estimate(square.value + line.value, square.error + line.error)


def isotropic_ball(d: float) -> Measured:
    return _ball(d).isotropic_constant()


def isotropic_cross_polytope(d: float) -> Measured:
    return Polytope(np.eye(int(d))).isotropic_constant()


def isotropic_simplex(d: float) -> Measured:
    return _simplex(d).isotropic_constant()


def isotropic_box(h1: float, h2: float) -> Measured:
    """Return the fourth power of the isotropic constant of a rectangle."""
    found = Box(np.array([h1, h2])).isotropic_constant()
    return _known(found.value**4, found.method)


def volume_ball(d: float) -> Measured:
    return _volume(_ball(d))


def volume_cross_polytope(d: float) -> Measured:
    return _volume(Polytope(np.eye(int(d))))


def volume_lp_ball(d: float, p: float) -> Measured:
    return _volume(LpBall(int(d), p))


def radius_of_hull(a1: float, a2: float, b1: float, b2: float) -> Measured:
    """Return the square root of the area of the hull of two columns and their negatives."""
    body = Polytope(np.array([[a1, b1], [a2, b2]]))
    if body.rank < 2:
        return Measured(0.0, 0.0, "columns on a line", True)
    return _known(math.sqrt(_volume(body).value), "area")


def image_in_hull(a1: float, a2: float, t: float) -> Measured:
    return _known(abs(float(np.array([a1, a2]) @ [t, 1 - t])), "image")


def packing(d: float) -> Measured:
    return _known(math.sqrt(d) * math.exp(_ball(d).log_volume().value / d), "volume")


def ball_of_volume_one(d: float, k: float) -> Measured:
    return _known(math.exp(k / d * _ball(d).log_volume().value), "volume")


def ball_section(d: float, k: float) -> Measured:
    return _volume(_ball(k))


def lower_bound_cross_polytope(d: float, epsilon: float) -> Measured:
    return _known(volume_lower_bound(np.eye(int(d)), epsilon).mean_squared, "volume bound")


def area_of_box(h1: float, h2: float, r1: float, r2: float) -> Measured:
    return _volume(Box(np.array([h1, h2])))


def eigenvalue_of_box(h1: float) -> Measured:
    return _known(float(Box(np.array([h1, 1.0])).second_moment().matrix[0, 0]), "second moment")

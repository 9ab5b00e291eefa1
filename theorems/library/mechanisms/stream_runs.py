"""The numeric legs of the entries on streams: the running noise, matrices that are factored in floats, least squares; no closed form."""

from __future__ import annotations

import itertools

import numpy as np

from mechanisms import Estimate, StreamGaussian, TreeGaussian, VectorGaussian
from theorems.library.runs.plane import GaussianPlane

Rng = np.random.Generator
Released = np.ndarray
_ROUNDING = 1e-10


def _known(value: float) -> Estimate:
    return Estimate(float(value), _ROUNDING * abs(float(value)))


def moves(u1: float, Delta: float, t: float) -> tuple[float, float]:
    """Return elements that move what the strategy measures by Delta, in the direction of t."""
    strategy = np.array([[1.0, 0.0], [u1, 1.0]])
    first, second = np.linalg.solve(strategy, Delta * np.array([t, np.sqrt(1 - t * t)]))
    return float(first), float(second)


def stream(sigma: float, u1: float, Delta: float, t: float) -> GaussianPlane:
    """Return the laws of two sums as they are released."""
    return GaussianPlane(StreamGaussian(sigma, (1.0, u1)).covariance(2), np.cumsum(moves(u1, Delta, t)))


def sampled(alpha: float, q: float, sigma: float, beta: float) -> Estimate:
    """Return the divergence of what is measured with a participation that is sampled, by the trapezoid rule over the plane."""
    law, moved = VectorGaussian(sigma**2 * np.eye(2)), np.array([1.0, beta])

    def rule(step: float) -> float:
        sides = [np.arange(-12 * sigma, alpha * end + 12 * sigma, step * sigma) for end in moved]
        points = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1)
        still = np.asarray(law.log_density(points, (0.0, 0.0)))
        mixed = np.logaddexp(np.log(q) + np.asarray(law.log_density(points, moved)), np.log1p(-q) + still)
        area = 2 * np.log(step * sigma)
        return float(np.logaddexp.reduce((alpha * mixed + (1 - alpha) * still).ravel()) + area) / (alpha - 1)

    fine, coarse = rule(1 / 4), rule(1 / 3)
    return Estimate(fine, abs(fine - coarse) + _ROUNDING * abs(fine))


def draw_stream(rng: Rng, size: int) -> Released:
    """Draw the noise of the third of three sums."""
    return StreamGaussian(2.0, (1.0, 0.5, 0.375)).release(np.zeros((size, 3)), rng)[:, 2]


def _moved(mechanism: StreamGaussian, steps: int, *taken: int) -> Estimate:
    """Return the squared length by which participations move the strategy: twice the divergence of what is released, at deviation 1."""
    stream = np.zeros(steps)
    stream[list(taken)] = 1.0
    found = mechanism.pair(stream).kl()
    return Estimate(2 * found.value, 2 * found.error + _ROUNDING * found.value)


def _returns(steps: int) -> list[float]:
    """Return the chances that a fair walk is back where it began, after 0, 2, 4, ... steps."""
    walk, found = np.ones(1), []
    for step in range(steps):
        found.append(float(walk[step]))
        walk = np.convolve(walk, [0.25, 0.5, 0.25])
    return found


def root_product(n: float) -> Estimate:
    """Return an entry of the square of the matrix that decodes: of the noise on the sums where the strategy has these chances."""
    noise = StreamGaussian(1.0, _returns(int(n) + 1)).release_units(int(n) + 1)
    return _known((noise @ noise)[-1, 0])


def root_sensitivity(n: float) -> Estimate:
    return _moved(StreamGaussian(1.0, _returns(int(n))), int(n), 0)


def tree_variance(n: float) -> Estimate:
    """Return the variance with which a whole tree is released; least squares from all of its measurements must have the same."""
    steps = 1 << int(n)
    sizes = [1 << level for level in range(int(n) + 1)]
    leaves = np.arange(steps)
    strategy = np.array([leaves // size == place for size in sizes for place in range(steps // size)], dtype=float)
    least = float(np.ones(steps) @ np.linalg.solve(strategy.T @ strategy, np.ones(steps)))
    ran = float(TreeGaussian(1.0).covariance(steps)[-1, -1])
    return Estimate(ran, abs(least - ran) + _ROUNDING * ran)


def nuclear_norm(n: float) -> Estimate:
    """Return the nuclear norm of the sums, over their number, from the release with noise on each element."""
    sums = StreamGaussian(1.0).release_units(int(n))
    return _known(np.linalg.svd(sums, compute_uv=False).sum() / int(n))


def least_error(u1: float) -> Estimate:
    mechanism = StreamGaussian(1.0, (1.0, u1))
    sensitive = max((_moved(mechanism, 2, step) for step in range(2)), key=lambda found: found.value)
    mean = float(np.trace(mechanism.covariance(2))) / 2
    return Estimate(mean * sensitive.value, mean * sensitive.error)


def separated(p: float, q: float) -> Estimate:
    """Return the squared length by which two participations two steps apart move a strategy of four steps, but for the earliest."""
    mechanism = StreamGaussian(1.0, (1.0, p, p * q))
    pairs = [pair for pair in itertools.combinations(range(4), 2) if pair[1] - pair[0] >= 2 and pair != (0, 2)]
    return max((_moved(mechanism, 4, *pair) for pair in pairs), key=lambda found: found.value)

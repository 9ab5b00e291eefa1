"""Two laws in the plane, by their joint densities: divergences as integrals over the plane, which know of no law on a line.

Neither a distance in the norm of the noise nor a sum over coordinates is used. Errors are read off the difference of two rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from mechanisms import Estimate, VectorGaussian, VectorLaplace

Array = np.ndarray
Density = Callable[[Array], Array]

_ROUNDING = 1e-12
_FINE, _COARSE = 12, 9


class Plane:
    """A law P and a law Q in the plane.

    Parameters
    ----------
    log_p, log_q : callable
        Their log-densities, of points (k, 2).
    """

    def __init__(self, log_p: Density, log_q: Density) -> None:
        self.log_p, self.log_q = log_p, log_q

    def grid(self, log_f: Density, fineness: int) -> tuple[Array, Array]:
        """Return points and weights for an integral of exp(log_f) times a slowly varying function."""
        raise NotImplementedError

    def _two(self, rule: Callable[[int], float]) -> Estimate:
        value, other = float(rule(_FINE)), float(rule(_COARSE))
        return Estimate(value, abs(value - other) + _ROUNDING * abs(value)) if value else Estimate(0.0, 0.0)

    def _excess(self, order: float, fineness: int) -> float:
        """Return the integral of p^order q^(1 - order), less 1."""

        def tilted(points: Array) -> Array:
            return order * self.log_p(points) + (1 - order) * self.log_q(points)

        points, weights = self.grid(tilted, fineness)
        if (self.log_p(points) == self.log_q(points)).all():
            return 0.0
        return float(weights @ np.exp(tilted(points))) - 1

    def renyi(self, order: float) -> Estimate:
        if order == 1:
            return self.kl()
        found = self._two(lambda fineness: math.log1p(self._excess(order, fineness)) / (order - 1))
        return Estimate(found.value, found.error + (_ROUNDING / abs(order - 1) if found.value else 0.0))

    def kl(self) -> Estimate:
        def rule(fineness: int) -> float:
            points, weights = self.grid(self.log_p, fineness)
            log_p = self.log_p(points)
            return float((weights * np.exp(log_p)) @ (log_p - self.log_q(points)))

        return self._two(rule)

    def chi_squared(self) -> Estimate:
        return _loosened(self._two(lambda fineness: self._excess(2.0, fineness)))

    def squared_hellinger(self) -> Estimate:
        return _loosened(self._two(lambda fineness: -self._excess(0.5, fineness)))


def _loosened(found: Estimate) -> Estimate:
    """Allow for the rounding of a number near 1."""
    return Estimate(found.value, found.error + (_ROUNDING if found.value else 0.0))


def _panels(edges: Sequence[float], nodes: int) -> tuple[Array, Array]:
    """Return the nodes and weights of Gauss-Legendre rules between edges."""
    u, weights = np.polynomial.legendre.leggauss(nodes)
    ends = np.asarray(edges)
    half = np.diff(ends)[:, None] / 2
    return (ends[:-1, None] + half * (u + 1)).ravel(), (half * weights).ravel()


class LaplacePlane(Plane):
    """Independent Laplace noise on two answers, at 0 and at a shift: cut where a density has a kink."""

    def __init__(self, scale: float, shift: Sequence[float]) -> None:
        law = VectorLaplace(scale)
        super().__init__(
            lambda points: np.asarray(law.log_density(points, (0.0, 0.0))),
            lambda points: np.asarray(law.log_density(points, shift)),
        )
        self.scale, self.shift = scale, shift

    def grid(self, log_f: Density, fineness: int) -> tuple[Array, Array]:
        lines = []
        for move in self.shift:
            low, high = sorted((0.0, move))
            inner = np.linspace(low, high, 1 + math.ceil((high - low) / (2 * self.scale))) if high > low else [low]
            steps = 2.5 * self.scale * np.arange(1, 17)
            lines.append(_panels([*(low - steps[::-1]), *inner, *(high + steps)], fineness))
        (x, one), (y, other) = lines
        return np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2), np.outer(one, other).ravel()

    def max_divergence(self) -> Estimate:
        points, _ = self.grid(self.log_p, _COARSE)
        most = float((self.log_p(points) - self.log_q(points)).max())
        return Estimate(most, _ROUNDING * (1 + abs(most)))


class GaussianPlane(Plane):
    """Two Gaussian laws: grids in the directions and at the widths that differences of a log-density show."""

    def __init__(self, covariance_p: Array, mean_q: Sequence[float], covariance_q: Array | None = None) -> None:
        of_p = VectorGaussian(covariance_p)
        of_q = of_p if covariance_q is None else VectorGaussian(covariance_q)
        self.mean_q, self.shared = mean_q, covariance_q is None
        super().__init__(
            lambda points: np.asarray(of_p.log_density(points, (0.0, 0.0))),
            lambda points: np.asarray(of_q.log_density(points, mean_q)),
        )

    def grid(self, log_f: Density, fineness: int) -> tuple[Array, Array]:
        mode, root = _shape(log_f)
        line = _line(fineness)
        white = np.stack(np.meshgrid(line, line, indexing="ij"), axis=-1).reshape(-1, 2)
        area = (line[1] - line[0]) ** 2 * abs(float(np.linalg.det(root)))
        return mode + white @ root.T, np.full(len(white), area)

    def hockey_stick(self, eps: float) -> Estimate:
        """Integrate p - e^eps q along lines on which the loss falls, up to where it is eps; then over the lines."""
        if not self.shared:
            raise ValueError("the loss falls along lines only where the covariances are the same")
        return self._two(lambda fineness: self._along(eps, fineness))

    def _loss(self, points: Array) -> Array:
        return self.log_p(points) - self.log_q(points)

    def _along(self, eps: float, fineness: int) -> float:
        mode, root = _shape(self.log_p)
        there = np.linalg.solve(root, _shape(self.log_q)[0] - mode)
        length = float(np.linalg.norm(there))
        ahead = there / length
        frame = root @ np.column_stack([ahead, (-ahead[1], ahead[0])])
        lines = _line(fineness)

        def at(along: Array) -> Array:
            across = np.broadcast_to(lines.reshape(-1, *[1] * (along.ndim - 1)), along.shape)
            return mode + np.stack([along, across], axis=-1) @ frame.T

        ends = np.zeros(len(lines))
        for _ in range(3):
            before, after = (self._loss(at(ends + side)) for side in (-1, 1))
            ends = ends + 2 * (eps - (before + after) / 2) / (after - before)
        if np.abs(self._loss(at(ends)) - eps).max() > 1e-9 * (1 + eps):
            raise ValueError("the loss must fall evenly along the lines")
        reach = 12 + max(0.0, float(ends.max()))
        below, weights = _panels([0, 0.1, 0.3, 0.7, *np.arange(1.5, reach + 1.5, 1.5)], fineness)
        points = at(ends[:, None] - below)
        flat = points.reshape(-1, 2)
        log_p, log_q = self.log_p(flat), self.log_q(flat)
        gains = np.exp(log_p) * -np.expm1(np.minimum(eps - (log_p - log_q), 0.0))
        area = (lines[1] - lines[0]) * abs(float(np.linalg.det(frame)))
        return area * float((gains.reshape(points.shape[:2]) @ weights).sum())


def _line(fineness: int) -> Array:
    """Return places of a trapezoid rule for a standard Gaussian density, in equal steps."""
    return np.arange(-2 * fineness, 2 * fineness + 1) * (6 / fineness)


def _shape(log_f: Density) -> tuple[Array, Array]:
    """Return the mode of a log-density that is a quadratic, and a root of the covariance, by differences.

    Raises
    ------
    ValueError
        If it has no mode: the integral is infinite.
    """
    place = np.zeros(2)
    axes = np.eye(2)
    for _ in range(2):
        steps = [first + second for first in (*axes, *-axes) for second in (*axes, *-axes)]
        values = log_f(place + np.array([np.zeros(2), *axes, *-axes, *steps]))
        centre, ahead, behind = values[0], values[1:3], values[3:5]
        corners = values[5:].reshape(4, 4)
        slope = (ahead - behind) / 2
        mixed = (corners[0, 1] - corners[0, 3] - corners[2, 1] + corners[2, 3]) / 4
        bend = np.array([[0.0, mixed], [mixed, 0.0]]) + np.diag(ahead + behind - 2 * centre)
        if np.linalg.eigvalsh(bend).max() >= 0:
            raise ValueError("the density must have a mode")
        place = place - np.linalg.solve(bend, slope)
    return place, np.linalg.cholesky(-np.linalg.inv(bend))

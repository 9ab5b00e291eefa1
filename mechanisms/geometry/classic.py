"""Bodies with closed forms: balls of lp norms, boxes, ellipsoids, simplices, products."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.geometry.body import Body, sample_size
from mechanisms.geometry.law import Draws, ExactLaw
from mechanisms.geometry.measured import Measured, Moments
from mechanisms.validate import Array, finite_array, generator, positive

ROUNDING = 1e-12


class _ClosedForm(Body):
    """A body of full dimension whose uniform law, volume and second moment are formulas."""

    @abstractmethod
    def _uniform(self, size: int, rng: np.random.Generator) -> Array:
        """Draw uniform points (size, d)."""

    @abstractmethod
    def _log_volume(self) -> float:
        """Log-volume."""

    @abstractmethod
    def _second_moment(self) -> Array:
        """Second moment of a uniform point."""

    def uniform(self, size: int, rng: np.random.Generator) -> Draws:
        return Draws(self._uniform(sample_size("size", size), generator(rng)), ExactLaw("closed form"))

    def noise(self, size: int, rng: np.random.Generator) -> Draws:
        draws = self.uniform(size, rng)
        radii = rng.standard_gamma(self.dimension + 1, (len(draws.points), 1))
        return Draws(draws.points * radii, draws.law)

    def log_volume(self, rng: np.random.Generator | None = None) -> Measured:
        value = self._log_volume()
        return Measured(value, ROUNDING * (abs(value) + self.dimension), "closed form", True)

    def noise_second_moment(self, rng: np.random.Generator | None = None) -> Moments:
        factor = (self.dimension + 1) * (self.dimension + 2)
        return Moments(factor * self._second_moment(), ROUNDING, "closed form", True)


class LpBall(_ClosedForm):
    r"""The ball :math:`\{x : \|x\|_p \le r\}`.

    .. math:: \operatorname{vol} = \frac{(2r\,\Gamma(1/p + 1))^d}{\Gamma(d/p + 1)}, \qquad
        E z_1^2 = r^2\,\frac{\Gamma(3/p)\,\Gamma(d/p + 1)}{\Gamma(1/p)\,\Gamma((d + 2)/p + 1)}

    Uniform points are :math:`rX/(\sum |X_i|^p + E)^{1/p}` with X of density proportional to
    :math:`e^{-|x|^p}` and an exponential E (Barthe, Guédon, Mendelson, Naor, Annals of Probability 33, 2005, Theorem 1).

    Parameters
    ----------
    dimension : int
        Dimension d, positive.
    p : float
        Exponent, at least 1, possibly infinite.
    radius : float
        Radius r, positive.
    """

    def __init__(self, dimension: int, p: float, radius: float = 1.0) -> None:
        self.dimension = self.rank = sample_size("dimension", dimension)
        self.p = math.inf if p == math.inf else positive("p", p)
        if self.p < 1:
            raise ParameterError("p", "at least 1", p)
        self.radius = positive("radius", radius)

    def _gauge(self, points: Array) -> Array:
        return np.asarray(np.linalg.norm(points, ord=self.p, axis=1) / self.radius)

    def _support(self, duals: Array) -> Array:
        dual = {1.0: math.inf, math.inf: 1.0}.get(self.p) or self.p / (self.p - 1)
        return np.asarray(np.linalg.norm(duals, ord=dual, axis=1) * self.radius)

    def _uniform(self, size: int, rng: np.random.Generator) -> Array:
        shape = (size, self.dimension)
        if self.p == math.inf:
            return self.radius * rng.uniform(-1, 1, shape)
        powers = rng.standard_gamma(1 / self.p, shape)
        signs = rng.choice([-1.0, 1.0], shape)
        total = powers.sum(axis=1, keepdims=True) + rng.standard_exponential((size, 1))
        return self.radius * signs * (powers / total) ** (1 / self.p)

    def _log_volume(self) -> float:
        d, inverse = self.dimension, 1 / self.p
        return d * (math.log(2 * self.radius) + math.lgamma(inverse + 1)) - math.lgamma(d * inverse + 1)

    def _second_moment(self) -> Array:
        d, q = self.dimension, 1 / self.p
        # Gamma(3q)/Gamma(q) = Gamma(3q + 1)/(3 Gamma(q + 1)): this form holds for q = 0 too.
        logs = math.lgamma(3 * q + 1) - math.lgamma(q + 1) + math.lgamma(d * q + 1) - math.lgamma((d + 2) * q + 1)
        return np.eye(d) * (self.radius**2 * math.exp(logs) / 3)


class Box(_ClosedForm):
    """The box of points with ``|x_i| <= h_i``.

    Parameters
    ----------
    half_widths : array_like, shape (d,)
        The half widths h, positive.
    """

    def __init__(self, half_widths: npt.ArrayLike) -> None:
        widths = finite_array("half_widths", half_widths)
        if widths.ndim != 1 or not (widths > 0).all():
            raise ParameterError("half_widths", "a vector of positive numbers", half_widths)
        self.half_widths, self.dimension, self.rank = widths, len(widths), len(widths)

    def _gauge(self, points: Array) -> Array:
        return np.asarray(np.abs(points / self.half_widths).max(axis=1))

    def _support(self, duals: Array) -> Array:
        return np.asarray(np.abs(duals) @ self.half_widths)

    def _uniform(self, size: int, rng: np.random.Generator) -> Array:
        return rng.uniform(-1, 1, (size, self.dimension)) * self.half_widths

    def _log_volume(self) -> float:
        return float(np.log(2 * self.half_widths).sum())

    def _second_moment(self) -> Array:
        return np.diag(self.half_widths**2 / 3)


class Ellipsoid(_ClosedForm):
    """The image of the Euclidean unit ball under a regular matrix.

    Parameters
    ----------
    matrix : array_like, shape (d, d)
        The matrix, regular.
    """

    def __init__(self, matrix: npt.ArrayLike) -> None:
        values = finite_array("matrix", matrix)
        if values.ndim != 2 or values.shape[0] != values.shape[1] or np.linalg.matrix_rank(values) < len(values):
            raise ParameterError("matrix", "a regular square matrix", matrix)
        self.matrix, self.dimension, self.rank = values, len(values), len(values)
        self._ball = LpBall(self.dimension, 2)

    def _gauge(self, points: Array) -> Array:
        return np.asarray(np.linalg.norm(np.linalg.solve(self.matrix, points.T), axis=0))

    def _support(self, duals: Array) -> Array:
        return np.asarray(np.linalg.norm(duals @ self.matrix, axis=1))

    def _uniform(self, size: int, rng: np.random.Generator) -> Array:
        normal = rng.standard_normal((size, self.dimension))
        radii = rng.random((size, 1)) ** (1 / self.dimension)
        return (normal / np.linalg.norm(normal, axis=1, keepdims=True) * radii) @ self.matrix.T

    def _log_volume(self) -> float:
        return self._ball.log_volume().value + float(np.linalg.slogdet(self.matrix)[1])

    def _second_moment(self) -> Array:
        return self.matrix @ self.matrix.T / (self.dimension + 2)


class Simplex(_ClosedForm):
    """A simplex with the origin in its interior; it is not symmetric.

    Parameters
    ----------
    vertices : array_like, shape (d, d + 1)
        One vertex a column.
    """

    def __init__(self, vertices: npt.ArrayLike) -> None:
        values = finite_array("vertices", vertices)
        if values.ndim != 2 or values.shape[1] != values.shape[0] + 1:
            raise ParameterError("vertices", "of shape (d, d + 1)", values.shape)
        self.vertices, self.dimension, self.rank = values, len(values), len(values)
        lifted = np.vstack([values, np.ones(self.dimension + 1)])
        rule = "the vertices of a simplex around the origin"
        if np.linalg.matrix_rank(lifted) <= self.dimension:
            raise ParameterError("vertices", rule, vertices)
        inverse = np.linalg.inv(lifted)
        # Barycentric coordinates of x are inverse @ (x, 1): those of the origin are the last column.
        if not (inverse[:, -1] > 0).all():
            raise ParameterError("vertices", rule, vertices)
        self._facets = -inverse[:, :-1] / inverse[:, -1:]

    def centre(self) -> Array:
        return np.asarray(self.vertices.mean(axis=1))

    def _gauge(self, points: Array) -> Array:
        return np.asarray((points @ self._facets.T).max(axis=1))

    def _support(self, duals: Array) -> Array:
        return np.asarray((duals @ self.vertices).max(axis=1))

    def _uniform(self, size: int, rng: np.random.Generator) -> Array:
        weights = rng.standard_exponential((size, self.dimension + 1))
        return weights / weights.sum(axis=1, keepdims=True) @ self.vertices.T

    def _log_volume(self) -> float:
        edges = self.vertices[:, 1:] - self.vertices[:, :1]
        return float(np.linalg.slogdet(edges)[1]) - math.lgamma(self.dimension + 1)

    def _second_moment(self) -> Array:
        total = self.vertices.sum(axis=1)
        factor = (self.dimension + 1) * (self.dimension + 2)
        return (self.vertices @ self.vertices.T + np.outer(total, total)) / factor


class Product(_ClosedForm):
    """The product of bodies with closed forms; its gauge is the largest of theirs.

    Parameters
    ----------
    bodies : sequence of LpBall, Box, Ellipsoid, Simplex or Product
        The factors, at least one.
    """

    def __init__(self, bodies: Sequence[_ClosedForm]) -> None:
        if not bodies or not all(isinstance(body, _ClosedForm) for body in bodies):
            raise ParameterError("bodies", "a non-empty sequence of bodies with closed forms", bodies)
        self.bodies = tuple(bodies)
        self.dimension = self.rank = sum(body.dimension for body in bodies)
        self._cuts = np.cumsum([body.dimension for body in bodies])[:-1]

    def centre(self) -> Array:
        return np.concatenate([body.centre() for body in self.bodies])

    def _gauge(self, points: Array) -> Array:
        parts = zip(self.bodies, np.split(points, self._cuts, axis=1))
        return np.asarray(np.max([body._gauge(part) for body, part in parts], axis=0))

    def _support(self, duals: Array) -> Array:
        parts = zip(self.bodies, np.split(duals, self._cuts, axis=1))
        return np.asarray(np.sum([body._support(part) for body, part in parts], axis=0))

    def _uniform(self, size: int, rng: np.random.Generator) -> Array:
        return np.concatenate([body._uniform(size, rng) for body in self.bodies], axis=1)

    def _log_volume(self) -> float:
        return math.fsum(body._log_volume() for body in self.bodies)

    def _second_moment(self) -> Array:
        centre = self.centre()
        moment = np.outer(centre, centre)
        start = 0
        for body in self.bodies:
            block = slice(start, start + body.dimension)
            moment[block, block] = body._second_moment()
            start += body.dimension
        return moment

"""The symmetric hull of the columns of a query matrix."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.geometry.body import Body, sample_size
from mechanisms.geometry.bridge import bridge_log_volume
from mechanisms.geometry.certificate import GaugeCertificate, certify
from mechanisms.geometry.chain import FacetWalk
from mechanisms.geometry.facets import Frame, general_position, is_degenerate
from mechanisms.geometry.law import ChainLaw, Draws
from mechanisms.geometry.matrix import Reduction, query_matrix, reduce_columns
from mechanisms.geometry.measured import Measured, Moments
from mechanisms.geometry.sampling import IndependentColumns, Sampler, choose_sampler
from mechanisms.geometry.triangulation import Triangulation, expected_facets
from mechanisms.validate import Array, generator

ROUNDING = 1e-10
SPAN_TOLERANCE = 1e-9
GAP = 1e-8
# Samples behind an estimated volume or covariance.
SAMPLES = 4_000
EXACT_SAMPLES = 2_000
# Facets whose list is made at once.
FEW_FACETS = 2_000


class Polytope(Body):
    r"""The body :math:`K = F B_1^n`, the hull of the columns of F and their negatives.

    Zero, repeated and opposite columns, columns inside the hull, and a rank below d are allowed and reported. Where
    facets hold more columns than the dimension, as for every matrix of signs, noise is drawn from a body between
    ``shrink * K`` and K, on which every column has a gauge of at most ``1 / shrink``.

    Preparations use random numbers with a fixed seed: they decide how noise is drawn, not its law.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The matrix; see :func:`mechanisms.geometry.matrix.query_matrix` for what is accepted.
    method : str
        How noise is drawn: "auto", "independent columns", "triangulation", "rejection" or "chain".

    Attributes
    ----------
    F : array, shape (d, n)
        The matrix.
    reduction : Reduction
        Rank, span, zero and repeated columns.

    Raises
    ------
    ParameterError
        If the matrix is refused or the method is unknown.
    """

    def __init__(self, F: npt.ArrayLike, method: str = "auto") -> None:
        self.F = query_matrix("F", F)
        self.reduction: Reduction = reduce_columns(self.F)
        self.dimension, self.rank = self.F.shape[0], self.reduction.rank
        self.method = method
        if self.rank == self.reduction.inner.shape[1]:
            self._columns, self.shrink = self.reduction.inner, 1.0
        elif is_degenerate(self.reduction.inner, np.random.default_rng(0)):
            self._columns, self.shrink = general_position(self.reduction.inner)
        else:
            self._columns, self.shrink = self.reduction.inner, 1.0

    @cached_property
    def sampler(self) -> Sampler:
        """The way in which noise is drawn, in inner coordinates."""
        rng = np.random.default_rng(1)
        try:
            return choose_sampler(self._columns, self.shrink, rng, self.method)
        except ConvergenceError:
            if self.shrink < 1:
                raise
            # Degenerate after all, where the probes did not look.
            self._columns, self.shrink = general_position(self.reduction.inner)
            return choose_sampler(self._columns, self.shrink, rng, self.method)

    @cached_property
    def _frame(self) -> Frame:
        return Frame(self.reduction.inner)

    @property
    def l1_sensitivity(self) -> float:
        """Largest l1 norm of a column: how far ``F x`` moves in the l1 norm when x moves by 1 in the l1 norm."""
        return float(np.abs(self.F).sum(axis=0).max())

    @cached_property
    def inner_columns(self) -> tuple[int, ...]:
        """Columns that are in the hull of the others and not a vertex, besides zero and repeated ones."""
        kept, inner = self.reduction.kept, self.reduction.inner
        found = []
        for k, column in enumerate(inner.T):
            others = np.delete(inner, k, axis=1)
            # Without a column that no combination of the others replaces, the rank drops.
            spanned = np.linalg.matrix_rank(others) == self.rank
            if spanned and Frame(others).gauges(column[None])[1][0] <= 1 + ROUNDING:
                found.append(int(kept[k]))
        return tuple(found)

    def gauge_certificate(self, x: npt.ArrayLike) -> GaugeCertificate:
        """Return a proof in rational arithmetic of bounds on the gauge of a point, tight as a rule.

        Parameters
        ----------
        x : array_like, shape (d,)
            A point of the span, exactly.
        """
        point = self._points("x", x)
        if point.ndim != 1:
            raise ParameterError("x", f"of shape ({self.dimension},)", point.shape)
        self._frame.gauges((self.reduction.inward @ point)[None])
        idx, sgn = self._frame.facet[:2]
        return certify(self.F, point, self.reduction.kept[idx], sgn)

    def _gauge(self, points: Array) -> Array:
        inner = points @ self.reduction.inward.T
        lower, gauges, _ = self._frame.gauges(inner)
        if not (gauges - lower <= GAP * gauges).all():
            raise ConvergenceError("the bounds on a gauge do not meet in floats")
        # Rows of very different units are compared each in its own.
        off = np.abs(inner @ self.reduction.outward.T - points) > SPAN_TOLERANCE * (
            np.abs(points) + gauges[:, None] * np.abs(self.F).max(axis=1)
        )
        return np.where(off.any(axis=1), math.inf, gauges)

    def _support(self, duals: Array) -> Array:
        return np.asarray(np.abs(duals @ self.F).max(axis=1))

    def noise(self, size: int, rng: np.random.Generator) -> Draws:
        points, law = self.sampler.sample(sample_size("size", size), generator(rng))
        return Draws(points @ self.reduction.outward.T, law)

    def noise_second_moment(self, rng: np.random.Generator | None = None) -> Moments:
        sampler = self.sampler
        outward = self.reduction.outward
        if isinstance(sampler, IndependentColumns):
            moment = 2 * outward @ sampler.columns @ sampler.columns.T @ outward.T
            return Moments(moment, ROUNDING, "independent columns", True)
        if isinstance(sampler, Triangulation):
            moment = outward @ sampler.second_moment() @ outward.T
            # A body between s K and K has moments within a factor s^(r + 2) of those of K.
            return Moments(moment, ROUNDING + (self.rank + 2) * (1 - self.shrink), "triangulation", True)
        rng = generator(rng)
        if isinstance(sampler, FacetWalk):
            return self._chain_moment(sampler, rng)
        points = sampler.uniform(EXACT_SAMPLES, rng)[0] @ outward.T
        lengths = (points**2).sum(axis=1)
        factor = (self.rank + 1) * (self.rank + 2)
        error = float(lengths.std() / lengths.mean() / math.sqrt(EXACT_SAMPLES))
        return Moments(factor * points.T @ points / EXACT_SAMPLES, error, "exact samples", False)

    def _chain_moment(self, walk: FacetWalk, rng: np.random.Generator) -> Moments:
        runs = walk.runs(SAMPLES, rng)
        law = walk.law(runs, 1)
        outward = self.reduction.outward
        moment = outward @ np.mean([run.second_moment for run in runs], axis=0) @ outward.T
        lengths = ((np.concatenate([run.points for run in runs]) @ outward.T) ** 2).sum(axis=1)
        error = float(lengths.std() / lengths.mean() / math.sqrt(max(law.effective, 1.0)))
        return Moments(moment, error, law.method, False)

    def planned_second_moment(self) -> Array:
        """Return ``E x x'`` of the noise well enough to plan with, with a fixed seed: exact where facets are few."""
        outward, rng = self.reduction.outward, np.random.default_rng(2)
        if self.rank == self._columns.shape[1]:
            return self.noise_second_moment().matrix
        if "sampler" not in self.__dict__ and expected_facets(self._columns, rng) > FEW_FACETS:
            return outward @ FacetWalk(self._columns, self.shrink, rng).covariance @ outward.T
        sampler = self.sampler
        if isinstance(sampler, FacetWalk):
            return outward @ sampler.covariance @ outward.T
        return self.noise_second_moment(rng).matrix

    def _log_scale(self) -> float:
        """Return the log-volume of the image of the unit cube of inner coordinates."""
        outward = self.reduction.outward
        if self.rank == self.dimension:
            # Unlike singular values, elimination does not mind rows of very different units.
            return float(np.linalg.slogdet(outward)[1])
        return float(np.log(np.linalg.svd(outward, compute_uv=False)).sum())

    def log_volume(self, rng: np.random.Generator | None = None) -> Measured:
        sampler, inner = self.sampler, self.reduction.inner
        scale = self._log_scale()
        if isinstance(sampler, IndependentColumns):
            value = self.rank * math.log(2) + float(np.linalg.slogdet(inner)[1]) - math.lgamma(self.rank + 1)
            return Measured(value + scale, ROUNDING, "independent columns", True)
        if isinstance(sampler, Triangulation):
            # The triangulation is kept and the columns are put back to their lengths.
            error = ROUNDING + self.rank * (1 - self.shrink)
            return Measured(sampler.log_volume(inner) + scale, error, "triangulation", True)
        size = SAMPLES if isinstance(sampler, FacetWalk) else EXACT_SAMPLES
        source = generator(rng)
        points, law = sampler.sample(size, source)
        correlation = len(points) / max(law.effective, 1.0) if isinstance(law, ChainLaw) else 1.0
        value, error = bridge_log_volume(inner, points, max(1.0, correlation), source)
        return Measured(value + scale, error, "bridge sampling", False)

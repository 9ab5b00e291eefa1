"""The recursive mechanism for bodies that are not isotropic."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.geometry.body import sample_size
from mechanisms.geometry.law import Draws, JointLaw
from mechanisms.geometry.measured import Measured
from mechanisms.geometry.polytope import Polytope
from mechanisms.structured.knorm import KNorm
from mechanisms.structured.mechanism import LinearMechanism
from mechanisms.validate import Array, generator

SPLITS = ("optimal", "cube root", "uniform")
# A plan with cuts has to promise this much before it is preferred to one without: moments are estimates.
LEAST_GAIN = 0.02
# No level gets less than this part of the greatest share: directions in which a body is almost flat have an error that
# rounds to 0, and noise at a share of 0 would be infinite. It costs the other levels some millionths.
LEAST_SHARE = 1e-6
# The sum of the shares stays below eps in floats.
ROUND_DOWN = 1 - 1e-14


@dataclass(frozen=True)
class Level:
    """One K-norm mechanism of the recursion.

    Parameters
    ----------
    subspace : array, shape (d, k)
        Orthonormal basis of the subspace that the queries are projected on.
    answered : array, shape (d, j)
        Orthonormal basis of the directions whose answer is taken from this level.
    share : float
        Its part of eps, in (0, 1].
    planned_error : float
        Mean squared error in the answered directions at eps = 1, as the plan estimates it.
    """

    subspace: Array
    answered: Array
    share: float
    planned_error: float


class NIM(LinearMechanism):
    r"""The non-isotropic mechanism: K-norm noise on nested eigenspaces.

    Level m projects the queries on a subspace :math:`U_m`, runs the K-norm mechanism there with a share of eps, keeps
    the answers in the half of the directions in which the covariance of the projected body is small, and leaves the
    others, :math:`U_{m+1}`, to the next level: floor(log2 r) + 1 levels for the rank r. A level with errors
    :math:`e_m` at eps = 1 contributes :math:`e_m/\varepsilon_m^2`, so that shares proportional to
    :math:`e_m^{1/3}` are best and give :math:`(\sum_m e_m^{1/3})^3/\varepsilon^2`.

    The covariances are estimated from F alone, never from x: an error in them costs accuracy and no privacy.

    Source: Hardt, Talwar, "On the geometry of differential privacy", STOC 2010, section 7.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The queries, one a row; not all zero.
    eps : float
        Privacy loss of all levels together, natural logarithm; positive.
    split : str
        "uniform": every level gets the same share. "cube root": the best shares for all levels. "optimal": the best
        shares when shares may be 0; the directions of a level without share are answered by the level before it,
        so that the K-norm mechanism itself is one of the plans.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    name = "NIM"

    def __init__(self, F: npt.ArrayLike, eps: float, split: str = "optimal") -> None:
        super().__init__(F, eps)
        if split not in SPLITS:
            raise ParameterError("split", f"one of {', '.join(SPLITS)}", split)
        self.split = split

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The plan."""
        spaces, moments = nested_subspaces(self.F)
        errors = _errors(spaces, moments)
        last = len(spaces)
        stops = _best_stops(errors) if self.split == "optimal" else list(range(last + 1))
        pairs = list(pairwise(stops))
        if self.split == "uniform":
            weights = [1.0] * len(pairs)
        else:
            roots = [float(np.cbrt(errors[i, j])) for i, j in pairs]
            weights = [max(root, LEAST_SHARE * max(roots)) for root in roots]
        total = math.fsum(weights)
        return tuple(
            Level(spaces[i], _complement(spaces[i], spaces[j] if j < last else None), weight / total, errors[i, j])
            for (i, j), weight in zip(pairs, weights)
        )

    @cached_property
    def mechanisms(self) -> tuple[KNorm, ...]:
        """The K-norm mechanism of every level, in coordinates of its subspace."""
        return tuple(KNorm(level.subspace.T @ self.F, self.eps * level.share * ROUND_DOWN) for level in self.levels)

    def noise(self, size: int, rng: np.random.Generator) -> Draws:
        count = sample_size("size", size)
        points, laws = np.zeros((count, len(self.F))), []
        for level, mechanism in zip(self.levels, self.mechanisms):
            draws = mechanism.noise(count, generator(rng))
            # Draws of a chain come in order: they are shuffled so that levels do not meet in step.
            part = draws.points if draws.law.exact else rng.permutation(draws.points)
            points += part @ (level.subspace.T @ level.answered) @ level.answered.T
            laws.append(draws.law)
        return Draws(points, laws[0] if len(laws) == 1 else JointLaw(tuple(laws)))

    def mean_squared_error(self, rng: np.random.Generator | None = None) -> Measured:
        value, variance, exact, methods = 0.0, 0.0, True, []
        for level, mechanism in zip(self.levels, self.mechanisms):
            moments = mechanism.body.noise_second_moment(rng)
            inside = level.subspace.T @ level.answered
            part = mechanism.scale**2 * float(np.trace(inside.T @ moments.matrix @ inside))
            value += part
            variance += (part * moments.error) ** 2
            exact = exact and moments.exact
            methods.append(moments.method)
        return Measured(value, math.sqrt(variance), ", ".join(dict.fromkeys(methods)), exact)


def nested_subspaces(F: Array) -> tuple[list[Array], list[Array]]:
    """Return the subspaces of the recursion and the second moments of K-norm noise on them, with a fixed seed.

    Parameters
    ----------
    F : array, shape (d, n)
        The queries.

    Returns
    -------
    subspaces : list of array, shape (d, k)
        Orthonormal bases of nested subspaces; k halves, rounded down, from the rank to 1.
    moments : list of array, shape (k, k)
        ``E x x'`` of noise of density exp(-gauge) on the projection, in the coordinates of the basis.
    """
    basis = np.linalg.qr(Polytope(F).reduction.outward)[0]
    spaces, moments = [basis], [Polytope(basis.T @ F).planned_second_moment()]
    while spaces[-1].shape[1] > 1:
        values, vectors = np.linalg.eigh(moments[-1])
        largest = vectors[:, np.argsort(-values)[: len(values) // 2]]
        spaces.append(np.linalg.qr(spaces[-1] @ largest)[0])
        moments.append(Polytope(spaces[-1].T @ F).planned_second_moment())
    return spaces, moments


def _errors(spaces: list[Array], moments: list[Array]) -> Array:
    """Return what level i adds at eps = 1 if it answers all directions but those of level j, for i < j."""
    last = len(spaces)
    errors = np.full((last, last + 1), math.inf)
    for i, moment in enumerate(moments):
        errors[i, last] = float(np.trace(moment))
        for j in range(i + 1, last):
            # On the complement itself: a difference of traces cancels where the body is flat.
            inside = spaces[i].T @ _complement(spaces[i], spaces[j])
            errors[i, j] = max(0.0, float(np.trace(inside.T @ moment @ inside)))
    return errors


def _best_stops(errors: Array) -> list[int]:
    """Return the levels that get a share, and the end: the path with the least sum of cube roots."""
    last = errors.shape[0]
    best, following = [math.inf] * last + [0.0], [last] * last
    for i in reversed(range(last)):
        for j in range(i + 1, last + 1):
            cost = float(np.cbrt(errors[i, j])) + best[j]
            if cost < best[i]:
                best[i], following[i] = cost, j
    if best[0] ** 3 > (1 - LEAST_GAIN) * errors[0, last]:
        return [0, last]
    stops = [0]
    while stops[-1] < last:
        stops.append(following[stops[-1]])
    return stops


def _complement(space: Array, inner: Array | None) -> Array:
    """Return an orthonormal basis of the part of a space that is orthogonal to a subspace of it."""
    if inner is None:
        return space
    rest = np.eye(space.shape[1]) - (space.T @ inner) @ (inner.T @ space)
    vectors = np.linalg.eigh(rest)[1]
    return np.asarray(space @ vectors[:, inner.shape[1] :])

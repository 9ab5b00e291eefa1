"""Lower bounds on the error of every private mechanism, from volumes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mechanisms.geometry.importance import log_ball_volume
from mechanisms.geometry.matrix import query_matrix
from mechanisms.geometry.measured import Measured
from mechanisms.geometry.polytope import Polytope
from mechanisms.structured.nim import nested_subspaces
from mechanisms.validate import positive

MOST_TERMS = 200_000


@dataclass(frozen=True)
class LowerBound:
    """What no eps-differentially private mechanism on all real histograms can beat at every histogram.

    Parameters
    ----------
    expected : float
        Bound on the expected Euclidean error.
    mean_squared : float
        Bound on the mean squared error.
    asymptotic : float
        ``k^(3/2) vol^(1/k) / eps`` without constant: the form in which the thesis and Hardt and Talwar print it.
    rank : int
        Dimension k of the subspace whose volume gives the bound.
    log_volume : Measured
        The log-volume; if it is estimated, four standard errors are taken off before the bounds are computed.
    """

    expected: float
    mean_squared: float
    asymptotic: float
    rank: int
    log_volume: Measured


def log_staircase_sum(rank: int, eps: float) -> float:
    r"""Return a lower bound on :math:`\log \int e^{-\varepsilon \lceil \|z\|_K \rceil} dz - \log \operatorname{vol} K`.

    .. math:: (1 - e^{-\varepsilon}) \sum_{k \ge 1} k^r e^{-\varepsilon k} \ge e^{-\varepsilon}\, r!\, \varepsilon^{-r}

    Parameters
    ----------
    rank : int
        Dimension r.
    eps : float
        Privacy loss; positive.
    """
    plain = math.lgamma(rank + 1) - rank * math.log(eps) - eps
    terms = int(4 * rank / eps + 40 / eps) + 10
    if terms > MOST_TERMS:
        return plain
    k = np.arange(1, terms + 1)
    logs = rank * np.log(k) - eps * k
    top = float(logs.max())
    return max(plain, math.log(-math.expm1(-eps)) + top + math.log(math.fsum(np.exp(logs - top))))


def volume_lower_bound(F: npt.ArrayLike, eps: float, rng: np.random.Generator | None = None) -> LowerBound:
    r"""Return a lower bound with explicit constants from the volume of ``K = F B_1^n``.

    For a mechanism with bounded error on all of R^n, the law of its error, averaged over x in ever larger cubes,
    has a limit with a density p such that :math:`p(z + v) \le e^\varepsilon p(z)` for v in K. Chaining gives
    :math:`p(z) \ge p(z_0)\, e^{-\varepsilon \lceil \|z - z_0\|_K \rceil}`, and integrating it bounds p by
    :math:`1/(S \operatorname{vol} K)` with the sum S of :func:`log_staircase_sum`. Among the densities below a bound
    the uniform one on a ball has the least moments; with its radius :math:`R = (S \operatorname{vol} K/\operatorname{vol}
    B_2^r)^{1/r}`

    .. math:: E\|a\|_2 \ge \frac{r}{r + 1} R, \qquad E\|a\|_2^2 \ge \frac{r}{r + 2} R^2

    in the span of dimension r; error orthogonal to it only adds.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The queries.
    eps : float
        Privacy loss for histograms at l1 distance at most 1; positive.
    rng : numpy.random.Generator, optional
        The source of randomness where the volume has to be estimated.
    """
    body = Polytope(query_matrix("F", F))
    loss = positive("eps", eps)
    volume, r = body.log_volume(rng), body.rank
    log_volume = volume.value - (1 if volume.exact else 4) * volume.error
    radius = math.exp((log_staircase_sum(r, loss) + log_volume - log_ball_volume(r)) / r)
    asymptotic = r**1.5 * math.exp(volume.value / r) / loss
    return LowerBound(r / (r + 1) * radius, r / (r + 2) * radius**2, asymptotic, r, volume)


def projected_lower_bound(F: npt.ArrayLike, eps: float, rng: np.random.Generator | None = None) -> LowerBound:
    """Return the largest volume bound over projections on the nested eigenspaces that NIM uses.

    An orthogonal projection of the answers shortens no error, so each of them is a bound; the supremum over all
    projections may be larger.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The queries.
    eps : float
        Privacy loss for histograms at l1 distance at most 1; positive.
    rng : numpy.random.Generator, optional
        The source of randomness where volumes have to be estimated.
    """
    matrix, loss = query_matrix("F", F), positive("eps", eps)
    bounds = [volume_lower_bound(space.T @ matrix, loss, rng) for space in nested_subspaces(matrix)[0]]
    return max(bounds, key=lambda bound: bound.mean_squared)

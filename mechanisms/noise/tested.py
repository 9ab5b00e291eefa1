"""Propose-test-release: noise for a proposed sensitivity, released where a private test finds the data far from where it fails."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.noise.laplace import Laplace
from mechanisms.validate import Array, finite_array, generator, open_probability, positive, scalar_or_array


@dataclass(frozen=True)
class ProposeTestRelease:
    r"""Propose-test-release: an answer with Laplace noise for a proposed sensitivity, where a noisy distance is above a threshold.

    The distance is how many records have to change before the local sensitivity is above the proposed one. With Laplace noise of scale
    :math:`1/\varepsilon` it has to exceed :math:`\log(1/(2\delta))/\varepsilon`. It is :math:`(2\varepsilon, \delta)`-private.

    Adjacency: the distances differ by 1 at most, and the answers by the proposed sensitivity, unless both distances are 0. Noise is in
    floating point, as that of :class:`mechanisms.Laplace`: for study.

    Source: C. Dwork, J. Lei, "Differential privacy and robust statistics", STOC 2009.

    Parameters
    ----------
    eps : float
        Of the test and of the release, natural logarithm; positive.
    delta : float
        The probability of a release where the distance is 0; in (0, 1/2).
    sensitivity : float
        The proposed one, in the units of the answer; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.propose_test_release"

    eps: float
    delta: float
    sensitivity: float = 1.0

    def __post_init__(self) -> None:
        for name, check in (("eps", positive), ("delta", open_probability), ("sensitivity", positive)):
            object.__setattr__(self, name, check(name, getattr(self, name)))
        if self.delta >= 0.5:
            raise ParameterError("delta", "in (0, 1/2)", self.delta)

    @property
    def threshold(self) -> float:
        """What the noisy distance has to exceed, rounded up."""
        level = -math.log(2 * self.delta) / self.eps
        return level + 4 * math.ulp(level)

    def passes(self, distance: float) -> float:
        """Return the probability of a release at a distance."""
        return float(np.asarray(Laplace(1 / self.eps).cdf(distance - self.threshold)))

    def release(self, answers: npt.ArrayLike, distances: npt.ArrayLike, rng: np.random.Generator) -> float | Array:
        """Release answers, each where its distance passes the test, else NaN.

        Parameters
        ----------
        answers : array_like
            Finite real numbers.
        distances : array_like, broadcast against them
            Numbers of records, from 0 on.
        rng : numpy.random.Generator
            The source of randomness.

        Raises
        ------
        ParameterError
            If an entry breaks its rule.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        values, source = finite_array("answers", answers), generator(rng)
        far = finite_array("distances", distances)
        if (far < 0).any():
            raise ParameterError("distances", "from 0 on", float(far[far < 0][0]))
        values, far = np.broadcast_arrays(values, far)
        passed = np.asarray(Laplace(1 / self.eps).release(far, source)) > self.threshold
        noisy = np.asarray(Laplace(self.sensitivity / self.eps).release(values, source))
        return scalar_or_array(np.where(passed, noisy, math.nan))

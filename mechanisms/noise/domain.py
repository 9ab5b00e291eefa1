"""The Laplace mechanism on the records of a bounded domain."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.noise.additive import AdditiveNoise
from mechanisms.noise.laplace import Laplace
from mechanisms.numeric.pair import Pair
from mechanisms.validate import Array, finite_array, positive, probability, real


@dataclass(frozen=True)
class DomainLaplace(AdditiveNoise):
    r"""Laplace noise on every record of a data base with records in a bounded domain, the interval [l, u].

    .. math:: f(x) = \frac{1}{2b} e^{-|x - d|/b}

    for a record d. The whole noisy data base is released, and any query can be asked of it. Adjacency: data bases of
    one length that differ in one record, by whatever the domain allows; the sensitivity is the domain's diameter u - l
    in the metric |x - y|. The domain is part of the mechanism: one read off the records would give records away.

    Noise in floating point does not protect the least significant bits of a release: the floats that an
    answer can be moved to depend on the answer (Mironov, "On significance of the least significant bits for
    differential privacy", CCS 2012). This class is for study, not for deployment.

    Source: M. Jazbec, BSc thesis, University of Ljubljana 2018, Example 4.9, after N. Holohan, D. Leith, O. Mason,
    "Differential privacy in metric spaces: numerical, categorical and functional data under the one roof",
    Information Sciences 305, 2015.

    Parameters
    ----------
    lower, upper : float
        Ends l < u of the domain, finite.
    scale : float
        The scale b of the noise, in the units of the records; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.domain_laplace"

    lower: float
    upper: float
    scale: float
    sensitivity: float = field(init=False)

    def __post_init__(self) -> None:
        lower, upper = real("lower", self.lower), real("upper", self.upper)
        if not lower < upper:
            raise ParameterError("upper", f"above lower ({lower!r})", self.upper)
        object.__setattr__(self, "lower", lower)
        object.__setattr__(self, "upper", upper)
        object.__setattr__(self, "scale", positive("scale", self.scale))
        width = positive("upper - lower", upper - lower)
        rounded_down = Fraction(width) < Fraction(upper) - Fraction(lower)
        object.__setattr__(self, "sensitivity", math.nextafter(width, math.inf) if rounded_down else width)

    @classmethod
    def from_budget(cls, lower: float, upper: float, eps: float, delta: float = 0.0) -> DomainLaplace:
        r"""Return the mechanism with the scale of the source, :math:`b = (u - l)/(\varepsilon - \log(1 - \delta))`.

        Parameters
        ----------
        lower, upper : float
            Ends of the domain.
        eps : float
            The budget epsilon, positive.
        delta : float
            The budget delta, in [0, 1).

        Raises
        ------
        ParameterError
            If a parameter breaks its rule.
        """
        share = probability("delta", delta)
        if share == 1:
            raise ParameterError("delta", "a probability below 1", delta)
        budget = positive("eps", eps) - math.log1p(-share)
        width = cls(lower, upper, 1.0).sensitivity
        # Two units down in the budget and one up in the quotient: the scale is never below the source's.
        return cls(lower, upper, math.nextafter(width / (budget - 2 * math.ulp(budget)), math.inf))

    def release(self, answers: npt.ArrayLike, rng: np.random.Generator) -> float | Array:
        """Release the records, each with noise of its own.

        Parameters
        ----------
        answers : array_like, any shape
            The records, in the domain.
        rng : numpy.random.Generator
            The source of randomness.

        Raises
        ------
        ParameterError
            If a record is not a number in the domain; it is not clipped silently.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        records = finite_array("answers", answers)
        outside = (records < self.lower) | (records > self.upper)
        if outside.any():
            rule = f"records in the domain [{self.lower!r}, {self.upper!r}]"
            raise ParameterError("answers", rule, float(records[outside][0]))
        return super().release(records, rng)

    @property
    def _noise(self) -> Laplace:
        return Laplace(self.scale, self.sensitivity)

    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        return self._noise._draw(rng, shape)

    def _log_noise_density(self, noise: Array) -> Array:
        return self._noise._log_noise_density(noise)

    def _noise_cdf(self, noise: Array) -> Array:
        return self._noise._noise_cdf(noise)

    def _laws(self, shift: float) -> Pair:
        return self._noise._laws(shift)

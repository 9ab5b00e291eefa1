"""Report noisy max."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.selection.enumeration import Factor, Part, exponentials, flip_masses, integral, normalised
from mechanisms.selection.quadrature import laplace_log_cdf, laplace_log_density, log_integral
from mechanisms.selection.scores import Indices, ScoredChoice
from mechanisms.validate import Array, positive


@dataclass(frozen=True)
class ReportNoisyMax(ScoredChoice):
    r"""Report noisy max: the candidate whose score is largest after independent noise; nothing but its index.

    .. math:: P[i] = \int f(x - s_i) \prod_{j \ne i} F(x - s_j) \, dx

    for the density f and the distribution function F of the noise, Laplace or one-sided exponential with scale b.
    Adjacency: data sets are adjacent when no score differs by more than `sensitivity`.

    Noise in floating point does not protect tiny masses or ties: differences of scores below a unit in the last place
    of the noise are lost. This class is for study, not for deployment; with exponential noise it has an exact twin,
    :meth:`mechanisms.PermuteAndFlip.release_exact`.

    Sources: C. Dwork, A. Roth, "The algorithmic foundations of differential privacy", 2014, Section 3.3 (Laplace);
    Z. Ding, D. Kifer, S. M. Saghaian, T. Steinke, Y. Wang, Y. Xiao, D. Zhang, "The permute-and-flip mechanism is
    identical to report-noisy-max with exponential noise", arXiv:2105.07260 (exponential).

    Parameters
    ----------
    scale : float
        The scale b of the noise, in the units of the scores; positive.
    sensitivity : float
        Largest difference of a score on adjacent data sets, in the units of the scores; positive.
    noise : {"laplace", "exponential"}
        The law of the noise.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    scale: float
    sensitivity: float = 1.0
    noise: str = "laplace"

    guarantee: ClassVar[str] = "mechanism.report_noisy_max"

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", positive("scale", self.scale))
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))
        if not isinstance(self.noise, str) or self.noise not in ("laplace", "exponential"):
            raise ParameterError("noise", "'laplace' or 'exponential'", self.noise)

    def _choose(self, scores: Array, rng: np.random.Generator) -> Indices:
        draw = rng.laplace if self.noise == "laplace" else rng.exponential
        return np.argmax(scores + draw(scale=self.scale, size=scores.shape), axis=-1)

    def _log_masses(self, scores: Array) -> Array:
        """Return masses by quadrature, with a relative error of about 1e-12."""
        standard = (scores - scores.max()) / self.scale

        def log_integrand(i: int, x: Array) -> Array:
            total = self._log_density(x - standard[i])
            for j, score in enumerate(standard):
                if j != i:
                    total = total + self._log_cdf(x - score)
            return total

        places = range(len(standard))
        return np.array([log_integral(partial(log_integrand, i), standard, 1.0, 1.0) for i in places])

    @property
    def _most_exact(self) -> int:  # type: ignore[override]
        return 32 if self.noise == "laplace" else 64

    def _exact_masses(self, scores: list[Fraction]) -> list[Fraction]:
        rate = 1 / Fraction(self.scale)
        if self.noise == "exponential":
            # With u = e^-x beyond the largest score this is the integral of permute-and-flip (the second source).
            return flip_masses(exponentials([rate * (max(scores) - score) for score in scores]))
        below = [Factor(Part.BELOW, score, rate) for score in scores]
        return normalised(
            [
                rate * integral([Factor(Part.DENSITY, score, rate), *below[:i], *below[i + 1 :]])
                for i, score in enumerate(scores)
            ]
        )

    def _log_density(self, x: Array) -> Array:
        return laplace_log_density(x) if self.noise == "laplace" else np.where(x >= 0, -x, -np.inf)

    def _log_cdf(self, x: Array) -> Array:
        if self.noise == "laplace":
            return laplace_log_cdf(x)
        with np.errstate(divide="ignore"):
            return np.log(-np.expm1(-np.maximum(x, 0.0)))

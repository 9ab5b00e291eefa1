"""The sparse vector technique: AboveThreshold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from mechanisms.selection.enumeration import Factor, Part, integral, normalised
from mechanisms.selection.quadrature import laplace_log_cdf, laplace_log_density, log_integral
from mechanisms.selection.scores import Indices, ScoredChoice, boolean
from mechanisms.validate import Array, positive, real


@dataclass(frozen=True)
class AboveThreshold(ScoredChoice):
    r"""AboveThreshold: the index of the first answer that is above a threshold, both with noise.

    .. math:: P[i] = \int \frac{1}{b} f\left(\frac{z - T}{b}\right) \prod_{j < i} F\left(\frac{z - a_j}{c}\right)
              \left(1 - F\left(\frac{z - a_i}{c}\right)\right) dz, \qquad b = \frac{2\Delta}{\varepsilon}, \quad
              c = \frac{4\Delta}{\varepsilon}

    for the threshold T, the answers a_1, ..., a_k and the standard Laplace law with density f and distribution function
    F; c is half as large for monotone answers. The outcome k (counted from 0) says that no answer was above. One draw of
    noise on the threshold serves all answers; the noise on an answer is never used twice, and no answer is released.
    Adjacency: data sets are adjacent when no answer differs by more than `sensitivity`; for monotone answers, when
    besides all differences have one sign.

    Noise in floating point does not protect tiny masses or ties: differences of answers below a unit in the last place
    of the noise are lost. This class is for study, not for deployment.

    Sources: C. Dwork, A. Roth, "The algorithmic foundations of differential privacy", 2014, Algorithm 1; for monotone
    answers M. Lyu, D. Su, N. Li, "Understanding the sparse vector technique for differential privacy", VLDB 2017.

    Parameters
    ----------
    eps : float
        The budget epsilon that sets the noise, natural logarithm; positive.
    threshold : float
        The threshold T, in the units of the answers; public, finite.
    sensitivity : float
        Largest difference of an answer on adjacent data sets, in the units of the answers; positive.
    monotone : bool
        Whether the answers are monotone.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    eps: float
    threshold: float = 0.0
    sensitivity: float = 1.0
    monotone: bool = False

    guarantee: ClassVar[str] = "mechanism.above_threshold"
    _most_exact: ClassVar[int] = 32

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", positive("eps", self.eps))
        object.__setattr__(self, "threshold", real("threshold", self.threshold))
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))
        object.__setattr__(self, "monotone", boolean("monotone", self.monotone))
        positive("sensitivity / eps", self._unit)

    @property
    def _unit(self) -> float:
        """The scale b of the noise on the threshold."""
        return 2 * self.sensitivity / self.eps

    @property
    def _ratio(self) -> float:
        """The scale of the noise on answers over that on the threshold."""
        return 1.0 if self.monotone else 2.0

    def _choose(self, scores: Array, rng: np.random.Generator) -> Indices:
        level = self.threshold + rng.laplace(0.0, self._unit, (*scores.shape[:-1], 1))
        above = scores + rng.laplace(0.0, self._ratio * self._unit, scores.shape) >= level
        return np.where(above.any(axis=-1), np.argmax(above, axis=-1), scores.shape[-1])

    def _log_masses(self, scores: Array) -> Array:
        """Return masses of stopping at each answer, and of not stopping, by quadrature; relative error about 1e-12."""
        answers, ratio = (scores - self.threshold) / self._unit, self._ratio
        masses = []
        for i in range(len(answers) + 1):

            def log_integrand(z: Array, stop: int = i) -> Array:
                total = laplace_log_density(z)
                for answer in answers[:stop]:
                    total = total + laplace_log_cdf((z - answer) / ratio)
                if stop < len(answers):
                    total = total + laplace_log_cdf((answers[stop] - z) / ratio)
                return total

            kinks = np.append(answers[: i + 1], 0.0)
            masses.append(log_integral(log_integrand, kinks, 1.0, 1.0))
        return np.array(masses)

    def _exact_masses(self, scores: list[Fraction]) -> list[Fraction]:
        rate = Fraction(self.eps) / (2 * Fraction(self.sensitivity))
        slower = rate / (1 if self.monotone else 2)
        level = Factor(Part.DENSITY, Fraction(self.threshold), rate)
        below = [Factor(Part.BELOW, score, slower) for score in scores]
        stops = [integral([level, *below[:i], Factor(Part.ABOVE, score, slower)]) for i, score in enumerate(scores)]
        return normalised([rate * mass for mass in (*stops, integral([level, *below]))])

"""The exponential mechanism and permute-and-flip."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.exact.words import WordSource
from mechanisms.selection.enumeration import exponentials, flip_masses, normalised
from mechanisms.selection.scores import Indices, ScoredChoice, boolean, exact_scores, score_array
from mechanisms.validate import Array, generator, positive


@dataclass(frozen=True)
class _ByScore(ScoredChoice):
    """A choice that depends on scores through the weights exp(rate (score - best score))."""

    eps: float
    sensitivity: float = 1.0
    monotone: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", positive("eps", self.eps))
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))
        object.__setattr__(self, "monotone", boolean("monotone", self.monotone))
        positive("eps / sensitivity", self._rate)

    @property
    def _rate(self) -> float:
        return self.eps / self.sensitivity / (1 if self.monotone else 2)

    def _log_weights(self, scores: Array) -> Array:
        with np.errstate(over="ignore"):
            return np.asarray(self._rate * (scores - scores.max(axis=-1, keepdims=True)))

    def _losses(self, scores: Sequence[Fraction]) -> list[Fraction]:
        """Return the exact negative exponents of the weights."""
        rate = Fraction(self.eps) / Fraction(self.sensitivity) / (1 if self.monotone else 2)
        return [rate * (max(scores) - score) for score in scores]

    def release_exact(self, scores: Sequence[Fraction | float], rng: np.random.Generator | None = None) -> int:
        """Release one index, drawn in exact integer arithmetic.

        Budget, sensitivity and scores count as the rationals that they are; no float takes part. What remains visible
        is the time that a release takes.

        Parameters
        ----------
        scores : sequence of int, Fraction or float, shape (k,)
            Finite real numbers.
        rng : numpy.random.Generator, optional
            A seeded source, for study and tests; by default the system's cryptographic source.

        Raises
        ------
        ParameterError
            If `scores` is not such a sequence.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        return self._choose_exactly(self._losses(exact_scores("scores", scores)), WordSource(rng))

    @abstractmethod
    def _choose_exactly(self, losses: list[Fraction], source: Any) -> int:
        """Choose an index from exact exponents."""


@dataclass(frozen=True)
class ExponentialMechanism(_ByScore):
    r"""The exponential mechanism: a candidate is chosen with a probability exponential in its score.

    .. math:: P[i] = \frac{e^{r s_i}}{\sum_j e^{r s_j}}, \qquad r = \frac{\varepsilon}{2\Delta}

    with :math:`r = \varepsilon/\Delta` for monotone scores. Adjacency: data sets are adjacent when no score differs by
    more than `sensitivity`; for monotone scores, when besides all differences have one sign.

    :meth:`release` and :meth:`release_by_gumbel` work in floating point and are for study: masses are the stated ones up
    to rounding, and a weight that underflows is never chosen, so no statement on tiny masses is protected (C. Ilvento,
    "Implementing the exponential mechanism with base-2 differential privacy", CCS 2020). To release, use their exact twin
    :meth:`release_exact`.

    Source: F. McSherry, K. Talwar, "Mechanism design via differential privacy", FOCS 2007.

    Parameters
    ----------
    eps : float
        The budget epsilon that sets the rate, natural logarithm; positive.
    sensitivity : float
        Largest difference of a score on adjacent data sets, in the units of the scores; positive.
    monotone : bool
        Whether the scores are monotone.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.exponential"

    def _choose(self, scores: Array, rng: np.random.Generator) -> Indices:
        sums = np.cumsum(np.exp(self._log_weights(scores)), axis=-1)
        mark = rng.random((*scores.shape[:-1], 1)) * sums[..., -1:]
        return np.minimum((sums <= mark).sum(axis=-1), scores.shape[-1] - 1)

    def release_by_gumbel(self, scores: npt.ArrayLike, rng: np.random.Generator) -> int | Indices:
        """Release the candidate with the largest score after Gumbel noise, which has the same law.

        Parameters
        ----------
        scores, rng
            As in :meth:`release`.
        """
        values = score_array("scores", scores)
        chosen = np.argmax(self._log_weights(values) + generator(rng).gumbel(size=values.shape), axis=-1)
        return int(chosen) if values.ndim == 1 else chosen

    def _choose_exactly(self, losses: list[Fraction], source: Any) -> int:
        """Propose a candidate, accept it with the probability of its weight, and start over otherwise."""
        from mechanisms.exact.algorithms import bernoulli_exp

        while True:
            place = source.below(len(losses))
            if bernoulli_exp(source, losses[place].numerator, losses[place].denominator):
                return int(place)

    def _log_masses(self, scores: Array) -> Array:
        weights = self._log_weights(scores)
        return weights - np.log(np.exp(weights).sum())

    def _exact_masses(self, scores: list[Fraction]) -> list[Fraction]:
        return normalised(exponentials(self._losses(scores)))


@dataclass(frozen=True)
class PermuteAndFlip(_ByScore):
    r"""Permute-and-flip: candidates in random order, each accepted with the probability of its weight.

    .. math:: P[i] = w_i \int_0^1 \prod_{j \ne i} (1 - w_j u) \, du, \qquad w_i = e^{r (s_i - \max_j s_j)}, \quad
              r = \frac{\varepsilon}{2\Delta}

    with :math:`r = \varepsilon/\Delta` for monotone scores: the order is that of independent uniform marks, and u is the
    mark of the candidate i, before which all others with smaller marks were turned down. Adjacency: data sets are
    adjacent when no score differs by more than `sensitivity`; for monotone scores, when besides all differences have
    one sign.

    :meth:`release` works in floating point and is for study: masses are the stated ones up to rounding, and a weight below
    2^-53 is never chosen, so no statement on tiny masses is protected. To release, use its exact twin
    :meth:`release_exact`.

    Source: R. McKenna, D. Sheldon, "Permute-and-flip: a new mechanism for differentially private selection", NeurIPS
    2020, arXiv:2010.12603, Algorithm 1.

    Parameters
    ----------
    eps : float
        The budget epsilon that sets the rate, natural logarithm; positive.
    sensitivity : float
        Largest difference of a score on adjacent data sets, in the units of the scores; positive.
    monotone : bool
        Whether the scores are monotone.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.permute_and_flip"

    def _choose(self, scores: Array, rng: np.random.Generator) -> Indices:
        marks, coins = rng.random((2, *scores.shape))
        # The best candidate accepts for certain, so some mark is finite.
        return np.argmin(np.where(coins < np.exp(self._log_weights(scores)), marks, np.inf), axis=-1)

    def _choose_exactly(self, losses: list[Fraction], source: Any) -> int:
        from mechanisms.exact.algorithms import bernoulli_exp

        order = list(range(len(losses)))
        while True:
            place = order.pop(source.below(len(order)))
            if bernoulli_exp(source, losses[place].numerator, losses[place].denominator):
                return place

    def _log_masses(self, scores: Array) -> Array:
        # Gauss's rule with n nodes is exact for the polynomial, of degree 2n - 1 at most; all terms are positive.
        nodes, shares = np.polynomial.legendre.leggauss(len(scores) // 2 + 1)
        log_weights = self._log_weights(scores)
        factors = np.log1p(-np.exp(log_weights) * (nodes[:, np.newaxis] + 1) / 2)
        others = factors.sum(axis=1, keepdims=True) - factors
        return log_weights + np.log((np.exp(others) * shares[:, np.newaxis] / 2).sum(axis=0))

    def _exact_masses(self, scores: list[Fraction]) -> list[Fraction]:
        return flip_masses(exponentials(self._losses(scores)))

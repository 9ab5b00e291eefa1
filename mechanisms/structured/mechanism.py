"""What mechanisms that answer a linear query with additive noise have in common."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.geometry.body import sample_size
from mechanisms.geometry.diagnostics import effective_samples
from mechanisms.geometry.law import ChainLaw, Draws, Law
from mechanisms.geometry.matrix import query_matrix
from mechanisms.geometry.measured import Measured
from mechanisms.validate import Array, finite_array, generator, positive


@dataclass(frozen=True)
class Privacy:
    """What a mechanism promises for histograms at l1 distance at most 1.

    Parameters
    ----------
    eps : float
        The privacy loss of the stated noise.
    delta : float
        ``(1 + e^eps)`` times the estimated total-variation distance of the drawn noise to the stated one; 0 if
        the noise is drawn exactly.
    proven : bool
        Whether delta is proved: True for exact noise. For a Markov chain it is extrapolated from autocorrelations.
    """

    eps: float
    delta: float
    proven: bool

    @classmethod
    def of(cls, eps: float, law: Law) -> Privacy:
        """Return the promise of eps-differentially private noise that is drawn with a given law."""
        return cls(eps, (1 + math.exp(min(eps, 700.0))) * law.estimated_distance, law.exact)


class LinearMechanism(ABC):
    """A mechanism that releases ``F x`` plus noise whose law does not depend on x.

    Noise in floating point does not protect the least significant bits of a release (Mironov, "On significance
    of the least significant bits for differential privacy", CCS 2012): for study, not for deployment.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The queries, one a row; not all zero.
    eps : float
        Privacy loss for histograms x at l1 distance at most 1, natural logarithm; positive.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    name: str

    def __init__(self, F: npt.ArrayLike, eps: float) -> None:
        self.F = query_matrix("F", F)
        self.eps = positive("eps", eps)

    @abstractmethod
    def noise(self, size: int, rng: np.random.Generator) -> Draws:
        """Draw noise.

        Parameters
        ----------
        size : int
            Number of noise vectors.
        rng : numpy.random.Generator
            The source of randomness.
        """

    @abstractmethod
    def mean_squared_error(self, rng: np.random.Generator | None = None) -> Measured:
        """Return the mean of the squared Euclidean norm of the noise.

        Parameters
        ----------
        rng : numpy.random.Generator, optional
            The source of randomness where moments of the body have to be estimated.
        """

    def release(self, x: npt.ArrayLike, rng: np.random.Generator) -> Array:
        """Release the answers to the queries.

        Parameters
        ----------
        x : array_like, shape (n,)
            The histogram.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        array, shape (d,)
            ``F x`` plus noise, drawn afresh.

        Raises
        ------
        ParameterError
            If `x` is not a vector of n finite numbers.
        GeneratorError
            If `rng` is not a ``numpy.random.Generator``; also a TypeError.
        """
        histogram = finite_array("x", x)
        if histogram.shape != (self.F.shape[1],):
            raise ParameterError("x", f"of shape ({self.F.shape[1]},)", f"shape {histogram.shape}")
        return np.asarray(self.F @ histogram + self.noise(1, generator(rng)).points[0])

    def privacy(self, rng: np.random.Generator) -> Privacy:
        """Return what one release promises, as far as it is known.

        Parameters
        ----------
        rng : numpy.random.Generator
            The source of the draw whose law is looked at.
        """
        return Privacy.of(self.eps, self.noise(1, rng).law)

    def expected_error(self, rng: np.random.Generator, samples: int = 4_000) -> Measured:
        """Return the mean Euclidean norm of the noise by simulation.

        Parameters
        ----------
        rng : numpy.random.Generator
            The source of randomness.
        samples : int
            Number of noise vectors, at least 32.
        """
        if sample_size("samples", samples) < 32:
            raise ParameterError("samples", "at least 32", samples)
        draws = self.noise(samples, rng)
        lengths = np.linalg.norm(draws.points, axis=1)
        effective = float(samples)
        if not draws.law.exact:
            chains = draws.law.chains if isinstance(draws.law, ChainLaw) else 1
            each = samples // chains
            effective = float(effective_samples(lengths[: each * chains].reshape(chains, each, 1))[0])
        error = float(lengths.std() / math.sqrt(max(effective, 1.0)))
        return Measured(float(lengths.mean()), error, f"simulation ({draws.law.method})", False)

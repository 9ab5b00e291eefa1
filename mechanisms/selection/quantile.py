"""The private quantile: the exponential mechanism over the places of an interval, by their distance in rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.validate import Array, finite_array, generator, positive, probability, real


@dataclass(frozen=True)
class PrivateQuantile:
    r"""A place of an interval is chosen with a density exponential in how far its rank is from the one that is wanted.

    .. math:: p(y) \propto e^{-r |\#\{i : x_i < y\} - q n|}, \qquad l \le y \le u

    Adjacency: data sets are adjacent when one of them has one value more; the score moves by max(q, 1 - q) at most. Values outside
    the interval count at its ends. This class works in floats and is for study, not for deployment.

    Source: A. Smith, "Privacy-preserving statistical estimation with optimal convergence rates", STOC 2011, Algorithm 2.

    Parameters
    ----------
    rate : float
        r, nats a rank; positive.
    level : float
        q, in [0, 1]; 1/2 is the median.
    low, high : float
        The interval from l to u, in the units of the values.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.quantile"

    rate: float
    level: float = 0.5
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", positive("rate", self.rate))
        object.__setattr__(self, "level", probability("level", self.level))
        object.__setattr__(self, "low", real("low", self.low))
        object.__setattr__(self, "high", real("high", self.high))
        if not self.low < self.high:
            raise ParameterError("high", f"above low = {self.low}", self.high)

    def _cells(self, values: npt.ArrayLike) -> tuple[Array, Array]:
        """Return the ends of the cells between values, and the log-density of each."""
        inner = np.sort(np.clip(finite_array("values", values).ravel(), self.low, self.high))
        ends = np.concatenate([[self.low], inner, [self.high]])
        scores = -self.rate * np.abs(np.arange(len(inner) + 1) - self.level * len(inner))
        with np.errstate(divide="ignore"):
            masses = scores + np.log(np.diff(ends))
        top = masses.max()
        return ends, scores - top - np.log(np.exp(masses - top).sum())

    def log_density(self, values: npt.ArrayLike, places: npt.ArrayLike) -> Array:
        """Return the log-density of places, in nats; minus infinity outside the interval.

        Parameters
        ----------
        values : array of float, shape (n,)
            The data.
        places : array of float
            Where.
        """
        ends, heights = self._cells(values)
        at = finite_array("places", places)
        cell = np.clip(np.searchsorted(ends[1:-1], at, side="left"), 0, len(heights) - 1)
        return np.where((at >= self.low) & (at <= self.high), heights[cell], -np.inf)

    def release(self, values: npt.ArrayLike, rng: np.random.Generator, size: int = 1) -> Array:
        """Release quantiles.

        Parameters
        ----------
        values : array of float, shape (n,)
            The data.
        rng : numpy.random.Generator
            Where randomness comes from.
        size : int, optional
            How many independent releases.
        """
        ends, heights = self._cells(values)
        source = generator(rng)
        sums = np.cumsum(np.exp(heights) * np.diff(ends))
        cell = np.searchsorted(sums, source.random(size) * sums[-1], side="right")
        return np.asarray(ends[cell] + source.random(size) * (ends[cell + 1] - ends[cell]))

    def pair(self, values: npt.ArrayLike, others: npt.ArrayLike) -> FinitePair:
        """Return the laws of the cell in which the quantile of either data set lies, with all that is told: densities are constant there.

        Parameters
        ----------
        values, others : array of float
            The two data sets.
        """
        ends = np.unique(np.concatenate([self._cells(values)[0], self._cells(others)[0]]))
        places, lengths = (ends[1:] + ends[:-1]) / 2, np.diff(ends)
        return FinitePair(*(np.exp(self.log_density(data, places)) * lengths for data in (values, others)))

"""What a mechanism is said to keep, and what two probabilities of one event say against it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from mechanisms.families.gaussian import gaussian_pair
from mechanisms.validate import Array, non_negative, open_probability, probability

# Rounding of the logarithm and of the Gaussian quantiles, relative; a lower bound moves down by it.
_ROUNDING = 1e-12


class Claim(Protocol):
    """A promise with one parameter that runs bound from below."""

    @property
    def parameter(self) -> str:
        """Name of the parameter."""

    @property
    def claimed(self) -> float | None:
        """Its claimed value; None if nothing is claimed."""

    def lower(self, p: Array, q: Array) -> Array:
        """Lower bound on the parameter if an event has probability at least `p` on one data set, at most `q` on the other."""

    def rarest(self, p: float, value: float) -> float:
        """Return the least probability on the other data set that an event of probability `p` has at a parameter `value`."""

    def plainest(self, value: float) -> float:
        """Return the probability of the event by which the mechanism that is easiest to tell attains a parameter `value`."""


@dataclass(frozen=True)
class ApproximateClaim:
    r"""The claim of (eps, delta)-differential privacy.

    .. math:: P(E) \le e^\varepsilon Q(E) + \delta

    for every event E and both orders of two neighbours, hence
    :math:`\varepsilon \ge \log((\underline p - \delta)/\overline q)` where P(E) is at least
    :math:`\underline p` and Q(E) at most :math:`\overline q`.

    Parameters
    ----------
    eps : float, optional
        The claimed epsilon, natural logarithm; non-negative. Left out: nothing is claimed, the bound alone is
        asked for.
    delta : float
        The delta at which epsilon is bounded, in [0, 1].

    Raises
    ------
    ParameterError
        If a parameter is out of range.
    """

    eps: float | None = None
    delta: float = 0.0

    def __post_init__(self) -> None:
        if self.eps is not None:
            object.__setattr__(self, "eps", non_negative("eps", self.eps))
        object.__setattr__(self, "delta", probability("delta", self.delta))

    @property
    def parameter(self) -> str:
        return "eps" if self.delta == 0 else f"eps at delta = {self.delta:g}"

    @property
    def claimed(self) -> float | None:
        return self.eps

    def lower(self, p: Array, q: Array) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            bound = np.log(p - self.delta) - np.log(q)
        return np.where(p > self.delta, bound - _ROUNDING * (1 + np.abs(bound)), -math.inf)

    def rarest(self, p: float, value: float) -> float:
        # the complement of the event keeps the promise as well
        complement = (1 - p) * math.exp(min(value, 700.0)) + self.delta
        return max(0.0, (p - self.delta) * math.exp(-value), 1 - complement)

    def plainest(self, value: float) -> float:
        # randomized response that gives the bit away with probability delta: every other mechanism can be made from it
        return self.delta + (1 - self.delta) / (1 + math.exp(-value))


@dataclass(frozen=True)
class GaussianClaim:
    r"""The claim of mu-Gaussian differential privacy.

    .. math:: P(E) \le \Phi(\Phi^{-1}(Q(E)) + \mu)

    for every event E and both orders of two neighbours (Dong, Roth and Su, "Gaussian differential privacy",
    JRSS B 84, 2022, Definition 2.6, stated through the power of tests), hence
    :math:`\mu \ge \Phi^{-1}(\underline p) - \Phi^{-1}(\overline q)`.

    Parameters
    ----------
    mu : float, optional
        The claimed mu, non-negative. Left out: nothing is claimed, the bound alone is asked for.

    Raises
    ------
    ParameterError
        If `mu` is out of range.
    """

    mu: float | None = None

    def __post_init__(self) -> None:
        if self.mu is not None:
            object.__setattr__(self, "mu", non_negative("mu", self.mu))

    @property
    def parameter(self) -> str:
        return "mu"

    @property
    def claimed(self) -> float | None:
        return self.mu

    def lower(self, p: Array, q: Array) -> Array:
        from scipy.special import ndtri

        bound = ndtri(p) - ndtri(q)
        return np.where(np.isfinite(bound), bound - _ROUNDING * (1 + np.abs(bound)), -math.inf)

    def rarest(self, p: float, value: float) -> float:
        from scipy.special import ndtr, ndtri

        return float(ndtr(ndtri(p) - value))

    def plainest(self, value: float) -> float:
        from scipy.special import ndtr

        return float(ndtr(value / 2))


def gaussian_eps(mu: float, delta: float) -> float:
    r"""Lower bound on epsilon at delta of a mechanism whose trade-off function is that of N(0, 1) against N(mu, 1).

    The largest epsilon at which the hockey-stick divergence of the two Gaussian laws, by quadrature and rounded
    down, is still above delta. A lower bound on mu from an audit gives a lower bound on epsilon this way *only
    under the hypothesis that the trade-off function is Gaussian* for some mu; without it use
    :class:`ApproximateClaim`.

    Parameters
    ----------
    mu : float
        Distance of the two laws in standard deviations, or a lower bound on it; non-negative.
    delta : float
        Strictly between 0 and 1.

    Raises
    ------
    ParameterError
        If a parameter is out of range.
    """
    shift, target = non_negative("mu", mu), open_probability("delta", delta)
    if shift == 0:
        return 0.0
    pair = gaussian_pair(shift, 1.0, 0.0, 1.0)
    if pair.hockey_stick(0.0).lower <= target:
        return 0.0
    below, above = 0.0, 1.0
    while pair.hockey_stick(above).lower > target:
        below, above = above, 2 * above
    while above - below > 1e-9 * above:
        middle = (below + above) / 2
        below, above = (middle, above) if pair.hockey_stick(middle).lower > target else (below, middle)
    return below

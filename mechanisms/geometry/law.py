"""Samples together with what is known about the law they were drawn from."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mechanisms.validate import Array


@dataclass(frozen=True)
class ExactLaw:
    """The samples are independent and follow the stated law, up to the rounding of floats.

    Parameters
    ----------
    method : str
        How they were drawn.
    acceptance : float
        Share of proposals that were accepted in the last step, 1 without rejection.
    shrink : float
        The law is that of a body between ``shrink * K`` and K; 1 if it is that of K.
    """

    method: str
    acceptance: float = 1.0
    shrink: float = 1.0

    @property
    def exact(self) -> bool:
        """True: nothing about the law is estimated."""
        return True

    @property
    def estimated_distance(self) -> float:
        """0: there is no distance to estimate."""
        return 0.0


@dataclass(frozen=True)
class ChainLaw:
    """The samples come from Markov chains that leave the stated law as it is; how near they are is estimated.

    A mechanism whose noise is at total-variation distance tau from noise that is eps-differentially private is
    (eps, (1 + e^eps) tau)-differentially private. The distance given here is extrapolated from the
    autocorrelation time, exp(-warm-up / time): an estimate, not a proof.

    Parameters
    ----------
    method : str
        The chain.
    chains, warm_up, thinning : int
        Number of independent chains, trajectories run and dropped before the first sample of each, trajectories
        per sample.
    effective : float
        Effective sample size, the worst over coordinates, squared coordinates and Euclidean norm.
    rhat : float
        Split R-hat, the worst over the same functions.
    autocorrelation_time : float
        Trajectories per effective sample, at least 1.
    gauge_p, independence_p : float
        p-values of the known facts: the gauge of the state at the end of a trajectory, before its coordinates are
        drawn anew, follows a Gamma law and is independent of the direction.
    pivots : int
        Steps from facet to facet.
    violation : float
        Worst violation of a facet inequality at an output: rounding only, if all is well.
    shrink : float
        The law is that of a body between ``shrink * K`` and K; 1 if it is that of K.

    Notes
    -----
    With fewer than 8 samples the diagnostics are those of the pilot run that prepared the chain.
    """

    method: str
    chains: int
    warm_up: int
    thinning: int
    effective: float
    rhat: float
    autocorrelation_time: float
    gauge_p: float
    independence_p: float
    pivots: int
    violation: float
    shrink: float = 1.0

    @property
    def exact(self) -> bool:
        """False: the distance to the law is estimated."""
        return False

    @property
    def estimated_distance(self) -> float:
        """Total-variation distance to the stated law, extrapolated, not proved."""
        return math.exp(-self.warm_up / self.autocorrelation_time)


@dataclass(frozen=True)
class JointLaw:
    """The law of points that were put together from independent draws.

    Parameters
    ----------
    laws : tuple of ExactLaw, ChainLaw or JointLaw
        The laws of the parts.
    """

    laws: tuple[Law, ...]

    @property
    def exact(self) -> bool:
        """Whether every part is exact."""
        return all(law.exact for law in self.laws)

    @property
    def method(self) -> str:
        """The methods of the parts, in order."""
        return ", ".join(law.method for law in self.laws)

    @property
    def estimated_distance(self) -> float:
        """Sum of the distances of the parts: an upper bound on that of the whole, as far as they are right."""
        return math.fsum(law.estimated_distance for law in self.laws)


Law = ExactLaw | ChainLaw | JointLaw


@dataclass(frozen=True)
class Draws:
    """Points and their law.

    Parameters
    ----------
    points : array, shape (k, d)
        One point a row.
    law : ExactLaw, ChainLaw or JointLaw
        What is known about their law.
    """

    points: Array
    law: Law

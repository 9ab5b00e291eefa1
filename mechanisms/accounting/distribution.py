"""Privacy-loss distributions: composition with two-sided bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from mechanisms.accounting.allocation import AllocationLoss
from mechanisms.accounting.answers import bracket_delta, bracket_epsilon
from mechanisms.accounting.bracket import Bracket
from mechanisms.accounting.laws import FiniteLoss, GaussianLoss, LaplaceLoss, SampledLoss
from mechanisms.accounting.loss import Loss, Reversed
from mechanisms.accounting.monotone import Law, MonotoneLoss
from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.response.randomized import RandomizedResponse
from mechanisms.validate import integer, positive, probability, real

_CELLS = 1 << 16
_MOST_STEPS = 10**9


@dataclass(frozen=True)
class LossDistribution:
    r"""The privacy loss of a composition of pairs (P, Q), and brackets of what follows from it.

    .. math:: \delta(\varepsilon) = \mathbb{E}_P[(1 - e^{\varepsilon - L})_+] + P(L = \infty), \qquad
              \varepsilon(\delta) = \inf\{\varepsilon \ge 0 : \delta(\varepsilon) \le \delta\}.

    The loss of each step is moved to a lattice once from above and once from below (see
    :mod:`mechanisms.accounting.lattice`), both measures are composed in stages by tilted Fourier transforms, and
    every error made on the way is bounded and added on the side where it does harm. A question about another epsilon
    or delta composes again, with a tilt of its own.

    Build one with :meth:`gaussian`, :meth:`laplace`, :meth:`randomized_response`, :meth:`geometric`,
    :meth:`finite` or :meth:`from_pair`; then :meth:`subsample`, :meth:`allocate`, :meth:`reversed`,
    :meth:`compose`.

    Parameters
    ----------
    steps : tuple of (Loss, int)
        The laws of the loss, each with its multiplicity.
    cells : int
        Points of a Fourier transform, a power of two from 2^8 to 2^20. The width of a bracket falls with its square, until
        rounding is met; time grows in proportion.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    steps: tuple[tuple[Loss, int], ...]
    cells: int = _CELLS

    def __post_init__(self) -> None:
        rule = "a power of two from 2^8 to 2^20"
        cells = integer("cells", self.cells, 1, rule=rule)
        if cells & (cells - 1) or not 1 << 8 <= cells <= 1 << 20:
            raise ParameterError("cells", rule, self.cells)

    @classmethod
    def gaussian(cls, sigma: float, sensitivity: float = 1.0) -> LossDistribution:
        """Return the loss of Gaussian noise.

        Parameters
        ----------
        sigma : float
            Standard deviation of the noise; positive, at least `sensitivity`/20.
        sensitivity : float
            Distance of the two answers; positive.
        """
        distance = positive("sensitivity", sensitivity) / positive("sigma", sigma)
        if not 1e-8 <= distance <= 20:
            raise ParameterError("sigma", "from 1/20 to 1e8 in sensitivities", sigma)
        return cls(((GaussianLoss(distance), 1),))

    @classmethod
    def laplace(cls, scale: float, sensitivity: float = 1.0) -> LossDistribution:
        """Return the loss of Laplace noise.

        Parameters
        ----------
        scale : float
            Scale b of the noise; positive.
        sensitivity : float
            Distance of the two answers; positive.
        """
        distance = positive("sensitivity", sensitivity) / positive("scale", scale)
        if not 1e-8 <= distance <= 300:
            raise ParameterError("scale", "from 1/300 to 1e8 in sensitivities", scale)
        return cls(((LaplaceLoss(distance), 1),))

    @classmethod
    def randomized_response(cls, eps: float) -> LossDistribution:
        """Return the loss of randomized response on a bit; `eps` from 0 to 300."""
        if real("eps", eps) > 300:
            raise ParameterError("eps", "from 0 to 300", eps)
        return cls.finite(RandomizedResponse(eps).pair())

    @classmethod
    def geometric(cls, eps: float, sensitivity: int = 1) -> LossDistribution:
        r"""Return the loss of two-sided geometric noise, of mass proportional to :math:`e^{-\varepsilon |k|/\Delta}`.

        Parameters
        ----------
        eps : float
            Max divergence at distance `sensitivity`; from 0 to 300.
        sensitivity : int
            Distance Delta of the two integer answers; from 1 to 64.
        """
        rule = "an integer from 1 to 64"
        distance = integer("sensitivity", sensitivity, 1, rule=rule)
        if distance > 64:
            raise ParameterError("sensitivity", rule, sensitivity)
        if not 0 <= real("eps", eps) <= 300:
            raise ParameterError("eps", "from 0 to 300", eps)
        keep = RandomizedResponse(eps / distance).pair().p[0]  # 1/(1 + r) to 60 digits
        ratio = (1 - Fraction(keep)) / Fraction(keep)
        # Outcomes up to 0, the integers between the answers, and Delta and more: the loss is constant on each.
        inner = [(1 - ratio) / (1 + ratio) * ratio**k for k in range(1, distance)]
        masses = [1 / (1 + ratio), *inner, ratio**distance / (1 + ratio)]
        return cls.finite(FinitePair(masses, masses[::-1]))

    @classmethod
    def finite(cls, pair: FinitePair) -> LossDistribution:
        """Return the loss of two laws on a finite space."""
        if not isinstance(pair, FinitePair):
            raise ParameterError("pair", "a FinitePair", pair)
        return cls(((FiniteLoss(pair), 1),))

    @classmethod
    def from_pair(cls, p: Law, q: Law, support: tuple[float, float] = (-math.inf, math.inf)) -> LossDistribution:
        """Return the loss of two laws on the line with densities of monotone ratio.

        Parameters
        ----------
        p, q : Law
            Log-density, distribution function and complement of P and of Q.
        support : tuple of float
            The interval on which both densities are positive.

        Raises
        ------
        ParameterError
            If the ratio is seen not to be monotone.
        """
        return cls(((MonotoneLoss(p, q, support), 1),))

    def subsample(self, rate: float, adjacency: Literal["remove", "add"] = "remove") -> LossDistribution:
        """Return the loss when the record takes part with probability `rate` (Poisson subsampling).

        P must be the law with the record and Q the one without it.

        Parameters
        ----------
        rate : float
            The sampling probability, in [0, 1].
        adjacency : {"remove", "add"}
            "remove": the mixture against Q. "add": Q against the mixture. A guarantee under both is the larger delta:
            :meth:`Bracket.maximum`.
        """
        share = probability("rate", rate)
        if adjacency not in ("remove", "add"):
            raise ParameterError("adjacency", "'remove' or 'add'", adjacency)
        if len(self.steps) != 1 or self.steps[0][1] != 1:
            raise ParameterError("subsample", "applied to a single step", self.steps)
        loss = self.steps[0][0]
        if share == 0:
            loss = FiniteLoss(FinitePair((1,), (1,)))
        elif share < 1:
            loss = SampledLoss(loss, share)
        one = LossDistribution(((loss, 1),), self.cells)
        return one if adjacency == "remove" else one.reversed()

    def allocate(self, slots: int, adjacency: Literal["remove", "add"] = "remove") -> LossDistribution:
        """Return the loss of `slots` runs in one of which, drawn at random, the record takes part (random allocation, balls in bins).

        P must be the law with the record and Q the one without it; :meth:`compose` then counts epochs.

        Parameters
        ----------
        slots : int
            The number of runs; from 1 to 10^5.
        adjacency : {"remove", "add"}
            "remove": the mixture against the product of Q. "add": the other way round. A guarantee under both is the larger delta:
            :meth:`Bracket.maximum`.
        """
        rule = "an integer from 1 to 10^5"
        count = integer("slots", slots, 1, rule=rule)
        if count > 10**5:
            raise ParameterError("slots", rule, slots)
        if adjacency not in ("remove", "add"):
            raise ParameterError("adjacency", "'remove' or 'add'", adjacency)
        if len(self.steps) != 1 or self.steps[0][1] != 1:
            raise ParameterError("allocate", "applied to a single step", self.steps)
        loss = self.steps[0][0] if count == 1 else AllocationLoss(self.steps[0][0], count)
        one = LossDistribution(((loss, 1),), self.cells)
        return one if adjacency == "remove" else one.reversed()

    def reversed(self) -> LossDistribution:
        """Return the loss of the pairs (Q, P)."""
        return LossDistribution(tuple((Reversed(loss), count) for loss, count in self.steps), self.cells)

    def compose(self, steps: int) -> LossDistribution:
        """Return the loss of `steps` independent runs; at most 10^9 steps in all."""
        count = integer("steps", steps, 1, rule="a positive integer")
        return _collected([(loss, own * count) for loss, own in self.steps], self.cells)

    def with_cells(self, cells: int) -> LossDistribution:
        """Return the same loss, computed with transforms of another length."""
        return LossDistribution(self.steps, cells)

    def delta(self, eps: float) -> Bracket:
        """Return a bracket of the privacy profile delta(eps).

        Parameters
        ----------
        eps : float
            Epsilon, natural logarithm; any finite real number.
        """
        return bracket_delta(self.steps, real("eps", eps), self.cells)

    def epsilon(self, delta: float) -> Bracket:
        """Return a bracket of the smallest epsilon >= 0 with delta(epsilon) <= `delta`.

        Parameters
        ----------
        delta : float
            A probability in [0, 1]; 0 asks for the supremum of the loss.
        """
        return bracket_epsilon(self.steps, probability("delta", delta), self.cells)


def compose(*distributions: LossDistribution) -> LossDistribution:
    """Return the loss of the composition of the given ones, one after another.

    Parameters
    ----------
    *distributions : LossDistribution
        At least one. The largest of their `cells` is kept.
    """
    if not distributions or not all(isinstance(one, LossDistribution) for one in distributions):
        raise ParameterError("distributions", "one LossDistribution at least", distributions)
    steps = [step for one in distributions for step in one.steps]
    return _collected(steps, max(one.cells for one in distributions))


def _collected(steps: list[tuple[Loss, int]], cells: int) -> LossDistribution:
    counts: dict[Loss, int] = {}
    for loss, count in steps:
        counts[loss] = counts.get(loss, 0) + count
    if sum(counts.values()) > _MOST_STEPS:
        raise ParameterError("steps", f"at most {_MOST_STEPS:.0e} in all", sum(counts.values()))
    return LossDistribution(tuple(counts.items()), cells)

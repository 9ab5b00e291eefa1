"""What can be asked of a pair of laws, whatever carries them.

Convention: where P is not absolutely continuous with respect to Q, every divergence of order 1 and above is
infinite; for orders in (0, 1) the integral is over the common support.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar

from mechanisms.numeric.cells import Cells
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.tradeoff import tradeoff_at
from mechanisms.validate import integer, probability

_MOST_CUMULANTS = 20


class Divergences(ABC):
    """The divergences of a law P from a law Q, and the law of the privacy loss log(p/q) under P."""

    # The part of a threshold of the loss to which a search for it is worth its while.
    _resolution: ClassVar[float] = 1e-14

    @abstractmethod
    def renyi(self, order: float) -> Estimate:
        r"""Rényi divergence of P from Q.

        .. math:: D_\alpha(P \Vert Q) = \frac{1}{\alpha - 1} \log \int p^\alpha q^{1-\alpha}

        Parameters
        ----------
        order : float
            The order alpha in (0, inf]; 1 gives the Kullback-Leibler divergence, inf the max divergence.

        Returns
        -------
        Estimate
            The divergence, natural logarithm.

        Raises
        ------
        ParameterError
            If `order` is not a number in (0, inf].
        ConvergenceError
            If floating point cannot decide or resolve the integral.
        """

    @abstractmethod
    def max_divergence(self) -> Estimate:
        """Max divergence, of order infinity: the supremum of the privacy loss where p is positive."""

    @abstractmethod
    def hockey_stick(self, eps: float) -> Estimate:
        r"""Hockey-stick divergence, the smallest delta for which (eps, delta) bounds P by Q.

        .. math:: \int (p - e^\varepsilon q)_+

        Parameters
        ----------
        eps : float
            Any finite real number.

        Returns
        -------
        Estimate
            The divergence, in [0, 1].
        """

    @abstractmethod
    def chi_squared(self) -> Estimate:
        r"""Chi-squared divergence :math:`\int (p - q)^2/q`; infinite where P is not absolutely continuous."""

    @abstractmethod
    def squared_hellinger(self) -> Estimate:
        r"""Squared Hellinger distance :math:`\tfrac12 \int (\sqrt p - \sqrt q)^2 = 1 - \int \sqrt{pq}`, in [0, 1]."""

    @abstractmethod
    def loss_tail(self, threshold: float) -> Estimate:
        r"""Probability :math:`P[L > t]` that the privacy loss exceeds a threshold under P.

        Parameters
        ----------
        threshold : float
            The threshold t, a finite real number.

        Returns
        -------
        Estimate
            The mass where the loss is above t beyond rounding. The mass where the loss equals t up to
            rounding, an atom of the loss for instance, is counted in the error.
        """

    def loss_cumulants(self, n: int) -> tuple[Estimate, ...]:
        r"""Return the first cumulants of the privacy loss under P: mean, variance, and so on.

        Parameters
        ----------
        n : int
            How many, from 1 to 20.

        Returns
        -------
        tuple of Estimate
            Cumulants of order 1 to n; infinite from the order on at which a moment is.

        Raises
        ------
        ParameterError
            If `n` is not an integer from 1 to 20.
        """
        return self._cumulants(integer("n", n, 1, _MOST_CUMULANTS))

    @abstractmethod
    def reversed(self) -> Any:
        """Return the pair with P and Q exchanged."""

    @property
    @abstractmethod
    def _common_mass(self) -> Estimate:
        """The mass of P where Q has some."""

    @abstractmethod
    def _errors_of_test(self, threshold: float) -> tuple[Estimate, Estimate]:
        """Return the errors of a test that rejects P where the loss is below a threshold, up to rounding.

        Both are those of one and the same test, of the type I and of the type II.
        """

    @abstractmethod
    def _cells(self, most: int) -> Cells:
        """Return about so many cells, narrow in the loss."""

    @abstractmethod
    def _cumulants(self, n: int) -> tuple[Estimate, ...]:
        """Return the first n cumulants of the loss."""

    @cached_property
    def _mirror(self) -> Divergences:
        return self.reversed()

    def kl(self) -> Estimate:
        r"""Kullback-Leibler divergence :math:`\int p \log(p/q)`, the Rényi divergence of order 1."""
        return self.renyi(1.0)

    def total_variation(self) -> Estimate:
        r"""Total variation distance :math:`\tfrac12 \int |p - q|`."""
        return self.hockey_stick(0.0)

    def tradeoff(self, type_one: float) -> Estimate:
        r"""Trade-off function: the least type II error of a test of P against Q at a type I error.

        .. math:: T(P, Q)(t) = \inf\{1 - \mathbb{E}_Q \varphi : \mathbb{E}_P \varphi \le t\}

        The infimum is over all tests, randomised ones included (Neyman and Pearson).

        Parameters
        ----------
        type_one : float
            The type I error t, in [0, 1].

        Returns
        -------
        Estimate
            The type II error, in [0, 1]. Its error is half the gap between a test that was found and a tangent
            to the curve, with the errors of their integrals.

        Raises
        ------
        ParameterError
            If `type_one` is not a number in [0, 1].
        """
        return tradeoff_at(self, self._mirror, probability("type_one", type_one))

    def loss_mean(self) -> Estimate:
        """Mean of the privacy loss under P, which is the Kullback-Leibler divergence."""
        return self.kl()

    def loss_variance(self) -> Estimate:
        """Variance of the privacy loss under P; infinite where the mean or the second moment is."""
        return self.loss_cumulants(2)[1]


class HasPair:
    """What a mechanism answers for the pair of its laws on the two worst neighbours."""

    def pair(self) -> Any:
        """Return the two laws."""
        raise NotImplementedError

    def renyi(self, order: float) -> Estimate:
        """Rényi divergence of the pair; see :meth:`mechanisms.Pair.renyi`."""
        return self.pair().renyi(order)

    def kl(self) -> Estimate:
        """Kullback-Leibler divergence of the pair."""
        return self.pair().kl()

    def max_divergence(self) -> Estimate:
        """Max divergence of the pair."""
        return self.pair().max_divergence()

    def hockey_stick(self, eps: float) -> Estimate:
        """Hockey-stick divergence of the pair; see :meth:`mechanisms.Pair.hockey_stick`."""
        return self.pair().hockey_stick(eps)

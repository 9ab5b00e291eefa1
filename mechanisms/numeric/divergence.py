"""Divergences of two laws, for any carrier that can total an integrand over its points.

Convention: where P is not absolutely continuous with respect to Q, every divergence of order 1 and above is
infinite; for orders in (0, 1) the integral is over the common support.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.numeric import kernels
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.kernels import Kernel, LogLaws
from mechanisms.numeric.panels import LogIntegral, log_add, log_error
from mechanisms.validate import Array, real
from mechanisms.validate import order as check_order

__all__ = ["Level", "TwoLaws"]

# A function of the laws whose sign bounds the set to integrate over, and its rounding error.
Level = Callable[[LogLaws], tuple[Array, Array]]

# If the moment of an order below 1 is less than 1 by more than this, it is integrated directly.
_LOST_MASS = 0.5


class TwoLaws(ABC):
    """Two laws P and Q on one space; the divergences of P from Q follow from totals of integrands."""

    @property
    @abstractmethod
    def _escapes(self) -> bool:
        """Whether P puts mass where Q has none."""

    @abstractmethod
    def _total(self, kernel: Kernel, level: Level | None = None) -> LogIntegral:
        """Total an integrand over all points, or over those where `level` is not negative beyond rounding.

        With a level, mass of P too small for a float may be left out.
        """

    @abstractmethod
    def max_divergence(self) -> Estimate:
        """Return the divergence of order infinity."""

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
        alpha = check_order(order)
        if math.isinf(alpha):
            return self.max_divergence()
        if alpha >= 1 and self._escapes:
            return Estimate(math.inf, 0.0)
        # The moment of order alpha is that of order 1 - alpha with the laws exchanged; so beta >= -1/2.
        flipped = alpha < 0.5
        beta = -alpha if flipped else alpha - 1

        def kernel(laws: LogLaws) -> tuple[Array, Array]:
            return kernels.excess_terms(laws.swapped() if flipped else laws, beta)

        excess = self._total(kernel)
        if beta >= 0:
            return _from_excess(excess, beta)
        if log_add(excess.value, excess.truncation, excess.rounding) > math.log(_LOST_MASS / -beta):
            return _from_overlap(self._total(partial(kernels.overlap_terms, order=alpha)), alpha)
        estimate = _from_excess(excess, beta)
        ratio = beta / (alpha - 1)
        value = estimate.value * ratio
        return _checked(value, estimate.error * ratio + 2 * math.ulp(value))

    def kl(self) -> Estimate:
        r"""Kullback-Leibler divergence :math:`\int p \log(p/q)`, the Rényi divergence of order 1."""
        return self.renyi(1.0)

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
        level = real("eps", eps)
        kernel = partial(kernels.hockey_stick_terms, eps=level)
        return _from_log(self._total(kernel, lambda laws: (laws.loss - level, laws.noise_loss)), most=1.0)

    def total_variation(self) -> Estimate:
        r"""Total variation distance :math:`\tfrac12 \int |p - q|`."""
        return self.hockey_stick(0.0)

    def loss_mean(self) -> Estimate:
        """Mean of the privacy loss under P, which is the Kullback-Leibler divergence."""
        return self.kl()

    def loss_variance(self) -> Estimate:
        """Variance of the privacy loss under P; infinite where the mean or the second moment is."""
        mean = self.kl()
        if math.isinf(mean.value):
            return mean
        return _from_log(self._total(partial(kernels.deviation_terms, center=mean.value, error=mean.error)))

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
        level = real("threshold", threshold)
        low, high = (_from_log(self._tail(level, side), most=1.0) for side in (-1, 1))
        return _checked(low.value, max(high.value - low.value, 0.0) + high.error + low.error)

    def _tail(self, threshold: float, side: int) -> LogIntegral:
        """Total P over the points whose loss, moved by its rounding error to the given side, is above."""

        def level(laws: LogLaws) -> tuple[Array, Array]:
            return laws.loss + side * laws.noise_loss - threshold, np.zeros_like(laws.loss)

        return self._total(kernels.mass_terms, level)


def _checked(value: float, error: float) -> Estimate:
    if not max(value, error) < math.inf:
        raise ConvergenceError(
            f"rounding of the log-densities swamps the integral: value {value!r}, error {error!r}"
        )
    return Estimate(value, error)


def _exp(x: float) -> float:
    return math.exp(x) if x < 709.7 else math.inf


def _from_log(total: LogIntegral, most: float = math.inf) -> Estimate:
    """Leave the logarithms, for a value of at most `most`; ulps cover the exponential and its underflow."""
    if total.value == math.inf:
        return Estimate(math.inf, 0.0)
    value = _exp(total.value)
    rounding = (2 + abs(total.value)) * math.ulp(value) if total.value > -math.inf else 0.0
    return _checked(min(value, most), _exp(log_add(total.truncation, total.rounding)) + rounding)


def _from_excess(excess: LogIntegral, beta: float) -> Estimate:
    """Turn the integral I of p h_beta(L) into log(1 + beta I)/beta, which is I itself at beta = 0."""
    if excess.value == math.inf:
        return Estimate(math.inf, 0.0)
    if beta == 0:
        return _from_log(excess)
    if excess.value < 0:
        linear = _from_log(excess)
        moment = 1 + beta * linear.value
        value = math.log1p(beta * linear.value) / beta
        # For beta < 0 the moment shrinks with the error; the caller keeps it above 1/2.
        error = linear.error / (moment if beta > 0 else moment + beta * linear.error)
    else:
        exponent = math.log(abs(beta)) + excess.value
        log_moment = float(np.logaddexp(0.0, exponent)) if beta > 0 else math.log1p(-math.exp(exponent))
        value = log_moment / beta
        share = exponent - log_moment - excess.value
        error = log_error(share + excess.truncation, share + excess.rounding) / abs(beta)
        error += 4 * math.ulp(exponent) * math.exp(exponent - log_moment) / abs(beta)
    return _checked(value, error + 4 * math.ulp(value))


def _from_overlap(overlap: LogIntegral, order: float) -> Estimate:
    """Turn the logarithm of the moment of an order below 1 into the divergence."""
    if overlap.value == -math.inf:
        return Estimate(math.inf, 0.0)
    value = overlap.value / (order - 1)
    error = log_error(overlap.truncation - overlap.value, overlap.rounding - overlap.value) / (1 - order)
    return _checked(value, error + 4 * math.ulp(value))

"""Divergences of two laws, for any carrier that can total an integrand over its points."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from mechanisms.numeric import kernels
from mechanisms.numeric.cumulants import cumulants
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.interface import Divergences
from mechanisms.numeric.kernels import Kernel, LogLaws
from mechanisms.numeric.panels import LogIntegral, log_add
from mechanisms.numeric.results import checked, difference, from_excess, from_log, from_overlap
from mechanisms.validate import Array, real
from mechanisms.validate import order as check_order

# A function of the laws whose sign bounds the set to integrate over, and its rounding error.
Level = Callable[[LogLaws], tuple[Array, Array]]

# If the moment of an order below 1 is less than 1 by more than this, it is integrated directly.
_LOST_MASS = 0.5


class TwoLaws(Divergences):
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
    def reversed(self) -> TwoLaws:
        """Return the pair with P and Q exchanged."""

    def renyi(self, order: float) -> Estimate:
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
            return from_excess(excess, beta)
        if log_add(excess.value, excess.truncation, excess.rounding) > math.log(_LOST_MASS / -beta):
            return from_overlap(self._total(partial(kernels.overlap_terms, order=alpha)), alpha)
        estimate = from_excess(excess, beta)
        ratio = beta / (alpha - 1)
        value = estimate.value * ratio
        return checked(value, estimate.error * ratio + 2 * math.ulp(value))

    renyi.__doc__ = Divergences.renyi.__doc__

    def hockey_stick(self, eps: float) -> Estimate:
        level = real("eps", eps)
        kernel = partial(kernels.hockey_stick_terms, eps=level)
        return from_log(self._total(kernel, lambda laws: (laws.loss - level, laws.noise_loss)), most=1.0)

    hockey_stick.__doc__ = Divergences.hockey_stick.__doc__

    def chi_squared(self) -> Estimate:
        r"""Chi-squared divergence :math:`\int (p - q)^2/q`; infinite where P is not absolutely continuous."""
        if self._escapes:
            return Estimate(math.inf, 0.0)
        return from_log(self._total(partial(kernels.excess_terms, beta=1.0)))

    def squared_hellinger(self) -> Estimate:
        r"""Squared Hellinger distance :math:`\tfrac12 \int (\sqrt p - \sqrt q)^2 = 1 - \int \sqrt{pq}`, in [0, 1]."""
        whole = from_log(self._total(partial(kernels.excess_terms, beta=-0.5)), most=2.0)
        return Estimate(whole.value / 2, whole.error / 2 + math.ulp(0.0))

    def loss_tail(self, threshold: float) -> Estimate:
        level = real("threshold", threshold)
        low, high = (from_log(self._tail(level, side), most=1.0) for side in (-1, 1))
        return checked(low.value, max(high.value - low.value, 0.0) + high.error + low.error)

    loss_tail.__doc__ = Divergences.loss_tail.__doc__

    def _tail(self, threshold: float, side: int) -> LogIntegral:
        """Total P over the points whose loss, moved by its rounding error to the given side, is above."""

        def level(laws: LogLaws) -> tuple[Array, Array]:
            return laws.loss + side * laws.noise_loss - threshold, np.zeros_like(laws.loss)

        return self._total(kernels.mass_terms, level)

    @property
    def _common_mass(self) -> Estimate:
        def kernel(laws: LogLaws) -> tuple[Array, Array]:
            common = laws.log_q > -np.inf
            exponent, noise = kernels.mass_terms(laws)
            return np.where(common, exponent, -np.inf), np.where(common, noise, -np.inf)

        return from_log(self._total(kernel), most=1.0) if self._escapes else Estimate(1.0, 0.0)

    def _errors_of_test(self, threshold: float) -> tuple[Estimate, Estimate]:
        def below(laws: LogLaws) -> tuple[Array, Array]:
            return threshold - laws.loss, np.zeros_like(laws.loss)

        def not_below(laws: LogLaws) -> tuple[Array, Array]:
            # In the mirror the loss is -L, and L = threshold is kept.
            return np.nextafter(-laws.loss - threshold, np.inf), np.zeros_like(laws.loss)

        first = from_log(self._total(kernels.mass_terms, below), most=1.0)
        return first, from_log(self._mirror._total(kernels.mass_terms, not_below), most=1.0)

    @cached_property
    def _mirror(self) -> TwoLaws:
        return self.reversed()

    def _cumulants(self, n: int) -> tuple[Estimate, ...]:
        mean = self.kl()
        moments: list[Estimate] = []
        for power in range(2, n + 1):
            infinite = math.isinf(moments[-1].value if moments else mean.value)
            moments.append(Estimate(math.inf, 0.0) if infinite else self._central_moment(power, mean))
        return (mean, *cumulants(moments))

    def _central_moment(self, power: int, mean: Estimate) -> Estimate:
        """Integrate p (L - mean)^n; where n is odd, apart on either side of the mean."""
        parts = []
        for side in (1, -1) if power % 2 else (0,):

            def kernel(laws: LogLaws, side: int = side) -> tuple[Array, Array]:
                return kernels.deviation_terms(laws, mean.value, mean.error, power, side)

            def level(laws: LogLaws, side: int = side) -> tuple[Array, Array]:
                return side * (laws.loss - mean.value), laws.noise_loss + mean.error

            parts.append(from_log(self._total(kernel, level if side else None)))
        return difference(*parts) if power % 2 else parts[0]

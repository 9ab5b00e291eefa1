"""Two laws on the line, given by their log-densities, and the divergences between them.

Convention: where P is not absolutely continuous with respect to Q, every divergence of order 1 and above is
infinite; for orders in (0, 1) the integral is over the common support.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.numeric.divergence import Level, TwoLaws
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.extremum import supremum_of_loss
from mechanisms.numeric.frame import NO_FLOAT, Frame, build_frame
from mechanisms.numeric.kernels import Kernel
from mechanisms.numeric.levels import observation_points, pieces_above
from mechanisms.numeric.panels import NOTHING, LogIntegral, log_add, log_sum
from mechanisms.numeric.quadrature import integrate
from mechanisms.numeric.supports import LogDensity, evaluate
from mechanisms.validate import Array, line, real_array, scalar_or_array
from mechanisms.validate import order as check_order

__all__ = ["Pair"]

# The privacy loss is known to some 1e-15 of the log-densities; times the order, that must stay small.
_HIGHEST_ORDER = 1e12


@dataclass(frozen=True)
class Pair(TwoLaws):
    r"""Two laws P and Q on the line with densities p and q.

    Divergences are integrals of the densities by quadrature; each comes with a bound on its error that counts
    truncation and rounding. The log-densities are taken to be accurate to 4 units in the last place of
    ``|log_p(x)|`` plus the size of the normalising constant, as a formula in logarithms is.

    Parameters
    ----------
    log_p, log_q : callable
        Log-densities: vectorised, mapping a float array to an array of the same shape, -inf off the support.
    breakpoints : sequence of float
        Kinks, jumps, poles, zeros and modes of either density. Unlisted ends of a support are found, and most
        unlisted modes (one that is missed is mass that is missing, which is refused); an unlisted kink costs time,
        an unlisted jump between positive values may cost accuracy beyond the stated error.
    support : tuple of float
        An interval outside of which both densities vanish.

    Raises
    ------
    ParameterError
        On construction if a log-density is not callable, a breakpoint is not finite, or the support is empty;
        on first use if a density does not have mass 1 or a log-density is NaN.
    """

    log_p: LogDensity
    log_q: LogDensity
    breakpoints: Sequence[float] = ()
    support: tuple[float, float] = (-math.inf, math.inf)

    def __post_init__(self) -> None:
        for name, function in (("log_p", self.log_p), ("log_q", self.log_q)):
            if not callable(function):
                raise ParameterError(name, "a vectorised function", function)
        points, support = line(self.breakpoints, self.support)
        object.__setattr__(self, "breakpoints", points)
        object.__setattr__(self, "support", support)

    @cached_property
    def _frame(self) -> Frame:
        return build_frame(self.log_p, self.log_q, self.breakpoints, self.support)

    @cached_property
    def _observed(self) -> Array:
        return observation_points(self._frame.laws, self._frame.ladder)

    @property
    def _escapes(self) -> bool:
        return self._frame.escapes

    def _total(self, kernel: Kernel, level: Level | None = None) -> LogIntegral:
        frame = self._frame
        parts, pieces = [], [frame.line]
        if level is not None:
            pieces = pieces_above(level, frame.laws, self._observed, frame.window)
            parts.append(NOTHING._replace(rounding=NO_FLOAT))
        for piece in pieces:
            parts.append(integrate(lambda x: kernel(frame.laws(x)), frame.ladder.anchors, piece).logs)
            if level is not None:
                parts.append(NOTHING._replace(rounding=self._cut_error(kernel, piece)))
        return LogIntegral(*(log_add(*logs) for logs in zip(*parts, strict=True)))

    def _cut_error(self, kernel: Kernel, piece: tuple[float, float]) -> float:
        """Return the logarithm of the error of integrating up to the nearest float only."""
        ends = np.array([end for end in piece if end not in self._frame.window])
        exponent, _ = kernel(self._frame.laws(ends))
        return float(log_sum(exponent + np.log(2 * np.spacing(np.abs(ends)))))

    def privacy_loss(self, x: npt.ArrayLike) -> float | Array:
        r"""Privacy loss :math:`L(x) = \log(p(x)/q(x))`.

        Parameters
        ----------
        x : array_like, any shape
            Outcomes.

        Returns
        -------
        float or array of the shape of `x`
            Natural logarithm; inf where only q vanishes, -inf where only p does, NaN where both do.
        """
        points = real_array("x", x)
        with np.errstate(invalid="ignore"):
            loss = evaluate("log_p", self.log_p, points) - evaluate("log_q", self.log_q, points)
        return scalar_or_array(np.asarray(loss))

    def renyi(self, order: float) -> Estimate:
        if _HIGHEST_ORDER < check_order(order) < math.inf:
            raise ConvergenceError(
                f"orders above {_HIGHEST_ORDER:g} and below inf drown in rounding of the log-densities"
            )
        return super().renyi(order)

    renyi.__doc__ = TwoLaws.renyi.__doc__

    def max_divergence(self) -> Estimate:
        r"""Max divergence, of order infinity: the supremum of the privacy loss where p is positive."""
        if self._escapes:
            return Estimate(math.inf, 0.0)
        return supremum_of_loss(self._frame.laws, self._frame.ladder)

    def reversed(self) -> Pair:
        """Return the pair with P and Q exchanged."""
        return Pair(self.log_q, self.log_p, self.breakpoints, self.support)

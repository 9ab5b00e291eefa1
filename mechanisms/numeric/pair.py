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

from mechanisms.errors import ParameterError
from mechanisms.numeric.densities import DensityPair
from mechanisms.numeric.frame import Frame, build_frame
from mechanisms.numeric.supports import LogDensity, evaluate
from mechanisms.validate import Array, line, positive, real_array, scalar_or_array


@dataclass(frozen=True)
class Pair(DensityPair):
    r"""Two laws P and Q on the line with densities p and q.

    Divergences are integrals of the densities by quadrature; each comes with an estimate of its error that counts
    truncation and rounding. Infinity is the answer only where the integrand grows toward an end and does not slow
    down; a trend that rounding hides is refused. One that turns beyond the range of the floats, and so slowly that
    rounding hides all of it, looks like that of a power law, and is told infinite: log-normal laws within 1e-11 of
    their critical order, whose divergence is above 10^12, are an example.

    Parameters
    ----------
    log_p, log_q : callable
        Log-densities: vectorised, mapping a float array to an array of the same shape, -inf off the support.
    breakpoints : sequence of float
        Kinks, jumps, poles, zeros and modes of either density. Unlisted ones are found, as are the ends of supports,
        where the densities or the loss show them over more than 1/256 of the distance from the next listed point
        (1/4096 where mass is missing otherwise). A narrower mode is refused as mass that is missing, unless that is
        less than 1e-11: such a mode may be overlooked, and what depends on it be off by more than the estimated error.
    support : tuple of float
        An interval outside of which both densities vanish.
    ulps : float
        Accuracy of the log-densities, in units in the last place of ``|log_p(x)|`` plus the size of the normalising
        constant; 4 is that of a formula in logarithms in which nothing cancels.

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
    ulps: float = 4.0

    def __post_init__(self) -> None:
        for name, function in (("log_p", self.log_p), ("log_q", self.log_q)):
            if not callable(function):
                raise ParameterError(name, "a vectorised function", function)
        points, support = line(self.breakpoints, self.support)
        object.__setattr__(self, "breakpoints", points)
        object.__setattr__(self, "support", support)
        object.__setattr__(self, "ulps", positive("ulps", self.ulps))

    @cached_property
    def _frame(self) -> Frame:
        return build_frame((self.log_p, self.log_q), self.breakpoints, self.support, self.ulps)

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

    def reversed(self) -> Pair:
        """Return the pair with P and Q exchanged."""
        return Pair(self.log_q, self.log_p, self.breakpoints, self.support, self.ulps)

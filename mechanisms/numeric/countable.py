"""Two laws on the integers, given by their log-masses, and the divergences between them.

Convention: where P is not absolutely continuous with respect to Q, every divergence of order 1 and above is
infinite; for orders in (0, 1) the sum is over the common support.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.numeric.densities import DensityPair
from mechanisms.numeric.frame import Frame, build_frame
from mechanisms.numeric.grid import INTEGERS
from mechanisms.numeric.supports import LogDensity, evaluate
from mechanisms.validate import Array, line, positive, real_array, scalar_or_array


@dataclass(frozen=True)
class CountablePair(DensityPair):
    r"""Two laws P and Q on the integers with masses p and q.

    Divergences are sums: blocks of at most 128 terms are added up, longer ones by rules that are halved until two
    of them agree, and what lies beyond 1e100 on an infinite side is bounded by the trend of the blocks before.
    Each value comes with an estimate of its error that counts truncation and rounding.

    Parameters
    ----------
    log_p, log_q : callable
        Log-masses: vectorised, mapping an array of floats that are integers to an array of the same shape, -inf off
        the support. They are not called outside `support`.
    breakpoints : sequence of int
        Modes, kinks, jumps and isolated zeros of either mass function: between them, far from them, masses are
        taken to vary smoothly. Unlisted ends of a support are found, and unlisted modes as by :class:`Pair`.
    support : tuple of int or infinite float
        The first and the last integer (both included) on which a law may have mass.
    ulps : float
        Accuracy of the log-masses, in units in the last place of ``|log_p(k)|`` plus the size of its largest value.

    Raises
    ------
    ParameterError
        On construction if a log-mass is not callable, a breakpoint or a finite end of the support is not an integer
        or the support is empty; on first use if masses do not add up to 1 or a log-mass is NaN.
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
        first, last = _ends(self.support)
        points, support = line(self.breakpoints, (first, last + 1))
        for name, values in (("breakpoints", points), ("support", support)):
            for value in values:
                if math.isfinite(value) and not value.is_integer():
                    raise ParameterError(name, "made of integers", value)
        object.__setattr__(self, "breakpoints", points)
        object.__setattr__(self, "support", (first, last))
        object.__setattr__(self, "ulps", positive("ulps", self.ulps))

    @cached_property
    def _frame(self) -> Frame:
        first, last = self.support
        laws = tuple(partial(_on_steps, log, self.support) for log in (self.log_p, self.log_q))
        return build_frame((laws[0], laws[1]), self.breakpoints, (first, last + 1), self.ulps, INTEGERS)

    def privacy_loss(self, outcome: npt.ArrayLike) -> float | Array:
        r"""Privacy loss :math:`L(k) = \log(p(k)/q(k))`.

        Parameters
        ----------
        outcome : int or array of int, any shape
            Outcomes k.

        Returns
        -------
        float or array of the shape of `outcome`
            Natural logarithm; inf where only q vanishes, -inf where only p does, NaN where both do.
        """
        points = real_array("outcome", outcome)
        if not (np.isfinite(points).all() and (points == np.floor(points)).all()):
            raise ParameterError("outcome", "an integer, or an array of integers", outcome)
        log_p, log_q = (
            evaluate(name, partial(_on_steps, log, self.support), points)
            for name, log in (("log_p", self.log_p), ("log_q", self.log_q))
        )
        with np.errstate(invalid="ignore"):
            return scalar_or_array(np.asarray(log_p - log_q))

    def reversed(self) -> CountablePair:
        """Return the pair with P and Q exchanged."""
        return CountablePair(self.log_q, self.log_p, self.breakpoints, self.support, self.ulps)


def _ends(support: object) -> tuple[float, float]:
    """Return the first and the last integer of a support; a single point is allowed."""
    rule = "a pair (first, last) of integers or infinities with first <= last"
    if not isinstance(support, Sequence) or isinstance(support, str) or len(support) != 2:
        raise ParameterError("support", rule, support)
    if any(isinstance(end, (bool, np.bool_)) for end in support):
        raise ParameterError("support", rule, support)
    try:
        _, (first, beyond) = line((), (support[0], support[1] + 1))
    except TypeError:
        raise ParameterError("support", rule, support) from None
    return first, beyond - 1


def _on_steps(log: Callable[[Array], Array], support: tuple[float, float], x: Array) -> Array:
    """Return the log-mass of the integer below each point, -inf off the support."""
    place = np.floor(x)
    inside = (place >= support[0]) & (place <= support[1])
    anywhere = support[0] if math.isfinite(support[0]) else min(support[1], 0.0)
    values = np.asarray(log(np.where(inside, place, anywhere)))
    return np.where(inside, values, -np.inf) if values.shape == x.shape else values

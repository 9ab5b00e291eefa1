"""The loss of two laws on the line whose log-density ratio is monotone, from densities and distribution functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from mechanisms.accounting.loss import UNIT, Loss, Tail
from mechanisms.errors import ParameterError
from mechanisms.validate import Array, line

_CHECKED = 2001
_BISECTIONS = 80


@dataclass(frozen=True)
class Law:
    """A law on the line without atoms.

    Parameters
    ----------
    log_density : callable
        Vectorised log-density, accurate to 4 units in the last place of 1 + its modulus.
    cdf, sf : callable
        Vectorised distribution function and its complement, each accurate to 16 units in the last place in its small
        tail (:func:`scipy.special.ndtr` is not, far out).
    """

    log_density: Callable[[Array], Array]
    cdf: Callable[[Array], Array]
    sf: Callable[[Array], Array]


@dataclass(frozen=True)
class MonotoneLoss(Loss):
    """The loss log(p/q) of two laws that have a density on the same interval, strictly monotone there.

    The threshold of a loss is found by bisection; the loss at that outcome is what the densities say, and its
    distance from the loss asked for, rounding of the log-densities included, counts as error times the Q-mass beyond.

    Parameters
    ----------
    p, q : Law
        The laws.
    support : tuple of float
        The interval, ends may be infinite.

    Raises
    ------
    ParameterError
        If the loss is not monotone at 2001 points of the support, which is a sample and no proof, or is NaN there.
    """

    p: Law
    q: Law
    support: tuple[float, float] = (-math.inf, math.inf)
    _rising: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, law in (("p", self.p), ("q", self.q)):
            if not isinstance(law, Law):
                raise ParameterError(name, "a Law", law)
        object.__setattr__(self, "support", line((), self.support)[1])
        outcomes = self._outcomes(np.linspace(0.001, 0.999, _CHECKED))
        loss = self._loss(outcomes)
        steps = np.diff(loss)
        rising = bool(np.nansum(steps) > 0)
        noise = 32 * UNIT * (1 + self._heights(outcomes)).max()
        if np.isnan(loss).any() or np.any((steps if rising else -steps) < -noise) or not np.any(steps):
            raise ParameterError("p", "of monotone density ratio to q on the support", self.p)
        object.__setattr__(self, "_rising", rising)

    @property
    def ends(self) -> tuple[float, float]:
        # The limits at the ends of the support are not known; infinite is safe.
        return -math.inf, math.inf

    def above(self, loss: Array) -> Tail:
        return self._tail(loss, self._rising, 1.0)

    def below(self, loss: Array) -> Tail:
        return self._tail(loss, not self._rising, -1.0)

    def _tail(self, loss: Array, right: bool, sign: float) -> Tail:
        at = self._threshold(loss)
        p, q = ((law.sf if right else law.cdf)(at) for law in (self.p, self.q))
        with np.errstate(over="ignore", invalid="ignore"):
            value = sign * (p - np.where(q > 0, np.exp(loss) * q, 0.0))
            off = np.abs(self._loss(at) - loss) / UNIT + 8 * self._heights(at) + 8
        # Where no outcome has that loss, one of the sets is empty and the other everything.
        return Tail(np.maximum(value, 0.0), p, q, np.where((p > 0) | (q > 0), np.nan_to_num(off, nan=math.inf), 0.0))

    def _outcomes(self, share: Array) -> Array:
        """Map (0, 1) onto the support, finely near its ends and near 0 where it is infinite."""
        low, high = self.support
        if math.isfinite(low) and math.isfinite(high):
            return low + share * (high - low)
        if math.isfinite(low) or math.isfinite(high):
            reach = share / (1 - share) if math.isfinite(low) else -(1 - share) / share
            return (low if math.isfinite(low) else high) + reach
        return np.tan(math.pi * (share - 0.5))

    def _loss(self, x: Array) -> Array:
        with np.errstate(invalid="ignore"):
            return self.p.log_density(x) - self.q.log_density(x)

    def _heights(self, x: Array) -> Array:
        """Return the size of the log-densities, to which their rounding is in proportion."""
        return np.abs(self.p.log_density(x)) + np.abs(self.q.log_density(x))

    def _threshold(self, loss: Array) -> Array:
        """Return outcomes with the given losses, ends of the support where there are none."""
        low, high = np.full(loss.shape, 1e-16), np.full(loss.shape, 1 - 1e-16)
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            beyond = self._loss(self._outcomes(middle)) > loss
            rises = beyond if self._rising else ~beyond
            low, high = np.where(rises, low, middle), np.where(rises, middle, high)
        return self._outcomes((low + high) / 2)

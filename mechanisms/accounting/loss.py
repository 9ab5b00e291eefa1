r"""The law of a privacy loss, as what its discretisations need to know of it.

For laws P and Q let L = log(p/q) under P, let gamma = e^l, and let the *continuous part* be everything but the
atoms of L and the mass at L = inf. Of the continuous part a law answers two questions, each without cancellation
in its own tail:

.. math::
   \mathrm{above}(l) = P(L > l) - \gamma\, Q(L > l), \qquad
   \mathrm{below}(l) = \gamma\, Q(L \le l) - P(L \le l).

Both are sums over sets of outcomes, by distribution functions; they differ by P-mass minus gamma Q-mass. The set
{L > l} maximises P(A) - gamma Q(A), so a threshold that is a few units in the last place off changes the value
in second order only.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from mechanisms.validate import Array

UNIT = 2.0**-53  # unit roundoff
# Distribution functions are taken to be accurate to this many units in the last place in their small tail.
_TAIL_UNITS = 32.0
_TINY = 4 * float(np.finfo(float).tiny)


class Atom(NamedTuple):
    """A value of the loss that has positive probability `p` under P."""

    loss: float
    p: float


class Tail(NamedTuple):
    """The value of `above` or `below`, and the masses p, q of its set of outcomes under P and Q.

    `units` are units in the last place of ``p + e^l q`` that the threshold is worth, beyond those of any law.
    """

    value: Array
    p: Array
    q: Array
    units: Array | float = 0.0

    def error(self, loss: Array) -> Array:
        """Bound the rounding error of the value, that of the threshold `loss` included."""
        with np.errstate(over="ignore", invalid="ignore"):
            factor = np.exp(loss)
            scale = self.p + np.where(self.q > 0, factor * self.q, 0.0)
            units = _TAIL_UNITS + 4 * np.abs(loss) + self.units
            # Tails below the normal floats have an absolute error instead; above(l) is between 0 and p in any case.
            return UNIT * units * scale + np.minimum(_TINY * (1 + factor), _TINY + self.p)


class Loss(ABC):
    """The law of the privacy loss of a pair (P, Q).

    Attributes
    ----------
    p_mass, q_mass : float
        Masses of the continuous part under P and under Q.
    atoms : tuple of Atom
        The finite values of the loss with positive probability.
    infinite : float
        P-mass where q vanishes.
    only_q : float
        Q-mass where p vanishes.
    ends : tuple of float
        Infimum and supremum of the finite losses; either may be infinite.
    """

    p_mass: float = 1.0
    q_mass: float = 1.0
    infinite: float = 0.0
    only_q: float = 0.0

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return ()

    @property
    @abstractmethod
    def ends(self) -> tuple[float, float]:
        """Infimum and supremum of the finite losses."""

    @abstractmethod
    def above(self, loss: Array) -> Tail:
        """Return P(L > l) - e^l Q(L > l) of the continuous part."""

    @abstractmethod
    def below(self, loss: Array) -> Tail:
        """Return e^l Q(L <= l) - P(L <= l) of the continuous part."""

    def sided(self, upper: bool) -> Loss:
        """Return a law that dominates this one (`upper`) or is dominated by it: itself where it is known."""
        return self

    def profile(self, loss: float) -> tuple[float, float]:
        """Return the hockey-stick divergence of the pair at e^loss, and a bound on its error."""
        points = np.array([loss])
        tail = self.above(points)
        value, error = float(tail.value[0]), float(tail.error(points)[0])
        for atom in self.atoms:
            slack = UNIT * (16 + 4 * abs(loss) + 4 * abs(atom.loss))
            if atom.loss > loss - slack:  # the atom itself is rounded
                value -= atom.p * min(math.expm1(loss - atom.loss), 0.0)
                error += slack * atom.p
        return value + self.infinite, error + 4 * UNIT * (value + self.infinite)


@dataclass(frozen=True)
class Reversed(Loss):
    r"""The loss of the pair (Q, P): minus the loss, under the other law.

    .. math:: \mathrm{above}'(l) = Q(L < -l) - e^l P(L < -l) = e^l \, \mathrm{below}(-l).
    """

    base: Loss

    def __post_init__(self) -> None:
        for ours, theirs in (
            ("p_mass", "q_mass"),
            ("q_mass", "p_mass"),
            ("infinite", "only_q"),
            ("only_q", "infinite"),
        ):
            object.__setattr__(self, ours, getattr(self.base, theirs))

    def sided(self, upper: bool) -> Loss:
        return Reversed(self.base.sided(upper))

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:  # type: ignore[override]
        return tuple(Atom(-atom.loss, atom.p * math.exp(-atom.loss)) for atom in reversed(self.base.atoms))

    @property
    def ends(self) -> tuple[float, float]:
        low, high = self.base.ends
        return -high, -low

    def above(self, loss: Array) -> Tail:
        return _mirror(self.base.below(-loss), loss)

    def below(self, loss: Array) -> Tail:
        return _mirror(self.base.above(-loss), loss)


def _mirror(tail: Tail, loss: Array) -> Tail:
    with np.errstate(over="ignore", invalid="ignore"):
        value = np.where(tail.value > 0, np.exp(loss) * tail.value, 0.0)
    return Tail(value, tail.q, tail.p, tail.units)

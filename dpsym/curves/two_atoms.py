r"""A composition of one loss of two atoms, as of randomized response on a sample: two binomial tails, by incomplete beta functions.

With K of n losses the greater one, :math:`h`, and the others :math:`\ell`, the event :math:`K \ge k` decides where the threshold lies between
the losses of k - 1 and of k:

.. math:: \delta(\varepsilon) = \max_k \left(P(K \ge k) - e^{\varepsilon} Q(K \ge k)\right), \qquad
    P(K \ge k) = I_p(k, n - k + 1).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError

_KEPT = 0.75  # the share of the digits that a value has to keep
_SPREADS = 8  # standard deviations by which the search for k steps out at first


@dataclass(frozen=True)
class Atoms:
    """The greater and the smaller loss, and the masses of P and Q at the greater one."""

    high: arb
    low: arb
    p: arb
    q: arb


class TwoAtoms:
    """The composition of so many runs.

    Parameters
    ----------
    atoms : callable
        The loss of one run, at the working precision.
    count : int
        The runs.
    """

    def __init__(self, atoms: Callable[[], Atoms], count: int) -> None:
        self.atoms, self.count = atoms, count

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold, one that says nothing where the precision does not tell losses apart or cancels."""
        atoms, threshold = self.atoms(), ball_of(eps)
        if not atoms.high > atoms.low:
            return arb("nan")
        place = (threshold - self.count * atoms.low) / (atoms.high - atoms.low)
        first, last = (end.ceil().unique_fmpz() for end in (place.lower(), place.upper()))
        if first is None or last is None or last - first > 1:
            return arb("nan")
        found = arb(0)
        for k in range(int(first), int(last) + 1):
            above, below = self._tails(atoms, k)
            found = found.max(above - threshold.exp() * below)
        return found if found.rel_accuracy_bits() >= _KEPT * ctx.prec else arb("nan")

    def epsilon(self, delta: Fraction) -> arb:
        """Return a ball for the least threshold from 0 on at which delta is at most a wanted one in (0, 1)."""
        atoms, goal = self.atoms(), ball_of(delta)

        def is_small(k: int) -> bool:
            above, below = self._tails(atoms, k + 1)
            value = above - self._loss(atoms, k).exp() * below
            if not (value <= goal or value > goal):
                raise UndecidedError(f"delta cannot be told from {delta} at the loss of {k} atoms")
            return bool(value <= goal)

        k = self._least(is_small, float(atoms.p.mid()))
        above, below = self._tails(atoms, k)
        if above <= goal:
            return arb(0)
        ratio = (above - goal) / below
        if not ratio > 0:
            raise UndecidedError(f"delta cannot be told from {delta} at the threshold 0")
        return ratio.log().max(arb(0))

    def _least(self, is_small: Callable[[int], bool], share: float) -> int:
        """Return the least number of greater losses at which a property holds that stays once it holds, as it does at the last."""
        middle = int(self.count * share)
        step = max(1, int(_SPREADS * math.sqrt(self.count * share * (1 - share))))
        low, high = -1, self.count
        if is_small(middle):
            high = middle
            while high > 0 and is_small(max(high - step, 0)):
                high, step = max(high - step, 0), 2 * step
            low = max(high - step, -1)
        else:
            low = middle
            while low + step < self.count and not is_small(low + step):
                low, step = low + step, 2 * step
            high = min(low + step, self.count)
        while high - low > 1:
            half = (low + high) // 2
            low, high = (low, half) if is_small(half) else (half, high)
        return high

    def _loss(self, atoms: Atoms, k: int) -> arb:
        return k * atoms.high + (self.count - k) * atoms.low

    def _tails(self, atoms: Atoms, k: int) -> tuple[arb, arb]:
        """Return the masses of P and of Q where at least so many losses are the greater one."""
        if k <= 0:
            return arb(1), arb(1)
        if k > self.count:
            return arb(0), arb(0)
        above, below = (part.beta_lower(k, self.count - k + 1, True) for part in (atoms.p, atoms.q))
        return above, below

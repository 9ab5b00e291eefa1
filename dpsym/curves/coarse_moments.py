r"""The moments of a sampled loss of atoms and edges in floats: they plan, and certify nothing.

The integrals are sums of the rule of tanh and sinh, whose points lie dense at the ends, where high powers have their peaks.
"""

from __future__ import annotations

import math

from dpsym.curves.coarse import log_sum
from dpsym.curves.sampled_moments import Moments

_POINTS, _REACH = 48, 3.2  # on either side of the middle, and how far out in the variable of the rule


class CoarseMoments:
    """The logarithms of r and of the masses of Q at the atoms and at the points of a rule.

    Parameters
    ----------
    moments : Moments
        The certified ones.
    """

    def __init__(self, moments: Moments) -> None:
        self.sign = moments.sign
        self.points = moments.planned()
        self._q = float(moments.q.mid())
        for a, b, kappa in moments.intervals:
            if kappa > 0:
                self._lay(float(a.mid()), float(b.mid()), float(kappa.log().mid()))

    def _lay(self, low: float, high: float, log_kappa: float) -> None:
        step, half = _REACH / _POINTS, (high - low) / 2
        for k in range(-_POINTS, _POINTS + 1):
            turn = math.pi / 2 * math.sinh(k * step)
            share = 2 / (1 + math.exp(2 * abs(turn)))  # of the half, from the nearer end
            t = high - half * share if k > 0 else low + half * share
            slope = math.log(math.pi / 2 * math.cosh(k * step) * half * step) - 2 * math.log(math.cosh(turn))
            self.points.append((math.log1p(self._q * math.expm1(t)), log_kappa + slope - t / 2))

    def log_mgf(self, c: float) -> float:
        """Return about log M(c)."""
        w = 1 + c if self.sign > 0 else -c
        return log_sum([w * log + mass for log, mass in self.points])

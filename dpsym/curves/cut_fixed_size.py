r"""The loss under normal noise on a sample of fixed size, one record replaced, without the losses that are hardly ever met.

With the density f and the ratio r of `lifted_half`, losses of the mechanism itself beyond T, and their mirror images, are left out:

.. math:: M_T(z) = m_0 + \int_0^T f\,(r^{1+z} + r^{-z})\,dt = M_T(-1 - z),

where for a small share the whole moments are, from moderate z on, those of great losses that nobody will ever see. Of P that leaves out
:math:`\kappa = \int_T^\infty f\,(r + 1)\,dt`, so that n runs have a delta between that of what is kept and n kappa more; Q loses as much.

The integrals are taken along the lifted paths, which come down at T: on these nothing turns with the height, so that as many points serve far up as
near the axis, and the same paths bound what is left beyond a height.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import acb, arb, ctx

from dpsym.curves.coarse import log_sum
from dpsym.curves.half_normal import CoarseHalf, HalfNormal
from dpsym.curves.lifted_half import BITS, LiftedHalf
from dpsym.curves.lifted_path import Region
from dpsym.curves.loss import PrivacyLoss, ball_of, complex_turned, moment_at

_NEARLY = 8.0  # times the least bound, which a path as high as may be lifts it by
_POINTS, _SETUP = 100.0, 10000.0  # of a path without the digits, and what it costs to lay one
_POINTS_A_NAT = 5.0


@dataclass(frozen=True)
class CutFixedSizeLoss(PrivacyLoss):
    """The loss of a step without great losses on either side; both laws have masses a little below 1.

    Parameters
    ----------
    rate, spread : Fraction
        The share that is sampled, and the standard deviation of the noise in sensitivities.
    end : float
        The greatest loss T of the mechanism itself that is kept, above 0.
    """

    rate: Fraction
    spread: Fraction
    end: float

    @cached_property
    def _half(self) -> LiftedHalf:
        return LiftedHalf(self.spread, self.rate, self.end)

    @cached_property
    def _coarse(self) -> tuple[CoarseHalf, CoarseHalf, float]:
        with ctx.workprec(BITS):
            above, below = (CoarseHalf(HalfNormal(self.spread, self.rate, sign), self.end) for sign in (1, -1))
            return above, below, float(self._at_zero().log().mid())

    def _at_zero(self) -> arb:
        """Return the mass at 0: half the noise is beyond half a sensitivity to either side, but for what a sample moves."""
        q, above = ball_of(self.rate), _normal(-1 / (2 * ball_of(self.spread)))
        return (1 - q) * (1 - 2 * above)

    def missing(self) -> arb:
        """Return the mass kappa of P, or of Q, that is left out."""
        mu, q, end = 1 / ball_of(self.spread), ball_of(self.rate), arb(self.end)
        plain, moved = _normal(-end / mu - mu / 2), _normal(mu / 2 - end / mu)
        return (2 - q) * plain + q * moved

    def finite_masses(self) -> tuple[arb, arb]:
        kept = 1 - self.missing()
        return kept, kept

    def log_mgf(self, c: float) -> float:
        above, below, here = self._coarse
        return log_sum([above.log_mgf(c), below.log_mgf(c), here])

    def behind(self, c: arb) -> arb:
        return self.at(c)

    def log_behind(self, c: float) -> float:
        return self.log_mgf(c)

    def at(self, c: arb) -> arb:
        return moment_at(self, c)

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        return _SETUP + 2 * (_POINTS + _POINTS_A_NAT * nats) * (2 * math.sqrt(count) + count / 10)

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        low, high = arb((step * start).lower()), arb((step * (start + count - 1)).upper())
        with ctx.workprec(BITS):
            allowed = (arb(self.log_mgf(float(c))) - nats).exp()
            lift = self._half.lift(c, low, _NEARLY)
        nodes = self._half.nodes(lift, Region(c, c, low, high), allowed)
        slack, here = arb(0, nodes.error.upper()), self._at_zero()
        above, below = (
            complex_turned(
                [(log, weight * (w * log).exp()) for log, weight in zip(nodes.logs, nodes.weights, strict=True)],
                acb(0, 1) * step,
                start,
                count,
                acb(0),
            )
            for w in (1 + c, -c)
        )
        return [here + one + other.conjugate() + acb(slack, slack) for one, other in zip(above, below, strict=True)]

    def decay(self, c: float) -> Callable[[arb], arb]:
        place, whole = arb(c), self.at(arb(c))
        here = self._at_zero()
        return lambda height: whole.min(here + self._half.least(place, height))


def _normal(x: arb) -> arb:
    """Return the normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2

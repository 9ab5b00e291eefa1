r"""The moments of what lies above 0 of a loss that is normal without a sample.

Of noise of mu = 1/s sensitivities the loss t has the density :math:`\kappa e^{-t/2 - t^2/(2\mu^2)}` under Q, with
:math:`\kappa = e^{-\mu^2/8}/(\mu\sqrt{2\pi})`: one factor more than that of Laplace noise has between two of its atoms, so that the same sums of
Gauss and Legendre serve (`sampled_moments`). On a part of the plane its modulus is :math:`e^{(\Im t)^2/(2\mu^2)}` times that on the axis at most.
As :math:`1 \le r \le e^t`, what lies beyond T is at most

.. math:: e^{w(w - 1)\mu^2/2}\; \Phi\bigl(w\mu - \mu/2 - T/\mu\bigr) \quad (w \ge 0), \qquad \Phi(-\mu/2 - T/\mu) \quad (w < 0).

Along a line: integration by parts over the loss :math:`\lambda = \log r` on the sample leaves 1/y times the variation of the density
:math:`g = \kappa e^{-t/2 - t^2/(2\mu^2)} r^w (r/(q e^t))`, the jump at 0 included. The derivative of its logarithm,
:math:`(w + 1)\, q e^t/r - 3/2 - t/\mu^2`, is a logistic function less a line and vanishes at most three times: g has at most two greatest values,
and that is at most four times the greater one.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from flint import arb

from dpsym.curves.coarse import log_sum
from dpsym.curves.loss import ball_of
from dpsym.curves.sampled_moments import MOST_POINTS, Intervals, Moments, legendre
from dpsym.errors import UndecidedError

_LONGEST, _WIDEST = 2.5, 1.5  # of an interval, in nats and in mu
_GUARD, _FEW_NATS = 6.0, 25.0
_CELLS = 200  # on which the greatest density is looked for
_NEAR, _PLANNED, _LARGE = (
    9.0,
    12,
    300.0,
)  # how far out is planned, in mu; points of one mu; losses whose exponential is no float
_FAR = 300.0  # how far out is planned with points, in mu
_RULE = 24  # points of an interval, about


class HalfNormal(Moments):
    """The moments, at the working precision.

    Parameters
    ----------
    spread : Fraction
        The standard deviation s of the noise, in sensitivities.
    rate : Fraction
        The share that is sampled.
    sign : {1, -1}
        1 where a record is removed, -1 where one is added.
    """

    def __init__(self, spread: Fraction, rate: Fraction, sign: int) -> None:
        self.q, self.sign, self.mu = ball_of(rate), sign, 1 / ball_of(spread)
        self.kappa = (-self.mu * self.mu / 8).exp() / (self.mu * (2 * arb.pi()).sqrt())
        self.atoms: list[tuple[arb, arb]] = []
        self.rough = float(self.mu.mid()), float(self.q.mid())

    def end(self, w: float, nats: float) -> float:
        """Return about a loss beyond which r^w has less than exp(-nats)."""
        mu = self.rough[0]
        return mu * (max(w, 0.0) * mu + math.sqrt(2 * (nats + max(0.0, w * (w - 1)) * mu * mu / 2)))

    def _laid(self, w: arb, nats: float) -> tuple[Intervals, arb]:
        last, power = self.end(float(w.mid()), nats + _GUARD), w.max(arb(0))
        count = math.ceil(last / min(_LONGEST, _WIDEST * self.rough[0]))
        ends = [arb(last) * k / count for k in range(count + 1)]
        past = (ends[-1] / self.mu + self.mu / 2 - power * self.mu) / arb(2).sqrt()
        beyond = (power * (power - 1) * self.mu * self.mu / 2).exp() * past.erfc() / 2
        return [(a, b, self.kappa) for a, b in pairwise(ends)], beyond

    def _lift(self, start: float, beyond: float, beta: float) -> float:
        nearer = max(0.0, start) ** 2 - max(0.0, start - beyond) ** 2
        return (beta * beta + nearer) / (2 * self.rough[0] ** 2)

    def _size(self, loss: arb, w: arb) -> float:
        return super()._size(loss, w) - (float(loss.mid()) / self.rough[0]) ** 2 / 2

    def _weight(self, kappa: arb, t: arb) -> arb:
        return kappa * (-t / 2 - (t / self.mu) ** 2 / 2).exp()

    def _most(self, kappa: arb, least: arb, depth: arb) -> arb:
        return kappa * (-least / 2 + ((depth / self.mu) ** 2 - (least.max(arb(0)) / self.mu) ** 2) / 2).exp()

    def points(self, c: float, height: float, nats: float) -> float:
        mu, q = self.rough
        last = self.end(1 + c if self.sign > 0 else -c, nats)
        turns = height * math.log1p(q * math.expm1(min(last, _LARGE))) / 2
        if turns > MOST_POINTS:
            raise UndecidedError("too many points for the moments on a sample")
        return _RULE * last / min(_LONGEST, _WIDEST * mu) + turns

    def decay(self, c: arb) -> tuple[arb, arb]:
        w = self.power(c)
        last = (self.mu * self.mu * (w + 1)).max(arb(0)) + self.mu  # beyond which g falls
        ends = [arb((last * k / _CELLS).mid()) for k in range(_CELLS)]
        most = arb(0)
        for start, end in zip(ends, [*ends[1:], last], strict=True):
            at = end if w + 1 > 0 else start
            size = (w + 1) * self._log(at) - 3 * start / 2 - (start / self.mu) ** 2 / 2
            most = most.max(size.exp())
        return arb(0), 4 * self.kappa / self.q * most

    def smooth(self, c: arb) -> arb:
        points, slack = self._sums(self.power(c), 0.0, _FEW_NATS)
        return arb((sum((abs(weight) for _, weight in points), arb(0)) + slack).upper())


class CoarseHalf:
    """The same in floats.

    Parameters
    ----------
    half : HalfNormal
        The certified ones.
    end : float, optional
        A loss of the mechanism itself beyond which nothing counts.
    """

    def __init__(self, half: HalfNormal, end: float = math.inf) -> None:
        self.half, self.sign, self.end = half, half.sign, end
        self._known: list[tuple[float, float]] = []

    @cached_property
    def _log_kappa(self) -> float:
        return float(self.half.kappa.log().mid())

    @cached_property
    def _rule(self) -> list[tuple[float, float]]:
        return [(float(root.mid()), float(weight.mid())) for root, weight in legendre(_PLANNED, 64)]

    def log_mgf(self, c: float) -> float:
        """Return about log M(c)."""
        mu, q = self.half.rough
        w = 1 + c if self.sign > 0 else -c
        reach = min(max(w, 0.0) * mu + _NEAR, self.end / mu)
        far = [w * math.log(q) + w * (w - 1) * mu * mu / 2] if _FAR < reach < self.end / mu else []  # of (q e^t)^w
        count = _PLANNED * math.ceil(min(reach, _FAR))
        for k in range(len(self._known) // _PLANNED, count // _PLANNED):
            width = min(mu, self.end - k * mu)
            for root, weight in self._rule:
                t = k * mu + (1 + root) / 2 * width
                log = math.log1p(q * math.expm1(t)) if t < _LARGE else math.log(q) + t
                self._known.append((log, self._log_kappa - t / 2 - (t / mu) ** 2 / 2 + math.log(weight * width / 2)))
        return log_sum([*far, *(w * log + mass for log, mass in self._known[:count])])

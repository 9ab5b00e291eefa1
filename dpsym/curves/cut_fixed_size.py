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

from dpsym.curves.bulk_turns import BulkTurns
from dpsym.curves.coarse import log_sum
from dpsym.curves.half_normal import CoarseHalf, HalfNormal
from dpsym.curves.lifted_half import BITS, LiftedHalf
from dpsym.curves.lifted_path import Region
from dpsym.curves.loss import PrivacyLoss, ball_of, complex_turned, moment_at
from dpsym.curves.tail import last_step_below, step_of

_NEARLY = 8.0  # times the least bound, which a path as high as may be lifts it by
_POINTS, _SETUP = 100.0, 10000.0  # of a path without the digits, and what it costs to lay one
_POINTS_A_NAT = 5.0
_LOW, _HIGH = 1 / 64, 1 / 8  # of a height times the share, from which on values, and paths, are looked at
_LOOKS, _FEW_NATS = 32, 14.0  # values from one height to the next one, and their digits


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
    def half(self) -> LiftedHalf:
        """The moments beside the atom at 0."""
        return LiftedHalf(self.spread, self.rate, self.end)

    @cached_property
    def _coarse(self) -> tuple[CoarseHalf, CoarseHalf, float]:
        with ctx.workprec(BITS):
            above, below = (CoarseHalf(HalfNormal(self.spread, self.rate, sign), self.end) for sign in (1, -1))
            return above, below, float(self._at_zero().log().mid())

    @property
    def log_floor(self) -> float:  # type: ignore[override]
        return self._coarse[2]

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
            lift = self.half.lift(c, low, _NEARLY)
        nodes = self.half.nodes(lift, Region(c, c, low, high), allowed)
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
        with ctx.workprec(BITS):
            place, here, mu, rate = arb(c), self._at_zero(), 1 / ball_of(self.spread), ball_of(self.rate)
            whole = self.at(place)
            turns = BulkTurns(mu, rate, self.end, here, whole, place)
            heights = _Heights(self, place, here, whole, turns)
        return heights.bound


class _Heights:
    """Bounds of the moments at one abscissa, from one height of a ladder to the next one."""

    def __init__(self, loss: CutFixedSizeLoss, c: arb, here: arb, whole: arb, turns: BulkTurns) -> None:
        self._loss, self._c, self._here, self._whole, self._turns = loss, c, here, whole, turns
        self._near, self._beyond, self._summed = (dict[int, arb]() for _ in range(3))

    def bound(self, height: arb) -> arb:
        """Return an upper bound of the modulus from a height on."""
        if not height > 0:
            return self._whole
        index, most = last_step_below(float(height)), arb(0)
        with ctx.workprec(BITS):
            while most < self._whole:
                near, beyond = self._turned(index), self._lifted(index)
                near = near.min(beyond)
                if near > most and step_of(index) * float(self._loss.rate) > _LOW:
                    near = near.min(self._looked_at(index))
                most = most.max(near)
                if beyond <= most:
                    break
                index += 1
            return arb(most.min(self._whole).upper())

    def _turned(self, index: int) -> arb:
        if index not in self._near:
            self._near[index] = self._turns.most(step_of(index), step_of(index + 1))
        return self._near[index]

    def _lifted(self, index: int) -> arb:
        """Return the bound of a path, which holds further up as well."""
        if index not in self._beyond:
            height = step_of(index)
            is_high = height * float(self._loss.rate) > _HIGH
            found = self._here + self._loss.half.least(self._c, arb(height)) if is_high else self._whole
            self._beyond[index] = arb(found.upper())
        return self._beyond[index]

    def _looked_at(self, index: int) -> arb:
        """Return the bound that values of the moments show, of losses that are not great."""
        if index not in self._summed:
            loss, c = CutFixedSizeLoss(self._loss.rate, self._loss.spread, self._turns.last), self._c
            low, high = step_of(index), step_of(index + 1)
            step = arb((high - low) / _LOOKS)
            start = round(low / float(step))
            values = loss.on_line(c, step, start, _LOOKS + 1, _FEW_NATS)
            part = loss.at(c)
            squares = max(float((abs(value) ** 2).upper()) for value in values) * (1 + 1e-9)
            square = arb(squares) + step**2 / 4 * part * self._turns.square
            self._summed[index] = arb((square.sqrt() + self._whole - part).upper())
        return self._summed[index]


def _normal(x: arb) -> arb:
    """Return the normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2

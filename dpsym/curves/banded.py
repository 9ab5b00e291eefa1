r"""The moments of sampled Gaussian runs from which a record is removed, of outputs up to a place, and of those in a smooth band below it.

With :math:`\bar\Phi_x(g) = \Phi((x - g)/w)`, places b < a < e, and :math:`r(g) = 1 - q + q e^{g/s - 1/(2s^2)}`, g normal under Q,

.. math:: R(z) = E\left[\bar\Phi_a\,r^{1+z};\, g < e\right], \qquad J(z) = E\left[(\bar\Phi_a - \bar\Phi_b)\,r^{1+z};\, g < e\right],
    \qquad \Re z \ge 0 .

An output beyond a, which is hardly ever seen, no longer dominates R, however heavy great losses are; and at e all is so small that it counts no more.
The band is :math:`\int_b^a \varphi((x - g)/w)\,dx/w`, so that along :math:`\Im g = \eta` its modulus is at most :math:`e^{\eta^2/(2w^2)}`
times what it is at the real part, as that of a window, and what is said in `rising` of lines and of J holds here, but for the end: with
:math:`C(\eta) = \eta\,e^{\eta^2(1 + w^{-2})/2} \varphi\bar\Phi_a r^{1+c}(e)`, a bound of the integral of the modulus on a vertical line up from e,

- the integral along a line at a height differs from that on the real one by C of the height at most (Cauchy);
- the trapezoid rule on points :math:`e - (k + 1/2)h + i\eta`, in the middle of a strip up from the real line, errs by at most the integrals of the
  modulus on both lines over :math:`e^{2\pi\eta/h} - 1`, and :math:`C(2\eta)`: by the residues of
  :math:`f(\zeta)/(1 - e^{-2\pi i(\zeta - i\eta - e + h/2)/h})`, whose second factor is between 0 and 1 on the vertical line.

R is mostly what is far from the edge, where nothing grows so fast: with m in the middle of the band, and as :math:`|\bar\Phi_a| = |1 - \Phi_a|`, and
:math:`\bar\Phi_b/\bar\Phi_a` falls in g,

- :math:`|\bar\Phi_a(g + i\eta)| \le 1 + e^{\eta^2/(2w^2)}\,\Phi((m - a)/w)` for :math:`g \le m`, where :math:`\bar\Phi_a(g) \ge \bar\Phi_a(m)`;
- :math:`|\bar\Phi_a(g + i\eta)| \le e^{\eta^2/(2w^2)}\,\bar\Phi_a(g) \le
  e^{\eta^2/(2w^2)}\,\bigl(1 - \bar\Phi_b(m)/\bar\Phi_a(m)\bigr)^{-1} (\bar\Phi_a - \bar\Phi_b)(g)` for g > m.

So the modulus of the integrand of R on such a line has an integral of at most :math:`A\,R(c) + B\,J(c)` with such factors (`_factors`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from flint import acb, arb, ctx

from dpsym.curves.coarse import log_sum
from dpsym.curves.loss import ball_of
from dpsym.curves.rising import RisingRuns, graded
from dpsym.curves.window import log_normal
from dpsym.curves.windowed import MOST_POINTS, Points, density, normal
from dpsym.errors import UndecidedError

_NEAR = 9.0  # standard deviations, or widths of an edge, that matter
_STRIPS = 32
_WIDEST = 0.49 * math.pi
_FINE = 0.7  # the distance of points at an edge, in its widths
_CELLS_A_WIDTH, _LOWEST = 8, 15.0  # of the bulk at the edge, and how far below 0 they begin
_RISE = 0.2  # nats on one of them elsewhere
_FEW_NATS, _BITS = 20.0, 64  # of bounds
_LOG2 = math.log(2)
_HALF_LOG_2PI = math.log(2 * math.pi) / 2


@dataclass(frozen=True)
class BandedRuns(RisingRuns):
    """The same, with a band that ends at a far place in an edge as wide as the near one.

    Parameters
    ----------
    far, stop : float
        The band's a, and the e from which on nothing counts, in standard deviations.
    """

    far: float = math.inf
    stop: float = math.inf

    @property
    def _middle(self) -> float:
        return (self.place + self.far) / 2

    @property
    def near_loss(self) -> float:
        """About the loss at the near edge."""
        return self._plain.log_ratio(self.place)

    @property
    def far_loss(self) -> float:
        """About the loss at the far edge."""
        return self._plain.log_ratio(self.far)

    def log_whole(self, c: float) -> float:
        below = self._plain.log_integral_to(1 + c, _NEAR, self.place)
        return log_sum([below, self.log_jumps(c)])

    def log_jumps(self, c: float) -> float:
        if c not in self._logs:
            self._logs[c] = super().log_jumps(c)
        return self._logs[c]

    @cached_property
    def _logs(self) -> dict[float, float]:
        return {}

    def _coarse_to(self, order: float, reach: float) -> list[tuple[float, float, float]]:
        places = self._cells(self.place / (1 + self.width**2) - reach * self.width, self.stop)
        return [
            (
                g,
                self._plain.log_ratio(g),
                math.log((after - before) / 2) + self._log_band(g) - g * g / 2 - _HALF_LOG_2PI,
            )
            for before, g, after in zip(places, places[1:], places[2:], strict=False)
        ]

    def _log_band(self, g: float) -> float:
        """Return about the logarithm of the band."""
        return log_normal((g - self.place) / self.width) + log_normal((self.far - g) / self.width)

    def _cells(self, first: float, last: float) -> list[float]:
        w, middle = self.width, min(max(self._middle, first), last)
        low = graded(first, middle, (self.place, w, max(_NEAR, (self.place - first) / w)), self._step)
        high = graded(middle, last, (self.far, w, max(_NEAR, (last - self.far) / w)), self._step)
        return [*low, *high[1:-1], last]

    def rule(self, is_jump: bool, c: float, nats: float, is_real: bool = False) -> tuple[float, float, float, float]:
        found = (0.0, 0.0)
        for k in range(_STRIPS):
            eta = float(self.spread) * _WIDEST * 2 ** (-k / 3)
            rise = self._rise(is_jump, c, eta if is_real else 2 * eta)
            found = max(found, (2 * math.pi * eta / (nats + 2 + rise), eta))
        h, half = found
        lift = 0.0 if is_real else self._rise(is_jump, c, half)
        reach = math.sqrt(2 * (nats + 6 + lift)) + 1
        logs = self._integrand(c, reach)
        if is_jump:
            top = max(log for _, log in logs)
            inside = [g for g, log in logs if log > top - nats - 6 - lift]
            edge = self.place / (1 + self.width**2) - _NEAR * self.width
            return h, half, min(inside[0] - _FINE * self.width, edge), self.stop
        logs = [*self._plain.integrand(1 + c, reach, self.place), *logs]
        top = max(log for _, log in logs)
        inside = [g for g, log in logs if log > top - nats - 6 - lift]
        last = inside[-1] + self._step
        return h, half, inside[0] - self._step, last if last < self._middle else self.stop

    def _rise(self, is_jump: bool, c: float, eta: float) -> float:
        """Return about the logarithm of by how much the integral of the modulus is greater at a height."""
        square = (eta / self.width) ** 2 / 2
        if is_jump:
            return eta * eta / 2 + square
        past = square + log_normal((self._middle - self.far) / self.width)
        share = min(0.0, self.log_jumps(c) - self.log_whole(c))
        return eta * eta / 2 + log_sum([0.0, past, square + share])

    def _factors(self, eta: arb) -> tuple[arb, arb, arb]:
        """Return by how much the modulus of the integrand of R may be greater at a height, up to the middle of the band and beyond, and B."""
        square, middle, w = (eta / self.width) ** 2 / 2, arb(self._middle), arb(self.width)
        line, rising = (eta * eta / 2).exp(), square.exp()
        near, far = normal((self.place - middle) / w), normal((self.far - middle) / w)
        if not near < far:
            raise UndecidedError("the edges of the band are too close to one another")
        return line * (1 + rising * normal((middle - self.far) / w)), line * rising, line * rising / (1 - near / far)

    def _of_whole(self, c: arb, eta: arb) -> arb:
        """Return a bound of the integral of the modulus of the integrand of R at a height."""
        below, _, above = self._factors(eta)
        return below / self._half() * self.top(False, c) + above * self.top(True, c)

    def _half(self) -> arb:
        """Return the least value of 1 - Phi_a up to the middle of the band."""
        return normal((self.far - arb(self._middle)) / self.width)

    def _laid(self, is_jump: bool, c: arb, nats: float) -> Points:
        spacing, half, *ends = self.rule(is_jump, float(c), nats)
        h, eta = arb(spacing), arb(half)
        points, left, right = self._weighed(is_jump, c, h, eta, (ends[0], ends[1]))
        below, above, _ = self._factors(eta)
        low, high = self._left_out(is_jump, c, h, (left, right))
        highest = (
            (2 * eta * eta * self._bend(True)).exp() * self.top(True, c) if is_jump else self._of_whole(c, 2 * eta)
        )
        rule = (self.top(is_jump, c) + highest) / (2 * arb.pi() * eta / h).expm1()
        return points, rule + self._at_the_end(c, 2 * eta) + low * (above if is_jump else below) + high * above

    def top(self, is_jump: bool, c: arb) -> arb:
        if (is_jump, c) not in self._tops:
            jumps = arb(0) if is_jump else self.top(True, c)
            with ctx.workprec(_BITS):
                spacing, half, *ends = self.rule(is_jump, float(c), _FEW_NATS, True)
                h, eta = arb(spacing), arb(half)
                points, left, right = self._weighed(is_jump, c, h, arb(0), (ends[0], ends[1]))
                below, rising, above = self._factors(eta)
                fall = (2 * arb.pi() * eta / h).expm1()
                share = 2 * (rising if is_jump else below / self._half()) / fall
                if not share < 1:
                    raise UndecidedError("the points of the runs are too far apart")
                total = sum((weight for _, weight in points), sum(self._left_out(is_jump, c, h, (left, right)), arb(0)))
                total += 2 * self._at_the_end(c, eta) + 2 * above / fall * jumps
                self._tops[is_jump, c] = arb((total / (1 - share)).upper())
        return self._tops[is_jump, c]

    def _places(self, h: arb, ends: tuple[float, float]) -> list[arb]:
        count = max(2, math.ceil((self.stop - ends[0]) / float(h)) + 1)
        skipped = max(0, math.floor((self.stop - ends[1]) / float(h)) - 1)
        if count - skipped > MOST_POINTS:
            raise UndecidedError("too many points for the moments of the band")
        return [self.stop - (k + arb(0.5)) * h for k in range(count - 1, skipped - 1, -1)]

    def _window(self, is_jump: bool, g: Any) -> Any:
        edge, place = self.width * arb(2).sqrt(), g.real if isinstance(g, acb) else g
        if not is_jump:
            return self._up_to_the_end(g)
        if float(place.mid()) > self._middle:
            return (((g - self.far) / edge).erfc() - ((g - self.place) / edge).erfc()) / 2
        return (((self.place - g) / edge).erfc() - ((self.far - g) / edge).erfc()) / 2

    def _up_to_the_end(self, g: Any) -> Any:
        """Return 1 - Phi_a, which far from the edge is 1 but for what the modulus of Phi_a is at most."""
        place, height = (g.real, g.imag) if isinstance(g, acb) else (g, arb(0))
        square = ((place - self.far) ** 2 - height**2) / (2 * arb(self.width) ** 2)
        if place < self.far and square > ctx.prec * _LOG2:
            slack = arb(0, (-square).exp().upper())
            return acb(1 + slack, slack) if isinstance(g, acb) else 1 + slack
        return ((g - self.far) / (self.width * arb(2).sqrt())).erfc() / 2

    def _left_out(self, is_jump: bool, c: arb, h: arb, ends: tuple[arb, arb]) -> tuple[arb, arb]:
        """Return bounds of the sums over points left out, on the real line: those up to the middle of the band, and those beyond.

        To the right the density falls, so that a point has at most the mass up to it from the one before.
        """
        sums, last = [self._below(is_jump, c, ends[0]), arb(0)], ends[1]
        if last + h > self.stop:
            return sums[0], sums[1]
        if is_jump or not last > h:
            raise UndecidedError("the points of the runs end where their weights do not certainly fall")
        edge = self.far, self.width, (self.stop - self.far) / self.width
        inner = (arb(g) for g in graded(float(last), self.stop, edge, self._step)[1:])
        for low, high in pairwise([last, *(g for g in inner if g > last)]):
            bound = (normal(h - low) - normal(-high)) * self._power(c, high)
            if high > self._middle:
                sums[1] += bound * normal((self.far - low) / self.width)
            else:
                sums[0] += bound
        return sums[0], sums[1]

    def _at_the_end(self, c: arb, eta: arb) -> arb:
        end = arb(self.stop)
        base = density(end) * normal((self.far - end) / self.width) * self._power(c, end)
        return eta * (eta * eta / 2 * self._bend(True)).exp() * base

    def _outside(self, is_jump: bool, c: arb, left: arb, right: arb) -> tuple[arb, arb]:
        """Return what falls to the left, and nothing to the right, where nothing counts."""
        return self._below(is_jump, c, left), arb(0)

    def _shares(self, low: arb, high: arb) -> tuple[arb, arb]:
        w = self.width
        inside, outside = super()._shares(low, high)
        return inside.min(normal((self.far - low) / w)), outside + normal((high - self.far) / w)

    def missing(self) -> arb:
        q, root, moved = ball_of(self.rate), (1 + arb(self.width) ** 2).sqrt(), 1 / ball_of(self.spread)
        beyond = [
            (1 - q) * normal(-place / scale) + q * normal((moved - place) / scale)
            for place, scale in ((arb(self.far), root), (arb(self.stop), arb(1)))
        ]
        return super().missing() + sum(beyond, arb(0))

    def _bulk_ends(self, c: arb) -> list[arb]:
        """Return the ends of the cells on which the bulk is bounded: as long as the logarithm of the power rises little on them."""
        edge = graded(
            self.place - _NEAR * self.width, self.end, (self.place, self.width / _CELLS_A_WIDTH, math.inf), self._step
        )
        ends, rise = [-_LOWEST], (1 + float(c)) / float(self.spread)
        while ends[-1] < edge[0]:
            share = -math.expm1(-max(0.0, self._plain.log_ratio(ends[-1])))
            ends.append(ends[-1] + min(self._step, _RISE / (rise * share + _RISE)))
        return [arb(g) for g in (*ends[:-1], *edge[:-1], self.end)]

r"""The loss of a removed record on a Poisson sample under Gaussian noise, without the outputs beyond a place that is hardly ever reached.

.. math:: M_a(z) = \int_{-\infty}^a \varphi(g)\, r(g)^{1+z}\, dg, \qquad r(g) = 1 - q + q e^{g/s - 1/(2s^2)},

with s the standard deviation in sensitivities. For a small q the whole moments are dominated, from moderate z on, by outputs near g = z/s, which
nobody will ever see; without them the moments fall along a line as those of a nearly normal loss do. What is cut off has the mass

.. math:: \kappa = (1 - q)\,\Phi(-a) + q\,\Phi(1/s - a)

of P, so that n runs have a delta between that of the cut ones and n kappa more.

The integral is a trapezoid sum in v, with :math:`g = a - b\log(1 + e^{-v/b})`, on the real line or on one above it. For
:math:`0 \le \Im v \le \tau < \pi b/2, \pi s`

- :math:`g(\Re v) \le \Re g \le \min(a, a + \Re v)` and :math:`0 \le \Im g \le \tau`;
- :math:`|g'| \le (\Re g)'/\cos(\tau/b)` and :math:`|g'| \le \min(1, e^{-\Re v/b})`;
- r has a modulus of at most r(Re g), and an argument theta between 0 and the greatest one that it has there, :math:`\bar\theta`.

So the modulus of the integrand on such a line has an integral of at most
:math:`e^{\tau^2/2} M_a(\Re z)/\cos(\tau/b)` where Im z is not negative, and of
:math:`e^{|\Im z|\bar\theta}` times as much where it is, or on the line's mirror image. On a line at half the height of the strip nothing
grows with Im z, and as many points do for every node.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import acb, arb, ctx

from dpsym.curves.coarse import MOST_POINTS, CoarsePoints, coarse_points
from dpsym.curves.loss import ExchangedLoss, PrivacyLoss, ball_of, complex_turned, moment_at, turned
from dpsym.curves.shifted import cut_contour, in_cells
from dpsym.errors import UndecidedError

_STRIPS = 40
_WIDEST = 0.98  # of what the strip may be
_WIDEST_BEND = 3.0  # standard deviations: beyond, the square of the height of the strip counts
_REACH = 9.0  # standard deviations that matter to a plan
_COMPLEX = 1.25  # times what a real point costs
_FEW_NATS, _GUARD_BITS = 20.0, 40


@dataclass(frozen=True)
class CutGaussianLoss(ExchangedLoss):
    """The loss of a step without the outputs beyond a place; its laws have masses a little below 1.

    Parameters
    ----------
    rate, spread : Fraction
        The sampling rate q, and the standard deviation s in sensitivities.
    end : float
        The place a, in standard deviations, above 0.
    exchanged : PrivacyLoss
        The loss of the pair (Q, P), of which nothing is cut off: its moments are greater.
    """

    rate: Fraction
    spread: Fraction
    end: float
    exchanged: PrivacyLoss = field(repr=False)
    _wholes: dict[arb, arb] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def _coarse(self) -> CoarsePoints:
        return coarse_points(float(self.spread), float(self.rate))

    @cached_property
    def _top_odds(self) -> float:
        """About the greatest odds u = q e^(g/s - 1/(2 s^2))/(1 - q)."""
        return math.exp(self._coarse.power(self.end)) * float(self.rate / (1 - self.rate))

    def missing(self) -> arb:
        """Return the mass kappa of P that is cut off."""
        q = ball_of(self.rate)
        beyond, moved = self._beyond()
        return (1 - q) * beyond + q * moved

    def _beyond(self) -> tuple[arb, arb]:
        """Return the masses beyond the place of the noise, and of the noise around a query that was moved."""
        s, end, root = ball_of(self.spread), arb(self.end), arb(2).sqrt()
        return (end / root).erfc() / 2, ((end - 1 / s) / root).erfc() / 2

    def finite_masses(self) -> tuple[arb, arb]:
        return 1 - self.missing(), 1 - self._beyond()[0]

    def log_mgf(self, c: float) -> float:
        total, s = self._coarse.log_integral_to(1 + c, _REACH, self.end), float(self.spread)
        share = self._top_odds / (1 + self._top_odds)
        slope = (1 + c) * share / s - self.end
        if slope <= 0:
            return total
        last = self._at_end(c) - math.log(max(slope, 1 / self._coarse.step))  # where it rises between two coarse points
        return max(total, last) + math.log1p(math.exp(-abs(total - last)))

    def _at_end(self, c: float) -> float:
        """Return the logarithm of the integrand at the end."""
        return self._coarse.log_density(self.end) + (1 + c) * self._coarse.log_ratio(self.end)

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        first, last, _ = self._ends(c, nats)
        spacing, _, is_above = self._rule(height, nats)
        return (last - first) / spacing * (2 * math.sqrt(count) + count / 10) * (_COMPLEX if is_above else 1)

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        nats, last = nats + math.log(8), step * (start + count - 1)
        spacing, tau, is_above = self._rule(float(last), nats)
        sums = complex_turned if is_above else turned
        with ctx.workprec(min(ctx.prec, self._bits(float(last), nats))):
            points, cut = self._points(c, nats, spacing, tau if is_above else 0.0)
            error = arb(0, (cut + self._error(c, last, spacing, tau, is_above)).upper())
            return sums(points, acb(0, 1) * step, start, count, acb(error, error))

    def _bits(self, height: float, nats: float) -> int:
        """Return with how many bits the moments up to a height have so many nats."""
        return math.ceil(nats / math.log(2) + math.log2(2 + height * self._coarse.log_ratio(self.end))) + _GUARD_BITS

    def at(self, c: arb) -> arb:
        return moment_at(self, c)

    def decay(self, c: float) -> Callable[[arb], arb]:
        return cut_contour(self.rate, self.spread, self.end, c).bound

    def reversed(self) -> PrivacyLoss:
        raise UndecidedError("what is cut off of one direction is not what would be of the other")

    def _ends(self, c: float, nats: float) -> tuple[float, float, float]:
        """Return places v between which the integrand is not small beside its greatest value, and about the logarithm of that."""
        logs = self._coarse.integrand(1 + c, math.sqrt(2 * nats) + 3, self.end)
        at_end = self._at_end(c)
        top = max([at_end, *(log for _, log in logs)])
        first = min([-0.5, *(g for g, log in logs if log > top - nats - 4)]) - self._coarse.step
        return first - self.end, max(at_end - top + nats + 4, 1.0) * self._bend, top

    @property
    def _bend(self) -> float:
        """The width b of the bend."""
        return min(_WIDEST_BEND, 2 * float(self.spread))

    def _rule(self, height: float, nats: float) -> tuple[float, float, bool]:
        """Return a distance of points that meets the wanted error, the half width of the strip, and whether they are in the upper half plane."""
        s, b = float(self.spread), self._bend
        strips = [_WIDEST * min(math.pi * b / 2, math.pi * s) * 2 ** (-k / 2) for k in range(_STRIPS)]
        lifts = [tau * tau / 2 - math.log(math.cos(tau / b)) for tau in strips]
        real, tau = max(
            (2 * math.pi * tau / (nats + 2 + lift + height * self._turn(tau / s)), tau)
            for tau, lift in zip(strips, lifts, strict=True)
        )
        above, half = max((math.pi * tau / (nats + 2 + lift), tau / 2) for tau, lift in zip(strips, lifts, strict=True))
        return (above, half, True) if above > _COMPLEX * real else (real, tau, False)

    def _turn(self, t: float) -> float:
        """Return about the greatest argument of r up to the end, within an angle t below pi."""
        u = self._top_odds
        return math.asin(u) if u < 1 and math.cos(t) < -u else math.atan2(u * math.sin(t), 1 + u * math.cos(t))

    def _greatest_turn(self, t: arb) -> arb:
        """Return an upper bound of the same: for odds below 1 it is greatest where the two sides of r are at a right angle."""
        s, q = ball_of(self.spread), ball_of(self.rate)
        u = arb((q / (1 - q) * (arb(self.end) / s - 1 / (2 * s * s)).exp()).upper())
        sine, cosine = t.sin_cos()
        return arb.atan2(u * sine, 1 + u * cosine) if cosine > -u or u >= 1 else u.asin()

    def _points(self, c: arb, nats: float, spacing: float, tau: float) -> tuple[list[tuple[acb, acb]], arb]:
        """Return log r at the points, at the height tau, with their weights, and a bound of what is left out."""
        first, last, top = self._ends(float(c), nats)
        places = range(math.floor(first / spacing), math.ceil(last / spacing) + 1)
        if len(places) > MOST_POINTS:
            raise UndecidedError("too many points for the moments of the subsampled Gaussian")
        s, q, b, end, distance = ball_of(self.spread), ball_of(self.rate), arb(self._bend), arb(self.end), arb(spacing)
        shift, scale, w = 1 / (2 * s * s), distance.log() - (2 * arb.pi()).log() / 2, 1 + c

        def log_ratio(g: Any) -> Any:
            return (q * (g / s - shift).expm1()).log1p()

        goal, kept = arb(top - nats - 4).exp() * distance, []
        left, right = (distance * k for k in (places[0], places[-1]))
        lowest, highest = end + left, end - b * (-right / b).exp().log1p()
        if not (lowest < 0 < highest):
            raise UndecidedError("the integrand of the subsampled Gaussian does not certainly fall")
        cut = (w * log_ratio(lowest) - lowest * lowest / 2).exp() / -lowest
        cut += (w * log_ratio(end) - highest * highest / 2 - right / b).exp() * b
        cut *= (arb(tau) ** 2 / 2).exp() / (2 * arb.pi()).sqrt()
        for k in places:
            v = acb(distance * k, tau) if tau else distance * k
            rest = (-v / b).exp()
            g = end - b * rest.log1p()
            log = log_ratio(g)
            weight = (w * log - g * g / 2 + scale).exp() * rest / (1 + rest)
            if abs(weight) < goal:
                cut += abs(weight)
            else:
                kept.append((log, weight))
        return kept, cut

    def _error(self, c: arb, height: arb, spacing: float, tau: float, is_above: bool) -> arb:
        """Return a bound of the error of the trapezoid rule at heights up to one."""
        half = arb(tau)
        growth = (2 * arb.pi() * half / arb(spacing)).expm1()
        if is_above:
            return (1 + self._lift(2 * half)) / growth * self._whole(c)
        turn = (height * self._greatest_turn(half / ball_of(self.spread))).exp()
        return 2 * self._lift(half) / growth * turn * self._whole(c)

    def _lift(self, tau: arb) -> arb:
        """Return how many times the moment bounds the integral of the modulus at a height tau, where nothing turns."""
        return (tau * tau / 2).exp() / (tau / self._bend).cos()

    def _whole(self, c: arb) -> arb:
        """Return an upper bound of the moment at an abscissa, by which errors are measured."""
        if self._wholes.get(c) is None:
            spacing, tau, _ = self._rule(0.0, _FEW_NATS)
            points, cut = self._points(c, _FEW_NATS, spacing, 0.0)
            alone = 2 * self._lift(arb(tau)) / (2 * arb.pi() * tau / arb(spacing)).expm1()
            if not alone < 1:  # the share of the moment by which the sum may fall short of it
                raise UndecidedError("the points of the subsampled Gaussian are too far apart")
            total = sum((abs(weight) for _, weight in points), arb(0)) + cut
            self._wholes[c] = total / (1 - alone)
        return self._wholes[c]


def place_beyond(rate: Fraction, spread: Fraction, rare: float) -> float:
    """Return about the place beyond which P has a mass of exp(rare), where a cell ends."""
    q, s = float(rate), float(spread)
    return in_cells(max(math.sqrt(-2 * rare), 1 / s + math.sqrt(max(0.0, 2 * (math.log(q) - rare)))))

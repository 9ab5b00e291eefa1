r"""The privacy loss of normal noise on a Poisson sample of which one record was replaced, and not added or removed.

On either side the record is sampled with probability q, and moves the output by one sensitivity, in opposite directions at worst:

.. math:: P = (1-q) N(0, s^2) + q N(1, s^2), \qquad Q = (1-q) N(0, s^2) + q N(-1, s^2).

That this pair dominates every other one takes a line. Let the sample of all other records be given, their answer at the origin, and u and v
the moves by the record and by the one in its place, of norm at most 1. Of all events with :math:`N_0(A) = m` none has more of
:math:`N_u` than :math:`\Phi(\Phi^{-1}(m) + 1)`, and none less of :math:`N_v` than :math:`\Phi(\Phi^{-1}(m) - 1)` (Neyman and Pearson), so that
:math:`P(A) - e^\varepsilon Q(A)` is greatest at a half-line for u = 1 and v = -1, which attains both. Samples are mixed by joint convexity.

With :math:`r(g) = 1 - q + q e^{g/s - 1/(2s^2)}` and g standard normal, :math:`M(z) = \int \varphi(g)\, r(g)^{1+z}\, r(-g)^{-z}\,dg`. For
:math:`0 < t < \pi` the argument of :math:`r(g + ist)` lies between 0 and t, that of :math:`r(-g - ist)` between -t and 0, and
:math:`r(g)\cos(t/2) \le |r(g \pm ist)| \le r(g)`, since :math:`|1 + ue^{it}|^2 = (1+u)^2 - 2u(1 - \cos t)` and :math:`4u \le (1+u)^2`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from flint import acb, arb

from dpsym.curves.cells import replaced_cells
from dpsym.curves.coarse import MOST_POINTS, CoarsePoints, Laid
from dpsym.curves.loss import ExchangedLoss, ball_of, checked_fraction, turned
from dpsym.curves.shifted import ReplacedContour
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.errors import UndecidedError
from dpsym.parameters import DEVIATION, SENSITIVITY

_WIDEST = 0.98 * math.pi
_STRIPS = 40
_NEAR = 9.0


@dataclass(frozen=True)
class ReplacedGaussianLoss(ExchangedLoss):
    """The privacy loss of a Gaussian mechanism run on a Poisson sample, for one record replaced; both directions are alike.

    Parameters
    ----------
    rate : rational in (0, 1)
        The probability q with which each record is sampled.
    sigma : positive rational
        The standard deviation of the noise, in the unit of the query.
    shift : positive rational, optional
        How far one record, added or removed, moves the query.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational.
    """

    has_cells: ClassVar[bool] = True
    is_monotone: ClassVar[bool] = True
    rate: Fraction
    sigma: Fraction
    shift: Fraction = Fraction(1)
    spread: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name, parameter in (("rate", SAMPLING_RATE), ("sigma", DEVIATION), ("shift", SENSITIVITY)):
            object.__setattr__(self, name, checked_fraction(parameter, getattr(self, name)))
        object.__setattr__(self, "spread", self.sigma / self.shift)

    @cached_property
    def _coarse(self) -> CoarsePoints:
        return CoarsePoints(float(self.spread), float(self.rate))

    @cached_property
    def _ratios(self) -> dict[int, float]:
        return {}

    def _log_ratio(self, k: int) -> float:
        if k not in self._ratios:
            self._ratios[k] = self._coarse.log_ratio(k * self._coarse.step)
        return self._ratios[k]

    def _laid(self, c: float, reach: float) -> Laid:
        """Return points and logarithms of the integrand there, in floats, to plan with."""
        step = self._coarse.step
        first, last = -int(reach / step), int((reach + (1 + 2 * c) / self._coarse.spread) / step)
        if last > MOST_POINTS:
            raise UndecidedError("the abscissa is too far out for the sampled Gaussian")
        return [
            (k * step, self._coarse.log_density(k * step) + (1 + c) * self._log_ratio(k) - c * self._log_ratio(-k))
            for k in range(first, last + 1)
        ]

    def log_mgf(self, c: float) -> float:
        return self._coarse.summed(self._laid(c, _NEAR))

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        inside, _ = self._inside(c, nats)
        spacing, _ = self._spacing(c, height, nats)
        return (inside[-1] - inside[0] + 1) / spacing * (2 * math.sqrt(count) + count / 10)

    def _inside(self, c: float, nats: float) -> tuple[list[float], float]:
        """Return the points that matter, and the logarithm of the integrand where it is greatest."""
        logs = self._laid(c, math.sqrt(2 * nats) + 3)
        top = max(log for _, log in logs)
        return [g for g, log in logs if log > top - nats - 2], top

    def _spacing(self, c: float, height: float, nats: float) -> tuple[float, float]:
        """Return a distance of the points that meets the wanted error, and the t of the strip that proves it."""
        s, best = float(self.spread), (0.0, _WIDEST)
        for k in range(_STRIPS):
            t = _WIDEST * 2 ** (-k / 2)
            lift = (s * t) ** 2 / 2 - c * math.log(math.cos(t / 2)) + 2 * height * t
            best = max(best, (2 * math.pi * s * t / (nats + 2 + lift), t))
        return best

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        points, error = self._points(c, step * (start + count - 1), nats + math.log(8))
        return turned(points, acb(0, 1) * step, start, count, acb(error, error))

    def _points(self, c: arb, height: arb, nats: float) -> tuple[list[tuple[arb, arb]], arb]:
        r"""Return the loss at the points with their weights, and a ball around 0 for the error of the trapezoid rule.

        The rule on points of distance d errs by at most :math:`2N/(e^{2\pi s t/d} - 1)`, where
        :math:`N \le e^{s^2t^2/2 + 2ty} \cos(t/2)^{-c} M(c)` bounds the integral of the modulus on both lines Im g = +-st. The logarithm of the
        integrand rises up to 0, and its slope at g is at most :math:`(1 + c + c\,h)/s - g`, h the share of the second part in r(-g), which falls.
        """
        inside, top = self._inside(float(c), nats)
        spacing, t = self._spacing(float(c), float(height), nats)
        s, q, distance = ball_of(self.spread), ball_of(self.rate), arb(spacing)
        shift, scale = 1 / (2 * s * s), distance.log() - (2 * arb.pi()).log() / 2
        first = math.floor(min(inside[0] - 0.5, -0.5) / spacing)
        last = math.ceil(max(inside[-1] + 0.5, 0.5) / spacing)
        while last * spacing <= float(self._rise(c, distance * last).upper()):
            last += math.ceil(0.5 / spacing)
        if last - first > MOST_POINTS:
            raise UndecidedError("too many points for the moments of the sampled Gaussian")
        reach = max(-first, last)
        ratios = [(q * (distance * k / s - shift).expm1()).log1p() for k in range(-reach, reach + 1)]
        places, weights = [], []
        for k in range(first, last + 1):
            above, below, g = ratios[reach + k], ratios[reach - k], distance * k
            places.append(above - below)
            weights.append(((1 + c) * above - c * below - g * g / 2 + scale).exp())
        right = distance * last - self._rise(c, distance * last)
        if not right > 0:
            raise UndecidedError("the integrand of the sampled Gaussian does not certainly fall")
        cut = (weights[0] / (-distance * first) + weights[-1] / right) / distance
        total = sum(weights, arb(0)) + cut
        lift, growth = self._lift(c, arb(t)), (2 * arb.pi() * s * arb(t) / distance).expm1()
        share = 2 * lift / growth
        if not share < 1:
            raise UndecidedError("the points of the sampled Gaussian are too far apart")
        goal = arb(top - nats - 4).exp() * distance
        kept = [(place, weight) for place, weight in zip(places, weights, strict=True) if not weight < goal]
        cut += sum((weight for weight in weights if weight < goal), arb(0))
        error = cut + 2 * lift * (2 * height * arb(t)).exp() * total / (1 - share) / growth
        return kept, arb(0, error.upper())

    def _rise(self, c: arb, place: arb) -> arb:
        """Return what the ratios add to the slope of the logarithm of the integrand at a place and beyond, at most."""
        s, q = ball_of(self.spread), ball_of(self.rate)
        odds = q * (-place / s - 1 / (2 * s * s)).exp()
        return (1 + c + c * odds / (1 - q + odds)) / s

    def _lift(self, c: arb, t: arb) -> arb:
        s = ball_of(self.spread)
        return ((s * t) ** 2 / 2 - c * (t / 2).cos().log()).exp()

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        return replaced_cells(ball_of(self.rate), ball_of(self.spread), cuts)

    def bottom(self, rare: arb, step: float) -> int:
        far = math.sqrt(max(0.0, -2 * float(rare.log().mid()))) + 1 + 1 / float(self.spread)
        return -math.ceil((self._coarse.log_ratio(far) - self._coarse.log_ratio(-far)) / step) - 1

    def decay(self, c: float) -> Callable[[arb], arb]:
        return ReplacedContour(self.rate, self.spread, c).bound

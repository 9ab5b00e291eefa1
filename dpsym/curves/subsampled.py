r"""The privacy loss of the Poisson-subsampled Gaussian mechanism, in both directions.

With :math:`s = \sigma/\mathrm{shift}` and the likelihood ratio :math:`r(g) = 1 - q + q e^{g/s - 1/(2s^2)}`, g standard
normal, everything is the function

.. math:: R(w) = \int \varphi(g)\, r(g)^w\, dg, \qquad
    M(z) = R(1 + z) \text{ ("remove")}, \quad M(z) = R(-z) \text{ ("add")}.

Two facts carry the bounds. For :math:`0 < t < \pi` and :math:`u = q e^{g/s - 1/(2s^2)}/(1-q)`,
:math:`r(g + i s t) = (1-q)(1 + u e^{it})` has an argument between 0 and t, and its modulus is at most r(g).
And with :math:`\theta = \arg(1 + u e^{it})`, :math:`m = \log|1 + u e^{it}|`, :math:`d\theta/dm = \sin t/(\cos t + u)`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from flint import acb, arb
from sympy import Interval, Rational, Symbol

from dpsym.curves.cells import lowest_loss, sampled_cells
from dpsym.curves.coarse import MOST_POINTS, CoarsePoints, coarse_points
from dpsym.curves.cut_gaussian import CutGaussianLoss, place_beyond
from dpsym.curves.directed import DirectedLoss
from dpsym.curves.loss import PrivacyLoss, ball_of, moment_at, set_fractions, turned
from dpsym.curves.shifted import shifted_contour
from dpsym.errors import UndecidedError
from dpsym.parameters import DEVIATION, SENSITIVITY, Parameter

SAMPLING_RATE = Parameter(
    "sampling rate q", Symbol("q", positive=True), Interval.open(0, 1), "in (0, 1)", (Rational(1, 1000), Rational(1, 2))
)
_STRIPS = 40
_WORK = 0.2  # units of work, of a power of a point and of a few products


@dataclass(frozen=True)
class SubsampledGaussianLoss(DirectedLoss):
    """The privacy loss of a Gaussian mechanism run on a Poisson sample of the records.

    Parameters
    ----------
    rate : rational in (0, 1)
        The probability q with which each record is sampled.
    sigma : positive rational
        The standard deviation of the noise, in the unit of the query.
    direction : {"remove", "add"}, optional
        ``"remove"``: P = (1-q) N(0) + q N(shift) against Q = N(0); ``"add"``: the reverse.
    shift : positive rational, optional
        The sensitivity, in the unit of the query.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational.
    """

    rate: Fraction
    sigma: Fraction
    direction: str = "remove"
    shift: Fraction = Fraction(1)
    spread: Fraction = field(init=False, repr=False)
    _floats: tuple[float, float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        set_fractions(self, rate=SAMPLING_RATE, sigma=DEVIATION, shift=SENSITIVITY)
        object.__setattr__(self, "spread", self.sigma / self.shift)
        object.__setattr__(self, "_floats", (float(self.spread), float(self.rate)))

    @property
    def sign(self) -> int:
        """1 for "remove", -1 for "add": the sign of z in the exponent w."""
        return 1 if self.is_removed else -1

    def exponent(self, c: arb) -> arb:
        """Return the real part of w at Re z = c."""
        return 1 + c if self.sign > 0 else -c

    def greatest_loss(self) -> arb | None:
        return None if self.sign > 0 else -(-ball_of(self.rate)).log1p()

    def log_mgf(self, c: float) -> float:
        total = self._coarse.log_integral(self._weight(c))
        return total - (0 if self.sign > 0 else c * self.greatest())

    @property
    def is_heavy(self) -> bool:  # type: ignore[override]
        return self.sign > 0

    def without(self, rare: float) -> tuple[PrivacyLoss, arb]:
        if self.sign < 0:
            return self, arb(0)
        loss = CutGaussianLoss(self.rate, self.spread, place_beyond(self.rate, self.spread, rare), self.exchanged)
        return loss, loss.missing()

    def _weight(self, c: float) -> float:
        return 1 + c if self.sign > 0 else -c

    @cached_property
    def _coarse(self) -> CoarsePoints:
        return coarse_points(*self._floats)

    def greatest(self) -> float:
        """Return the greatest loss of the direction "add" as a float."""
        return -math.log1p(-self._floats[1])

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        top, inside = self._inside(c, nats)
        spacing, _ = self._spacing(c, height, nats, top)
        return _WORK * (inside[-1] - inside[0] + 1) / spacing * (2 * math.sqrt(count) + count / 10)

    def _inside(self, c: float, nats: float) -> tuple[float, list[float]]:
        """Return about the greatest logarithm of the integrand, and the coarse points at which it is not small beside that."""
        logs = self._coarse.integrand(self._weight(c), math.sqrt(2 * nats) + 3)
        top = max(log for _, log in logs)
        inside = [g for g, log in logs if log > top - nats - 2]
        if not inside:
            raise UndecidedError("the moments of the subsampled Gaussian are too large to plan with")
        return top, inside

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        points, error = self._points(c, step * (start + count - 1), nats + math.log(8))
        return turned(points, acb(0, self.sign) * step, start, count, acb(error, error))

    def _points(self, c: arb, height: arb, nats: float) -> tuple[list[tuple[arb, arb]], arb]:
        r"""Return log r at the points with their weights, and a ball around 0 for the error of the trapezoid rule.

        The rule on points of distance d errs by at most :math:`2N/(e^{2\pi s t/d} - 1)`, where N bounds the
        integral of the modulus on both lines Im g = +-st; what is cut off is bounded by the slope of the
        logarithm of the integrand, which is monotone beyond the first and the last point.
        """
        top, inside = self._inside(float(c), nats)
        spacing, t = self._spacing(float(c), float(height), nats, top)
        lowest, highest = self._falling(float(c), inside[0] - 0.5, inside[-1] + 0.5)
        first, last = math.floor(lowest / spacing), math.ceil(highest / spacing)
        if last - first > MOST_POINTS:
            raise UndecidedError("too many points for the moments of the subsampled Gaussian")
        w, s, q, distance = self.exponent(c), ball_of(self.spread), ball_of(self.rate), arb(spacing)
        shift, scale = 1 / (2 * s * s), distance.log() - (2 * arb.pi()).log() / 2
        places = [distance * k for k in range(first, last + 1)]
        points = [(q * (g / s - shift).expm1()).log1p() for g in places]
        weights = [(w * log - g * g / 2 + scale).exp() for g, log in zip(places, points, strict=True)]
        left, right = self._slopes(places[0], places[-1], w)
        cut = (weights[0] / left + weights[-1] / right) / distance
        growth = (2 * arb.pi() * s * t / distance).expm1()
        total = sum(weights, arb(0)) + cut
        goal = arb(top - nats - 4).exp() * distance
        kept = [(log, weight) for log, weight in zip(points, weights, strict=True) if not weight < goal]
        cut += sum((weight for weight in weights if weight < goal), arb(0))
        error = cut + 2 * self._strip_bound(c, height, arb(t), total, growth) / growth
        return kept, arb(0, error.upper())

    def _falling(self, c: float, first: float, last: float) -> tuple[float, float]:
        """Return ends, further out where that is needed, beyond which the integrand certainly falls."""
        s, q = self._floats
        if self.sign > 0:
            return min(first, -0.5), max(last, (1 + c) / s + 0.5)
        while True:
            odds = q * math.exp(first / s - 0.5 / (s * s))
            if first < -0.5 and -first > 1.1 * c * odds / (1 - q + odds) / s:
                return first, max(last, 0.5)
            first -= 0.5

    def _slopes(self, first: arb, last: arb, w: arb) -> tuple[arb, arb]:
        """Return lower bounds of the slopes at which the integrand falls beyond the first and last points."""
        s, q = ball_of(self.spread), ball_of(self.rate)
        odds = q * (first / s - 1 / (2 * s * s)).exp()
        share = odds / (1 - q + odds)
        left = -first if self.sign > 0 else -first + w * share / s
        right = last - w / s if self.sign > 0 else last
        if not (left > 0 and right > 0):
            raise UndecidedError("the integrand of the subsampled Gaussian does not certainly fall")
        return left, right

    def _strip_bound(self, c: arb, height: arb, t: arb, total: arb, growth: arb) -> arb:
        """Return a bound of the integral of the modulus along Im g = s t, for exponents up to the height."""
        s = ball_of(self.spread)
        lift = (s * s * t * t / 2).exp()
        if self.sign < 0:
            return lift * (-c * (-ball_of(self.rate)).log1p() + _excess(c, height, t)).exp()
        share = 2 * lift / growth  # of R itself, by which the sum of the weights may fall short of it
        if not share < 1:
            raise UndecidedError("the points of the subsampled Gaussian are too far apart")
        return lift * (height * t).exp() * total / (1 - share)

    def _spacing(self, c: float, height: float, nats: float, top: float) -> tuple[float, float]:
        """Return a distance of the points that meets the wanted error, and the t of the strip that proves it."""
        s, widest = float(self.spread), (0.98 * math.pi if self.sign > 0 else 0.49 * math.pi)
        best = (0.0, widest)
        for k in range(_STRIPS):
            t = widest * 2 ** (-k / 2)
            lift = (s * t) ** 2 / 2
            if self.sign > 0:
                lift += height * t
            else:
                excess = float(_excess(arb(c), arb(height), arb(t)).mid())
                lift += excess + max(0.0, c * self.greatest() - top - math.log(max(s, 1)))
            best = max(best, (2 * math.pi * s * t / (nats + 2 + max(lift, 0.0)), t))
        return best

    def at(self, c: arb) -> arb:
        try:
            return moment_at(self, c)
        except UndecidedError:
            order = c + 1
            if self.sign < 0 or not order.is_integer() or not order < MOST_POINTS:
                raise
            return self._binomial(int(order.unique_fmpz()))

    def _binomial(self, order: int) -> arb:
        """Return the moment of the ratio at an integer order: a binomial sum."""
        odds, rise = ball_of(self.rate / (1 - self.rate)), (1 / ball_of(self.spread * self.spread)).exp()
        term, growth = (1 - ball_of(self.rate)) ** order, odds
        total = term
        for j in range(order):
            term, growth = term * growth * (order - j) / (j + 1), growth * rise
            total += term
        return total

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        return sampled_cells(ball_of(self.rate), ball_of(self.spread), self.sign, cuts)

    def bottom(self, rare: arb, step: float) -> int:
        s, q = self._floats
        return math.floor(lowest_loss(q, s, self.sign, float(rare.log().mid())) / step) - 1

    def decay(self, c: float) -> Callable[[arb], arb]:
        return shifted_contour(self.rate, self.spread, self.sign, c).bound


def _excess(c: arb, height: arb, t: arb) -> arb:
    """Return the supremum over u >= 0 of height * theta - c * m, at an angle t up to pi/2."""
    sine, cosine = t.sin_cos()
    if height * sine <= c * cosine:
        return arb(0)
    u = (height * sine / c - cosine).max(arb(0))
    return height * arb.atan2(u * sine, 1 + u * cosine) - c * (1 + 2 * u * cosine + u * u).log() / 2

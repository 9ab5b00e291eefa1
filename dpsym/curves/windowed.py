r"""The moments of sampled Gaussian runs from which a record is removed: of all outputs, of those in a smooth window, and of the others.

With :math:`\chi(g) = \Phi((g - b)/w)` and :math:`r(g) = 1 - q + q e^{g/s - 1/(2s^2)}`, g normal under Q,

.. math:: R(z) = E\,r^{-z} = J(z) + B(z), \qquad J(z) = E\left[\chi r^{-z}\right], \quad B(z) = E\left[(1 - \chi)\,r^{-z}\right].

Along :math:`\Im g = -\eta`, :math:`\eta = st` with :math:`0 \le t \le \pi/2`, and with :math:`u = q e^{g/s - 1/(2s^2)}/(1 - q)` at the
real part,

- :math:`|\varphi| = e^{\eta^2/2}\varphi(g)`, and :math:`|\chi| \le e^{\eta^2/(2w^2)}\chi(g)`: the integral of the normal density along the line;
- :math:`|r| = (1 - q)\,|1 + u e^{it}|`, which grows with u from 1 - q on;
- :math:`|r^{-iy}| = e^{-y\theta}`, :math:`\theta = \arg(1 + u e^{it}) \ge 0`, which grows with u, for y >= 0.

So the trapezoid rule on the line in the middle of such a strip has an error that does not grow with y, and the same bounds on cells show how J falls.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

from flint import acb, arb, ctx

from dpsym.curves.loss import ball_of, complex_turned
from dpsym.curves.window import Window
from dpsym.errors import UndecidedError

_ANGLES = 10  # at which the fall is bounded
_FARTHEST, _LOWEST_CELL = 8, 20  # widths of the window to either side that are divided into cells of a half width
_LOWEST = 15.0  # standard deviations to the left from which on the bulk is bounded at once
_BITS = 64  # of bounds
MOST_POINTS = 1 << 13
_LOG2 = math.log(2)

Points = tuple[list[tuple[acb, acb]], arb]


@dataclass(frozen=True)
class WindowedRuns(Window):
    """The same, with balls."""

    cells: ClassVar[tuple[int, int]] = (4, 8)
    """How many cells of the bulk a width of the window is, to the left of its place and to its right."""
    _points: dict[tuple[bool, int, arb], tuple[float, Points]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def masses(self) -> tuple[arb, arb]:
        """Return the masses of the jumps under P and under Q, J(-1) and J(0)."""
        q, root = ball_of(self.rate), (1 + arb(self.width) ** 2).sqrt()
        plain, moved = (normal(-(arb(self.place) - shift) / root) for shift in (arb(0), 1 / ball_of(self.spread)))
        return (1 - q) * plain + q * moved, plain

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[tuple[acb, acb]]:
        """Return R and J at the nodes c + i k step, the former to a relative error of about exp(-nats)/count."""
        pairs = []
        for is_jump in (False, True):
            wanted = nats + (0.0 if is_jump else math.log(self.count))
            lost = self.share(is_jump, float(c)) + self.lift(is_jump, self.rule(is_jump, float(c), wanted)[1])
            with ctx.workprec(ctx.prec + math.ceil(lost / _LOG2)):
                points, error = self._summed(is_jump, c, wanted)
                slack = arb(0, error.upper())
                pairs.append(complex_turned(points, acb(0, -1) * step, start, count, acb(slack, slack)))
        return list(zip(*pairs, strict=True))

    def _summed(self, is_jump: bool, c: arb, nats: float) -> Points:
        """Return log r at the points with their weights, and a bound of the error at any height of at least 0."""
        known = self._points.get((is_jump, ctx.prec, c))
        if known is None or known[0] < nats:
            known = self._points[is_jump, ctx.prec, c] = nats, self._laid(is_jump, c, nats)
        return known[1]

    def _laid(self, is_jump: bool, c: arb, nats: float) -> Points:
        spacing, angle, first, last = self.rule(is_jump, float(c), nats)
        start, end = math.floor(first / spacing), math.ceil(last / spacing)
        if end - start > MOST_POINTS:
            raise UndecidedError("too many points for the moments of the jumps")
        s, q, h, t = ball_of(self.spread), ball_of(self.rate), arb(spacing), arb(angle)
        b, w, root = arb(self.place), arb(self.width), arb(2).sqrt()
        scale, sink = h.log() - (2 * arb.pi()).log() / 2, s * t
        points = []
        for k in range(start, end + 1):
            g = acb(h * k, -sink)
            log = self._log(g)
            weight = (scale - g * g / 2 - c * log).exp()
            if is_jump:
                weight *= ((b - g) / (w * root)).erfc() / 2
            points.append((log, weight))
        floor = (-c * (-q).log1p()).exp()
        whole = (self.masses()[1] if is_jump else arb(1)) * floor  # at least the integral at any abscissa up to c
        bend = 1 + (1 / (w * w) if is_jump else arb(0))
        rule = whole * (1 + ((2 * sink) ** 2 / 2 * bend).exp()) / (2 * arb.pi() * sink / h).expm1()
        left, right = h * start, h * end
        below = self._beside(left) if is_jump else normal(left) if left < 0 else arb("inf")
        if not right > 0:
            raise UndecidedError("the points of the jumps end where their weights do not certainly fall")
        above = normal(-right) * (-c * self._modulus(right, t).log()).exp()
        cut = (sink * sink / 2 * bend).exp() * floor * (below + above)
        return points, rule + cut

    def _beside(self, g: arb) -> arb:
        """Return a bound of the jumps under Q to the left of a place, by the slope of the logarithm of their density, which is concave."""
        slope = (self.place - g) / arb(self.width) ** 2 - g  # at most that
        return density(g) * normal((g - self.place) / self.width) / slope if slope > 0 else arb("inf")

    def _log(self, g: Any) -> Any:
        """Return log r."""
        s = ball_of(self.spread)
        return (ball_of(self.rate) * (g / s - 1 / (2 * s * s)).expm1()).log1p()

    def _odds(self, g: arb) -> arb:
        s, q = ball_of(self.spread), ball_of(self.rate)
        return q / (1 - q) * (g / s - 1 / (2 * s * s)).exp()

    def _modulus(self, g: arb, t: arb) -> arb:
        """Return abs(1 + u e^(it)) at a place."""
        u = self._odds(g)
        return (1 + 2 * u * t.cos() + u * u).sqrt()

    def fall(self, c: arb) -> Callable[[arb], arb]:
        """Return a function of a height Y >= 0: an upper bound of abs(J(c + i y)) for all y >= Y."""
        with ctx.workprec(_BITS):
            half, middle = arb(self.width) / 2, arb(self.place) / (1 + arb(self.width) ** 2)
            count = math.ceil(2 * (_FARTHEST + float(self.place - middle) / self.width))
            ends = [middle + half * k for k in range(-2 * _LOWEST_CELL, count)]
            shares = [normal((end - self.place) / self.width) for end in ends]
            masses = [*(mass * share for mass, share in zip(between(ends), shares[1:], strict=True)), normal(-ends[-1])]
            odds, low = [self._odds(end) for end in ends], self._beside(ends[0])
            floor = (-c * (-ball_of(self.rate)).log1p()).exp()
            bend, s = 1 + 1 / arb(self.width) ** 2, ball_of(self.spread)
            angles = [arb.pi() / 2 * 0.999 * 2.0 ** (-k / 2) for k in range(_ANGLES)]
            tables = []
            for t in angles:
                sine, cosine = t.sin_cos()
                lift = floor * ((s * t) ** 2 / 2 * bend).exp()
                cells = [
                    (
                        lift * mass * (-c * (1 + 2 * u * cosine + u * u).log() / 2).exp(),
                        arb.atan2(u * sine, 1 + u * cosine),
                    )
                    for mass, u in zip(masses, odds, strict=True)
                ]
                tables.append((lift * low, cells))

        def bound(height: arb) -> arb:
            with ctx.workprec(_BITS):
                found = arb("inf")
                for rest, cells in tables:
                    total = rest + sum((weight * (-height * turn).exp() for weight, turn in cells), arb(0))
                    found = total if not found < total else found
                return arb(found.upper())

        return bound

    def missing(self) -> arb:
        """Return a bound of the mass of P beyond the end that does not jump."""
        q, end = ball_of(self.rate), arb(self.end)
        moved = normal(1 / ball_of(self.spread) - end)
        return ((1 - q) * normal(-end) + q * moved) * normal((self.place - end) / self.width)

    def bulk(self, c: arb) -> arb:
        """Return an upper bound of B(-1 - c) without what lies beyond the end: the power of r is convex, and below its chords."""
        place, ends = arb(self.place), self._bulk_ends(c)
        densities = [density(g) for g in ends]
        heights = [((1 + c) * self._log(g)).exp() for g in ends]
        total = normal(ends[0]) * heights[0]
        for k, ((low, high), mass) in enumerate(zip(pairwise(ends), between(ends), strict=True)):
            # the integral of the density times the share of the way from the first end to the second
            later = (densities[k] - densities[k + 1] - low * mass) / (high - low)
            share = normal((place - low) / self.width)
            total += share * (heights[k] * (mass - later) + heights[k + 1] * later)
        return total

    def _bulk_ends(self, c: arb) -> list[arb]:
        """Return the ends of the cells on which the bulk is bounded."""
        coarse, most = self.cells
        step, place = arb(self.width) / coarse, arb(self.place)
        ends = [place + step * k for k in range(-math.ceil((self.place + _LOWEST) / float(step)), 0)]
        fine = math.ceil(self.reach * most)
        return [*ends, *(place + (arb(self.end) - place) * k / fine for k in range(fine + 1))]


def normal(x: arb) -> arb:
    """Return the normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2


def density(x: arb) -> arb:
    """Return the normal density."""
    return (-x * x / 2).exp() / (2 * arb.pi()).sqrt()


def between(ends: list[arb]) -> list[arb]:
    """Return the normal masses between increasing places, as differences of the smaller sides."""
    sides = [(normal(g), normal(-g)) for g in ends]
    return [
        above - right if low > 0 else left - below
        for low, ((below, above), (left, right)) in zip(ends, pairwise(sides), strict=False)
    ]

r"""The moments of sampled Gaussian runs from which a record is removed, of all outputs and of those in a smooth window, at rising powers.

With :math:`\chi(g) = \Phi((g - b)/w)` and :math:`r(g) = 1 - q + q e^{g/s - 1/(2s^2)}`, g normal under Q,

.. math:: R(z) = E\,r^{1+z}, \qquad J(z) = E\left[\chi\,r^{1+z}\right], \qquad \Re z \ge 0,

which are the moments of the losses under P. Along :math:`\Im g = \eta = st`, :math:`0 \le t < \pi`, with
:math:`u = q e^{g/s - 1/(2s^2)}/(1 - q)` at the real part,

- :math:`|\varphi| = e^{\eta^2/2}\varphi(g)`, and :math:`|\Phi(x + iy)| \le e^{y^2/2}\Phi(x)`, the integral of the normal density along the line;
  so :math:`|\Phi(x + iy)| = |1 - \Phi(-x - iy)| \le 1 + e^{y^2/2}\Phi(-x)` too, which is less where x is great;
- :math:`|r| = (1 - q)\,|1 + u e^{it}| \le r(g)`, whose square is convex in u: on an interval it is greatest at an end;
- :math:`|r^{iy}| = e^{-y\theta}`, :math:`\theta = \arg(1 + u e^{it}) \ge 0`, which grows with u, for y >= 0.

So on the lines that bound a strip above the real one the moduli have integrals of at most :math:`J(c)` and
:math:`e^{\eta^2(1 + w^{-2})/2} J(c)`, whatever y >= 0 is: the trapezoid rule in the middle errs by a share of J(c) itself, and no digits cancel.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

from flint import acb, arb, ctx

from dpsym.curves.coarse import log_sum
from dpsym.curves.loss import ball_of, complex_turned
from dpsym.curves.window import log_normal
from dpsym.curves.windowed import MOST_POINTS, Points, WindowedRuns, between, density, normal
from dpsym.errors import UndecidedError

_STRIPS, _ANGLES = 24, 14
_WIDEST = 0.49 * math.pi  # angle of the middle of a strip, and half of that of a line on which the fall is bounded
_EDGE, _FINE = 9.0, 0.7  # widths of the window that matter at least, and the distance of points there
_COARSE = 0.4  # the distance of points elsewhere, in standard deviations
_FEW_NATS, _FALLEN = 20.0, 120.0  # nats of a bound, and of what a cell counts for
_BITS = 64  # of bounds
_HALF_LOG_2PI = math.log(2 * math.pi) / 2


@dataclass(frozen=True)
class RisingRuns(WindowedRuns):
    """The same, with the moments under P of a positive order."""

    cells: ClassVar[tuple[int, int]] = (8, 24)  # of wide windows
    _tops: dict[tuple[bool, arb], arb] = field(default_factory=dict, init=False, repr=False, compare=False)

    def log_whole(self, c: float) -> float:
        return self._plain.log_integral(1 + c)

    def log_jumps(self, c: float) -> float:
        return log_sum([log for _, log in self._integrand(c, _EDGE)])

    def _integrand(self, c: float, reach: float) -> list[tuple[float, float]]:
        """Return points as far out as so many widths of the window matter, and about the logarithms of what those that jump weigh there."""
        order = 2.0 ** math.ceil(math.log2(1 + c))
        key = order, 2.0 ** math.ceil(math.log2(reach / _EDGE)) * _EDGE
        if key not in self._laid_out:
            self._laid_out[key] = self._coarse_to(*key)
        return [(g, weight + (1 + c) * log) for g, log, weight in self._laid_out[key]]

    def _coarse_to(self, order: float, reach: float) -> list[tuple[float, float, float]]:
        """Return points up to where an order matters, with log r and the logarithms of the weights."""
        last = max(self.place, order / float(self.spread)) + reach
        edge = self._edge(reach)
        places = graded(edge[0] - edge[2] * self.width, last, edge, self._step)
        return [
            (
                g,
                self._plain.log_ratio(g),
                math.log((after - before) / 2) + log_normal((g - self.place) / self.width) - g * g / 2 - _HALF_LOG_2PI,
            )
            for before, g, after in zip(places, places[1:], places[2:], strict=False)
        ]

    def _edge(self, reach: float) -> tuple[float, float, float]:
        """Return the middle, the width and the reach of the edge of the window, and of where it outweighs the fall of the normal density."""
        low, high = min(self.place, self.place / (1 + self.width**2)), self.place
        return (low + high) / 2, self.width, reach + (high - low) / (2 * self.width)

    @cached_property
    def _laid_out(self) -> dict[tuple[float, float], list[tuple[float, float, float]]]:
        return {}

    @property
    def _step(self) -> float:
        return _COARSE * min(1.0, float(self.spread))

    def rule(self, is_jump: bool, c: float, nats: float, is_real: bool = False) -> tuple[float, float, float, float]:
        """Return the distance of the points, half the width of the strip, and the first and the last point.

        The points are in the middle of the strip, which lies above the real line, or half of it below.
        """
        s, bend = float(self.spread), 1 + (1 / self.width**2 if is_jump else 0.0)
        h, half, lift = 0.0, 0.0, 0.0
        for k in range(_STRIPS):
            eta = s * _WIDEST * 2 ** (-k / 3)
            height = (eta if is_real else 2 * eta) ** 2 / 2 * bend
            if (distance := 2 * math.pi * eta / (nats + 2 + height)) > h:
                h, half, lift = distance, eta, 0.0 if is_real else height / 4
        reach = math.sqrt(2 * (nats + 6 + lift)) + 1
        logs = self._integrand(c, reach) if is_jump else self._plain.integrand(1 + c, reach)
        top = max(log for _, log in logs)
        if not math.isfinite(top):
            raise UndecidedError("the moments of the jumps are too large to plan with")
        inside = [g for g, log in logs if log > top - nats - 6 - lift]
        turn = (
            self.place / (1 + self.width**2) - self.width if is_jump else -h
        )  # up to where the density certainly rises
        return h, half, min(inside[0] - self._step, turn), max(inside[-1], (1 + c) / s) + self._step

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[tuple[acb, acb]]:
        pairs = []
        for is_jump in (False, True):
            points, error = self._summed(is_jump, c, nats + (0.0 if is_jump else math.log(self.count)))
            slack = arb(0, error.upper())
            pairs.append(complex_turned(points, acb(0, 1) * step, start, count, acb(slack, slack)))
        return list(zip(*pairs, strict=True))

    def _laid(self, is_jump: bool, c: arb, nats: float) -> Points:
        spacing, half, first, last = self.rule(is_jump, float(c), nats)
        h, eta, bend = arb(spacing), arb(half), self._bend(is_jump)
        points, left, right = self._weighed(is_jump, c, h, eta, (first, last))
        cut = sum(self._outside(is_jump, c, left, right), arb(0))
        rule = (1 + (2 * eta * eta * bend).exp()) * self.top(is_jump, c) / (2 * arb.pi() * eta / h).expm1()
        return points, rule + cut * (eta * eta / 2 * bend).exp()

    def top(self, is_jump: bool, c: arb) -> arb:
        """Return an upper bound of R(c) or J(c), close to it: of which a sum on the real line falls short by a share at most."""
        if (is_jump, c) not in self._tops:
            with ctx.workprec(_BITS):
                spacing, half, first, last = self.rule(is_jump, float(c), _FEW_NATS, True)
                h, eta = arb(spacing), arb(half)
                points, left, right = self._weighed(is_jump, c, h, arb(0), (first, last))
                share = 2 * (eta * eta / 2 * self._bend(is_jump)).exp() / (2 * arb.pi() * eta / h).expm1()
                if not share < 1:
                    raise UndecidedError("the points of the jumps are too far apart")
                total = sum((weight for _, weight in points), sum(self._outside(is_jump, c, left, right), arb(0)))
                self._tops[is_jump, c] = arb((total / (1 - share)).upper())
        return self._tops[is_jump, c]

    def _bend(self, is_jump: bool) -> arb:
        return 1 + (1 / arb(self.width) ** 2 if is_jump else arb(0))

    def _weighed(
        self, is_jump: bool, c: arb, h: arb, eta: arb, ends: tuple[float, float]
    ) -> tuple[list[tuple[acb, acb]], arb, arb]:
        """Return log r at points of a line with their weights, and the real parts of the first and of the last one."""
        scale, places = h.log() - (2 * arb.pi()).log() / 2, self._places(h, ends)
        points = []
        for place in places:
            g = acb(place, eta) if eta > 0 else place
            log = self._log(g)
            weight = (scale - g * g / 2 + (1 + c) * log).exp()
            points.append((log, weight * self._window(is_jump, g)))
        return points, places[0], places[-1]

    def _places(self, h: arb, ends: tuple[float, float]) -> list[arb]:
        """Return points of a distance that reach from one place to another, at least."""
        first, last = math.floor(ends[0] / float(h)), math.ceil(ends[1] / float(h))
        if last - first > MOST_POINTS:
            raise UndecidedError("too many points for the moments of the jumps")
        return [h * k for k in range(first, last + 1)]

    def _window(self, is_jump: bool, g: Any) -> Any:
        """Return the share of an output that counts."""
        return ((self.place - g) / (self.width * arb(2).sqrt())).erfc() / 2 if is_jump else 1

    def _outside(self, is_jump: bool, c: arb, left: arb, right: arb) -> tuple[arb, arb]:
        """Return bounds of the integrals beyond two places, from which on the integrands certainly fall."""
        return self._below(is_jump, c, left), self._above(is_jump, c, right)

    def _below(self, is_jump: bool, c: arb, left: arb) -> arb:
        """Return the one to the left, where the densities of the normal law and of the window fall, and the power of r too."""
        low, rise = density(left) * self._power(c, left), -left
        if is_jump:
            rise += (self.place - left) / arb(self.width) ** 2
            low *= normal((left - self.place) / self.width)
        if not rise > 0:
            raise UndecidedError("the points of the jumps begin where their weights do not certainly fall")
        return low / rise

    def _above(self, is_jump: bool, c: arb, right: arb) -> arb:
        """Return the one to the right, where the window is at most 1, and the logarithm of r rises by 1/s at most."""
        fall = right - (1 + c) / ball_of(self.spread)
        if not fall > 0:
            raise UndecidedError("the points of the jumps end where their weights do not certainly fall")
        return density(right) * self._power(c, right) / fall

    def _power(self, c: arb, g: arb) -> arb:
        """Return r^(1 + c)."""
        return ((1 + c) * self._log(g)).exp()

    def fall(self, c: arb) -> Callable[[arb], arb]:
        with ctx.workprec(_BITS):
            _, _, first, last = self.rule(True, float(c), _FALLEN, True)
            ends = [arb(g) for g in self._cells(first, last)]
            masses, odds = between(ends), [self._odds(g) for g in ends]
            shares = [self._shares(low, high) for low, high in pairwise(ends)]
            below, above = self._outside(True, c, ends[0], ends[-1])
            tables = [self._falling(c, t, masses, odds, shares, below, above) for t in self._angles()]
        return _least(tables)

    def _cells(self, first: float, last: float) -> list[float]:
        """Return the ends of cells between two places."""
        return graded(first, last, self._edge(_EDGE), self._step)

    def _angles(self) -> list[arb]:
        return [arb(2 * _WIDEST) * 2.0 ** (-k / 2) for k in range(_ANGLES)]

    def _falling(
        self, c: arb, t: arb, masses: list[arb], odds: list[arb], shares: list[tuple[arb, arb]], below: arb, above: arb
    ) -> Table:
        """Return what does not fall with the height, and the weights with their angles, on the line at an angle."""
        sine, cosine = t.sin_cos()
        eta, w = ball_of(self.spread) * t, 1 + c
        lift = (w * (-ball_of(self.rate)).log1p() + eta * eta / 2).exp()
        turns = [arb.atan2(u * sine, 1 + u * cosine) for u in odds]
        sizes = [(w * (1 + 2 * u * cosine + u * u).log() / 2).exp() for u in odds]
        rising = ((eta / self.width) ** 2 / 2).exp()
        cells = [
            (lift * mass * low.max(high) * (rising * inside).min(1 + rising * outside), turn)
            for mass, low, high, turn, (inside, outside) in zip(masses, sizes, sizes[1:], turns, shares, strict=False)
        ]
        whole = (eta * eta / 2 * self._bend(True)).exp()
        return whole * below + self._at_the_end(c, eta), [*cells, (whole * above, turns[-1])]

    def _at_the_end(self, c: arb, eta: arb) -> arb:
        """Return a bound of the integral of the modulus from the real line up to a height, where the outputs that count end; here they do not."""
        return arb(0)

    def _shares(self, low: arb, high: arb) -> tuple[arb, arb]:
        """Return the greatest share that the window has between two places, and the greatest one that it leaves.

        Times its rise at a height, the first bounds its modulus, and 1 and the second together do.
        """
        return normal((high - self.place) / self.width), normal((self.place - low) / self.width)


Table = tuple[arb, list[tuple[arb, arb]]]


def _least(tables: list[Table]) -> Callable[[arb], arb]:
    """Return the least of sums that fall with a height, chosen in floats."""
    floats = [(_log(rest), [(_log(weight), float(turn)) for weight, turn in cells]) for rest, cells in tables]

    def about(k: int, height: float) -> float:
        rest, cells = floats[k]
        return log_sum([rest, *(log - height * turn for log, turn in cells)])

    def bound(height: arb) -> arb:
        with ctx.workprec(_BITS):
            rest, cells = tables[min(range(len(tables)), key=lambda k: about(k, float(height)))]
            return arb((rest + sum((weight * (-height * turn).exp() for weight, turn in cells), arb(0))).upper())

    return bound


def _log(value: arb) -> float:
    return float(value.log().mid()) if value > 0 else -1e300


def graded(first: float, last: float, edge: tuple[float, float, float], coarse: float) -> list[float]:
    """Return places between two, close ones around an edge of a given width, as many widths to either side as given."""
    place, width, reach = edge
    cuts = [first, *(g for g in (place - reach * width, place + reach * width) if first < g < last), last]
    found = [first]
    for low, high in pairwise(cuts):
        step = min(coarse, _FINE * width) if abs((low + high) / 2 - place) < reach * width else coarse
        count = math.ceil((high - low) / step)
        found += [low + (high - low) * k / count for k in range(1, count + 1)]
    return found

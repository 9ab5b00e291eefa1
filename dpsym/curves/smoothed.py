r"""delta of losses whose moments do not fall: a weak Gaussian mechanism is added, and what it adds is bounded.

Let G be the loss of a Gaussian mechanism of variance v, :math:`f(x) = (1 - e^{-x})_+`, x the loss less eps. Adding G to the composition
adds :math:`B(x) = E f(x + G) - f(x) \ge 0` under the mean, as f(x + G) is a convex function of the martingale :math:`e^{-G}`. With w the
root of v, :math:`e^{x/2} B(x)` is even, and for x <= 0 it is Black's price of a call without rates, whose derivative in w is its vega:

.. math:: e^{x/2} B(x) = \int_0^w \varphi(x/s)\, e^{-s^2/8}\,ds \le w\,\varphi(x/w).

The transform of the right-hand side is that of a normal density, so that with :math:`F(z) = e^{-z\varepsilon} M(z) e^{v(z^2 + z)/2}`

.. math:: A - v e^{v/8} D \le \delta(\varepsilon) \le A, \qquad
    A = \frac{1}{2\pi i}\int \frac{F(z)\,dz}{z(z + 1)}, \quad D = \frac{1}{2\pi i}\int F(z)\,dz .

Both are trapezoid sums with the same nodes: the aliases of A are bounded as those of `line`, and those of D only raise it. The factor
:math:`e^{-vy^2/2}` ends the sums, however many atoms there are and wherever they lie; whole stretches of nodes on which the moments are
certainly small are left out and bounded. The width v c (c + 1) or so, as a share of delta, does not grow with the number of steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from flint import acb, arb, ctx

from dpsym.curves.aliases import Aliases, moment, without_aliases
from dpsym.curves.effort import Effort
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.loss import Parts, PrivacyLoss, ball_of
from dpsym.curves.planning import Plan
from dpsym.curves.scan import Scan, scan_of
from dpsym.errors import UndecidedError

_TEST, _NODE = 1, 6  # units of work: one loss on a stretch, or at a node that counts
_BITS = 64  # with which stretches are bounded
_SHARES = 64  # into which what may be left out is divided, one an octave
_SAMPLE = 16  # losses that are looked at before all the others of a stretch
_SCANNED = 64  # short stretches from which on an octave is scanned
_SAMPLES = 8  # of so many stretches each, from which the work is foreseen
_BLOCK = 1 << 15  # short stretches that are scanned at once
_MARGIN = 1e-6  # in nats, more than floats err
_TRIALS, _SHARPER = 3, 1.2  # of noise, where delta comes out too wide
_SHARPEST = 1e12  # the greatest 1/w


class Smoothed:
    """The nodes that count on one line; thresholds near the planned one are then cheap.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    plan : Plan
        The line.
    eps : Fraction
        The planned threshold, in nats.
    effort : Effort
        The work that is left.

    Raises
    ------
    UndecidedError
        If the noise would have to be too weak, or the work does not suffice.
    """

    def __init__(self, parts: Parts, plan: Plan, eps: Fraction, effort: Effort) -> None:
        self.parts, self.plan, self.effort = parts, plan, effort
        self.c, self.step = arb(plan.c), arb(2 * math.pi / plan.period)
        with ctx.workprec(_BITS):
            self._stretches = [_Share(loss, count, self.c) for loss, count in parts]
        self._promise = 3 * len(parts) / _SAMPLE
        self._scan = scan_of(parts, self.c, self.step)
        sharpness, most = sharpness_of(plan), 2 * (self.c * ball_of(eps) + plan.log_error + 3).exp()
        for _ in range(_TRIALS):
            self._lay(eps, sharpness)
            added = self._dense(ball_of(eps))[0] * self.variance
            if not added > most:
                break
            sharpness *= float((added / most).sqrt().mid()) * _SHARPER

    def _lay(self, eps: Fraction, sharpness: float) -> None:
        """Lay the nodes for noise of so small a deviation, the inverse of a number."""
        if not sharpness < _SHARPEST:
            raise UndecidedError("the noise that smoothes delta would have to be too weak")
        noise = GaussianLoss(Fraction(math.ceil(sharpness)))
        self.variance = noise.variance()
        self._aliases = Aliases((*self.parts, (noise, 1)), self.plan, 2 * arb.pi() / self.step)
        self._height: arb = (self.variance * self.c * (self.c + 1) / 2).exp() * moment(self.parts, self.c)
        scale = float((self._height.log() - self.c * ball_of(eps)).mid())
        self._nats = max(8.0, scale - self.plan.log_error + 3)
        self.last = last_node(self.plan, scale, sharpness)
        self._goal = (self.c * ball_of(eps) + self.plan.log_error).exp() / _SHARES
        self._left_out, self._left_dense = self._beyond()
        self._look_ahead()
        self.nodes = list(self._values())

    def _beyond(self) -> tuple[arb, arb]:
        """Return what the nodes beyond the last one may add to A and to D, but for exp(-c eps)."""
        place = self.step * self.last
        rest = self._height * (-self.variance * place * place / 2).exp() / (self.variance * place * arb.pi())
        return rest / (place * place), rest

    def _values(self) -> Iterator[tuple[int, acb, acb]]:
        """Yield the nodes with their shares of A and of D, of runs of neighbours together."""
        for first, end in self._runs():
            count = end - first + 1
            products = [acb(1)] * count
            for loss, runs in self.parts:
                self.effort.spend(count + loss.work(self.plan.c, float(self.step) * end, count, self._nats))
                values = loss.on_line(self.c, self.step, first, count, self._nats + math.log(runs))
                products = [old * value**runs for old, value in zip(products, values, strict=True)]
            for k, product in enumerate(products, first):
                z = acb(self.c, self.step * k)
                smooth = product * (self.variance * z * (z + 1) / 2).exp() / (1 if k else 2)
                yield k, smooth / (z * (z + 1)), smooth

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Yield the first and the last node of runs of neighbours that count."""
        first = end = 0
        for k in self._indices():
            if k > end + 1:
                yield first, end
                first = k
            end = k
        yield first, end

    def _indices(self) -> Iterator[int]:
        """Yield the nodes that count in increasing order; the others are bounded, by octaves and what they are divided into."""
        start = 1
        while start <= self.last:
            end = min(2 * start - 1, self.last)
            if self._scan is None or start < _SCANNED * self._scan.nodes:
                yield from self._halved(start, end)
            elif not self._is_small(start, end):
                for first, last in self._scanned(self._scan, start, end):
                    yield from range(first, last + 1) if self._scan.is_sharp else self._halved(first, last)
            start *= 2

    def _halved(self, start: int, last: int) -> Iterator[int]:
        """Yield the nodes of a stretch that count, by its halves."""
        stretches = [(start, last)]
        while stretches:
            first, end = stretches.pop()
            if self._is_small(first, end):
                continue
            if first == end:
                yield first
                continue
            middle = (first + end) // 2
            stretches += [(middle + 1, end), (first, middle)]

    def _look_ahead(self) -> None:
        """Refuse work that samples of the last octave show to be too much, before it is begun."""
        scan, first = self._scan, self.last // 2
        low, whole, goal = self._allowed(first, self.last)
        wanted = float((goal / whole).log().mid())
        places = [first + (self.last - first) * k // (_SAMPLES + 1) for k in range(1, _SAMPLES + 1)]
        if scan is not None and scan.is_sharp:
            bounds = [bound for k in places for bound in scan.bounds(k // scan.nodes, _SAMPLE, 1 / (2 * low))[1:]]
        else:
            bounds = [float(self._product(self.step * k, self.step * k).log().mid()) for k in places]
        share = sum(bound >= wanted for bound in bounds) / len(bounds)
        expected = share * self.last * _NODE * len(self.parts)
        if scan is not None:
            expected += self.last / scan.nodes * scan.work
        if expected > self.effort.left:
            raise UndecidedError("more nodes than there is work left for are not certainly small")

    def _product(self, low: arb, high: arb) -> arb:
        """Return a bound of the moments between two heights, as a share of those on the axis."""
        with ctx.workprec(_BITS):
            total, inverse = arb(1), 1 / (2 * low)
            for share in self._stretches:
                total *= share.bound(low, high, inverse)
            return total

    def _allowed(self, first: int, end: int) -> tuple[arb, arb, arb]:
        """Return the height of the first node, what the nodes up to another would sum to at the moment on the axis, and what they may."""
        low, count = self.step * first, end - first + 1
        whole = self._height * (-self.variance * low * low / 2).exp() * self.step * count / arb.pi()
        return low, whole, self._goal * min(1.0, count / first) / (1 / (low * low) + self.variance)

    def _leave_out(self, low: arb, rest: arb) -> None:
        self._left_out += rest / (low * low)
        self._left_dense += rest

    def _is_small(self, first: int, end: int) -> bool:
        """Return whether all nodes from one to another are negligible, and add up what they may sum to."""
        with ctx.workprec(_BITS):
            low, whole, goal = self._allowed(first, end)
            high, inverse, rest, tested = self.step * end, 1 / (2 * low), whole, 0
            wanted = float((goal / whole).log().mid())
            for share in self._stretches:
                tested += 1
                rest = rest * share.bound(low, high, inverse)
                if rest < goal:
                    break
                if tested == _SAMPLE and float((rest / whole).log().mid()) * self._promise > wanted:
                    break  # the others would have to fall far more than these do
            self.effort.spend(_TEST * tested)
            if not rest < goal:
                return False
            self._leave_out(low, rest)
            return True

    def _scanned(self, scan: Scan, first: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the short stretches of nodes from one to another that are not certainly negligible."""
        low, whole, goal = self._allowed(first, end)
        wanted, half = float((goal / whole).log().lower()) - _MARGIN, scan.nodes // 2
        start, last = ((node + half) // scan.nodes for node in (first, end))
        self._leave_out(low, goal)
        while start <= last:
            size = min(_BLOCK, last + 1 - start)
            self.effort.spend(size * scan.work)
            for k, bound in enumerate(scan.bounds(start, size, 1 / (2 * low)), start):
                if not bound < wanted:
                    yield max(first, k * scan.nodes - half), min(end, k * scan.nodes + half)
            start += size

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss.

        Raises
        ------
        UndecidedError
            If the ball is not finite.
        """
        self.effort.spend(len(self.nodes))
        eps = ball_of(threshold)
        dense, total = self._dense(eps)
        scale = (-self.c * eps).exp()
        total = (total * self.step / arb.pi() + arb(0, 1) * arb(self._left_out.upper())) * scale
        added = arb((self.variance * (self.variance / 8).exp() * dense * scale).upper()).max(arb(0))
        value = without_aliases(without_aliases(total, self._aliases.bound(eps)), added)
        if not value.is_finite():
            raise UndecidedError("the smoothed contour integral is not certainly a finite number")
        return value

    def _dense(self, eps: arb) -> tuple[arb, arb]:
        """Return a bound of D, but for exp(-c eps), and the sum of the nodes for A."""
        turns, total, dense = -eps * self.step, arb(0), arb(0)
        for k, curve, density in self.nodes:
            sine, cosine = (turns * k).sin_cos()
            total += curve.real * cosine - curve.imag * sine
            dense += density.real * cosine - density.imag * sine
        return dense * self.step / arb.pi() + self._left_dense, total


class _Share:
    """Bounds of the moments of so many runs of a loss on stretches, as a share of those on the axis."""

    def __init__(self, loss: PrivacyLoss, count: int, c: arb) -> None:
        self._stretches, self._count = loss.revivals(c), count
        self._excess = self._stretches.height / loss.at(c)

    def bound(self, low: arb, high: arb, inverse: arb) -> arb:
        return (self._stretches.ratio(low, high, inverse) * self._excess).min(arb(1)) ** self._count


def sharpness_of(plan: Plan) -> float:
    """Return 1/w for noise that widens delta by about what the plan allows."""
    return math.sqrt(plan.saddle * (plan.saddle + 1)) * math.exp((plan.log_delta - plan.log_error - 3) / 2) + 1


def last_node(plan: Plan, log_scale: float, sharpness: float) -> int:
    """Return the last node that counts for a scale of F on the axis; the noise makes those beyond it negligible."""
    nats = max(1.0, log_scale - plan.log_error + 8)
    return math.ceil(math.sqrt(2 * nats) * sharpness * plan.period / (2 * math.pi)) + 1

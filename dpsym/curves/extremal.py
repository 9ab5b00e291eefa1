r"""delta of losses whose moments do not fall: between two trapezoid sums that end.

With the functions F of `one_sided` and x the loss less eps, :math:`E_P\,e^{cx} F(x)` is not above, or not below, delta. The trapezoid rule with the
nodes z = c + iy, which end where the transforms of F do, is exact up to aliases; those of the function below are at most those of delta, and those of
the function above at least those, so that what is known of them is taken off and the rest bounded as in `line`. The two differ by about
:math:`\tau^2/8` times the density of the loss at eps, a share of :math:`\tau^2 c(c + 1)/8` or so of delta, whatever the number of steps. Whole
stretches of nodes on which the moments are certainly small are left out and bounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from flint import acb, acb_mat, arb, ctx

from dpsym.curves.aliases import Aliases, moment
from dpsym.curves.effort import Effort, SpentError
from dpsym.curves.grouped import Grouped
from dpsym.curves.loss import Parts, PrivacyLoss, ball_of, powers
from dpsym.curves.one_sided import OneSided
from dpsym.curves.planning import Plan
from dpsym.curves.scan import Scan, scan_of
from dpsym.errors import UndecidedError

_TEST, _NODE = 1, 2  # units of work: one loss on a stretch, and the weights of a node
_BITS = 64  # with which stretches are bounded
_SHARES = 12  # into which what may be left out is divided, one an octave, which are up to twice as many
_SAMPLE = 16  # losses that are looked at before all the others of a stretch
_SCANNED = 64  # short stretches from which on an octave is scanned
_SAMPLES = 8  # stretches of an octave that are looked at before the others
_OCTAVES = 12  # that are looked at before any node is summed
_BLOCK = 1 << 12  # short stretches that are scanned at once
_MUCH = 0.2  # of a block, where all of it is summed
_AT_ONCE, _COLUMNS = 1 << 9, 1 << 5  # nodes that are summed together, and in a row
_CLOSE_BY = 16  # nodes from one that counts to another, between which all are summed
_FAR_OUT = 1 << 10  # the node from which on they are taken less exactly
_LEAF = 16  # nodes of a stretch that is not halved any more
_MOST = 1.7  # by how much the two sums may differ, of the allowed error
_MARGIN = 1e-6  # in nats, more than floats err
_SHARPER = 1.1  # than it would have to be, where what the sums differ by is known
_WORST = 1e4  # times too wide, which no shorter distance mends
_SHARPEST = 1e12  # the greatest 1/tau
_WIDTH = 10.0  # the square of tau, times the density, over the error that is allowed


class Extremal:
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
    density : float, optional
        About by how much the two sums differ, as a share of delta and of the square of tau, where an earlier line has shown it.

    Raises
    ------
    UndecidedError
        If the two functions would have to be too close, or the work does not suffice.
    """

    def __init__(self, parts: Parts, plan: Plan, eps: Fraction, effort: Effort, density: float | None = None) -> None:
        self.parts, self.plan, self.effort = parts, plan, effort
        self.c, self.step = arb(plan.c), arb(2 * math.pi / plan.period)
        self._aliases = Aliases(parts, plan, 2 * arb.pi() / self.step)
        self._height = moment(parts, self.c)
        with ctx.workprec(_BITS):
            self._stretches = [_Share(loss, count, self.c) for loss, count in parts]
        self._dear = sum(share.work for share in self._stretches)
        self._reach = sum(float((loss.span() or arb(1)).mid()) for loss, _ in parts) + self.plan.period
        self._promise = 3 * len(parts) / _SAMPLE
        self._scan, self._grouped = scan_of(parts, self.c, self.step), Grouped(parts)
        self._is_sharp = self._scan is not None and self._scan.is_sharp
        scale = float((self._height.log() - self.c * ball_of(eps)).mid())
        self._nats = max(8.0, scale - plan.log_error + 1)
        self._goal = (self.c * ball_of(eps) + plan.log_error).exp() / _SHARES
        most = _MOST * arb(plan.log_error + 3).exp()
        sharpness = sharpness_of(plan)
        if density is not None:
            sharpness = math.sqrt(density / _MOST) * math.exp((plan.log_delta - plan.log_error - 3) / 2) * _SHARPER
        self._lay(sharpness)
        wide = self._difference(eps) / most
        if 1 < wide < _WORST:
            self._lay(sharpness * float(wide.sqrt().mid()) * _SHARPER)

    def _lay(self, sharpness: float) -> None:
        """Lay the nodes for functions that touch at so small a distance, the inverse of a number."""
        if not sharpness < _SHARPEST:
            raise UndecidedError("the functions that enclose delta would have to be too close")
        self.last = last_node(self.plan, sharpness)
        tau = arb(self.plan.period / (self.last + 0.5))
        turn = self.step * tau / (2 * arb.pi())
        if not (turn * self.last < 1 and turn * (self.last + 1) > 1):
            raise UndecidedError("the last node cannot be told from the end of the transforms")
        self._functions, self._left_out = OneSided(self.c, self.step, tau), arb(0)
        self._look_ahead()
        self.segments = list(self._segments())

    def _difference(self, eps: Fraction) -> arb:
        """Return by how much the two sums differ at a threshold, without what both have in common."""
        below, above = self._sums(eps)
        return arb(above.mid()) - arb(below.mid())

    def density(self, eps: Fraction) -> float:
        """Return the difference of the two sums at a threshold as a share of the greater one and of the square of tau."""
        below, above = self._sums(eps)
        tau = self.plan.period / (self.last + 0.5)
        return float(((above - below) / (above - self._aliases.known(ball_of(eps)))).mid()) / (tau * tau)

    def _segments(self) -> Iterator[tuple[int, acb_mat, acb_mat]]:
        """Yield the nodes that count, in runs of neighbours, with their shares of the sum below and of the one above."""
        for first, end in self._runs():
            for start in range(first, end + 1, _AT_ONCE):
                count = min(_AT_ONCE, end + 1 - start)
                self.effort.spend(_NODE * count)
                nats, bits = self._needed(start, count)
                with ctx.workprec(bits):
                    moments = self._grouped.on_line(self.c, self.step, start, count, nats, self.effort)
                    weights = self._functions.weights(start, count)
                    pairs = [
                        (value * below, value * above) for value, (below, above) in zip(moments, weights, strict=True)
                    ]
                    lower, upper = (_table(column) for column in zip(*pairs, strict=True))
                yield start, lower, upper

    def _needed(self, start: int, count: int) -> tuple[float, int]:
        """Return to how many nats the moments at some nodes are needed, fewer far out, where they count less, and the bits for that."""
        if start < _FAR_OUT:
            return self._nats, ctx.prec
        height, rise = float(self.step) * start, self.plan.c * (self.plan.c + 1)
        share = rise * (1 / height**2 + float(self._functions.gap.mid())) * (start + count)
        nats = max(8.0, self._nats + min(0.0, math.log(share)))
        turns = math.log2(float(self.step) * (start + count) * self._reach + 2)
        return nats, min(ctx.prec, math.ceil(max(53.0, nats * 1.45 + turns + 20)))

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Yield the first and the last node of runs of neighbours that count."""
        first = end = 0
        for start, last in self._kept():
            if start > end + _CLOSE_BY:
                yield first, end
                first = start
            end = last
        yield first, end

    def _kept(self) -> Iterator[tuple[int, int]]:
        """Yield the stretches of nodes that count in increasing order, whole octaves where samples do; the others are bounded."""
        start = 1
        while start <= self.last:
            end = min(2 * start - 1, self.last)
            if not self._is_sharp and end - start >= _SAMPLES * _LEAF and sum(self._samples(start, end)) < _SAMPLES / 2:
                yield start, end
            elif self._scan is None or start < _SCANNED * self._scan.nodes:
                yield from self._halved(start, end)
            elif not self._is_small(start, end):
                for first, last in self._scanned(self._scan, start, end):
                    yield from ((first, last),) if self._is_sharp else self._halved(first, last)
            start *= 2

    def _halved(self, start: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield what counts of a stretch, by its halves."""
        stretches = [(start, last)]
        while stretches:
            first, end = stretches.pop()
            if end - first < _LEAF:
                yield first, end
                continue
            if self._is_small(first, end):
                continue
            middle = (first + end) // 2
            stretches += [(middle + 1, end), (first, middle)]

    def _samples(self, first: int, last: int) -> Iterator[bool]:
        """Yield of short stretches here and there whether they are negligible."""
        _, whole, goal = self._allowed(first, last)
        wanted = float((goal / whole).log().mid())
        self.effort.spend(_SAMPLES * (_TEST * len(self.parts) + self._dear))
        for k in range(1, _SAMPLES + 1):
            place = first + (last - first) * k // (_SAMPLES + 1)
            bound = self._product(self.step * place, self.step * (place + _LEAF // 2))
            yield float(bound.log().mid()) < wanted

    def _look_ahead(self) -> None:
        """Refuse work that samples of the last octaves show to be too much, before it is begun."""
        nodes, end = 0.0, self.last
        while end > max(_SCANNED, self.last >> _OCTAVES):
            nodes, end = nodes + self._share(end // 2, end) * (end - end // 2), end // 2
        expected = nodes * (_NODE + self._grouped.work(self.plan.c, float(self.step) * self.last, self._nats))
        if self._scan is not None:
            expected += self.last / self._scan.nodes * self._scan.work
        if expected > self.effort.left:
            raise SpentError("more nodes than there is work left for are not certainly small")

    def _share(self, first: int, end: int) -> float:
        """Return about which share of the nodes of an octave counts."""
        scan = self._scan
        low, whole, goal = self._allowed(first, end)
        wanted = float((goal / whole).log().mid())
        self.effort.spend(self._dear)
        if self._product(low, self.step * end) < arb(wanted).exp():
            return 0.0
        places = [first + (end - first) * k // (_SAMPLES + 1) for k in range(1, _SAMPLES + 1)]
        if scan is not None and scan.is_sharp:
            bounds = [
                bound for k in places for bound in scan.bounds(k // scan.nodes, _SAMPLE, 1 / (2 * low), wanted)[1:]
            ]
        else:
            self.effort.spend(_SAMPLES * self._dear)
            bounds = [float(self._product(self.step * k, self.step * k).log().mid()) for k in places]
        return sum(bound >= wanted for bound in bounds) / len(bounds)

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
        whole = self._height * self.step * count / arb.pi()
        return low, whole, self._goal * min(1.0, count / first) / (1 / (low * low) + self._functions.gap)

    def _leave_out(self, low: arb, rest: arb) -> None:
        self._left_out += rest * (1 / (low * low) + self._functions.gap)

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
            self.effort.spend(_TEST * tested + sum(share.work for share in self._stretches[:tested]))
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
            bounds = scan.bounds(start, size, 1 / (2 * low), wanted)
            large = [k for k, bound in enumerate(bounds, start) if not bound < wanted]
            if scan.is_sharp and len(large) > _MUCH * size:
                yield max(first, start * scan.nodes - half), min(end, (start + size - 1) * scan.nodes + half)
            else:
                for k in large:
                    yield max(first, k * scan.nodes - half), min(end, k * scan.nodes + half)
            start += size

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss.

        Raises
        ------
        UndecidedError
            If the ball is not finite.
        """
        self.effort.spend(self.count / 10)
        low, high = self._ends(threshold)
        value = low.union(high)
        if not value.is_finite():
            raise UndecidedError("the sums that enclose delta are not certainly finite numbers")
        return value

    @property
    def count(self) -> int:
        """How many nodes count."""
        return sum(below.nrows() * below.ncols() for _, below, _ in self.segments)

    def _ends(self, threshold: Fraction) -> tuple[arb, arb]:
        """Return a number that is not above delta, and one that is not below it."""
        eps = ball_of(threshold)
        below, above = self._sums(threshold)
        scale = (-self.c * eps).exp()
        slack = self._left_out * scale
        known = self._aliases.known(eps)
        return arb((below - known - slack - self._aliases.bound(eps)).lower()), arb((above - known + slack).upper())

    def _sums(self, threshold: Fraction) -> tuple[arb, arb]:
        """Return the two trapezoid sums, without what was left out."""
        eps = ball_of(threshold)
        turn, below, above = acb(0, -eps * self.step), arb(0), arb(0)
        row, column = (powers((turn * power).exp(), _COLUMNS) for power in (_COLUMNS, 1))
        for start, low, high in self.segments:
            lead, rows, columns = (turn * start).exp(), row[: low.nrows()], column[: low.ncols()]
            across = acb_mat(len(columns), 1, columns)
            left = acb_mat(1, len(rows), [lead * power for power in rows])
            below += (left * low * across)[0, 0].real
            above += (left * high * across)[0, 0].real
        size = self.step / arb.pi() * (-self.c * eps).exp()
        return below * size, above * size


def _table(values: tuple[acb, ...]) -> acb_mat:
    """Return numbers in rows of a given length, so that a sum with powers takes few multiplications one after the other."""
    missing = -len(values) % _COLUMNS
    return acb_mat(-(-len(values) // _COLUMNS), _COLUMNS, [*values, *[acb(0)] * missing])


class _Share:
    """Bounds of the moments of so many runs of a loss on stretches, as a share of those on the axis."""

    def __init__(self, loss: PrivacyLoss, count: int, c: arb) -> None:
        self._stretches, self._count = loss.revivals(c), count
        self._excess = self._stretches.height / loss.at(c)
        self.work = self._stretches.work

    def bound(self, low: arb, high: arb, inverse: arb) -> arb:
        return (self._stretches.ratio(low, high, inverse) * self._excess).min(arb(1)) ** self._count


def sharpness_of(plan: Plan) -> float:
    """Return 1/tau for functions that differ by about what the plan allows."""
    density = plan.saddle * (plan.saddle + 1) / _WIDTH
    return math.sqrt(density) * math.exp((plan.log_delta - plan.log_error - 3) / 2) + 1 / plan.period


def last_node(plan: Plan, sharpness: float) -> int:
    """Return the last node that counts: one for each point at which the functions touch in a period."""
    return math.ceil(plan.period * sharpness) + 8

r"""delta of few runs on a sample of fixed size with normal noise: what has one run at most beside the atom at 0 in closed form, the rest on a line.

With the atom :math:`m_0` at loss 0 and the moments B(z) of what lies beside it (`lifted_half`), at a threshold not below 0

.. math:: \delta(\varepsilon) = n\,m_0^{n-1}\,\delta_1(\varepsilon) + \frac1\pi \Im \int_C \frac{e^{-z\varepsilon} R(z)}{z(z + 1)}\,dz,
    \qquad R = \sum_{k \ge 2} \binom nk m_0^{n-k} B^k,

where :math:`\delta_1` is that of one run: runs that all lie at 0 add nothing. Below 0, as both directions are alike, delta is
:math:`1 - e^\varepsilon + e^\varepsilon\delta(-\varepsilon)`. C is the upper half of a line to the right of the poles. B falls like
:math:`y^{-2}` and the integrand like :math:`y^{-6}`, however great rare losses are, and far up it changes the more slowly the further up it is. So
C goes through corners, each about twice as high as the one before, and further to the right as far as B allows it, where
:math:`e^{-z\varepsilon}` is smaller: an integral of an analytic function that ends on a vertical line does not change. Each side is divided into
panels, and each panel is a sum of Gauss and Legendre. With the half length L of a panel and the ellipse of parameter rho around it, whose half axes
are :math:`\frac L2(\rho \pm 1/\rho)`, its error is at most

.. math:: L \cdot \frac{64}{15} \cdot \frac{S\,\rho^{-2(m-1)}}{1 - \rho^{-2}}, \qquad
    S = \sup \Bigl|\frac{e^{-z\varepsilon} R(z)}{z(z + 1)}\Bigr|, \quad |R| \le \binom n2 b^2 (m_0 + b)^{n-2}, \quad |B| \le b,

the last by Taylor's formula, as all coefficients are positive. An error of B is a ball around it. What lies beyond the last corner c + iY is at most
:math:`\frac{1}{5\pi} e^{-c\varepsilon} \binom n2 V^2 (m_0 + V/Y^2)^{n-2}/Y^5`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from flint import acb, acb_mat, acb_poly, arb, ctx

from dpsym.curves.effort import Effort, SpentError
from dpsym.curves.fixed_size import FixedSizeLoss
from dpsym.curves.lifted_half import BITS, LiftedHalf
from dpsym.curves.lifted_path import Nodes, Region
from dpsym.curves.loss import ball_of, powers
from dpsym.curves.more_bits import Engine, MoreBits
from dpsym.curves.planning import Planner
from dpsym.curves.rare import seen
from dpsym.curves.sampled_moments import legendre
from dpsym.curves.single_step import FinitePart
from dpsym.errors import UndecidedError

_RULES = (16, 24, 32, 40)  # nodes of a panel, an even number
_ELLIPSES = (1.6, 2.0, 2.5, 3.0, 3.6, 4.5, 6.0)
_MOST_PANELS, _BLOCK = 6000, 256
_MOST_CORNERS = 80
_SHARES = 40  # into which what may be left out is divided
_FURTHER = 1.25  # times as many panels
_PARTS = (1.125, 1.25, 1.375, 1.5, 1.75)  # of an octave, which the last one may be
_RIGHT = (2.0, 1.7, 1.4, 1.2)  # how far to the right a corner may lie of the one before
_RISE = 2.0  # times what B is bounded by there
_ROOM = 2.0  # how far to the right of a corner B is still no greater
_LIFTED, _LOST = 1.4, 12.0  # nats by which a path may lift the bound of B, for one run and for all of them
_NEAR = 0.95  # of the way to the axis or to the poles that an ellipse may go
_LEFT, _SPARED = 0.8, 2.0  # steps to the left of the saddle point, and nats that they may cost
_BEYOND, _RISEN = 1.3, 12.0  # how far to the right the moments may be greater by how many nats
_LEAST, _LOOSE = (
    1e-3,
    0.3,
)  # share of the saddle point at which it begins at least; nats by which a bound of one run is loose
_SHARE = 2.0  # nats below what is allowed
_FEW_NATS, _TRIES = 8.0, 4  # with which delta is looked for first where nothing is known of it, and how often
_POINT, _SETUP = 0.1, 20  # units of work: of a point of a sum for one node; as many panels as what is done once takes


@dataclass(frozen=True)
class Block:
    """Nodes of some panels: the start and the distance of the panels, the nodes of one counted from there, and the weighted values, a row a panel."""

    start: acb
    step: acb
    offsets: list[acb]
    values: acb_mat


class Octaves:
    """The values on a contour; thresholds near the planned one are then cheap.

    Parameters
    ----------
    loss : FixedSizeLoss
        One run, of normal noise.
    count : int
        The number of runs, at least 2.
    c : float
        Where the contour begins, on the axis.
    eps : Fraction
        The planned threshold, not negative.
    log_error : float
        The logarithm of the error that is allowed.
    effort : Effort
        The work that is left.

    Raises
    ------
    UndecidedError
        If the work, or the panels, do not suffice.
    """

    def __init__(
        self, loss: FixedSizeLoss, count: int, c: float, eps: Fraction, log_error: float, effort: Effort
    ) -> None:
        self.loss, self.count, self.eps, self.effort = loss, count, eps, effort
        self._half = LiftedHalf(loss.removed.spread, loss.rate)  # type: ignore[union-attr]
        self._here, self._one = loss.at_zero(), FinitePart(loss)
        with ctx.workprec(BITS):
            self._goal = arb(log_error).exp() / _SHARES
        self._nearly = math.exp(min(_LIFTED, _LOST / count))
        self._errors: list[tuple[arb, arb]] = []  # abscissas, and by what e^(-abscissa eps) is multiplied there
        self._blocks: list[Block] = []
        self._lay(arb(c))

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss."""
        threshold, total = ball_of(eps), arb(0)
        if eps < 0:
            return threshold.exp() * self.delta(-eps) - threshold.expm1()
        self.effort.spend(sum(block.values.nrows() * len(block.offsets) for block in self._blocks) / 8)
        for block in self._blocks:
            rows = powers((-threshold * block.step).exp(), block.values.nrows())
            columns = acb_mat(len(block.offsets), 1, [(-threshold * offset).exp() for offset in block.offsets])
            product = acb_mat(1, len(rows), rows) * block.values * columns
            total += ((-threshold * block.start).exp() * product[0, 0]).imag
        slack = sum((error * (-place * threshold).exp() for place, error in self._errors), arb(0))
        single = self.count * self._here ** (self.count - 1) * self._one.delta(eps)
        return total / arb.pi() + single + arb(0, slack.upper())

    @cached_property
    def _series(self) -> acb_poly:
        n = self.count
        return acb_poly([math.comb(n, k) * self._here ** (n - k) if k > 1 else arb(0) for k in range(n + 1)])

    def _lay(self, c: arb) -> None:
        left, right, low, high, panels = c, c, arb(0), c, 1
        for _ in range(_MOST_CORNERS):
            panels = self._side(Region(left, right, low, high), panels)
            rest = self._beyond(right, high)
            if rest * self._scale(right) < self._goal:
                self._errors.append((right, rest))
                return
            left, low, high = right, high, self._next(right, high)
            right = self._further(left, low)
        raise UndecidedError("the moments of few runs do not fall far enough")

    def _next(self, c: arb, low: arb) -> arb:
        """Return the height of the next corner: an octave further up, or less far where little is left beyond."""
        for share in _PARTS:
            if self._beyond(c, share * low) * self._scale(c) < self._goal:
                return _exact(share * low)
        return 2 * low

    def _further(self, c: arb, height: arb) -> arb:
        """Return an abscissa to the right of one, where B is hardly greater."""
        lift = self._half.lift(c, height, self._nearly)
        most = _RISE * self._half.bound(lift, c, c, height)
        for share in _RIGHT:
            if self._half.bound(lift, share * c, _ROOM * share * c, height) < most:
                return _exact(share * c)
        return c

    def _scale(self, c: arb) -> arb:
        return (-c * ball_of(self.eps)).exp()

    def _rest(self, size: arb) -> arb:
        """Return a bound of R, of one of B."""
        return math.comb(self.count, 2) * size * size * (self._here + size) ** (self.count - 2)

    def _beyond(self, c: arb, height: arb) -> arb:
        """Return a bound of the integral beyond a height, without the factor of the threshold."""
        with ctx.workprec(BITS):
            fall = self._half.fall(c, height)
            return arb((self._rest(fall / height**2) / (5 * arb.pi() * height)).upper())

    def _side(self, side: Region, guess: int) -> int:
        """Sum over a side of the contour, from the lower left corner of a region to the upper right one, and return how many panels it took."""
        with ctx.workprec(BITS):
            lift, size = self._lifted(side)
            panels, rule, place, error = self._panels(lift, side, guess)
            self._errors.append((place, error))
            steep = self.count * (self.count - 1) * size * (self._here + size) ** (self.count - 2)
            length = abs(acb(side.right - side.left, side.high - side.low))
            allowed = self._goal * _pole(side.left, side.low) * arb.pi() / (steep * self._scale(side.left) * length)
        nodes = self._half.nodes(lift, side, allowed.min(size / 2))
        self.effort.spend(_POINT * len(nodes.logs) * rule * (panels + _SETUP))
        start, step = acb(side.left, side.low), acb(side.right - side.left, side.high - side.low) / panels
        for first in range(0, panels, _BLOCK):
            self._blocks.append(self._summed(nodes, start + first * step, step, min(_BLOCK, panels - first), rule))
        return panels

    def _lifted(self, side: Region) -> tuple[float, arb]:
        """Return the height of the path for a side, and a bound of abs(B) on it."""
        lift = self._half.lift(side.left, side.low, self._nearly) if side.low > 0 else 0.0
        return lift, self._half.bound(lift, side.left, side.right, side.low)

    def _panels(self, lift: float, side: Region, guess: int) -> tuple[int, int, arb, arb]:
        """Return how many panels there are to be, of how many nodes, the abscissa that counts in the error, and its factor."""
        panels, rules = max(1, guess // 2), _RULES if guess < 4 else _RULES[-1:]
        while panels < _MOST_PANELS:
            for rule in rules:
                for size in _ELLIPSES:
                    place, error = self._error(lift, side, panels, rule, size)
                    if error * self._scale(place) < self._goal:
                        return panels, rule, place, error
            panels, rules = math.ceil(panels * _FURTHER), _RULES[-1:]
        raise SpentError("the contour of few runs has too many panels")

    def _error(self, lift: float, side: Region, panels: int, rule: int, size: float) -> tuple[arb, arb]:
        """Return the abscissa that counts in the error that an ellipse shows, and its factor."""
        wide, tall = (side.right - side.left) / (2 * panels), (side.high - side.low) / (2 * panels)
        along, across = (size + 1 / size) / 2, (size - 1 / size) / 2
        left, right = side.left - wide * (along - 1) - tall * across, side.right + wide * (along - 1) + tall * across
        bottom = side.low - tall * (along - 1) - wide * across
        if not (bottom > side.low * (1 - _NEAR) if lift else left > side.left * (1 - _NEAR)):
            return left, arb("inf")
        most = self._rest(self._half.bound(lift, left, right, bottom)) / _pole(left, bottom)
        half = panels * abs(acb(wide, tall))
        error = half * 64 / (15 * arb.pi()) * most * arb(size) ** (-2 * (rule - 1)) / (1 - arb(size) ** -2)
        return left, arb(error.upper())

    def _summed(self, nodes: Nodes, start: acb, step: acb, rows: int, rule: int) -> Block:
        """Return the weighted values at the nodes of some panels."""
        roots, back = legendre(rule, ctx.prec), -step.conjugate()
        middle, half = start + step / 2, [root for root, _ in roots[: rule // 2]]
        above = self._table(nodes, step, rows) * _columns(nodes, 1 + middle, step / 2, half)
        below = self._table(nodes, back, rows) * _columns(nodes, -middle.conjugate(), back / 2, half)
        slack, values, offsets = arb(0, nodes.error.upper()), [], [step * (1 + root) / 2 for root, _ in roots]
        for k in range(rows):
            for j, (_, weight) in enumerate(roots):
                z = start + step * k + offsets[j]
                beside = above[k, j] + below[k, j].conjugate() + acb(slack, slack)
                values.append(self._series(beside) / (z * (z + 1)) * weight)
        return Block(start, step, offsets, acb_mat(rows, rule, values) * (step / 2))

    @staticmethod
    def _table(nodes: Nodes, step: acb, rows: int) -> acb_mat:
        return acb_mat([powers((step * log).exp(), rows) for log in nodes.logs]).transpose()


def _columns(nodes: Nodes, middle: acb, half: acb, roots: list[arb]) -> acb_mat:
    """Return the weights times the powers of r at the nodes of a panel, which lie in pairs beside the middle, a column a node."""
    entries = []
    for log, weight in zip(nodes.logs, nodes.weights, strict=True):
        lead, turns = weight * (middle * log).exp(), [(half * root * log).exp() for root in roots]
        entries += [*(lead * turn for turn in turns), *(lead / turn for turn in turns)]
    return acb_mat(len(nodes.logs), 2 * len(roots), entries)


def _exact(place: arb) -> arb:
    """Return the middle of a ball."""
    return arb(place.mid())


def _pole(c: arb, height: arb) -> arb:
    """Return a lower bound of abs(z (z + 1)) to the right of an abscissa and above a height, of which one is positive."""
    return c.max(height) ** 2


def octaves_of(
    loss: FixedSizeLoss,
    count: int,
    planner: Planner,
    eps: Fraction,
    nats: float,
    log_scale: float,
    effort: Effort,
    log_delta: float | None,
) -> Engine:
    """Return what gives delta around a threshold, to a relative error of about exp(-nats), of a scale where delta is smaller.

    Raises
    ------
    UndecidedError
        If the work does not suffice.
    """
    eps = abs(eps)
    gap = float(eps)
    saddle = planner.saddle(gap)
    c = _begun(loss, count, planner, gap, saddle)
    height = planner.log_mgf(c) - c * gap

    def engine(about: float, nats: float) -> Engine:
        more = math.ceil(max(0.0, height - about) / math.log(2))
        return MoreBits(more, partial(Octaves, loss, count, c, eps, about - nats, effort))

    is_known = log_delta is not None or log_scale > -math.inf
    about = _about(loss, count, eps, log_delta if is_known else seen(planner, gap, log_scale)[1], log_scale)
    for _ in range(0 if is_known else _TRIES):
        value = engine(about, _FEW_NATS).delta(eps)
        found = float(value.log().mid()) if value > 0 else about - _FEW_NATS
        is_known, about = found > about - _FEW_NATS / 2, _about(loss, count, eps, found, log_scale)
        if is_known:
            break
    return engine(about, nats + _SHARE)


def _begun(loss: FixedSizeLoss, count: int, planner: Planner, gap: float, saddle: float) -> float:
    """Return where the contour begins: left of the saddle point, as far as costs few digits and until the moments to the right are no greater."""
    half, c, least = LiftedHalf(loss.removed.spread, loss.rate), saddle, planner.height(saddle, gap)  # type: ignore[union-attr]
    with ctx.workprec(BITS):
        here = loss.at_zero()
        while c > saddle * _LEAST:
            most = count * (here + half.bound(0.0, arb(c), arb(c * _BEYOND), arb(0))).log()
            risen = most - planner.log_mgf(c) - count * _LOOSE
            if risen < _RISEN and not planner.height(c * _LEFT, gap) < least + _SPARED:
                return c
            c *= _LEFT
    raise UndecidedError("the moments are too large wherever the contour could begin")


def _about(loss: FixedSizeLoss, count: int, eps: Fraction, guess: float | None, log_scale: float) -> float:
    """Return about the logarithm of delta, not below that of one run, of one that does not lie at 0, or of a scale."""
    with ctx.workprec(BITS):
        one = FinitePart(loss).delta(eps) * (count * loss.at_zero() ** (count - 1)).max(arb(1))
        known = [log_scale, *([] if guess is None else [guess])]
        return max([float(one.log().mid()), *known] if one > 0 else known)

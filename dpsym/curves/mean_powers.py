r"""Complex powers of the mean R of t independent likelihood ratios of Gaussian noise, by Mellin's transform.

With :math:`\psi_m(x) = E[R^m e^{-xR}]`, all under the law without the record,

.. math:: \Gamma(s)\, E[R^{m - s}] = \int_0^\infty x^{s - 1} \psi_m(x)\, dx, \qquad \Re s > 0, \quad m = 0, 1, \dots

*The rule.* On nodes :math:`x = e^{jh}` the sum is exact up to :math:`\sum_{k \ne 0} \Gamma(s_k)\, E[R^{m - s_k}]`, :math:`s_k = s + ik\kappa`,
:math:`\kappa = 2\pi/h`. The moments are at most what they are on the axis, and :math:`|\Gamma(c + iv)|` falls with v > 0, from c on
at least as :math:`e^{-\pi v/4}`: the derivative of its logarithm is
:math:`-\sum_n v/((c + n)^2 + v^2) \le -\arctan(v/c)`.

*Its ends.* To the left the first terms of :math:`\psi_m(x) = \sum_k (-x)^k E[R^{m + k}]/k!`, whose rest is at most the next one, are
geometric in j. To the right :math:`x^p \psi_m(x) \le (p/e)^p\, E[R^{m - p}]`, and :math:`E[R^{-r}] \le e^{\tau^2(r + r^2/t)/2}` since the mean is
not less than the geometric one, with :math:`\tau` the deviation of the logarithm of a ratio Y.

*The nodes.* :math:`x^m \psi_m(x)/m!` is the m-th coefficient of :math:`\bigl(\sum_j A_j \zeta^j/j!\bigr)^t`, where

.. math:: A_j = E[(uY)^j e^{-uY}] = \int \varphi(z)\, E_j(\log u + \tau z - \tau^2/2)\, dz, \quad E_j(w) = e^{jw - e^w}, \quad u = x/t.

On points at a distance d whose :math:`\tau d` is h over an integer all nodes are one correlation of two sequences. Since
:math:`|E_j(w + i\theta)| \le (j/(e \cos\theta))^j`, it errs by :math:`2 e^{a^2/2} (j/(e\cos\theta))^j/(e^{2\pi a/d} - 1)` at most,
:math:`a = \theta/\tau`, :math:`\theta < \pi/2`.

Of the sequences, whose numbers span many orders of magnitude, what is below the wanted error is left out.

*Up a line.* The logarithm of R is :math:`\tau` times the mean of t standard normal numbers plus what does not depend on it, so that

.. math:: |E[R^{c + iy}]| \le e^{-\tau^2 y^2/(2t)}\, E[R^c].
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import acb, arb, arb_poly, ctx

from dpsym.curves.allocated_moments import log_moments, series_power
from dpsym.curves.loss import ball_of, turned
from dpsym.curves.mellin_plans import ORDERS, Nodes, nodes_for
from dpsym.errors import UndecidedError

_MORE_ORDERS = (192, 384, 768)  # of moments that bound others
_GUARD = 32
_UNIT = 256.0  # bits of points that are a unit of `Effort`


@dataclass(frozen=True)
class MeanPowers:
    """The moments of R on vertical lines.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    slots : int
        The number t of ratios.
    raised : int, optional
        m, of few: as many series are multiplied.
    """

    spread: Fraction
    slots: int
    raised: int = 0

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        """Return E R^(m - s) at s = c + i k step for k from a start on, c positive and exact.

        Parameters
        ----------
        c, step : arb
            The abscissa and the distance of the points, exact and positive.
        start, count : int
            The first k, and how many.
        nats : float
            The errors are about exp(-nats) times the moment at c.

        Raises
        ------
        UndecidedError
            If that takes too many nodes.
        """
        height = step * (start + count - 1)
        nodes = nodes_for(self.spread, self.slots, self.raised, float(c), float(height), nats)
        with ctx.workprec(self._bits(nodes)):
            rule = _rule(self.spread, self.slots, self.raised, nodes, ctx.prec)
            points, beyond = rule.weighed(c), rule.beyond(c)
            axis = sum((weight for _, weight in points), beyond) + rule.before(acb(c)).real
            slack = _twice(beyond + _alias(c, height, rule.turn, axis))
            sums = turned(points, acb(0, step), start, count, slack)
            exponents = [acb(c, step * k) for k in range(start, start + count)]
            return [(value + rule.before(s)) * s.rgamma() for s, value in zip(exponents, sums, strict=True)]

    def work(self, c: float, height: float, nats: float) -> float:
        """Return about what the nodes for a line up to a height cost, in units of `Effort`."""
        nodes = nodes_for(self.spread, self.slots, self.raised, c, height, nats)
        return nodes.length * (1 + self.raised) * self._bits(nodes) / _UNIT

    def _bits(self, nodes: Nodes) -> int:
        return math.ceil(nodes.nats / math.log(2)) + self.slots.bit_length() + _GUARD


def at_most(spread: Fraction, slots: int, power: arb) -> arb:
    """Return an upper bound of E R^power, of an exact power: of a negative one by the geometric mean, of others between two moments.

    Raises
    ------
    UndecidedError
        If the power is too great.
    """
    if power < 0:
        return ((power * power / slots - power) / ball_of(2 * spread * spread)).exp()
    whole = int(float(power))
    orders = next((most for most in (ORDERS, *_MORE_ORDERS) if whole < most), None)
    if orders is None:
        raise UndecidedError(f"the moments of a mean ratio are not known up to order {whole + 1}")
    logs, share = [arb(0), *log_moments(spread, slots, orders, ctx.prec)], power - whole
    return (logs[whole] * (1 - share) + logs[whole + 1] * share).exp()


def _around(bound: arb) -> arb:
    """Return a ball around 0 of a radius."""
    return arb(0, 1) * arb(bound.upper())


def _twice(ball: arb) -> acb:
    return acb(ball, ball)


def _alias(c: arb, height: arb, turn: arb, axis: arb) -> arb:
    r"""Return a ball for the errors of the rule on a line up to a height, of which the sum on the axis is known.

    There it is :math:`\Gamma(c)\,E[R^{m - c}]`, which bounds all moments on the line, and as many errors.
    """
    nearest, rest = turn - height, 1 - (-turn * arb.pi() / 4).exp()
    if not nearest >= c:
        raise UndecidedError("the nodes are too far from each other")
    first, own = (2 * abs(acb(c, y).gamma()) / rest for y in (nearest, turn))
    below = c.gamma() - own
    return _around(first * axis.upper() / below) if below > 0 else arb("nan")


class _Rule:
    """The nodes and their weights but for the power of x, and what tells of those to both sides, at the working precision.

    Parameters
    ----------
    spread, slots, raised
        As of `MeanPowers`.
    nodes : Nodes
        Where the nodes lie.
    """

    def __init__(self, spread: Fraction, slots: int, raised: int, nodes: Nodes) -> None:
        self._of, self._nodes = (spread, slots, raised), nodes
        self._spacing = arb(nodes.spacing)
        self.turn = 2 * arb.pi() / self._spacing
        self._places = [self._spacing * k for k in range(nodes.first, nodes.last + 1)]
        scale = math.factorial(raised) * self._spacing
        self._masses = [
            _power(series, slots) * scale * (-raised * place).exp()
            for series, place in zip(_series(spread, slots, raised, nodes), self._places, strict=True)
        ]
        self._edge = self._places[0] - self._spacing
        logs, factorial = [arb(0), *log_moments(spread, slots, ORDERS, ctx.prec)], arb(1)
        self._terms = []
        for k in range(nodes.terms + 1):
            factorial *= max(k, 1)
            size = (logs[raised + k] + self._edge * k).exp() / factorial * self._spacing
            self._terms.append((size if k % 2 == 0 else -size, (-self._spacing * k).exp()))

    def weighed(self, c: arb) -> list[tuple[arb, arb]]:
        """Return the nodes with their weights on a line."""
        return [(place, mass * (c * place).exp()) for place, mass in zip(self._places, self._masses, strict=True)]

    def before(self, s: acb) -> acb:
        """Return the sum over all nodes before the first one, by moments."""
        turn, (*terms, (last, fall)) = (-self._spacing * s).exp(), self._terms
        total = sum((size / (1 - turn * step) for size, step in terms), acb(0))
        return (self._edge * s).exp() * (total + _twice(_around(abs(last) / (1 - abs(turn) * fall))))

    def beyond(self, c: arb) -> arb:
        """Return a ball for the sum over all nodes behind the last one."""
        spread, slots, raised = self._of
        p, place = arb(self._nodes.power), self._places[-1] + self._spacing
        first = (p * (p.log() - 1) - (p - c) * place).exp() * at_most(spread, slots, raised - p)
        fall = 1 - (-(p - c) * self._spacing).exp()
        return _around(self._spacing * first / fall) if p > c and p >= raised else arb("nan")


@lru_cache(16)
def _rule(spread: Fraction, slots: int, raised: int, nodes: Nodes, bits: int) -> _Rule:
    with ctx.workprec(bits):
        return _Rule(spread, slots, raised, nodes)


def _power(series: list[arb], exponent: int) -> arb:
    """Return the last known coefficient of a power of a series, of which no coefficient is negative."""
    if len(series) > 1:
        return series_power(series, exponent)[-1]
    (value,) = series
    return value**exponent if value > 0 else arb(0).union(value.upper() ** exponent)


def _series(spread: Fraction, slots: int, raised: int, nodes: Nodes) -> list[list[arb]]:
    """Return the A_j over j! at each node, j up to m."""
    tau, fine, points, count = (
        1 / ball_of(spread),
        arb(nodes.spacing) / nodes.fine,
        nodes.points,
        nodes.last - nodes.first + 1,
    )
    weights = _weights(fine / tau, points)
    start = arb(nodes.spacing) * nodes.first - arb(slots).log() - tau * tau / 2 - fine * points
    length = (count - 1) * nodes.fine + 2 * points + 1
    enough = math.ceil((nodes.top - float(start)) / float(fine)) + 1
    places = [(start + fine * k).exp() for k in range(max(1, min(length, enough)))]
    sizes, factorial, columns = [(-place).exp() for place in places], 1, []
    for j in range(raised + 1):
        if j:
            sizes = [size * place for size, place in zip(sizes, places, strict=True)]
            factorial *= j
        kept, lost = _without_slight(sizes, arb(-nodes.nats).exp())
        if len(places) < length:
            if not places[-1] > j:
                raise UndecidedError("the points end too early")
            lost = lost.max(sizes[-1])
        error = _around(_error(j, nodes, tau, fine) + lost * sum(weights))
        sums = (arb_poly(weights) * arb_poly(kept)).coeffs()
        sums += [arb(0)] * (length + 2 * points - len(sums))
        columns.append([(sums[2 * points + nodes.fine * k] + error) / factorial for k in range(count)])
    return [list(row) for row in zip(*columns, strict=True)]


def _without_slight(sizes: list[arb], slight: arb) -> tuple[list[arb], arb]:
    """Return a sequence without what is slight, and a bound of each of what is left out."""
    lost = [size for size in sizes if not size > slight]
    kept = [size if size > slight else arb(0) for size in sizes]
    return kept, max((size.upper() for size in lost), key=float, default=arb(0))


def _weights(distance: arb, points: int) -> list[arb]:
    """Return the weights of the points of a normal number."""
    lead = distance / (2 * arb.pi()).sqrt()
    side = [lead * (-((distance * k) ** 2) / 2).exp() for k in range(points + 1)]
    return [*side[:0:-1], *side]


def _error(j: int, nodes: Nodes, tau: arb, fine: arb) -> arb:
    """Return a bound of the error of A_j, but for what is left out of its sequence."""
    angle, distance = arb(nodes.angle), fine / tau
    strip, edge, most = angle / tau, distance * nodes.points, (arb(j) / arb(1).exp()) ** j if j else arb(1)
    rule = 2 * (strip * strip / 2).exp() / (2 * arb.pi() * strip / distance).expm1() / angle.cos() ** j
    return most * (rule + 2 * (-edge * edge / 2).exp() / edge)

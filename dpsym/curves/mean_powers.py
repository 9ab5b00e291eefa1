r"""Complex powers of the mean R of t independent likelihood ratios of Gaussian noise, by Mellin's transform.

All under the law without the record,

.. math:: \Gamma(s)\, E[R^{-s}] = \int_0^\infty x^{s - 1} E[e^{-xR}]\, dx, \quad \Re s > 0, \qquad E[e^{-xR}] = E[e^{-xY/t}]^t.

*The rule.* On nodes :math:`x = e^{jh}` the sum is exact up to :math:`\sum_{k \ne 0} \Gamma(s_k)\, E[R^{-s_k}]`, :math:`s_k = s + ik\kappa`,
:math:`\kappa = 2\pi/h`. The moments are at most what they are on the axis, and :math:`|\Gamma(c + iv)|` falls with v > 0, from c on
at least as :math:`e^{-\pi v/4}`: the derivative of its logarithm is
:math:`-\sum_n v/((c + n)^2 + v^2) \le -\arctan(v/c)`.

*Its ends.* To the left the first terms of :math:`E[e^{-xR}] = \sum_k (-x)^k E[R^k]/k!`, whose rest is at most the next one, are
geometric in j. To the right :math:`x^p E[e^{-xR}] \le (p/e)^p\, E[R^{-p}]`, and :math:`E[R^{-p}] \le e^{\tau^2(p + p^2/t)/2}` since the mean is
not less than the geometric one, with :math:`\tau` the deviation of the logarithm of a ratio Y.

*The nodes.* With :math:`u = x/t`,

.. math:: E[e^{-uY}] = \int \varphi(z)\, F(\log u + \tau z - \tau^2/2)\, dz, \quad F(w) = e^{-e^w}.

On points at a distance d whose :math:`\tau d` is h over an integer all nodes are one correlation of two sequences. Since
:math:`|F(w + i\theta)| \le 1` up to :math:`\theta = \pi/2`, it errs by :math:`2 e^{a^2/2}/(e^{2\pi a/d} - 1)` at most, :math:`a = \theta/\tau`.

*Up a line.* The logarithm of R is :math:`\tau` times the mean of t standard normal numbers plus what does not depend on it, so that

.. math:: |E[R^{-c - iy}]| \le e^{-\tau^2 y^2/(2t)}\, E[R^{-c}].
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from flint import acb, arb, arb_poly, ctx

from dpsym.curves.allocated_moments import ORDERS, log_moments
from dpsym.curves.loss import ball_of, turned
from dpsym.curves.mellin_plans import Nodes, nodes_for
from dpsym.errors import UndecidedError

_MORE_ORDERS = (192, 384, 768)  # of moments that bound others
_GUARD = 32
_UNIT = 256.0  # bits of points that are a unit of `Effort`


def mean_powers(spread: Fraction, slots: int, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
    """Return E R^-s at s = c + i k step for k from a start on.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    slots : int
        The number t of ratios.
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
    nodes = nodes_for(spread, slots, float(c), float(height), nats)
    with ctx.workprec(_bits(nodes, slots)):
        rule = _rule(spread, slots, nodes, ctx.prec)
        points, beyond = rule.weighed(c), rule.beyond(c)
        axis = sum((weight for _, weight in points), beyond) + rule.before(acb(c)).real
        slack = beyond + _alias(c, height, rule.turn, axis)
        sums = turned(points, acb(0, step), start, count, acb(slack, slack))
        exponents = [acb(c, step * k) for k in range(start, start + count)]
        return [(value + rule.before(s)) * s.rgamma() for s, value in zip(exponents, sums, strict=True)]


def powers_work(spread: Fraction, slots: int, c: float, height: float, nats: float) -> float:
    """Return about what the powers cost on a line up to a height, in units of `Effort`."""
    nodes = nodes_for(spread, slots, c, height, nats)
    return nodes.length * _bits(nodes, slots) / _UNIT


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


def _bits(nodes: Nodes, slots: int) -> int:
    return math.ceil(nodes.nats / math.log(2)) + slots.bit_length() + _GUARD


def _around(bound: arb) -> arb:
    """Return a ball around 0 of a radius."""
    return arb(0, 1) * arb(bound.upper())


def _alias(c: arb, height: arb, turn: arb, axis: arb) -> arb:
    r"""Return a ball for the errors of the rule on a line up to a height, of which the sum on the axis is known.

    There it is :math:`\Gamma(c)\,E[R^{-c}]`, which bounds all moments on the line, and as many errors.
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
    spread, slots
        As of `mean_powers`.
    nodes : Nodes
        Where the nodes lie.
    """

    def __init__(self, spread: Fraction, slots: int, nodes: Nodes) -> None:
        self._spread, self._slots, self._power = spread, slots, arb(nodes.power)
        self._spacing = arb(nodes.spacing)
        self.turn = 2 * arb.pi() / self._spacing
        self._places = [self._spacing * k for k in range(nodes.first, nodes.last + 1)]
        self._masses = [_to(each, slots) * self._spacing for each in _transforms(spread, slots, nodes)]
        self._edge = self._places[0] - self._spacing
        logs, factorial = [arb(0), *log_moments(spread, slots, ORDERS, ctx.prec)], arb(1)
        self._terms = []
        for k in range(nodes.terms + 1):
            factorial *= max(k, 1)
            size = (logs[k] + self._edge * k).exp() / factorial * self._spacing
            self._terms.append((size if k % 2 == 0 else -size, (-self._spacing * k).exp()))

    def weighed(self, c: arb) -> list[tuple[arb, arb]]:
        """Return the nodes with their weights on a line."""
        return [(place, mass * (c * place).exp()) for place, mass in zip(self._places, self._masses, strict=True)]

    def before(self, s: acb) -> acb:
        """Return the sum over all nodes before the first one, by moments."""
        turn, (*terms, (last, fall)) = (-self._spacing * s).exp(), self._terms
        total = sum((size / (1 - turn * step) for size, step in terms), acb(0))
        rest = _around(abs(last) / (1 - abs(turn) * fall))
        return (self._edge * s).exp() * (total + acb(rest, rest))

    def beyond(self, c: arb) -> arb:
        """Return a ball for the sum over all nodes behind the last one."""
        p, place = self._power, self._places[-1] + self._spacing
        first = (p * (p.log() - 1) - (p - c) * place).exp() * at_most(self._spread, self._slots, -p)
        fall = 1 - (-(p - c) * self._spacing).exp()
        return _around(self._spacing * first / fall) if p > c else arb("nan")


@lru_cache(16)
def _rule(spread: Fraction, slots: int, nodes: Nodes, bits: int) -> _Rule:
    with ctx.workprec(bits):
        return _Rule(spread, slots, nodes)


def _to(value: arb, exponent: int) -> arb:
    """Return the power of a number that is not negative, though its ball may be."""
    return value**exponent if value > 0 else arb(0).union(value.upper() ** exponent)


def _transforms(spread: Fraction, slots: int, nodes: Nodes) -> list[arb]:
    """Return E e^(-uY) at each node."""
    tau, fine, points = 1 / ball_of(spread), arb(nodes.spacing) / nodes.fine, nodes.points
    distance, count = fine / tau, nodes.last - nodes.first + 1
    lead = distance / (2 * arb.pi()).sqrt()
    side = [lead * (-((distance * k) ** 2) / 2).exp() for k in range(points + 1)]
    weights = [*side[:0:-1], *side]
    start = arb(nodes.spacing) * nodes.first - arb(slots).log() - tau * tau / 2 - fine * points
    length = (count - 1) * nodes.fine + 2 * points + 1
    enough = math.ceil((nodes.top - float(start)) / float(fine)) + 1
    sizes = [(-(start + fine * k).exp()).exp() for k in range(max(1, min(length, enough)))]
    cut = sizes[-1] if len(sizes) < length else arb(0)  # as large as each that is left out
    error = _around(_error(nodes, tau, distance) + cut * sum(weights))
    sums = (arb_poly(weights) * arb_poly(sizes)).coeffs()
    sums += [arb(0)] * (length + 2 * points - len(sums))
    return [sums[2 * points + nodes.fine * k] + error for k in range(count)]


def _error(nodes: Nodes, tau: arb, distance: arb) -> arb:
    """Return a bound of the error of the points, and of those that are beyond their ends."""
    strip, edge = arb(nodes.angle) / tau, distance * nodes.points
    if not arb(nodes.angle) < arb.pi() / 2:
        return arb("nan")
    rule = 2 * (strip * strip / 2).exp() / (2 * arb.pi() * strip / distance).expm1()
    return rule + 2 * (-edge * edge / 2).exp() / edge

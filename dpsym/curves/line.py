r"""delta on a vertical line: the trapezoid rule for the contour integral, with everything that it leaves out bounded.

With :math:`f(t) = (1 - e^{-t})_+`, delta(eps) is :math:`P(L = \infty) + E f(L - \varepsilon)`, and since
:math:`\int_0^\infty f(t) e^{-zt}\,dt = 1/(z(z+1))` for Re z > 0,

.. math:: F(z) = \frac{e^{-z\varepsilon} M(z)}{z(z+1)} = \int e^{zs}\,\delta(\varepsilon + s)\,ds

(delta of the finite part). Poisson's formula with the step h and :math:`T = 2\pi/h` makes the rule exact up to aliases:

.. math:: \frac{h}{2\pi}\sum_k F(c + ikh) = \sum_j e^{cjT}\,\delta(\varepsilon + jT).

The aliases, j not 0, are not negative; what is not known of them is bounded in `aliases`.
The nodes beyond the last add up to at most :math:`\sup|e^{-z\varepsilon}M(z)|/(\pi Kh)`, since :math:`|z(z+1)| \ge y^2`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from flint import acb, acb_mat, arb, ctx

from dpsym.curves.aliases import Aliases
from dpsym.curves.effort import Effort
from dpsym.curves.loss import Parts, ball_of, powers
from dpsym.curves.planning import Plan
from dpsym.curves.tail import Tail
from dpsym.errors import UndecidedError

_FIRST_BLOCK = 64
_BITS = 128  # up to which a unit of work is one


class Line:
    """The nodes on one line; thresholds near the planned one are then cheap.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    plan : Plan
        The line.
    eps : Fraction
        The planned threshold, in nats.
    most_nodes : int
        The greatest number of nodes.
    effort : Effort
        The work that is left.

    Raises
    ------
    UndecidedError
        If the moments do not certainly fall within so many nodes.
    """

    def __init__(self, parts: Parts, plan: Plan, eps: Fraction, most_nodes: int, effort: Effort) -> None:
        self.parts, self.plan, self.effort = parts, plan, effort
        self.c, self.step = arb(plan.c), arb(2 * math.pi / plan.period)
        self._aliases = Aliases(parts, plan, 2 * arb.pi() / self.step)
        self._tail = self._tail_of(plan.c)
        scale = float((self._tail.log_height - self.c * ball_of(eps)).mid())
        self._excess = scale - plan.log_error
        self.count = self._tail.nodes(float(self.step), self._excess, most_nodes)
        self._beyond = self._tail.beyond(self.step, self.count)
        self._foresee()
        self.values = _in_rows([value / (z * (z + 1)) for z, value in self._nodes()])

    def _blocks(self) -> Iterator[tuple[int, int, list[float]]]:
        """Yield the first node and the size of each block, with the nats that each loss is wanted to: where it is small, fewer digits do."""
        start, size = 0, _FIRST_BLOCK
        while start <= self.count:
            size = min(size, self.count + 1 - start)
            falls = self._falls(float(self.step) * start) if start else [0.0] * len(self.parts)
            wanted = zip(falls, self.parts, strict=True)
            yield start, size, [max(8.0, self._excess + fall + math.log(count) + 3) for fall, (_, count) in wanted]
            start, size = start + size, 2 * size

    def _falls(self, height: float) -> list[float]:
        """Return about the logarithm of by how much less accurate each loss may be from a height on: how small what it is multiplied by is."""
        bounds = [float(bound.mid()) for bound in self._tail.log_bounds(height)]
        total = sum(count * bound for bound, (_, count) in zip(bounds, self.parts, strict=True))
        return [total - bound for bound in bounds]

    def _foresee(self) -> None:
        """Refuse what the last node refuses, and more work than is left, before it is begun."""
        total = 0.0
        for start, size, wanted in self._blocks():
            last = float(self.step) * (start + size)
            for (loss, _), nats in zip(self.parts, wanted, strict=True):
                total += size + loss.work(self.plan.c, last, size, nats)
        self.effort.spend(total * max(1.0, ctx.prec / _BITS))

    def _tail_of(self, c: float) -> Tail:
        """Return the bounds of what is summed beyond a height."""
        return Tail(self.parts, c)

    def _nodes(self) -> list[tuple[acb, acb]]:
        """Return the nodes and the moments there, block by block."""
        nodes: list[tuple[acb, acb]] = []
        for start, size, wanted in self._blocks():
            values = self._moments(start, size, wanted)
            nodes += [(acb(self.c, self.step * (start + k)), value) for k, value in enumerate(values)]
        return nodes

    def _moments(self, start: int, size: int, wanted: list[float]) -> list[acb]:
        """Return the moments at the nodes of a block, each loss with so many nats."""
        products = [acb(1)] * size
        for (loss, count), nats in zip(self.parts, wanted, strict=True):
            values = loss.on_line(self.c, self.step, start, size, nats)
            products = [old * value**count for old, value in zip(products, values, strict=True)]
        return products

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss.

        Raises
        ------
        UndecidedError
            If the ball is not finite.
        """
        self.effort.spend(self.count + 1)
        eps, rows, columns = ball_of(threshold), self.values.nrows(), self.values.ncols()
        turn = acb(0, -eps * self.step)
        left = acb_mat(1, rows, powers((turn * columns).exp(), rows))
        across = acb_mat(columns, 1, powers(turn.exp(), columns))
        total: arb = (left * self.values * across)[0, 0].real
        total *= (-self.c * eps).exp() / arb.pi() * self.step
        tail = (self._beyond - self.c * eps).exp() / (arb.pi() * self.step * self.count)
        value = self._aliases.taken_from(total, eps) + arb(0, 1) * arb(tail.upper())
        if not value.is_finite():
            raise UndecidedError("the contour integral is not certainly a finite number")
        return value


def _in_rows(values: list[acb]) -> acb_mat:
    """Return the values at the nodes, the first of which counts half, in about as many rows as columns: few products come one after the other."""
    width = math.isqrt(len(values)) + 1
    missing = -len(values) % width
    return acb_mat(-(-len(values) // width), width, [values[0] / 2, *values[1:], *[acb(0)] * missing])

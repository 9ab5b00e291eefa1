r"""delta of a loss of atoms and edges on a lattice: a finite Fourier sum over one period of a vertical line.

Write :math:`\prod_i (A_i(z) + D_i(z)\,t)^{n_i} = \sum_m P_m(z) t^m`, where t stands for 1/(2z + 1) and the P_m are
trigonometric sums :math:`\sum_\lambda W_{m\lambda} e^{z\lambda}` over a lattice of step d. Then

.. math:: \delta(\varepsilon) = \sum_{\lambda > \varepsilon} \sum_m W_{m\lambda}\, k_m(\lambda - \varepsilon),
    \qquad k_m(s) = \frac{1}{2\pi i}\int \frac{e^{zs}\,dz}{(2z+1)^m z(z+1)},

and the rule with N nodes :math:`z_k = c + 2\pi i k/(dN)` gives :math:`\frac1N \sum_k \sum_m P_m(z_k) \hat k_m(z_k)` up to the
aliases of period T = Nd, where :math:`\hat k_m(z) = \sum_{j \ge 0} k_m(s_0 + jd) e^{-z(\varepsilon + s_0 + jd)}` and
:math:`\varepsilon + s_0` is the first lattice point above eps. The sum is finite as it stands.
From :math:`\sum_m \tau^m k_m(s) = \frac1{1-\tau} - \frac{e^{-s}}{1+\tau} - \frac{2\tau}{1-\tau^2} e^{-s(1-\tau)/2}` the
:math:`\hat k_m` have a closed generating function, and by Poisson's formula

.. math:: |\hat k_m(z)| \le |e^{-z\varepsilon}|\,|2z+1|^{-m}\,C(z), \qquad
    C(z) = \frac1d\left(\frac1{|z(z+1)|} + \frac{d^2}{4}\right), \qquad |\Im z| \le \pi/d,

which bounds the powers of t that are left out, and whole stretches of nodes where the moments are small.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, acb_poly, arb

from dpsym.curves.aliases import Aliases
from dpsym.curves.effort import Effort
from dpsym.curves.kernel import Kernel, kernel_bound, power_series
from dpsym.curves.loss import ball_of
from dpsym.curves.pieces import Pieces, lattice_of
from dpsym.curves.planning import Plan
from dpsym.errors import UndecidedError

_MOST_NODES = 1 << 40
_MOST_POWERS = 3000
_GROWTHS = (1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 100.0)
_TEST, _POWER = 10, 3  # units of work: of a loss on a stretch, and of a loss and a power at a node

Pairs = list[tuple[acb, acb]]


@dataclass(frozen=True)
class Node:
    """A node that counts: the number, how often it counts, and the kernels that the P_m weigh, in powers of a scaled t."""

    z: acb
    weight: int
    kernel: Kernel


class Lattice:
    """The lattice of a composition and the trapezoid rule on it; the nodes serve all thresholds near the planned one.

    Parameters
    ----------
    parts : pairs of PiecewiseLoss and int
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
        If the lattice is too fine, or too many powers of t are needed.
    """

    def __init__(self, parts: Pieces, plan: Plan, eps: Fraction, effort: Effort) -> None:
        self.parts, self.plan, self.effort = parts, plan, effort
        self.offset, self.step = lattice_of(parts)
        if Fraction(plan.period) > _MOST_NODES * self.step:
            raise UndecidedError(f"the lattice has more than {_MOST_NODES} points to sum over")
        self.nodes = (math.ceil(Fraction(plan.period) / self.step) + 1) | 1
        self.degree = sum(count for loss, count in parts if loss.has_edges)
        self.c = arb(plan.c)
        self.period = ball_of(self.step * self.nodes)
        self.powers, self.growth = self._powers(eps)
        self._revivals = [loss.revivals(self.c) for loss, _ in parts]
        self._height = arb(1)
        for revivals, (_, count) in zip(self._revivals, parts, strict=True):
            self._height *= revivals.height**count
        self._goal = (self.c * ball_of(eps) + plan.log_error - 3).exp()
        self._slack, self._aliases = arb(0), Aliases(parts, plan, self.period)
        self.kept = [self._node(k) for k in self._indices()]

    def _powers(self, eps: Fraction) -> tuple[int, float]:
        """Return how many powers of t are needed, and the growth that bounds the others."""
        pairs, inverse = [loss.split(acb(self.c)) for loss, _ in self.parts], 1 / (2 * self.c + 1)
        kernel = kernel_bound(acb(self.c), ball_of(self.step)).log()
        excess = float((kernel - self.c * ball_of(eps)).mid()) - self.plan.log_error + 3
        best, chosen = self.degree + 1, 1.0
        for growth in _GROWTHS:
            height = float(self._bound(pairs, inverse * growth).log().mid())
            wanted = max(1, math.ceil((height + excess) / math.log(growth)))
            if wanted < best:
                best, chosen = wanted, growth
        if best > _MOST_POWERS:
            raise UndecidedError(f"more than {_MOST_POWERS} powers are needed")
        return best, chosen

    def _bound(self, pairs: Pairs, inverse: arb) -> arb:
        """Return a bound of the moments where abs(1/(2z + 1)) is `inverse`."""
        total = arb(1)
        for (_, count), (atoms, edges) in zip(self.parts, pairs, strict=True):
            total *= (abs(atoms) + abs(edges) * inverse) ** count
        return total

    def _indices(self) -> Iterator[int]:
        """Yield the nodes that count; the others are bounded, by stretches of doubling length and their halves."""
        yield 0
        last, start = self.nodes // 2, 1
        stretches = []
        while start <= last:
            stretches.append((start, min(2 * start - 1, last)))
            start *= 2
        stretches.reverse()
        while stretches:
            first, end = stretches.pop()
            if self._is_small(first, end):
                continue
            if first == end:
                yield first
                continue
            middle = (first + end) // 2
            stretches += [(middle + 1, end), (first, middle)]

    def _is_small(self, first: int, end: int) -> bool:
        """Return whether all nodes from one to another are negligible, and add up what they may sum to."""
        self.effort.spend(_TEST * len(self.parts))
        turn = 2 * arb.pi() / self.period
        low, high = turn * first, turn * end
        z = acb(self.c, low)
        inverse = 1 / abs(2 * z + 1)
        rest = 2 * kernel_bound(z, ball_of(self.step)) * self._height
        for revivals, (_, count) in zip(self._revivals, self.parts, strict=True):
            rest *= revivals.ratio(low, high, inverse) ** count
            if rest < self._goal:  # the other factors are at most 1
                break
        else:
            return False
        self._slack += rest * (end - first + 1)
        return True

    def _node(self, k: int) -> Node:
        self.effort.spend(_POWER * self.powers * len(self.parts))
        z = acb(self.c, 2 * arb.pi() / self.period * k)
        pairs, powers, radius = ([loss.split(z) for loss, _ in self.parts], acb_poly([acb(1)]), abs(2 * z + 1).lower())
        for (_, count), (atoms, edges) in zip(self.parts, pairs, strict=True):
            powers = (powers * power_series(atoms, edges / radius, count, self.powers)).truncate(self.powers)
        weight = 2 if k else 1
        if self.powers <= self.degree:
            growth = arb(self.growth)
            rest = self._bound(pairs, growth / abs(2 * z + 1)) * growth**-self.powers
            self._slack += weight * kernel_bound(z, ball_of(self.step)) * rest
        return Node(z, weight, Kernel(z, ball_of(self.step), arb(radius), powers.coeffs()))

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss, at a threshold below the greatest loss."""
        self.effort.spend(_POWER * self.powers * len(self.kept))
        first = self.offset + self.step * (math.floor((eps - self.offset) / self.step) + 1)
        threshold, beyond = ball_of(eps), ball_of(first - eps)
        total: arb = arb(0)
        for node in self.kept:
            total += node.weight * (node.kernel.at(beyond) * (-node.z * threshold).exp()).real
        slack = self._slack * (-self.c * threshold).exp()
        value = (total + arb(0, 1) * arb(slack.upper())) / self.nodes
        return self._aliases.taken_from(value, threshold)

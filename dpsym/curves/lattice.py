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

which bounds whole stretches of nodes where the moments are small. The first summand is the term of z itself in

.. math:: \hat k_m(z) = \frac1d \sum_j \frac{e^{-z_j\varepsilon}\,e^{2\pi i j (\varepsilon + s_0)/d}}{(2z_j + 1)^m z_j (z_j + 1)}, \qquad
    z_j = z + \frac{2\pi i j}d,

and of that one the sum over all m is known, by the moments at z. So only the others, j not 0, are cut off at a power: there
:math:`|2z_j + 1|` is at least :math:`R = |2c + 1 + 2i(2\pi/d - |\Im z|)|`, mostly far above :math:`|2z + 1|`, and for g > 1 what is left out from the
power mu on is at most

.. math:: |e^{-z\varepsilon}|\,\frac d4 \sum_{m \ge \mu} |P_m| R^{-m}
    \le |e^{-z\varepsilon}|\,\frac d4\, g^{-\mu} \prod_i \left(|A_i| + |D_i|\,g/R\right)^{n_i} .

The few sums that are left are taken upwards from k_0 and k_1 where the digits that this costs are few: :math:`|P_m|` is at most
:math:`(R/g)^m \prod_i (|A_i| + |D_i| g/R)^{n_i}`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, acb_poly, arb, ctx

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
_WORD = 64  # bits by which the working precision is raised at once
_TEST, _POWER = 10, 3  # units of work: of a loss on a stretch, and of a loss and a power at a node

Pairs = list[tuple[acb, acb]]


@dataclass(frozen=True)
class Node:
    """A node that counts: the number, how often it counts, the kernels that the first P_m weigh, and what the others add at the node itself."""

    z: acb
    weight: int
    kernel: Kernel
    others: acb


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
        self._revivals = [loss.revivals(self.c) for loss, _ in parts]
        self._height = arb(1)
        for revivals, (_, count) in zip(self._revivals, parts, strict=True):
            self._height *= revivals.height**count
        self._goal = (self.c * ball_of(eps) + plan.log_error - 3).exp()
        self._log_goal = float((self._goal / ball_of(self.step) * 4).log().mid())
        if self.degree:
            at_axis = self._bound([loss.split(acb(self.c)) for loss, _ in parts], 1 / (2 * self.c + 1))
            self._log_height = float((at_axis * (self.c + 1)).log().mid())
        self._slack, self._aliases = arb(0), Aliases(parts, plan, self.period)
        self._more = self._powers = 0  # bits for sums that are taken upwards; powers of all nodes together
        self.kept = [self._node(k) for k in self._indices()]

    def _planned(self, pairs: Pairs, radius: arb) -> tuple[int, float, float]:
        """Return how many powers of t a node needs, the growth that bounds the others, and the bits that it costs to take sums upwards."""
        logs = [(_log_size(atoms), _log_size(edges)) for atoms, edges in pairs]
        log_radius = float(radius.log().mid())

        def height(log_growth: float) -> float:
            """Return about the logarithm of the bound of the moments where abs(1/(2z + 1)) is so many times the inverse of the radius."""
            total = 0.0
            for (_, count), (atom, edge) in zip(self.parts, logs, strict=True):
                edge += log_growth - log_radius
                total += count * (max(atom, edge) + math.log1p(math.exp(-abs(atom - edge))))
            return total

        heights = [(growth, height(math.log(growth))) for growth in _GROWTHS]
        wanted = [(max(1, math.ceil((high - self._log_goal) / math.log(growth))), growth) for growth, high in heights]
        powers, growth = min([(self.degree + 1, 1.0), *wanted])
        if powers > _MOST_POWERS:
            raise UndecidedError(f"more than {_MOST_POWERS} powers are needed")
        rises = (high + max(0.0, (powers - 1) * (log_radius - math.log(growth))) for growth, high in heights)
        return powers, growth, max(0.0, min(rises) - self._log_height) / math.log(2)

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
        z, weight = self._place(k), 2 if k else 1
        pairs = [loss.split(z) for loss, _ in self.parts]
        if not self.degree:
            self.effort.spend(_POWER * len(self.parts))
            self._powers += 1
            return self._with_powers(z, pairs, weight, 1, False)
        turn = 2 * arb.pi() / ball_of(self.step)
        beyond = abs(acb(2 * self.c + 1, 2 * (turn - z.imag))).lower()
        count, growth, bits = self._planned(pairs, beyond)
        self.effort.spend(_POWER * count * len(self.parts))
        self._powers += count
        if count <= self.degree:
            rest = self._bound(pairs, growth / beyond) * arb(growth) ** -count
            self._slack += weight * ball_of(self.step) / 4 * rest
        is_upward = bits <= ctx.prec
        if not (is_upward and bits > 0):
            return self._with_powers(z, pairs, weight, count, is_upward)
        self._more = max(self._more, more := _WORD * math.ceil(bits / _WORD))
        with ctx.workprec(ctx.prec + more):
            z = self._place(k)
            return self._with_powers(z, [loss.split(z) for loss, _ in self.parts], weight, count, True)

    def _place(self, k: int) -> acb:
        return acb(self.c, 2 * arb.pi() / ball_of(self.step * self.nodes) * k)

    def _with_powers(self, z: acb, pairs: Pairs, weight: int, count: int, is_upward: bool) -> Node:
        """Return a node with so many powers of t."""
        step, radius = ball_of(self.step), abs(2 * z + 1).lower()
        powers, moment, others = acb_poly([acb(1)]), acb(1), acb(0)
        for (_, runs), (atoms, edges) in zip(self.parts, pairs, strict=True):
            powers = (powers * power_series(atoms, edges / radius, runs, count)).truncate(count)
            moment *= (atoms + edges / (2 * z + 1)) ** runs
        if count <= self.degree:
            others = (moment - powers(radius / (2 * z + 1))) / (step * z * (z + 1))
        return Node(z, weight, Kernel(z, step, arb(radius), powers.coeffs(), is_upward), others)

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss, at a threshold below the greatest loss."""
        self.effort.spend(_POWER * self._powers)
        first = self.offset + self.step * (math.floor((eps - self.offset) / self.step) + 1)
        total: arb = arb(0)
        with ctx.workprec(ctx.prec + self._more):
            threshold, beyond = ball_of(eps), ball_of(first - eps)
            for node in self.kept:
                inside = node.kernel.at(beyond) + node.others
                total += node.weight * (inside * (-node.z * threshold).exp()).real
        slack = self._slack * (-self.c * threshold).exp()
        value = (total + arb(0, 1) * arb(slack.upper())) / self.nodes
        return self._aliases.taken_from(value, threshold)


def _log_size(value: acb) -> float:
    """Return about the logarithm of a modulus."""
    size = abs(value).upper()
    return float(size.log().mid()) if size > 0 else -math.inf

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

which bounds the powers of t that are left out, and whole nodes where the moments are small.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import acb, acb_poly, arb

from dpsym.curves.aliases import Aliases, without_aliases
from dpsym.curves.kernel import Kernel, power_series
from dpsym.curves.loss import ball_of
from dpsym.curves.pieces import Pieces, lattice_of
from dpsym.curves.planning import Plan
from dpsym.errors import UndecidedError

_MOST_NODES = 1 << 17
_MOST_POWERS = 3000
_TERMS_PER_NODE = 20
_GROWTHS = (1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 100.0)


Pairs = list[tuple[acb, acb]]


class Lattice:
    """The lattice of a composition and the trapezoid rule on it.

    Parameters
    ----------
    parts : pairs of PiecewiseLoss and int
        The composition.
    plan : Plan
        The line.
    eps : Fraction
        The planned threshold, in nats.

    Raises
    ------
    UndecidedError
        If the lattice is too fine, or too many powers of t are needed.
    """

    def __init__(self, parts: Pieces, plan: Plan, eps: Fraction) -> None:
        self.parts, self.plan = parts, plan
        self.offset, self.step = lattice_of(parts)
        self.nodes = (math.ceil(plan.period / float(self.step)) + 1) | 1
        if self.nodes > _MOST_NODES:
            raise UndecidedError(f"the lattice has more than {_MOST_NODES} points to sum over")
        self.degree = sum(count for loss, count in parts if loss.has_edges())
        self.c = arb(plan.c)
        self.powers, self.growth = self._powers(eps)

    @staticmethod
    def size(parts: Pieces, plan: Plan) -> int:
        """Return about how many terms the sum has, to be compared with those of a finite sum."""
        return _TERMS_PER_NODE * math.ceil(plan.period / float(lattice_of(parts)[1]))

    def _powers(self, eps: Fraction) -> tuple[int, float]:
        """Return how many powers of t are needed, and the growth that bounds the others."""
        pairs, inverse = [loss.split(acb(self.c)) for loss, _ in self.parts], 1 / (2 * self.c + 1)
        kernel = Kernel(self.step, self.step, 1).bound(acb(self.c)).log()
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

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss, at a threshold below the greatest loss."""
        first = self.offset + self.step * (math.floor((eps - self.offset) / self.step) + 1)
        kernel = Kernel(first - eps, self.step, self.powers)
        threshold, period = ball_of(eps), ball_of(self.step * self.nodes)
        turn = 2 * arb.pi() / period
        total: arb = arb(0)
        slack = arb(0)
        log_goal = self.plan.log_error - 3
        for k in range(self.nodes // 2 + 1):
            z = acb(self.c, turn * k)
            inverse = 1 / abs(2 * z + 1)
            pairs = [loss.split(z) for loss, _ in self.parts]
            weight = kernel.bound(z) * (-self.c * threshold).exp() * (2 if k else 1)
            rest = weight * self._bound(pairs, inverse)
            if k and rest.log() < log_goal:
                slack += rest
                continue
            node = self._node(z, pairs, kernel)
            total += (2 if k else 1) * (node * (-z * threshold).exp()).real
            if self.powers <= self.degree:
                growth = arb(self.growth)
                slack += weight * self._bound(pairs, inverse * growth) * growth**-self.powers
        value = (total + arb(0, 1) * arb(slack.upper())) / self.nodes
        return without_aliases(value, Aliases(self.parts, self.plan, period).bound(threshold))

    def _node(self, z: acb, pairs: Pairs, kernel: Kernel) -> acb:
        """Return the sum over m of P_m(z) times the kernel, without the factor exp(-z eps)."""
        powers, radius = acb_poly([acb(1)]), abs(2 * z + 1).lower()
        for (_, count), (atoms, edges) in zip(self.parts, pairs, strict=True):
            powers = (powers * power_series(atoms, edges / radius, count, self.powers)).truncate(self.powers)
        terms = zip(powers.coeffs(), kernel.at(z, radius), strict=False)
        return sum((power * value for power, value in terms), acb(0))

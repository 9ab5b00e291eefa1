r"""What the trapezoid rule adds to delta: known to the left of nearly all losses, and bounded by Chernoff on both sides.

For every c' > 0, :math:`\delta(s) \le \kappa(c') M(c') e^{-c's}` with
:math:`\kappa(c') = \sup_t (1 - e^{-t})_+ e^{-c't} = c'^{c'}/(1+c')^{1+c'}`, and :math:`\delta \le 1`, the case c' = 0.
With c' < c for j < 0 and c' > c for j > 0 the sums of :math:`e^{cjT}\delta(\varepsilon + jT)` are geometric.

To the left of the losses delta is all but known: with the laws exchanged,

.. math:: \delta(s) = M(0) - e^s M(-1) + e^s H(-s), \qquad
    H(t) = E_Q\left[(1 - e^{t + L})_+;\, L < \infty\right] \le \kappa(b)\, M(-1 - b)\, e^{-bt}, \quad b \ge 0,

which is the residue theorem at the poles 0 and -1, beyond which c' = -1 - b lies. The sums of the first two terms are geometric, and taken off.
"""

from __future__ import annotations

from flint import arb, ctx

from dpsym.curves.loss import Parts, more_bits
from dpsym.curves.planning import Plan
from dpsym.errors import UndecidedError

_BITS = 48  # of bounds, of one run


class Aliases:
    """The sum of the aliases e^{c j T} delta(eps + j T), j not 0, for thresholds near the planned one.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    plan : Plan
        The line, and an abscissa on either side of it, the left one at least 0 or at most -1.
    period : arb
        The distance T of two aliases.

    Raises
    ------
    UndecidedError
        If no bound is finite.
    """

    def __init__(self, parts: Parts, plan: Plan, period: arb) -> None:
        if not plan.left < plan.c < plan.right or not (plan.left >= 0 or plan.left <= -1):
            raise UndecidedError("the abscissas of the bounds are not on either side of the line")
        with ctx.workprec(min(ctx.prec, _BITS + more_bits(parts))):
            self._terms = [
                (point, _size(parts, point) * _summed(abs(point - arb(plan.c)) * period))
                for point in (arb(plan.left), arb(plan.right))
            ]
        self._known: list[tuple[arb, arb]] = []
        if plan.left < 0:
            self._known = [
                (arb(pole), mass * _summed((arb(plan.c) - pole) * period))
                for pole, mass in zip((0, -1), finite_masses(parts), strict=True)
            ]

    def known(self, eps: arb) -> arb:
        """Return what is known of the sum at a threshold."""
        return sum(((1 + 2 * pole) * size * (-pole * eps).exp() for pole, size in self._known), arb(0))

    def bound(self, eps: arb) -> arb:
        """Return an upper bound, at a threshold, of what is not known."""
        return arb(sum((size * (-point * eps).exp() for point, size in self._terms), arb(0)).upper())

    def taken_from(self, value: arb, eps: arb) -> arb:
        """Return the ball for a number that all aliases together are to be taken from."""
        half = self.bound(eps) / 2
        return value - self.known(eps) - half + arb(0, 1) * arb(half.upper())


def _summed(fall: arb) -> arb:
    """Return the sum of the powers of exp(-fall), from the first on."""
    ratio = (-fall).exp()
    if not ratio < 1:
        raise UndecidedError("the aliases could not be bounded")
    return ratio / (1 - ratio)


def chernoff(parts: Parts, point: arb, eps: arb) -> arb:
    """Return the upper bound of delta at a threshold, without infinite losses, that the moment at an exact point of at least 0 gives."""
    return _size(parts, point) * (-point * eps).exp()


def _size(parts: Parts, point: arb) -> arb:
    """Return what bounds delta, or what is not known of it, less the power of the threshold."""
    if point.is_zero():
        return arb(1)
    behind = bool(point <= -1)
    c = -1 - point if behind else point
    kernel = arb(1) if c.is_zero() else (c * c.log() - (1 + c) * (1 + c).log()).exp()
    return kernel * moment(parts, c, behind)


def finite_masses(parts: Parts) -> tuple[arb, arb]:
    """Return the masses of P and of Q of the composition where neither vanishes, M(0) and M(-1)."""
    p, q = arb(1), arb(1)
    for loss, count in parts:
        masses = loss.finite_masses()
        p, q = p * masses[0] ** count, q * masses[1] ** count
    return p, q


def moment(parts: Parts, c: arb, behind: bool = False) -> arb:
    """Return M(c) of the composition at an exact real point, or an upper bound of M(-1 - c) behind the poles.

    Raises
    ------
    UndecidedError
        If it is not certainly finite.
    """
    product = arb(1)
    for loss, count in parts:
        product *= (loss.behind(c) if behind else loss.at(c)) ** count
    if not product.is_finite():
        raise UndecidedError("the moment generating function is not certainly finite")
    return product

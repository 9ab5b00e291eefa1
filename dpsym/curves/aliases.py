r"""What the trapezoid rule adds to delta, bounded by Chernoff on both sides.

For every c' > 0, :math:`\delta(s) \le \kappa(c') M(c') e^{-c's}` with
:math:`\kappa(c') = \sup_t (1 - e^{-t})_+ e^{-c't} = c'^{c'}/(1+c')^{1+c'}`, and :math:`\delta \le 1`, the case c' = 0.
With c' < c for j < 0 and c' > c for j > 0 the sums of :math:`e^{cjT}\delta(\varepsilon + jT)` are geometric.
"""

from __future__ import annotations

from flint import arb

from dpsym.curves.loss import Parts
from dpsym.curves.planning import Plan
from dpsym.errors import UndecidedError


class Aliases:
    """The sum of the aliases e^{c j T} delta(eps + j T), j not 0, for thresholds near the planned one.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    plan : Plan
        The line, and an abscissa on either side of it.
    period : arb
        The distance T of two aliases.

    Raises
    ------
    UndecidedError
        If no bound is finite.
    """

    def __init__(self, parts: Parts, plan: Plan, period: arb) -> None:
        if not 0 <= plan.left < plan.c < plan.right:
            raise UndecidedError("the abscissas of the bounds are not on either side of the line")
        self._terms: list[tuple[arb, arb]] = []
        for other in (plan.left, plan.right):
            point = arb(other)
            ratio = (-abs(point - arb(plan.c)) * period).exp()
            size = arb(1)
            if other > 0:
                size = (point * point.log() - (1 + point) * (1 + point).log()).exp() * moment(parts, point)
            if not ratio < 1:
                raise UndecidedError("the aliases could not be bounded")
            self._terms.append((point, size * ratio / (1 - ratio)))

    def bound(self, eps: arb) -> arb:
        """Return an upper bound at a threshold."""
        return arb(sum((size * (-point * eps).exp() for point, size in self._terms), arb(0)).upper())


def moment(parts: Parts, c: arb) -> arb:
    """Return M(c) of the composition at an exact real point.

    Raises
    ------
    UndecidedError
        If it is not certainly finite.
    """
    product = arb(1)
    for loss, count in parts:
        product *= loss.at(c) ** count
    if not product.is_finite():
        raise UndecidedError("the moment generating function is not certainly finite")
    return product


def without_aliases(value: arb, bound: arb) -> arb:
    """Return the ball for a number that exceeds `value` by something between -bound and 0."""
    half = bound / 2
    return value - half + arb(0, 1) * arb(half.upper())

"""The max divergence, the Rényi divergence of order infinity."""

from __future__ import annotations

from sympy import Expr, Max, S, log

from dpsym.distributions import Discrete
from dpsym.divergences.base import Divergence


class MaxDivergence(Divergence):
    r"""The max divergence: the supremum of the privacy loss over the support of P.

    .. math:: D_\infty(P\|Q) = \sup_{x \in \operatorname{supp} P} \log\frac{p(x)}{q(x)}

    The supremum runs over the support of P, not of Q: where Q alone vanishes it is infinite.

    Parameters
    ----------
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.
    """

    printed = r"D_{\infty}"

    def integrand(self, point: Expr) -> Expr:
        first, second = self.laws
        return first.log_density(point) - second.log_density(point)

    def atom(self, mass: Expr, other: Expr) -> Expr:
        if mass.is_zero:
            return S.NegativeInfinity
        return S.Infinity if other.is_zero else log(mass / other)

    def definition(self) -> Expr:
        """Return the greatest privacy loss where the space is finite, and the unevaluated supremum elsewhere."""
        first, second = self.laws
        if isinstance(first, Discrete) and isinstance(second, Discrete):
            pairs = zip(first.masses, second.masses, first.multiplicities, strict=True)
            losses = [self.atom(mass, other) for mass, other, count in pairs if not count.is_zero]
            # SymPy would try for milliseconds to order symbols, and mostly in vain
            return Max(*losses, evaluate=all(loss.is_number for loss in losses))
        return self

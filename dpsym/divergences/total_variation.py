"""The total variation distance."""

from __future__ import annotations

from sympy import Abs, Expr, exp

from dpsym.divergences.base import Divergence


class TotalVariation(Divergence):
    r"""The total variation distance, the hockey-stick divergence at threshold 0.

    .. math:: \mathrm{TV}(P, Q) = \frac12 \int |p - q| = \sup_S (P(S) - Q(S))

    Parameters
    ----------
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.
    """

    is_directed = False
    printed = r"\mathrm{TV}"

    def integrand(self, point: Expr) -> Expr:
        first, second = (law.log_density(point) for law in self.laws)
        return Abs(exp(first) - exp(second)) / 2

    def atom(self, mass: Expr, other: Expr) -> Expr:
        return Abs(mass - other) / 2

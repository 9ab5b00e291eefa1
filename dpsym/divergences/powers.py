"""Divergences that are a power moment of the density ratio: chi-squared and squared Hellinger."""

from __future__ import annotations

from sympy import Expr, S, exp, sqrt

from dpsym.divergences.base import Divergence


class ChiSquaredDivergence(Divergence):
    r"""The chi-squared divergence, the exponential of the Rényi divergence of order 2, less 1.

    .. math:: \chi^2(P\|Q) = \int \frac{p^2}{q} - 1

    Parameters
    ----------
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.
    """

    order = S(2)
    printed = r"\chi^2"

    def integrand(self, point: Expr) -> Expr:
        first, second = (law.log_density(point) for law in self.laws)
        return exp(2 * first - second)

    def atom(self, mass: Expr, other: Expr) -> Expr:
        if mass.is_zero:
            return S.Zero
        return S.Infinity if other.is_zero else mass**2 / other

    def assemble(self, total: Expr) -> Expr:
        return total - 1


class SquaredHellinger(Divergence):
    r"""The squared Hellinger distance, without a factor.

    .. math:: H^2(P, Q) = 1 - \int \sqrt{p q}

    Parameters
    ----------
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.
    """

    order = S.Half
    is_directed = False
    printed = "H^2"

    def integrand(self, point: Expr) -> Expr:
        first, second = (law.log_density(point) for law in self.laws)
        return exp((first + second) / 2)

    def atom(self, mass: Expr, other: Expr) -> Expr:
        return sqrt(mass * other)

    def assemble(self, total: Expr) -> Expr:
        return 1 - total

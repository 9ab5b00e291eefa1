"""The Rényi divergence of any positive order."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Piecewise, S, exp, log

from dpsym.distributions import Discrete
from dpsym.divergences.base import Divergence
from dpsym.divergences.kl import KL
from dpsym.divergences.maximum import MaxDivergence
from dpsym.parameters import ORDER


class Renyi(Divergence):
    r"""The Rényi divergence :math:`D_\alpha(P \| Q)`, natural logarithm.

    .. math:: D_\alpha(P\|Q) = \frac{1}{\alpha-1} \log \int p^\alpha q^{1-\alpha}

    Parameters
    ----------
    order : positive real or oo
        The order alpha. Order 1 is the Kullback-Leibler divergence, order oo the max divergence.
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.

    Raises
    ------
    ParameterError
        If the order is not positive, or the laws are not a pair on one space.

    References
    ----------
    van Erven and Harremoës, Rényi divergence and Kullback-Leibler divergence, 2014, Definitions 1 to 3.
    """

    index = ORDER
    printed = "D_{#1}"

    @classmethod
    def _build(cls, *arguments: Any) -> Any:
        order, first, second = arguments
        if order == 1:
            return KL(first, second)
        if order is S.Infinity:
            return MaxDivergence(first, second)
        return super()._build(order, first, second)

    @property
    def order(self) -> Expr:
        """The order alpha."""
        return self.args[0]

    def integrand(self, point: Expr) -> Expr:
        first, second = self.laws
        return exp(self.order * first.log_density(point) + (1 - self.order) * second.log_density(point))

    def atom(self, mass: Expr, other: Expr) -> Expr:
        if mass.is_zero:
            return S.Zero
        if other.is_zero:
            return Piecewise((S.Zero, self.order < 1), (S.Infinity, True))
        return mass**self.order * other ** (1 - self.order)

    def assemble(self, total: Expr) -> Expr:
        # the two laws share no point: infinite at every order
        return S.Infinity if total.is_zero else log(total) / (self.order - 1)

    def definition(self) -> Expr:
        """Return the definition; finite laws with a point that only P charges have two, by the side of order 1."""
        first, second = self.laws
        if not (isinstance(first, Discrete) and isinstance(second, Discrete)):
            return super().definition()
        atoms = self.summands()
        common = self.assemble(sum((atom for atom in atoms if not atom.has(S.Infinity)), S.Zero))
        if not any(atom.has(S.Infinity) for atom in atoms) or common is S.Infinity:
            return common
        return Piecewise((common, self.order < 1), (S.Infinity, True))

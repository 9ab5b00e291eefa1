"""Divergences as sources print them, where that is not what they mean: one atom differs."""

from sympy import Expr, S, log

from dpsym.divergences import MaxDivergence, Renyi


class RenyiOverSecond(Renyi):
    r"""The Rényi divergence as an expectation under Q, read literally: points that Q does not charge are left out."""

    printed = "D^{Q}_{#1}"

    def atom(self, mass: Expr, other: Expr) -> Expr:
        return S.Zero if other.is_zero else super().atom(mass, other)


class RenyiUnderFirst(Renyi):
    r"""The Rényi divergence as the expectation of :math:`(Q/P)^{1-\alpha}` under P."""

    printed = "D^{P}_{#1}"

    def atom(self, mass: Expr, other: Expr) -> Expr:
        if mass.is_zero:
            return S.Zero
        return S.Infinity if other.is_zero else mass * (other / mass) ** (1 - self.order)


class MaxOverSecond(MaxDivergence):
    """The max divergence with its supremum over the support of Q instead of P."""

    printed = r"D^{\operatorname{supp} Q}_{\infty}"

    def atom(self, mass: Expr, other: Expr) -> Expr:
        return S.NegativeInfinity if mass.is_zero or other.is_zero else log(mass / other)

"""The Kullback-Leibler divergence, the Rényi divergence of order 1."""

from __future__ import annotations

from sympy import Expr, S, exp, log

from dpsym.divergences.base import Divergence


class KL(Divergence):
    r"""The Kullback-Leibler divergence, in nats.

    .. math:: D_{\mathrm{KL}}(P\|Q) = \int p \log\frac{p}{q}

    Parameters
    ----------
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.
    """

    printed = r"D_{\mathrm{KL}}"

    def integrand(self, point: Expr) -> Expr:
        first, second = (law.log_density(point) for law in self.laws)
        return exp(first) * (first - second)

    def atom(self, mass: Expr, other: Expr) -> Expr:
        if mass.is_zero:
            return S.Zero
        return S.Infinity if other.is_zero else mass * log(mass / other)

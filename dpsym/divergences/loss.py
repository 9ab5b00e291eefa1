"""The law of the privacy loss log(p/q) under P: its tail and its cumulants."""

from __future__ import annotations

from sympy import Expr, S, exp

from dpsym.divergences.base import Divergence
from dpsym.parameters import CUMULANT, THRESHOLD


class LossTail(Divergence):
    r"""The probability under P that the privacy loss exceeds a threshold.

    .. math:: P\left(\log\tfrac{p}{q} > \varepsilon\right)

    It is an upper bound on the hockey-stick divergence at the same threshold, and more than it.

    Parameters
    ----------
    eps : real
        The threshold, in nats.
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.
    """

    index = THRESHOLD
    printed = r"\Pr[L > #1]"

    @property
    def threshold(self) -> Expr:
        """The threshold eps on the privacy loss."""
        return self.args[0]

    def integrand(self, point: Expr) -> Expr:
        from sympy import Heaviside

        first, second = (law.log_density(point) for law in self.laws)
        return exp(first) * Heaviside(first - second - self.threshold, 0)

    def atom(self, mass: Expr, other: Expr) -> Expr:
        from sympy import Piecewise

        if mass.is_zero:
            return S.Zero
        return Piecewise((mass, mass > exp(self.threshold) * other), (S.Zero, True))


class LossCumulant(Divergence):
    r"""A cumulant of the privacy loss under P: the first is the Kullback-Leibler divergence, the second the variance.

    .. math:: \kappa_n = \frac{d^n}{ds^n} \log \mathbb{E}_P\left[(p/q)^s\right] \Big|_{s=0}

    The logarithm is (alpha - 1) times the Rényi divergence of order alpha = 1 + s.

    Parameters
    ----------
    n : positive integer
        The order of the cumulant.
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.
    """

    index = CUMULANT
    printed = r"\kappa_{#1}"

    @property
    def degree(self) -> Expr:
        """The order of the cumulant."""
        return self.args[0]

"""The hockey-stick divergence: delta as a function of eps."""

from __future__ import annotations

from sympy import Expr, Max, S, exp

from dpsym.divergences.base import Divergence
from dpsym.parameters import THRESHOLD


class HockeyStick(Divergence):
    r"""The hockey-stick divergence at the factor :math:`e^\varepsilon`.

    .. math:: H_{e^\varepsilon}(P\|Q) = \int (p - e^\varepsilon q)_+ = \sup_S \left( P(S) - e^\varepsilon Q(S) \right)

    As a function of eps, over the worst pair, it is the privacy profile delta(eps).

    Parameters
    ----------
    eps : real
        The threshold on the privacy loss, in nats; the factor on Q is its exponential.
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.

    Raises
    ------
    ParameterError
        If eps is not real and finite.
    """

    index = THRESHOLD
    printed = "H_{e^{#1}}"

    @property
    def threshold(self) -> Expr:
        """The threshold eps on the privacy loss."""
        return self.args[0]

    def integrand(self, point: Expr) -> Expr:
        first, second = (law.log_density(point) for law in self.laws)
        return Max(S.Zero, exp(first) - exp(self.threshold) * exp(second))

    def atom(self, mass: Expr, other: Expr) -> Expr:
        excess = mass - exp(self.threshold) * other
        # SymPy would try for milliseconds to order what is not a rational, and mostly in vain
        return Max(S.Zero, excess, evaluate=excess.is_Rational is True)

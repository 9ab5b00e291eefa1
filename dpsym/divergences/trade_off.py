"""The trade-off function of a test between two laws."""

from __future__ import annotations

from sympy import Expr, Min

from dpsym.divergences.base import Divergence
from dpsym.parameters import LEVEL


class TradeOff(Divergence):
    r"""The least type II error of a test of P against Q at a given type I error.

    .. math:: T(P, Q)(t) = \inf\{ 1 - \mathbb{E}_Q\varphi : \mathbb{E}_P\varphi \le t \}

    By Neyman and Pearson the best test rejects P where the privacy loss log(p/q) is least. The function is convex,
    decreasing, and at most 1 - t. Of a mechanism it is the lower of T(P, Q) and T(Q, P) at each level: no test, in whichever
    direction, has a smaller error. That curve is its own inverse; the greatest convex function below it is the
    greatest f for which the mechanism is f-DP.

    Parameters
    ----------
    level : real in [0, 1]
        The type I error t.
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.

    References
    ----------
    Dong, Roth and Su, Gaussian differential privacy, 2022, Definition 2.1.
    """

    index = LEVEL
    worse = Min
    printed = "T_{#1}"

    @property
    def level(self) -> Expr:
        """The type I error."""
        return self.args[0]

"""The inverse of the privacy profile: eps as a function of delta."""

from __future__ import annotations

from sympy import Expr

from dpsym.divergences.base import Divergence
from dpsym.parameters import TARGET


class InverseProfile(Divergence):
    r"""The least eps from 0 on at which the hockey-stick divergence is at most delta.

    .. math:: \varepsilon(\delta) = \min\{ \varepsilon \ge 0 : H_{e^\varepsilon}(P\|Q) \le \delta \}

    Parameters
    ----------
    delta : real in [0, 1]
        The bound on the hockey-stick divergence.
    *laws : Law
        The pair P, Q, or one mechanism, which stands for its worst pair.
    """

    index = TARGET
    printed = r"\varepsilon_{#1}"

    @property
    def delta(self) -> Expr:
        """The bound on the hockey-stick divergence."""
        return self.args[0]

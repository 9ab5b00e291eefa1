"""How far the trade-off function of one pair lies above that of another, along the diagonal."""

from __future__ import annotations

from typing import Any

from sympy import Expr, S

from dpsym.distributions import Law
from dpsym.divergences.least import excess, masses_of
from dpsym.errors import ParameterError


class DiagonalGap(Expr):
    r"""The greatest excess of the profile of the pair (A, B) over that of (P, Q), by the sum of the two errors that it may cost.

    .. math:: \sup_{\gamma \ge 0} \left( \frac{H_\gamma(A\|B) - H_\gamma(P\|Q)}{1 + \gamma} \right)_+

    Of laws on finitely many points the quotient is monotone between the kinks of the two profiles, so that it is taken at one of them.

    Parameters
    ----------
    first, second, one, other : Law
        P, Q, A and B.

    References
    ----------
    Kaissis, Kolek, Balle, Hayes and Rueckert, Beyond the calibration point, 2024, where the shift itself is the definition.
    """

    is_extended_real = True
    is_commutative = True

    def __new__(cls, *laws: Law) -> Any:
        if len(laws) != 4 or not all(isinstance(law, Law) for law in laws):
            raise ParameterError("laws of a gap", "two pairs", laws)
        pairs, others = masses_of(laws[:2]), masses_of(laws[2:])
        if pairs is None or others is None:
            return Expr.__new__(cls, *laws)
        kinks = {mass / other for mass, other in (*pairs, *others) if other}
        return max(S.Zero, *((excess(others, kink) - excess(pairs, kink)) / (1 + kink) for kink in kinks))

    def _latex(self, printer: Any) -> str:
        first, second, one, other = map(printer._print, self.args)
        heads = [rf"H_{{\gamma}}\left({p} \,\middle\|\, {q}\right)" for p, q in ((one, other), (first, second))]
        return rf"\sup_{{\gamma \geq 0}} \left( \tfrac{{{heads[0]} - {heads[1]}}}{{1 + \gamma}} \right)_+"
